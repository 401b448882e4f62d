"""A board as it is painted: what is written on it, where signs have room beside that, and what is seen of a way."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from tui.arrows import ROW
from tui.boards import SIGNS, Board, Cell, Layout, Spot, Tag

_NEAR_END: Final = 0.65
"""After what part of a leg its number is read best: it belongs to where that leads."""
_BESIDE: Final = 2
"""So many cells from a marker a way is seen to begin there."""
_NEAR_ACROSS: Final = 4
_NEAR_DOWN: Final = 1
"""So many columns, or rows, from an arrow is what it seems to point at."""
_APART: Final = 2
_FAR_APART: Final = 5
"""So many columns from what is written of another spot a sign is not read with that, and is not taken for its own."""
_NEAR: Final = 6
"""So many columns before a marker its signs are still near it."""
_REACH: Final = 16
"""In so many columns before a marker and behind it they are looked for."""


class PaintedBoard:
    """The rows of cells of a board at one scale. There are none before anything is shown."""

    def __init__(self, board: Board[Any], layout: Layout, rows: Sequence[Sequence[Cell]]) -> None:
        self.board = board
        self.layout = layout
        self.rows = rows

    def is_written(self, x: int, y: int) -> bool:
        """Whether something stands there besides the ground."""
        return self._is_inside(x, y) and self.rows[y][x][1] not in self.board.ground

    def is_marked(self, x: int, y: int) -> bool:
        """Whether a sign stands on the ground there that ways leave in sight (`Board.marks`)."""
        return self._is_inside(x, y) and self.rows[y][x][0] in self.board.marks and not self.is_written(x, y)

    def _is_inside(self, x: int, y: int) -> bool:
        return 0 <= y < len(self.rows) and 0 <= x < len(self.rows[y])

    def piece_at(self, x: int, y: int) -> tuple[int, int, str]:
        """The first and the last column of what is written around a cell in its style, and the piece that it is."""
        if not self._is_inside(x, y):
            return x, x, ""
        row = self.rows[y]
        style = row[x][1]
        first, last = x, x
        while first and row[first - 1][1] == style:
            first -= 1
        while last + 1 < len(row) and row[last + 1][1] == style:
            last += 1
        text = "".join([sign for sign, _ in row[first : last + 1]]) if style in self.board.solid else ""
        return first, last, text and self.board.piece_written(text, style)

    def head(self, spot: Spot) -> int:
        """The column before which the signs of a spot stand: where what is written on its first row begins."""
        box, ground, solid = self.layout.boxes[spot], self.board.ground, self.board.solid
        if box.y >= len(self.rows):
            return box.x
        cells, end = self.rows[box.y], box.x + box.width
        x = next((x for x in range(box.x, end) if cells[x][1] not in ground), box.x)
        while x > 1 and (cells[x - 1][1] in solid or (cells[x - 1][0] == " " and cells[x - 2][1] in solid)):
            x -= 1
        return x

    def aside(self, spot: Spot, tag: Tag) -> int | None:
        """The column from which the signs of a spot stand on its row where they do not stand right before it.

        They stand at its marker: where that ends what is written, right behind it if they touch nothing else there.
        Where pieces before a spot would keep them far from it they stand behind these if there is room before a marker,
        or else after the spot; and where others' signs would have no room beside them there, behind the pieces before a
        name. Where all else before a spot touches what is there, they stand right behind it if they touch nothing else
        there. None where they have room before the spot, and where there is no room in any of these places.
        """
        box, ground = self.layout.boxes[spot], self.board.ground
        if box.y >= len(self.rows) or self.layout.marker_of(spot) is None:
            return None
        head, cells, end = self.head(spot), self.rows[box.y], box.x + box.width
        first = end + self._is_apart_behind(spot, tag)
        # One column more is left free: what follows has signs of its own.
        if self.layout.marker_of(spot) == (end - 1, box.y) and self._is_free_behind(spot, first + len(tag) + 1):
            return first
        if cells[head][1] not in self.board.solid or all(style in self.board.solid for _, style in cells[head:end]):
            return None if self._has_room_before(spot, tag) else self._behind(spot, tag)
        apart = {*ground, *self.board.solid}
        marker = next((x for x in range(head, end) if cells[x][0] != " " and cells[x][1] not in apart), head)
        room = 0
        while cells[marker - room - 1][1] in ground:
            room += 1
        if room >= len(tag) and not cells[marker][0].isalnum():
            return marker - len(tag)
        last = first + len(tag) + SIGNS
        beside = any(self.is_written(x, box.y) for x in range(end, last))
        if not beside and last <= len(cells) and end - marker <= _REACH:
            return first
        # Before a name a letter would be read as part of it too.
        if room >= len(tag) and not tag[-1][0].isalnum():
            return marker - len(tag)
        return None if self.is_near(spot) or self._has_room_before(spot, tag) else self._behind(spot, tag)

    def _behind(self, spot: Spot, tag: Tag) -> int | None:
        """The column right behind what is written of a spot; None if signs there would touch something else.

        None too if that is far from its marker: there they would be looked for in vain.
        """
        box, marker = self.layout.boxes[spot], self.layout.marker_of(spot)
        if not tag or (marker is not None and box.x + box.width - marker[0] > _REACH):
            return None
        # A letter stands apart from a name, and nearer to it than to what follows.
        apart = self._is_apart_behind(spot, tag)
        first = box.x + box.width + apart
        last = first + len(tag) + apart
        return first if self._is_free_behind(spot, last) else None

    def _is_apart_behind(self, spot: Spot, tag: Tag) -> bool:
        """Whether a space goes before signs right behind a spot: after a letter another is read as part of a word."""
        box = self.layout.boxes[spot]
        return bool(tag) and tag[0][0].isalnum() and self._is_read_with(box.x + box.width - 1, box.y)

    def _is_free_behind(self, spot: Spot, last: int) -> bool:
        """Whether nothing is written on the row of a spot behind what is written of it, up to the column `last`."""
        box = self.layout.boxes[spot]
        end = box.x + box.width
        return last < self.layout.columns and not any(self.is_written(x, box.y) for x in range(end, last + 1))

    def is_near(self, spot: Spot) -> bool:
        """Whether what is written of a spot on its marker's row begins near that: its signs may stand before it."""
        marker, head = self.layout.marker_of(spot), self.head(spot)
        row = self.layout.boxes[spot].y
        if marker is None or row >= len(self.rows):
            return True
        return marker[0] - head <= _NEAR or self.rows[row][head][1] not in self.board.solid

    def _has_room_before(self, spot: Spot, tag: Tag) -> bool:
        """Whether signs right before what is written of a spot touch nothing else."""
        head, row = self.head(spot), self.layout.boxes[spot].y
        first = head - len(tag)
        return first >= 0 and not any(self.is_written(x, row) for x in range(first - 1, head))

    def kept(self, spot: Spot, tag: Tag) -> Tag:
        """Of the signs of what has happened at a spot all, or the first alone if only that touches nothing else."""
        first = tag[:1]
        if self.layout.marker_of(spot) is None:
            return tag
        return first if not self._stands_alone(spot, tag) and self._stands_alone(spot, first) else tag

    def _stands_alone(self, spot: Spot, tag: Tag) -> bool:
        """Whether signs of a spot have room on its marker's row where they touch nothing else."""
        return self._has_room_before(spot, tag) or self.aside(spot, tag) is not None

    def beyond(self, spot: Spot, shown: Tag) -> tuple[int, int] | None:
        """The cell above or below a marker in which these signs of a spot begin where its own row has no room near it.

        None if they stand on its row anyway, or if something is written there, or near.
        """
        marker = self.layout.marker_of(spot)
        if marker is None or not shown or self.aside(spot, shown) is not None:
            return None
        if marker[0] - self.head(spot) <= _REACH and self._has_room_before(spot, shown):
            return None
        first = marker[0] - len(shown) // 2
        # What would touch nothing else but before its marker is far from that, and so looked for here first.
        apart = 1 + _APART * self.is_near(spot)
        for row in (marker[1] - 1, marker[1] + 1):
            # Right before a name they would be that one's: there all others have theirs.
            cells = range(first - apart, first + len(shown) + _FAR_APART)
            inside = 0 <= row < len(self.rows) and 0 < first < self.layout.columns - len(shown)
            if inside and not any(self.is_written(cell, row) for cell in cells):
                return first, row
        return None

    def single_cells(self, seen: set[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """The cells of ways beside what is written that no other goes on from: a sign there is read as a spot's."""
        free = {(x, y) for x, y in seen if not self.is_written(x, y)}
        for x, y in free:
            around = {(x + across, y + down) for across in (-1, 0, 1) for down in (-1, 0, 1)} - {(x, y)}
            if not around & free and (self.is_written(x - 1, y) or self.is_written(x + 1, y)):
                yield x, y

    def hidden_at(self, stops: tuple[Spot, ...], kept_free: frozenset[tuple[int, int]]) -> Iterator[Spot]:
        """The spots that a way comes through of which nothing is seen on one side at least.

        `kept_free`: the cells in which no way is drawn.
        """
        legs = [(step, self.board.way(self.layout, step) - kept_free) for step in pairwise(stops)]
        seen = [self._touch(*step) or any(not self.is_written(*cell) for cell in leg) for step, leg in legs]
        for spot, before, after in zip(stops[1:-1], seen[:-1], seen[1:], strict=True):
            if not (before and after):
                yield spot

    def cell_for_number(
        self, stops: tuple[Spot, ...], taken: Collection[tuple[int, int]], others: Collection[tuple[int, int]] = ()
    ) -> tuple[int, int] | None:
        """The cell of a way in which a number is best read: on its last leg if any of that is seen, nearer to its end.

        It is rather on a leg before that than where it seems to belong to another spot, or than in one of the `others`.
        Near another spot it is only if it has no room among the signs of that to which the way leads. None if there is
        no such cell.
        """
        legs = list(pairwise(stops))[::-1]
        near = not self.has_room_for_number(stops[-1])
        for avoided, kinds in (({*taken, *others}, 2 if near else 1), (taken, 4 if near else 1)):
            rooms = [self._by_room(step, avoided) for step in legs]
            for kind in range(kinds):
                for step, room in zip(legs, rooms, strict=True):
                    if room[kind]:
                        return self._best_of(room[kind], step, _NEAR_END)
        return None

    def has_room_for_number(self, spot: Spot) -> bool:
        """Whether a number would stand near the marker of a spot, and touch nothing else there."""
        return self.is_near(spot) and self._stands_alone(spot, (("1", "plan"),))

    def cell_for_arrow(self, step: tuple[Spot, Spot], taken: Collection[tuple[int, int]]) -> tuple[int, int] | None:
        """The cell in which an arrow is best read on the way from one spot to the next: it points at no third one.

        None if there is no such cell, or if nothing else is seen of the way, far from both: then it would belong to
        nothing.
        """
        seen = [cell for cell in self.board.way(self.layout, step) if not self.is_written(*cell)]
        ends = self._places_of(step)
        if len(seen) == 1 and min([max(abs(x - seen[0][0]), abs(y - seen[0][1])) for x, y in ends]) > _BESIDE:
            return None
        astray = {cell for cell in seen if self._points_astray(cell, step)}
        return self.cell_on(step, astray.union(taken))

    def _points_astray(self, cell: tuple[int, int], step: tuple[Spot, Spot]) -> bool:
        """Whether what an arrow there points at first, near by, is another spot than those of the step."""
        (x, y), (across, down) = cell, self.direction(*step)
        for far in range(1, 1 + (_NEAR_ACROSS if across else _NEAR_DOWN)):
            at = x + across * far, y + down * far
            if self.is_written(*at):
                return self.layout.at(*at) not in (None, *step)
        return False

    def cell_on(
        self, step: tuple[Spot, Spot], taken: Collection[tuple[int, int]], part: float = 0.5
    ) -> tuple[int, int] | None:
        """The cell in which a sign is best read on the way from one spot to the next, after such a part of it.

        It stands beside no letter or figure, and if it can beside nothing else, and near no other spot. None if there
        is no such cell.
        """
        _, *room, free = self._by_room(step, taken)
        return next((self._best_of(cells, step, part) for cells in (*room, free) if cells), None)

    def _by_room(
        self, step: tuple[Spot, Spot], taken: Collection[tuple[int, int]]
    ) -> tuple[list[tuple[int, int]], ...]:
        """The free cells of the way from one spot to the next that are beside no letter or figure.

        First those that are far from all other spots, then those that are near none, then those beside nothing at all,
        and then all.
        """
        free = [
            (x, y)
            for x, y in sorted(self.board.way(self.layout, step))
            if (x, y) not in taken and not self.is_written(x, y)
            if not any(self._is_read_with(beside, y) for beside in (x - 1, x + 1))
        ]
        alone = [(x, y) for x, y in free if not any(self.is_written(beside, y) for beside in (x - 1, x + 1))]
        apart = [cell for cell in alone if self._is_apart(cell, step, _APART)]
        return [cell for cell in apart if self._is_apart(cell, step, _FAR_APART)], apart, alone, free

    def _is_apart(self, cell: tuple[int, int], step: tuple[Spot, Spot], columns: int) -> bool:
        """Whether nothing of another spot is written within so many columns of a cell, on its row."""
        x, y = cell
        near = [at for at in range(x - columns, x + columns + 1) if self.is_written(at, y)]
        return all(self.layout.at(at, y) in (None, *step) for at in near)

    def _best_of(self, cells: Sequence[tuple[int, int]], step: tuple[Spot, Spot], part: float) -> tuple[int, int]:
        """Of some cells that which is nearest to where such a part of the way from one spot to the next is done."""
        (x0, y0), (x1, y1) = self._places_of(step)
        wanted = x0 + (x1 - x0) * part, y0 + (y1 - y0) * part
        return min(cells, key=lambda cell: (abs(cell[0] - wanted[0]) + ROW * abs(cell[1] - wanted[1]), cell))

    def _places_of(self, step: tuple[Spot, Spot]) -> list[tuple[int, int]]:
        """Where two spots are: their markers, or the middle of their boxes."""
        return [self.layout.marker_of(spot) or self.layout.boxes[spot].centre for spot in step]

    def direction(self, here: Spot, there: Spot) -> tuple[int, int]:
        """Where a way leads from one spot to the next: by one column or one row, whichever it rather goes along."""
        (x0, y0), (x1, y1) = self._places_of((here, there))
        across, down = x1 - x0, y1 - y0
        if abs(across) >= ROW * abs(down):
            return (1 if across > 0 else -1), 0
        return 0, (1 if down > 0 else -1)

    def _is_read_with(self, x: int, y: int) -> bool:
        """Whether a figure beside this cell would be read with what is written in it."""
        return self.is_written(x, y) and self.rows[y][x][0].isalnum()

    def _touch(self, here: Spot, there: Spot) -> bool:
        """Whether the markers of two spots touch: no way between them is missed."""
        one, two = self.layout.marker_of(here), self.layout.marker_of(there)
        return one is not None and two is not None and max(abs(one[0] - two[0]), abs(one[1] - two[1])) <= 1

    def against(
        self, stops: tuple[Spot, ...], cells: frozenset[tuple[int, int]], signs: Mapping[tuple[int, int], Spot]
    ) -> Iterator[tuple[int, int]]:
        """The cells of a way right beside what is written of other spots, where it has another on the other side."""
        for x, y in cells:
            for beside, other in ((x - 1, x + 1), (x + 1, x - 1)):
                if (other, y) in cells:
                    spot = signs.get((beside, y), self.layout.at(beside, y) if self.is_written(beside, y) else None)
                    if spot is not None and spot not in stops:
                        yield x, y
