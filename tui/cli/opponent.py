"""The opponent of a solo game: this program once more, with a data folder of its own in the game's folder."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import trio

from p2p.errors import Problem, StorageError
from p2p.store.file_system import reason
from p2p.store.game_folder import GameFolder
from p2p.system import read_some
from protocol.errors import LocalError
from tui.language import _

LOOK_AGAIN: Final = 0.25
"""Seconds between looks whether the bot of a solo game still runs."""
ENDING: Final = 10.0
"""Seconds that the bot of an earlier program, which has died, is given to let go of its game."""
MOST_READ: Final = 2000
"""Bytes from the end of what a bot has said that are looked through for the reason why it ended."""


@dataclass(slots=True)
class Opponent:
    """A bot's process, and the file that it writes to.

    Its input stays open as long as this program lives, however that ends: the bot goes when it does (`input_ends`).
    """

    process: subprocess.Popen[bytes]
    log: Path
    told: bool = False
    began: int = 0
    """How long the file was before this process wrote to it."""

    def tell(self, token: str) -> None:
        """Give it the invite, the first time that there is one."""
        stdin = self.process.stdin
        if stdin is not None and not self.told:
            # By this way, since a command line can be read by everybody on the machine.
            # If it has ended already, whoever waits for it will notice.
            with suppress(BrokenPipeError):
                stdin.write(f"{token}\n".encode())
                self.told = True

    async def watch(self, is_waited_for: Callable[[], bool]) -> None:
        """Return never; raise LocalError when the process has ended and the game cannot go on without it.

        Nobody would come to the table any more, and the player would wait without an end.
        """
        while self.process.poll() is None or not is_waited_for():  # noqa: ASYNC110  no event tells of a process
            await trio.sleep(LOOK_AGAIN)
        why = self._last_words()
        words = (
            _("The bot's program ended before the game, with status {status}: {why} {path} has all that it said.")
            if why
            else _("The bot's program ended before the game, with status {status}: {path} says why.")
        )
        raise LocalError(words.format(status=self.process.returncode, why=why, path=self.log))

    def _last_words(self) -> str:
        """What the process has said last, as a sentence: a failure ends with its reason. Empty if it said nothing."""
        try:
            with self.log.open("rb") as log:
                log.seek(max(self.began, self.log.stat().st_size - MOST_READ))
                said = log.read().decode(errors="replace")
        except OSError:
            return ""
        lines = [line.strip() for line in said.splitlines() if line.strip()]
        if not lines:
            return ""
        last = lines[-1].removeprefix(_("error: {error}").format(error="")).strip()
        return last if last.endswith((".", "!", "?")) else f"{last}."


async def input_ends() -> None:
    """In the bot's process: return never; raise LocalError when the program that has started it is there no more."""
    while await read_some(sys.stdin.fileno()):
        pass
    raise LocalError(_("The program that this bot plays against has ended; the game is kept."))


@contextmanager
def bot_process(folder: GameFolder, arguments: list[str]) -> Iterator[Opponent]:
    """Run the bot until the end of the block."""
    log = folder.path / "opponent.log"
    environment = os.environ | {"SEKIGAHARA_HOME": str(folder.path / "opponent")}
    command = [sys.executable, "-P", "-m", "tui.cli", *arguments, "--tied"]
    with ExitStack() as stack:
        try:
            output = stack.enter_context(log.open("ab"))
        except OSError as error:
            raise StorageError(Problem.CANNOT_WRITE, path=log, reason=reason(error)) from error
        began = output.tell()
        try:
            started = subprocess.Popen(  # noqa: S603  this program itself, no shell
                command,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=output,
                # What cannot be written to a bot that has ended must not be tried once more when the pipe is closed.
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            words = _("The bot's program cannot be started: {reason}.")
            raise LocalError(words.format(reason=_(reason(error)))) from error
        process = stack.enter_context(started)
        stack.callback(process.terminate)
        yield Opponent(process, log, began=began)
