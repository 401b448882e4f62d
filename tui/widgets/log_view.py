"""The log: what has happened in the game, what the player has learned, and what was said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.events import Click
from textual.message import Message

from engine.hidden import Acted, BothActed, Drawn
from tui.language import _
from tui.lines import Line, plain_text
from tui.log import GameLog, LogEntry, is_heading
from tui.ports import ChatLine, Situation
from tui.theme import Theme
from tui.widgets.text_view import TextView


class LogView(TextView):
    """Follows the game and the chat. `latest` is the last thing that one of the two players did, or said.

    What lies beneath a line, such as a battle, is shown while it goes on, and then when somebody unfolds it: all of it
    (`unfold`), or a line's by a click.
    """

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
        self._items: list[LogEntry] = []
        self._taken = 0
        self._unfolded: set[int] = set()
        self._all_unfolded = False
        self._rows_of: list[int] = []
        self._connected = connected
        self._chats = 0

    def follow(self, situation: Situation[Any, Any], chats: Sequence[ChatLine]) -> None:
        """Add what is new."""
        last = self.log_of_game.entries[-1:]
        beneath = [len(entry.details) for entry in last]
        self.log_of_game.follow(situation.events)
        new = self.log_of_game.entries[self._taken :]
        self._taken += len(new)
        grown = [len(entry.details) for entry in last] != beneath
        # What somebody did says more than what was drawn and shuffled after it.
        done = [each for each in self.log_of_game.fresh if isinstance(each.event, Acted | BothActed) and each.lines]
        if done:
            self.latest = plain_text(done[-1].lines[-1])
        if situation.view is not None:
            # What is drawn is told where the cards were, and before what came then.
            drawn = [number for number, entry in enumerate(new, 1) if isinstance(entry.after, Drawn)]
            place = drawn[-1] if drawn else len(new)
            new[place:place] = [LogEntry(line) for line in self.log_of_game.learned(situation.view)]
        self._items += new
        if new or grown:
            self._lay_out()
        self._tell_chats(situation, chats)
        self._tell_connection(situation)

    def note(self, text: str, style: str = "own", *, beneath: bool = False) -> None:
        """Add a line that this program has to say, at the end; `beneath`: to what is told there, such as a battle."""
        if beneath and self._items and self._items[-1].details:
            self._items[-1].details.append([(text, style)])
            self._lay_out()
        else:
            self._add([(text, style)])

    def unfold(self) -> None:
        """Show what lies beneath every line, or fold it all again."""
        self._all_unfolded = not self._all_unfolded
        self._unfolded.clear()
        self._lay_out()

    def jump(self, direction: int) -> None:
        """To the heading before the first row in sight, or after it."""
        rows = [row for row, item in zip(self.first_rows(), self._rows_of, strict=True) if _heads(self._items[item])]
        here = int(self.scroll_y)
        ahead = [row for row in rows if row > here] if direction > 0 else [row for row in reversed(rows) if row < here]
        if ahead:
            self.scroll_to(y=ahead[0], animate=False)

    def on_click(self, event: Click) -> None:
        """On a line with something beneath it: unfold or fold that."""
        line = self.line_under(event)
        if line is not None and line < len(self._rows_of) and self._items[self._rows_of[line]].details:
            event.stop()
            self._unfolded ^= {self._rows_of[line]}
            self._lay_out(stay=True)

    def _add(self, line: Line) -> None:
        self._items.append(LogEntry(line))
        self._rows_of.append(len(self._items) - 1)
        self.append([[(" ", "dim"), *line]])

    def _lay_out(self, *, stay: bool = False) -> None:
        """All lines anew: what lay beneath one is shown or not. `stay`: the same rows stay in sight."""
        lines: list[Line] = []
        self._rows_of = []
        last = self._items[-1] if self._items else None
        for number, item in enumerate(self._items):
            # What goes on is unfolded: the last line, until another comes.
            is_open = (self._all_unfolded or item is last) != (number in self._unfolded)
            sign = ("- " if is_open else "+ ") if item.details else "" if _heads(item) else " "
            beneath: list[Line] = [[("   ", "dim"), *line] for line in item.details] if is_open else []
            shown: list[Line] = [[(sign, "dim"), *item.line], *beneath]
            lines += shown
            self._rows_of += [number] * len(shown)
        at = self.scroll_y
        self.show(lines)
        if stay:
            self.call_after_refresh(self.scroll_to, y=at, animate=False)

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
        self._add(lines)
        self.post_message(self.Noticed(self, situation.connection))


def _heads(item: LogEntry) -> bool:
    """Whether a line is a heading, and nothing lies beneath it alone."""
    return is_heading(item.line) and not item.details
