"""The log of a game: its events replayed on a public state of its own, and told line by line."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Generic

from engine.hidden import Action, Event, Game, State, View
from tui.boards import Spot
from tui.lines import Line


class GameLog(ABC, Generic[State, Action]):
    """Follows a game from its first event. Its lines tell nothing but what both players know.

    `beginning` is the state before the first event, which it takes for its own. `trail` is a way over the board that
    the last event took, for the board to point at; empty if it took none.
    """

    def __init__(self, game: Game[State, Action], beginning: State) -> None:
        self.lines: list[Line] = []
        self.state = beginning
        self.trail: tuple[Spot, ...] = ()
        self._game = game
        self._told = 0

    def follow(self, events: Sequence[Event]) -> list[Line]:
        """Take in the events that are new in a history that only grows, and return their lines."""
        new: list[Line] = []
        for event in events[self._told :]:
            before = self._game.copy(self.state)
            self._game.apply(self.state, event)
            new += self.tell(before, event, self.state)
        self._told = len(events)
        self.lines += new
        return new

    @abstractmethod
    def tell(self, before: State, event: Event, after: State) -> Iterable[Line]:
        """What `event` did, in lines that both players may read."""

    def learned(self, view: View[State]) -> list[Line]:
        """What the view's seat alone has learned since the last call, for its own log."""
        return []
