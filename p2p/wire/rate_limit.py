"""How much the opponent may say that is not part of the game (threat 29)."""

from __future__ import annotations

import trio

from p2p.errors import Problem, RemoteError


class RateLimit:
    """At most `most` messages within `seconds`, counted from the first of them; the clock is trio's."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most = most
        self._seconds = seconds
        self._since = -seconds
        self._count = 0

    def use(self) -> None:
        """Count one message. Raises RemoteError if that is one too many."""
        now = trio.current_time()
        if now - self._since >= self._seconds:
            self._since, self._count = now, 0
        self._count += 1
        if self._count > self._most:
            raise RemoteError(Problem.FLOOD, count=self._count, seconds=self._seconds, most=self._most)
