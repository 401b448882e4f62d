"""Sections 7.3.3 to 7.3.6: how far blocks may march."""

from __future__ import annotations

from engine.hidden import IllegalAction, Seat
from engine.sekigahara.board import CAPITAL, CASTLE, Location
from engine.sekigahara.chapters.chapter_4_control import besieged
from engine.sekigahara.state import Pieces, State


def size_penalty(size: int) -> int:
    """How much slower a group of `size` blocks is (7.3.5): one for every four blocks beyond the first four."""
    return (size - 1) // 4


def natural_leadership(state: State, seat: Seat, origin: Location) -> bool:
    """Leadership that needs no claim: an own-colour castle under control, or an own capital (4.5, 7.3.4, R13)."""
    if CAPITAL[origin] == seat:
        return True
    return CASTLE[origin] == seat and state.holder[origin] == seat


def allowance(led: bool, highway: bool, forced: bool, largest: int) -> int:
    """How many locations a block may march in all (7.3.3, 7.3.6, R11); 0 or less: it may not move."""
    return 1 + highway + led + forced - size_penalty(largest)


def blocks_to_start(state: State, seat: Seat, location: Location) -> Pieces:
    """The blocks of `seat` at `location` that may start a move (7.3.1, R16); none if they are besieged (8.9.6)."""
    blocks = state.pools[seat][location]
    if not blocks or besieged(state, seat, location):
        return ()
    moved = state.current_movement().moved
    if not moved or moved.isdisjoint(blocks):
        return blocks
    return tuple([block for block in blocks if block not in moved])


def too_far(steps: int, led: bool, highway: bool, forced: bool, largest: int) -> IllegalAction:
    """The refusal of a march of `steps` locations in all, with the sum that says how many there may be (7.3.3, R11)."""
    return IllegalAction(
        "7.3.3",
        "The march is of {steps} locations in all, at most {reach} are allowed: 1, highway +{highway}, "
        "leadership +{led}, forced march +{forced}, size of {largest} -{penalty}",
        steps=steps,
        reach=max(allowance(led, highway, forced, largest), 0),
        highway=int(highway),
        led=int(led),
        forced=int(forced),
        largest=largest,
        penalty=size_penalty(largest),
    )
