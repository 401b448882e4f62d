"""Positions for tests, told in the words of the game: what stands, lies and is held where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

import pytest

from engine.hidden import SEATS, Face, IllegalAction, Over, Piece, Pool, Seat
from engine.open_table import OpenTable, SeededChance
from engine.samurai import SAMURAI, Answer, Samurai
from engine.samurai.board import HAND, PLACE_KEYS, POOL_KEYS, STOCK, Place
from engine.samurai.chapters.chapter_3_placing import PlaceTile
from engine.samurai.chapters.chapter_3_turn import TurnDue
from engine.samurai.chapters.chapter_4_figure_exchange import ExchangeFigures
from engine.samurai.chapters.chapter_4_tile_exchange import ExchangeTile
from engine.samurai.components import FACE_KEYS, FIGURE_NAMES, Figure
from engine.samurai.state import State

Table: TypeAlias = OpenTable[State, Answer]

RED: Final = SEATS[0]
BLUE: Final = SEATS[1]
HELMET, BUDDHA, RICE = (Figure(FIGURE_NAMES.index(name)) for name in ("helmet", "buddha", "rice"))

ELSEWHERE: Final = {"f18": "helmet", "g17": "buddha", "i17": "rice"}
"""One figure of each kind in the far west, so that no kind is gone from the board."""


def place(key: str) -> Place:
    """The place called so."""
    return Pool(PLACE_KEYS.index(key))


def face(key: str) -> Face:
    """The face called so."""
    return Face(FACE_KEYS.index(key))


def figures(names: str) -> tuple[Figure, ...]:
    """The kinds named, with spaces between them."""
    return tuple([Figure(FIGURE_NAMES.index(name)) for name in names.split()])


def position(
    standing: Mapping[str, str],
    *,
    red: Mapping[str, str] | None = None,
    blue: Mapping[str, str] | None = None,
    red_hand: str = "",
    blue_hand: str = "",
    red_stock: str = "",
    blue_stock: str = "",
    captured: tuple[tuple[int, ...], tuple[int, ...]] = ((0, 0, 0), (0, 0, 0)),
    aside: tuple[int, ...] = (0, 0, 0),
    turn: TurnDue | None = None,
    elsewhere: bool = True,
    seed: int = 0,
) -> Table:
    """A table in the middle of a game: figures by settlement, tiles by hex, hands and stocks as faces.

    `turn` is red's first tile unless told otherwise; `elsewhere` adds the figures of `ELSEWHERE`.
    """
    state = State()
    hidden: dict[Piece, Face] = {}
    for seat, laid, hand, stock in ((RED, red, red_hand, red_stock), (BLUE, blue, blue_hand, blue_stock)):
        for key, name in (laid or {}).items():
            _put(state, state.shown, seat, Pool(POOL_KEYS.index(key)), name)
        for pool, names in ((HAND, hand), (STOCK, stock)):
            for name in names.split():
                _put(state, hidden, seat, pool, name)
    for key, names in ({**ELSEWHERE, **standing} if elsewhere else standing).items():
        state.set_figures(place(key), figures(names))
    state.captured = list(captured)
    state.aside = aside
    state.push(turn or TurnDue(RED, 0, ordinary=False, stuck=False))
    return OpenTable(SAMURAI, SeededChance(seed), state, hidden)


def _put(state: State, known: dict[Piece, Face], seat: Seat, pool: Pool, name: str) -> None:
    piece = Piece(state.next_piece)
    state.next_piece += 1
    state.pools[seat][pool] += (piece,)
    known[piece] = face(name)


def new_table(game: Samurai = SAMURAI, seed: int = 0) -> Table:
    """A new game on an open table."""
    return OpenTable(game, SeededChance(seed))


def held(table: Table, seat: Seat, name: str) -> Piece:
    """A tile of the hand with this face."""
    hand = table.state.pools[seat][HAND]
    return next(piece for piece in hand if table.faces[piece] == face(name))


def asked_seat(table: Table) -> Seat:
    """A seat that owes an answer."""
    return next(seat for seat in SEATS if table.asked(seat) is not None)


def lay(table: Table, name: str, at: str) -> None:
    """The player whose turn it is lays a tile."""
    seat = asked_seat(table)
    table.act(seat, PlaceTile(held(table, seat, name), place(at)))


def exchange_tile(table: Table, lifted: str, at: str) -> None:
    """The player whose turn it is plays the tile exchange."""
    seat = asked_seat(table)
    table.act(seat, ExchangeTile(held(table, seat, "tile-exchange"), place(lifted), place(at)))


def exchange_figures(table: Table, first: str, figure: Figure, second: str, other: Figure) -> None:
    """The player whose turn it is plays the figure exchange."""
    seat = asked_seat(table)
    piece = held(table, seat, "figure-exchange")
    table.act(seat, ExchangeFigures(piece, place(first), figure, place(second), other))


def refused(table: Table, answer: Any, seat: Seat | None = None) -> str:
    """The rule by which an answer is refused; the position must stay as it is."""
    before = SAMURAI.canonical(table.state)
    with pytest.raises(IllegalAction) as caught:
        table.act(asked_seat(table) if seat is None else seat, answer)
    assert SAMURAI.canonical(table.state) == before
    assert str(caught.value)
    return caught.value.rule


def standing_at(table: Table, key: str) -> tuple[Figure, ...]:
    """The figures on a settlement."""
    return table.state.figures.get(place(key), ())


def is_over(table: Table) -> bool:
    """Whether the game has ended."""
    return isinstance(table.waiting, Over)


def question(table: Table) -> Any:
    """What is asked now."""
    return table.asked(asked_seat(table))
