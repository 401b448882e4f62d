"""The map as a graph, and the pools that pieces lie in (chapters 3 and 4).

A location's number is also the number of the pool of blocks that stand there; the pools off the map come after.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.hidden import Pool, Seat
from engine.sekigahara.components import MAP, ROADS

Location: TypeAlias = Pool
"""The number of a location: its place in `components.MAP`, which runs from west to east."""

LOCATIONS: Final[tuple[Location, ...]] = tuple(Pool(number) for number in range(len(MAP)))

DECK: Final = Pool(len(MAP))
HAND: Final = Pool(DECK + 1)
DISCARD: Final = Pool(DECK + 2)
PLAYED: Final = Pool(DECK + 3)
"""Cards played in the combat in progress (8.10)."""
BAG: Final = Pool(DECK + 4)
RECRUITMENT: Final = Pool(DECK + 5)
MORI_BOX: Final = Pool(DECK + 6)
DEAD: Final = Pool(DECK + 7)
POOL_COUNT: Final = DECK + 8
CARD_POOLS: Final = (DECK, HAND, DISCARD, PLAYED)
POOL_KEYS: Final[tuple[str, ...]] = (
    *(location.key for location in MAP),
    "deck",
    "hand",
    "discard",
    "played",
    "bag",
    "recruitment",
    "mori_box",
    "dead",
)


OWN_POOLS: Final[frozenset[Pool]] = frozenset((*LOCATIONS, HAND, PLAYED, RECRUITMENT, MORI_BOX))
"""The pools whose pieces their owner may look at. Decks and bags are secret from both players (3.3)."""

LOCATION_KEYS: Final[tuple[str, ...]] = tuple(location.key for location in MAP)


def location_named(key: str) -> Location:
    """The location with this key (`osaka`). Raises ValueError."""
    return Pool(LOCATION_KEYS.index(key))


OSAKA: Final = location_named("osaka")
UEDA: Final = location_named("ueda")

CASTLE: Final[tuple[Seat | None, ...]] = tuple(location.castle for location in MAP)
CASTLES: Final[tuple[Location, ...]] = tuple(place for place in LOCATIONS if CASTLE[place] is not None)
CAPITAL: Final[tuple[Seat | None, ...]] = tuple(location.capital for location in MAP)
RESOURCE: Final[tuple[bool, ...]] = tuple(location.resource for location in MAP)
RESOURCES: Final[tuple[Location, ...]] = tuple(place for place in LOCATIONS if RESOURCE[place])
DISKS: Final[tuple[Location, ...]] = tuple(place for place in LOCATIONS if MAP[place].disk)

ROAD_BETWEEN: Final[dict[tuple[int, int], int]] = {
    pair: number for number, road in enumerate(ROADS) for pair in (road.ends, (road.ends[1], road.ends[0]))
}
"""The number of the road from one location to another, in either direction."""

HIGHWAY: Final[tuple[bool, ...]] = tuple(road.highway for road in ROADS)
ADJACENT: Final[tuple[tuple[Location, ...], ...]] = tuple(
    tuple(neighbour for neighbour in LOCATIONS if (place, neighbour) in ROAD_BETWEEN) for place in LOCATIONS
)

LONGEST_MARCH: Final = 4
"""Nothing moves more than four locations (7.3.3)."""


@dataclass(frozen=True, slots=True)
class Path:
    """A way from a location along roads that visits no location twice.

    `stops` are the locations after the start; `roads` is a bit set of road numbers, `inside` one of the locations
    passed before the last; `highway` says that every road is highway (7.3.3).
    """

    stops: tuple[Location, ...]
    roads: int
    inside: int
    highway: bool

    @property
    def end(self) -> Location:
        """Where the path leads."""
        return self.stops[-1]


def _paths_from(start: Location) -> tuple[tuple[Path, ...], ...]:
    """All paths from `start` by length: element n holds those of n roads."""
    by_length: list[tuple[Path, ...]] = [(Path((), 0, 0, True),)]
    for _ in range(LONGEST_MARCH):
        longer = []
        for path in by_length[-1]:
            here = path.stops[-1] if path.stops else start
            for there in ADJACENT[here]:
                if there == start or there in path.stops:
                    continue
                road = ROAD_BETWEEN[here, there]
                inside = path.inside | (1 << here) if path.stops else 0
                longer.append(
                    Path((*path.stops, there), path.roads | 1 << road, inside, path.highway and HIGHWAY[road])
                )
        by_length.append(tuple(longer))
    return tuple(by_length)


PATHS: Final[tuple[tuple[tuple[Path, ...], ...], ...]] = tuple(_paths_from(place) for place in LOCATIONS)
"""PATHS[start][n]: every path of n roads from `start`."""
