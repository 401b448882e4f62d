"""Land and water of the map: the coast, a lake, and where mountains rise. For the eye alone."""

from __future__ import annotations

import itertools
import math
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final, TypeAlias

from tui.sekigahara.map.layout import MapLayout, layout_of
from tui.sekigahara.map.locations import ON_MAP
from tui.sekigahara.map.roads import dot_at, points

_Line: TypeAlias = list[tuple[float, float]]
_Moved: TypeAlias = list[tuple[float, float, float, float]]
"""Where each location would be drawn by the scale alone, and how far from there it is."""


class Ground(IntEnum):
    """What lies at a cell of the map."""

    WATER = 0
    PLAIN = 1
    HILLS = 2
    MOUNTAINS = 3


_DATA: Final[dict[str, Any]] = tomllib.loads(
    files("tui.sekigahara.map").joinpath("terrain.toml").read_text(encoding="utf-8")
)
_SOFT: Final = 6.0
"""How far around a location, in columns, the coast goes with it where it was moved off its place."""
_DOTTED: Final = 2
"""Every how many dots of the line one is drawn: so thin, it is read as no road where there are no colours either."""
_ACROSS: Final = 900
_DOWN: Final = 420
"""How far apart the outermost locations lie on the printed map, about, from west to east and from north to south."""
_NEAR: Final = 16
"""How far apart the points of a ridge are from which mountains rise, in thousandths of the printed map's width."""
_HIGH: Final = 0.5
"""Over which part of the slopes of a range there are mountains; beyond it there are hills."""


@dataclass(frozen=True, slots=True)
class Terrain:
    """What lies where, a byte a cell (see `Ground`) and a row of bytes a row; and the cells of the shores with their
    Braille dots.
    """

    ground: tuple[bytes, ...]
    shores: tuple[tuple[int, int, int], ...]


@lru_cache(maxsize=64)
def terrain_of(columns: int, rows: int) -> Terrain:
    """Land and water on the map of this size."""
    layout = layout_of(columns, rows)
    moved = _moved(layout)
    north, south, lake = [_drawn(layout, moved, _DATA[name]) for name in ("north", "south", "biwa")]
    ground = [bytearray(row) for row in _filled(layout, [*north, *south[::-1]])]
    for row, wet in zip(ground, _filled(layout, lake), strict=True):
        for x, inside in enumerate(wet):
            if inside:
                row[x] = Ground.WATER
    for mountains in _DATA["mountains"]:
        _raise(layout, ground, _drawn(layout, moved, [*_along(mountains["ridge"])]), mountains["slopes"])
    # A cell is a whole column wide: the line may pass on the wrong side of a town at the shore by less than that.
    for x, y in layout.markers:
        ground[y][x] = ground[y][x] or Ground.PLAIN
    dots: dict[tuple[int, int], int] = {}
    for line in (north, south, [*lake, lake[0]]):
        ends = itertools.pairwise([(round(2 * x), round(4 * y)) for x, y in line])
        along = [point for (x0, y0), (x1, y1) in ends for point in points(x0, y0, x1, y1)]
        for x, y in [point for point, _ in itertools.groupby(along)][::_DOTTED]:
            if 0 <= x < 2 * columns and 0 <= y < 4 * rows:
                cell, bit = dot_at(x, y)
                dots[cell] = dots.get(cell, 0) | bit
    return Terrain(tuple([bytes(row) for row in ground]), tuple([(x, y, bits) for (x, y), bits in dots.items()]))


def _moved(layout: MapLayout) -> _Moved:
    moved = []
    for place, (x, y) in zip(ON_MAP, layout.markers, strict=True):
        true_x, true_y = layout.project(place.x, place.y)
        moved.append((true_x, true_y, x - true_x, y - true_y))
    return moved


def _drawn(layout: MapLayout, moved: _Moved, line: Sequence[Sequence[float]]) -> _Line:
    """A line as it is drawn, in cells: it goes with the locations near it, so that none of them falls into the sea."""
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


def _along(ridge: Sequence[Sequence[float]]) -> Iterator[tuple[float, float]]:
    """Points of a line that lie near one another."""
    for (x0, y0), (x1, y1) in itertools.pairwise(ridge):
        steps = max(int(max(abs(x1 - x0), abs(y1 - y0)) / _NEAR), 1)
        for step in range(steps):
            yield x0 + (x1 - x0) * step / steps, y0 + (y1 - y0) * step / steps
    yield ridge[-1][0], ridge[-1][1]


def _raise(layout: MapLayout, ground: list[bytearray], ridge: _Line, slopes: float) -> None:
    """Let mountains rise along a ridge, where there is land."""
    across, down = slopes * layout.project.columns / _ACROSS, slopes * layout.project.rows / _DOWN
    for x0, y0 in ridge:
        for y in range(max(int(y0 - down), 0), min(int(y0 + down) + 1, layout.rows)):
            for x in range(max(int(x0 - across), 0), min(int(x0 + across) + 1, layout.columns)):
                far = math.hypot((x + 0.5 - x0) / across, (y + 0.5 - y0) / down)
                if far <= 1 and ground[y][x]:
                    ground[y][x] = max(ground[y][x], Ground.MOUNTAINS if far <= _HIGH else Ground.HILLS)


def _filled(layout: MapLayout, outline: _Line) -> list[bytes]:
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
        rows.append(bytes(cells))
    return rows
