"""What a seat has that counts, and what it could go on to take (2.2)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.hidden import Seat
from engine.sekigahara.board import CASTLE, LOCATIONS, OSAKA, RESOURCE, Location
from engine.sekigahara.bots.steady.assessment import DISTANCE
from engine.sekigahara.components import ISHIDA
from engine.sekigahara.state import State


def points_of(state: State, seat: Seat) -> list[Location]:
    """The castles and resource locations that are a seat's (2.2)."""
    return [
        place
        for place in LOCATIONS
        if (CASTLE[place] is not None and state.holder[place] == seat)
        or (RESOURCE[place] and state.owner[place] == seat)
    ]


def targets_near(state: State, seat: Seat, ends: Iterable[Location]) -> list[Location]:
    """What is not the seat's own within two roads of where blocks come to stand, what counts most first."""
    mine = points_of(state, seat)
    worth: dict[Location, float] = {}
    for end in ends:
        for place in LOCATIONS:
            counts = 2.0 * (CASTLE[place] is not None) + RESOURCE[place] + 3.0 * (place == OSAKA and seat != ISHIDA)
            roads = DISTANCE[end][place]
            if counts and place not in mine and 1 <= roads <= 2:
                worth[place] = max(worth.get(place, 0.0), counts / roads)
    return sorted(worth, key=lambda place: -worth[place])
