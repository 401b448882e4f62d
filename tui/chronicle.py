"""The log of a game: its events replayed on a public state of its own and told in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.hidden import Event
from engine.sekigahara.game import SEKIGAHARA
from engine.sekigahara.state import State
from tui.describe import describe_event


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log. `heading` opens a week, a turn or a combat."""

    text: str
    heading: bool


class Chronicle:
    """Follows a game from its first event. Knows nothing but what both players know.

    `beginning` is the state before the first event, which it takes for its own.
    """

    def __init__(self, beginning: State) -> None:
        self.lines: list[LogLine] = []
        self.state = beginning
        self._told = 0

    def follow(self, events: Sequence[Event]) -> list[LogLine]:
        """Take in the events that are new in a history that only grows, and return their lines."""
        new: list[LogLine] = []
        for event in events[self._told :]:
            before = self.state.copy()
            SEKIGAHARA.apply(self.state, event)
            for text in describe_event(before, event, self.state):
                heading = text.startswith("# ")
                new.append(LogLine(text.removeprefix("# "), heading))
        self._told = len(events)
        self.lines += new
        return new
