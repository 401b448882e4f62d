"""Tells what has happened: in the log, in the news, as ways on the board; and once who came and what was restored."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

from engine.hidden import View, other
from tui.boards import Spot, Tag, Trail
from tui.games import GameInterface
from tui.language import ngettext
from tui.lines import Line
from tui.log import Card
from tui.news import SIGNS, News
from tui.plans import PlanPort
from tui.playback import PlaybackPort
from tui.ports import Situation
from tui.screens.planning import plan_lines, plan_numbers
from tui.screens.result import outcome_lines, result_title
from tui.screens.ticker import NOTICE
from tui.widgets.board_view import BoardView
from tui.widgets.log_view import LogView
from tui.widgets.text_view import TextView

ALARM: Final = 30.0
"""Seconds for which a warning about who the opponent is stays in sight; it stays in the log."""


class Notice(Protocol):
    """Says something for so many seconds."""

    def __call__(self, text: str, style: str = "key", seconds: float = NOTICE) -> None:
        """Say it."""


class Telling:
    """Fills `log`, and `page` with the `news` since the last decision.

    `notice` is for what must not be overlooked; `noted` says where the player has noted something.
    """

    def __init__(
        self,
        plan: PlanPort[Any, Any],
        playback: PlaybackPort[Any, Any],
        interface: GameInterface[Any, Any],
        *,
        board: BoardView,
        log: LogView,
        page: TextView,
        notice: Notice,
        noted: Callable[[View[Any]], Mapping[Spot, Tag]],
    ) -> None:
        self.news = News(log.log_of_game)
        self._plan = plan
        self._playback = playback
        self._interface = interface
        self._board = board
        self._log = log
        self._page = page
        self._notice = notice
        self._noted = noted
        self._came = ""
        self._planned = 0
        self._began = 0
        self._first = True
        self._looked_at: tuple[Spot, ...] = ()
        """A way that the log tells of, which the player looks at until something happens or he goes on."""
        self._hinted: Sequence[Trail] = ()
        """The ways of a hint, while it is told."""

    def look_at(self, trail: tuple[Spot, ...], situation: Situation[Any, Any]) -> None:
        """Show a way on the board, or no longer if it is shown."""
        self.news.stop()
        self._looked_at = () if trail == self._looked_at else trail
        self.show_news(situation)
        if self._looked_at:
            self._board.centre_on(trail[-1])

    def look_away(self, situation: Situation[Any, Any]) -> None:
        """Show a way of the log no longer, if one is shown."""
        if self._looked_at:
            self._looked_at = ()
            self.show_news(situation)

    def hint(self, ways: Sequence[Trail], situation: Situation[Any, Any]) -> None:
        """Show the ways of a hint on the board, until others take their place or it is taken away."""
        if ways != self._hinted:
            self._hinted = ways
            self.show_news(situation)

    def given(self, situation: Situation[Any, Any], told: str) -> None:
        """The next own answer is one that the player is not asked for: to look back from here is no use.

        What is `told` of it stands in the log.
        """
        if situation.view is not None:
            self._log.log_of_game.given(situation.view.seat, told)

    def follow(self, situation: Situation[Any, Any]) -> Sequence[Card]:
        """Take in how the game stands. Returns the cards of what has come to its end since it was followed before."""
        log = self._log.log_of_game
        first, self._first = self._first, False
        # Log and news go by what has happened, whatever is planned.
        happened = self._playback.situation()
        self._log.follow(happened, self._plan.chats())
        if happened.view is not None:
            self.news.take(log.fresh, happened.view.seat)
        if log.fresh:
            self._looked_at = ()
        self._tell_who_came(situation)
        self._tell_restored()
        seat = None if happened.view is None else happened.view.seat
        cards = [] if first else [card for card in log.cards if card.seat in (None, seat)]
        if cards and situation.ended is not None:
            # Who sees the battle that has ended the game sees first that it has.
            cards = [Card(result_title(situation), outcome_lines(self._interface, situation)), *cards]
        return cards

    def view_in_sight(self, situation: Situation[Any, Any]) -> View[Any] | None:
        """What the board shows: the game as it is, or as it was after what is pointed at of all that has happened."""
        then = self.state_then
        return situation.view if situation.view is None or then is None else self._playback.view_then(then)

    @property
    def state_then(self) -> Any | None:
        """The state after what is pointed at of all that has happened; None if nothing is."""
        return None if self.news.pointed is None else self.news.pointed.after

    def show_news(self, situation: Situation[Any, Any]) -> None:
        """What happened since the last decision: in words, and as ways on the board beside those that are planned.

        While something of it is pointed at the board is as it was then, with no other way, and none of what is planned.
        While a way of the log is looked at, which may be of any turn, no sign of the last stands beside it; nor while a
        hint has ways. The numbers are those of the account of the turn, or those of the plan once several of its ways
        are drawn.
        """
        another = len(situation.planned) != self._planned
        if another:
            self._planned = len(situation.planned)
            self.news.stop()
        self.news.ended_by = _ended_by(situation)
        plan = plan_lines(situation, self._interface)
        self._page.show([*plan, *([[]] if plan else []), *self.news.lines()])
        if self.news.began != self._began or (another and not plan):
            self._began = self.news.began
            self._page.scroll_home(animate=False, force=True, immediate=True)
        if another and plan:
            self._page.bring_in_sight(len(plan) - 1)
        pointed, view = self.news.pointed, self.view_in_sight(situation)
        plans = situation.planned if pointed is None else ()
        ways = [
            (number, way)
            for number, step in zip(plan_numbers(situation, self._interface), plans, strict=False)
            if len(way := self._interface.way(step.before, step.action)) > 1
        ]
        # Of two plans on the board the one that is advised has the numbers.
        counted = len(ways) > 1 and not self._hinted
        planned = [Trail(way, "plan", number * counted) for number, way in ways]
        if view is not None:
            self._board.show(view)
        looked_at = self._looked_at if pointed is None else (pointed.trail or pointed.spots[:1])
        # What a hint advises would be the player's own way.
        own = [*planned, *(self._hinted if pointed is None else ())]
        happened = [] if pointed is not None or self._hides_news else self.news.trails
        told_apart = len(happened) > 1 and not counted  # two ways with the same number would be taken for one
        self._board.show_trails(
            [
                *[Trail(stops, "trail", number * told_apart) for number, stops in enumerate(happened, 1)],
                *own,
                *([Trail(looked_at, "walk")] if looked_at else []),
            ],
            self._marks(view),
        )
        if pointed is not None and pointed.spots:
            self._board.centre_on(pointed.spots[0])

    @property
    def _hides_news(self) -> bool:
        """Whether the board shows other ways, and nothing is pointed at of what has happened.

        Those are of the log or of a hint.
        """
        return (bool(self._looked_at) or bool(self._hinted)) and self.news.pointed is None

    def at(self, spot: Spot) -> list[Line]:
        """What the signs of what has happened say of a spot, while they stand on the board."""
        return [] if self._hides_news else self.news.at(spot)

    def _marks(self, view: View[Any] | None) -> dict[Spot, Tag]:
        """The signs of what has happened, and behind these those of what the player has noted."""
        marks = {} if self._hides_news else self.news.marks
        for spot, tag in ({} if view is None else self._noted(view)).items():
            marks[spot] = (*marks.get(spot, ()), *tag)[:SIGNS]
        return marks

    def _tell_who_came(self, situation: Situation[Any, Any]) -> None:
        """Say once who the opponent is known to be: in the log, and where it cannot be overlooked if it alarms."""
        if situation.notice == self._came:
            return
        self._came = situation.notice
        self._log.note(situation.notice, "bad" if situation.alarming else "dim")
        if situation.alarming:
            self._notice(situation.notice, "bad", ALARM)

    def _tell_restored(self) -> None:
        """Say once that what was planned before the program ended is planned again."""
        count, self._plan.restored = self._plan.restored, 0
        if count:
            words = ngettext(
                "The step that you had planned is there again; nothing of it has been sent.",
                "The {count} steps that you had planned are there again; nothing of them has been sent.",
                count,
            ).format(count=count)
            self._log.note(words)
            self._notice(words)


def _ended_by(situation: Situation[Any, Any]) -> str:
    """What has ended the game early; nothing if it was the player, to whom that is no news."""
    ended, view = situation.ended, situation.view
    if ended is None or not ended.early or view is None or ended.winner == other(view.seat):
        return ""
    return ended.sentence
