"""A plan: steps taken back and done again, until something else is planned or anything is sent."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.hidden import Piece
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import ADJACENT, BAG, RECRUITMENT, location_named
from engine.sekigahara.chapters.chapter_7_1_movement import Pay
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_8_7_losses import Lose, LossesDue
from engine.sekigahara.chapters.chapter_8_8_retreats import Retreat
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.forms import Degree
from tests.engine.sekigahara.positions import combat_phase, position
from tests.tui.driving import app_of, game_screen, panel_of, press_text, rows_of, screen_text, settled, until
from tests.tui.sekigahara.games import owing, port_at
from tests.tui.test_drafts import fresh_port
from tests.tui.test_game_screen import recorded
from tui.dialogue import Dialogue
from tui.drafts import DraftKeeper
from tui.games import interface_of
from tui.glyphs import UNICODE
from tui.lines import plain_text
from tui.plans import PlanPort
from tui.screens.planning import plan_lines, plan_numbers
from tui.steps import Checklist

INTERFACE = interface_of(SEKIGAHARA, UNICODE)


def steps(plan: PlanPort[Any, Any]) -> list[Any]:
    return [step.action for step in plan.situation().planned]


def plannable(plan: PlanPort[Any, Any]) -> list[Any]:
    view = plan.situation().view
    assert view is not None
    return [action for action in SEKIGAHARA.options(view) if not plan.goes_out(action)]


def test_one_step_is_undone_alone_unless_others_need_it() -> None:
    table = position({"edo": ["tokugawa-3"], "mito": ["date-2"]}, {"kyoto": ["ukita-3"]})
    pools = table.state.pools[TOKUGAWA]
    edo, mito, oshi, takasaki, iwaki = map(location_named, ("edo", "mito", "oshi", "takasaki", "iwaki"))
    first = March(tuple(pools[edo]), (oshi,), False, None)
    alone = March(tuple(pools[mito]), (iwaki,), False, None)
    kept: list[bytes] = [b""]
    plan = PlanPort(port_at(table, TOKUGAWA), DraftKeeper(b"", kept.append))
    for action in (first, alone):
        plan.act(action)
    assert [step.action for step in plan.undo_step(0)] == [first]
    assert steps(plan) == [alone]
    view = plan.situation().view
    assert view is not None
    assert list(view.state.pools[TOKUGAWA][edo]) == list(first.blocks), "they are back"
    assert plan.redo()
    assert steps(plan) == [alone, first]
    on = next(
        action
        for action in plannable(plan)
        if isinstance(action, March) and action.blocks == first.blocks and action.stops == (takasaki,)
    )
    plan.act(on)
    assert [step.action for step in plan.undo_step(1)] == [first, on], "nobody goes on from where he has not come"
    assert steps(plan) == [alone]
    assert plan.redo()
    assert plan.redo()
    assert steps(plan) == [alone, first, on]
    assert DraftKeeper(kept[-1]).found(len(plan.inner.situation().events))


def test_what_is_undone_is_done_again_in_the_same_order_and_kept() -> None:
    kept: list[bytes] = [b""]
    plan = PlanPort(fresh_port(), DraftKeeper(b"", kept.append))
    assert not plan.redo()
    plan.act(Pay(Degree.LIMITED, (plan_card(plan),)))
    random = Random("redo")
    for _ in range(3):
        plan.act(random.choice(plannable(plan)))
    whole, after = steps(plan), plan.situation()
    keep = kept[-1]
    plan.undo()
    plan.undo_all()
    assert steps(plan) == []
    assert [step.action for step in reversed(plan.situation().undone)] == whole
    for number in range(4):
        assert steps(plan) == whole[:number]
        assert plan.redo()
    assert (steps(plan), plan.situation().view) == (whole, after.view)
    assert kept[-1] == keep
    assert not plan.redo()


def test_another_step_is_instead_of_what_was_undone_and_the_same_one_is_it() -> None:
    plan = PlanPort(fresh_port())
    plan.act(Pay(Degree.MINIMAL, ()))
    march = plannable(plan)[0]
    plan.act(march)
    plan.undo_all()
    plan.act(Pay(Degree.MINIMAL, ()))
    assert [step.action for step in plan.situation().undone] == [march], "the same step leaves what came after it"
    plan.act(plannable(plan)[1])
    assert plan.situation().undone == ()
    assert not plan.redo()


def test_what_was_undone_is_gone_once_anything_goes_out() -> None:
    port = fresh_port()
    plan = PlanPort(port)
    plan.act(Pay(Degree.MINIMAL, ()))
    march = plannable(plan)[0]
    plan.act(march)
    plan.undo()
    plan.send()
    assert plan.situation().undone == ()
    assert not plan.redo()
    plan.act(march)
    plan.undo()
    view = plan.situation().view
    assert view is not None
    port.act(march)  # what it was planned on is no more
    assert plan.situation().undone == ()


def plan_card(plan: PlanPort[Any, Any]) -> Any:
    view = plan.situation().view
    assert view is not None
    pays = [
        action for action in SEKIGAHARA.options(view) if isinstance(action, Pay) and action.degree is Degree.LIMITED
    ]
    return pays[0].cards[0]


def test_a_plan_tells_who_is_overrun_and_what_changes_hands() -> None:
    """7.4, 4.2: blocks that both sides know can be overrun by a plan, and a muster may take back where it arrives."""
    kiyosu, kuwana, edo = [location_named(key) for key in ("kiyosu", "kuwana", "edo")]
    own = {"kiyosu": ["tokugawa-3"] * 4, "recruitment": ["tokugawa-2"]}
    table = position(own, {"kuwana": ["ukita-3"]}, owners={"edo": ISHIDA})
    pools = table.state.pools
    table.state.shown.update({block: table.faces[block] for block in pools[ISHIDA][kuwana]})
    plan: PlanPort[Any, Any] = PlanPort(port_at(table, TOKUGAWA))
    plan.act(March(pools[TOKUGAWA][kiyosu], (kuwana,), False, None))
    plan.act(Muster(pools[TOKUGAWA][RECRUITMENT], edo, False))
    told = [plain_text(line) for line in plan_lines(plan.situation(), INTERFACE)]
    march, muster = told
    overrun = "Ishida's blocks at Kuwana are overrun and destroyed: Ukita 3"
    assert march == f"1. Kiyosu → Kuwana, 4 blocks — free; you +1, they -1; {overrun}"
    assert muster == "2. musters Tokugawa 2 at Edo, unseen — you +1, they -1 (Edo to Tokugawa)"


def test_a_payment_has_no_number_among_the_steps_that_have_theirs_on_the_board() -> None:
    plan = PlanPort(fresh_port())
    plan.act(Pay(Degree.LIMITED, (plan_card(plan),)))
    assert plan_numbers(plan.situation(), INTERFACE) == [1]
    for _ in range(2):
        plan.act(next(action for action in plannable(plan) if isinstance(action, March)))
    assert plan_numbers(plan.situation(), INTERFACE) == [0, 1, 2]
    told = [plain_text(line) for line in plan_lines(plan.situation(), INTERFACE)]
    assert [line.partition(" ")[0] for line in told] == ["·", "1.", "2."]


@pytest.mark.parametrize(("enemies", "comes"), [(3, "battle with 3"), (4, "you are overrun (7.4)")])
def test_a_planned_march_into_an_overrun_of_itself_is_no_battle(enemies: int, comes: str) -> None:
    """7.4.2: until the blocks have been shown they stand there."""
    table = position({"mito": ["date-2"], "edo": ["date-2"]}, {"iwaki": ["mori-2"] * enemies})
    mito, iwaki = location_named("mito"), location_named("iwaki")
    plan: PlanPort[Any, Any] = PlanPort(port_at(table, TOKUGAWA))
    plan.act(March(table.state.pools[TOKUGAWA][mito], (iwaki,), False, None))
    [told] = [plain_text(line) for line in plan_lines(plan.situation(), INTERFACE)]
    assert told == f"1. Mito → Iwaki, 1 block — free; {comes}"


def test_a_planned_march_names_where_those_left_behind_are_overrun() -> None:
    """7.4.1."""
    stacks = {"mito": ["tokugawa-2"] * 3}
    table = position(stacks, {"mito": ["mori-2"] * 4})
    mito, iwaki = location_named("mito"), location_named("iwaki")
    plan: PlanPort[Any, Any] = PlanPort(port_at(table, TOKUGAWA))
    plan.act(March(table.state.pools[TOKUGAWA][mito][:2], (iwaki,), False, None))
    [told] = [plain_text(line) for line in plan_lines(plan.situation(), INTERFACE)]
    assert told.endswith("; you are overrun at Mito (7.4)"), told


@pytest.mark.asyncio
async def test_on_the_screen_a_key_and_a_line_do_it_again() -> None:
    app = app_of(fresh_port())
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("D")
        await settled(pilot)
        assert "Nothing that was undone can be done again now." in screen_text(app)
        await press_text(app, "Minimal")
        await press_text(app, "March from Edo")
        await press_text(app, "Edo → Mito")
        await settled(pilot)
        assert not any(row.key == "D" for row in rows_of(app))
        await pilot.press("U")
        await settled(pilot)
        assert "2 steps are undone; D does one after another again." in screen_text(app)
        assert [row.text for row in rows_of(app) if row.key == "D"] == [
            "Do again: buys minimal movement, which is free"
        ]
        await pilot.press("D")
        await until(lambda: len(game_screen(app).port.situation().planned) == 1, "the payment")
        await settled(pilot)
        assert {row.key for row in rows_of(app)} >= {"u", "D", "S", "e"}
        await press_text(app, "Do again: ")
        await settled(pilot)
        assert len(game_screen(app).port.situation().planned) == 2
        await pilot.press("u")
        await settled(pilot)
        assert "Undone (D does it again): marches " in screen_text(app)
        assert panel_of(app).dialogue is not None
        await pilot.press("D")  # from wherever its pieces are in hand again
        await settled(pilot)
        assert len(game_screen(app).port.situation().planned) == 2
        await pilot.press("q")
        await settled(pilot)
        assert "What is planned and not sent is kept as well" in " ".join(screen_text(app).split())


@pytest.mark.asyncio
async def test_a_plan_is_sent_by_its_key_twice_and_from_nowhere_but_its_line() -> None:
    app = app_of(fresh_port())
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press_text(app, "Minimal")
        await press_text(app, "March from Edo")
        await pilot.press("S", "S")
        await settled(pilot)
        assert "First finish what you have begun, or go back (Backspace): S sends" in screen_text(app)
        assert len(game_screen(app).port.situation().planned) == 1
        await press_text(app, "Edo → Mito")
        await settled(pilot)
        await pilot.press("S")
        await settled(pilot)
        assert "For good: S again, Enter or y." in screen_text(app)
        assert len(game_screen(app).port.situation().planned) == 2
        await pilot.press("S")
        await settled(pilot)
        assert "2 planned steps are sent." in screen_text(app)
        assert game_screen(app).port.situation().planned == ()


@pytest.mark.asyncio
async def test_where_pieces_are_marked_first_of_all_a_plan_is_sent_as_well() -> None:
    """Such a decision has no lines for the plan, and nothing has been begun in it."""
    app = app_of(fresh_port())
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press_text(app, "Minimal")
        await settled(pilot)
        block = [(Piece(1), "Date 2")]
        lose = Checklist("Lose a block", block, lambda marked: None, lambda marked: "Lose it", lambda marked: 1)
        panel_of(app).ask(Dialogue(lose))
        await settled(pilot)
        await pilot.press("S")
        await settled(pilot)
        assert game_screen(app).port.situation().planned == ()


@pytest.mark.asyncio
async def test_a_retreat_behind_a_planned_loss_takes_two_presses_and_no_question() -> None:
    """The second press was met by the question whether that is for good, with "Not yet" in its place."""
    sunpu = location_named("sunpu")
    table = position({"sunpu": ["date-2", "date-3"]}, {"sunpu": ["ukita-3"]})
    for place in ADJACENT[sunpu]:  # who joins others is mixed with them
        table.state.transfer(TOKUGAWA, table.state.pools[TOKUGAWA][BAG][:1], BAG, place)
    combat_phase(table)
    while (owed := owing(table)) is not None and not isinstance(owed[1], LossesDue):
        table.act(owed[0], SEKIGAHARA.options(table.view(owed[0]))[0])
    port = port_at(table, TOKUGAWA)
    actions = recorded(port)
    app = app_of(port)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: bool(rows_of(app)), "the losses")
        await pilot.press("1", "enter")
        await until(lambda: len(game_screen(app).port.situation().planned) == 1, "the planned loss")
        await settled(pilot)
        assert "for good, with 1 planned step" in screen_text(app)
        await pilot.press("1")
        await settled(pilot)
        assert "For good, with 1 planned step: 1 again, Enter or y." in screen_text(app)
        assert actions == []
        await pilot.press("1")
        await until(lambda: len(actions) >= 2, "the retreat")
    assert [type(action) for action in actions[:2]] == [Lose, Retreat]
