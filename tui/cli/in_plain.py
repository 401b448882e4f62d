"""A game played by a person in lines of text."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from subprocess import DEVNULL
from typing import Any

import trio

from engine.advice import Advice
from engine.hidden import Game, View
from p2p.game_runner import GameRunner
from p2p.task_group import Task
from protocol.errors import FairTableError
from tui.advising import COMMAND, AdviceError, packed, unpacked
from tui.cli.in_text import run_until_signal
from tui.cli.on_screen import is_over, tasks_for, where_the_game_is
from tui.cli.opponent import Opponent
from tui.cli.progress import ProgressKeeper
from tui.glyphs import glyphs_for
from tui.plain import PlainClient
from tui.session_port import SessionPort


def play_in_plain(runner: GameRunner[Any, Any], opponent: Opponent | None) -> int:
    """Play until the game is over, the player leaves or the input ends; then say where the game is. The exit status."""
    keeper = ProgressKeeper(runner.folder, runner.data)
    window = None if runner.timing is None else runner.timing.window
    port: SessionPort[Any, Any] = SessionPort(runner.folder.about().name, window)
    hints = _Hints()
    ask = None if opponent is None else hints.ask
    client = PlainClient(port, glyphs_for(), lambda line: print(line, flush=True), ask)
    news = _News()
    port.subscribe(news.come)
    broken = False
    try:
        tasks: list[Task] = [
            *tasks_for(port, runner, opponent, keeper),
            lambda: _tell(client, news),
            lambda: _listen(client),
            lambda: hints.work_out(client),
        ]
        try:
            stopped_by = trio.run(run_until_signal, tasks)
        finally:
            keeper.conclude()
        client.update()
    except FairTableError:
        broken = True
        raise
    finally:
        for line in where_the_game_is(keeper.folder, over=broken or is_over(keeper.folder)):
            print(line, flush=True)
    if stopped_by == signal.SIGINT:
        raise KeyboardInterrupt
    return 0 if stopped_by is None else 128 + stopped_by


class _News:
    """Whether anything has changed since it was told."""

    def __init__(self) -> None:
        self._event = trio.Event()

    def come(self) -> None:
        """Something has changed."""
        self._event.set()

    async def wait(self) -> None:
        """Wait until something has."""
        await self._event.wait()
        self._event = trio.Event()


class _Hints:
    """Hints that are asked for, one after the other; of several that are waited for, the last."""

    def __init__(self) -> None:
        self._asked = trio.Event()
        self._for: tuple[Game[Any, Any], View[Any]] | None = None

    def ask(self, game: Game[Any, Any], view: View[Any]) -> None:
        """Begin to work out the hint for what `view` shows now."""
        self._for = game, View(game.copy(view.state), view.seat, dict(view.faces))
        self._asked.set()

    async def work_out(self, client: PlainClient) -> None:
        """Tell each hint when it is there, until there is nothing more to do."""
        while not client.leaving:
            await self._asked.wait()
            self._asked = trio.Event()
            assert self._for is not None
            game, view = self._for
            try:
                advice = await _ask(game, view)
            except (AdviceError, OSError):
                client.hear_advice(view, None)
            else:
                client.hear_advice(view, advice)


async def _ask(game: Game[Any, Any], view: View[Any]) -> Advice[Any]:
    """Ask the process for advice. Raises AdviceError."""
    done = await trio.run_process(
        list(COMMAND), stdin=packed(game, view), capture_stdout=True, stderr=DEVNULL, check=False
    )
    return unpacked(done.stdout)


async def _tell(client: PlainClient, news: _News) -> None:
    """Tell what is new, until there is nothing more to do."""
    while not client.leaving:
        client.update()
        if not client.leaving:
            await news.wait()


async def _listen(client: PlainClient) -> None:
    """Hand over what is typed, until the input ends or the player leaves."""
    # Not in a thread: one that waits for a line when the game is over would keep the program from ending.
    number = sys.stdin.fileno()
    waiting = b""
    while not client.leaving:
        with suppress(PermissionError):  # a file on the disk, which can always be read
            await trio.lowlevel.wait_readable(number)
        data = os.read(number, 4096)
        if not data:
            return
        *lines, waiting = (waiting + data).split(b"\n")
        for line in lines:
            client.hear(line.decode("utf-8", "replace"))
            await trio.lowlevel.checkpoint()
