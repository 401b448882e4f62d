"""The map as rows of cells: coast and roads, and over them the labels of the locations. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.hidden import SEATS
from engine.sekigahara.board import HIGHWAY
from engine.sekigahara.components import ROADS, SIDES
from tui.boards import Cell
from tui.glyphs import Glyphs
from tui.sekigahara.map.contents import MapContents
from tui.sekigahara.map.labels import Label, bit_of, control_style
from tui.sekigahara.map.layout import MapLayout
from tui.sekigahara.map.roads import Road, braille, road_cells
from tui.sekigahara.map.signs import Signs, signs_for
from tui.sekigahara.map.telling import SOLID
from tui.sekigahara.map.terrain import Ground, terrain_of

ON_GROUND: Final = {
    Ground.WATER: "@water",
    Ground.PLAIN: "",
    Ground.HILLS: "@hills",
    Ground.MOUNTAINS: "@mountains",
}
"""What the name of a style ends in where it is drawn on this ground."""
_GROUND: Final = ("land", "coast", "road", "highway", "used")
GROUND: Final = frozenset({style + ground for style in _GROUND for ground in ON_GROUND.values()})
"""The styles of what lies under the locations."""
NAMED: Final = frozenset({"name" + ground for ground in ON_GROUND.values()})
"""The styles of the locations' names."""
_TIED: Final = {SIDES[seat]: {control_style(seat), control_style(None)} for seat in SEATS}
"""The styles of markers that blocks of a side give their colours to: those of no other side's."""
_USED: Final = frozenset({"used" + ground for ground in ON_GROUND.values()})
_HARDLY: Final = 1
"""Of how many cells of a road nobody sees where it goes."""


class _Sheet:
    """The cells of a map that is being painted."""

    def __init__(self, layout: MapLayout) -> None:
        self.columns, self.rows = layout.columns, layout.rows
        self._ground = [[ON_GROUND[Ground(cell)] for cell in row] for row in terrain_of(self.columns, self.rows).ground]
        self.cells: list[list[Cell]] = [[(" ", "land" + ground) for ground in row] for row in self._ground]

    def put(self, x: int, y: int, sign: str, style: str) -> None:
        """Put a sign on the ground that is there; blocks look the same on all."""
        self.cells[y][x] = (sign, style if style in SOLID else style + self._ground[y][x])


def bare(style: str) -> str:
    """A style without the ground that it is drawn on."""
    return style.partition("@")[0]


def paint(layout: MapLayout, contents: MapContents, labels: Sequence[Label], glyphs: Glyphs) -> list[list[Cell]]:
    """The whole map with these labels, without cursor and marks, row by row; each row has `layout.columns` cells."""
    signs, sheet = signs_for(glyphs), _Sheet(layout)
    layout = layout.labelled([label.boxes for label in labels])
    roads = road_cells(layout.columns, layout.rows, signs.braille, layout.written)
    _paint_coast(sheet, roads, signs)
    _paint_roads(sheet, roads, contents.used, signs)
    left_open = _left_open(layout, roads, labels, signs)
    for label in labels:
        for line in label.lines:
            for x, (sign, style) in enumerate(line.cells, line.x):
                if (x, line.y) not in left_open:
                    sheet.put(x, line.y, sign, style)
    for marker, label in zip(layout.markers, labels, strict=True):
        _tie_marker(sheet, marker, label)
    _mark_used_roads(sheet, roads, contents.used, signs)
    return sheet.cells


def _tie_marker(sheet: _Sheet, marker: tuple[int, int], label: Label) -> None:
    """Give a marker the colours of what ties blocks to it from right over or under it: both are one tab.

    Not those of another side than the one in control: the castle would seem to be taken.
    """
    x, y = marker
    for line in label.lines:
        if line.tied and abs(line.y - y) == 1 and x == (line.x if line.tied == "before" else line.end - 1):
            side, (sign, style) = line.cells[x - line.x][1], sheet.cells[y][x]
            if bare(style) in _TIED[side]:
                sheet.put(x, y, sign, f"{side}-tied")
            return


def _paint_coast(sheet: _Sheet, roads: Sequence[Road], signs: Signs) -> None:
    """The shores, but for where the dots of a road are: between its dashes they would be taken for it."""
    near = {(beside, y) for road in roads for x, y, _ in road for beside in (x - 1, x, x + 1)}
    for x, y, dots in terrain_of(sheet.columns, sheet.rows).shores:
        if not signs.braille or (x, y) not in near:
            sheet.put(x, y, braille(dots) if signs.braille else signs.coast, "coast")


def _paint_roads(sheet: _Sheet, roads: Sequence[Road], used_roads: int, signs: Signs) -> None:
    dots_at: dict[tuple[int, int], int] = {}
    for number in sorted(range(len(ROADS)), key=lambda number: HIGHWAY[number]):
        used = used_roads >> number & 1
        style = "used" if used else "highway" if HIGHWAY[number] else "road"
        for x, y, dots in roads[number]:
            if signs.braille:
                dots_at[x, y] = dots_at.get((x, y), 0) | dots
                sign = braille(dots_at[x, y])
            else:
                sign = signs.highway if HIGHWAY[number] else signs.road
            sheet.put(x, y, sign, style)


def _left_open(layout: MapLayout, roads: Sequence[Road], labels: Sequence[Label], signs: Signs) -> set[tuple[int, int]]:
    """The spaces between markers and blocks in which a road goes on being seen, for the labels hide the rest of it."""
    taken = hidden = 0
    for label in labels:
        taken |= label.cells
        hidden |= label.hides
    found: set[tuple[int, int]] = set()
    for road in roads:
        cells = [(x, y) for x, y, dots in road if (x, y) not in layout.markers and (dots or not signs.braille)]
        bits = {(x, y): bit_of(layout.columns, x, y) for x, y in cells}
        if len([bit for bit in bits.values() if not bit & taken]) <= _HARDLY:
            found |= {cell for cell, bit in bits.items() if bit & taken and not bit & hidden}
    return found


def _mark_used_roads(sheet: _Sheet, roads: Sequence[Road], used_roads: int, signs: Signs) -> None:
    """A mark on every road that was used, in the middle of what can be seen of it, and beside no label if it can.

    None between blocks and their marker: there it would be read as a sign of theirs. None either where another road
    goes that was not used.
    """
    not_used = {(x, y) for number, road in enumerate(roads) if not used_roads >> number & 1 for x, y, _ in road}
    for number in range(len(ROADS)):
        seen = [(x, y) for x, y, _ in roads[number] if sheet.cells[y][x][1] in _USED and (x, y) not in not_used]
        beside = {
            (x, y): len([cell for cell in sheet.cells[y][max(x - 1, 0) : x + 2] if cell[1] not in GROUND])
            for x, y in seen
        }
        cells = [cell for cell in seen if not beside[cell]] or [cell for cell in seen if beside[cell] < 2]
        if used_roads >> number & 1 and cells:
            sheet.put(*cells[len(cells) // 2], signs.used_road, "used")
