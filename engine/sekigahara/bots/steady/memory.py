"""What the steady bot keeps between its decisions, so that a movement phase is planned once and not at every step."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from engine.hidden import View
from engine.sekigahara.state import State

Result = TypeVar("Result")


class Memory:
    """Results of working things out, each under a key that holds all it depends on.

    So a memory changes no choice, whatever it has been through: only how soon it is made. It is emptied with every new
    turn, because hardly anything stays as it was.
    """

    def __init__(self) -> None:
        self._turn: tuple[object, ...] = ()
        self._known: dict[Hashable, Any] = {}

    def begin(self, view: View[State]) -> None:
        """Forget what belongs to another turn than the one that `view` is of."""
        state = view.state
        turn = (state.week, state.turn, state.active, view.seat)
        if turn != self._turn:
            self._turn = turn
            self._known = {}

    def recall(self, key: Hashable, work_out: Callable[[], Result]) -> Result:
        """What `work_out` gives, from memory if it is there."""
        known = self._known
        if key in known:
            result: Result = known[key]
            return result
        result = known[key] = work_out()
        return result
