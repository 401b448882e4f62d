"""A line under what a command has printed, from which one goes back to the menu: by a key, or by a click."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Click
from textual.widgets import Static

from tui.dressed_app import DressedApp
from tui.language import N_


class GoOnApp(DressedApp[None]):
    """To be run inline: what stands above it stays to be read."""

    CSS = "Screen { height: 1; border: none; } #words { height: 1; text-style: bold; }"
    ENABLE_COMMAND_PALETTE = False
    INLINE_PADDING = 0
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space,escape,q", "quit", N_("Back"), priority=True)]

    def __init__(self, words: str) -> None:
        super().__init__()
        self._words = words

    def compose(self) -> ComposeResult:
        """The line."""
        yield Static(self._words, id="words", markup=False)

    def on_click(self, event: Click) -> None:
        """As Enter does."""
        event.stop()
        self.exit()
