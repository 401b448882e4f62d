"""The one place where trio meets Textual: a trio run as guest of the asyncio loop that the screen runs in.

Both share one thread, so what one side does the other need not lock against. What blocks in trio blocks the keys; and
neither may await the other. From the screen to trio go synchronous calls, and the cancelling of the run's scope.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

import trio
import trio.lowlevel


class Outcome(Protocol):
    """How trio hands over the end of a run."""

    def unwrap(self) -> None:
        """Return what the run returned, or raise what it raised."""


class TrioGuest:
    """One trio run in the running asyncio loop. `ended` is called with the exception that the run ended in, if any."""

    def __init__(self, main: Callable[[], Awaitable[None]], ended: Callable[[BaseException | None], None]) -> None:
        self._main = main
        self._ended = ended
        self._scope = trio.CancelScope()
        self._done: asyncio.Future[None] | None = None

    def start(self) -> None:
        """Begin the run. Called once, in the asyncio loop."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()

        def finish(result: Outcome) -> None:
            try:
                result.unwrap()
            except BaseException as error:  # noqa: BLE001 (it is handed on, whatever it is)
                self._ended(error)
            else:
                self._ended(None)
            if not done.done():
                done.set_result(None)

        trio.lowlevel.start_guest_run(
            self._run,
            run_sync_soon_threadsafe=loop.call_soon_threadsafe,
            run_sync_soon_not_threadsafe=loop.call_soon,
            done_callback=finish,
            host_uses_signal_set_wakeup_fd=True,
        )
        # Only now: a start that failed must not be waited for.
        self._done = done

    async def stop(self) -> None:
        """Cancel the run and wait until it has ended."""
        if self._done is not None:
            self._scope.cancel()
            await self._done

    async def _run(self) -> None:
        with self._scope:
            await self._main()
