"""The log: what has happened in the game, what the player has learned, and what was said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.message import Message

from engine.hidden import Acted, BothActed
from tui.language import _
from tui.lines import Line, plain_text
from tui.log import GameLog
from tui.ports import ChatLine, Situation
from tui.theme import Theme
from tui.widgets.text_view import TextView


class LogView(TextView):
    """Follows the game and the chat. `latest` is the last thing that one of the two players did, or said."""

    class Noticed(Message):
        """Something has happened that should be seen at once, though it is no event of the game."""

        def __init__(self, view: LogView, text: str) -> None:
            super().__init__()
            self.view = view
            self.text = text

        @property
        def control(self) -> LogView:
            """The log."""
            return self.view

    def __init__(self, log: GameLog[Any, Any], theme: Theme, *, connected: bool, id: str | None = None) -> None:  # noqa: A002
        """`connected`: whether the opponent is there to begin with."""
        super().__init__(_("Log"), theme, follow=True, id=id)
        self.log_of_game = log
        self.latest = ""
        self._connected = connected
        self._chats = 0

    def follow(self, situation: Situation[Any, Any], chats: Sequence[ChatLine]) -> None:
        """Add what is new."""
        self.append(self.log_of_game.follow(situation.events))
        # What somebody did says more than what was drawn and shuffled after it.
        done = [each for each in self.log_of_game.fresh if isinstance(each.event, Acted | BothActed) and each.lines]
        if done:
            self.latest = plain_text(done[-1].lines[-1])
        self._tell_chats(situation, chats)
        self._tell_connection(situation)
        if situation.view is not None:
            self.append(self.log_of_game.learned(situation.view))

    def note(self, text: str, style: str = "own") -> None:
        """Add a line that this program has to say."""
        self.append([[(text, style)]])

    def _tell_chats(self, situation: Situation[Any, Any], chats: Sequence[ChatLine]) -> None:
        for chat in chats[self._chats :]:
            name = situation.own_name if chat.own else situation.opponent_name
            self.latest = f"{name}: {chat.text}"
            self.note(self.latest, "chat")
            if not chat.own:
                self.post_message(self.Noticed(self, self.latest))
        self._chats = len(chats)

    def _tell_connection(self, situation: Situation[Any, Any]) -> None:
        """The opponent comes and goes: said where it is seen, and kept in the log."""
        if situation.view is None or situation.connected == self._connected:
            return
        self._connected = situation.connected
        lines: Line = [(situation.connection, "good" if situation.connected else "bad")]
        self.append([lines])
        self.post_message(self.Noticed(self, situation.connection))
