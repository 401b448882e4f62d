"""The roads of the map as cells, from marker to marker."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from engine.sekigahara.board import HIGHWAY
from engine.sekigahara.components import ROADS
from tui.sekigahara.map.layout import layout_of

_DOTS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
_BRAILLE: Final = 0x2800
_HIGHEST: Final = _DOTS[0][0] | _DOTS[0][1]
_LOWEST: Final = _DOTS[3][0] | _DOTS[3][1]
_DASH: Final = 5
"""A secondary road is drawn in dashes of three dots with two left out."""
_THROUGH: Final = 100.0
_BESIDE: Final = 40.0
_BENT: Final = 1.0
_DOWN: Final = 2.1
"""What is lost where a road runs through the marker of a place that it does not join, or in the cell right beside one,
where it reads as joined; where it leaves the map; by every column by which it is bent; and how many columns are as long
as a row is high."""
_BENDS: Final = tuple(
    sorted(
        [(x, y) for x in range(-8, 9) for y in range(-3, 4) if (x, y) != (0, 0)],
        key=lambda bend: (abs(bend[0]) + _DOWN * abs(bend[1]), bend),
    )
)
"""How far from the straight line a road may be bent, in columns and rows, the least first."""
_PARTS: Final = (1 / 2, 1 / 3, 2 / 3, 1 / 6, 5 / 6)
"""After what part of its way a road is bent."""


Road: TypeAlias = tuple[tuple[int, int, int], ...]
"""The cells of one road: column, row, Braille dots or 0."""
_Point: TypeAlias = tuple[int, int]


def dot_at(x: int, y: int) -> tuple[tuple[int, int], int]:
    """The cell of a Braille dot, two to a column and four to a row, and its bit."""
    return (x // 2, y // 4), _DOTS[y % 4][x % 2]


def braille(dots: int) -> str:
    """The sign with these dots."""
    return chr(_BRAILLE + dots)


def points(x0: int, y0: int, x1: int, y1: int) -> Iterator[tuple[int, int]]:
    """The points of a straight line, from one end to the other."""
    steps = max(abs(x1 - x0), abs(y1 - y0), 1)
    for step in range(steps + 1):
        yield x0 + round((x1 - x0) * step / steps), y0 + round((y1 - y0) * step / steps)


@lru_cache(maxsize=64)
def road_cells(columns: int, rows: int, dotted: bool) -> tuple[Road, ...]:
    """The cells of every road, by its number, on the map of this size. `dotted`: drawn with Braille dots.

    A road runs straight, but around the markers of places that it does not join.
    """
    layout = layout_of(columns, rows)
    found = []
    for number, road in enumerate(ROADS):
        ends = [layout.markers[end] for end in road.ends]
        others = {*layout.markers} - {*ends}
        way = ends
        least = _touched(ends, others, highway=HIGHWAY[number], dotted=dotted)
        for bend in _BENDS if least else ():
            lost = _BENT * (abs(bend[0]) + _DOWN * abs(bend[1]))
            if lost >= least:
                break
            for part in _PARTS:
                across, down = [round(a + (b - a) * part) + by for a, b, by in zip(*ends, bend, strict=True)]
                if 0 <= across < columns and 0 <= down < rows:
                    stops = [ends[0], (across, down), ends[1]]
                    worth = lost + _touched(stops, others, highway=HIGHWAY[number], dotted=dotted)
                    if worth < least:
                        least, way = worth, stops
        drawn = _drawn(way, highway=HIGHWAY[number], dotted=dotted)
        found.append(tuple([(x, y, dots) for (x, y), dots in drawn.items()]))
    return tuple(found)


def _drawn(stops: Sequence[_Point], *, highway: bool, dotted: bool, dashed: bool = True) -> dict[_Point, int]:
    """The cells of a road along these cells, with their dots. `dashed`: as a secondary road is drawn."""
    cells: dict[_Point, int] = {}
    if not dotted:
        for (x0, y0), (x1, y1) in itertools.pairwise(stops):
            cells |= dict.fromkeys(points(x0, y0, x1, y1), 0)
        return cells
    place = 0
    for (x0, y0), (x1, y1) in itertools.pairwise(stops):
        steep = abs(4 * (y1 - y0)) > abs(2 * (x1 - x0))
        line = list(points(2 * x0, 4 * y0 + 1, 2 * x1, 4 * y1 + 1))
        for x, y in line:
            if highway:
                dots = [(x, y), (x + 1, y) if steep else (x, y + 1)]
            else:
                dots = [(x, y)] if not dashed or place % _DASH < 3 or (x, y) == line[-1] else []
            place += 1
            for dot in dots:
                cell, bit = dot_at(*dot)
                cells[cell] = cells.get(cell, 0) | bit
    return cells


def _touched(stops: Sequence[_Point], markers: Collection[_Point], *, highway: bool, dotted: bool) -> float:
    """What is lost where a road along these cells touches markers of places that it does not join."""
    road = _drawn(stops, highway=highway, dotted=dotted, dashed=False)
    lost = 0.0
    for x, y in markers:
        if (x, y) in road:
            lost += _THROUGH
        elif (
            (x - 1, y) in road
            or (x + 1, y) in road
            or road.get((x, y - 1), 0) & _LOWEST
            or road.get((x, y + 1), 0) & _HIGHEST
        ):
            lost += _BESIDE
    return lost
