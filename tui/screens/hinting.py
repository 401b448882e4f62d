"""Hints on the screen of a game: asked for by a key, worked out elsewhere, told in a place of their own."""

from __future__ import annotations

from asyncio import gather
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from textual import events
from textual.content import Content
from textual.worker import Worker

from tui.advising import AdviceError, Ask
from tui.boards import Spot
from tui.games import GameInterface
from tui.hints import Undone, advised, hint_lines, none_found, not_offered, working
from tui.keys import keys_in_force, shown
from tui.language import _
from tui.lines import Line
from tui.ports import GamePort, Situation
from tui.screens.telling_screen import TellingScreen
from tui.screens.text import TextScreen
from tui.theme import Theme
from tui.widgets.text_view import TextView

HINT: Final = "hint"
"""The id of the place where hints are told, below the list or above it: no line of the list moves for it."""
_LEAST: Final = 2
_MOST: Final = 8
"""Rows that it has, whatever it says: more is read in a box."""
Way: TypeAlias = tuple[Spot, ...]
"""A way over the board, spot after spot."""


class HintScreen(TextScreen):
    """A hint, whole. The key that has brought it takes it away; any other that closes it leaves what has room.

    A key that takes a line of the list `goes_below`: who has read what to do does it.
    """

    def __init__(
        self,
        title: str,
        text: Content,
        theme: Theme,
        take_away: Callable[[], None],
        *,
        below: Callable[[str], object],
        goes_below: Callable[[str], bool],
    ) -> None:
        super().__init__(title, text, theme, below=below, goes_below=goes_below)
        self._take_away = take_away

    def on_key(self, event: events.Key) -> None:
        """The key of hints."""
        if event.key == keys_in_force()["game.hint"]:
            event.stop()
            event.prevent_default()  # that of `TextScreen`
            self._take_away()
            self.leave()


class Hinting:
    """One hint at a time, for the question at hand. With the next question, or by the same key, it goes.

    Page Down shows all of one that is longer than its place. Its ways are drawn on the board meanwhile.
    """

    def __init__(
        self,
        screen: TellingScreen,
        port: GamePort[Any, Any],
        interface: GameInterface[Any, Any],
        ask: Ask | None,
    ) -> None:
        """`ask` is None where there are no hints."""
        self._screen = screen
        self._port = port
        self._interface = interface
        self._ask = ask
        self._for: tuple[Any, int, tuple[Any, ...]] | None = None
        self._known: tuple[tuple[Any, int, tuple[Any, ...]] | None, list[Line], list[Way]] = (None, [], [])
        """The last hint, with its ways, and what for: asked for again it is told at once."""
        self._first: Any = None
        """What the last hint advises to do first."""
        self._asked_at: int | None = None
        """The line that was pointed at when it was asked for."""
        self._worker: Worker[None] | None = None
        self._told: list[Line] = []

    @property
    def _place(self) -> TextView:
        return self._screen.query_one(f"#{HINT}", TextView)

    @property
    def offered(self) -> bool:
        """Whether there are hints."""
        return self._ask is not None

    def toggle(self) -> None:
        """Ask for a hint, or take it away."""
        situation = self._port.situation()
        if self._for is not None:
            self._forget()
        elif self._ask is None:
            self._screen.notice(not_offered())
        elif situation.question is not None:
            self._for, self._asked_at = _at_hand(situation), self._screen.panel.choices.highlighted
            self._make_room()
            if self._known[0] == self._for:
                self._point(self._first)
                self._tell(*self._known[1:])
                return
            self._tell([[(working(), "dim")]])
            self._worker = self._screen.run_worker(self._work_out(self._ask, situation), exit_on_error=True)

    def close(self) -> bool:
        """Take away the hint that is told. False if there is none."""
        told = self._for is not None
        if told:
            self._forget()
        return told

    def show_whole(self) -> bool:
        """Show all of a hint that is longer than its place. False if there is none."""
        if self._for is None or not self._place.max_scroll_y:
            return False
        look = self._screen.look
        box = HintScreen(
            _("Hint"),
            look.content(self._told),
            look,
            self._forget,
            below=self._screen.press_again,
            goes_below=self._screen.panel.takes_line,
        )
        self._screen.app.push_screen(box)
        return True

    def follow(self, situation: Situation[Any, Any]) -> None:
        """Take in how the game stands."""
        if self._for is not None and self._for != _at_hand(situation):
            self._forget()

    async def _work_out(self, ask: Ask, situation: Situation[Any, Any]) -> None:
        game, view = self._port.game, situation.view
        assert game is not None
        assert view is not None
        asked_for = self._for
        ways: list[Way] = []
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
            lines = hint_lines(self._interface.words, view, advice, undone)
            seen, told = advised(view, advice, undone)
            ways = [way for action in told.plan if (way := self._interface.way(seen, action))]
            # What is advised instead of what is planned is no line of the list until that is undone.
            self._known, self._first = (asked_for, lines, ways), told.plan[0] if told is advice else None
        if self._for == asked_for:
            self._point(self._first)
            self._tell(lines, ways)

    def _point(self, action: Any) -> None:
        """Point at the line that leads to what is advised, unless the player has gone on meanwhile."""
        panel = self._screen.panel
        if action is not None and not panel.has_begun and panel.choices.highlighted == self._asked_at:
            panel.retrace(action)

    def _forget(self) -> None:
        self._for = None
        if self._worker is not None:
            self._worker.cancel()
        self._tell([])

    def _make_room(self) -> None:
        """Give the hint its rows before it is known, so that no line of the list moves when it comes.

        It has those that the list leaves empty.
        """
        place = self._place
        free = self._screen.panel.empty_rows
        place.styles.height = max(_LEAST, min(_MOST, free))
        place.set_class(free < _LEAST, "crowded")

    def _tell(self, lines: list[Line], ways: Sequence[Way] = ()) -> None:
        self._screen.show_hinted(ways)
        place = self._place
        self._told = lines
        place.display = bool(lines)
        self._screen.query_one("#below").set_class(bool(lines), "hinted")
        self._show_told(_("({key}: close)"))
        place.scroll_home(animate=False)
        self._screen.call_after_refresh(self._laid_out)

    def _laid_out(self) -> None:
        """It is known whether there is room for all of it."""
        self._screen.share_rows()
        if self._place.max_scroll_y:
            self._show_told(_("({key}: close, {on}: more)"))

    def _show_told(self, keys: str) -> None:
        """What is told, behind what it is, and by what keys it is taken away and read whole."""
        keys = keys.format(key=shown(keys_in_force()["game.hint"]), on=shown("pagedown"))
        head: Line = [(f"{_('Hint')} ", "heading"), (f"{keys} ", "dim")]
        lines = self._told
        self._place.show([[*head, *lines[0]], *lines[1:]] if lines else [])


def _at_hand(situation: Situation[Any, Any]) -> tuple[Any, int, tuple[Any, ...]] | None:
    """What tells one question from another."""
    if situation.question is None:
        return None
    return situation.question, len(situation.events), tuple([step.action for step in situation.planned])
