"""Chapter 4: who is where, and who controls castles and resource locations."""

from __future__ import annotations

from engine.hidden import Seat, other
from engine.sekigahara.board import CASTLE, CASTLES, LOCATIONS, RESOURCE, RESOURCES, Location
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.state import State


def has_units(state: State, seat: Seat, location: Location) -> bool:
    """Whether `seat` has a block or a disk at `location` (R2)."""
    return bool(state.pools[seat][location]) or (seat == ISHIDA and location in state.disks)


def occupied(state: State, seat: Seat) -> int:
    """The locations where `seat` has units, as bits."""
    bits = 0
    bit = 1
    for stack in state.pools[seat][: len(LOCATIONS)]:
        if stack:
            bits |= bit
        bit <<= 1
    if seat == ISHIDA:
        for location in state.disks:
            bits |= 1 << location
    return bits


def update_control(state: State, location: Location) -> None:
    """Bring control of `location` up to date after a change of who stands there (4.2, 4.3, R2, R3, R40)."""
    pools = state.pools
    first, second = bool(pools[TOKUGAWA][location]), bool(pools[ISHIDA][location])
    if RESOURCE[location] and first != second:
        state.owner[location] = TOKUGAWA if first else ISHIDA
    natural = CASTLE[location]
    if natural is not None:
        second = second or location in state.disks
        if first != second:
            state.holder[location] = TOKUGAWA if first else ISHIDA
        elif not first:
            state.holder[location] = natural


def pass_through(state: State, seat: Seat, location: Location) -> None:
    """Blocks of `seat` pass through `location`, where no enemy block stands (4.2, R3)."""
    if RESOURCE[location]:
        state.owner[location] = seat


def besieged(state: State, seat: Seat, location: Location) -> bool:
    """Whether blocks of `seat` at `location` are besieged: it holds the castle and the enemy is there (8.9.6, R2)."""
    return state.holder[location] == seat and has_units(state, other(seat), location)


def castles_of(state: State, seat: Seat) -> int:
    """How many castles `seat` controls (R2)."""
    return sum([state.holder[location] == seat for location in CASTLES])


def resources_of(state: State, seat: Seat) -> int:
    """How many resource locations `seat` controls (R3)."""
    return sum([state.owner[location] == seat for location in RESOURCES])
