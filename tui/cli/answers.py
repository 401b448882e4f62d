"""Answer codes that a program without a screen is given: lines on its standard input."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Final

import trio

from p2p.system import read_some

_LONGEST: Final = 64 * 1024


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
            data = await read_some(file)
        except OSError:
            return  # there is no such input
        *lines, rest = (rest + data).split(b"\n")
        for line in lines if data else [rest]:
            yield line.decode("utf-8", "replace")
        if not data:
            return
