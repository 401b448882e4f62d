"""Steps that the tests of the rules share: try, be refused, march, go on to the next week."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import pytest

from engine.hidden import Decision, IllegalAction, Over, Piece, Sealed, Seat
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import HAND, POOL_KEYS, location_named
from engine.sekigahara.chapters.chapter_6_week import Bid, Discard, DiscardsDue
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, MovementDue, Pay, PaymentDue
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_7_4_overruns import Reveal, RevealDue
from engine.sekigahara.components import SUPPLIES
from engine.sekigahara.forms import Degree
from engine.sekigahara.pieces import FACE_KEYS, IS_CARD, SIDE_OF
from engine.sekigahara.rules import Answer
from tests.engine.sekigahara.positions import Table

TABLES = Callable[[], Table]


def refused(table: Table, seat: Seat, action: Answer) -> str:
    """The rule on which `action` is refused; fails unless it is and the position stays as it was."""
    before = SEKIGAHARA.canonical(table.state)
    waiting = table.waiting
    with pytest.raises(IllegalAction) as refusal:
        table.act(seat, action)
    assert SEKIGAHARA.canonical(table.state) == before, "a refused action must change nothing"
    assert table.waiting == waiting
    assert refusal.value.problem
    return refusal.value.rule


def marching(blocks: Sequence[Piece], *stops: str, claim: bool = False, forced: Piece | None = None) -> March:
    """A march of `blocks` to locations told by their keys."""
    return March(tuple(blocks), tuple(location_named(stop) for stop in stops), claim, forced)


def march(table: Table, blocks: Sequence[Piece], *stops: str, claim: bool = False, forced: Piece | None = None) -> None:
    """The player to move marches `blocks` along `stops`."""
    table.act(deciding(table, MovementDue), marching(blocks, *stops, claim=claim, forced=forced))


def deciding(table: Table, *questions: type) -> Seat:
    """The seat whose decision the table waits for, which must be one of `questions`."""
    waiting = table.waiting
    assert isinstance(waiting, Decision), waiting
    assert type(waiting.question) in questions, waiting
    return waiting.seat


def reveal(table: Table) -> Seat:
    """The blocks of an overrun are shown; returns whose they were."""
    seat = deciding(table, RevealDue)
    table.act(seat, Reveal())
    return seat


def at(table: Table, seat: Seat, pool: str) -> tuple[Piece, ...]:
    """The pieces of `seat` in the pool with this key."""
    return table.state.pools[seat][POOL_KEYS.index(pool)]


def count(table: Table, seat: Seat, pool: str) -> int:
    """How many pieces of `seat` lie in the pool with this key."""
    return len(at(table, seat, pool))


def supply(seat: Seat, *, cards: bool) -> list[str]:
    """All cards, or all blocks, of a side as `position` names them."""
    return [
        FACE_KEYS[entry.face].partition("-")[2]
        for entry in SUPPLIES
        if SIDE_OF[entry.face] == seat and IS_CARD[entry.face] == cards
        for _ in range(entry.count)
    ]


def pass_turn(table: Table) -> None:
    """The player to pay chooses no movement and replaces nothing; nothing may stand to be fought."""
    table.act(deciding(table, PaymentDue), Pay(Degree.NONE, ()))
    table.act(deciding(table, MovementDue), EndMovement())


def to_discards(table: Table) -> None:
    """Pass until the next week's discards (or, when nobody has two cards, its bid), or the end of the game."""
    while isinstance(table.waiting, Decision):
        if isinstance(table.waiting.question, MovementDue):
            table.act(table.waiting.seat, EndMovement())
        else:
            pass_turn(table)
    assert isinstance(table.waiting, Over | Sealed)


def discard_half(table: Table, seats: Iterable[Seat]) -> None:
    """Each of `seats` throws the first half of the hand away, if there is anything to throw."""
    if table.waiting != Sealed(DiscardsDue()):
        return
    for seat in seats:
        hand = table.state.pools[seat][HAND]
        table.act(seat, Discard(hand[: len(hand) // 2]))


def bid_first(table: Table, seats: Iterable[Seat]) -> None:
    """Each of `seats` bids the first card of the hand, or nothing with an empty hand."""
    for seat in seats:
        hand = table.state.pools[seat][HAND]
        table.act(seat, Bid(hand[0] if hand else None))
