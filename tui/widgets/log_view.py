"""The log: what has happened in the game, what the player has learned, and what was said."""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence
from operator import itemgetter
from typing import Any

from textual.message import Message

from engine.hidden import Acted, BothActed
from tui.language import _
from tui.lines import Line, plain_text
from tui.log import GameLog, Happening, LogEntry, is_heading
from tui.ports import ChatLine, Situation
from tui.theme import Theme
from tui.told import Told, ToldKeeper
from tui.widgets.log_lines import LogLines


class LogView(LogLines):
    """Follows the game and the chat. `latest` is the last thing that one of the two players did, or said."""

    class Noticed(Message):
        """Something has happened that should be seen at once, though it is no event of the game.

        `said`: it was said by a player, `own`: by the one at this screen; `waits`: to somebody who is not there.
        """

        def __init__(
            self, view: LogView, text: str, *, said: bool = False, own: bool = False, waits: bool = False
        ) -> None:
            super().__init__()
            self.view = view
            self.text = text
            self.said = said
            self.own = own
            self.waits = waits

        @property
        def control(self) -> LogView:
            """The log."""
            return self.view

    def __init__(
        self,
        log: GameLog[Any, Any],
        theme: Theme,
        *,
        connected: bool,
        told: ToldKeeper | None = None,
        id: str | None = None,  # noqa: A002 (Textual's name)
    ) -> None:
        """`connected`: whether the opponent is there to begin with. `told` keeps what no record has."""
        super().__init__(log, theme, id=id)
        self._keeper = told or ToldKeeper()
        found = self._keeper.found()
        self._told_before = [line for line in found if line.style]
        log.told_before = {line.events: line.text for line in found if not line.style}
        log.tells_given = lambda events, text: self._keeper.keep(Told(text, events))
        self.latest = self.latest_whole = ""
        """What came last, in a sentence; and with what came of it, if that says more."""
        self._taken = 0
        self._came_and_went: LogEntry | None = None
        """The last line about the connection."""
        self._ends: list[LogEntry] = []
        """How the game has ended."""
        self._connected = connected
        self._lost_at = ""
        """What the clock said when the opponent went."""
        self._unsent: list[tuple[LogEntry, str]] = []
        """What the player has said to nobody yet, with its words without that."""
        self._chats = 0
        self._behind_end: list[LogEntry] = []
        """What was said after the end of the game before this program began, until that is told."""
        self._resigned: LogEntry | None = None
        """That the player has resigned, before the game is over."""
        self._says_why_off = False
        """Whether it is told among the lines of what went on why nothing more comes of it."""
        self._is_open_now = False
        """Whether it is told what the opponent alone knew, now that the game is over."""

    def follow(self, situation: Situation[Any, Any], chats: Sequence[ChatLine]) -> None:
        """Add what is new."""
        log, lines = self.log_of_game, len(self._lines)
        last = log.entries[-1:]
        beneath = [len(entry.details) + len(entry.own) for entry in last]
        log.follow(situation.events)
        first, new = not self._taken, log.entries[self._taken :]
        self._taken += len(new)
        grown = [len(entry.details) + len(entry.own) for entry in last] != beneath
        # What somebody did says more than what was drawn and shuffled after it.
        done = [each for each in log.fresh if isinstance(each.event, Acted | BothActed) and each.lines]
        if done:
            self.latest, self.latest_whole = latest_of(done[-1], plain_text(log.says_most(done[-1])))
        if new or grown:
            went_on, behind = self._going, len(self._items)
            self._items += self._with_earlier(situation, chats) if first else new
            newest = log.entries[-1] if log.entries else None
            self._going = next((n for n in reversed(range(len(self._items))) if self._items[n] is newest), -1)
            if self._going != went_on:
                self._unfolded.discard(went_on)
                if self._found is not None and self._found[0] == went_on and self._found[1]:
                    self._unfolded |= set() if self._all_unfolded else {went_on}  # what was found stays in sight
            if last:
                # What went on is folded, or has grown; all else stands as it was.
                self._show_again(went_on)
            self._lay_out(behind)
            if self.searching:
                self._entitle()  # there may be more places
        self._tell_opened(situation)
        self._tell_chats(situation, chats)
        self._tell_connection(situation)
        self._tell_resigned(situation)
        self._tell_broken_off(situation)
        if len(self._lines) > lines:
            self.follow_again()

    def _tell_opened(self, situation: Situation[Any, Any]) -> None:
        """What the opponent alone knew, once all lies open and all that happened is told."""
        if self._is_open_now or situation.view is None or not situation.opened or situation.behind:
            return
        self._is_open_now = True
        if self.log_of_game.open(situation.opened, situation.view.seat):
            self._lay_out_all()
            if self.searching:
                self._entitle()

    def _tell_resigned(self, situation: Situation[Any, Any]) -> None:
        """That the player has resigned, as soon as it has: who is not there confirms it later."""
        if situation.leaving and situation.ended is None and self._resigned is None:
            words = _("You have resigned; {opponent} has not confirmed it yet.")
            opponent = situation.opponent_name or _("Your opponent")
            self._says_why_off = True
            self._resigned = self._add([(words.format(opponent=opponent), "own")])
        elif self._resigned is not None and not (situation.leaving and situation.ended is None):
            self._change(self._resigned, [(_("You have resigned."), "own")])
            self._resigned = None

    def _tell_broken_off(self, situation: Situation[Any, Any]) -> None:
        """What has broken off a battle that went on: among its lines, of whichever of the two it was."""
        ended = situation.ended
        if ended is None or not ended.early or situation.behind or self._says_why_off or not self._goes_on:
            return
        self._says_why_off = True
        self._add([(ended.sentence, "plain")])

    def tell_end(self, lines: Sequence[Line]) -> None:
        """Tell how the game has ended, or more of it, where it was said first."""
        for entry, line in zip(self._ends, lines, strict=False):
            if entry.line != line:
                self._change(entry, line)
        more = [LogEntry(line) for line in lines[len(self._ends) :]]
        self._ends += more
        if more:  # behind all that happened, and not in the midst of a battle that has been broken off
            begins = len(self._items)
            self._items += [*more, *self._behind_end]
            self._behind_end = []
            self._lay_out(begins)

    @property
    def _goes_on(self) -> bool:
        """See `LogLines._goes_on`. Nothing more comes of what the end of the game has broken off."""
        return super()._goes_on and not self._ends

    def _with_earlier(self, situation: Situation[Any, Any], chats: Sequence[ChatLine]) -> list[LogEntry]:
        """All that has happened, and between it what was said before this program began, each where it was said."""
        log, items, told, at = self.log_of_game, list[LogEntry](), 0, -1
        entries = log.entries
        if situation.played and chats and chats[0].earlier:
            items.append(LogEntry([(_("Said before this game"), "heading")]))
        said_before = list(itertools.takewhile(lambda chat: chat.earlier, chats))
        self._chats += len(said_before)
        before = [(line.over, line.events, LogEntry([(line.text, line.style)])) for line in self._told_before]
        before += [(chat.over, chat.events, self._entry_of(situation, chat)) for chat in said_before]
        for over, events, said in sorted(before, key=itemgetter(0, 1)):
            if over and situation.ended is not None:
                self._behind_end.append(said)
                continue
            behind, details = log.entries_after(events)
            if behind > told:
                items += entries[told:behind]
                told, at = behind, len(items) - 1
            went_on = bool(behind) and details < len(entries[behind - 1].details)
            if went_on or (log.goes_on and behind == len(entries)):
                self._aside.setdefault(at, []).append((details, said))
            else:
                items.append(said)
        return [*items, *entries[told:]]

    def _entry_of(self, situation: Situation[Any, Any], chat: ChatLine) -> LogEntry:
        """A line of chat: what the opponent has not got yet says so until he is there."""
        words, waits = situation.said(chat), is_unsent(situation, chat)
        entry = LogEntry([(f"{words} ({_('not sent yet')})" if waits else words, "chat")])
        if waits:
            self._unsent.append((entry, words))
        return entry

    def _tell_chats(self, situation: Situation[Any, Any], chats: Sequence[ChatLine]) -> None:
        for chat in chats[self._chats :]:
            entry = self._entry_of(situation, chat)
            self.latest = self.latest_whole = plain_text(entry.line)
            self._add_entry(entry)
            told, waits = situation.said(chat), is_unsent(situation, chat)
            if waits:
                # It waits in this program; what is first in the words is what has room.
                words = _("Goes out when {opponent} is there again: {line}")
                told = words.format(opponent=situation.opponent_name or _("Your opponent"), line=told)
            self.post_message(self.Noticed(self, told, said=True, own=chat.own, waits=waits))
        self._chats = len(chats)

    def _tell_connection(self, situation: Situation[Any, Any]) -> None:
        """The opponent comes and goes: said where it is seen, and kept in the log.

        What was said of it right before is no news any more: one line stands for both.
        """
        if situation.view is None or situation.connected == self._connected:
            return
        self._connected = situation.connected
        now, lost_at, words = time.strftime("%H:%M"), self._lost_at, situation.connection
        self._lost_at = "" if situation.connected else now
        if situation.connected and not lost_at and not situation.time_tells:
            self._all_is_sent()
            return  # a bot's program begins with this one
        if not situation.connected:
            if situation.finished:  # nothing more is to come of it
                words = _("{opponent} has left.").format(opponent=situation.opponent_name or _("Your opponent"))
            words = _("{time}: {what}").format(time=now, what=words)
        elif lost_at:
            words = _("{begin} to {end} without a connection. {what}").format(begin=lost_at, end=now, what=words)
        else:  # whoever is back here first has not seen the opponent go
            words = _("{time}: {what}").format(time=now, what=words)
        if situation.connected:
            self._all_is_sent()
        told = Told(words, len(situation.events), "good" if situation.connected else "bad", bool(self._ends))
        line: Line = [(words, told.style)]
        instead = self._came_and_went is not None and self._came_and_went is self._newest
        self._keeper.keep(told, instead=instead)
        if self._came_and_went is not None and instead:
            self._came_and_went.line = line
            self._show_again(len(self._items) - 1)
        else:
            self._came_and_went = self._add(line)
        self.post_message(self.Noticed(self, situation.connection))

    def _all_is_sent(self) -> None:
        """What was said to nobody goes out now."""
        for entry, words in self._unsent:
            if self.latest == plain_text(entry.line):
                self.latest = self.latest_whole = words
            self._change(entry, [(words, "chat")])
        self._unsent.clear()


def is_unsent(situation: Situation[Any, Any], chat: ChatLine) -> bool:
    """Whether a line of the player's waits in this program until the opponent is there: one of now, or kept as such."""
    return chat.own and not (situation.connected or situation.finished) and (chat.unsent or not chat.earlier)


def latest_of(done: Happening[Any], most: str) -> tuple[str, str]:
    """What was done last: in a sentence, which is the one that says `most` if there is one; and with what came of it.

    Of who has taken a way over the board that is first of all the way; of anything else what is told last says most.
    """
    last = plain_text(done.lines[-1])
    told = [plain_text(line) for line in done.lines if not is_heading(line)]
    if most:
        return most, " ".join(told)
    return (told[0], " ".join(told)) if done.trail and told else (last, last)
