"""A box for the player's own notes on a place, and on the pieces of each side that lie there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input

from tui.language import N_, _
from tui.notebook import NOTE_LIMIT
from tui.screens.dialog import Dialog
from tui.theme import Theme


class NotingScreen(Dialog[list[str]]):
    """Asks for the notes on several things at once: a line for each. None if it is left by Escape."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", N_("Cancel"), id="prompt.cancel"),
        Binding("down", "app.focus_next", N_("Next line"), show=False),
        Binding("up", "app.focus_previous", N_("Line before"), show=False),
    ]

    def __init__(self, title: str, theme: Theme, notes: Sequence[tuple[str, str]]) -> None:
        """`notes`: what each is on, and what is noted of it so far."""
        super().__init__(classes=theme.glyphs.name)
        self._title = theme.text(title)
        self._notes = [(theme.text(label), text) for label, text in notes]
        foot = _("Enter: done · Tab: next line · Escape, or click here: back")
        self._foot = theme.text(foot if len(notes) > 1 else _("Enter: done · Escape, or click here: back"))

    def compose(self) -> ComposeResult:
        """An input for each, with what it is on in its frame."""
        with Vertical(id="box") as box:
            box.border_title = Content(self._title)
            box.border_subtitle = Content(self._foot)
            for label, text in self._notes:
                # What stands there is gone on with, not written over.
                line = Input(text, max_length=NOTE_LIMIT, select_on_focus=False)
                line.border_title = Content(label)
                yield line

    def on_mount(self) -> None:
        """The first input takes the keys."""
        self.query(Input).first().focus()

    def leave(self) -> None:
        """Leave all as it is."""
        self.action_cancel()

    def action_cancel(self) -> None:
        """Leave all as it is."""
        self.dismiss(None)

    def on_input_submitted(self) -> None:
        """All lines are done with."""
        self.dismiss([line.value for line in self.query(Input)])
