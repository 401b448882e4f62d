"""Lines of styled text that wrap to the width of their panel and scroll: the log, and what the side panels tell."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import accumulate

from rich.style import Style
from rich.text import Text
from textual.events import Click
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tui.lines import Line, plain_text
from tui.theme import Theme

_INDENT = "  "
_AT_ONCE = 300
"""Lines of a log that are wrapped at once. Those before them are when somebody scrolls there."""


class TextView(ScrollView, can_focus=False):
    """Shows lines of text. With `follow` it stays at the end when lines are added, as a log does."""

    class Clicked(Message):
        """A line was clicked."""

        def __init__(self, view: TextView, line: Line) -> None:
            super().__init__()
            self.view = view
            self.line = line

        @property
        def control(self) -> TextView:
            """The panel."""
            return self.view

    def __init__(self, title: str, theme: Theme, *, follow: bool = False, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.border_title = theme.text(title)
        self.theme_in_use = theme
        self._follow = follow
        self._lines: list[Line] = []
        self._make: Callable[[int], list[Line]] | None = None
        self._strips: list[Strip] = []
        self._width = 0
        self._first = 0
        self._under_lines = Style()

    @property
    def lines(self) -> list[str]:
        """The text that is shown, unwrapped."""
        return [plain_text(line) for line in self._lines]

    def show(self, lines: Iterable[Line]) -> None:
        """Show these lines instead of those before."""
        lines = list(lines)
        if lines != self._lines:
            self._lines = lines
            self._wrap()

    def draw(self, make: Callable[[int], list[Line]]) -> None:
        """Show the lines that `make` gives for as many columns as there are, now and whenever these change."""
        self._make = make
        self.show(make(self.size.width))

    def look_changed(self) -> None:
        """The styles are others now."""
        self._wrap()

    def append(self, lines: Iterable[Line]) -> None:
        """Add lines at the end."""
        new = list(lines)
        if not new:
            return
        self._lines += new
        if self._width:
            self._strips += self._wrapped(new)
            self._settle()

    def on_click(self, event: Click) -> None:
        """Say which line was clicked."""
        line = self.line_under(event)
        if line is not None:
            self.post_message(self.Clicked(self, self._lines[line]))

    def first_rows(self) -> list[int]:
        """The row that each line begins in. All lines are wrapped for it."""
        self._wrap_from(0)
        heights = [len(self._wrap_line(line, self._width)) for line in self._lines]
        return list(accumulate(heights, initial=0))[:-1]

    def line_under(self, event: Click) -> int | None:
        """The line that was clicked; None if there is none."""
        row = event.y - self.gutter.top + int(self.scroll_y)
        for number in range(self._first, len(self._lines)):
            row -= len(self._wrap_line(self._lines[number], self._width))
            if row < 0:
                return number
        return None

    def _wrap_from(self, first: int) -> None:
        """Wrap the lines from `first` on that are not wrapped yet; the same rows stay in sight."""
        if first < self._first and self._width:
            earlier = self._wrapped(self._lines[first : self._first])
            self._first, self._strips = first, earlier + self._strips
            self.virtual_size = Size(self._width, len(self._strips))
            self.scroll_to(y=self.scroll_y + len(earlier), animate=False, force=True)
            self.refresh()

    def render_lines(self, crop: Region) -> list[Strip]:
        """See `Widget.render_lines`. What style lies under the lines is found out once, and not for each of them."""
        self._under_lines = self.rich_style
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """See `ScrollView.render_line`."""
        row = y + int(self.scroll_y)
        width = self.size.width
        if row >= len(self._strips):
            return Strip.blank(width, self._under_lines)
        return self._strips[row].crop_extend(0, width, self._under_lines).apply_style(self._under_lines)

    def on_resize(self) -> None:
        """Wrap anew if the width has changed."""
        if self.size.width != self._width:
            self._wrap()
        elif self._follow:
            self.call_after_refresh(self.scroll_end, animate=False)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many rows as the wrapped lines take, for panels of automatic height."""
        lines = self._lines if self._make is None else self._make(width)
        return max(1, sum(len(self._wrap_line(line, width)) for line in lines))

    def _wrap(self) -> None:
        self._width = self.size.width
        if self._make is not None:
            self._lines = self._make(self._width)
        self._first = max(0, len(self._lines) - _AT_ONCE) if self._follow else 0
        self._strips = self._wrapped(self._lines[self._first :]) if self._width else []
        self._settle()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Near the first of the lines that are wrapped, wrap those before them."""
        super().watch_scroll_y(old_value, new_value)
        if new_value < old_value and new_value < self.size.height:
            self._wrap_from(max(0, self._first - _AT_ONCE))

    def _settle(self) -> None:
        size = Size(self._width, len(self._strips))
        grown, self.virtual_size = size != self.virtual_size, size
        # To lay the screen out anew costs more than all the rest, and is needed only where the number of lines changed.
        self.refresh(layout=grown and self.styles.height is not None and self.styles.height.is_auto)
        if self._follow:
            self.call_after_refresh(self.scroll_end, animate=False)

    def _wrapped(self, lines: Iterable[Line]) -> list[Strip]:
        console = self.app.console
        return [Strip(text.render(console)) for line in lines for text in self._wrap_line(line, self._width)]

    def _wrap_line(self, line: Line, width: int) -> list[Text]:
        width -= self.styles.scrollbar_size_vertical  # it stands on the last of the columns
        text = Text(end="")
        for piece, style in line:
            text.append(self.theme_in_use.text(piece), self.theme_in_use.style(style))
        if text.cell_len <= width or width < 8:
            return [text]
        first, *rest = text.wrap(self.app.console, width - len(_INDENT))
        wrapped = [first, *(Text(_INDENT, end="").append_text(part) for part in rest)]
        for part in wrapped:
            part.rstrip()
            part.end = ""
        return wrapped
