"""The roads of the map as cells, from marker to marker."""

from __future__ import annotations

import functools
import itertools
import math
import operator
from collections.abc import Callable, Iterator, Sequence
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
"""What is lost where a road runs through the marker of a place that it does not join, or in the cell right beside one,
where it reads as joined."""
_UNSEEN: Final = (10.0, 5.0, 0.0)
_HIDDEN: Final = 1.2
"""What is lost where no cell of a road is seen, or one alone; as much where it has none for itself; and by every cell
that is hidden."""
_LOOSE: Final = 30.0
"""What is lost where a road is bent and seen at neither of its ends: nobody would know whose it is."""
_JOINED: Final = 2.0
_SHARED: Final = 1.5
"""What is lost by every cell right beside what is told of a place that a road does not join, and by every one that it
shares with another road: where a highway is one of them, the other takes its colour."""
_BENT: Final = 1.0
_DOWN: Final = 2.1
"""What is lost by every column by which a road is bent; and how many columns are as long as a row is high."""
_BACK: Final = 4.0
"""What is lost where a road leaves the rows between its ends: it seems to lead elsewhere."""
_MOST: Final = (0.3, 0.2)
_MANY: Final = 110
"""How far a road is bent at most, as a part of its length, unless it touches a marker: farther it reads as two. On a
map of so many columns less will do."""
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
_Way: TypeAlias = tuple[_Point, ...]
"""The cells of a road's ends, and of where it is bent between them."""


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
def road_cells(columns: int, rows: int, dotted: bool, written: tuple[int, ...] = ()) -> tuple[Road, ...]:
    """The cells of every road, by its number, on the map of this size.

    `dotted`: drawn with Braille dots; `written`: of every location the cells in which it is told, a bit each, row by
    row; none: of an empty sheet. A road runs straight, but around the markers of places that it does not join; and
    where it can be followed rather than behind what is written, in the cells of another road, or out of the side of
    what is told of a place that it does not join.
    """
    roads = _Roads(columns, rows, written, dotted=dotted)
    for number in sorted(range(len(ROADS)), key=lambda number: (not HIGHWAY[number], -roads.length(number))):
        roads.bend(number)
    return roads.drawn()


class _Roads:
    """The roads of a map, each with where it is bent."""

    def __init__(self, columns: int, rows: int, written: Sequence[int], *, dotted: bool) -> None:
        self._columns, self._rows, self._dotted = columns, rows, dotted
        self._markers = layout_of(columns, rows).markers
        self._written = functools.reduce(operator.or_, written, 0)
        self._around = [self._near(*marker, around=1) for marker in self._markers]
        self._beside = [(cells << 1 | cells >> 1) & ~self._written for cells in written]
        self._ways: list[_Way] = [self._straight(number) for number in range(len(ROADS))]
        self._cells = [self._cells_of(way, highway=HIGHWAY[number]) for number, way in enumerate(self._ways)]

    def _straight(self, number: int) -> tuple[_Point, _Point]:
        one, two = ROADS[number].ends
        return self._markers[one], self._markers[two]

    def length(self, number: int) -> float:
        """How long a road is that runs straight, in columns. The short ones stay so where others can give way."""
        (x0, y0), (x1, y1) = self._straight(number)
        return math.hypot(x1 - x0, _DOWN * (y1 - y0))

    def drawn(self) -> tuple[Road, ...]:
        """The cells of all roads."""
        found = []
        for number, way in enumerate(self._ways):
            drawn = _drawn(way, highway=HIGHWAY[number], dotted=self._dotted)
            found.append(tuple([(x, y, dots) for (x, y), dots in drawn.items()]))
        return tuple(found)

    def bend(self, number: int) -> None:
        """Have a road run where the least is lost."""
        ends = self._straight(number)
        lost = self._losses(number)
        way: _Way = ends
        least = lost(way, 0.0, math.inf)
        if not least:
            return
        touched = _touched(ends, number, self._columns, self._rows, dotted=self._dotted)
        most = math.inf if touched else _MOST[self._columns >= _MANY] * self.length(number)
        for bend in _BENDS:
            bent = _BENT * (abs(bend[0]) + _DOWN * abs(bend[1]))
            if bent >= least or bent > most:
                break
            for part in _PARTS:
                across, down = [round(a + (b - a) * part) + by for a, b, by in zip(*ends, bend, strict=True)]
                if 0 <= across < self._columns and 0 <= down < self._rows:
                    stops = ends[0], (across, down), ends[1]
                    worth = lost(stops, bent + _BACK * _is_beyond(down, *ends), least)
                    if worth < least:
                        least, way = worth, stops
        self._ways[number], self._cells[number] = way, self._cells_of(way, highway=HIGHWAY[number])

    def _losses(self, number: int) -> Callable[[_Way, float, float], float]:
        """What tells of a road along a way, bent so far, what is lost by it, exactly if that is less than the last."""
        ends = ROADS[number].ends
        leaving = functools.reduce(operator.or_, [self._around[end] for end in ends])
        apart = ~functools.reduce(operator.or_, [self._near(*self._markers[end]) for end in ends])
        roads = {road: cells for road, cells in enumerate(self._cells) if road != number}
        taken = functools.reduce(operator.or_, roads.values(), self._written)
        shared = [cells & ~self._meeting(number, road) for road, cells in roads.items()]
        beside = [cells for place, cells in enumerate(self._beside) if place not in ends]
        joined = functools.reduce(operator.or_, beside, 0)

        def lost(way: _Way, bent: float, least: float) -> float:
            cells = self._cells_of(way, highway=HIGHWAY[number])
            found = bent + _JOINED * (cells & joined).bit_count()
            for hidden in (self._written, taken) if self._written else ():
                found += _UNSEEN[min((cells & ~hidden).bit_count(), 2)]
            if len(way) > 2 and not cells & ~self._written & leaving:
                found += _LOOSE
            found += _HIDDEN * (cells & apart & self._written).bit_count()
            if found < least:
                found += _SHARED * sum([(cells & road).bit_count() for road in shared])
            if found < least:
                found += _touched(way, number, self._columns, self._rows, dotted=self._dotted)
            return found

        return lost

    def _meeting(self, one: int, another: int) -> int:
        """The cells around an end that two roads have in common: there they cannot but share some."""
        return functools.reduce(operator.or_, [self._around[end] for end in _common_ends(one, another)], 0)

    def _near(self, x: int, y: int, around: int = 2) -> int:
        """The cells around an end, up to so many columns from it."""
        found = 0
        for row in range(max(y - 1, 0), min(y + 2, self._rows)):
            for column in range(max(x - around, 0), min(x + around + 1, self._columns)):
                found |= 1 << (row * self._columns + column)
        return found

    def _cells_of(self, way: _Way, *, highway: bool) -> int:
        """The cells of a road, a bit each."""
        found = 0
        for ends in itertools.pairwise(way):
            (x0, y0), (x1, y1) = sorted(ends, key=lambda end: end[1])
            start = y0 * self._columns + x0 - abs(x1 - x0)
            bits = _line(x1 - x0, y1 - y0, self._columns, highway=highway)
            found |= bits << start if start >= 0 else bits >> -start
        return found


@functools.cache
def _common_ends(one: int, another: int) -> tuple[int, ...]:
    """The places that two roads both join."""
    return tuple({*ROADS[one].ends} & {*ROADS[another].ends})


def _is_beyond(row: int, one: _Point, two: _Point) -> bool:
    """Whether a row is not between those of two ends that lie in different ones."""
    return one[1] != two[1] and not min(one[1], two[1]) <= row <= max(one[1], two[1])


@functools.cache
def _line(dx: int, dy: int, columns: int, *, highway: bool) -> int:
    """The cells of a straight line downwards as bits, the first of them being that of dx columns to the left."""
    found = 0
    for x, y in points(0, 1, 2 * dx, 4 * dy + 1):
        for across, down in ((x, y), _beside(x, y, dx, dy)) if highway else ((x, y),):
            found |= 1 << (down // 4 * columns + across // 2 + abs(dx))
    return found


def _beside(x: int, y: int, dx: int, dy: int) -> tuple[int, int]:
    """The second dot of a highway, which leads by so many cells."""
    return (x + 1, y) if abs(4 * dy) > abs(2 * dx) else (x, y + 1)


def _drawn(stops: Sequence[_Point], *, highway: bool, dotted: bool, dashed: bool = True) -> dict[_Point, int]:
    """The cells of a road along these cells, with their dots. `dashed`: as a secondary road is drawn."""
    cells: dict[_Point, int] = {}
    if not dotted:
        for (x0, y0), (x1, y1) in itertools.pairwise(stops):
            cells |= dict.fromkeys(points(x0, y0, x1, y1), 0)
        return cells
    place = 0
    for (x0, y0), (x1, y1) in itertools.pairwise(stops):
        line = list(points(2 * x0, 4 * y0 + 1, 2 * x1, 4 * y1 + 1))
        for x, y in line:
            if highway:
                dots = [(x, y), _beside(x, y, x1 - x0, y1 - y0)]
            else:
                dots = [(x, y)] if not dashed or place % _DASH < 3 or (x, y) == line[-1] else []
            place += 1
            for dot in dots:
                cell, bit = dot_at(*dot)
                cells[cell] = cells.get(cell, 0) | bit
    return cells


@lru_cache(maxsize=16384)
def _touched(stops: _Way, number: int, columns: int, rows: int, *, dotted: bool) -> float:
    """What is lost where a road along these cells touches markers of places that it does not join.

    However the labels lie, the same ways are looked at on a map of this size.
    """
    road = _drawn(stops, highway=HIGHWAY[number], dotted=dotted, dashed=False)
    lost = 0.0
    for place, (x, y) in enumerate(layout_of(columns, rows).markers):
        if place in ROADS[number].ends:
            continue
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
