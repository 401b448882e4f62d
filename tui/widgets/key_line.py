"""The keys of a list's last lines, where the list is too long to show these."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

_APART: Final = "  "


class KeyLine(Static):
    """Names the keys that take lines wherever these stand, and what each does. A click is as good as the key.

    Those that have no room are left out whole, the last first.
    """

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

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 (Textual's name)
        super().__init__(id=id, markup=False)
        self._keys: Sequence[tuple[str, str]] = ()

    def show(self, keys: Sequence[tuple[str, str]]) -> None:
        """Name these keys, each with what it does, the most important first."""
        if keys != self._keys:
            self._keys = keys
            self.refresh()  # it is one line high, whatever it says

    def named(self, columns: int) -> Sequence[tuple[str, str]]:
        """The keys that have room in so many columns."""
        found: list[tuple[str, str]] = []
        for key, text in self._keys:
            columns -= cell_len(f"{_APART if found else ''}{key} {text}")
            if columns < 0:
                break
            found.append((key, text))
        return found

    def render(self) -> Content:
        """The keys that have room."""
        parts: list[str | tuple[str, str]] = []
        for key, text in self.named(self.content_size.width):
            click = f"@click=press({key!r})"
            parts += [_APART] if parts else []
            parts += [(key, f"bold {click}"), (f" {text}", click)]
        return Content.assemble(*parts)

    def action_press(self, key: str) -> None:
        """A key was clicked."""
        self.post_message(self.Pressed(self, key))
