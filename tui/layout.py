"""Where the 51 locations lie on a map of text, at several scales: pure geometry, worked out once.

Every location gets a box of cells that no other box touches. The boxes stand as near as they can to where the printed
map has the location, so that the map keeps its shape.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from engine.sekigahara.board import CASTLE, PLACES, RESOURCE, Place
from engine.sekigahara.components import LOCATIONS
from tui.words import daimyo_code

_WEST: Final = min(location.x for location in LOCATIONS)
_EAST: Final = max(location.x for location in LOCATIONS)
_NORTH: Final = min(location.y for location in LOCATIONS)
_SOUTH: Final = max(location.y for location in LOCATIONS)


@dataclass(frozen=True, slots=True)
class Scale:
    """How large the map is drawn: the cells that the locations are spread over, and the size of a location's box.

    `lines` is the height of a box; the first line holds the name, the second the stacks, the third the faces of
    the own blocks. With one line, three letters of the name and the stacks share it. No box is narrower than `width`.
    """

    name: str
    columns: int
    rows: int
    lines: int
    width: int


SCALES: Final[tuple[Scale, ...]] = (
    Scale("overview", columns=65, rows=10, lines=1, width=9),
    Scale("region", columns=104, rows=30, lines=2, width=10),
    Scale("full", columns=128, rows=40, lines=3, width=12),
)


@dataclass(frozen=True, slots=True)
class Box:
    """A location's cells: `width` columns from `x`, `height` rows from `y`."""

    x: int
    y: int
    width: int
    height: int

    @property
    def centre(self) -> tuple[int, int]:
        """The cell where roads meet."""
        return self.x + self.width // 2, self.y + (self.height - 1) // 2

    def holds(self, x: int, y: int) -> bool:
        """Whether the cell belongs to the box."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    def near(self, other: Box, columns: int, rows: int) -> bool:
        """Whether fewer than `columns` free columns and fewer than `rows` free rows lie between the boxes."""
        return (
            self.x < other.x + other.width + columns
            and other.x < self.x + self.width + columns
            and self.y < other.y + other.height + rows
            and other.y < self.y + self.height + rows
        )


@dataclass(frozen=True, slots=True)
class Layout:
    """A map at one scale: the box of each location, by its number, and the size of the whole."""

    scale: Scale
    boxes: tuple[Box, ...]
    columns: int
    rows: int

    def at(self, x: int, y: int) -> Place | None:
        """The location whose box holds the cell, or that is within a column of it."""
        for place, box in zip(PLACES, self.boxes, strict=True):
            if box.holds(x, y):
                return place
        return None


CODES: Final[dict[str, str]] = {
    "tsuruga": "Tsr",
    "tsugawa": "Tsg",
    "takeda": "Tkd",
    "takasaki": "Tks",
    "shirakawa": "Srk",
    "shibukawa": "Sbk",
}
"""The short names that are not the first three letters, since two locations begin alike."""


def short_name(place: Place) -> str:
    """The three letters that stand for a location at the smallest scale."""
    location = LOCATIONS[place]
    return CODES.get(location.key, location.name[:3])


def has_control(place: Place) -> bool:
    """Whether somebody can control something here: a castle or a resource."""
    return CASTLE[place] is not None or RESOURCE[place]


def heading(place: Place, scale: Scale) -> str:
    """The name as it stands in a location's box: at the smallest scale the code, else with the mons it recruits."""
    if scale.lines == 1:
        return short_name(place)
    location = LOCATIONS[place]
    mons = " " + ",".join(daimyo_code(daimyo) for daimyo in location.recruit) if location.recruit else ""
    return location.name + mons


def _width(place: Place, scale: Scale) -> int:
    # A sign, the letter of who controls it, and a space go before the name.
    signs = 3 if has_control(place) else 2
    return max(scale.width, len(heading(place, scale)) + signs)


def _offsets() -> list[tuple[int, int]]:
    """Steps away from where a box should be, the nearest first; a row counts as two columns and a bit."""
    steps = [(x, y) for x in range(-24, 25) for y in range(-9, 10)]
    return sorted(steps, key=lambda step: (step[0] ** 2 + (2.4 * step[1]) ** 2, step))


@cache
def layout(scale: Scale) -> Layout:
    """The map at `scale`. Boxes never overlap: at least a column lies between neighbours, and rows where there is room."""
    offsets = _offsets()
    gap_rows = 0 if scale.lines == 1 else 1
    wished: dict[Place, Box] = {}
    for place in PLACES:
        location = LOCATIONS[place]
        width = _width(place, scale)
        x = round((location.x - _WEST) / (_EAST - _WEST) * scale.columns) - width // 2
        y = round((location.y - _NORTH) / (_SOUTH - _NORTH) * scale.rows)
        wished[place] = Box(x, y, width, scale.lines)
    crowd = {place: sum(box.near(other, 4, 2) for other in wished.values()) for place, box in wished.items()}
    placed: dict[Place, Box] = {}
    for place in sorted(PLACES, key=lambda place: (-crowd[place], place)):
        box = wished[place]
        for dx, dy in offsets:
            tried = Box(box.x + dx, box.y + dy, box.width, box.height)
            if not any(tried.near(other, 2, gap_rows) for other in placed.values()):
                placed[place] = tried
                break
    west = min(box.x for box in placed.values()) - 1
    north = min(box.y for box in placed.values())
    boxes = tuple(Box(placed[p].x - west, placed[p].y - north, placed[p].width, placed[p].height) for p in PLACES)
    columns = max(box.x + box.width for box in boxes) + 1
    rows = max(box.y + box.height for box in boxes)
    return Layout(scale, boxes, columns, rows)
