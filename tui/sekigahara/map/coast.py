"""The coast of the map: which cells are land, and the line between land and sea. For the eye alone."""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final, TypeAlias

from tui.sekigahara.map.layout import MapLayout, layout_of
from tui.sekigahara.map.locations import ON_MAP
from tui.sekigahara.map.roads import dot_at, points

_Line: TypeAlias = list[tuple[float, float]]

_DATA: Final[dict[str, Any]] = tomllib.loads(
    files("tui.sekigahara.map").joinpath("coast.toml").read_text(encoding="utf-8")
)
_SOFT: Final = 6.0
"""How far around a location, in columns, the coast goes with it where it was moved off its place."""
_DOTTED: Final = 2
"""Every how many dots of the line one is drawn: so thin, it is read as no road where there are no colours either."""


@dataclass(frozen=True, slots=True)
class Coast:
    """Where land is, a byte a cell and a row of bytes a row, and the cells of the coast with their Braille dots."""

    land: tuple[bytes, ...]
    cells: tuple[tuple[int, int, int], ...]


@lru_cache(maxsize=64)
def coast_of(columns: int, rows: int) -> Coast:
    """The coast on the map of this size."""
    layout = layout_of(columns, rows)
    lines = [_drawn(layout, _DATA[name]) for name in ("north", "south")]
    land = _filled(layout, [*lines[0], *lines[1][::-1]])
    dots: dict[tuple[int, int], int] = {}
    for line in lines:
        ends = itertools.pairwise([(round(2 * x), round(4 * y)) for x, y in line])
        along = [point for (x0, y0), (x1, y1) in ends for point in points(x0, y0, x1, y1)]
        for x, y in [point for point, _ in itertools.groupby(along)][::_DOTTED]:
            if 0 <= x < 2 * columns and 0 <= y < 4 * rows:
                cell, bit = dot_at(x, y)
                dots[cell] = dots.get(cell, 0) | bit
    return Coast(land, tuple([(x, y, bits) for (x, y), bits in dots.items()]))


def _drawn(layout: MapLayout, line: Sequence[Sequence[int]]) -> _Line:
    """A line as it is drawn, in cells: it goes with the locations near it, so that none of them falls into the sea."""
    moved = []
    for place, (x, y) in zip(ON_MAP, layout.markers, strict=True):
        true_x, true_y = layout.project(place.x, place.y)
        moved.append((true_x, true_y, x - true_x, y - true_y))
    drawn = []
    for map_x, map_y in line:
        at_x, at_y = layout.project(map_x, map_y)
        total = across = down = 0.0
        for true_x, true_y, dx, dy in moved:
            weight = 1 / ((true_x - at_x) ** 2 + (2 * (true_y - at_y)) ** 2 + _SOFT) ** 2
            total += weight
            across += weight * dx
            down += weight * dy
        drawn.append((at_x + across / total + 0.5, at_y + down / total + 0.5))
    return drawn


def _filled(layout: MapLayout, outline: _Line) -> tuple[bytes, ...]:
    """The cells inside an outline, row by row."""
    rows = []
    for row in range(layout.rows):
        middle = row + 0.5
        crossings = [
            x0 + (middle - y0) * (x1 - x0) / (y1 - y0)
            for (x0, y0), (x1, y1) in itertools.pairwise([*outline, outline[0]])
            if (y0 <= middle) != (y1 <= middle)
        ]
        cells = bytearray(layout.columns)
        crossings.sort()
        for enter, leave in zip(crossings[::2], crossings[1::2], strict=True):
            first, end = max(round(enter), 0), min(round(leave), layout.columns)
            if first < end:
                cells[first:end] = b"\x01" * (end - first)
        rows.append(cells)
    # A cell is a whole column wide: the line may pass on the wrong side of a town at the shore by less than that.
    for x, y in layout.markers:
        rows[y][x] = 1
    return tuple([bytes(row) for row in rows])
