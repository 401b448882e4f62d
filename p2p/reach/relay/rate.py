"""So much a second, and a little more at once."""

from __future__ import annotations

import trio


class Rate:
    """Lets `per_second` units through, after the first `burst`. The clock is trio's."""

    def __init__(self, per_second: float, burst: float) -> None:
        self._per_second = per_second
        self._burst = burst
        self._left = burst
        self._at = trio.current_time()

    async def use(self, units: float) -> None:
        """Return when the units may go."""
        now = trio.current_time()
        self._left = min(self._burst, self._left + (now - self._at) * self._per_second) - units
        self._at = now
        if self._left < 0:
            await trio.sleep(-self._left / self._per_second)
