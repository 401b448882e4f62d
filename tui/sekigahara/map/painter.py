"""The map as rows of cells: coast and roads, over them the locations, and beside these who stands there. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, TypeAlias

from engine.hidden import Seat, other
from engine.sekigahara.board import CAPITAL, CASTLE, HIGHWAY, LOCATIONS, RESOURCE, Location
from engine.sekigahara.components import ISHIDA, ROADS, SIDES
from engine.sekigahara.pieces import DAIMYO
from tui.boards import Box, Cell
from tui.glyphs import Glyphs
from tui.lines import columns as columns_of
from tui.sekigahara.map.coast import coast_of
from tui.sekigahara.map.contents import LocationContents, MapContents
from tui.sekigahara.map.layout import GAP, MapLayout, has_control, heading, heading_width
from tui.sekigahara.map.roads import braille, road_cells
from tui.sekigahara.map.signs import Signs, signs_for
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import BRACKETS, LETTERS

AT_SEA: Final = "@sea"
"""What the name of a style ends in where it is drawn on the sea."""
BLANK: Final[Cell] = (" ", "land")
_GROUND: Final = ("land", "coast", "road", "highway", "used")
GROUND: Final = frozenset({*_GROUND, *[style + AT_SEA for style in _GROUND]})
"""The styles of what lies under the locations."""
SOLID: Final = frozenset({*SIDES, *[f"chip-{daimyo}" for daimyo in DAIMYO]})
"""The styles of blocks, which keep their colours whatever is marked."""
LINES_OF_CHIPS: Final = 4
"""How many lines the blocks of a location may take where there is room."""
WIDEST: Final = 36
"""How many columns the blocks of a location may take where there is room."""
APART: Final = 2
"""How many columns, besides the gap, lie between blocks on a line below their location and what else stands there."""
MORE: Final = "…"
"""What stands where something was left out for want of room."""

Token: TypeAlias = tuple[list[Cell], bool]
"""Cells that stay together on a line, and whether a space goes before them unless they begin one."""


def _heading(layout: MapLayout, location: Location, seen: LocationContents) -> tuple[str, str]:
    """What stands at a marker: the name, and as a blank for each what goes before it: marker, control, space.

    Where nobody stands, the whole name may take the room of those who might, but for who stands in a capital beside it.
    """
    signs = " " * (3 if has_control(location) else 2)
    if location in _making_way(layout) and not seen.sides:
        return heading(location, whole=False), " "
    if layout.whole[location]:
        return heading(location, whole=True), signs
    for name in () if seen.sides else (heading(location, whole=True), NAMES[location]):
        if columns_of(name) + len(signs) <= layout.boxes[location].width:
            return name, signs
    return heading(location, whole=False), " "


@cache
def _making_way(layout: MapLayout) -> frozenset[Location]:
    """The locations whose names are short where all stands on one line: a capital's blocks are told beside them."""
    found = []
    for capital in LOCATIONS:
        box = layout.boxes[capital]
        if CAPITAL[capital] is None or box.height > 1 or not layout.leftward(capital):
            continue
        beside = [place for place in LOCATIONS if layout.boxes[place].y == box.y and layout.boxes[place].x < box.x]
        nearest = max(beside, key=lambda place: layout.boxes[place].x, default=None)
        if nearest is not None and layout.boxes[nearest].height == 1:
            found.append(nearest)
    return frozenset(found)


def chip_style(daimyo: str) -> str:
    """The style of a block of this daimyo's."""
    return f"chip-{daimyo}"


@dataclass(frozen=True, slots=True)
class _Slot:
    """Part of a row: `columns` cells from `x`."""

    x: int
    y: int
    columns: int


class _Sheet:
    """The cells of a map that is being painted, and which of them may still be written on."""

    def __init__(self, layout: MapLayout, contents: MapContents) -> None:
        self.layout = layout
        self._land = coast_of(layout.columns, layout.rows).land
        sea = " ", "land" + AT_SEA
        self.rows: list[list[Cell]] = [[BLANK if cell else sea for cell in row] for row in self._land]
        self._taken = [bytearray(layout.columns) for _ in range(layout.rows)]
        for location, seen in zip(LOCATIONS, contents.locations, strict=True):
            box = layout.boxes[location]
            name = sum(map(columns_of, _heading(layout, location, seen)))
            for y in range(box.y, box.y + box.height):
                # Where nobody stands there is room for those who stand beside it.
                beside = box.height == 1 and seen.sides
                columns = box.width if beside or (y > box.y and seen.sides) else name if y == box.y else 0
                if columns:
                    x = box.x + (box.width - columns if layout.leftward(location) else 0)
                    self._take(x - GAP, y, columns + GAP + 1)

    def _take(self, x: int, y: int, columns: int) -> None:
        first, end = max(x, 0), min(x + columns, self.layout.columns)
        self._taken[y][first:end] = b"\x01" * (end - first)

    def put(self, x: int, y: int, sign: str, style: str) -> None:
        """Put a sign on land or on the sea; blocks look the same on both."""
        self.rows[y][x] = (sign, style if self._land[y][x] or style in SOLID else style + AT_SEA)

    def write(self, x: int, y: int, cells: Sequence[Cell], *, apart: int = 1, under: bool = False) -> None:
        """Put cells on a row, where nothing else is to be put then, nor beside it: so far stays free.

        `under`: nor above it, because it goes on from there.
        """
        for place, (sign, style) in enumerate(cells, x):
            self.put(place, y, sign, style)
        self._take(x - apart, y, len(cells) + 2 * apart)
        if under:
            self._take(x, y - 1, len(cells))

    def _free(self, x: int, y: int, step: int, most: int, *, under: bool) -> int:
        """How many cells are free from `x` on, to the right (1) or to the left (-1).

        `under`: what stands there is told of what is above it, so nothing else may be there.
        """
        free = 0
        row, above = self._taken[y], self._taken[y - under]
        while free < most and 0 < x < self.layout.columns and not row[x] and not above[x]:
            free += 1
            x += step
        return free

    def slots(self, location: Location, first: _Slot) -> list[_Slot]:
        """The lines for who stands at a location, from the first on, with what is free beside and below."""
        box, leftward = self.layout.boxes[location], self.layout.leftward(location)
        found = []
        for y in range(first.y, min(first.y + LINES_OF_CHIPS, self.layout.rows)):
            # A line in the box goes on over what is free beside it; one below has to be free itself.
            inside = y < box.y + box.height
            if not inside:
                below = self._slot_below(box, y, leftward=leftward)
                if below is None:
                    break
                found.append(below)
                continue
            x, columns = (first.x, first.columns) if y == first.y else (box.x, box.width)
            most = WIDEST - columns
            if leftward:
                end = x + columns
                # The gap before the box belongs to what is marked there.
                beyond = self._free(end - columns - 1 - GAP, y, -1, most, under=y > box.y)
                columns += beyond
                x = end - columns
            else:
                columns += self._free(x + columns + 1, y, 1, most, under=y > box.y)
            if columns < 4:
                break
            found.append(_Slot(x, y, columns))
        return found

    def _slot_below(self, box: Box, y: int, *, leftward: bool) -> _Slot | None:
        """A line below a box; None if what stands there could be taken for another location's, near it or under it."""
        step = -1 if leftward else 1
        start = box.x + box.width - 1 if leftward else box.x
        clear = self._clear
        if not all(clear(start - step * place, y) for place in range(1, APART + 1)):
            return None
        columns = 0
        room = start + 1 if leftward else self.layout.columns - start
        while columns < min(WIDEST, room):
            x = start + step * columns
            own = y - 1 < box.y + box.height and box.x <= x < box.x + box.width
            if not (clear(x, y) and clear(x, y + 1) and (own or clear(x, y - 1))):
                break
            columns += 1
        while columns and not all(clear(start + step * (columns - 1 + place), y) for place in range(1, APART + 1)):
            columns -= 1
        return _Slot(start - columns + 1 if leftward else start, y, columns) if columns >= 4 else None

    def _clear(self, x: int, y: int) -> bool:
        """Whether nothing is told in a cell; beyond the map nothing is."""
        if not (0 <= y < self.layout.rows and 0 <= x < self.layout.columns):
            return y >= self.layout.rows or x < 0 or x >= self.layout.columns
        return not self._taken[y][x]


@dataclass(frozen=True, slots=True)
class _Pen:
    """What a map is drawn with: the client's signs, the map's own, and whose faces come first."""

    glyphs: Glyphs
    signs: Signs
    seat: Seat


def paint(layout: MapLayout, contents: MapContents, glyphs: Glyphs) -> list[list[Cell]]:
    """The whole map without cursor and marks, row by row; each row has `layout.columns` cells."""
    pen = _Pen(glyphs, signs_for(glyphs), contents.seat)
    sheet = _Sheet(layout, contents)
    _paint_coast(sheet, pen.signs)
    _paint_roads(sheet, contents.used, pen.signs)
    for location in LOCATIONS:
        _paint_heading(sheet, location, contents.locations[location], pen)
    for location in sorted(LOCATIONS, key=lambda place: not contents.locations[place].blocks[contents.seat]):
        if contents.locations[location].sides:
            _paint_stacks(sheet, location, contents.locations[location], pen)
    return sheet.rows


def _paint_coast(sheet: _Sheet, signs: Signs) -> None:
    for x, y, dots in coast_of(sheet.layout.columns, sheet.layout.rows).cells:
        sheet.put(x, y, braille(dots) if signs.braille else signs.coast, "coast")


def _paint_roads(sheet: _Sheet, used_roads: int, signs: Signs) -> None:
    dots_at: dict[tuple[int, int], int] = {}
    roads = road_cells(sheet.layout.columns, sheet.layout.rows, signs.braille)
    for number in sorted(range(len(ROADS)), key=lambda number: HIGHWAY[number]):
        used = used_roads >> number & 1
        style = "used" if used else "highway" if HIGHWAY[number] else "road"
        for x, y, dots in roads[number].cells:
            if signs.braille:
                dots_at[x, y] = dots_at.get((x, y), 0) | dots
                sign = braille(dots_at[x, y])
            else:
                sign = signs.highway if HIGHWAY[number] else signs.road
            sheet.put(x, y, sign, style)
    for number in range(len(ROADS)):
        if used_roads >> number & 1:
            sheet.put(*roads[number].middle, signs.used_road, "used")


def _location_sign(location: Location, signs: Signs) -> str:
    """The sign of a location: castle, capital, resource or none of them."""
    if CASTLE[location] is not None:
        return signs.castle
    if CAPITAL[location] is not None:
        return signs.capital
    return signs.resource if RESOURCE[location] else signs.plain


def _cells(text: str, style: str) -> list[Cell]:
    """A cell a column: a sign of two columns has an empty cell behind it."""
    return [cell for sign in text for cell in ((sign, style), ("", style))[: columns_of(sign)]]


def _control_style(control: Seat | None) -> str:
    return "nobody" if control is None else f"{SIDES[control]}-control"


def _paint_heading(sheet: _Sheet, location: Location, seen: LocationContents, pen: _Pen) -> None:
    """Marker, who controls it, and name, from the marker on or up to it; the code without much else in a small box."""
    layout = sheet.layout
    text, before = _heading(layout, location, seen)
    whole = len(before) > 1
    control = _control_style(seen.control)
    marker = _cells(_location_sign(location, pen.signs), control)
    letter: list[Cell] = []
    if whole:
        if has_control(location):
            letter = _cells("-" if seen.control is None else LETTERS[seen.control], control)
    elif seen.control is not None and not seen.sides:
        letter = _cells(LETTERS[seen.control].lower(), control)
    name = _cells(pen.glyphs.text(text), "battle" if seen.battle else "name")
    space: list[Cell] = [(" ", "name")] if whole else []
    x, y = layout.markers[location]
    if layout.leftward(location):
        cells = [*name, *space, *letter, *marker] if whole else [*letter, *name, *marker]
        sheet.write(x - len(cells) + 1, y, cells)
    else:
        sheet.write(x, y, [*marker, *letter, *space, *name] if whole else [*marker, *name, *letter])


def _first_slot(layout: MapLayout, location: Location) -> _Slot:
    """Where who stands at a location is told first: below the name, or beside the code."""
    box = layout.boxes[location]
    if box.height > 1:
        return _Slot(box.x, box.y + 1, box.width)
    used = heading_width(location, whole=layout.whole[location])
    return _Slot(box.x if layout.leftward(location) else box.x + used, box.y, box.width - used)


def _paint_stacks(sheet: _Sheet, location: Location, seen: LocationContents, pen: _Pen) -> None:
    """Who stands here, the side in control first: all known faces if there is room, else some, else numbers."""
    first = _first_slot(sheet.layout, location)
    leftward = sheet.layout.leftward(location)
    slots = sheet.slots(location, first)
    # Blocks that go on below do not run into the name that stands to the right of the first of them.
    apart = [replace(slot, columns=slot.columns - (not number)) for number, slot in enumerate(slots)]
    one_line = sheet.layout.boxes[location].height == 1
    # The own faces are the last to be left out.
    shown = [len(seen.faces[0]), len(seen.faces[1])]
    while any(shown):
        stacks = [_tokens(seen, side, shown[side], pen) for side in seen.sides]
        taken, lines = slots, _filled(stacks, slots)
        if lines is not None and len(lines) > 1 and one_line and leftward:
            taken, lines = apart, _filled(stacks, apart)
        # A stack of which some is left out is told on one line: what goes on below and breaks off reads as two.
        cut = any(0 < shown[side] < len(seen.faces[side]) for side in seen.sides)
        if lines is not None and not (one_line and len(lines) > 1 and (cut or not _has_chips(lines[0]))):
            _write(sheet, taken, lines, leftward=leftward)
            return
        enemy = other(pen.seat)
        shown[enemy if shown[enemy] else pen.seat] -= 1
    first = slots[0] if slots else first
    cells: list[Cell] = []
    for brackets, extras, more, space in _SHORTER:
        cells = _numbers(seen, pen, brackets=brackets, extras=extras, more=more)
        if len(cells) + space <= first.columns:
            break
    if space:
        # What has no bracket is kept from the name by a space.
        cells = [*cells, BLANK] if leftward else [BLANK, *cells]
    _write(sheet, [first], [cells[: first.columns]], leftward=leftward)


def _has_chips(line: Sequence[Cell]) -> bool:
    """Whether a block stands on a line: a number alone, with its blocks below, reads as cut off."""
    return any(style.startswith("chip-") for _, style in line)


def _write(sheet: _Sheet, slots: Sequence[_Slot], lines: Sequence[Sequence[Cell]], *, leftward: bool) -> None:
    for slot, cells in zip(slots, lines, strict=False):
        under = slot.y > slots[0].y
        sheet.write(slot.x + (slot.columns - len(cells)) * leftward, slot.y, cells, apart=GAP, under=under)


def _filled(stacks: Sequence[Sequence[Token]], slots: Sequence[_Slot]) -> list[list[Cell]] | None:
    """Stacks laid out over the slots; None if there is not room enough."""
    lines: list[list[Cell]] = [[]]
    for stack in stacks:
        for cells, spaced in stack:
            needed = len(cells) + (spaced and bool(lines[-1]))
            if len(lines[-1]) + needed > slots[len(lines) - 1].columns:
                lines.append([])
                if len(lines) > len(slots) or len(cells) > slots[len(lines) - 1].columns:
                    return None
            if spaced and lines[-1]:
                lines[-1].append(BLANK)
            lines[-1] += cells
    return lines


def _tokens(seen: LocationContents, seat: Seat, faces: int, pen: _Pen) -> list[Token]:
    """A stack with so many of its faces: how many there are, and a chip for each face, all in brackets."""
    left, right = BRACKETS[seat]
    style = SIDES[seat]
    chips = [(chip.code, chip_style(chip.daimyo)) for chip in seen.faces[seat][:faces]]
    tokens: list[Token] = [(_cells(left + _count(seen, seat, pen.signs, True), style), False)]
    tokens += [(_cells(pen.glyphs.text(code), chip), True) for code, chip in chips]
    if 0 < faces < len(seen.faces[seat]):
        # There are more than there is room for.
        tokens[-1][0].extend(_cells(pen.glyphs.text(MORE), style))
    tokens[-1][0].extend(_cells(right, style))
    return tokens


def _count(seen: LocationContents, seat: Seat, signs: Signs, extras: bool) -> str:
    """A side's letter and how many blocks it has here; a disk, and that they are besieged."""
    count, disk = seen.blocks[seat], seen.disk and seat == ISHIDA
    text = f"{LETTERS[seat]}{count}" if count else LETTERS[seat]
    if extras or not count:
        text += signs.disk if disk else ""
        text += signs.besieged if seen.besieged == seat and count else ""
    return text


_SHORTER: Final = (
    (True, True, True, False),
    (False, True, True, True),
    (False, True, False, True),
    (False, False, False, True),
    (False, True, False, False),
    (False, False, False, False),
)
"""How numbers alone are told, the longest first: in brackets, with disk and siege, each side by itself says if there is
more known of it than told, with a space before them."""


def _numbers(seen: LocationContents, pen: _Pen, *, brackets: bool, extras: bool, more: bool) -> list[Cell]:
    """Both sides' numbers, and a sign where faces, a disk or a siege are left out."""
    cells: list[Cell] = []
    sign = pen.glyphs.text(MORE)
    left_out = False
    for side in seen.sides:
        left, right = BRACKETS[side] if brackets else ("", "")
        text = _count(seen, side, pen.signs, extras)
        untold = bool(seen.faces[side]) or text != _count(seen, side, pen.signs, True)
        cells += _cells(left + text + (sign if untold and more else "") + right, SIDES[side])
        left_out = left_out or untold
    return cells if more or not left_out else [*cells, *_cells(sign, SIDES[seen.sides[-1]])]
