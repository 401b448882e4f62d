"""A list in a box, whose line that is pointed at is told without colours too."""

from __future__ import annotations

from collections.abc import Iterable

from textual.strip import Strip
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from tui.theme import Theme
from tui.widgets.strips import in_signs, with_sign


class PointedList(OptionList):
    """A list of lines. Without colours a sign stands before the one that is pointed at, in its edge.

    A bar alone, reversed, is not told from a mark, nor seen on every terminal.
    """

    def __init__(self, options: Iterable[Option], theme: Theme, *, id: str | None = None) -> None:  # noqa: A002 (Textual's name)
        super().__init__(*options, id=id, markup=False)
        self._theme = theme

    def render_line(self, y: int) -> Strip:
        """See `OptionList.render_line`."""
        strip = in_signs(super().render_line(y), self._theme.glyphs)
        line = self.scroll_offset.y + y
        if not self.app.no_color or self.highlighted is None or self._lines[line : line + 1] != [(self.highlighted, 0)]:
            return strip
        return with_sign(strip, 0, self._theme.glyphs.point)
