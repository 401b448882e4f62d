"""Answers that leave at a fixed time after the question, whatever they are (threat 16).

Whoever holds a certain card thinks before it answers, and whoever does not cannot. The game says which decisions tell
by their timing (`Decision.even_default`): their answers are held back until a window has passed, and if none was given
by then the default is: the time then tells nothing at all. Without the default a late answer waits for the end of the
next window, and tells only how many windows it took.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic

import trio

from engine.hidden import Action, Decision, State
from protocol.table import Table


@dataclass(frozen=True, slots=True)
class AnswerTiming:
    """When such answers leave: at the end of the `window`, in seconds, in which they were found.

    `use_default`: whether the game's default is the answer if the player has given none by the end of the first one.
    """

    window: float
    use_default: bool = True

    def __post_init__(self) -> None:
        if self.window <= 0:
            raise ValueError(f"a window takes more than 0 seconds, got {self.window:g}")


@dataclass(slots=True)
class TimedDecision(Generic[Action]):
    """A decision that is answered evenly: asked when the chain had `count` entries and trio's clock said `asked_at`."""

    count: int
    asked_at: float
    window: float
    default: Any | None
    answer: Action | None = None

    def window_ends(self, now: float) -> float:
        """The end of the window that `now` lies in, always later than `now`: the end belongs to the next window.

        The quotient may be rounded down at a window's end, and who waits for a time that has come waits for nothing.
        """
        windows = int((now - self.asked_at) // self.window) + 1
        end = self.asked_at + self.window * windows
        return end if end > now else self.asked_at + self.window * (windows + 1)


class AnswerClock(Generic[State, Action]):
    """Holds the answer of the one timed decision that the player may owe, and gives it to `release` at its time."""

    def __init__(self, timing: AnswerTiming | None, release: Callable[[Action], None]) -> None:
        self._timing = timing
        self._release = release
        self._decision: TimedDecision[Action] | None = None
        self._asked = trio.Event()

    @property
    def running(self) -> bool:
        """Whether the player owes a decision whose answer takes a set time."""
        return self._decision is not None

    @property
    def answer(self) -> Action | None:
        """The answer that is held, if there is one."""
        return None if self._decision is None else self._decision.answer

    @property
    def ends_at(self) -> float | None:
        """When the answer leaves, as a time of trio's clock; None without a timed decision."""
        return None if self._decision is None else self._decision.window_ends(trio.current_time())

    def hold(self, action: Action) -> float:
        """Keep `action`, in place of another, until the window ends; returns when that is. There must be one."""
        assert self._decision is not None, "no timed decision is asked"  # noqa: S101  a mistake of the caller's
        self._decision.answer = action
        return self._decision.window_ends(trio.current_time())

    def forget(self) -> None:
        """The player has left: nothing is to be answered any more."""
        self._decision = None

    def follow(self, table: Table[State, Action], *, may_decide: bool) -> None:
        """Look whether the decision that the player owes is one of those, and begin its window if it is new."""
        waiting = table.waiting
        if (
            self._timing is None
            or not may_decide
            or table.asked() is None
            or not isinstance(waiting, Decision)
            or waiting.even_default is None
        ):
            self._decision = None
            return
        count = table.head.count
        if self._decision is None or self._decision.count != count:
            default = waiting.even_default if self._timing.use_default else None
            self._decision = TimedDecision(count, trio.current_time(), self._timing.window, default)
            self._asked.set()

    async def run(self) -> None:
        """Release answers at their time, until cancelled."""
        while True:
            decision = self._decision
            if decision is None:
                self._asked = trio.Event()
                await self._asked.wait()
                continue
            await trio.sleep_until(decision.window_ends(trio.current_time()))
            if self._decision is not decision:
                continue
            answer = decision.default if decision.answer is None else decision.answer
            if answer is not None:
                self._decision = None
                self._release(answer)
