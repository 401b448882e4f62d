"""Asks the player what the game asks: puts each question into the decision panel once, or says what is waited for."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from engine.hidden import Acted, View, asked, other
from tui.dialogue import Dialogue
from tui.forced import forced_answer
from tui.games import GameInterface, Unasked
from tui.keys import keys_in_force, shown
from tui.language import _
from tui.lines import plain_text
from tui.plans import PlanPort
from tui.ports import GamePort, Situation
from tui.screens.card import CardScreen
from tui.screens.dialog import Dialog
from tui.screens.explain import ExplainScreen
from tui.screens.planning import plan_note, with_plan
from tui.steps import Checklist, Menu
from tui.widgets.decision_panel import DecisionPanel
from tui.widgets.log_view import LogView

_MINUTE: Final = 60
"""Seconds."""


class Asking:
    """Keeps the decision panel in step with the game. `give` is called with an answer that needs no player and
    what the log tells of it, and `notice` says which that was; `after` gives what can be done after the game. `plan`
    keeps what is marked.
    """

    def __init__(
        self,
        port: GamePort[Any, Any],
        plan: PlanPort[Any, Any],
        interface: GameInterface[Any, Any],
        panel: DecisionPanel,
        log: LogView,
        give: Callable[[Any, str], None],
        notice: Callable[[str], None],
        after: Callable[[Situation[Any, Any]], Menu],
    ) -> None:
        assert port.game is not None
        self._game = port.game
        self._port = port
        self._plan = plan
        self._interface = interface
        self._panel = panel
        self._log = log
        self._give = give
        self._notice = notice
        self._after = after
        self._offered: list[str] = []
        self._away_since: float | None = None
        """Since when the opponent is not connected."""
        self._asked: tuple[Any, int, int, int] | None = None
        self._events = -1
        self._ahead: tuple[Any, int] | None = None
        """What was last looked at whether it can be answered before it is shown."""
        self._to_tell: list[tuple[int, str]] = []
        """What is to be told of answers that were given ahead, once more than so many events are shown."""
        self._default = ""
        """What is done in the player's place if no answer to what is asked comes in time; empty if there is none."""
        self._waits: tuple[tuple[str, str], str] | None = None
        """What is said while nothing is to be decided; None while something is."""
        self._waited: Situation[Any, Any] | None = None
        """The situation in which that is."""

    def follow(self, situation: Situation[Any, Any]) -> bool:
        """Take in how the game stands. True if a new question was asked."""
        view, question = situation.view, situation.question
        if situation.connected:
            self._away_since = None
        elif self._away_since is None:
            self._away_since = time.monotonic()
        self._tell_given(len(situation.events))
        if situation.ended is not None:
            self._close_explanation()
            return self._offer(situation)
        self._offered = []
        new = None
        if question is not None and view is not None:
            new = (question, len(situation.events), len(situation.planned), len(situation.undone))
        was, self._asked = self._asked, new
        if was is not None and new != was:
            self._close_explanation()
        if new is None or view is None:
            self._wait(situation)
            return False
        if new == was:
            return False
        still = self._still(view)
        first = self._interface.ask(still, question)
        answer = forced_answer(self._interface, situation, still, first)
        if answer is not None:
            told = self._interface.unasked(still, question, answer)
            self._waits = self._waited = None
            self._panel.wait(told.title, told.note)
            self._panel.call_later(self._answer_for_player, new, answer, told)
            return False
        step = with_plan(first, situation, self._interface.words)
        note = self._timing_note(situation, still)
        own = self._events == len(situation.events)
        self._events = len(situation.events)
        self._waits = self._waited = None
        dialogue = Dialogue(step)
        dialogue.mark_again(self._plan.marks())
        self._panel.ask(
            dialogue,
            note,
            at_once=own,
            aside=plan_note(situation),
        )
        return True

    def keep_marks(self) -> None:
        """Keep which pieces the player has marked for the answer, where that is one step: they are there again then."""
        dialogue = self._panel.dialogue
        if self._asked is not None and dialogue is not None and isinstance(dialogue.first, Checklist):
            self._plan.keep_marks(dialogue.marked if dialogue.begun and not dialogue.depth else ())

    def tell_time_over(self, situation: Situation[Any, Any]) -> None:
        """Say that the time to answer has run out, if it has: in the log before what came of that, which follows now.

        Who has answered is asked no more by then.
        """
        if self._asked is None or not self._default or situation.view is None:
            return
        seat, since = situation.view.seat, situation.events[self._asked[1] :]
        if any(isinstance(event, Acted) and event.seat == seat for event in since):
            told = _("The time to answer is over: {default}.").format(default=self._default)
            self._default = ""
            self._log.log_of_game.given(seat, told)
            self._notice(told)

    def _offer(self, situation: Situation[Any, Any]) -> bool:
        """What can be done after the game. True if that was not offered yet."""
        self._asked = None
        menu = self._after(situation)
        texts = [item.text for item in menu.items]
        if texts == self._offered:
            return False
        if len(texts) == len(self._offered):
            # Another line stands in the place of one: what is pointed at stays where it is.
            menu = replace(menu, first=self._panel.choices.highlighted)
        self._offered = texts
        self._waits = self._waited = None
        self._panel.ask(Dialogue(menu))
        return True

    def retitle(self, situation: Situation[Any, Any]) -> None:
        """Say anew what is waited for: whether a key skips depends on what lies over the panel."""
        if situation.behind and situation.view is not None:
            self._wait(situation)

    def _wait(self, situation: Situation[Any, Any]) -> None:
        self._waited = situation
        words = self._waiting_words(situation), self._given_words(situation)
        if words != self._waits or self._panel.dialogue is not None:
            self._waits = words
            self._panel.wait(*words[0], given=words[1])

    def _still(self, view: View[Any]) -> View[Any]:
        """A copy of what is seen: the state may change under a dialogue while the opponent's entries come in."""
        return View(self._game.copy(view.state), view.seat, dict(view.faces))

    def again(self) -> None:
        """Ask anew what was asked last, the next time: the answer has been taken, or was refused."""
        self._asked = None

    def count_down(self) -> None:
        """Show how many seconds there are left to answer, on the boxes over the question as well: they cover it."""
        situation = self._port.situation()
        answer_by = situation.answer_by
        seconds = None if answer_by is None else max(0, math.ceil(answer_by - time.monotonic()))
        self._panel.count_down(seconds)
        for screen in self._panel.app.screen_stack:
            if isinstance(screen, Dialog):
                screen.count_down(seconds)
        if self._waited is not None:
            # Seconds run, and the rows that there are for the last lines of the log are known only once it is laid out.
            self._wait(self._waited)

    def _close_explanation(self) -> None:
        """What is explained is asked no more."""
        for screen in self._panel.app.screen_stack[-1:]:
            if isinstance(screen, ExplainScreen):
                screen.dismiss(None)

    def _timing_note(self, situation: Situation[Any, Any], view: View[Any]) -> str:
        """What is to be known of a question whose answer's timing would tell."""
        self._default = ""
        if situation.answer_by is None:
            return ""
        words = self._interface.words
        self._default = f"{words.side(view.seat)} {words.action(view, situation.even_default)}"
        return _("Without an answer in time, {default}.").format(default=self._default)

    def look_ahead(self, now: Situation[Any, Any], *, behind: bool) -> None:
        """Keep no person waiting for what is still to be shown: `now` is how the game stands, `behind` if it is not.

        What has no alternative is given; what has one, the box says that it is waited for.
        """
        waited_for = now.question is not None and now.ended is None and now.time_tells
        if waited_for and behind:
            self._answer_ahead(now)
        for screen in self._panel.app.screen_stack[-1:]:
            if isinstance(screen, CardScreen):
                alone = now.view is None or asked(self._game.waiting(now.view.state), other(now.view.seat)) is None
                screen.say_who_waits(now.opponent_name if waited_for and (alone or now.awaited) else "")

    def _answer_ahead(self, now: Situation[Any, Any]) -> None:
        view, question = now.view, now.question
        assert view is not None
        was, self._ahead = self._ahead, (question, len(now.events))
        if self._ahead == was:
            return
        still = self._still(view)
        answer = forced_answer(self._interface, now, still, self._interface.ask(still, question))
        if answer is not None:
            told = self._interface.unasked(still, question, answer)
            self._to_tell += [(len(now.events), told.log)] if told.log else []
            self._panel.call_later(self._give, answer, told.log)

    def _tell_given(self, events: int) -> None:
        """Tell of the answers that were given ahead, as far as they are shown."""
        for _count, words in [told for told in self._to_tell if told[0] < events]:
            self._notice(words)
        self._to_tell = [told for told in self._to_tell if told[0] >= events]

    def _answer_for_player(self, asked: tuple[Any, int, int], answer: Any, told: Unasked) -> None:
        situation = self._port.situation()
        view = situation.view
        if view is None or asked[:2] != (situation.question, len(situation.events)):
            return
        if told.log:
            self._notice(told.log)
        self._give(answer, told.log)

    def _waiting_words(self, situation: Situation[Any, Any]) -> tuple[str, str]:
        """The title and the note while nothing is to be decided."""
        view = situation.view
        opponent = situation.opponent_name or _("Your opponent")
        assert view is not None
        if situation.behind:
            # How many would tell less than it seems: not each of them is seen.
            left = _("What happens")
            if isinstance(self._panel.app.screen, CardScreen):
                return _("It goes on when you close the box (Enter or click)"), ""  # what came last stands in it
            if self._panel.app.screen is not self._panel.screen:
                return left, self._latest()
            return f"{left} · {_('Enter or click: skip · < slower, > faster')}", self._latest()
        if situation.leaving:
            return _("You have resigned"), situation.told_leaving
        if situation.held is not None:
            words = self._interface.words.action(view, situation.held)
            title = _("Your answer is given")
            if situation.held_until is not None:
                seconds = max(0, math.ceil(situation.held_until - time.monotonic()))
                title = f"({seconds} s) {title}"
            return title, _("It goes out at the time at which any answer would: {action}.").format(action=words)
        if not situation.connected:
            away = _("{opponent} is not connected").format(opponent=opponent)
            since = time.monotonic() if self._away_since is None else self._away_since
            return _lasting(away, since), self._how_to_meet(situation)
        # There is room for the course of events while there is nothing to choose.
        side = self._interface.words.side(other(view.seat))
        both_names = opponent if opponent == side else f"{opponent} ({side})"
        title = self._what_is_waited_for(view, both_names)
        if situation.asked_at is not None and situation.time_tells:
            # How long a window is, is for the opponent's program to say: only how long it has been is known here.
            return _lasting(title, situation.asked_at), self._latest()
        return title, self._latest()

    def _given_words(self, situation: Situation[Any, Any]) -> str:
        """The own answer to what both are asked, which nothing else tells of before both have answered."""
        view, sealed = situation.view, situation.sealed
        if view is None or sealed is None or situation.held is not None or situation.leaving:
            return ""
        words = _("Your answer, which {opponent} does not see yet: {action}.")
        opponent = situation.opponent_name or _("Your opponent")
        return words.format(opponent=opponent, action=self._interface.words.action(view, sealed))

    @staticmethod
    def _how_to_meet(situation: Situation[Any, Any]) -> str:
        """How the connection fares; and the invite, for an opponent whose program does not find the host any more."""
        if not situation.invite:
            return situation.connecting
        words = _("If your opponent's program does not find yours, give it this invite again ({key}: copy): {invite}")
        again = words.format(key=shown(keys_in_force()["port.copy"]), invite=situation.invite)
        return f"{situation.connecting}\n{again}"

    def _latest(self) -> str:
        """What happened last, unless the log is in sight with as much of it."""
        rows = max(1, self._panel.size.height)
        if self._log.region.height > rows:
            return ""
        lines = self._log.last(rows)
        return "\n".join([plain_text(line) for line in lines])

    def _what_is_waited_for(self, view: View[Any], opponent: str) -> str:
        waiting = self._game.waiting(view.state)
        words = self._interface.words
        theirs, own = asked(waiting, other(view.seat)), asked(waiting, view.seat)
        if theirs is not None:
            return words.awaited(opponent, theirs)
        if own is not None:
            return _("Your choice to {task} is on its way").format(task=words.task(own))
        return _("The programs draw and shuffle")


def _lasting(title: str, since: float) -> str:
    """A title, and for how long it has been so. That comes first: what a long title is cut by is its end."""
    seconds = int(time.monotonic() - since)
    words = _("({seconds} s) {title}") if seconds < _MINUTE else _("({minutes} min) {title}")
    return words.format(title=title, seconds=seconds, minutes=seconds // _MINUTE)
