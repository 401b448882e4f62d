"""Advice on a decision, worked out in a process of its own: nothing on the screen waits for it.

The process is this program's own interpreter with this module. It is told a game and what one seat may see, and nothing
else; it answers with the advice, and ends.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from subprocess import DEVNULL, PIPE
from typing import Any, Final, TypeAlias

from engine.advice import Advice
from engine.games import game_kind
from engine.hidden import Game, View
from p2p.system import give_way
from tui.language import spoken

Ask: TypeAlias = Callable[[Game[Any, Any], View[Any]], Awaitable[Advice[Any]]]
"""Who is asked for advice. Raises AdviceError."""

Review: TypeAlias = Callable[[Callable[[str], None]], Awaitable[str]]
"""Who reviews a game: tells its progress, and returns the text. Raises AdviceError with what was wrong."""

COMMAND: Final = (sys.executable, "-P", "-m", "tui.advising")
"""Starts the process. It is given what `packed` makes, and answers with what `unpacked` reads."""
_NICENESS: Final = 5
"""How much the process steps back behind the screen and the game."""


class AdviceError(Exception):
    """The process has given no advice."""


def packed(game: Game[Any, Any], view: View[Any]) -> bytes:
    """What the process is told."""
    return pickle.dumps((game.name, dict(game.settings), View(game.copy(view.state), view.seat, dict(view.faces))))


def unpacked(answer: bytes) -> Advice[Any]:
    """What the process has answered. Raises AdviceError if it died before."""
    if not answer:
        raise AdviceError
    advice: Advice[Any] = pickle.loads(answer)  # noqa: S301  written by this program's own process
    return advice


async def ask_in_asyncio(game: Game[Any, Any], view: View[Any]) -> Advice[Any]:
    """For the screen. When it is cancelled, the process ends."""
    process = await asyncio.create_subprocess_exec(*COMMAND, stdin=PIPE, stdout=PIPE, stderr=DEVNULL)
    try:
        answer, _ = await process.communicate(packed(game, view))
    finally:
        with suppress(ProcessLookupError):
            process.kill()
    return unpacked(answer)


async def review_in_asyncio(record: Path, tell: Callable[[str], None]) -> str:
    """The review of a record, as the command prints it. When it is cancelled, the process ends."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "tui.cli", "--lang", spoken(), "review", str(record)),
        stdout=PIPE,
        stderr=PIPE,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
    )
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        # What is printed comes at the end, and is less than a pipe holds.
        said = ""
        async for line in process.stderr:
            said = line.decode("utf-8", "replace").strip()
            tell(said)
        text = (await process.stdout.read()).decode("utf-8", "replace")
        if await process.wait():
            raise AdviceError(said)
    finally:
        with suppress(ProcessLookupError):
            process.kill()
    return text


def advice_for(request: bytes) -> Advice[Any]:
    """The advice on a request of `packed`. The same position gets the same."""
    name, settings, view = pickle.loads(request)  # noqa: S301  written by this program
    kind = game_kind(name)
    game = kind.make(settings)
    return kind.adviser(game).advise(view, Random(game.canonical(view.state)))


def main() -> None:
    """The process."""
    give_way(_NICENESS)
    answer = pickle.dumps(advice_for(sys.stdin.buffer.read()))
    sys.stdout.buffer.write(answer)


if __name__ == "__main__":
    main()
