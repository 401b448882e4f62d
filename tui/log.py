"""The log of a game: its events replayed on a public state of its own, and told line by line."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic

from engine.hidden import Action, Event, Game, State, View
from tui.boards import Spot
from tui.lines import Line


@dataclass(frozen=True, slots=True)
class Happening(Generic[State]):
    """One event, the states that it stands between, what was told of it, and its way over the board, if it took one."""

    before: State
    event: Event
    after: State
    lines: Sequence[Line]
    trail: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """What something has come to, to be looked at before the game goes on: the end of a battle, of a round."""

    title: str
    lines: Sequence[Line]


class GameLog(ABC, Generic[State, Action]):
    """Follows a game from its first event. Its lines tell nothing but what both players know.

    `beginning` is the state before the first event, which it takes for its own. `trail` is a way over the board that
    the last event took, for the board to point at; empty if it took none. `cards` are those of the events followed
    last, and `fresh` the events themselves.
    """

    def __init__(self, game: Game[State, Action], beginning: State) -> None:
        self.lines: list[Line] = []
        self.state = beginning
        self.trail: tuple[Spot, ...] = ()
        self.fresh: list[Happening[State]] = []
        self.cards: list[Card] = []
        self._game = game
        self._told = 0
        self._before = game.copy(beginning)

    def follow(self, events: Sequence[Event]) -> list[Line]:
        """Take in the events that are new in a history that only grows, and return their lines."""
        self.fresh, self.cards = [], []
        for event in events[self._told :]:
            self.trail = ()
            self._game.apply(self.state, event)
            before, self._before = self._before, self._game.copy(self.state)
            lines = list(self.tell(before, event, self.state))
            happening = Happening(before, event, self._before, lines, self.trail)
            self.fresh.append(happening)
            self.cards += self.ended(happening)
        self._told = len(events)
        new = [line for happening in self.fresh for line in happening.lines]
        self.lines += new
        return new

    @abstractmethod
    def tell(self, before: State, event: Event, after: State) -> Iterable[Line]:
        """What `event` did, in lines that both players may read. It sets `trail` if the event took a way."""

    def learned(self, view: View[State]) -> list[Line]:
        """What the view's seat alone has learned since the last call, for its own log."""
        return []

    def ended(self, happening: Happening[State]) -> Sequence[Card]:
        """What has come to its end with this event; nothing once the game itself has."""
        return ()

    def digest(self, happenings: Sequence[Happening[State]]) -> list[Line]:
        """What all these came to, in short."""
        return [line for happening in happenings for line in happening.lines]

    def headlines(self, happenings: Sequence[Happening[State]]) -> Sequence[str]:
        """The same in a line, at several lengths, the longest first; nothing if there is nothing worth it."""
        return ()

    def in_sight(self) -> list[Line]:
        """What lies open on the table and is easily forgotten."""
        return []
