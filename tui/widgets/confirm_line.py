"""The line that confirms marks, where the list is too long to show its own."""

from __future__ import annotations

from textual.events import Click
from textual.message import Message
from textual.widgets import Static


class ConfirmLine(Static):
    """The line that confirms the marks, once more below a list that is too long to show it. A click takes it."""

    class Confirmed(Message):
        """The line was clicked."""

    def on_click(self, event: Click) -> None:
        """As Enter does."""
        event.stop()
        self.post_message(self.Confirmed())
