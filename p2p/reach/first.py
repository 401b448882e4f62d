"""Many streams, one of which is the right one: what comes in, and what much knocking brings."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias, TypeVar

import trio

from p2p.reach.candidates import Finish
from p2p.reach.failures import told, within
from p2p.reach.ways import WayFailed

T = TypeVar("T")

Hear: TypeAlias = Callable[[trio.abc.Stream], Awaitable[None]]
"""Takes a stream into its hands; returns when it is of no more use."""
_FINISH: Final = 5.0
"""Seconds that a stream has to show that it is the right one."""


async def first_finished(
    bring: Callable[[Hear], Awaitable[None]], finish: Finish[T], discard: Callable[[T], Awaitable[None]]
) -> T:
    """What `finish` made of the first right stream of those that `bring` hears, at once or one after another.

    Until cancelled; `bring` raises nothing, and does not end by itself.
    """
    found: list[T] = []
    async with trio.open_nursery() as nursery:

        async def hear(stream: trio.abc.Stream) -> None:
            try:
                with within(_FINISH), told():
                    result = await finish(stream)
                    if not found:
                        found.append(result)
                        nursery.cancel_scope.shield = True  # what is found must not be lost while the others end
                        nursery.cancel_scope.cancel()
                        return
                    with trio.CancelScope(shield=True):
                        await discard(result)
            except WayFailed:
                pass  # somebody else, or broken: the next one

        await bring(hear)
    return found[0]
