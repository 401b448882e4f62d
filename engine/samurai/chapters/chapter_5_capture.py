"""Chapter 5: when a figure is captured, and by whom."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.hidden import SEATS, Seat
from engine.samurai.board import ADJACENT, LAND_AROUND, SETTLEMENTS_AROUND, Place
from engine.samurai.components import TILES, Figure
from engine.samurai.state import State, changed


@dataclass(frozen=True, slots=True)
class Capture:
    """A figure of a settlement leaves the board: `taker` has it, or nobody after a tie (5.3)."""

    place: Place
    figure: Figure
    taker: Seat | None


def influence(state: State, place: Place, figure: Figure) -> tuple[int, int]:
    """The influence of both seats on a figure of a settlement: their tiles on land and sea around it (1.4, 5.2)."""
    totals = []
    for seat in SEATS:
        pools = state.pools[seat]
        total = 0
        for near in ADJACENT[place]:
            for piece in pools[near]:
                tile = TILES[state.shown[piece]]
                if figure in tile.affects:
                    total += tile.value
        totals.append(total)
    return totals[0], totals[1]


def leader(amounts: tuple[int, int]) -> Seat | None:
    """The seat with more, None in a tie, also in one at nothing (5.2, 5.3, S9)."""
    first, second = amounts
    return None if first == second else SEATS[second > first]


def open_land(state: State, place: Place) -> tuple[Place, ...]:
    """The land hexes next to a settlement that hold no tile: with none left it is surrounded (5.1, S1)."""
    return tuple([near for near in LAND_AROUND[place] if state.is_empty(near)])


def captures_around(state: State, place: Place) -> tuple[Capture, ...]:
    """What is captured now that a tile lies on `place`: the figures of each settlement beside it that is surrounded.

    Each figure is captured by itself, also in a city (5.2).
    """
    return tuple(
        [
            Capture(settlement, figure, leader(influence(state, settlement, figure)))
            for settlement in SETTLEMENTS_AROUND[place]
            if settlement in state.figures and not open_land(state, settlement)
            for figure in state.figures[settlement]
        ]
    )


def carry_out(state: State, captures: Iterable[Capture]) -> None:
    """Take the captured figures off the board: openly to who has them, or aside (5.2 to 5.4)."""
    for capture in captures:
        left = [figure for figure in state.figures[capture.place] if figure != capture.figure]
        state.set_figures(capture.place, tuple(left))
        if capture.taker is None:
            state.aside = changed(state.aside, capture.figure, 1)
        else:
            state.captured[capture.taker] = changed(state.captured[capture.taker], capture.figure, 1)
