"""One line, said at such length as there is room for."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text
from textual.strip import Strip
from textual.widget import Widget

from tui.lines import GAP, Line, longest_that_fits, plain_text
from tui.theme import Theme


class LineView(Widget):
    """Shows the first of several wordings that fits its width, the last cut short if none does.

    It is one row high whatever it says, so that nothing else has to move when that changes.
    """

    def __init__(self, theme: Theme, *, id: str | None = None) -> None:  # noqa: A002 (Textual's name)
        super().__init__(id=id)
        self._theme = theme
        self._wordings: Sequence[Line] = ()

    def show(self, wordings: Sequence[Line]) -> None:
        """Show one of these, the longest first."""
        if wordings != self._wordings:
            self._wordings = wordings
            self.refresh()

    def piece_at(self, column: int) -> str:
        """The piece of the line in this column, empty if there is none."""
        for piece, _style in self._line():
            column -= cell_len(piece)
            if column < 0:
                return piece
        return ""

    def _line(self) -> Line:
        """What is shown of it, in the signs that the terminal has, its gap as wide as there is room."""
        if not self._wordings:
            return ()
        line = [(self._theme.text(piece), style) for piece, style in longest_that_fits(self._wordings, self.size.width)]
        spare = max(self.size.width - cell_len(plain_text(line)), 0)
        return [(piece + " " * spare if style == GAP else piece, style) for piece, style in line]

    def render_line(self, y: int) -> Strip:
        """See `Widget.render_line`."""
        width, theme = self.size.width, self._theme
        text = Text(end="")
        if y == 0:
            for piece, name in self._line():
                text.append(piece, theme.style(name))
        if text.cell_len > width:
            text.truncate(max(width - 1, 0))
            text.append(theme.text("…"))
        style = self.rich_style
        return Strip(text.render(self.app.console)).crop_extend(0, width, style).apply_style(style)
