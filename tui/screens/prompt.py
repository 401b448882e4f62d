"""A line of text asked for over the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input

from tui.language import N_, _
from tui.screens.dialog import Dialog
from tui.theme import Theme


class PromptScreen(Dialog[str]):
    """Asks for a line of text of at most `limit` characters (0: of any length). The empty string: none."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", N_("Cancel"), id="prompt.cancel")]

    def __init__(
        self,
        title: str,
        theme: Theme,
        limit: int = 0,
        text: str = "",
        escaped: str = "",
        left: Callable[[str], None] = lambda text: None,
    ) -> None:
        """`text` stands there to begin with; `escaped` is the answer of whoever leaves it by Escape, and `left` is
        given what stands there then.
        """
        super().__init__(classes=theme.glyphs.name)
        self._text = text
        self._escaped = escaped
        self._left = left
        self._title = theme.text(title)
        self._limit = limit
        self._foot = theme.text(_("Enter: done · Escape, or click here: back"))

    def compose(self) -> ComposeResult:
        """One input."""
        with Vertical(id="box") as box:
            box.border_title = Content(self._title)
            box.border_subtitle = Content(self._foot)
            # What stands there is gone on with, not written over.
            yield Input(self._text, max_length=self._limit, select_on_focus=False, id="line")

    def leave(self) -> None:
        """Cancel."""
        self.action_cancel()

    def on_mount(self) -> None:
        """The input takes the keys."""
        self.query_one("#line").focus()

    def action_cancel(self) -> None:
        """Escape."""
        self._left(self.query_one("#line", Input).value)
        self.dismiss(self._escaped)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter."""
        self.dismiss(event.value)
