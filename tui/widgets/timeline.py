"""A line that shows how far a record has been gone through; a click goes elsewhere in it."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from tui.theme import Theme


class Timeline(Widget):
    """Moments from 0 to `last`, with marks at those that matter. Posts `Chosen` when a moment is clicked."""

    class Chosen(Message):
        """A moment was clicked."""

        def __init__(self, timeline: Timeline, moment: int) -> None:
            super().__init__()
            self.timeline = timeline
            self.moment = moment

        @property
        def control(self) -> Timeline:
            """The line."""
            return self.timeline

    def __init__(
        self,
        last: int,
        marks: Iterable[int],
        bad: Iterable[int],
        theme: Theme,
        *,
        id: str | None = None,  # noqa: A002
    ) -> None:
        """`marks` are moments to be seen, `bad` those to be seen first."""
        super().__init__(id=id)
        self._last = last
        self._marks = frozenset(marks)
        self._bad = frozenset(bad)
        self._theme = theme
        self._moment = 0

    def grow(self, last: int, marks: Iterable[int], bad: Iterable[int]) -> None:
        """There are more moments now, up to `last`."""
        self._last, self._marks, self._bad = last, frozenset(marks), frozenset(bad)
        self.refresh()

    def show(self, moment: int) -> None:
        """Show how far it is."""
        self._moment = moment
        self.refresh()

    def render(self) -> Text:
        """See `Widget.render`."""
        width = max(1, self.size.width)
        glyphs = self._theme.glyphs
        here = self._column(self._moment, width)
        cells = [glyphs.bar if column <= here else glyphs.bar_left for column in range(width)]
        text = Text("".join(cells), end="", no_wrap=True)
        marks = self._marks if len(self._marks) * 6 < width else ()
        for moments, sign, style in ((marks, "|", "dim"), (self._bad, "!", "bad")):
            for moment in moments:
                column = self._column(moment, width)
                cells[column] = sign
                text.stylize(self._theme.style(style), column, column + 1)
        text.plain = "".join(cells)
        return text

    def on_click(self, event: events.Click) -> None:
        """Go to the moment under the pointer."""
        width = max(2, self.size.width)
        self.post_message(self.Chosen(self, round(event.x / (width - 1) * self._last)))

    def _column(self, moment: int, width: int) -> int:
        return round(moment / self._last * (width - 1)) if self._last else 0
