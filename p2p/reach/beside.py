"""Something that goes on beside something else, and ends with it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import trio

from p2p.reach.ways import WayFailed


@asynccontextmanager
async def beside(*tasks: Callable[[], Awaitable[object]]) -> AsyncIterator[None]:
    """Run `tasks` while the block runs, and cancel them at its end. A WayFailed of the block comes out as itself.

    A cancellation that comes while they end is seen by whatever follows, so that nothing is lost that the block gives.
    """
    failure: WayFailed | None = None
    async with trio.open_nursery() as nursery:
        for task in tasks:
            nursery.start_soon(task)
        try:
            yield
        except WayFailed as error:
            failure = error
        nursery.cancel_scope.shield = True
        nursery.cancel_scope.cancel()
    if failure is not None:
        raise failure
