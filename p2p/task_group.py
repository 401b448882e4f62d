"""Tasks that stand or fall together, with the error that players are told about raised as itself, not in a group."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import trio

from p2p.errors import LinkError
from protocol.errors import LocalError, PeerError, RecordError

Task = Callable[[], Awaitable[None]]


async def run_task_group(*tasks: Task, until_first: bool) -> None:
    """Run `tasks` at once until all have ended, or (`until_first`) one of them has; the others are cancelled then.

    Raises the first LinkError, PeerError, RecordError or LocalError of theirs. Any other exception is a mistake in the
    program and comes in trio's exception group.
    """
    failures: list[Exception] = []
    async with trio.open_nursery() as nursery:

        async def run(task: Task) -> None:
            try:
                await task()
            except (LinkError, PeerError, RecordError, LocalError) as error:
                failures.append(error)
                nursery.cancel_scope.cancel()
            if until_first:
                nursery.cancel_scope.cancel()

        for task in tasks:
            nursery.start_soon(run, task)
    if failures:
        raise failures[0]
