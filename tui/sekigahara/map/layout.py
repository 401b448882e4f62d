"""Where the 51 locations lie on a map of text, at several scales: pure geometry, worked out once.

Every location gets a box of cells that no other box touches. The boxes stand as near as they can to where the printed
map has the location, so that the map keeps its shape.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final, TypeAlias

from engine.sekigahara.board import CASTLE, LOCATIONS, RESOURCE, Location
from engine.sekigahara.pieces import RECRUITS_AT
from tui.boards import Box, Layout
from tui.sekigahara.map.locations import ON_MAP
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import daimyo_code

_WEST: Final = min(location.x for location in ON_MAP)
_EAST: Final = max(location.x for location in ON_MAP)
_NORTH: Final = min(location.y for location in ON_MAP)
_SOUTH: Final = max(location.y for location in ON_MAP)


@dataclass(frozen=True, slots=True)
class Scale:
    """How large the map is drawn: the cells that the locations are spread over, and the size of a location's box.

    `lines` is the height of a box; the first line holds the name, the second the stacks, the third the faces of
    the own blocks. With one line, three letters of the name and the stacks share it. No box is narrower than `width`.
    The boxes are laid down in the order that the number `order` shuffles them to: of a thousand the one that bends the
    map's shape least.
    """

    name: str
    columns: int
    rows: int
    lines: int
    width: int
    order: int


SCALES: Final[tuple[Scale, ...]] = (
    Scale("overview", columns=65, rows=10, lines=1, width=9, order=777),
    Scale("region", columns=104, rows=30, lines=2, width=10, order=366),
    Scale("full", columns=128, rows=40, lines=3, width=12, order=834),
)


_ROUNDS: Final = 20
"""How often the boxes are moved nearer to where they should be; they settle long before."""


def has_control(location: Location) -> bool:
    """Whether somebody can control something here: a castle or a resource."""
    return CASTLE[location] is not None or RESOURCE[location]


def heading(location: Location, scale: Scale) -> str:
    """The name as it stands in a location's box: at the smallest scale the code, else with the mons it recruits."""
    if scale.lines == 1:
        return ON_MAP[location].code
    mons = " " + ",".join([daimyo_code(daimyo) for daimyo in RECRUITS_AT[location]]) if RECRUITS_AT[location] else ""
    return NAMES[location] + mons


def _width(location: Location, scale: Scale) -> int:
    # A sign, the letter of who controls it, and a space go before the name.
    signs = 3 if has_control(location) else 2
    return max(scale.width, len(heading(location, scale)) + signs)


_Steps: TypeAlias = list[tuple[int, int]]


def _far(dx: int, dy: int) -> float:
    """How far a step is; a row counts as two columns and a bit."""
    return dx**2 + (2.4 * dy) ** 2


def _offsets() -> _Steps:
    """Steps away from where a box should be, the nearest first."""
    steps = [(x, y) for x in range(-24, 25) for y in range(-9, 10)]
    return sorted(steps, key=lambda step: (_far(*step), step))


def _wish(location: Location, scale: Scale) -> Box:
    """The box of a location where the printed map has it."""
    on_map = ON_MAP[location]
    width = _width(location, scale)
    x = round((on_map.x - _WEST) / (_EAST - _WEST) * scale.columns) - width // 2
    y = round((on_map.y - _NORTH) / (_SOUTH - _NORTH) * scale.rows)
    return Box(x, y, width, scale.lines)


def _moved(box: Box, x: int, y: int) -> Box:
    return Box(x, y, box.width, box.height)


def _settle(location: Location, wished: Box, others: list[Box], offsets: _Steps, gap_rows: int) -> Box:
    """The free spot nearest to where a box should be."""
    for dx, dy in offsets:
        tried = _moved(wished, wished.x + dx, wished.y + dy)
        if not any(tried.near(other, 2, gap_rows) for other in others):
            return tried
    raise ValueError(f"there is no room for location {location}")


def _exchange(placed: dict[Location, Box], wished: dict[Location, Box]) -> bool:
    """Let two boxes of one size change places wherever both together come nearer to where they should be."""

    def far(place: Location, box: Box) -> float:
        return _far(box.x - wished[place].x, box.y - wished[place].y)

    changed = False
    for one in LOCATIONS:
        for two in LOCATIONS:
            first, second = placed[one], placed[two]
            if one < two and first.width == second.width:
                gain = far(one, first) + far(two, second) - far(one, second) - far(two, first)
                if gain > 0:
                    placed[one], placed[two] = second, first
                    changed = True
    return changed


@cache
def layout_at(scale: Scale) -> Layout:
    """The map at `scale`. Two columns lie between neighbouring boxes, and a row if a box has several lines."""
    offsets = _offsets()
    gap_rows = 0 if scale.lines == 1 else 1
    wished = {place: _wish(place, scale) for place in LOCATIONS}
    chance = Random(scale.order)
    rank = {place: chance.random() for place in LOCATIONS}
    placed: dict[Location, Box] = {}
    for place in sorted(LOCATIONS, key=rank.__getitem__):
        placed[place] = _settle(place, wished[place], list(placed.values()), offsets, gap_rows)
    for _ in range(_ROUNDS):
        changed = _exchange(placed, wished)
        for place in LOCATIONS:
            others = [box for other, box in placed.items() if other != place]
            box = _settle(place, wished[place], others, offsets, gap_rows)
            changed = changed or box != placed[place]
            placed[place] = box
        if not changed:
            break
    west = min(box.x for box in placed.values()) - 1
    north = min(box.y for box in placed.values())
    boxes = tuple(_moved(placed[place], placed[place].x - west, placed[place].y - north) for place in LOCATIONS)
    columns = max(box.x + box.width for box in boxes) + 1
    rows = max(box.y + box.height for box in boxes)
    return Layout(scale.name, boxes, columns, rows)
