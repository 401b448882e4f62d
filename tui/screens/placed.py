"""A text whose box has a place by what lies below it."""

from __future__ import annotations

from abc import abstractmethod

from textual.content import Content
from textual.widget import Widget

from tui.screens.text import TextScreen


class PlacedTextScreen(TextScreen, inherit_bindings=False):
    """Takes room anew whenever what lies below it is laid out anew."""

    @abstractmethod
    def _take_room(self) -> None:
        """Give the box its place."""

    @property
    def _box(self) -> Widget:
        return self.query_one("#box")

    def _say_foot(self) -> None:
        """See `TextScreen._say_foot`. It is not searched."""
        self._box.border_subtitle = Content(self._foot)

    def on_resize(self) -> None:
        """What lies below may be elsewhere now."""
        self._settle()

    def _settle(self) -> None:
        """Take room once more when what lies below has its own, unless it is closed by then."""
        for below in self.app.screen_stack[-2:-1]:
            below.call_after_refresh(self._settled)

    def _settled(self) -> None:
        """What lies below is laid out: it is drawn anew around the box too."""
        if self.is_attached:
            self._take_room()
            self.refresh()
