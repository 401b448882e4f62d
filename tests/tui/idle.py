"""Waits until an application of a test has done all that it does by itself, and no longer."""

from __future__ import annotations

import asyncio
import threading

from textual._wait import wait_for_idle

SOON = 1 / 50
"""So many seconds ahead what is due is waited for: as long as Textual watches whether the process works."""


async def nothing_due(min_sleep: float = SOON, max_sleep: float = 1) -> None:
    """Wait until nothing is ready to run and no timer is due soon, at most `max_sleep` seconds.

    Textual sleeps until the process has hardly worked for a while, as it cannot know of threads: where there are some
    that is done here too. Without any the loop itself tells when all is done, at once.
    """
    if threading.active_count() > 1:
        await wait_for_idle(min_sleep, max_sleep)
        return
    loop = asyncio.get_running_loop()
    end, slept = loop.time() + max_sleep, 0.0
    while loop.time() < end:
        await asyncio.sleep(0)
        if not loop._ready:  # type: ignore[attr-defined]
            due = [timer.when() for timer in loop._scheduled if not timer.cancelled()]  # type: ignore[attr-defined]
            rest = max(min(due, default=end) - loop.time(), 0)
            # What is due again and again is not waited for to the end.
            if rest > SOON or slept > 2 * SOON:
                return
            slept += rest
            await asyncio.sleep(rest)
