"""The keys of a list's last lines, where the list is too long to show these."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.message import Message
from textual.widgets import Static


class KeyLine(Static):
    """Names the keys that take lines wherever these stand, and what each does. A click is as good as the key."""

    class Pressed(Message):
        """A key was clicked."""

        def __init__(self, line: KeyLine, key: str) -> None:
            super().__init__()
            self.line = line
            self.key = key

        @property
        def control(self) -> KeyLine:
            """The line."""
            return self.line

    def show(self, keys: Sequence[tuple[str, str]], more: str = "") -> None:
        """Name these keys, each with what it does, after how many lines are out of sight."""
        parts: list[str | tuple[str, str]] = [(more, "dim")] if more else []
        for key, text in keys:
            click = f"@click=press({key!r})"
            parts += ["  "] if parts else []
            parts += [(key, f"bold {click}"), (f" {text}", click)]
        said = Content.assemble(*parts)
        if said != self.content:
            self.update(said, layout=False)  # it is one line high, whatever it says

    def action_press(self, key: str) -> None:
        """A key was clicked."""
        self.post_message(self.Pressed(self, key))
