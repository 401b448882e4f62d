"""The column of pages beside the board, or over its edge, which says whenever it has another place."""

from __future__ import annotations

from textual.containers import Vertical
from textual.message import Message


class SideColumn(Vertical):
    """Pages, one below the other."""

    class Laid(Message):
        """It has another size, or is in sight again, or no more."""

        def __init__(self, column: SideColumn) -> None:
            super().__init__()
            self.column = column

        @property
        def control(self) -> SideColumn:
            """The column."""
            return self.column

    def on_resize(self) -> None:
        """Another size."""
        self.post_message(self.Laid(self))

    def on_show(self) -> None:
        """In sight again."""
        self.post_message(self.Laid(self))

    def on_hide(self) -> None:
        """In sight no more."""
        self.post_message(self.Laid(self))
