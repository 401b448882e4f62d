"""Who is marked, above the list of what the marked ones may do."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from tui.keys import keys_in_force, shown
from tui.language import _


class MarkLine(Static):
    """Names the pieces in few columns, each with its key and its mark.

    A click on one marks or unmarks it, one on the words before them marks all or none.
    """

    class AllPressed(Message):
        """All pieces are to be marked, or none."""

        def __init__(self, line: MarkLine) -> None:
            super().__init__()
            self.line = line

        @property
        def control(self) -> MarkLine:
            """The line."""
            return self.line

    class Pressed(Message):
        """A piece was clicked; `number` is its line in the list."""

        def __init__(self, line: MarkLine, number: int) -> None:
            super().__init__()
            self.line = line
            self.number = number

        @property
        def control(self) -> MarkLine:
            """The line."""
            return self.line

    def show(self, pieces: Sequence[tuple[int, str, str]], *, all_marked: bool = False) -> None:
        """Name these: the line in the list of each, what stands before it, and what it is called.

        `all_marked`: nothing more can be marked, so that the key which marks all unmarks all.
        """
        parts: list[str | tuple[str, str]] = []
        for number, sign, name in pieces:
            click = f"@click=press({number})"
            parts += [" ", (sign, f"bold {click}"), (name, click)]
        key = shown(keys_in_force()["game.mark_all"])
        # Translators: the key that marks all pieces, or none of them; they follow in the same row
        both = (_("{key}: all").format(key=key), _("{key}: none").format(key=key))
        # No piece moves when the words change: the next click is meant for what stands there.
        beside = " " * (max(map(cell_len, both)) - cell_len(both[all_marked]))
        said = Content.assemble((both[all_marked], "@click=press_all"), beside, *parts) if parts else Content()
        if said != self.content:
            self.update(said)
        self.display = bool(parts)

    def action_press_all(self) -> None:
        """The words before the pieces were clicked."""
        self.post_message(self.AllPressed(self))

    def action_press(self, number: int) -> None:
        """A piece was clicked."""
        self.post_message(self.Pressed(self, number))
