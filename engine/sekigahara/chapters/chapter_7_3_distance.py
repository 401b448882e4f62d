"""Sections 7.3.3 to 7.3.6: how far blocks may march."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from engine.hidden import IllegalAction, Seat
from engine.sekigahara.board import CAPITAL, CASTLE, Location
from engine.sekigahara.chapters.chapter_4_control import besieged
from engine.sekigahara.state import Pieces, State

QUICK: Final = 4
"""The blocks of a group that do not slow it, and so many more cost it one location each time (7.3.5)."""


def size_penalty(size: int) -> int:
    """How much slower a group of `size` blocks is (7.3.5): one for every four blocks beyond the first four."""
    return (size - 1) // QUICK


class Leadership(Enum):
    """What gives a move leadership (7.3.4, R13)."""

    CASTLE = "castle"
    CAPITAL = "capital"
    LEADER = "leader"


def leadership_at(state: State, seat: Seat, origin: Location) -> Leadership | None:
    """What gives leadership without a claim: an own-colour castle under control, an own capital (4.5, 7.3.4, R13)."""
    if CAPITAL[origin] == seat:
        return Leadership.CAPITAL
    return Leadership.CASTLE if CASTLE[origin] == seat and state.holder[origin] == seat else None


def natural_leadership(state: State, seat: Seat, origin: Location) -> bool:
    """Whether there is leadership that needs no claim."""
    return leadership_at(state, seat, origin) is not None


def allowance(led: bool, highway: bool, forced: bool, largest: int) -> int:
    """How many locations a block may march in all (7.3.3, 7.3.6, R11); 0 or less: it may not move."""
    return 1 + highway + led + forced - size_penalty(largest)


def most_blocks(led: bool, highway: bool, forced: bool, steps: int) -> int:
    """How many blocks may march so far together: the largest group with that `allowance` (7.3.5); 0 or less: none."""
    return QUICK * (allowance(led, highway, forced, 1) - steps + 1)


@dataclass(frozen=True, slots=True)
class Distance:
    """How far blocks may march in all, as the sum of 7.3.3 with the reason for each of its terms.

    `largest` is the size of the largest group that they were in.
    """

    leadership: Leadership | None
    highway: bool
    forced: bool
    largest: int

    @property
    def penalty(self) -> int:
        """What their number takes (7.3.5)."""
        return size_penalty(self.largest)

    @property
    def total(self) -> int:
        """The sum."""
        return allowance(self.leadership is not None, self.highway, self.forced, self.largest)


def blocks_to_start(state: State, seat: Seat, location: Location) -> Pieces:
    """The blocks of `seat` at `location` that may start a move (7.3.1, R16); none if they are besieged (8.9.6)."""
    blocks = state.pools[seat][location]
    if not blocks or besieged(state, seat, location):
        return ()
    moved = state.current_movement().moved
    if not moved or moved.isdisjoint(blocks):
        return blocks
    return tuple([block for block in blocks if block not in moved])


def is_too_far(problem: IllegalAction) -> bool:
    """Whether it is a refusal by `too_far`."""
    return problem.rule == "7.3.3" and "steps" in problem.facts


def too_far(steps: int, distance: Distance) -> IllegalAction:
    """The refusal of a march of `steps` locations in all, with the sum that says how many there may be (7.3.3, R11)."""
    led = distance.leadership
    return IllegalAction(
        "7.3.3",
        "The march is of {steps} locations in all, at most {reach} are allowed: 1, highway +{highway}, "
        "leadership +{led}, forced march +{forced}, size of {largest} -{penalty}",
        steps=steps,
        reach=max(distance.total, 0),
        highway=int(distance.highway),
        led=int(led is not None),
        leadership="" if led is None else led.value,
        forced=int(distance.forced),
        largest=distance.largest,
        penalty=distance.penalty,
    )


def refused_distance(facts: Mapping[str, object]) -> Distance:
    """The sum by which a march was refused, from the facts of `too_far`."""
    led, largest = facts["leadership"], facts["largest"]
    assert isinstance(largest, int)
    return Distance(Leadership(led) if led else None, bool(facts["highway"]), bool(facts["forced"]), largest)
