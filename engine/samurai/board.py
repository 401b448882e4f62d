"""The board: its places and what lies next to what; and the pools, of which every place is one (1.1).

A place is a hex. Its key is the letter of its column, `a` for column 2 of the whole map, and the number of its row: the
capital, Edo, is `o14`. Places are numbered by columns from the west, within a column from the north.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from engine.hidden import Pool
from engine.samurai.components import HEXES, Hex, Terrain

Place: TypeAlias = Pool
"""A hex of the board: the tiles on it are that pool of their owner, at most one tile in all."""

_HEXES: Final[tuple[Hex, ...]] = tuple(HEXES)
_NUMBER: Final = {hexagon: Place(number) for number, hexagon in enumerate(_HEXES)}

PLACES: Final[tuple[Place, ...]] = tuple(_NUMBER.values())
PLACE_KEYS: Final[tuple[str, ...]] = tuple([f"{chr(ord('a') + place.column - 2)}{place.row}" for place in _HEXES])
POSITIONS: Final[tuple[Hex, ...]] = _HEXES
"""Column and row of each place."""

TERRAIN: Final[tuple[Terrain, ...]] = tuple(HEXES.values())


def _of(*terrains: Terrain) -> tuple[Place, ...]:
    return tuple([place for place in PLACES if TERRAIN[place] in terrains])


CAPITAL: Final[Place] = _of(Terrain.CAPITAL)[0]
CITIES: Final = _of(Terrain.CITY)
VILLAGES: Final = _of(Terrain.VILLAGE)
SETTLEMENTS: Final = _of(Terrain.CAPITAL, Terrain.CITY, Terrain.VILLAGE)
LAND: Final = _of(Terrain.LAND)
SEA: Final = _of(Terrain.SEA)

IS_LAND: Final[tuple[bool, ...]] = tuple([terrain is Terrain.LAND for terrain in TERRAIN])
IS_SEA: Final[tuple[bool, ...]] = tuple([terrain is Terrain.SEA for terrain in TERRAIN])


def _neighbours(place: Hex) -> list[Hex]:
    """The six hexes around one; in odd columns a hex lies half a hex further south."""
    column, row = place.column, place.row
    north = row - 1 + column % 2
    around = [(column - 1, north), (column - 1, north + 1), (column, row - 1), (column, row + 1)]
    around += [(column + 1, north), (column + 1, north + 1)]
    return [Hex(*found) for found in around]


ADJACENT: Final[tuple[tuple[Place, ...], ...]] = tuple(
    [tuple([_NUMBER[found] for found in _neighbours(place) if found in _NUMBER]) for place in _HEXES]
)
"""The places next to each place, ascending."""

LAND_AROUND: Final[tuple[tuple[Place, ...], ...]] = tuple(
    [tuple([found for found in around if IS_LAND[found]]) for around in ADJACENT]
)
"""The land hexes next to each place: those that must hold tiles before its figures are captured (5.1, S1)."""

SETTLEMENTS_AROUND: Final[tuple[tuple[Place, ...], ...]] = tuple(
    [tuple([found for found in around if found in SETTLEMENTS]) for around in ADJACENT]
)
"""The settlements next to each place."""

HAND: Final = Pool(len(PLACES))
"""The tiles behind a player's screen."""
STOCK: Final = Pool(len(PLACES) + 1)
"""The tiles that a player has yet to draw. Nobody may look at them."""
BOX: Final = Pool(len(PLACES) + 2)
"""The figure exchange, once it has been played (4.2)."""
BAG: Final = Pool(len(PLACES) + 3)
"""The figures of a random set-up before they are drawn; blue's alone (S3)."""
DRAWN: Final = Pool(len(PLACES) + 4)
"""The figures of a random set-up in the order in which they were drawn; blue's alone (S3)."""

POOL_KEYS: Final[tuple[str, ...]] = (*PLACE_KEYS, "hand", "stock", "box", "bag", "drawn")


def room(place: Place) -> int:
    """How many figures a settlement takes in the set-up: the capital three, a city two, a village one (2.3 to 2.5)."""
    return {Terrain.CAPITAL: 3, Terrain.CITY: 2, Terrain.VILLAGE: 1}[TERRAIN[place]]
