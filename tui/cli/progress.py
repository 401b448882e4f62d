"""What is told of a game while it is played: the weeks as lines of text, and where it stands for the list of games."""

from __future__ import annotations

import subprocess
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

import trio
from engine.sekigahara.actions import Action

from engine.sekigahara.state import State
from p2p.errors import LinkError, StorageError
from p2p.home import GameFolder, Progress
from p2p.news import News, Played
from p2p.session import Session
from p2p.text import clean
from protocol.table import Table

GameSession: TypeAlias = Session[State, Action]

LINE: Final = 300
"""Characters of a line that the program says."""
LOOK_AGAIN: Final = 0.25
"""Seconds between looks whether the bot of a solo game still runs."""
SIDES: Final = ("tokugawa", "ishida")


@dataclass
class Diary:
    """Keeps what `sekigahara games` tells of a game up to date, and tells the weeks as they begin.

    `opponent`: the process that plays the other side, if this program has started it.
    """

    folder: GameFolder
    opponent: subprocess.Popen[str] | None = None
    tell_weeks: bool = False
    session: GameSession | None = None
    written: Progress | None = None
    week: int = 0

    def attach(self, session: GameSession) -> None:
        """The game has its session."""
        self.session = session
        if session.table.state is not None:
            self.week = session.table.state.week

    def observe(self, news: News) -> None:
        """Look whether anything changed that is told."""
        if self.session is None or not isinstance(news, Played):
            return
        table = self.session.table
        state = table.state
        if state is not None and state.week != self.week:
            self.week = state.week
            if self.tell_weeks:
                say(f"week {self.week}")
        progress = Progress(
            game_id="" if table.game_id is None else table.game_id.hex(),
            seat=-1 if table.seat is None else table.seat,
            opponent=table.opponent_name or "",
            stage=f"week {self.week}" if self.week else "setup",
            result="" if table.outcome is None else result_of(table),
            finished=table.finished,
        )
        if progress != self.written:
            self.written = progress
            # The list of games is a convenience; the record, which matters, complains about a full disk by itself.
            with suppress(StorageError):
                self.folder.save_progress(progress)

    async def watch_opponent(self) -> None:
        """Wait for ever, or until the opponent's process has ended before the game: raises LinkError then.

        Nobody would come to the table any more, and the player would wait without an end.
        """
        process = self.opponent
        if process is None:
            await trio.sleep_forever()
            return
        while process.poll() is None or not self._waited_for():  # noqa: ASYNC110  no event tells of a process
            await trio.sleep(LOOK_AGAIN)
        raise LinkError(
            f"The bot's program ended before the game, with status {process.returncode}: "
            f"{log_path(self.folder)} says why."
        )

    def _waited_for(self) -> bool:
        """Whether the game cannot go on without the opponent coming to the table."""
        session = self.session
        return session is None or (not session.connected and session.table.outcome is None)


def result_of(table: Table[State, Action]) -> str:
    """How the game ended, in a line."""
    outcome = table.outcome
    if outcome is None:
        return "none, the game is not over"
    winner = "nobody" if outcome.winner is None else SIDES[outcome.winner]
    return clean(f"{winner} won: {outcome.reason}", LINE)


def log_path(folder: GameFolder) -> Path:
    """What the bot of a solo game says goes there."""
    return folder.path / "opponent.log"


def say(sentence: str) -> None:
    """Print a line of plain text at once."""
    print(clean(sentence, LINE), flush=True)
