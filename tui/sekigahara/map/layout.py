"""Where the 51 locations lie on a map of text of any size: pure geometry, worked out once a size.

Every location has a marker, at which its roads end, and a box of cells that no other box touches, with the marker at
its left or right end. The markers stand as near as they can to where the printed map has the location; where there is
room for a line each and no more, to where `locations.toml` has them in the smallest window, which leaves room for what
is told of them.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Final, TypeAlias

from engine.sekigahara.board import ADJACENT, LOCATIONS, Location, location_named
from engine.sekigahara.components import ROADS
from engine.sekigahara.pieces import RECRUITS_AT
from tui.arrows import Links, Points
from tui.boards import Box, Layout, Spot
from tui.lines import columns as columns_of
from tui.sekigahara.map.locations import ON_MAP
from tui.sekigahara.words.locations import NAMES

SMALLEST: Final = (80, 14)
"""Columns and rows that the map has at least: in a smaller window it is scrolled."""
SPREAD: Final = (98, 17)
"""How many columns and rows a map has at least on which roads are told apart by where places lie (`OnMap.spread`)."""
GAP: Final = 2
"""Free columns before every box: for what is marked there."""

_WEST: Final = min(location.x for location in ON_MAP)
_EAST: Final = max(location.x for location in ON_MAP)
_NORTH: Final = min(location.y for location in ON_MAP)
_SOUTH: Final = max(location.y for location in ON_MAP)
_ASPECT: Final = 2.1
"""How many columns are as long as a row is high."""
_LONGER: Final = 1.7
"""How much longer than true the map may be drawn in one direction to fill its window."""
_EVEN: Final = 0.4
"""How far the crowded parts of the map are spread at the expense of the empty ones: 0 not at all, 1 evenly.

Each axis is stretched by itself and never folded, so that west stays west of east, and north of south."""
_ORDERS: Final = 4
"""In how many orders the boxes are laid down, to keep the best."""
_ROUNDS: Final = 20
"""How often the boxes are moved nearer to where they should be; they settle long before."""
_BENT: Final = 3.0
"""How many columns the locations may lie off their place on average for boxes with more in them to be taken."""


@dataclass(frozen=True, slots=True)
class MapLayout(Layout):
    """The map at one size.

    `markers` are the cells of the locations' markers, `boxes` the room that each location has for itself; on a map with
    labels they are the lines of the markers, and `lines` those above and below them. `project` takes a point of the
    printed map to where it is drawn. `usual`: the columns and rows of the map at whose scale the names choose the side
    of their marker, None where that is this one.
    """

    markers: tuple[tuple[int, int], ...] = ()
    project: Projection = field(default=None, compare=False, repr=False)  # type: ignore[assignment]
    halfway: Points = field(default=(), compare=False, repr=False)
    lines: tuple[tuple[Box, ...], ...] = ()
    usual: tuple[int, int] | None = None

    def marker_of(self, spot: Spot) -> tuple[int, int] | None:
        """See `Layout.marker_of`."""
        return self.markers[spot] if self.markers else None

    @property
    def points(self) -> Points:
        """Halfway from the markers to where the printed map has the locations: west is never quite lost."""
        return self.halfway

    @property
    def links(self) -> Links:
        """The roads."""
        return _LINKS

    def boxes_of(self, spot: Spot) -> Sequence[Box]:
        """See `Layout.boxes_of`."""
        return (self.boxes[spot], *(self.lines[spot] if self.lines else ()))

    def leftward(self, location: Location) -> bool:
        """Whether there are fewer roads to the left of the marker."""
        return _LEFTWARD[location]

    @property
    def written(self) -> tuple[int, ...]:
        """Of every location the cells of its box and lines, a bit each, row by row."""
        found = []
        for location in LOCATIONS:
            cells = 0
            for box in self.boxes_of(location):
                for row in range(box.y, box.y + box.height):
                    cells |= ((1 << box.width) - 1) << (row * self.columns + box.x)
            found.append(cells)
        return tuple(found)

    def labelled(self, lines: Sequence[Sequence[Box]]) -> MapLayout:
        """The same with labels: where their lines are, the marker's the first."""
        return replace(self, boxes=tuple([each[0] for each in lines]), lines=tuple([tuple(each[1:]) for each in lines]))

    def at(self, x: int, y: int) -> Location | None:
        """The location whose box or lines hold the cell, else the one of whom some are right beside it.

        A marker is meant all around it, also above and below, where no label is nearer.
        """
        near = [(box.distance(x, y), location) for location, box in zip(LOCATIONS, self.boxes, strict=True)]
        near += [(box.distance(x, y), LOCATIONS[place]) for place, lines in enumerate(self.lines) for box in lines]
        near += [
            (_AROUND, location)
            for location, (marker_x, marker_y) in zip(LOCATIONS, self.markers, strict=True)
            if max(abs(x - marker_x), abs(y - marker_y)) == 1
        ]
        far, location = min(near)
        return location if far <= _BESIDE else None


_BESIDE: Final = 3.0
"""How far beside a box, in columns, a click still means it."""
_AROUND: Final = 2.1
"""How far from a marker the cells around it are: less than a row, and more than what is beside a label on its row."""


def _spread(values: Sequence[int]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The values in order, and between 0 and 1 where each of them is to be drawn."""
    ordered = sorted(set(values))
    low, high = ordered[0], ordered[-1]
    ranks = sorted(values)
    drawn = []
    for value in ordered:
        rank = (bisect_left(ranks, value) + bisect_left(ranks, value + 1) - 1) / 2 / (len(ranks) - 1)
        drawn.append((1 - _EVEN) * (value - low) / (high - low) + _EVEN * rank)
    return tuple([float(value) for value in ordered]), tuple(drawn)


_ACROSS: Final = _spread([location.x for location in ON_MAP])
_DOWN: Final = _spread([location.y for location in ON_MAP])


def _drawn_at(value: float, spread: tuple[tuple[float, ...], tuple[float, ...]]) -> float:
    """Where a coordinate is drawn, as a part of the whole; beyond the outermost locations the scale stays as it is."""
    known, drawn = spread
    place = min(max(bisect_left(known, value), 1), len(known) - 1)
    if value < known[0] or value > known[-1]:
        edge = 0 if value < known[0] else -1
        return drawn[edge] + (value - known[edge]) / (known[-1] - known[0])
    low, high = known[place - 1], known[place]
    return drawn[place - 1] + (drawn[place] - drawn[place - 1]) * (value - low) / (high - low)


@dataclass(frozen=True, slots=True)
class Projection:
    """From thousandths of the printed map's width to columns and rows."""

    left: float
    top: float
    columns: float
    rows: float

    def __call__(self, x: float, y: float) -> tuple[float, float]:
        """Where the point is drawn."""
        return self.left + _drawn_at(x, _ACROSS) * self.columns, self.top + _drawn_at(y, _DOWN) * self.rows


@dataclass(frozen=True, slots=True)
class _Size:
    """What a location's box is to have room for: `lines` rows; no box is narrower than `width`.

    `army`: where armies gather it has up to so many columns more (`OnMap.army`). `least`: how many columns and rows a
    map has at least for which it is tried.
    """

    lines: int
    width: int
    army: int = 20
    least: tuple[int, int] = SMALLEST

    def of(self, location: Location) -> int:
        """How wide the box of a location is. With the name go two columns for every daimyo who recruits there."""
        recruits = RECRUITS_AT[location]
        named = columns_of(NAMES[location]) + (1 + 2 * len(recruits) if recruits else 0)
        width = max(self.width, 3 + named) if self.lines > 1 else self.width
        return width + min(ON_MAP[location].army, self.army)


_SIZES: Final = (
    _Size(3, 16),
    _Size(3, 12),
    _Size(1, 10, least=(110, 16)),
    _Size(1, 10, army=10),
    _Size(1, 10, army=0),
)
"""The boxes that are tried, those with most room first."""

_Steps: TypeAlias = tuple[tuple[int, int], ...]


def _far(dx: float, dy: float) -> float:
    """How far a step is, in columns."""
    return math.hypot(dx, _ASPECT * dy)


_STEPS: Final[_Steps] = tuple(
    sorted([(x, y) for x in range(-26, 27) for y in range(-9, 10)], key=lambda step: (_far(*step), step))
)
"""Steps away from where a marker should be, the nearest first."""


_CLEARLY: Final = 35
"""How far to the north a neighbour lies at least, in thousandths of the map's width, to stay there at every size."""
_ALL_KNOW: Final = location_named("kyoto"), location_named("osaka")
"""The printed map has these two side by side; that the first lies to the north of the second everybody knows."""


def _north_of(location: Location) -> tuple[Location, ...]:
    """The neighbours to the north of a location, but for those that the smallest map has to the south of it."""
    here = ON_MAP[location]
    return tuple(
        [
            there
            for there in ADJACENT[location]
            if (here.y - ON_MAP[there].y >= _CLEARLY and ON_MAP[there].row <= here.row)
            or (there, location) == _ALL_KNOW
        ]
    )


_NORTH_OF: Final = tuple([_north_of(location) for location in LOCATIONS])
_SOUTH_OF: Final = tuple([tuple([there for there in LOCATIONS if here in _NORTH_OF[there]]) for here in LOCATIONS])


def _leftward(location: Location) -> bool:
    """Whether a box hides less of the roads to the left of the marker than to the right, or has no room there."""
    here = ON_MAP[location]
    if here.x == _EAST:
        return True  # at the edge, so that its roads run beside all that stands to the west of it
    hidden = 0.15
    for neighbour in ADJACENT[location]:
        dx, dy = ON_MAP[neighbour].x - here.x, ON_MAP[neighbour].y - here.y
        hidden -= dx / math.hypot(dx, dy)
    return hidden < 0


_LEFTWARD: Final = tuple([_leftward(location) for location in LOCATIONS])


class _Ground:
    """The cells that are taken, a bit a column and a number a row."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        self._taken = [0] * rows

    def fits(self, x: int, y: int, width: int, height: int) -> bool:
        """Whether there is room for a box, and for the gaps beside it."""
        if x < GAP or y < 0 or x + width > self.columns or y + height > self.rows:
            return False
        bits = ((1 << (width + 2 * GAP)) - 1) << (x - GAP)
        return all(not self._taken[row] & bits for row in range(y, y + height))

    def toggle(self, box: Box) -> None:
        """Take the cells of a box, or give them back."""
        bits = ((1 << box.width) - 1) << box.x
        for row in range(box.y, box.y + box.height):
            self._taken[row] ^= bits


@dataclass(slots=True)
class _Plan:
    """Boxes on their way to where they should be."""

    ground: _Ground
    wished: tuple[tuple[int, int], ...]
    markers: dict[Location, tuple[int, int]]
    boxes: dict[Location, Box]

    def far(self, location: Location, marker: tuple[int, int]) -> float:
        """How far a marker is from where it should be."""
        wished = self.wished[location]
        return _far(marker[0] - wished[0], marker[1] - wished[1])

    def rows_of(self, location: Location) -> tuple[int, int]:
        """The first and the last row in which a location is on the right side of all its neighbours."""
        markers = self.markers
        north = [markers[there][1] for there in _NORTH_OF[location] if there in markers]
        south = [markers[there][1] for there in _SOUTH_OF[location] if there in markers]
        return max(north, default=0), min(south, default=self.ground.rows)

    def turned(self, *locations: Location) -> int:
        """How many of these locations are on the wrong side of a neighbour."""
        rows = [(self.rows_of(location), self.markers[location][1]) for location in locations]
        return len([row for (top, bottom), row in rows if not top <= row <= bottom])

    @property
    def crossed(self) -> int:
        """How many pairs of roads cross."""
        return crossings([self.markers[place] for place in LOCATIONS])

    @property
    def bent(self) -> float:
        """How far the locations are off their places: the mean, and the worst counts as well, and a wrong side."""
        far = [self.far(location, self.markers[location]) for location in LOCATIONS]
        return sum(far) / len(far) + max(far) / 12 + self.turned(*LOCATIONS)


def crossings(markers: Sequence[tuple[int, int]]) -> int:
    """How many pairs of roads cross between their ends, with markers at these cells."""

    def side(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> int:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    found = 0
    for one, two, three, four in _APART:
        a, b, c, d = markers[one], markers[two], markers[three], markers[four]
        found += side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0
    return found


_APART: Final = tuple([(*one.ends, *two.ends) for one, two in combinations(ROADS, 2) if not {*one.ends} & {*two.ends}])
"""The ends of every two roads that have none in common."""


def _box(location: Location, marker: tuple[int, int], width: int, lines: int) -> Box:
    return Box(marker[0] - (width - 1) * _LEFTWARD[location], marker[1], width, lines)


def _settle(plan: _Plan, location: Location, size: _Size) -> bool:
    """Put a location at the free place nearest to where it should be. False if there is none.

    It goes farther to be on the right side of its neighbours.
    """
    wished, ground = plan.wished[location], plan.ground
    box = _box(location, wished, size.of(location), size.lines)
    top, bottom = plan.rows_of(location)
    found = None
    for dx, dy in _STEPS:
        right = top <= box.y + dy <= bottom
        if (right or found is None) and ground.fits(box.x + dx, box.y + dy, box.width, box.height):
            found = dx, dy
            if right:
                break
    if found is None:
        return False
    dx, dy = found
    plan.markers[location] = wished[0] + dx, wished[1] + dy
    plan.boxes[location] = Box(box.x + dx, box.y + dy, box.width, box.height)
    ground.toggle(plan.boxes[location])
    return True


def _exchange(plan: _Plan) -> bool:
    """Let two boxes of one shape change places wherever both together come nearer to where they should be."""
    changed = False
    for one in LOCATIONS:
        for two in LOCATIONS[one + 1 :]:
            first, second = plan.boxes[one], plan.boxes[two]
            if first.width == second.width and _LEFTWARD[one] == _LEFTWARD[two]:
                here, there = plan.markers[one], plan.markers[two]
                if abs(here[0] - there[0]) > 30:
                    continue
                gain = plan.far(one, here) + plan.far(two, there) - plan.far(one, there) - plan.far(two, here)
                if gain > 1e-6:
                    turned = plan.turned(one, two)
                    plan.markers[one], plan.markers[two] = there, here
                    if plan.turned(one, two) > turned:
                        plan.markers[one], plan.markers[two] = here, there
                        continue
                    plan.boxes[one], plan.boxes[two] = second, first
                    changed = True
    return changed


def _wished(columns: int, rows: int, project: Projection, size: _Size, *, printed: bool) -> tuple[tuple[int, int], ...]:
    """Where the markers should be on a map of so many columns and rows. `printed`: as on the printed map."""
    if printed:
        drawn = [project(place.x, place.y) for place in ON_MAP]
    else:
        small = _projection(*SMALLEST, size)
        across, down = project.columns / small.columns, project.rows / small.rows
        spread = size.army > 0 and columns >= SPREAD[0] and rows >= SPREAD[1]
        shown = [(spread and place.spread) or (place.column, place.row) for place in ON_MAP]
        drawn = [
            (project.left + (column - small.left) * across, project.top + (row - small.top) * down)
            for column, row in shown
        ]
    return tuple([(round(x), round(y)) for x, y in drawn])


def _planned(columns: int, rows: int, wished: tuple[tuple[int, int], ...], size: _Size, order: int) -> _Plan | None:
    """Boxes of one size laid down in one order, then moved until they stay. None if there is no room for all."""
    plan = _Plan(_Ground(columns, rows), wished, {}, {})
    chance = Random(order)
    rank = {place: chance.random() for place in LOCATIONS}
    for place in sorted(LOCATIONS, key=rank.__getitem__):
        if not _settle(plan, place, size):
            return None
    for _ in range(_ROUNDS):
        changed = _exchange(plan)
        for place in LOCATIONS:
            before = plan.boxes[place]
            plan.ground.toggle(before)
            _settle(plan, place, size)
            changed = changed or before != plan.boxes[place]
        if not changed:
            break
    return plan


def _projection(columns: int, rows: int, size: _Size) -> Projection:
    """The map as large as the window, longer than true in one direction if need be, but not too much."""
    room_across = columns - GAP - size.width + 1
    room_down = rows - size.lines
    across = room_across / (_EAST - _WEST)
    down = room_down / (_SOUTH - _NORTH)
    across = min(across, down * _ASPECT * _LONGER)
    down = min(down, across / _ASPECT * _LONGER)
    drawn_across, drawn_down = across * (_EAST - _WEST), down * (_SOUTH - _NORTH)
    left = GAP + 1 + (columns - GAP - 2 - drawn_across - size.width / 2) / 2
    return Projection(left, (room_down - drawn_down) / 2, drawn_across, drawn_down)


def layout_of(columns: int, rows: int) -> MapLayout:
    """The map for a window of so many columns and rows, at least `SMALLEST`."""
    return _layout_of(max(columns, SMALLEST[0]), max(rows, SMALLEST[1]))


@lru_cache(maxsize=64)
def _layout_of(columns: int, rows: int) -> MapLayout:
    for size in _SIZES:
        smallest = size is _SIZES[-1]
        needed = sum([(size.of(place) + GAP) * size.lines for place in LOCATIONS])
        room = columns >= size.least[0] and rows >= size.least[1] and needed <= columns * rows * _FULL
        if not room and not smallest:
            continue
        project = _projection(columns, rows, size)
        plan = _best_plan(columns, rows, project, size)
        # Where boxes of several lines would have roads cross, which reads as a fork, smaller ones do better.
        apart = plan is not None and (size.lines == 1 or not plan.crossed)
        if plan is not None and apart and (plan.bent <= _BENT or smallest):
            boxes = tuple([plan.boxes[place] for place in LOCATIONS])
            markers = tuple([plan.markers[place] for place in LOCATIONS])
            name = f"{columns} by {rows}"
            return MapLayout(name, boxes, columns, rows, markers, project, _halfway(markers, project))
    raise AssertionError("the smallest boxes have room in the smallest window")


def _best_plan(columns: int, rows: int, project: Projection, size: _Size) -> _Plan | None:
    """Of those that are not bent too much that on which fewest roads cross.

    Where boxes have most lines places lie as on the printed map; where they have fewer as their roads are told apart.
    """
    wished = _wished(columns, rows, project, size, printed=size.lines == _MOST_LINES)
    plans = [_planned(columns, rows, wished, size, order) for order in range(_ORDERS)]
    found = [plan for plan in plans if plan is not None]
    found = [plan for plan in found if plan.bent <= _BENT] or found
    return min(found, key=lambda plan: (plan.crossed, plan.bent), default=None)


_MOST_LINES: Final = 3

_LINKS: Final[Links] = tuple([tuple(ADJACENT[place]) for place in LOCATIONS])


def _halfway(markers: Sequence[tuple[int, int]], project: Projection) -> Points:
    drawn = zip(markers, [project(place.x, place.y) for place in ON_MAP], strict=True)
    return tuple([((x + true_x) / 2, (y + true_y) / 2) for (x, y), (true_x, true_y) in drawn])


_FULL: Final = 0.5
"""What part of the window the boxes may cover."""
