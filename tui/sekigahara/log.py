"""The log of a game: its events replayed on a public state of its own and told in plain words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.hidden import SEATS, Acted, BothActed, Event, Face, Seat
from engine.sekigahara.actions import March
from engine.sekigahara.board import HAND, PLACES, Place
from engine.sekigahara.game import SEKIGAHARA
from engine.sekigahara.state import State
from tui.sekigahara.words.events import describe_event


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log. `heading` opens a week, a turn or a combat."""

    text: str
    heading: bool


class Chronicle:
    """Follows a game from its first event. Knows nothing but what both players know.

    `beginning` is the state before the first event, which it takes for its own. `last_march` is the way of the march
    made last, from its first location.
    """

    def __init__(self, beginning: State) -> None:
        self.lines: list[LogLine] = []
        self.state = beginning
        self.last_march: tuple[Place, ...] = ()
        self._told = 0
        self._played: tuple[Counter[Face], Counter[Face]] = (Counter(), Counter())

    def follow(self, events: Sequence[Event]) -> list[LogLine]:
        """Take in the events that are new in a history that only grows, and return their lines."""
        new: list[LogLine] = []
        for event in events[self._told :]:
            before = self.state.copy()
            SEKIGAHARA.apply(self.state, event)
            self._note_played(before, event)
            self._note_march(before, event)
            for text in describe_event(before, event, self.state):
                heading = text.startswith("# ")
                new.append(LogLine(text.removeprefix("# "), heading))
        self._told = len(events)
        self.lines += new
        return new

    def take_played(self, seat: Seat) -> Counter[Face]:
        """The cards that have left the hand of `seat` since the last call, all of them shown as they left."""
        played = self._played[seat].copy()
        self._played[seat].clear()
        return played

    def _note_march(self, before: State, event: Event) -> None:
        """The way of the last march, from its first location; nothing any more once something else was done."""
        if isinstance(event, Acted):
            action = event.action
            self.last_march = ()
            if isinstance(action, March):
                stacks = before.pools[event.seat]
                self.last_march = tuple(p for p in PLACES if action.blocks[0] in stacks[p]) + action.stops

    def _note_played(self, before: State, event: Event) -> None:
        if not isinstance(event, Acted | BothActed):
            return
        for seat in SEATS:
            gone = set(before.pools[seat][HAND]).difference(self.state.pools[seat][HAND])
            self._played[seat].update(event.shown[card] for card in gone if card in event.shown)
