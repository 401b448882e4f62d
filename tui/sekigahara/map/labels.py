"""What can be written at a location: marker, who controls it, name and who stands there, in all the ways that touch.

A label's first line is its marker's. There the name goes to one side of the marker, right beside it, and who stands
there after it or to the other side, or on lines of their own that touch the first from below or from above.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate
from typing import Final

from engine.hidden import Seat
from engine.sekigahara.board import CAPITAL, CASTLE, HIGHWAY, RESOURCE, Location
from engine.sekigahara.components import ROADS, SIDES
from engine.sekigahara.pieces import RECRUITS_AT
from tui.boards import Box
from tui.glyphs import Glyphs
from tui.sekigahara.map.around import Written, not_beside, with_blocks
from tui.sekigahara.map.contents import LocationContents
from tui.sekigahara.map.layout import GAP, SPREAD, layout_of
from tui.sekigahara.map.locations import ON_MAP
from tui.sekigahara.map.nearness import Line, nearness_of
from tui.sekigahara.map.roads import road_cells
from tui.sekigahara.map.signs import Signs, signs_for
from tui.sekigahara.map.telling import BLANK, Cells, cells_of, tellings
from tui.sekigahara.words.names import BRACKETS, LETTERS, daimyo_code

_OTHER_SIDE: Final = 0.4
"""What is lost where the name stands on the side where more roads are."""
_WIDE: Final = (0.4, 1.0)
_NARROW: Final = 20
"""What is lost by every column of a line of blocks, and of one of both sides, that is wider than so many: its end
stands far from the place."""
_BAR: Final = 24
_LONG_BAR: Final = 2.0
"""What is lost besides by every column that one before its marker, or in another row, is wider than so many: it seems
to stand at whatever it passes, and its beginning, which is read first, is far off."""
MOST_LINES: Final = (2, 3)
"""On how many lines the blocks of a location may be told, on a map with little room and on a larger one."""
_AMONG_OTHERS: Final = 3.0
"""What is lost besides where they stand in another row of a map with little room: other names stand in all of them."""
_MONS: Final = (2.0, 4.0)
"""What the letters of those who recruit at a place are worth, on a map with little room and on a larger one."""
_OF_BLOCKS: Final = 18.0
"""What is lost besides by a shorter name where blocks stand: there it is read most often."""
_OF_CASTLE: Final = 20.0
"""What is lost besides by a shorter name of a castle or a capital: of all names they are asked for most."""
_OF_BATTLE: Final = 100.0
"""What is lost besides by a shorter name where both sides are: more than all that others there would be told by."""
_NAMELESS: Final = -150.0
"""What is lost where not even the beginning of a name is left: more than the leaders of any stack are worth."""
APART: Final = 4
"""How many free columns other lines have beside them: nobody takes them for those of the place on their row."""
BEFORE: Final = 4
"""How many columns are free before blocks that stand to the left of their marker."""
FAR: Final = 5
_LONG: Final = 8
"""How many are free before so many signs or more: their beginning stands far from their own marker, and is not to be
read with one before it."""
AFTER: Final = 4
"""How many columns are free between so many signs, or blocks of both sides, and a marker that follows: the last ones
stand far from their own, and are not to be read with that one."""
_ROOMY: Final = 1500
"""How many cells a map has that is large enough for the faces of most blocks."""
_OPENING: Final = frozenset([opening for opening, _ in BRACKETS])
"""What the blocks of a side begin with."""
_COVERED: Final = (1.5, 4.5)
_COVERED_BY_BLOCKS: Final = ((110, (8.0, 24.0)), (98, (4.0, 13.0)), (0, _COVERED))
"""What is lost by covering a road, and a highway, as far as it is covered; and on a map of at least so many columns by
blocks, which have room beside the roads there: a road that goes on behind them seems to end."""
_RUNS_INTO: Final = (1.5, 4.0)
"""What is lost where a road, and a highway, that leads elsewhere goes on behind an end of blocks on its row: it seems
to lead there."""
_OVER_MARKER: Final = (1.2, 10.0)
"""What is lost where blocks on the row of their own marker reach over or under another, on a map with little room and
on a larger one: they could be of that place."""


SHEETS: Final = 3
"""How many bits there are for each cell of the map, each on a sheet of its own."""


def bit_of(columns: int, x: int, y: int) -> int:
    """The bit of a cell on the first sheet of a map of so many columns."""
    return 1 << (y * SHEETS * columns + x)


@dataclass(frozen=True, slots=True)
class Label:
    """All that stands at a location, and what that is worth.

    `lines` are its cells, those on the marker's row first; `whole`: nothing that is known is left out; `named`: the
    name is not shortened. As bits, a bit a cell of the map (see `bit_of`): `cells` are the same, and `clear` those that
    others have to leave free as well, so that nobody takes one for part of the other. In each row the bits of two more
    sheets follow, for what is kept apart and nothing else: on the second long stacks and blocks of both sides after a
    name, and what is free of them before a marker; on the third all blocks, and what is free of blocks above and below
    them. `hides` are the cells in which no road is seen: all but a space between the marker and blocks beside it.
    """

    value: float
    whole: bool
    named: bool
    lines: tuple[Written, ...]
    cells: int
    clear: int
    hides: int

    def meets(self, cells: int, clear: int) -> bool:
        """Whether it does not go with others that take these cells, and have those clear."""
        return bool(self.cells & clear or self.clear & cells)

    @property
    def boxes(self) -> list[Box]:
        """Where it is: first what is on the marker's row."""
        row = self.lines[0].y
        beside = [line for line in self.lines if line.y == row]
        first, width = min([line.x for line in beside]), sum([len(line.cells) for line in beside])
        others = [Box(line.x, line.y, len(line.cells), 1) for line in self.lines if line.y != row]
        return [Box(first, row, width, 1), *others]


@dataclass(frozen=True, slots=True)
class Offer:
    """All that can be written at a location, the best first; what always has room; and all cells that matter to any."""

    labels: tuple[Label, ...]
    least: Label
    reach: int


@dataclass(frozen=True, slots=True)
class _Name:
    """What is written away from the marker: letter of who controls it, space, name."""

    parts: tuple[Cells, ...]
    value: float
    whole: bool = False

    def rightward(self) -> Cells:
        """As it stands to the right of the marker."""
        return tuple([cell for part in self.parts for cell in part])

    def leftward(self) -> Cells:
        """As it stands to the left of it."""
        return tuple([cell for part in self.parts[::-1] for cell in part])


def has_control(location: Location) -> bool:
    """Whether somebody can control something here: a castle or a resource."""
    return CASTLE[location] is not None or RESOURCE[location]


def location_sign(location: Location, signs: Signs) -> str:
    """The sign of a location: castle, capital, resource or none of them."""
    if CASTLE[location] is not None:
        return signs.castle
    if CAPITAL[location] is not None:
        return signs.capital
    return signs.resource if RESOURCE[location] else signs.plain


def control_letter(location: Location, control: Seat | None) -> str:
    """The letter of who controls a location, a sign for nobody; empty where there is nothing to control."""
    if not has_control(location):
        return ""
    return "-" if control is None else LETTERS[control]


def control_style(control: Seat | None) -> str:
    """The style of what tells who controls a location."""
    return "nobody" if control is None else f"{SIDES[control]}-control"


def _names(location: Location, seen: LocationContents, name: str, glyphs: Glyphs, *, roomy: bool) -> Iterator[_Name]:
    """The names at different lengths; who controls the location goes with each."""
    style = "battle" if seen.battle else "name"
    letter = control_letter(location, seen.control)
    control = cells_of(letter, control_style(seen.control))
    space = cells_of(" ", "name")
    mons = "".join([daimyo_code(daimyo) for daimyo in RECRUITS_AT[location]])
    code = ON_MAP[location].code
    strong = CASTLE[location] is not None or CAPITAL[location] is not None
    met = seen.battle or all(seen.blocks)  # there it is fought, or soon will be
    for text, spaced, value in (
        (f"{name} {mons}" if mons else "", True, 3.0 + _MONS[roomy]),
        (name, True, 3.0),
        (code, True, -4.0),
        # A letter right beside a name would be read as part of it.
        (code if not letter else "", False, -14.0),
    ):
        if text:
            less = 0.0
            if not text.startswith(name):
                less = _OF_BLOCKS * any(seen.blocks) + _OF_CASTLE * strong + _OF_BATTLE * met
            parts = control, space if spaced else (), cells_of(glyphs.text(text), style)
            yield _Name(parts, value - less, text.startswith(name))
    yield _Name((control,), _NAMELESS - _OF_BATTLE * met)


class _Ground:
    """The map that labels are made for: what its roads are worth."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.roomy = columns * rows >= _ROOMY
        self._spread = self.roomy and rows >= SPREAD[1]
        self.second, self.third = columns, 2 * columns
        self._markers = markers = {*layout_of(columns, rows).markers}
        roads = road_cells(columns, rows, dotted=True)
        self._roads = [{(x, y) for x, y, _ in road if (x, y) not in markers} for road in roads]
        """The cells of each road between its markers."""
        self._lost_by_name = _summed(self._weights(_COVERED))
        weights = self._weights(next(lost for least, lost in _COVERED_BY_BLOCKS if columns >= least))
        self._lost_by_blocks = _summed(weights)
        for x, y in markers:
            for row in (y - 1, y + 1):
                if 0 <= row < rows:
                    weights[row][x] += _OVER_MARKER[self.roomy]
        self._lost_beside = _summed(weights)
        self._along: dict[tuple[int, int], list[int]] = {}
        """The roads that have a cell and the one before it on its row."""
        for number, cells in enumerate(self._roads):
            for x, y in cells:
                if (x - 1, y) in cells:
                    self._along.setdefault((x, y), []).append(number)

    def lost_by_ends(self, location: Location, blocks: Sequence[Written]) -> float:
        """What is lost where roads that do not lead to a location seem to lead to its blocks."""
        lost = 0.0
        for line in blocks:
            for x in (line.x, line.end):
                for number in self._along.get((x, line.y), ()):
                    if location not in ROADS[number].ends:
                        lost += _RUNS_INTO[HIGHWAY[number]]
        return lost

    def _weights(self, covered: tuple[float, float]) -> list[list[float]]:
        """What is lost by each cell that is covered of the roads, row by row."""
        weights = [[0.0] * self.columns for _ in range(self.rows)]
        for number, cells in enumerate(self._roads):
            for x, y in cells:
                weights[y][x] += covered[HIGHWAY[number]] / len(cells)
        return weights

    def label(
        self, head: Written, blocks: Sequence[Written], value: float, *, whole: bool, named: bool
    ) -> Label | None:
        """The label of these lines. None if it does not lie on the map."""
        columns, second, third = self.columns, self.second, self.third
        row_bits = SHEETS * columns
        cells = clear = seen = 0
        ends = (head.end - 1, head.y) in self._markers and not any(line.y == head.y for line in blocks)
        hangs = self._spread and any(line.tied for line in blocks)
        flanked = len([line for line in blocks if line.y == head.y]) > 1
        if (head.x, head.y) in self._markers:
            first = max(head.x - AFTER, 0)
            clear |= ((1 << (head.x - first)) - 1) << (second + head.y * row_bits + first)
        for number, line in enumerate((head, *blocks)):
            x, y, written, tied = line
            end = line.end
            beside = y == head.y
            # Signs stand before it at the edge of the map, but behind a marker that ends what is on its row.
            edge = 0 if not beside else 1 if ends and not number else GAP
            if x < edge or end > columns or not 0 <= y < self.rows:
                return None
            sums = (self._lost_by_name if not number else self._lost_beside if beside else self._lost_by_blocks)[y]
            start = y * row_bits
            value -= sums[end] - sums[x]
            bits = ((1 << (end - x)) - 1) << (start + x)
            cells |= bits
            if number:
                seen |= self._beside_marker(line)
                cells |= bits << third
            after = number and beside and x > head.x
            if after and (flanked or len(written) >= _LONG or sum([sign in _OPENING for sign, _ in written]) > 1):
                cells |= bits << second
            gap = GAP if beside else APART
            # Blocks before a marker are not to be read with a name before them: marks fill the gap between.
            before = (FAR if len(written) >= _LONG else BEFORE) if beside and x < head.x else gap
            # What ties them is read with nothing beside it.
            first, last = max(x - max(gap, before) + (tied == "before"), 0), min(end + gap, columns)
            clear |= ((1 << (last - first)) - 1) << (start + first)
            around = bits << row_bits | bits >> row_bits
            if not beside and not hangs:
                # What stands in another row is told of what is nearest: so it touches nothing else.
                clear |= around
            elif not beside or (number and self._spread and x < head.x and len(written) >= _LONG):
                # Right under or over other blocks what is tied, or begins far from its marker, would be read with them.
                clear |= around << third
        return Label(value, whole, named, (head, *blocks), cells, clear, cells & ~seen)

    def _beside_marker(self, line: Written) -> int:
        """The bit of a space with which blocks begin right behind a marker, or end right before one; else none."""
        columns, markers = self.columns, self._markers
        if line.cells[0] == BLANK and (line.x - 1, line.y) in markers:
            return bit_of(columns, line.x, line.y)
        after = line.cells[-1] == BLANK and (line.end, line.y) in markers
        return bit_of(columns, line.end - 1, line.y) if after else 0


def _summed(weights: Sequence[Sequence[float]]) -> list[list[float]]:
    """Of each row the sums up to each column: what a line loses is the difference of two."""
    return [[0.0, *accumulate(row)] for row in weights]


@lru_cache(maxsize=16)
def _ground(columns: int, rows: int) -> _Ground:
    return _Ground(columns, rows)


@lru_cache(maxsize=256)
def offer(
    columns: int,
    rows: int,
    location: Location,
    seen: LocationContents,
    seat: Seat,
    name: str,
    glyphs: Glyphs,
    names: tuple[Line, ...] = (),
) -> Offer:
    """All that can be written at a location of the map of this size.

    `names`: where those of all places stand on the empty map; none: nobody asks whose the blocks seem to be.
    """
    layout, ground = layout_of(columns, rows), _ground(columns, rows)
    x, y = layout.markers[location]
    rightward = ON_MAP[location].rightward
    default = layout.leftward(location) and not (rightward and columns >= rightward)
    marker = cells_of(location_sign(location, signs_for(glyphs)), control_style(seen.control))
    roomy = ground.roomy
    told = [(telling, list(telling.lines(MOST_LINES[roomy]))) for telling in tellings(seen, seat, glyphs, roomy=roomy)]
    nearness = nearness_of(location, names) if told and names else None
    found = []
    ties = signs_for(glyphs).ties
    for text in _names(location, seen, name, glyphs, roomy=roomy):
        for leftward in (False, True):
            value = text.value - (_OTHER_SIDE if leftward != default else 0)
            cells = (*text.leftward(), *marker) if leftward else (*marker, *text.rightward())
            head = Written(x - len(cells) + 1 if leftward else x, y, cells)
            if not told:
                found.append(ground.label(head, (), value, whole=True, named=text.whole))
            for telling, wrapped in told:
                for blocks, less in with_blocks(head, leftward, telling, wrapped, ties):
                    too_wide = max(max(len(line.cells) for line in blocks) - _NARROW, 0)
                    worth = value + telling.value - less - _WIDE[telling.farther > 0] * too_wide
                    far = [len(line.cells) for line in blocks if line.y != y or line.x < head.x]
                    worth -= ground.lost_by_ends(location, blocks)
                    worth -= _LONG_BAR * sum([max(width - _BAR, 0) for width in far])
                    if not roomy and blocks[0].y != y:
                        worth -= _AMONG_OTHERS
                    if nearness is not None:
                        for line in not_beside(head, blocks, telling):
                            worth -= nearness.lost(line)
                        # Where room is short the faces that would be left out are worth more.
                        if roomy and blocks[0].y == y and blocks[0].x < x:
                            worth -= nearness.lost_beside((y, blocks[0].x, blocks[0].end))
                    found.append(ground.label(head, blocks, worth, whole=telling.whole, named=text.whole))
    labels = sorted([label for label in found if label is not None], key=lambda label: -label.value)
    reach = 0
    for label in labels:
        reach |= label.clear | label.cells
    reach |= reach << 1 | reach >> 1  # see `spaced`
    # Whatever has room in its box meets no other that has.
    box = layout.boxes[location]
    own = ((1 << box.width) - 1) << (box.y * SHEETS * columns + box.x)
    own |= own << ground.second | own << ground.third  # on the other sheets as well
    inside = [label for label in labels if not label.cells & ~own]
    least = min(inside or labels, key=lambda label: (label.cells.bit_count(), -label.value))
    return Offer(tuple(labels), least, reach)


def spaced(columns: int, rows: int, label: Label) -> Label | None:
    """The same with a space between name and blocks. None where they do not touch, and where the map ends.

    Behind them more is free then than before them: nobody asks whether they are those of what follows.
    """
    head, *others = label.lines
    if len(others) != 1 or others[0].y != head.y:
        return None
    [(x, y, cells, _)] = others
    before = x < head.x
    if BLANK in ((cells[-1], head.cells[0]) if before else (cells[0], head.cells[-1])):
        return None
    blocks = Written(x - 1, y, (*cells, BLANK)) if before else Written(x, y, (BLANK, *cells))
    found = _ground(columns, rows).label(head, (blocks,), 0.0, whole=label.whole, named=label.named)
    if found is None:
        return None
    following = 0 if before else (1 << (min(blocks.end + AFTER, columns) - blocks.end)) - 1
    return replace(found, value=label.value, clear=found.clear | following << (y * SHEETS * columns + blocks.end))
