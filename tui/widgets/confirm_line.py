"""The line that confirms marks, where the list is too long to show its own."""

from __future__ import annotations

from textual.events import Click
from textual.message import Message
from textual.strip import Strip
from textual.widgets import Static

from tui.theme import Theme
from tui.widgets.strips import in_signs


class ConfirmLine(Static):
    """The line that confirms the marks, once more below a list that is too long to show it. A click takes it."""

    class Confirmed(Message):
        """The line was clicked."""

    def __init__(self, theme: Theme, *, id: str | None = None) -> None:  # noqa: A002 (Textual's name)
        super().__init__(id=id, markup=False)
        self._theme = theme

    def render_line(self, y: int) -> Strip:
        """See `Widget.render_line`."""
        return in_signs(super().render_line(y), self._theme.glyphs)

    def on_click(self, event: Click) -> None:
        """As Enter does."""
        event.stop()
        self.post_message(self.Confirmed())
