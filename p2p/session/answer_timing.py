"""Answers that leave at a fixed time after the question, whatever they are (ruling R24, threat 16).

Whoever holds a certain card thinks before it answers, and whoever does not cannot. So answers of certain kinds are
held back until a window has passed, and if none was given by then the fallback is: the time then tells nothing at all.
Without a fallback a late answer waits for the end of the next window, and tells only how many windows it took.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic

from engine.hidden import Action, Seat, State


@dataclass(frozen=True)
class AnswerTiming(Generic[State, Action]):
    """Which `kinds` of decision are answered evenly, and when: `window` seconds after they were asked for.

    `fallback`, called with the public state, the seat and the kind, gives the answer when the player has given none.
    """

    kinds: frozenset[str]
    window: float
    fallback: Callable[[State, Seat, str], Action] | None = None

    def __post_init__(self) -> None:
        if self.window <= 0:
            raise ValueError(f"an even answer takes more than 0 seconds, got {self.window:g}")


@dataclass(slots=True)
class TimedDecision(Generic[Action]):
    """A decision that is answered evenly: asked when the chain had `count` entries and trio's clock said `asked_at`."""

    even: AnswerTiming[Any, Action]
    count: int
    kind: str
    asked_at: float
    held: list[Action]
    """The answer, once it is known."""

    def release_after(self, now: float) -> float:
        """The end of the window that `now` lies in."""
        window = self.even.window
        return self.asked_at + window * (int((now - self.asked_at) // window) + 1)

    def answer(self, state: Any, seat: Seat) -> Action | None:
        """What is to be answered at the end of a window, if anything."""
        if self.held:
            return self.held[0]
        return None if self.even.fallback is None else self.even.fallback(state, seat, self.kind)
