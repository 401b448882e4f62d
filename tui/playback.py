"""What happened while the player could do nothing, shown one event after another instead of all at once.

`PlaybackPort` stands between a port and the screen: behind it the game may be further than what it shows. Nothing is
asked of the player before everything has been shown, except what must be answered by a set time.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Generic

from engine.hidden import Acted, Action, BothActed, Event, Seat, State
from tui.port_wrapper import PortWrapper
from tui.ports import GamePort, Situation
from tui.settings import PACES


class PlaybackPort(PortWrapper[State, Action], Generic[State, Action]):
    """A port whose events are shown one by one. `step` shows the next, `skip` all of them.

    What the player did, and what the table does of itself, is shown at once.
    """

    def __init__(self, port: GamePort[State, Action], pace: float = 0.0) -> None:
        super().__init__(port)
        self.pace = pace
        self._shown: int | None = None
        self._hurried = False

    def situation(self) -> Situation[State, Action]:
        """The game as far as it is shown. While it is behind there is no question, and no end."""
        now = self.inner.situation()
        if now.view is None:
            return now
        total = len(now.events)
        # What must be answered in time, or has ended against the player's will, cannot wait for pictures.
        hurries = now.answer_by is not None or bool(now.trouble)
        if hurries and self._shown is not None:
            left_out = now.events[self._shown : -1]
            self._hurried = self._hurried or any(is_news(event, now.view.seat) for event in left_out)
        if self._shown is None or self.pace == 0 or hurries:
            self._shown = total
        while self._shown < total and not is_news(now.events[self._shown], now.view.seat):
            self._shown += 1
        if self._shown == total:
            return now
        view = self.inner.view_after(self._shown)
        if view is None:
            self._shown = total
            return now
        behind = sum([is_news(event, view.seat) for event in now.events[self._shown :]])
        return withheld(replace(now, view=view, events=now.events[: self._shown]), behind)

    def take_hurried(self) -> bool:
        """Whether some of it was not shown for want of time since this was asked before."""
        hurried, self._hurried = self._hurried, False
        return hurried

    def step(self) -> None:
        """Show the next event."""
        if self._shown is not None:
            self._shown = min(self._shown + 1, len(self.inner.situation().events))

    def skip(self) -> None:
        """Show everything that has happened."""
        self._shown = None

    def change_pace(self, steps: int) -> float:
        """Go to a slower (1) or faster (-1) pace; the seconds between two events from now on."""
        slower = [pace for pace in PACES.values() if pace > self.pace]
        faster = [pace for pace in PACES.values() if pace < self.pace]
        if steps > 0 and slower:
            self.pace = slower[0]
        elif steps < 0 and faster:
            self.pace = faster[-1]
        return self.pace


def withheld(situation: Situation[State, Action], behind: int) -> Situation[State, Action]:
    """A situation in which nothing is asked and nothing has ended, since so much is still to be shown."""
    return replace(
        situation, question=None, even_default=None, held=None, sealed=None, awaited=False, ended=None, behind=behind
    )


def is_news(event: Event, seat: Seat) -> bool:
    """Whether the player may not know of it: what the opponent did, and what is opened on both sides."""
    return isinstance(event, BothActed) or (isinstance(event, Acted) and event.seat != seat)
