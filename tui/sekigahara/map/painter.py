"""The map as rows of cells: roads under the boxes of the locations. Pure; `map_view` puts it on the screen."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

from engine.hidden import Seat
from engine.sekigahara.board import CAPITAL, CASTLE, HIGHWAY, PLACES, RESOURCE, Place
from engine.sekigahara.components import ROADS
from engine.sekigahara.state import NOBODY
from tui.glyphs import Glyphs
from tui.sekigahara.map.contents import PlaceSight, Sight
from tui.sekigahara.map.layout import Box, Layout, has_control, heading, short_name
from tui.sekigahara.words.names import BRACKETS, LETTERS

Cell: TypeAlias = tuple[str, str]
"""A sign, and the name of its style."""

BLANK: Final[Cell] = (" ", "sea")
SIDE_STYLES: Final = ("tokugawa", "ishida")
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


def paint(layout: Layout, sight: Sight, glyphs: Glyphs) -> list[list[Cell]]:
    """The whole map without cursor and marks, row by row; each row has `layout.columns` cells."""
    rows: list[list[Cell]] = [[BLANK] * layout.columns for _ in range(layout.rows)]
    _paint_roads(rows, layout, sight, glyphs)
    for place in PLACES:
        box = layout.boxes[place]
        for number, cells in enumerate(place_cells(place, box, layout, sight, glyphs)):
            if cells:
                rows[box.y + number][box.x : box.x + len(cells)] = cells
    return rows


def _paint_roads(rows: list[list[Cell]], layout: Layout, sight: Sight, glyphs: Glyphs) -> None:
    dots_at: dict[tuple[int, int], int] = {}
    roads = road_cells(layout, glyphs.braille)
    for number in sorted(range(len(ROADS)), key=lambda number: HIGHWAY[number]):
        used = sight.used >> number & 1
        style = "used" if used else "highway" if HIGHWAY[number] else "road"
        for x, y, dots in roads[number].cells:
            if glyphs.braille:
                dots_at[x, y] = dots_at.get((x, y), 0) | dots
                sign = chr(_BRAILLE + dots_at[x, y])
            else:
                sign = glyphs.highway if HIGHWAY[number] else glyphs.road
            rows[y][x] = (sign, style)
    for number in range(len(ROADS)):
        if sight.used >> number & 1:
            x, y = roads[number].middle
            rows[y][x] = (glyphs.used_road, "used")


def place_sign(place: Place, glyphs: Glyphs) -> str:
    """The sign of a location: castle, capital, resource or none of them."""
    if CASTLE[place] is not None:
        return glyphs.castle
    if CAPITAL[place] is not None:
        return glyphs.capital
    return glyphs.resource if RESOURCE[place] else glyphs.plain


def place_cells(place: Place, box: Box, layout: Layout, sight: Sight, glyphs: Glyphs) -> list[list[Cell]]:
    """The lines of a location's box, none longer than the box is wide."""
    seen = sight.places[place]
    if layout.scale.lines == 1:
        return [_overview(place, seen, box.width, glyphs)]
    lines = [_heading(place, seen, layout, glyphs), _stacks(seen, box.width, glyphs)]
    if layout.scale.lines > 2:
        lines.append(_faces(sight.seat, seen, box.width, glyphs))
    return lines


def _cells(text: str, style: str) -> list[Cell]:
    return [(sign, style) for sign in text]


def _control_style(control: int) -> str:
    return "nobody" if control == NOBODY else f"{SIDE_STYLES[control]}-control"


def _heading(place: Place, seen: PlaceSight, layout: Layout, glyphs: Glyphs) -> list[Cell]:
    cells = _cells(place_sign(place, glyphs), _control_style(seen.control))
    if has_control(place):
        letter = "-" if seen.control == NOBODY else LETTERS[seen.control]
        cells += _cells(letter, _control_style(seen.control))
    cells.append((" ", "name"))
    return cells + _cells(glyphs.text(heading(place, layout.scale)), "battle" if seen.battle else "name")


def _stack(seen: PlaceSight, seat: Seat, glyphs: Glyphs, brackets: bool, extras: bool) -> list[Cell]:
    inside = f"{LETTERS[seat]}{seen.blocks[seat]}" if seen.blocks[seat] or not seen.disk else LETTERS[seat]
    if extras or not seen.blocks[seat]:
        inside += glyphs.disk if seen.disk and seat == 1 else ""
        inside += glyphs.besieged if seen.besieged == seat and seen.blocks[seat] else ""
    left, right = BRACKETS[seat] if brackets else ("", "")
    return _cells(f"{left}{inside}{right}", SIDE_STYLES[seat])


def _stacks(seen: PlaceSight, width: int, glyphs: Glyphs) -> list[Cell]:
    """Who stands here, the side in control first, in as much detail as there is room for."""
    cells: list[Cell] = []
    for brackets, extras in ((True, True), (False, True), (False, False)):
        cells = []
        for seat in seen.sides:
            cells += _stack(seen, seat, glyphs, brackets, extras)
        if len(cells) <= width:
            return cells
    return cells[:width]


def _overview(place: Place, seen: PlaceSight, width: int, glyphs: Glyphs) -> list[Cell]:
    name = _cells(glyphs.text(short_name(place)), "battle" if seen.battle else "name")
    sign: list[Cell] = []
    if has_control(place):
        sign = _cells(place_sign(place, glyphs), _control_style(seen.control))
    if not seen.sides:
        letter = "" if seen.control == NOBODY else LETTERS[seen.control].lower()
        return name + sign + _cells(letter, _control_style(seen.control))
    stacks: list[Cell] = []
    for extras in (True, False):
        stacks = []
        for seat in seen.sides:
            stacks += _stack(seen, seat, glyphs, brackets=False, extras=extras)
        if len(name) + len(sign) + len(stacks) <= width:
            return name + sign + stacks
    return (name + stacks)[:width]


def _faces(seat: Seat, seen: PlaceSight, width: int, glyphs: Glyphs) -> list[Cell]:
    """The own blocks' codes, as many as there is room for and how many more."""
    codes = seen.faces[seat]
    line = ""
    for count in range(len(codes), -1, -1):
        rest = len(codes) - count
        line = " ".join((*codes[:count], *([f"+{rest}"] if rest else [])))
        if len(line) <= width:
            break
    return _cells(glyphs.text(line), "faces")
