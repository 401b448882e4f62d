"""The signs of the board: one set of Unicode signs, all one column wide, and one of ASCII alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.samurai.components import FIGURE_NAMES, Terrain
from tui.glyphs import Glyphs


@dataclass(frozen=True, slots=True)
class Signs:
    """A set of signs. Nothing on the board is told by colour alone.

    `terrain`: what a hex is; `figures`: the shape of each kind; `edge`: between two hexes; `character`: a tile's.
    """

    terrain: Mapping[Terrain, str]
    figures: tuple[str, ...]
    edge: str
    character: str


def _figures(helmet: str, buddha: str, rice: str) -> tuple[str, ...]:
    shapes = {"helmet": helmet, "buddha": buddha, "rice": rice}
    return tuple([shapes[name] for name in FIGURE_NAMES])


_UNICODE: Final = Signs(
    terrain={Terrain.CAPITAL: "★", Terrain.CITY: "■", Terrain.VILLAGE: "○", Terrain.LAND: "·", Terrain.SEA: "~"},
    figures=_figures("▲", "●", "◆"),
    edge="│",
    character="*",
)

_ASCII: Final = Signs(
    terrain={Terrain.CAPITAL: "*", Terrain.CITY: "#", Terrain.VILLAGE: "o", Terrain.LAND: ".", Terrain.SEA: "~"},
    figures=_figures("^", "@", "%"),
    edge="|",
    character="*",
)


def signs_for(glyphs: Glyphs) -> Signs:
    """The board's signs that go with the client's."""
    return _ASCII if glyphs.ascii else _UNICODE
