"""Chapter 2: instant victory and the final count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias

from engine.forms import NUMBER, Form
from engine.hidden import SEATS, Face, Over, Seat, other
from engine.sekigahara.board import DEAD, OSAKA, Location
from engine.sekigahara.chapters.chapter_4_control import castles_of, resources_of
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.forms import FACE
from engine.sekigahara.pieces import PROTAGONIST
from engine.sekigahara.state import State


@dataclass(frozen=True, slots=True)
class LeaderKilled:
    """Tokugawa Ieyasu or Ishida Mitsunari, whose block has this face, is dead (2.1, 9.5)."""

    leader: Face
    form: ClassVar[Form] = Form("leader-killed", leader=FACE)


@dataclass(frozen=True, slots=True)
class HideyoriCaptured:
    """Toyotomi Hideyori's disk has been taken at Osaka (2.1, 9.1)."""

    form: ClassVar[Form] = Form("hideyori-captured")


@dataclass(frozen=True, slots=True)
class PointsCounted:
    """The victory points after the last week (2.2, R4)."""

    tokugawa: int
    ishida: int
    form: ClassVar[Form] = Form("points-counted", tokugawa=NUMBER, ishida=NUMBER)


Reason: TypeAlias = LeaderKilled | HideyoriCaptured | PointsCounted
REASONS: Final = (LeaderKilled, HideyoriCaptured, PointsCounted)
"""Why a game was won."""


CASTLE_POINTS: Final = 2
RESOURCE_POINTS: Final = 1
"""Victory points for a castle, and for a resource location (2.2)."""


def score(state: State, seat: Seat) -> int:
    """Victory points as they stand (2.2, R4)."""
    return CASTLE_POINTS * castles_of(state, seat) + RESOURCE_POINTS * resources_of(state, seat)


def captures_hideyori(seat: Seat, location: Location) -> bool:
    """Whether `seat` wins the game by taking the castle at `location`: Hideyori's disk is lost with it (2.1, 9.1)."""
    return seat == TOKUGAWA and location == OSAKA


def check_victory(state: State) -> None:
    """Instant victory (2.1, 9.1, 9.5, R4, R29)."""
    shown = state.shown
    for seat in SEATS:
        leader = PROTAGONIST[seat]
        if any(shown[block] == leader for block in state.pools[seat][DEAD]):
            state.over = Over(other(seat), LeaderKilled(leader))
            return
    if OSAKA not in state.disks:
        state.over = Over(TOKUGAWA, HideyoriCaptured())


def count_points(state: State) -> None:
    """Victory points after the last week; Ishida wins a tie (2.2, R4)."""
    counted = PointsCounted(score(state, TOKUGAWA), score(state, ISHIDA))
    state.over = Over(TOKUGAWA if counted.tokugawa > counted.ishida else ISHIDA, counted)
