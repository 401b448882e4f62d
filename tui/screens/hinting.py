"""Hints on the screen of a game: asked for by a key, worked out elsewhere, told in a place of their own."""

from __future__ import annotations

from asyncio import gather
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from textual.worker import Worker

from engine.advice import Advice
from engine.hidden import View, refusal
from tui.advising import AdviceError, Ask
from tui.boards import Trail
from tui.course import Course
from tui.games import GameInterface
from tui.hints import (
    Undone,
    advised,
    further_lines,
    hint_lines,
    none_found,
    not_offered,
    nothing_asked,
    step_numbers,
    working,
)
from tui.keys import keys_in_force, shown
from tui.language import _
from tui.lines import Line
from tui.ports import GamePort, Situation
from tui.screens.hint_box import Ground, HintScreen
from tui.screens.planning import PlanCommand
from tui.screens.telling_screen import TellingScreen
from tui.widgets.text_view import TextView

HINT: Final = "hint"
"""The id of the place where hints are told, below the list or above it: no line of the list moves for it."""
_LEAST: Final = 1
_MOST: Final = 8
"""Rows that it has, whatever it says: a hint for which they are too few comes in a box."""


_AtHand: TypeAlias = tuple[Any, int, tuple[Any, ...]]
"""What tells one question from another: what is asked, after how many events, and the steps that are planned."""


class Hinting:
    """One hint at a time, for the question at hand. With the next question, or by the same key, it goes.

    One that is longer than its place comes in a box at once, and is gone when that is closed. Who has gone on meanwhile
    is not stopped by it: Page Down shows it then; one that goes unread says so. Its ways are drawn on the board while
    it is told, and after its box is closed for as long as the question is at hand, or until Escape takes them away.
    Whoever follows a plan of several steps keeps the ways of what is left of it, and is told that at once when he asks.
    """

    def __init__(
        self,
        screen: TellingScreen,
        port: GamePort[Any, Any],
        interface: GameInterface[Any, Any],
        ask: Ask | None,
        ground: Callable[[], Ground | None] = lambda: None,
    ) -> None:
        """`ask` is None where there are no hints; `ground`: what its box can lie over."""
        self._screen = screen
        self._port = port
        self._interface = interface
        self._ask = ask
        self._ground = ground
        self._for: _AtHand | None = None
        self._known: tuple[_AtHand | None, list[Line], list[Trail]] = (None, [], [])
        """The last hint, with its ways, and what for: asked for again it is told at once."""
        self._first: Any = None
        """What the last hint advises to do first."""
        self._course: Course | None = None
        """The last plan that was advised."""
        self._undoes = False
        """Whether it advises to undo what is planned first."""
        self._goes_on = False
        """Whether more is to be decided after its last step, of which it does not tell."""
        self._follows = False
        """Whether the player is led by it, having been told: until he takes the hint away."""
        self._led_for: _AtHand | None = None
        """What question he has been led in last."""
        self._asked_at: tuple[bool, int | None] = (False, None)
        """Whether something had been begun when it was asked for, and what line was pointed at."""
        self._worker: Worker[None] | None = None
        self._told: list[Line] = []
        """The hint that has come; empty while it is being worked out."""
        self._has_room = True
        """Whether its place has had room for it until now."""
        self._ways: Sequence[Trail] = ()
        """The ways that are drawn on the board."""
        self._left_for: _AtHand | None = None
        """What the hint was for whose box is closed and whose ways are left on the board."""
        self._box: HintScreen | None = None
        """The box that shows the hint that is told."""

    @property
    def _place(self) -> TextView:
        return self._screen.query_one(f"#{HINT}", TextView)

    @property
    def offered(self) -> bool:
        """Whether there are hints."""
        return self._ask is not None

    @property
    def has_come(self) -> bool:
        """Whether a hint has come and is told."""
        return bool(self._told)

    def toggle(self) -> None:
        """Ask for a hint, or take it away."""
        situation = self._port.situation()
        if self._for is not None:
            self._take_away()
        elif self._ask is None:
            self._screen.notice(not_offered())
        elif situation.question is None:
            self._screen.notice(nothing_asked())
        else:
            self._forget()
            self._for, self._asked_at = _at_hand(situation), self._pointed_at
            self._make_room()
            self._tell([])
            if self._known[0] != self._for:
                self._take_further(situation)
            if self._known[0] == self._for:
                # Its place must have its rows before it is known whether they do.
                self._screen.call_after_refresh(self._tell_again)
            else:
                self._worker = self._screen.run_worker(self._work_out(self._ask, situation), exit_on_error=True)

    def close(self) -> bool:
        """Take away the hint that is told, or what is left of it on the board. False if there is neither."""
        there, follows = self._for is not None or self._left_for is not None, self._follows
        if there:
            self._take_away()
        if there and follows:
            key = shown(keys_in_force()["game.hint"])
            self._screen.notice(_("What was advised is not led to any more ({key}: a new hint).").format(key=key))
        return there

    def _take_away(self) -> None:
        self._follows = False
        self._forget()

    def show_whole(self) -> bool:
        """Show a hint for which its place has no room. False if there is none."""
        if self._for is None or self._has_room:
            return False
        screen = self._screen
        self._box = HintScreen(
            screen.look.content(self._told),
            screen.look,
            ground=self._ground,
            hidden=screen.panel.hidden_by,
            ways=[*self._ways, *self._scene()],
            named=frozenset() if self._course is None else self._interface.named_by(self._course.advice.reasons),
            take_away=self._take_away,
            below=screen.press_again,
            goes_below=lambda key: screen.panel.takes_line(key) or screen.only_shows(key),
            takes=lambda: screen.panel.takes_advised,
        )
        self._show([])
        screen.app.push_screen(self._box, lambda _closed: self._leave_ways())
        return True

    def _scene(self) -> list[Trail]:
        """Where that happens which is asked about, which the box leaves in sight too."""
        view = self._port.situation().view
        scene = None if view is None else self._interface.scene(view.state)
        return [] if scene is None else [Trail((scene,), "advised")]

    def _leave_ways(self) -> None:
        """The box is closed: what it has drawn stays while what it was for is at hand."""
        if self._for is not None:
            ways, left_for = self._ways, self._for
            self._forget()
            if ways:
                self._left_for = left_for
                self._draw(ways)

    def laid_out(self) -> None:
        """Its place has its rows: what is longer is told in a box, never in part.

        Rows that it leaves empty, or that a longer list of another step lacks, it gives to the list.
        """
        place = self._place
        if not self._told or not place.size:
            return
        rows = place.size.height
        fewer = max(_LEAST, min(place.virtual_size.height, rows + min(0, self._screen.panel.empty_rows)))
        if fewer < rows:
            place.styles.height = fewer
            self._screen.call_after_refresh(self._see_whether_it_has_room)
        else:
            self._see_whether_it_has_room()

    def _see_whether_it_has_room(self) -> None:
        """If not, it is shown whole at once, or its place says by what key."""
        if not self._told or not self._has_room or not self._place.max_scroll_y:
            return
        self._has_room = False
        if self._screen.is_active and self._asked_at == self._pointed_at:
            self.show_whole()
        else:
            told = _("It has come, and is long: {key} shows it.")
            self._show([[(told.format(key=shown("pagedown")), "dim")]])

    def follow(self, situation: Situation[Any, Any]) -> None:
        """Take in how the game stands."""
        at_hand, course = _at_hand(situation), self._course
        drawn, drawn_for = self._ways, self._for or self._left_for
        if course is not None and self._port.game is not None:
            self._course = course = course.with_pieces_of(situation, self._port.game)
        unread = False
        if self._for is not None and self._for != at_hand:
            unread = self._box is None and not (self._told and self._has_room)
            self._forget()
            self._follows &= not unread
            if unread and situation.ended is None:
                words = _("The hint is gone, for you have gone on; {key} asks anew.")
                # What was decided is told first, in the same place.
                key = shown(keys_in_force()["game.hint"])
                self._screen.call_after_refresh(self._screen.notice, words.format(key=key))
        elif self._left_for is not None and self._left_for != at_hand:
            self._forget()
        if drawn and drawn_for is not None and not self._ways and course is not None and not unread:
            self._tell_if_left(course, drawn_for, situation)
        if at_hand is None or at_hand == self._led_for or not self._follows or course is None:
            return
        if self._goes_on and course.is_done(situation):
            self._follows = False
            key = shown(keys_in_force()["game.hint"])
            words = _("All that was advised is done ({key}: a new hint).").format(key=key)
            self._screen.call_after_refresh(self._screen.notice, words)
        undone = self._undoes and course.is_at_start(situation)
        if (done := course.done(situation)) or undone:
            self._led_for, self._undoes = at_hand, False
            if drawn and not self._ways:
                self._left_for = at_hand
                self._draw(self._ways_of(course.advice, situation.view, done))
            if (following := self._following(situation, done)) is not None:
                self._screen.panel.retrace(following, advised=True, said=True)

    def _tell_if_left(self, course: Course, drawn_for: _AtHand, situation: Situation[Any, Any]) -> None:
        """Say that the player has left the plan whose ways were drawn for that question, if he has just done so."""
        _question, events, planned = drawn_for
        goes_on = len(situation.events) + len(situation.planned) > events + len(planned)
        is_plan = len(course.advice.plan) > 1
        if goes_on and is_plan and situation.ended is None and course.is_left(situation):
            words = _("This leaves the plan that was advised ({key}: a new hint).")
            # What was decided is told first, in the same place.
            told = words.format(key=shown(keys_in_force()["game.hint"]))
            self._screen.call_after_refresh(self._screen.notice, told)

    def _following(self, situation: Situation[Any, Any], done: int) -> Any | None:
        """What the plan does next, of which so many steps are done; None if that cannot be done now."""
        game, course = self._port.game, self._course
        if course is None or game is None or situation.view is None:
            return None
        following = course.advice.plan[done]
        return following if refusal(game, situation.view, following) is None else None

    def _take_further(self, situation: Situation[Any, Any]) -> None:
        """Know what is left of the plan that was advised, if that is what the player has followed until now."""
        course, view = self._course, situation.view
        done = 0 if course is None else course.done(situation)
        if course is None or not done or view is None:
            return
        following = self._following(situation, done)
        if following is not None:
            self._first = following
            lines = further_lines(self._interface.words, view, course.advice, done)
            self._known = _at_hand(situation), lines, self._ways_of(course.advice, view, done)

    def _ways_of(self, advice: Advice[Any], view: View[Any] | None, done: int = 0) -> list[Trail]:
        """The ways of a plan of which so many steps are done, by what is seen now."""
        if view is None:
            return []
        plan = advice.plan[done:]
        found = zip(
            map(self._interface.way, self._interface.words.before_each(view, plan), plan),
            step_numbers(advice.plan)[done:],
            strict=True,
        )
        return [Trail(way, "advised", number) for way, number in found if way]

    async def _work_out(self, ask: Ask, situation: Situation[Any, Any]) -> None:
        game, view = self._port.game, situation.view
        assert game is not None
        assert view is not None
        asked_for = self._for
        ways: list[Trail] = []
        undone: Undone | None = None
        try:
            if situation.planned:
                steps, before = tuple([step.action for step in situation.planned]), situation.planned[0].before
                advice, other = await gather(ask(game, view), ask(game, before))
                undone = Undone(steps, before, other)
            else:
                advice = await ask(game, view)
        except (AdviceError, OSError):
            lines: list[Line] = [[(none_found(), "bad")]]
            self._first = None
        else:
            words = self._interface.words
            lines = hint_lines(words, view, advice, undone)
            seen, told = advised(view, advice, undone)
            ways = self._ways_of(told, seen)
            self._known, self._undoes = (asked_for, lines, ways), told is not advice
            planned = () if self._undoes else tuple([step.action for step in situation.planned])
            # What is advised instead of what is planned is no line of the list until that is undone.
            undo = PlanCommand.UNDO_ALL if len(situation.planned) > 1 else PlanCommand.UNDO
            self._first = undo if self._undoes else told.plan[0]
            self._course = Course(len(situation.events), planned, told)
            self._goes_on = bool(words.goes_on(seen, told.plan))
        if self._for == asked_for:
            self._tell(lines, ways)

    @property
    def _pointed_at(self) -> tuple[bool, int | None]:
        """Whether the player has begun something, and the line that is pointed at."""
        panel = self._screen.panel
        return panel.has_begun, panel.choices.highlighted

    def _point(self, action: Any) -> str:
        """Lead to what is advised, unless the player has gone on meanwhile.

        If what was begun is in the way, or has been left for it, that is said in a sentence.
        """
        if action is None or self._asked_at != self._pointed_at:
            return ""
        self._follows, self._led_for = True, self._for
        panel = self._screen.panel
        depth = panel.depth
        led = panel.retrace(action, advised=True)
        self._asked_at = self._pointed_at
        if not led:
            key = shown(keys_in_force()["game.back"])
            return _("First {key}: you have begun something else.").format(key=key)
        return _("It leads elsewhere than what was begun, which is left.") if panel.depth < depth else ""

    def _forget(self) -> None:
        self._for = self._left_for = self._box = None
        if self._worker is not None:
            self._worker.cancel()
        self._told = []
        self._draw(())
        self._show([])

    def _draw(self, ways: Sequence[Trail]) -> None:
        self._ways = ways
        self._screen.show_hinted(ways)

    def _make_room(self) -> None:
        """Give the hint its rows before it is known, so that no line of the list moves when it comes.

        It has those that the list leaves empty.
        """
        place = self._place
        free = self._screen.panel.empty_rows
        place.styles.height = max(_LEAST, min(_MOST, free))
        place.set_class(free < _LEAST, "crowded")

    def _tell(self, lines: list[Line], ways: Sequence[Trail] = ()) -> None:
        """Tell it, or without lines that it is being worked out."""
        if lines and (led_from := self._point(self._first)):
            lines = [[(led_from, "bad")], *lines]
        self._told, self._has_room = lines, True
        self._draw(ways)
        self._show(lines or [[(working(), "dim")]])
        self.laid_out()

    def _tell_again(self) -> None:
        """Tell what is known, unless it is not wanted any more."""
        known, lines, ways = self._known
        if self._for is not None and self._for == known:
            self._tell(lines, ways)

    def _show(self, lines: list[Line]) -> None:
        """What its place says, behind what it is and by what key it is taken away; nothing without lines."""
        place = self._place
        place.display = bool(lines)
        keys = _("({key}: close)").format(key=shown(keys_in_force()["game.hint"]))
        head: Line = [(f"{_('Hint')} ", "heading"), (f"{keys} ", "dim")]
        place.show([[*head, *lines[0]], *lines[1:]] if lines else [])
        place.scroll_home(animate=False)
        self._screen.call_after_refresh(self._screen.share_rows)


def _at_hand(situation: Situation[Any, Any]) -> _AtHand | None:
    """What tells one question from another."""
    if situation.question is None:
        return None
    return situation.question, len(situation.events), tuple([step.action for step in situation.planned])
