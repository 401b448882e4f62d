"""What can be written at a location: marker, who controls it, name and who stands there, in all the ways that touch.

A label's first line is its marker's. There the name goes to one side of the marker, right beside it, and who stands
there after it or to the other side, or on lines of their own that touch the first from below or from above.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

from engine.hidden import Seat
from engine.sekigahara.board import CAPITAL, CASTLE, HIGHWAY, RESOURCE, Location
from engine.sekigahara.components import SIDES
from engine.sekigahara.pieces import RECRUITS_AT
from tui.boards import Box
from tui.glyphs import Glyphs
from tui.sekigahara.map.contents import LocationContents
from tui.sekigahara.map.layout import GAP, layout_of
from tui.sekigahara.map.locations import ON_MAP
from tui.sekigahara.map.nearness import Line, nearness_of
from tui.sekigahara.map.roads import road_cells
from tui.sekigahara.map.signs import Signs, signs_for
from tui.sekigahara.map.telling import BLANK, Cells, Telling, cells_of, tellings
from tui.sekigahara.words.names import BRACKETS, LETTERS, daimyo_code

MOST_LINES: Final = (2, 3)
"""On how many lines the blocks of a location may be told, on a map with little room and on a larger one."""
WIDEST: Final = 64
"""How many columns a line of blocks may take."""

_SPLIT: Final = 0.2
_BELOW: Final = 6.4
_ABOVE: Final = 6.7
_LINE: Final = 2.0
_GOES_ON: Final = 1.4
_OTHER_SIDE: Final = 0.4
_SPACED: Final = 1.0
_BROKEN: Final = (4.0, 12.0)
_ASIDE: Final = 0.3
_AHEAD: Final = 0.12
_OFF: Final = 5.0
_OVER: Final = 0.5
_LOOSE: Final = 4.0
_PARTED: Final = 4.0
_WIDE: Final = 0.4
_NARROW: Final = 24
"""What is lost where the blocks stand on the other side of the marker than the name, under it, over it, where they are
read as another place's first; by every line of blocks; where they begin beside the name and go on below; where the name
stands on the side where more roads are; what is won by a space before blocks in brackets; what is lost where a stack
goes on in another line, and on a large map, where but for an army's it hardly has to; by every column by which blocks
under or over the marker's line touch it less than they could, and by which they begin before it; where they stand at
the other end of the name than the marker, or end there and reach beyond the marker; where what goes on is not tied to
its marker; where the two sides do not stand together; and by every column of a line that is wider than so many: what
lies at its end stands far from the place."""
_AMONG_OTHERS: Final = 3.0
"""What is lost besides where they stand in another row of a map with little room: other names stand in all of them."""
_OF_BLOCKS: Final = 18.0
"""What is lost besides by a shorter name where blocks stand: there it is read most often."""
_OF_CASTLE: Final = 20.0
"""What is lost besides by a shorter name of a castle or a capital: of all names they are asked for most."""
_OF_BATTLE: Final = 100.0
"""What is lost besides by a shorter name where both sides are: more than all that others there would be told by."""
_NAMELESS: Final = -150.0
"""What is lost where not even the beginning of a name is left: more than the leaders of any stack are worth."""
_ARMY: Final = 7
"""Of how many signs a stack is the blocks of an army, which has room on no row: on several it is seen to be one."""
_LEAST: Final = 5
"""How long the marker's line is at least where others go with it."""
APART: Final = 5
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
_BEHIND: Final = 16
"""How many columns of name and blocks the second side's stand behind to be read with what is near them there."""
_ROOMY: Final = 1500
"""How many cells a map has that is large enough for the faces of most blocks."""
_LARGE: Final = 3000
"""And one on which no stack has to go on in another line for want of room."""
_OPENING: Final = frozenset([opening for opening, _ in BRACKETS])
_CLOSING: Final = frozenset([closing for _, closing in BRACKETS])
"""What the blocks of a side begin with, and what they end with."""
_MANY: Final = 110
"""So many columns a map has on which blocks have room beside the roads."""
_COVERED: Final = (1.5, 4.5)
_COVERED_BY_BLOCKS: Final = (6.0, 20.0)
"""What is lost by covering a road, and a highway, as far as it is covered; and on a map of many columns by blocks: a
road that goes on behind them seems to end there."""
_OVER_MARKER: Final = (1.2, 10.0)
"""What is lost where blocks on the row of their own marker reach over or under another, on a map with little room and
on a larger one: they could be of that place."""


class Written(NamedTuple):
    """Cells on a row, from a column on."""

    x: int
    y: int
    cells: Cells


@dataclass(frozen=True, slots=True)
class Label:
    """All that stands at a location, and what that is worth.

    `lines` are its cells, those on the marker's row first; `whole`: nothing that is known is left out; `named`: the
    name is not shortened. As bits, a bit a cell of the map: `cells` are the same, and `clear` those that others have to
    leave free as well, so that nobody takes one for part of the other. The bits of a second sheet go with these, for
    what is kept apart and nothing else: long stacks and blocks of both sides after a name, and what is free of them
    before a marker. `hides` are the cells in which no road is seen: all but a space between the marker and blocks
    beside it.
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


def _names(location: Location, seen: LocationContents, name: str, glyphs: Glyphs) -> Iterator[_Name]:
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
        (f"{name} {mons}" if mons else "", True, 7.0),
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
        # The second sheet begins behind a row that is left out: what is under the last row is on neither.
        self.second = columns * (rows + 1)
        self._markers = markers = {*layout_of(columns, rows).markers}
        self._lost_by_name = _summed(self._weights(_COVERED))
        weights = self._weights(_COVERED_BY_BLOCKS if columns >= _MANY else _COVERED)
        self._lost_by_blocks = _summed(weights)
        for x, y in markers:
            for row in (y - 1, y + 1):
                if 0 <= row < rows:
                    weights[row][x] += _OVER_MARKER[columns * rows >= _ROOMY]
        self._lost_beside = _summed(weights)

    def _weights(self, covered: tuple[float, float]) -> list[list[float]]:
        """What is lost by each cell that is covered of the roads, row by row."""
        weights = [[0.0] * self.columns for _ in range(self.rows)]
        for number, road in enumerate(road_cells(self.columns, self.rows, dotted=True)):
            cells = [(x, y) for x, y, _ in road if (x, y) not in self._markers]
            for x, y in cells:
                weights[y][x] += covered[HIGHWAY[number]] / len(cells)
        return weights

    def label(
        self, head: Written, blocks: Sequence[Written], value: float, *, whole: bool, named: bool
    ) -> Label | None:
        """The label of these lines. None if it does not lie on the map."""
        columns, second = self.columns, self.second
        cells = clear = seen = 0
        if (head.x, head.y) in self._markers:
            first = max(head.x - AFTER, 0)
            clear |= ((1 << (head.x - first)) - 1) << (second + head.y * columns + first)
        for number, (x, y, written) in enumerate((head, *blocks)):
            end = x + len(written)
            beside = y == head.y
            if x < (GAP if beside else 0) or end > columns or not 0 <= y < self.rows:
                return None
            sums = (self._lost_by_name if not number else self._lost_beside if beside else self._lost_by_blocks)[y]
            start = y * columns
            value -= sums[end] - sums[x]
            bits = ((1 << (end - x)) - 1) << (start + x)
            cells |= bits
            if number:
                seen |= self._beside_marker(x, y, written)
            if beside and x > head.x and (len(written) >= _LONG or sum([sign in _OPENING for sign, _ in written]) > 1):
                cells |= bits << second
            gap = GAP if beside else APART
            # Blocks before a marker are not to be read with a name before them: marks fill the gap between.
            before = (FAR if len(written) >= _LONG else BEFORE) if x < head.x else gap
            tied = not beside and written[0][1] == "name"  # what ties them is read with nothing beside it
            first, last = max(x - max(gap, before) + tied, 0), min(end + gap, columns)
            clear |= ((1 << (last - first)) - 1) << (start + first)
            if not beside:
                # What stands in another row is told of what is nearest: so it touches nothing else.
                clear |= bits << columns | bits >> columns
        return Label(value, whole, named, (head, *blocks), cells, clear, cells & ~seen)

    def _beside_marker(self, x: int, y: int, written: Cells) -> int:
        """The bit of a space with which blocks begin right behind a marker, or end right before one; else none."""
        end = x + len(written)
        if written[0] == BLANK and (x - 1, y) in self._markers:
            return 1 << (y * self.columns + x)
        return 1 << (y * self.columns + end - 1) if written[-1] == BLANK and (end, y) in self._markers else 0


def _summed(weights: Sequence[Sequence[float]]) -> list[list[float]]:
    """Of each row the sums up to each column: what a line loses is the difference of two."""
    return [[0.0, *accumulate(row)] for row in weights]


@lru_cache(maxsize=16)
def _ground(columns: int, rows: int) -> _Ground:
    return _Ground(columns, rows)


@lru_cache(maxsize=2048)
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
    default = layout.leftward(location)
    marker = cells_of(location_sign(location, signs_for(glyphs)), control_style(seen.control))
    roomy, large = columns * rows >= _ROOMY, columns * rows >= _LARGE
    told = [(telling, list(telling.lines(MOST_LINES[roomy]))) for telling in tellings(seen, seat, glyphs, roomy=roomy)]
    nearness = nearness_of(location, names) if told and names else None
    found = []
    ties = [cells_of(tie, "name") for tie in signs_for(glyphs).ties]
    for text in _names(location, seen, name, glyphs):
        for leftward in (False, True):
            value = text.value - (_OTHER_SIDE if leftward != default else 0)
            cells = (*text.leftward(), *marker) if leftward else (*marker, *text.rightward())
            head = Written(x - len(cells) + 1 if leftward else x, y, cells)
            if not told:
                found.append(ground.label(head, (), value, whole=True, named=text.whole))
            for telling, wrapped in told:
                for blocks, less in _with_blocks(head, leftward, telling, wrapped, ties, large=large):
                    too_wide = max(max(len(line.cells) for line in blocks) - _NARROW, 0)
                    worth = value + telling.value - less - _WIDE * too_wide
                    if not roomy and blocks[0].y != y:
                        worth -= _AMONG_OTHERS
                    if nearness is not None:
                        for line in _not_beside(head, blocks, telling):
                            worth -= nearness.lost(line)
                    found.append(ground.label(head, blocks, worth, whole=telling.whole, named=text.whole))
    labels = sorted([label for label in found if label is not None], key=lambda label: -label.value)
    reach = 0
    for label in labels:
        reach |= label.clear | label.cells
    reach |= reach << 1 | reach >> 1  # see `spaced`
    # Whatever has room in its box meets no other that has.
    box = layout.boxes[location]
    own = ((1 << box.width) - 1) << (box.y * columns + box.x)
    own |= own << ground.second  # on the second sheet as well
    inside = [label for label in labels if not label.cells & ~own]
    least = min(inside or labels, key=lambda label: (label.cells.bit_count(), -label.value))
    return Offer(tuple(labels), least, reach)


def spaced(columns: int, rows: int, label: Label) -> Label | None:
    """The same with a space between name and blocks. None where they do not touch, and where the map ends."""
    head, *others = label.lines
    if len(others) != 1 or others[0].y != head.y:
        return None
    [(x, y, cells)] = others
    before = x < head.x
    if BLANK in ((cells[-1], head.cells[0]) if before else (cells[0], head.cells[-1])):
        return None
    blocks = Written(x - 1, y, (*cells, BLANK)) if before else Written(x, y, (BLANK, *cells))
    found = _ground(columns, rows).label(head, (blocks,), 0.0, whole=label.whole, named=label.named)
    return None if found is None else replace(found, value=label.value)


def _with_blocks(
    head: Written,
    leftward: bool,
    telling: Telling,
    wrapped: Sequence[tuple[Sequence[Cells], bool]],
    ties: Sequence[Cells],
    *,
    large: bool = False,
) -> Iterator[tuple[Sequence[Written], float]]:
    """Where those who stand at a location are told, and what is lost by the place."""
    end = head.x + len(head.cells)
    marker = end - 1 if leftward else head.x
    army = len(telling.tokens) >= _ARMY
    continued = _BROKEN[large and not army]
    for lines, broken in wrapped:
        width = max(map(len, lines))
        if width > WIDEST:
            continue
        if len(lines) == 1:
            [after] = lines
            before = telling.turned
            if telling.bare and len(head.cells) > 1:
                # Without brackets they are kept by a space from the name, or from the letter of who controls the place.
                before, after = (*before, BLANK), (BLANK, *after)
            yield (Written(head.x - len(before), head.y, before),), 0 if leftward else _SPLIT
            yield (Written(end, head.y, after),), _SPLIT if leftward else 0
            if telling.whole and not telling.bare:
                apart = Written(head.x - len(before) - 1, head.y, (*before, BLANK))
                yield (apart if leftward else Written(end, head.y, (BLANK, *after)),), -_SPACED
        else:
            if len(lines) == 2 and not broken:
                yield from _around(head, marker, lines, ties)
            if not telling.whole:
                continue  # what goes on below and breaks off reads as two
            # The first line beside the marker's, the others below it.
            less = (_LINE + continued * broken) * (len(lines) - 1) + _GOES_ON
            first, *others = lines
            below = [Written(end + 1, y, line) for y, line in enumerate(others, head.y + 1)]
            yield [Written(end, head.y, (BLANK, *first)), *below], less
        if telling.bare or len(head.cells) < _LEAST:
            continue
        less = _LINE * len(lines) + continued * broken
        # The line right under or over the marker's touches it; the others begin where that one does, and none of them
        # ends before the marker's begins.
        shortest = min(map(len, lines))
        for x, aside in _touching(head.x, end, marker, len(lines[0])):
            if x + shortest <= head.x:
                continue
            ordered = _from_marker(telling, lines, x, marker)
            rows = range(head.y + 1, head.y + 1 + len(ordered))
            lost = less + aside + (_GOES_ON if broken and army else _BELOW)
            yield _tied(x, rows, ordered, head, marker, ties[:2]), lost
            if broken:
                yield _stacked(x, rows, ordered), lost + _LOOSE
        for x, aside in _touching(head.x, end, marker, len(lines[-1])):
            if x + shortest <= head.x:
                continue
            ordered = _from_marker(telling, lines, x, marker)
            # What goes on is read from above; of two sides the one in control stands next to its castle.
            upward = ordered if telling.held and not broken else ordered[::-1]
            rows = range(head.y - 1, head.y - 1 - len(upward), -1)
            lost = less + aside + (_GOES_ON if broken and army else _ABOVE)
            yield _tied(x, rows, upward, head, marker, ties[2:]), lost
            if broken:
                yield _stacked(x, rows, upward), lost + _LOOSE


def _not_beside(head: Written, blocks: Sequence[Written], telling: Telling) -> Iterator[Line]:
    """The lines of blocks in other rows than their marker, and on its row those of the second side if it is far off."""
    for x, y, cells in blocks:
        end = x + len(cells)
        if y != head.y:
            yield y, x, end
        elif len(blocks) == 1 and telling.farther and len(head.cells) + len(cells) - telling.farther >= _BEHIND:
            yield (y, x, x + telling.farther) if x < head.x else (y, end - telling.farther, end)


def _from_marker(telling: Telling, lines: Sequence[Cells], x: int, marker: int) -> Sequence[Cells]:
    """The lines from a column on; of one line the end that is nearer to the marker is that of the side in control."""
    return (telling.turned,) if len(lines) == 1 and x + len(lines[0]) - 1 - marker < marker - x else lines


def _tied(
    x: int, rows: Sequence[int], lines: Sequence[Cells], head: Written, marker: int, ties: Sequence[Cells]
) -> list[Written]:
    """Lines over or under a marker's, the next one first: a sign over or under one of its ends ties them to it.

    `ties`: that before blocks, and that after them.
    """
    before, after = ties
    first, *others = lines
    if x in (marker, head.x):
        first, x, start = (*before, *first), x + 1, x
    else:
        end, start = head.x + len(head.cells), x
        if x + len(first) in (marker + 1, end):
            # Where a stack goes on in the next line it would be read as one of the blocks.
            tie = after if first[-1][0] in _CLOSING else (BLANK, *after)
            start = x = x - len(tie)
            first = (*first, *tie)
        elif head.x < x <= end:
            first, start = (*before, *first), x - 1
    return [Written(start, rows[0], first), *_stacked(x, rows[1:], others)]


def _stacked(x: int, rows: Sequence[int], lines: Sequence[Cells]) -> list[Written]:
    """Lines in these rows that begin in one column."""
    return [Written(x, row, line) for row, line in zip(rows, lines, strict=True)]


def _around(
    head: Written, marker: int, lines: Sequence[Cells], ties: Sequence[Cells]
) -> Iterator[tuple[Sequence[Written], float]]:
    """Where both sides are told apart: one before the marker's line and one behind it, or one over it or under it."""
    end = head.x + len(head.cells)
    for one, another in (lines, lines[::-1]):
        before = Written(head.x - len(one) - 1, head.y, (*one, BLANK))
        yield (before, Written(end, head.y, (BLANK, *another))), _SPLIT - _SPACED + _PARTED
        if len(head.cells) < _LEAST:
            continue
        after = Written(end, head.y, (BLANK, *one))
        for row, less, tie in ((head.y + 1, _BELOW, ties[:2]), (head.y - 1, _ABOVE, ties[2:])):
            for x, aside in _touching(head.x, end, marker, len(another)):
                for beside in (before, after):
                    yield (beside, *_tied(x, [row], [another], head, marker, tie)), less + _LINE + _PARTED + aside


def _touching(start: int, end: int, marker: int, width: int) -> list[tuple[int, float]]:
    """Where a line of this width may stand right over or under one from start to end, and what is lost by each.

    It begins or ends at the marker, or at the other end of the name, as long as it is over or under the whole name or
    no other: else it would read as another place's.
    """
    most = min(width, end - start)
    lost = []
    for x in (marker, marker - width + 1):
        aside = most - (min(x + width, end) - max(x, start))
        lost.append((x, _ASIDE * aside + _AHEAD * max(start - x, 0)))
    lost.append((end - width if start == marker else start, _OFF if width <= end - start else _OVER))
    return lost
