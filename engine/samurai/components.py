"""The components of Samurai for two players, read once from `components.toml`: figures, tiles, hexes (1.1 to 1.5)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files
from typing import Any, Final, NewType

from engine.hidden import Face

SEAT_NAMES: Final = ("red", "blue")
"""The two seats by their colours. Red begins (S2)."""

_DATA: Final[dict[str, Any]] = tomllib.loads(
    files("engine.samurai").joinpath("components.toml").read_text(encoding="utf-8")
)

Figure = NewType("Figure", int)
"""A kind of figure: an index into `FIGURE_NAMES`."""

FIGURE_NAMES: Final[tuple[str, ...]] = tuple(_DATA["figures"]["kinds"])
FIGURES: Final[tuple[Figure, ...]] = tuple([Figure(number) for number in range(len(FIGURE_NAMES))])
FIGURES_OF_EACH_KIND: Final[int] = _DATA["figures"]["of_each_kind"]

HAND_SIZE: Final[int] = _DATA["play"]["hand"]
ASIDE_TO_END: Final[int] = _DATA["play"]["aside_to_end"]


class TileKind(StrEnum):
    """What is pictured on a tile (1.3)."""

    HELMET = "helmet"
    BUDDHA = "buddha"
    RICE = "rice"
    SAMURAI = "samurai"
    TILE_EXCHANGE = "tile-exchange"
    SHIP = "ship"
    RONIN = "ronin"
    FIGURE_EXCHANGE = "figure-exchange"


@dataclass(frozen=True, slots=True)
class Tile:
    """The face of a tile: its influence is `value` on each kind of figure that it `affects` (1.4).

    `character`: it bears the Japanese character, so that any number of such tiles may be played in a turn (1.5).
    """

    kind: TileKind
    value: int
    affects: tuple[Figure, ...]
    character: bool

    @property
    def key(self) -> str:
        """The face's name in canonical texts, for example `ship-2` or `tile-exchange`."""
        return f"{self.kind}-{self.value}" if self.affects else str(self.kind)


def _tiles() -> tuple[tuple[Tile, ...], tuple[Face, ...]]:
    """The different tiles in the order of the data, and the faces of one player's twenty."""
    faces: dict[Tile, Face] = {}
    supply = []
    for table in _DATA["tiles"]:
        affects = tuple([Figure(FIGURE_NAMES.index(name)) for name in table["affects"]])
        for value in table["values"]:
            tile = Tile(TileKind(table["kind"]), value, affects, table["character"])
            supply.append(faces.setdefault(tile, Face(len(faces))))
    return tuple(faces), tuple(supply)


_TILES: Final = _tiles()

TILES: Final[tuple[Tile, ...]] = _TILES[0]
"""The different tiles, by face."""

TILE_SUPPLY: Final[tuple[Face, ...]] = _TILES[1]
"""The faces of the twenty tiles that each player has (1.3)."""

FACE_KEYS: Final[tuple[str, ...]] = (*[tile.key for tile in TILES], *[f"figure-{name}" for name in FIGURE_NAMES])
"""All faces by name: the tiles, then the figures, which are pieces only while a random set-up hides them (S3)."""


def is_tile(face: Face) -> bool:
    """Whether `face` is a tile's, and not a figure's."""
    return face < len(TILES)


def figure_face(figure: Figure) -> Face:
    """The face of a figure that lies hidden among others (S3)."""
    return Face(len(TILES) + figure)


def figure_of(face: Face) -> Figure:
    """The kind of figure that has this face, which must be a figure's."""
    assert not is_tile(face), face
    return Figure(face - len(TILES))


@dataclass(frozen=True, slots=True, order=True)
class Hex:
    """Where a hex lies: its column, counted from the west, and its row, counted from the north."""

    column: int
    row: int


class Terrain(StrEnum):
    """What a hex is (1.1)."""

    CAPITAL = "capital"
    CITY = "city"
    VILLAGE = "village"
    LAND = "land"
    SEA = "sea"


def _hexes() -> dict[Hex, Terrain]:
    board = _DATA["board"]
    named = {
        Terrain.CAPITAL: [board["capital"]],
        Terrain.CITY: board["cities"],
        Terrain.VILLAGE: board["villages"],
        Terrain.LAND: board["land"],
        Terrain.SEA: board["sea"],
    }
    found = {Hex(*place): terrain for terrain, places in named.items() for place in places}
    return dict(sorted(found.items()))


HEXES: Final[dict[Hex, Terrain]] = _hexes()
"""All hexes of the board in the order of columns, then rows."""


def rule_values() -> str:
    """Every value above, a fact a line: what two programs must agree on, however either of them stores or draws it."""
    lines = [f"figures {','.join(FIGURE_NAMES)} each={FIGURES_OF_EACH_KIND} aside={ASIDE_TO_END} hand={HAND_SIZE}"]
    for face, tile in enumerate(TILES):
        affects = ",".join([FIGURE_NAMES[figure] for figure in tile.affects]) or "-"
        character = "yes" if tile.character else "no"
        count = TILE_SUPPLY.count(Face(face))
        lines.append(f"tile {tile.key} count={count} value={tile.value} affects={affects} character={character}")
    lines += [f"hex {place.column},{place.row} {terrain}" for place, terrain in HEXES.items()]
    return "\n".join([*lines, ""])
