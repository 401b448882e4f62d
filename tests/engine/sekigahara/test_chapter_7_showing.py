"""What a referee checks who sees public facts alone: the faces that an action shows (3.1, 3.3, 7.2, 7.4.2)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.hidden import Acted, Decision, Face, IllegalAction, Piece, Seat
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import HAND, location_named
from engine.sekigahara.chapters.chapter_7_1_movement import Pay
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from engine.sekigahara.chapters.chapter_7_4_overruns import Reveal
from engine.sekigahara.chapters.chapter_9_3_mori import CallMori
from engine.sekigahara.forms import Degree
from engine.sekigahara.pieces import FACE_NAMED
from engine.sekigahara.rules import Answer
from tests.engine.sekigahara.moves import at, march, marching
from tests.engine.sekigahara.positions import ISHIDA, TOKUGAWA, Table, pieces, position


def paying() -> tuple[Table, Answer]:
    """Two cards for total movement."""
    table = position({"hand": ["date-single", "date-swords"]}, {}, paid=None)
    return table, Pay(Degree.TOTAL, table.state.pools[TOKUGAWA][HAND])


def replacing() -> tuple[Table, Answer]:
    """A card replaced instead of movement."""
    table = position({"hand": ["date-single"]}, {}, paid=None)
    return table, Pay(Degree.NONE, table.state.pools[TOKUGAWA][HAND])


def forcing() -> tuple[Table, Answer]:
    """A card for a forced march."""
    table = position({"hand": ["date-single"], "suwa": ["date-2"]}, {})
    return table, marching(at(table, TOKUGAWA, "suwa"), "kofu", "numazu", forced=at(table, TOKUGAWA, "hand")[0])


def mustering() -> tuple[Table, Answer]:
    """Two blocks of one daimyo mustered openly."""
    table = position({"recruitment": ["date-2", "date-3"]}, {})
    return table, Muster(at(table, TOKUGAWA, "recruitment"), location_named("sendai"), True)


def calling() -> tuple[Table, Answer]:
    """A card for a Mōri block."""
    table = position({}, {"hand": ["ukita-single"], "mori_box": ["mori-3", "mori-1-leader"]}, active=ISHIDA)
    [block] = pieces(table, ISHIDA, "mori_box", "mori-3")
    return table, CallMori(at(table, ISHIDA, "hand")[0], block)


def revealing() -> tuple[Table, Answer]:
    """A block overrun."""
    table = position({"suwa": ["date-2", "date-3", "maeda-2", "maeda-3"]}, {"kofu": ["ukita-2"]})
    march(table, at(table, TOKUGAWA, "suwa"), "kofu")
    return table, Reveal()


CASES = [paying, replacing, forcing, mustering, calling, revealing]


def honest(table: Table, action: Answer) -> tuple[Seat, dict[Piece, Face]]:
    """Who acts, and the faces that the action obliges to show."""
    assert isinstance(table.waiting, Decision)
    seat = table.waiting.seat
    shown = {piece: table.faces[piece] for piece in SEKIGAHARA.to_show(table.state, seat, action)}
    assert shown
    return seat, shown


def unaccepted(table: Table, event: Acted) -> str:
    """The rule on which the event is refused, with the position as it was."""
    before = SEKIGAHARA.canonical(table.state)
    with pytest.raises(IllegalAction) as refusal:
        SEKIGAHARA.apply(table.state, event)
    assert SEKIGAHARA.canonical(table.state) == before
    return refusal.value.rule


@pytest.mark.parametrize("case", CASES)
def test_3_3_what_must_be_shown_is_shown(case: Callable[[], tuple[Table, Answer]]) -> None:
    table, action = case()
    seat, shown = honest(table, action)
    for piece in shown:
        unaccepted(table, Acted(seat, action, {other: face for other, face in shown.items() if other != piece}))
    SEKIGAHARA.apply(table.state, Acted(seat, action, shown))


@pytest.mark.parametrize("case", [paying, replacing, forcing, calling])
@pytest.mark.parametrize("kind", ["own block", "enemy block", "enemy card"])
def test_3_3_a_card_shown_must_be_a_card_of_that_side(case: Callable[[], tuple[Table, Answer]], kind: str) -> None:
    table, action = case()
    seat, shown = honest(table, action)
    faces = {
        "own block": ("block-date-2", "block-ukita-2"),
        "enemy block": ("block-ukita-2", "block-date-2"),
        "enemy card": ("card-ukita-single", "card-date-single"),
    }
    unaccepted(table, Acted(seat, action, dict.fromkeys(shown, FACE_NAMED[faces[kind][seat]])))


@pytest.mark.parametrize(
    "face",
    ["block-maeda-2", "block-ukita-2", "card-date-single"],
)
def test_7_2_blocks_shown_for_a_muster_must_match_the_place(face: str) -> None:
    table, action = mustering()
    seat, shown = honest(table, action)
    for piece in shown:
        unaccepted(table, Acted(seat, action, {**shown, piece: FACE_NAMED[face]}))


@pytest.mark.parametrize("face", ["card-ukita-single", "block-date-2"])
def test_7_4_2_what_an_overrun_destroys_is_shown_as_blocks_of_its_side(face: str) -> None:
    table, action = revealing()
    seat, shown = honest(table, action)
    unaccepted(table, Acted(seat, action, dict.fromkeys(shown, FACE_NAMED[face])))
