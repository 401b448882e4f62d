"""A question with yes and no over the game."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from tui.keys import shown
from tui.language import N_, _
from tui.screens.dialog import Dialog
from tui.theme import Theme
from tui.widgets.pointed_list import PointedList


class ConfirmScreen(Dialog[bool]):
    """A question with yes and no; no comes first.

    `asked_by` is the key that asks it, where that means yes if pressed once more: where nothing is lost by it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,n", "dismiss(False)", N_("No"), id="confirm.no"),
        Binding("y", "dismiss(True)", N_("Yes"), id="confirm.yes"),
    ]

    def __init__(self, question: str, yes: str, no: str, theme: Theme, *, asked_by: str = "") -> None:
        super().__init__(classes=theme.glyphs.name)
        self._look = theme
        self._question = theme.text(question)
        keys = f"y, {shown(asked_by)}" if asked_by else "y"
        self._foot = theme.text(_("Enter: what is pointed at · Escape: {no}").format(no=no))
        self._answers = (theme.text(f"{'n':{len(keys)}}  {no}"), theme.text(f"{keys}  {yes}"))
        self._bindings.bind(asked_by or "q", f"dismiss({bool(asked_by)})", show=False)
        self._asked_to_leave = bool(asked_by)

    def compose(self) -> ComposeResult:
        """The question and its two answers."""
        with Vertical(id="box") as box:
            box.border_subtitle = Content(self._foot)
            yield Static(self._question, markup=False, id="text")
            options = [Option(Content(answer)) for answer in self._answers]
            yield PointedList(options, self._look, id="answers")

    def leave(self) -> None:
        """No."""
        self.dismiss(False)

    def action_interrupt(self) -> None:
        """No; yes where that key, or the one that it stands for, has asked."""
        self.dismiss(self._asked_to_leave)

    def on_key(self, event: events.Key) -> None:
        """A key that does nothing here says what does, until the next."""
        words = _("{key} was not taken: y, n or Enter answers")
        self.answer_key(event.key, self._foot, self._look.text(words.format(key=shown(event.key))))

    def on_mount(self) -> None:
        """The list takes the keys."""
        self.query_one("#answers").focus()

    def on_option_list_option_selected(self, event: PointedList.OptionSelected) -> None:
        """The answer chosen."""
        self.dismiss(event.option_index == 1)
