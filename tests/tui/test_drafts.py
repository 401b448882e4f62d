"""A plan outlives the program that it was made in, for its own side alone."""

from __future__ import annotations

import pytest

from engine.hidden import Piece
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.chapters.chapter_7_1_movement import Pay
from engine.sekigahara.components import TOKUGAWA
from engine.sekigahara.forms import Degree
from tests.engine.sekigahara.positions import position
from tests.tui.driving import game_screen, press_row, press_text, rows_of, screen_text, settled, until
from tests.tui.sekigahara.games import port_at, practice_game
from tui.app import ClientApp, make_app
from tui.drafts import DraftKeeper
from tui.glyphs import UNICODE
from tui.kept import Kept
from tui.plans import PlanPort
from tui.practice import PracticePort


def fresh_port() -> PracticePort:  # type: ignore[type-arg]
    table = position(
        {"edo": ["tokugawa-3", "date-2", "date-1-leader"], "mito": ["maeda-2"], "hand": ["date-single", "date-swords"]},
        {"oyama": ["ukita-3"], "osaka": ["mori-2", "mori-3"], "hand": ["ukita-single"]},
        paid=None,
    )
    return port_at(table, TOKUGAWA)


def kept_of_a_plan() -> bytes:
    kept: list[bytes] = [b""]
    plan = PlanPort(fresh_port(), DraftKeeper(b"", kept.append))
    plan.act(Pay(Degree.MINIMAL, ()))
    view = plan.situation().view
    assert view is not None
    plan.act(next(action for action in SEKIGAHARA.options(view) if not plan.goes_out(action)))
    assert len(plan.situation().planned) == 2
    return kept[-1]


def test_a_plan_is_there_again_and_forgotten_when_it_is_taken_back() -> None:
    kept = [kept_of_a_plan()]
    plan = PlanPort(fresh_port(), DraftKeeper(kept[0], kept.append))
    assert len(plan.situation().planned) == 2
    assert plan.restored == 2
    plan.undo()
    assert len(kept) == 2
    plan.undo()
    assert kept[-1] == b""
    assert plan.situation().planned == ()
    assert PlanPort(fresh_port(), DraftKeeper(kept[-1])).situation().planned == ()


def test_what_is_sent_is_kept_no_more() -> None:
    kept = [kept_of_a_plan()]
    plan = PlanPort(fresh_port(), DraftKeeper(kept[0], kept.append))
    assert plan.situation().planned
    plan.send()
    assert kept[-1] == b""


@pytest.mark.parametrize(
    "kept", [b"junk", b"[]", b'{"events":0,"actions":[["no such"]]}', b'{"events":0,"actions":[7]}', b"\xff"]
)
def test_a_plan_that_cannot_be_is_no_plan(kept: bytes) -> None:
    assert PlanPort(fresh_port(), DraftKeeper(kept)).situation().planned == ()


def test_a_plan_for_another_moment_is_forgotten() -> None:
    kept = kept_of_a_plan()
    port = fresh_port()
    view = port.situation().view
    assert view is not None
    port.act(SEKIGAHARA.options(view)[0])
    assert PlanPort(port, DraftKeeper(kept)).situation().planned == ()


@pytest.mark.asyncio
async def test_the_screen_offers_it_again_and_says_that_nothing_was_sent() -> None:
    kept: list[bytes] = [b""]
    first = make_app(
        fresh_port(), UNICODE, grace=0, pace=0, kept=lambda: Kept(drafts=DraftKeeper(kept[-1], kept.append))
    )
    async with first.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        await press_text(first, "Minimal")
    assert kept[-1]
    again = make_app(
        fresh_port(), UNICODE, grace=0, pace=0, kept=lambda: Kept(drafts=DraftKeeper(kept[-1], kept.append))
    )
    async with again.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        await until(lambda: "that you had planned is there again" in screen_text(again))
        assert len(game_screen(again).port.situation().planned) == 1
        assert "1 step planned, not sent" in screen_text(again)


@pytest.mark.asyncio
async def test_the_card_that_was_marked_for_a_bid_is_marked_again_until_it_is_bid() -> None:
    kept: list[bytes] = [b""]

    def app() -> ClientApp:
        port = practice_game(2)
        return make_app(port, UNICODE, grace=0, pace=0, kept=lambda: Kept(drafts=DraftKeeper(kept[-1], kept.append)))

    first = app()
    async with first.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        assert kept == [b""], "nothing is marked"
        await press_row(first, 1)
        await settled(pilot)
        marked = [(row.text, row.mark) for row in rows_of(first)]
        assert [mark for _text, mark in marked][:2] == [False, True]
    assert kept[-1]
    again = app()
    async with again.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        assert [(row.text, row.mark) for row in rows_of(again)] == marked
        await press_row(again, len(marked) - 1)
        await settled(pilot)
        assert kept[-1] == b"", "it is on its way"


def test_marks_are_for_the_moment_in_which_they_were_made() -> None:
    kept: list[bytes] = [b""]
    DraftKeeper(b"", kept.append).keep_marks(4, (Piece(7), Piece(9)))
    assert list(DraftKeeper(kept[-1]).marks(4)) == [7, 9]
    assert DraftKeeper(kept[-1]).found(4) == ()
    assert not DraftKeeper(kept[-1]).marks(5)
