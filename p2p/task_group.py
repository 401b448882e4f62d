"""Tasks that stand or fall together, with the error that players are told about raised as itself, not in a group."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import TypeAlias

import trio

from p2p.system import INTERRUPTS
from protocol.errors import FairTableError

Task: TypeAlias = Callable[[], Awaitable[None]]


@contextlib.contextmanager
def known_errors_alone() -> Iterator[None]:
    """Raise the first FairTableError of an exception group by itself: the boundary of every task group.

    Those are what players are told about; anything else is a mistake in the program, and goes on in its group. Where
    the group is cancelled from outside as well, only the cancellation goes on: nobody waits for the error any more.
    """
    try:
        yield
    except BaseExceptionGroup as group:
        known, rest = group.split(FairTableError)
        if known is None:
            raise
        if rest is None:
            raise _first(known) from None
        _, mistakes = rest.split(trio.Cancelled)
        if mistakes is not None:
            raise
        raise rest from None


async def run_task_group(*tasks: Task, until_first: bool) -> None:
    """Run `tasks` at once until all have ended, or (`until_first`) one of them has; the others are cancelled then.

    Raises the first FairTableError of theirs. Any other exception is a mistake in the program and comes in trio's
    exception group.
    """
    failures: list[Exception] = []
    async with trio.open_nursery() as nursery:

        async def run(task: Task) -> None:
            try:
                with known_errors_alone():
                    await task()
            except FairTableError as error:
                failures.append(error)
                nursery.cancel_scope.cancel()
            if until_first:
                nursery.cancel_scope.cancel()

        for task in tasks:
            nursery.start_soon(run, task)
    if failures:
        raise failures[0]


async def run_until_interrupted(*tasks: Task, until_first: bool = True) -> None:
    """As `run_task_group`, in a program that has no other use for SIGINT and SIGTERM.

    A signal cancels the tasks, so that a session says goodbye, and KeyboardInterrupt is raised when they have ended.
    (Python by itself would raise it in whatever task happens to run.)
    """
    interrupted = False

    async def wait_for_signal(task_status: trio.TaskStatus[None]) -> None:
        nonlocal interrupted
        with trio.open_signal_receiver(*INTERRUPTS) as signals:
            task_status.started()
            async for _ in signals:
                interrupted = True
                nursery.cancel_scope.cancel()

    with known_errors_alone():
        async with trio.open_nursery() as nursery:
            await nursery.start(partial(wait_for_signal))
            await run_task_group(*tasks, until_first=until_first)
            nursery.cancel_scope.cancel()
    if interrupted:
        raise KeyboardInterrupt


def _first(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error
