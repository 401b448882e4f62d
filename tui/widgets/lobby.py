"""What is shown before the game: how the connection gets on, and the invite."""

from __future__ import annotations

from typing import Any

from textual.widgets import Static

from tui.lines import Line
from tui.ports import Situation
from tui.theme import Theme


class Lobby(Static):
    """Stands where the board will be. The invite is on a line of its own, so that it can be copied whole."""

    def __init__(self, theme: Theme, *, id: str | None = None) -> None:  # noqa: A002 (Textual's name)
        super().__init__(id=id, markup=False)
        self._theme = theme

    def show(self, situation: Situation[Any, Any]) -> None:
        """Show how things stand."""
        blank: Line = [("", "plain")]
        lines = [blank, [(situation.connection, "bold")], blank]
        if situation.invite:
            send = "Send this invite to your opponent, privately: whoever has it first can join. c copies it."
            lines += [
                [(send, "plain")],
                blank,
                [(situation.invite, "key")],
                blank,
                [("Your opponent runs:  sekigahara join INVITE", "dim")],
            ]
        self.update(self._theme.content(lines))
