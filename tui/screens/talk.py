"""What to say to the opponent, below what was said last."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from tui.language import _
from tui.screens.prompt import PromptScreen
from tui.theme import Theme

_LAST: Final = 6
"""So many of the lines that were said last are shown."""


class TalkScreen(PromptScreen):
    """Asks for a line of chat. What was said last stands above it, whole, with what is said meanwhile."""

    def __init__(self, said: Sequence[str], theme: Theme, *, text: str, left: Callable[[str], None]) -> None:
        """`text` and `left`: see `PromptScreen`."""
        # Without a limit: an input with one drops a longer paste whole.
        super().__init__(_("Say to your opponent"), theme, text=text, left=left)
        self._said = [theme.text(line) for line in said]

    def compose(self) -> ComposeResult:
        """What was said, and the line."""
        with Vertical(id="box") as box:
            box.border_title = Content(self._title)
            box.border_subtitle = Content(self._foot)
            said = Static(self._last(), id="said", markup=False)
            said.display = bool(self._said)
            yield said
            yield Input(self._text, select_on_focus=False, id="line")

    def hear(self, said: str) -> None:
        """The opponent says something: it stands with the rest, and not in the frame."""
        self._said.append(said)
        shown = self.query_one("#said", Static)
        shown.update(self._last())
        shown.display = True

    def _last(self) -> Content:
        return Content("\n".join(self._said[-_LAST:]))
