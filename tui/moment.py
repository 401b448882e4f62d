"""The first moment of what is put before the player: what is pressed in it was meant for what was there before.

It begins when the thing is seen, and not when the program comes to it: a machine may be slow to draw.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

GRACE: Final = 0.4
"""Seconds from when something is seen in which nothing that is pressed counts for it."""


TWICE: Final = GRACE / 2
"""Seconds within which the same twice is one: a key is held down, or the mouse has clicked twice."""


class FirstMoment:
    """Lasts `grace` seconds from `seen` on; 0: there is none. `clock` tells the time in seconds.

    Whoever holds a key down, or presses it again and again, draws it out (`stray`).
    """

    def __init__(self, grace: float = GRACE, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._grace = grace
        self._open = False
        self._ends: float | None = None
        self._times = 1.0

    def begin(self, times: float = 1) -> None:
        """Something is put before the player, who has not seen it yet. It lasts so many `times` as long as usual."""
        self._open, self._ends, self._times = True, None, times

    def seen(self) -> None:
        """It has been drawn."""
        if self._open and self._ends is None:
            self._ends = self.clock() + self._times * self._grace

    def usual(self) -> None:
        """It lasts no longer than usual."""
        if self._ends is not None:
            self._ends -= (self._times - 1) * self._grace
        self._times = 1

    def end(self) -> None:
        """The player has brought it about, or knows it already."""
        self._open = False

    def stray(self) -> None:
        """Something was pressed in it: the next is no answer either, if it comes at once."""
        if self._open and self._ends is not None:
            self._ends = max(self._ends, self.clock() + self._grace / 2)

    @property
    def lasts(self) -> bool:
        """Whether what is pressed now does not count."""
        if self._open and self._grace and (self._ends is None or self.clock() < self._ends):
            return True
        self._open = self._open and self._ends is None
        return False
