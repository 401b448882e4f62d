"""Tasks that stand or fall together, and the one boundary where a known error leaves its group."""

from __future__ import annotations

import os
import signal

import pytest
import trio
import trio.testing

from p2p.errors import ConnectionLost, Problem, StorageError
from p2p.task_group import known_errors_alone, run_task_group, run_until_interrupted

FULL = StorageError(Problem.CANNOT_WRITE, path="record", reason="No space left on device")


async def fail() -> None:
    await trio.lowlevel.checkpoint()
    raise FULL


async def fail_deep_down() -> None:
    async with trio.open_nursery() as nursery:
        nursery.start_soon(fail)


async def be_wrong() -> None:
    await trio.lowlevel.checkpoint()
    raise KeyError("a mistake in the program")


@pytest.mark.trio
async def test_a_known_error_comes_alone_from_however_deep() -> None:
    with pytest.raises(StorageError) as caught:
        await run_task_group(fail_deep_down, trio.sleep_forever, until_first=False)
    assert caught.value is FULL


@pytest.mark.trio
async def test_a_mistake_comes_as_what_it_is() -> None:
    with pytest.raises(BaseExceptionGroup) as caught:
        await run_task_group(be_wrong, trio.sleep_forever, until_first=False)
    assert caught.group_contains(KeyError)


@pytest.mark.trio
async def test_the_first_to_end_ends_all() -> None:
    with trio.fail_after(5):
        await run_task_group(trio.lowlevel.checkpoint, trio.sleep_forever, until_first=True)


@pytest.mark.trio
async def test_where_all_is_cancelled_a_known_error_is_nobody_s() -> None:
    async def fail_when_cancelled() -> None:
        try:
            await trio.sleep_forever()
        finally:
            raise ConnectionLost(Problem.CLOSED)

    with trio.CancelScope() as scope, known_errors_alone():
        async with trio.open_nursery() as nursery:
            nursery.start_soon(fail_when_cancelled)
            nursery.start_soon(trio.sleep_forever)
            await trio.testing.wait_all_tasks_blocked()
            scope.cancel()
    assert scope.cancelled_caught


def test_an_interrupt_cancels_and_is_raised_when_all_has_ended() -> None:
    said: list[str] = []

    async def say_goodbye_when_cancelled() -> None:
        try:
            os.kill(os.getpid(), signal.SIGINT)
            await trio.sleep_forever()
        finally:
            with trio.CancelScope(shield=True):
                await trio.sleep(0.05)
            said.append("goodbye")

    with pytest.raises(KeyboardInterrupt):
        trio.run(run_until_interrupted, say_goodbye_when_cancelled)
    assert said == ["goodbye"]
