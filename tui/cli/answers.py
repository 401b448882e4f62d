"""Answer codes that a program without a screen is given: lines on its standard input."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import AsyncIterator, Callable
from typing import Final

import trio

_CHUNK: Final = 4096
_LONGEST: Final = 64 * 1024
_LOOK_AGAIN: Final = 1.0


async def take_answers(take: Callable[[str], None], file: int = 0) -> None:
    """Hand each line that comes from the descriptor `file` to `take`, as long as there are any; then only wait."""
    async for line in _lines(file):
        if line.strip():
            take(line)
    await trio.sleep_forever()


async def _lines(file: int) -> AsyncIterator[str]:
    rest = b""
    while len(rest) <= _LONGEST:
        try:
            data = await _some(file)
        except OSError:
            return  # there is no such input
        *lines, rest = (rest + data).split(b"\n")
        for line in lines if data else [rest]:
            yield line.decode("utf-8", "replace")
        if not data:
            return


async def _some(file: int) -> bytes:
    """What has come; nothing at the end. Raises OSError."""
    if sys.platform == "win32":
        return await trio.to_thread.run_sync(os.read, file, _CHUNK, abandon_on_cancel=True)
    with contextlib.suppress(OSError):  # a file, which never makes one wait
        await trio.lowlevel.wait_readable(file)
    # A program in the background that reads from its terminal would be stopped.
    while os.isatty(file) and os.tcgetpgrp(file) != os.getpgrp():  # noqa: ASYNC110  no event tells of it
        await trio.sleep(_LOOK_AGAIN)
    return os.read(file, _CHUNK)
