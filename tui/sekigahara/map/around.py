"""Where those who stand at a location are told: beside its marker and name, over them or under them, and what it costs.

On the row of the marker blocks stand right beside the marker or the name. What stands in another row touches that line
and is tied to one of its ends, if there is room for a tie.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from engine.sekigahara.components import SIDES
from tui.sekigahara.map.nearness import Line
from tui.sekigahara.map.telling import BLANK, Cells, Telling, cells_of
from tui.sekigahara.words.names import BRACKETS

WIDEST: Final = 64
"""How many columns a line of blocks may take."""

_SPLIT: Final = 0.2
"""What is lost where the blocks stand on the other side of the marker than the name."""
_SPACED: Final = 1.0
"""What is won by a space before blocks in brackets."""
_BELOW: Final = 5.4
_ABOVE: Final = 5.7
"""What is lost where the blocks stand under the marker's line, and over it, where they are read as another's first."""
_LINE: Final = 2.0
"""What is lost by every line of blocks."""
_GOES_ON: Final = 1.4
"""What is lost where they begin beside the name and go on below."""
_BROKEN: Final = 13.0
"""What is lost by every line in which a stack goes on."""
_ASIDE: Final = 0.3
_AHEAD: Final = 0.12
"""What is lost by every column by which blocks under or over the marker's line touch it less than they could, and by
which they begin before it."""
_OFF: Final = 5.0
_OVER: Final = 4.0
"""What is lost where they stand at the other end of the name than the marker, or end there and reach beyond it."""
_PARTED: Final = 4.0
"""What is lost where the two sides do not stand together."""
_FARTHER: Final = 10.0
"""What is lost besides where a side stands two rows from its marker: it is read as of what is in that row."""
_BOTH: Final = 8.0
"""What is lost besides where both stand on one line in another row: only one of them is tied."""
_ARMY: Final = 7
"""Of how many signs a stack is the blocks of an army, which has room on no row: on several it is seen to be one."""
_SHORT: Final = 3
_HANGS: Final = 1.5
"""Of how many signs at most a stack is seen as one on one line alone, and what is lost besides where it stands over or
under its marker's: it is expected beside that."""
_LEAST: Final = 5
"""How long the marker's line is at least where others go with it."""
_BEHIND: Final = 16
"""How many columns of name and blocks the second side's stand behind to be read with what is near them there."""
_CLOSING: Final = frozenset([closing for _, closing in BRACKETS])
"""What the blocks of a side end with."""

Ties: TypeAlias = Sequence[str]
"""What ties blocks to their marker's line: under it before them and after them, over it before them and after them."""


class Written(NamedTuple):
    """Cells on a row, from a column on. `tied`: at which end something ties them to their marker's line, if it does."""

    x: int
    y: int
    cells: Cells
    tied: Literal["", "before", "behind"] = ""

    @property
    def end(self) -> int:
        """The column behind the last."""
        return self.x + len(self.cells)


def with_blocks(
    head: Written,
    leftward: bool,
    telling: Telling,
    wrapped: Sequence[tuple[Sequence[Cells], bool]],
    ties: Ties,
) -> Iterator[tuple[Sequence[Written], float]]:
    """Where those who stand at a location are told, and what is lost by the place.

    `head`: marker and name, the name to the left of the marker if `leftward`; `wrapped`: the lines in which they can be
    told, and whether a stack goes on from one to the next.
    """
    marker = head.end - 1 if leftward else head.x
    army = len(telling.tokens) >= _ARMY
    for lines, broken in wrapped:
        if max(map(len, lines)) > WIDEST:
            continue
        if len(lines) == 1:
            yield from _beside(head, leftward, telling, lines[0])
        else:
            if len(lines) == 2 and not broken:
                yield from _around(head, marker, lines, ties)
            if not telling.whole:
                continue  # what goes on below and breaks off reads as two
            # The first line beside the marker's, the others below it.
            first, *others = lines
            if broken:
                below = _stacked(head.end + 1, [*range(head.y + 1, head.y + len(lines))], others)
            else:
                # Blocks of another side would be read as those of a place in their row.
                [other] = others
                below = [_with_tie(Written(head.end, head.y + 1, other), "before", others, ties[:2])]
            lost = (_LINE + _BROKEN * broken) * (len(lines) - 1) + _GOES_ON
            yield [Written(head.end, head.y, (BLANK, *first)), *below], lost
        if not telling.bare and len(head.cells) >= _LEAST:
            for written, lost in _apart(head, marker, telling, lines, ties, broken=broken, army=army):
                yield written, lost + _BROKEN * broken * (len(lines) - 1)


def not_beside(head: Written, blocks: Sequence[Written], telling: Telling) -> Iterator[Line]:
    """The lines of blocks in other rows than their marker, and on its row those of the second side if it is far off."""
    for line in blocks:
        if line.y != head.y:
            yield line.y, line.x, line.end
        elif len(blocks) == 1 and telling.farther and len(head.cells) + len(line.cells) - telling.farther >= _BEHIND:
            before = line.x < head.x
            yield (
                (line.y, line.x, line.x + telling.farther) if before else (line.y, line.end - telling.farther, line.end)
            )


def _beside(head: Written, leftward: bool, telling: Telling, line: Cells) -> Iterator[tuple[Sequence[Written], float]]:
    """All on the marker's row."""
    before, after = telling.turned, line
    if telling.bare and len(head.cells) > 1:
        # Without brackets they are kept by a space from the name, or from the letter of who controls the place.
        before, after = (*before, BLANK), (BLANK, *after)
    yield (Written(head.x - len(before), head.y, before),), 0 if leftward else _SPLIT
    yield (Written(head.end, head.y, after),), _SPLIT if leftward else 0
    if telling.whole and not telling.bare:
        apart = Written(head.x - len(before) - 1, head.y, (*before, BLANK))
        yield (apart if leftward else Written(head.end, head.y, (BLANK, *after)),), -_SPACED


def _apart(
    head: Written, marker: int, telling: Telling, lines: Sequence[Cells], ties: Ties, *, broken: bool, army: bool
) -> Iterator[tuple[Sequence[Written], float]]:
    """All in other rows: the next line touches the marker's, and the others begin where that does."""
    shortest = min(map(len, lines))
    hangs = _LINE * len(lines) + _HANGS * (len(telling.tokens) <= _SHORT)
    if telling.farther:
        hangs += _FARTHER if len(lines) > 1 else _BOTH
    for down, less in ((1, _BELOW), (-1, _ABOVE)):
        # What goes on is read from above; of two sides the one in control stands next to its castle.
        upward = down < 0 and (broken or not telling.held)
        for x, aside in touching(head.x, head.end, marker, len(lines[-1 if upward else 0])):
            if x + shortest <= head.x:
                continue  # none of them ends before the marker's line begins
            ordered = _from_marker(telling, lines, x, marker)
            if upward:
                ordered = ordered[::-1]
            rows = [head.y + down * number for number in range(1, len(ordered) + 1)]
            lost = hangs + aside + (_GOES_ON if broken and army else less)
            tie = ties[:2] if down > 0 else ties[2:]
            yield _tied(x, rows, ordered, head, marker, tie, each=not broken), lost


def _from_marker(telling: Telling, lines: Sequence[Cells], x: int, marker: int) -> Sequence[Cells]:
    """The lines from a column on; of one line the end that is nearer to the marker is that of the side in control."""
    return (telling.turned,) if len(lines) == 1 and x + len(lines[0]) - 1 - marker < marker - x else lines


def _tied(
    x: int, rows: Sequence[int], lines: Sequence[Cells], head: Written, marker: int, ties: Ties, *, each: bool = False
) -> list[Written]:
    """Lines over or under a marker's, the next one first: a sign over or under one of its ends ties them to it.

    `ties`: that before blocks, and that after them; `each`: the lines are those of both sides, and each is tied: one
    right under the other would be read as another place's.
    """
    first, *others = lines
    starts, others_at = x, x
    tied: Literal["before", "behind"] = "before"
    if x in (marker, head.x):
        others_at = x + 1
    elif x + len(first) in (marker + 1, head.end):
        tied = "behind"
        starts = others_at = x - 1 - (first[-1][0] not in _CLOSING)
    else:
        starts = x - 1
    next_to = _with_tie(Written(starts, rows[0], first), tied, lines, ties)
    further = []
    for row, line in zip(rows[1:], others, strict=True):
        at = others_at if not each else next_to.x if tied == "before" else next_to.end - len(line) - 1
        written = Written(at, row, line)
        further.append(_with_tie(written, tied, [line], ties) if each else written)
    return [next_to, *further]


def _with_tie(line: Written, tied: Literal["before", "behind"], lines: Sequence[Cells], ties: Ties) -> Written:
    """A line with what ties it to its place, which is in the colours of the side whose the `lines` are."""
    side = next(each[0][1] for each in lines if each[0][1] in SIDES)
    cells = line.cells
    if tied == "before":
        return Written(line.x, line.y, (*cells_of(ties[0], side), *cells), tied)
    after = cells_of(ties[1], cells[-1][1] if cells[-1][1] in SIDES else side)
    # Where a stack goes on in the next line it would be read as one of the blocks.
    return Written(line.x, line.y, (*cells, *after) if cells[-1][0] in _CLOSING else (*cells, BLANK, *after), tied)


def _stacked(x: int, rows: Sequence[int], lines: Sequence[Cells]) -> list[Written]:
    """Lines in these rows that begin in one column."""
    return [Written(x, row, line) for row, line in zip(rows, lines, strict=True)]


def _around(
    head: Written, marker: int, lines: Sequence[Cells], ties: Ties
) -> Iterator[tuple[Sequence[Written], float]]:
    """Where both sides are told apart: one before the marker's line and one behind it, or one over it or under it."""
    for one, another in (lines, lines[::-1]):
        before = Written(head.x - len(one) - 1, head.y, (*one, BLANK))
        yield (before, Written(head.end, head.y, (BLANK, *another))), _SPLIT - _SPACED + _PARTED
        if len(head.cells) < _LEAST:
            continue
        after = Written(head.end, head.y, (BLANK, *one))
        for row, less, tie in ((head.y + 1, _BELOW, ties[:2]), (head.y - 1, _ABOVE, ties[2:])):
            for x, aside in touching(head.x, head.end, marker, len(another)):
                for beside in (before, after):
                    yield (beside, *_tied(x, [row], [another], head, marker, tie)), less + _LINE + _PARTED + aside


def touching(start: int, end: int, marker: int, width: int) -> list[tuple[int, float]]:
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
