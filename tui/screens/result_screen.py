"""The box that shows the result, and from which another game or a review is asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message

from tui.language import N_
from tui.screens.text import TextScreen
from tui.theme import Theme


class ResultScreen(TextScreen):
    """The result, from which another game may be asked for."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "r", "rematch", N_("Rematch"), id="result.rematch", tooltip=N_("Ask for another game with sides exchanged")
        ),
        Binding("v", "review", N_("Review"), id="result.review", tooltip=N_("What decided the game")),
    ]

    class ReviewWanted(Message):
        """The player wants to know what decided the game."""

    def action_review(self) -> None:
        """Ask for a review."""
        self.post_message(self.ReviewWanted())

    def action_rematch(self) -> None:
        """Ask for another game."""
        self.ask()

    def __init__(self, title: str, text: Content, theme: Theme, ask: Callable[[], None]) -> None:
        super().__init__(title, text, theme, id="result")
        self.ask = ask
