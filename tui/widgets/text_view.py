"""Lines of styled text that wrap to the width of their panel and scroll: the log, and what the side panels tell."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import accumulate
from typing import Any

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text
from textual.content import Content
from textual.events import Click, MouseDown, MouseEvent
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tui.lines import TIE, Line, plain_text
from tui.theme import Theme
from tui.widgets.held import held, let_go
from tui.widgets.unseen import unseen_in_title

_INDENT = 2
"""By how many columns a line is indented at least where it takes more rows than one."""
_WORD = "word"
_AT_ONCE = 300
"""Lines of a log that are wrapped at once. Those before them are when somebody scrolls there."""


class TextView(ScrollView, can_focus=False):
    """Shows lines of text. With `follow` it stays at the end when lines are added, as a log does, unless
    somebody has scrolled back.
    """

    class Clicked(Message):
        """A line was clicked. `part` is the piece of it that lies there, empty beside its words.

        `at`: where in it the word begins that was clicked. `number`: the place of the piece in the line.
        """

        def __init__(self, view: TextView, line: Line, part: str, at: int, number: int | None) -> None:
            super().__init__()
            self.view = view
            self.line = line
            self.part = part
            self.at = at
            self.number = number

        @property
        def control(self) -> TextView:
            """The panel."""
            return self.view

    class Held(Message):
        """The mouse was pressed on a piece of a line, which may be dragged from there."""

        def __init__(self, view: TextView, line: Line, part: str) -> None:
            super().__init__()
            self.view = view
            self.line = line
            self.part = part

        @property
        def control(self) -> TextView:
            """The panel."""
            return self.view

    def __init__(self, title: str, theme: Theme, *, follow: bool = False, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        # Lines are broken: a bar below them, be it for a moment, would take the last row from what follows its end.
        self.styles.overflow_x = "hidden"
        self.border_title = theme.text(title)
        self._headed, self._on = title, ""
        self._said = theme.text(title)
        """What the title says by now."""
        self.theme_in_use = theme
        self._follow = follow
        self._lines: list[Line] = []
        self._in_full: list[Line] = []
        self._instead: list[Line] = []
        """What is shown last, and what is shown of it where there is no room for all of it; nothing if that is all."""
        self._make: Callable[[int], list[Line]] | None = None
        self._strips: list[Strip] = []
        self._heights: list[int] = []
        self._width = 0
        self._first = 0
        self._at_end = True
        self._scrolled_at: tuple[Size, Size] | None = None
        """The sizes at which somebody scrolled last: where these change, what is in sight changes by itself."""
        self._under_lines = Style()

    def entitle(self, title: str, on: str = "") -> None:
        """Head it with this, and with `on`, the key by which to read on, as long as rows lie below those in sight."""
        self._headed, self._on = title, on
        self._head()

    def _head(self) -> None:
        """Say in the title how many rows are out of sight: of a bar little is seen in few rows, and nothing in ASCII.

        What follows its end says that by itself, if at all.
        """
        if self._follow:
            return
        above, below = int(self.scroll_y) if self.size.height else 0, self._rows_below
        glyphs = self.theme_in_use.glyphs
        unseen = unseen_in_title(above, below, glyphs) or [""]
        if self._on and below:
            unseen = [f"{self._on}: {words}" for words in unseen_in_title(0, below, glyphs)]
        titles = [self.theme_in_use.text(f"{self._headed} · {words}" if words else self._headed) for words in unseen]
        room = self.outer_size.width - 2
        title = next((title for title in titles if cell_len(title) <= room), "")
        if not title:
            # What is cut is not its end, which says how much there is.
            end = self.theme_in_use.text(f"… · {unseen[-1]}" if unseen[-1] else "…")
            title = set_cell_size(self.theme_in_use.text(self._headed), max(room - cell_len(end), 0)) + end
        if title != self._said:
            self._said = title
            self.border_title = Content(title)

    @property
    def _rows_below(self) -> int:
        """How many rows lie below those in sight."""
        return max(0, self.virtual_size.height - int(self.scroll_y) - self.size.height) if self.size.height else 0

    @property
    def lines(self) -> list[str]:
        """The text that is shown, unwrapped."""
        return [plain_text(line) for line in self._lines]

    def show(self, lines: Iterable[Line], in_brief: Iterable[Line] = ()) -> None:
        """Show these lines instead of those before, or those `in_brief` where these have no room for all they say."""
        lines, in_brief = list(lines), list(in_brief)
        if lines != self._in_full or lines != self._lines or in_brief != self._instead:
            self._instead = in_brief
            self._lines = self._in_full = lines
            self._wrap()

    def draw(self, make: Callable[[int], list[Line]]) -> None:
        """Show the lines that `make` gives for as many columns as there are, now and whenever these change."""
        self._make = make
        self.show(make(self._room_in(self.size.width)))

    def look_changed(self) -> None:
        """The styles are others now."""
        self._wrap()

    def append(self, lines: Iterable[Line]) -> None:
        """Add lines at the end."""
        self.replace(len(self._lines), len(self._lines), lines)

    def replace(self, first: int, last: int, lines: Iterable[Line], *, stay: bool = False) -> None:
        """Show these instead of the lines from `first` to before `last`. `stay`: the same rows stay in sight."""
        new = list(lines)
        if new == self._lines[first:last]:
            return
        self._lines[first:last] = new
        if first < self._first:
            # Too far back to be in sight.
            self._wrap()
        elif self._width:
            here = slice(first - self._first, last - self._first)
            # Counted from the end: where a log changes.
            row = len(self._strips) - sum(self._heights[here.start :])
            rows = sum(self._heights[here])
            self._strips[row : row + rows], self._heights[here] = self._wrapped(new)
            self._settle(follow=self._follow and not stay)

    def on_mouse_down(self, event: MouseDown) -> None:
        """Say what may be dragged from here."""
        line = self.line_under(event)
        if line is not None:
            self.post_message(self.Held(self, self._lines[line], self._part_under(event)[0]))

    def on_click(self, event: Click) -> None:
        """Say which line was clicked. The title says that there is more: a click on it turns to that."""
        if event.y < self.gutter.top and self._rows_below and not self._follow:
            self.turn(1)
        line = self.line_under(event)
        if line is not None:
            self.post_message(self.Clicked(self, self._lines[line], *self._part_under(event)))

    def has_in_sight(self, lines: Iterable[Line]) -> bool:
        """Whether all of these lines are shown, and in sight."""
        if not self.region or not self._width:
            return False
        first = self.row_of(0)
        top, bottom = int(self.scroll_y) + first, int(self.scroll_y) + first + self.size.height
        for line in lines:
            if line not in self._lines:
                return False
            number = self._lines.index(line)
            row = self.row_of(number)
            if row < top or row + self._heights[number - self._first] > bottom:
                return False
        return True

    def row_of(self, line: int) -> int:
        """The row that a line begins in. It is wrapped for it, with all that follow."""
        self._wrap_from(line)
        return sum(self._heights[: line - self._first])

    def turn(self, direction: int) -> None:
        """Scroll a page on or back: the row that was last is the first then."""
        self.scroll_relative(y=direction * max(1, self.size.height - 1), animate=False)

    def bring_in_sight(self, line: int) -> None:
        """Scroll, once all is laid out, so that a line is in sight: no farther than it takes to begin with a line, and
        not if it is.
        """

        def scroll() -> None:
            if line < len(self._lines) and self.display and self._width:
                first, last = self.row_of(line), self.row_of(line) + self._heights[line - self._first]
                least = max(self.scroll_y, last - self.size.height)
                begins = accumulate(self._heights[: line - self._first], initial=0)
                wanted = next((row for row in begins if row >= least), first)
                self.scroll_to(y=wanted, animate=False, force=True, immediate=True)

        self.call_after_refresh(scroll)

    def line_at(self, row: int) -> tuple[int, int]:
        """The line that a row belongs to, and which of its rows that is; behind the last line, their number and 0."""
        for number, height in enumerate(self._heights, self._first):
            if row < height:
                return number, row
            row -= height
        return len(self._lines), 0

    def line_under(self, event: MouseEvent) -> int | None:
        """The line that was clicked; None if there is none."""
        if event.y < self.gutter.top:
            return None  # the title is none, however far the page is scrolled
        line, _row = self.line_at(event.y - self.gutter.top + int(self.scroll_y))
        return line if line < len(self._lines) else None

    def _part_under(self, event: MouseEvent) -> tuple[str, int, int | None]:
        """The piece of a line that was clicked, where in it its word begins, and its place; none beside the words."""
        number, row = self.line_at(event.y - self.gutter.top + int(self.scroll_y))
        line = self._lines[number]
        # What stands where when the line is wrapped is known by styles that have the numbers.
        words = [
            (word[0], Style(meta={_WORD: (at, word.start())}))
            for at, (piece, _style) in enumerate(line)
            for word in re.finditer(r"\S+|\s+", piece)
        ]
        column = event.x - self.gutter.left + int(self.scroll_x)
        for segment in self._wrapped_text(words, self._width)[row].render(self.app.console):
            column -= segment.cell_length
            if column < 0:
                found = segment.style.meta.get(_WORD) if segment.style else None
                return (line[found[0]][0], found[1], found[0]) if found else ("", 0, None)
        return "", 0, None

    def _wrap_from(self, first: int) -> None:
        """Wrap the lines from `first` on that are not wrapped yet; the same rows stay in sight."""
        if first < self._first and self._width:
            earlier, heights = self._wrapped(self._lines[first : self._first])
            self._first, self._strips, self._heights = first, earlier + self._strips, heights + self._heights
            self.virtual_size = Size(self._width, len(self._strips))
            self.scroll_to(y=self.scroll_y + len(earlier), animate=False, force=True, immediate=True)
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
        """Wrap anew if the width has changed, or the height where it settles what is shown."""
        if self.size.width != self._width or self._instead:
            line = self.line_at(int(self.scroll_y))[0] if self._width and self._make is None else 0
            self._wrap()
            if line and not self._at_end:
                # What stands first in sight still does.
                self.scroll_to(y=self.row_of(line), animate=False, force=True, immediate=True)
        elif self._follow:
            self.call_after_refresh(self._stay_at_end)
        self._head()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many rows as the wrapped lines take, for panels of automatic height."""
        lines = self._in_full if self._instead else self._lines
        if self._make is not None:
            lines = self._make(self._room_in(width))
        return max(1, sum(len(self._wrap_line(line, width)) for line in lines))

    def _wrap(self) -> None:
        self._width = self.size.width
        if self._make is not None:
            self._lines = self._make(self._room_in(self._width))
        elif self._instead:
            has_room = sum(len(self._wrap_line(line, self._width)) for line in self._in_full) <= self.size.height
            self._lines = self._in_full if has_room else self._instead
        self._first = max(0, len(self._lines) - _AT_ONCE) if self._follow else 0
        self._strips, self._heights = self._wrapped(self._lines[self._first :]) if self._width else ([], [])
        self._settle()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Near the first of the lines that are wrapped, wrap those before them."""
        super().watch_scroll_y(old_value, new_value)
        if self._scrolled_at == (self.size, self.virtual_size):
            self._at_end = new_value >= self.max_scroll_y
        if new_value < old_value and new_value < self.size.height:
            self._wrap_from(max(0, self._first - _AT_ONCE))
        self._head()

    def release_anchor(self) -> None:
        """See `Widget.release_anchor`: Textual calls it whenever somebody scrolls, not where it lays out anew."""
        super().release_anchor()
        self._scrolled_at = self.size, self.virtual_size

    def scroll_end(self, **options: Any) -> None:
        """See `Widget.scroll_end`, which is no less a scroll."""
        super().scroll_end(**options)
        self._scrolled_at = self.size, self.virtual_size

    def _settle(self, *, follow: bool | None = None) -> None:
        size = Size(self._width, len(self._strips))
        grown, self.virtual_size = size != self.virtual_size, size
        self._head()
        # To lay the screen out anew costs more than all the rest, and is needed only where the number of lines changed.
        grown = grown or bool(self._instead)  # all that it says may need other rows
        self.refresh(layout=grown and self.styles.height is not None and self.styles.height.is_auto)
        if self._at_end and (self._follow if follow is None else follow):
            self.call_after_refresh(self._stay_at_end)
            if not self.screen.is_current:
                self._stay_at_end()  # under a box nothing is refreshed

    def go_to_end(self) -> None:
        """Scroll to the end, and stay there as lines are added."""
        self._at_end = True
        self.call_after_refresh(self._stay_at_end)

    def _stay_at_end(self) -> None:
        """Scroll to the end, unless it has been scrolled away from there meanwhile."""
        if self._at_end:
            self.scroll_end(animate=False, force=True, immediate=True)

    def _wrapped(self, lines: Iterable[Line]) -> tuple[list[Strip], list[int]]:
        """The rows of these lines, and how many each takes."""
        console = self.app.console
        wrapped = [self._wrap_line(line, self._width) for line in lines]
        return [Strip(text.render(console)) for rows in wrapped for text in rows], [len(rows) for rows in wrapped]

    def _room_in(self, width: int) -> int:
        """The columns that text has: the scroll bar stands on the last of all."""
        return max(0, width - self.styles.scrollbar_size_vertical)

    def _wrap_line(self, line: Line, width: int) -> list[Text]:
        return self._wrapped_text([(piece, self.theme_in_use.style(style)) for piece, style in line], width)

    def _wrapped_text(self, pieces: Iterable[tuple[str, Style | str]], width: int) -> list[Text]:
        width = self._room_in(width)
        text = Text(end="")
        for piece, style in pieces:
            text.append(self.theme_in_use.text(piece), style)
        if text.cell_len <= width or width < 8:
            if TIE in text.plain:
                text.plain = text.plain.replace(TIE, " ")
            return [text]
        # A sign that points at a line stands in its margin.
        margin = len(text.plain) - len(text.plain.lstrip(f" {self.theme_in_use.glyphs.point}"))
        before, text = text.divide([margin])
        before.truncate(width // 2)
        indent = max(_INDENT, before.cell_len + 1)
        text.plain = held(text.plain, width - indent)  # as long as before: its styles stay where they are
        first, *rest = text.wrap(self.app.console, width - indent)
        wrapped = [before.append_text(first), *(Text(" " * indent, end="").append_text(part) for part in rest)]
        for part in wrapped:
            part.plain = let_go(part.plain)
            part.rstrip()
            part.end = ""
        return wrapped
