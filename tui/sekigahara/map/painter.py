"""The map as rows of cells: roads under the boxes of the locations. Pure; the client puts it on the screen."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from engine.hidden import Seat
from engine.sekigahara.board import CAPITAL, CASTLE, HIGHWAY, LOCATIONS, RESOURCE, Location
from engine.sekigahara.components import ISHIDA, ROADS, SIDES
from tui.boards import Box, Cell, Layout
from tui.glyphs import Glyphs
from tui.sekigahara.map.contents import LocationContents, MapContents
from tui.sekigahara.map.layout import Scale, has_control, heading
from tui.sekigahara.map.signs import Signs, signs_for
from tui.sekigahara.words.names import BRACKETS, LETTERS

BLANK: Final[Cell] = (" ", "sea")
GROUND: Final = frozenset({"sea", "road", "highway", "used"})
"""The styles of what lies under the boxes of the locations."""
_DOTS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
_BRAILLE: Final = 0x2800
_DASH: Final = 5
"""A secondary road is drawn in dashes of three dots with two left out."""


@dataclass(frozen=True, slots=True)
class RoadCells:
    """The cells of one road: (column, row, Braille dots or 0), and the one in which its use is marked."""

    cells: tuple[tuple[int, int, int], ...]
    middle: tuple[int, int]


def _line(x0: int, y0: int, x1: int, y1: int) -> list[tuple[int, int]]:
    """The points of a straight line (Bresenham)."""
    dx, dy = abs(x1 - x0), -abs(y1 - y0)
    step_x, step_y = (1 if x0 < x1 else -1), (1 if y0 < y1 else -1)
    error = dx + dy
    points = []
    while True:
        points.append((x0, y0))
        if (x0, y0) == (x1, y1):
            return points
        if 2 * error >= dy:
            error += dy
            x0 += step_x
        else:
            error += dx
            y0 += step_y


@cache
def road_cells(layout: Layout, braille: bool) -> tuple[RoadCells, ...]:
    """The cells of every road, by its number, from one location's sign to the other's. Names are painted over them."""
    found = []
    for number, road in enumerate(ROADS):
        (x0, y0), (x1, y1) = (layout.boxes[end].centre for end in road.ends)
        cells: dict[tuple[int, int], int] = {}
        if braille:
            points = _line(2 * x0, 4 * y0 + 1, 2 * x1, 4 * y1 + 1)
            steep = abs(4 * (y1 - y0)) > abs(2 * (x1 - x0))
            for place, (x, y) in enumerate(points):
                if HIGHWAY[number]:
                    dots = [(x, y), (x + 1, y) if steep else (x, y + 1)]
                else:
                    dots = [(x, y)] if place % _DASH < 3 else []
                for dot_x, dot_y in dots:
                    cell = dot_x // 2, dot_y // 4
                    cells[cell] = cells.get(cell, 0) | _DOTS[dot_y % 4][dot_x % 2]
        else:
            cells = dict.fromkeys(_line(x0, y0, x1, y1), 0)
        inside = [(x, y, dots) for (x, y), dots in cells.items() if 0 <= x < layout.columns and 0 <= y < layout.rows]
        clear = [cell for cell in inside if not any(box.holds(cell[0], cell[1]) for box in layout.boxes)]
        middle = (clear or inside)[len(clear or inside) // 2]
        found.append(RoadCells(tuple(inside), middle[:2]))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Pen:
    """What a map is drawn with: the scale, the client's signs and the map's own."""

    scale: Scale
    glyphs: Glyphs
    signs: Signs


def paint(layout: Layout, scale: Scale, contents: MapContents, glyphs: Glyphs) -> list[list[Cell]]:
    """The whole map without cursor and marks, row by row; each row has `layout.columns` cells."""
    pen = _Pen(scale, glyphs, signs_for(glyphs))
    rows: list[list[Cell]] = [[BLANK] * layout.columns for _ in range(layout.rows)]
    _paint_roads(rows, layout, contents.used, pen.signs)
    for location in LOCATIONS:
        box = layout.boxes[location]
        for number, cells in enumerate(_location_cells(location, box, contents, pen)):
            if cells:
                rows[box.y + number][box.x : box.x + len(cells)] = cells
    return rows


def _paint_roads(rows: list[list[Cell]], layout: Layout, used_roads: int, signs: Signs) -> None:
    dots_at: dict[tuple[int, int], int] = {}
    roads = road_cells(layout, signs.braille)
    for number in sorted(range(len(ROADS)), key=lambda number: HIGHWAY[number]):
        used = used_roads >> number & 1
        style = "used" if used else "highway" if HIGHWAY[number] else "road"
        for x, y, dots in roads[number].cells:
            if signs.braille:
                dots_at[x, y] = dots_at.get((x, y), 0) | dots
                sign = chr(_BRAILLE + dots_at[x, y])
            else:
                sign = signs.highway if HIGHWAY[number] else signs.road
            rows[y][x] = (sign, style)
    for number in range(len(ROADS)):
        if used_roads >> number & 1:
            x, y = roads[number].middle
            rows[y][x] = (signs.used_road, "used")


def _location_sign(location: Location, signs: Signs) -> str:
    """The sign of a location: castle, capital, resource or none of them."""
    if CASTLE[location] is not None:
        return signs.castle
    if CAPITAL[location] is not None:
        return signs.capital
    return signs.resource if RESOURCE[location] else signs.plain


def _location_cells(location: Location, box: Box, contents: MapContents, pen: _Pen) -> list[list[Cell]]:
    """The lines of a location's box, none longer than the box is wide."""
    seen = contents.locations[location]
    if pen.scale.lines == 1:
        return [_overview(location, seen, box.width, pen)]
    lines = [_heading(location, seen, pen), _stacks(seen, box.width, pen)]
    if pen.scale.lines > 2:
        lines.append(_faces(seen.faces[contents.seat], box.width, pen))
    return lines


def _cells(text: str, style: str) -> list[Cell]:
    return [(sign, style) for sign in text]


def _control_style(control: Seat | None) -> str:
    return "nobody" if control is None else f"{SIDES[control]}-control"


def _name(location: Location, seen: LocationContents, pen: _Pen) -> list[Cell]:
    return _cells(pen.glyphs.text(heading(location, pen.scale)), "battle" if seen.battle else "name")


def _heading(location: Location, seen: LocationContents, pen: _Pen) -> list[Cell]:
    cells = _cells(_location_sign(location, pen.signs), _control_style(seen.control))
    if has_control(location):
        letter = "-" if seen.control is None else LETTERS[seen.control]
        cells += _cells(letter, _control_style(seen.control))
    return [*cells, (" ", "name"), *_name(location, seen, pen)]


def _stack(seen: LocationContents, seat: Seat, signs: Signs, *, brackets: bool, extras: bool) -> list[Cell]:
    count, disk = seen.blocks[seat], seen.disk and seat == ISHIDA
    inside = f"{LETTERS[seat]}{count}" if count else LETTERS[seat]
    if extras or not count:
        inside += signs.disk if disk else ""
        inside += signs.besieged if seen.besieged == seat and count else ""
    left, right = BRACKETS[seat] if brackets else ("", "")
    return _cells(f"{left}{inside}{right}", SIDES[seat])


def _stacks(seen: LocationContents, width: int, pen: _Pen) -> list[Cell]:
    """Who stands here, the side in control first, in as much detail as there is room for."""
    cells: list[Cell] = []
    for brackets, extras in ((True, True), (False, True), (False, False)):
        cells = []
        for seat in seen.sides:
            cells += _stack(seen, seat, pen.signs, brackets=brackets, extras=extras)
        if len(cells) <= width:
            return cells
    return cells[:width]


def _overview(location: Location, seen: LocationContents, width: int, pen: _Pen) -> list[Cell]:
    name = _name(location, seen, pen)
    sign: list[Cell] = []
    if has_control(location):
        sign = _cells(_location_sign(location, pen.signs), _control_style(seen.control))
    if not seen.sides:
        letter = "" if seen.control is None else LETTERS[seen.control].lower()
        return name + sign + _cells(letter, _control_style(seen.control))
    stacks: list[Cell] = []
    for extras in (True, False):
        stacks = []
        for seat in seen.sides:
            stacks += _stack(seen, seat, pen.signs, brackets=False, extras=extras)
        if len(name) + len(sign) + len(stacks) <= width:
            return name + sign + stacks
    return (name + stacks)[:width]


def _faces(codes: tuple[str, ...], width: int, pen: _Pen) -> list[Cell]:
    """The own blocks' codes, as many as there is room for and how many more."""
    line = ""
    for count in range(len(codes), -1, -1):
        rest = len(codes) - count
        line = " ".join((*codes[:count], *([f"+{rest}"] if rest else [])))
        if len(line) <= width:
            break
    return _cells(pen.glyphs.text(line), "faces")
