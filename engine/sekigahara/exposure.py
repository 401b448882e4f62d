"""What stands open to the enemy's next turn: points that nobody guards, and blocks that would be overrun."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.hidden import Face, Piece, Seat, other
from engine.sekigahara.board import CASTLE, HAND, LOCATIONS, OSAKA, RESOURCE, Location
from engine.sekigahara.chapters.chapter_2_victory import CASTLE_POINTS, RESOURCE_POINTS
from engine.sekigahara.chapters.chapter_4_control import has_units
from engine.sekigahara.chapters.chapter_6_week import TURNS
from engine.sekigahara.chapters.chapter_7_4_overruns import ODDS, overrun_side
from engine.sekigahara.components import ISHIDA, WEEKS
from engine.sekigahara.forecasts import blocks_in_next_turn
from engine.sekigahara.pieces import PROTAGONIST
from engine.sekigahara.state import State

MANY: Final = 2
"""So many times as many who can come are a danger to who stands there."""


@dataclass(frozen=True, slots=True)
class Exposure:
    """Of a seat: its castles and resource locations without a unit to which the enemy could march.

    `weak`: where own blocks stand that so many could overrun (7.4), or besiege. `points`: what all these count.
    """

    bare: tuple[Location, ...] = ()
    points: int = 0
    weak: tuple[Location, ...] = ()


def exposure_of(state: State, seat: Seat) -> Exposure:
    """What stands open if the enemy's turn comes now. It marches with a card if it has any (7.3.3).

    In the last turn of the game no enemy comes any more.
    """
    if state.over is not None or is_last_turn(state, seat):
        return Exposure()
    enemy = other(seat)
    card = bool(state.pools[enemy][HAND])
    bare, weak, points = [], [], 0
    for place in LOCATIONS:
        worth = points_held(state, seat, place)
        own = len(state.pools[seat][place])
        guarded = has_units(state, seat, place)
        if (guarded or not worth) and not own:
            continue
        coming = blocks_in_next_turn(state, enemy, place, card=card)
        if not guarded:
            if coming:
                bare.append(place)
                points += worth
        elif _is_weak(state, seat, place, coming + len(state.pools[enemy][place])):
            weak.append(place)
            points += worth
    return Exposure(tuple(bare), points, tuple(weak))


def is_endangered(state: State, faces: Mapping[Piece, Face], seat: Seat) -> bool:
    """Whether twice as many enemies or more could come where the seat's protagonist stands, or Hideyori (2.1)."""
    if state.over is not None or is_last_turn(state, seat):
        return False
    enemy = other(seat)
    card = bool(state.pools[enemy][HAND])
    places = [
        place
        for place in LOCATIONS
        if any(faces.get(block) == PROTAGONIST[seat] for block in state.pools[seat][place])
        or (seat == ISHIDA and place == OSAKA and OSAKA in state.disks)
    ]
    return any(
        blocks_in_next_turn(state, enemy, place, card=card) + len(state.pools[enemy][place])
        >= MANY * max(len(state.pools[seat][place]), 1)
        for place in places
    )


def _is_weak(state: State, seat: Seat, place: Location, enemies: int) -> bool:
    """Whether own blocks at a place are overrun by so many, or besieged by as many for each (7.4.1, 8.9)."""
    if state.holder[place] == seat:
        return bool(state.pools[seat][place]) and enemies >= ODDS * len(state.pools[seat][place])
    counts = [enemies, enemies]
    counts[seat] = len(state.pools[seat][place])
    return overrun_side(counts[0], counts[1], state.holder[place]) == seat


def is_last_turn(state: State, seat: Seat) -> bool:
    """Whether it is the last turn of the game, and the seat's (6.4)."""
    return state.week == WEEKS and state.turn == TURNS[-1] and state.active == seat != state.first


def points_held(state: State, seat: Seat, place: Location) -> int:
    """What a place counts for a seat as things stand (2.2)."""
    castle = CASTLE[place] is not None and state.holder[place] == seat
    return CASTLE_POINTS * castle + RESOURCE_POINTS * (RESOURCE[place] and state.owner[place] == seat)
