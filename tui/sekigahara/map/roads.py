"""The roads of the map as cells, from marker to marker."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, TypeAlias

from engine.sekigahara.board import HIGHWAY
from engine.sekigahara.components import ROADS
from tui.sekigahara.map.layout import layout_of

_DOTS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
_BRAILLE: Final = 0x2800
_DASH: Final = 5
"""A secondary road is drawn in dashes of three dots with two left out."""


Road: TypeAlias = tuple[tuple[int, int, int], ...]
"""The cells of one road: column, row, Braille dots or 0."""


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
    """The cells of every road, by its number, on the map of this size. `dotted`: drawn with Braille dots."""
    layout = layout_of(columns, rows)
    found = []
    for number, road in enumerate(ROADS):
        (x0, y0), (x1, y1) = (layout.markers[end] for end in road.ends)
        cells: dict[tuple[int, int], int] = {}
        if dotted:
            steep = abs(4 * (y1 - y0)) > abs(2 * (x1 - x0))
            line = list(points(2 * x0, 4 * y0 + 1, 2 * x1, 4 * y1 + 1))
            for place, (x, y) in enumerate(line):
                if HIGHWAY[number]:
                    dots = [(x, y), (x + 1, y) if steep else (x, y + 1)]
                else:
                    dots = [(x, y)] if place % _DASH < 3 or (x, y) == line[-1] else []
                for dot in dots:
                    cell, bit = dot_at(*dot)
                    cells[cell] = cells.get(cell, 0) | bit
        else:
            cells = dict.fromkeys(points(x0, y0, x1, y1), 0)
        found.append(tuple([(x, y, dots) for (x, y), dots in cells.items()]))
    return tuple(found)
