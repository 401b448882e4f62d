"""Where the locations lie on the printed map: read once from `locations.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

from engine.sekigahara.board import LOCATION_KEYS


@dataclass(frozen=True, slots=True)
class OnMap:
    """A location for the eye.

    `x` and `y` are thousandths of the printed map's width; `column` and `row` are the cell of its marker on the
    smallest map; `code` has three letters, or four where others begin with the same three. `army`: columns that it is
    to have for those who gather there, where others have none of their own; `spread`: the column and the row, in cells
    of the smallest map, where it lies on a larger one (`layout.SPREAD`), if that is elsewhere; `rightward`: how many
    columns a map has on which its name rather stands to the right of its marker, although more of its roads are there.
    """

    code: str
    x: int
    y: int
    column: int
    row: int
    army: int = 0
    spread: tuple[float, float] | None = None
    rightward: int | None = None


_DATA: Final[dict[str, Any]] = tomllib.loads(
    files("tui.sekigahara.map").joinpath("locations.toml").read_text(encoding="utf-8")
)

ON_MAP: Final[tuple[OnMap, ...]] = tuple(OnMap(**_DATA[key]) for key in LOCATION_KEYS)
"""By the location's number."""
