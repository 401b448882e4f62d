"""The line under the board: a notice while it lasts, else the spot of the mouse or the cursor, else what came last."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final

from textual.screen import Screen
from textual.timer import Timer

from engine.hidden import View
from tui.boards import Spot
from tui.games import GameInterface
from tui.keys import keys_in_force, shown
from tui.language import _
from tui.lines import Line, clauses, first_sentence, plain_text
from tui.log import Change
from tui.news import News
from tui.playback import PlaybackPort
from tui.ports import GamePort, Situation
from tui.screens.planning import step_told
from tui.widgets.board_view import BoardView
from tui.widgets.decision_panel import DecisionPanel
from tui.widgets.line_view import LineView
from tui.widgets.log_view import LogView

NOTICE: Final = 8.0
"""Seconds for which a notice is in sight."""
AFTER_CLICK: Final = 0.6
"""Seconds after a click in which a second one may be meant for the same."""
SEEN: Final = 3.0
"""Seconds for which something that was said is in sight before whoever does something has read it."""
BACK: Final = "‹ "
ON: Final = "› "
"""What is clicked to go back and on in what has happened, where there is no room to say so."""


class Ticker:
    """Fills the line `line` of `screen`."""

    def __init__(
        self,
        screen: Screen[None],
        line: LineView,
        port: GamePort[Any, Any],
        playback: PlaybackPort[Any, Any],
        interface: GameInterface[Any, Any],
        *,
        board: BoardView,
        panel: DecisionPanel,
        log: LogView,
        news: News,
        seen: Callable[[], View[Any] | None],
        fight: Callable[[], bool | None],
    ) -> None:
        """`seen`: what the board shows. `fight`: whether the page of a fight is in sight; None: there is none."""
        self._screen = screen
        self._line = line
        self._port = port
        self._playback = playback
        self._interface = interface
        self._board = board
        self._panel = panel
        self._log = log
        self._news = news
        self._seen = seen
        self._fight = fight
        self._notice: tuple[Sequence[str], str] | None = None
        """What is said for a moment, the longest wording first, and its style."""
        self._of_key = False
        """Whether the notice answers what the player has just pressed."""
        self._of_decision = False
        """Whether it is no matter any more once the player has decided something."""
        self._given: list[str] = []
        """What was decided for the player, one after another, since anything else was said."""
        self._of_battle: Hashable | None = None
        """The battle that the notice is about."""
        self._of_turn: Hashable | None = None
        """The turn in which that was decided."""
        self._noticed_at = 0
        """How many events had been shown when that was said."""
        self._hovers = False
        """Whether the mouse has come to a spot since something that has happened is pointed at."""
        self._read = False
        """Whether the mouse has come to a spot since the notice: whoever points there has read it."""
        self._walked_at: Spot | None = None
        """Where the board's cursor stood when the player last looked back."""
        self._named: Spot | None = None
        """The spot that the player has gone to by its name, and has done nothing since."""
        self._notice_over: Timer | None = None
        self._said: list[str] = []
        """What the opponent has said that the player may not have read yet."""
        self._said_seen: Timer | None = None
        """Runs while that is in sight."""
        self._said_read = False
        """Whether it has been in sight for long enough to be read."""

    def notice(
        self,
        text: str,
        style: str = "key",
        seconds: float = NOTICE,
        *,
        of_key: bool = False,
        of_decision: bool = False,
        battle: Hashable | None = None,
        turn: Hashable | None = None,
        led_to: str = "",
    ) -> None:
        """Say something for so long. `of_key`: it answers what was pressed, and is no matter once another key is.

        `of_decision`: it tells what was decided, and is no matter once something else is, nor in another battle than
        `battle`, nor once anything is asked after that or in another turn than `turn`. What was decided for the player
        before, one after another, is told with it where there is room. `led_to`: what the opponent did right before
        comes first, for nothing else has told of it.
        """
        before = [] if self._notice is None or self._of_key or not (of_decision and self._of_decision) else self._given
        fresh = [led_to] if led_to and led_to not in before else []
        self._given = [*before, *fresh, text] if of_decision else []
        self._of_key, self._of_decision, self._read = of_key, of_key or of_decision, False
        self._of_battle, self._of_turn = battle, turn
        self._noticed_at = len(self._playback.situation().events)
        if self._notice_over is not None:
            self._notice_over.stop()
        self._notice = [*([" ".join(self._given)] if before else []), *clauses(f"{led_to} {text}".strip())], style
        self._notice_over = self._screen.set_timer(seconds, self._forget_notice)
        self.show()

    def hear(self, text: str) -> None:
        """The opponent has said something: it stays until the player does something who can have read it.

        Whatever is told meanwhile takes its place for as long as it is told.
        """
        self._said.append(text)
        self._said_read = False
        self._stop_reading()
        if self._notice is not None and self._notice[1] != "bad":
            self._notice = None
        self.show()

    def all_heard(self) -> None:
        """All that was said has been read where it stands whole."""
        self._said.clear()
        self.show()

    def acted(self) -> None:
        """The player has pressed a key, or clicked: what has been read is not told any more."""
        if self._said and self._said_read:
            self._said.clear()
            self.show()

    def key_pressed(self) -> None:
        """What was said of the key before is no matter any more."""
        self.acted()
        if self._of_key and self._notice is not None:
            self._forget_notice()
        if self._named is not None:
            self._named = None
            self.show()

    def clicked(self) -> None:
        """The same of a click, once that has done what it does: nothing is to move under the mouse before."""
        before = self._notice

        def forget() -> None:
            if self._notice is before:
                self.key_pressed()
            else:
                self.acted()

        self._screen.set_timer(AFTER_CLICK, forget)

    def decided(self) -> None:
        """What was said of the decision before is no matter any more."""
        if self._of_decision and self._notice is not None:
            self._forget_notice()

    def fights(self, battle: Hashable) -> None:
        """What was said of the battle before is no matter in this one."""
        if self._of_battle not in (None, battle) and self._notice is not None:
            self._forget_notice()

    def asked(self, battle: Hashable | None, turn: Hashable | None) -> None:
        """What was said of a battle or a turn that is over is no matter for what is asked now."""
        if self._notice is not None and (self._of_battle not in (None, battle) or self._of_turn not in (None, turn)):
            self._forget_notice()

    def walked(self) -> None:
        """Something that has happened is pointed at, or nothing any more: that is told until a spot is come to.

        At once, whatever else has been said meanwhile, but for a warning.
        """
        if self._notice is not None and self._notice[1] != "bad":
            self._notice = None
        self._hovers, self._walked_at = False, self._board.cursor
        self.show()

    def gone_to(self) -> None:
        """The cursor has been sent to a spot by its name: that is told of until the next key, wherever the keys are."""
        self._walked_at, self._named = None, self._board.cursor
        self.show()

    def hovered(self) -> None:
        """The mouse has come to another spot, or to none."""
        if self._board.hovered is not None:
            self._hovers, self._walked_at, self._read = True, None, True
        self.show()

    def show(self, *, settle: bool = False) -> None:
        """Say what is to be said by now.

        With nothing to say, or nothing new, the row is the decision's on a low screen. That changes when something else
        is asked (`settle`), and not between two halves of a click: what is clicked must stay where it is.
        """
        view = self._seen()
        on_board, shown = self._on_board, self._playback.situation()
        latest = reads = False
        wordings: Sequence[Line]
        if view is not None and self._board.dragging:
            wordings = self._spot_wordings(view, self._board.cursor)  # before it is let go
        elif self._notice is not None and not self._gives_way(self._notice[1]) and not self._overtaken(shown):
            words, style = self._notice
            wordings = [[(part, style)] for part in words]
        elif self._walks:
            assert self._news.pointed is not None
            wordings = self._walked(self._news.pointed)
        elif shown.behind:
            wordings, latest = self._latest(), True  # whatever the mouse or the cursor rests on
        elif self._said and not (self._said_read and self._board.hovered is not None):
            wordings, reads = self._said_wordings(), True
        elif view is not None and self._board.hovered is not None:
            wordings = self._spot_wordings(view, self._board.hovered)
        elif view is not None and on_board:
            wordings = self._spot_wordings(view, self._board.cursor)
        else:
            wordings, latest = self._latest(), True
        if not reads:
            self._stop_reading()
        elif self._said_seen is None and not self._said_read:
            self._said_seen = self._screen.set_timer(SEEN, self._seen_for_long)
        # It is no news either if the player has done the last thing; a page of the fight in sight tells of that alone.
        silent = latest and (
            self._news.mine_alone
            or (bool(self._fight()) and not self._news.tells_in_battle)
            or not any(plain_text(line) for line in wordings)
        )
        if not silent or (settle and not on_board):
            self._line.set_class(silent, "silent")
        self._line.show(wordings)

    def _said_wordings(self) -> Sequence[Line]:
        """What the opponent has said: all of it, where there is room, else the last; and how much of it is new."""
        key = shown(keys_in_force()["game.talk"])
        several = _("{count} new, {key}: all").format(count=len(self._said), key=key)
        new = f"({several}) " if len(self._said) > 1 else ""
        told = [" · ".join(self._said)] if new else []
        return [[(f"{new}{words}", "key")] for words in [*told, *clauses(self._said[-1])]]

    def _seen_for_long(self) -> None:
        self._said_seen = None
        # What lies over the screen may have covered the line.
        self._said_read = self._screen.is_active
        self.show()

    def _stop_reading(self) -> None:
        if self._said_seen is not None:
            self._said_seen.stop()
            self._said_seen = None

    def _gives_way(self, style: str) -> bool:
        """Whether a notice leaves the line to the spot that the mouse has come to since; a warning does not."""
        return self._read and self._board.hovered is not None and style != "bad"

    def _overtaken(self, shown: Situation[Any, Any]) -> bool:
        """Whether more than the next thing has been shown since the notice, and more is to come; a warning stays."""
        bad = self._notice is not None and self._notice[1] == "bad"
        return bool(shown.behind) and len(shown.events) > self._noticed_at + 1 and not bad

    @property
    def _walks(self) -> bool:
        """Whether the line tells of what is pointed at of all that has happened, if nothing more urgent is told."""
        return self._news.pointed is not None and not (self._hovers and self._board.hovered is not None)

    @property
    def _on_board(self) -> bool:
        """Whether the line tells of the spot of the board's cursor."""
        asked_for = self._screen.focused is self._board or self._board.cursor == self._named
        return asked_for and self._board.cursor != self._walked_at

    def says(self, text: str) -> bool:
        """Whether this is the notice that is in sight."""
        return self._notice is not None and self._notice[0][0] == text

    def steps_at(self, column: int) -> int | None:
        """How many things on a click in a column of the line goes in what has happened; None if it tells of a spot."""
        if self._notice is None and self._walks:
            return -1 if self._line.piece_at(column) in (_back_words(), BACK) else 1
        return None if self._on_board else 1

    def _forget_notice(self) -> None:
        self._notice = None
        self.show()

    def _spot_wordings(self, view: View[Any], spot: Spot) -> Sequence[Line]:
        """What picking a spot would come to, or why it cannot be picked, and all about the spot where there is room."""
        looks_back, planned = self._news.pointed is not None, self._port.situation().planned
        sent = planned[0].before if planned and not looks_back else None
        summary = self._interface.board.spot_summary(view, spot, sent)
        if looks_back:
            return summary  # nothing is picked on the board as it was then
        clicked = spot == self._board.hovered == self._board.cursor and not self._board.dragging
        led_to = self._planned_to(spot)
        wordings = list(led_to or self._panel.told_of(spot, clicked=clicked))
        # If none has room, the last ends with one of its parts.
        told: list[Line] = [[(text, "key")] for text in [*wordings[:-1], *clauses("".join(wordings[-1:]))] if text]
        if not told:
            return summary
        dialogue = self._panel.dialogue
        # Who points at a spot where nothing can be done looks at what is there: that comes before all of the reason,
        # and as long as nothing is begun before any of it.
        looks = not clicked and (dialogue is None or spot not in dialogue.spots())
        reasons = [wordings[0], *([first_sentence(wordings[0])] if looks else [])]
        if looks and not led_to and not self._panel.has_begun:
            return [
                line
                for about in summary
                for line in (*[[*about, ("  ", "plain"), (reason, "key")] for reason in reasons], about)
            ]
        all_about = summary[:-1] or summary
        return [*[[(reason, "key"), ("  ", "plain"), *about] for reason in reasons for about in all_about], *told]

    def _planned_to(self, spot: Spot) -> Sequence[str]:
        """What has just been planned, where it has led to, if nothing more can be chosen there: nobody was refused."""
        planned, dialogue = self._port.situation().planned, self._panel.dialogue
        if not planned or (dialogue is not None and spot in dialogue.spots()):
            return ()
        last = planned[-1]
        way = self._interface.way(last.before, last.action)
        told = step_told(last, self._interface.words)
        words = _("Planned: {action}.").format(action=told)
        return (words,) if way and way[-1] == spot else ()

    def _latest(self) -> list[Line]:
        """What has happened since the player decided; of a game that tells none in short, what happened last."""
        headlines = self._news.headlines()
        situation = self._port.situation()
        if situation.planned or self._panel.has_begun:
            return [[]]  # by the plan the points may be others; and who has begun something has read what came before
        latest, whole = self._log.latest, self._log.latest_whole
        if not headlines and situation.view is not None and self._says_already(situation.view, latest):
            return [[]]
        if self._playback.situation().behind or (self._fight() is not None and not self._news.tells_in_battle):
            return [[(whole, "plain")], [(latest, "plain")]]
        if not headlines:
            return [[(whole, "dim")], [(latest, "dim")]]
        key = shown(keys_in_force()["game.walk"])
        more = f"  {_('({key}: one by one)').format(key=key)}", f"  ({key})"
        # The key stands by each of them that has room: it says what a click does.
        return [*[[*line, (words, "dim")] for line in headlines for words in more], headlines[-1]]

    def _walked(self, change: Change) -> Sequence[Line]:
        """What is pointed at of all that has happened."""
        at, count = self._news.place()
        on = _("{key}: on").format(key=shown(keys_in_force()["game.walk"]))
        place = _("before: {at}/{count}") if self._news.looks_further_back else "{at}/{count}"
        line = [(f"{place.format(at=at, count=count)} ", "dim"), *change.line]
        back = [(_back_words(), "dim"), (")", "dim")]
        then = _("as it was then")
        # Where there is little room it is said all the same: what is shown would be taken for what is the case now.
        number = _("then: {at}/{count}").format(at=at, count=count)
        short = line if self._news.looks_further_back else [(f"{number} ", "dim"), *change.line]
        return [
            [*line, (f"  ({then} · {on}, ", "dim"), *back],
            [*short, (f"  ({on}, ", "dim"), *back],
            [*short, ("  ", "dim"), (BACK, "key"), (ON, "key")],
            short,
        ]

    def _says_already(self, view: View[Any], latest: str) -> bool:
        """Whether the first line tells what happened last: which turn has begun."""
        return plain_text(self._interface.status(view.state)[0]).startswith(latest)


def _back_words() -> str:
    return _("{key}: back").format(key=shown(keys_in_force()["game.walkback"]))
