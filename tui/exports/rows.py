"""A moment of a replay as rows of styled text, of which pictures and pages are made."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from rich.style import Style

from engine.hidden import View
from tui.boards import Board, Cell, Spot
from tui.glyphs import UNICODE
from tui.lines import Line
from tui.replays import Eyes, Reel
from tui.theme import Theme

COLUMNS: Final = 130
ROWS: Final = 44
"""The window that a board is drawn for."""


@dataclass(frozen=True, slots=True)
class Moment:
    """All that is shown of a moment through some eyes. A style may be two, laid over each other: `name+target`."""

    status: Line
    score: Line
    board: tuple[Line, ...]
    pages: tuple[tuple[str, tuple[Line, ...]], ...]
    heading: str
    entry: tuple[Line, ...]


class Painter:
    """Paints a board, and what it has painted before only once."""

    def __init__(self, board: Board[Any]) -> None:
        self._board = board
        self._layout = board.layout(COLUMNS, ROWS)
        self._painted: dict[Any, tuple[list[list[Cell]], list[Line]]] = {}

    def rows(self, view: View[Any], marked: tuple[Spot, ...] = ()) -> tuple[Line, ...]:
        """The board, row by row; the names of the spots marked stand out."""
        contents = self._board.contents(view)
        if contents not in self._painted:
            cells = self._board.paint(self._layout, contents)
            self._painted[contents] = cells, [_runs(row) for row in cells]
        cells, lines = self._painted[contents]
        lines = lines.copy()
        for y in {self._layout.boxes[spot].y for spot in marked}:
            lines[y] = _runs(self._marked(cells[y], y, marked))
        return tuple(lines)

    def _marked(self, row: list[Cell], y: int, marked: tuple[Spot, ...]) -> list[Cell]:
        ground, row = self._board.ground, row.copy()
        for box in [self._layout.boxes[spot] for spot in marked]:
            for x in range(box.x, box.x + box.width) if box.y == y else ():
                sign, style = row[x]
                row[x] = (sign, style if style in ground else f"{style}+target")
        return row


def _runs(row: list[Cell]) -> Line:
    """Cells of one style after another as one piece of text."""
    return tuple([("".join([sign for sign, _ in run]), style) for style, run in groupby(row, lambda cell: cell[1])])


def moment_of(reel: Reel, moment: int, eyes: Eyes, painter: Painter) -> Moment:
    """A moment as rows."""
    interface, view = reel.interface, reel.view(moment, eyes)
    scores = interface.scores(view, reel.names())
    pages = []
    for page, seen in reel.pages(moment, eyes):
        told = [(heading, tuple(lines)) for heading, lines in seen]
        if len({repr(lines) for _, lines in told}) == 1:
            pages.append((page.title, told[0][1]))
        else:
            pages += [(f"{page.title}, {heading}", lines) for heading, lines in told]
    return Moment(
        status=interface.status(view.state)[0],
        score=scores[0],
        board=painter.rows(view, reel.trails[moment] or reel.spots(moment)),
        pages=tuple(pages),
        heading=reel.heading(moment),
        entry=tuple(reel.entry_lines(moment, eyes)),
    )


def look_of(reel: Reel) -> Theme:
    """The styles that the rows name."""
    return Theme(UNICODE, reel.interface.styles)


def style_of(theme: Theme, name: str) -> Style:
    """A style, or two laid over each other."""
    return Style.combine([theme.style(part) for part in name.split("+")])
