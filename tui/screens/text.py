"""A text over the game, to be read and closed."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content

from tui.keys import SYSTEM, shown
from tui.language import N_, _
from tui.screens.dialog import Dialog
from tui.theme import Theme
from tui.widgets.held import HeldStatic


class TextScreen(Dialog[None]):
    """Something to read: the help, a spot, an explanation. Escape, q, Enter or a click beside it closes it.

    So does a key that `goes_below`: what it does on the screen that lies there is done then, by `below`.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,question_mark,f1", "dismiss(None)", N_("Close"), id="text.close"),
    ]

    def __init__(
        self,
        title: str,
        text: Content,
        theme: Theme,
        *,
        id: str | None = None,  # noqa: A002 (Textual's name)
        below: Callable[[str], object] | None = None,
        goes_below: Callable[[str], bool] = lambda key: False,
    ) -> None:
        super().__init__(id=id, classes=theme.glyphs.name)
        self._title = theme.text(title)
        self._text = text
        self._foot = theme.text(_("Enter, Escape, q or click here: close"))
        self._theme = theme
        self._below = below
        self._goes_below = goes_below

    def compose(self) -> ComposeResult:
        """A box with the text, which scrolls."""
        with VerticalScroll(id="box") as box:
            box.border_title = Content(self._title)
            box.border_subtitle = Content(self._foot)
            yield HeldStatic(self._text, id="text")

    def show(self, text: Content) -> None:
        """Show another text."""
        self._text = text
        for static in self.query("#text").results(HeldStatic):
            static.say(text)

    def leave(self) -> None:
        """Close it."""
        self.dismiss(None)

    def on_key(self, event: events.Key) -> None:
        """A key that does nothing here says what closes the box, until the next."""
        for box in self.query("#box"):
            box.border_subtitle = Content(self._foot)
        if event.key in SYSTEM or event.key in self.active_bindings:
            return
        event.stop()
        if not self.done_below(event.key):
            self.say_not_taken(_("{key} was not taken: Enter, Escape or q closes this first"), event.key)

    def done_below(self, key: str) -> bool:
        """Close it for a key that does something below, and have that done. False if it is no such key."""
        if self._below is None or not self._goes_below(key):
            return False
        self.dismiss(None)
        self._below(key)
        return True

    def say_not_taken(self, words: str, key: str) -> None:
        """Say of a key that nothing came of it, and what closes the box."""
        for box in self.query("#box"):
            box.border_subtitle = Content(self._theme.text(words.format(key=shown(key))))

    def on_mount(self) -> None:
        """The keys scroll the text."""
        for box in self.query("#box"):  # it may be gone again, if the program ends now
            box.focus()
