"""What is told of a game while it is played: its stages as lines of text, and where it stands for the list of games."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, assert_never

from engine.hidden import Game
from p2p.errors import StorageError
from p2p.notifications import EntryAdded, Notification
from p2p.session.session import Session
from p2p.store.game_folder import GameFolder, Progress
from p2p.text import clean
from protocol.outcome import Outcome, Resigned, Shared, Stopped, Won
from protocol.table import Table
from tui.games import words_of

LINE: Final = 300
"""Characters of a line that the program says."""


@dataclass
class ProgressKeeper:
    """Keeps what `sekigahara games` tells of a game up to date, and tells its stages as they begin."""

    folder: GameFolder
    tell_stages: bool = False
    session: Session[Any, Any] | None = None
    written: Progress | None = None
    stage: str = ""

    def attach(self, session: Session[Any, Any]) -> None:
        """The game has its session."""
        self.session = session
        self.stage = self._stage_now(session)

    def observe(self, notification: Notification) -> None:
        """Look whether anything changed that is told."""
        if self.session is None or not isinstance(notification, EntryAdded):
            return
        table = self.session.table
        stage = self._stage_now(self.session)
        if stage != self.stage:
            self.stage = stage
            if self.tell_stages:
                say(stage)
        progress = Progress(
            game_id="" if table.game_id is None else table.game_id.hex(),
            seat=-1 if table.seat is None else table.seat,
            opponent=table.opponent_name or "",
            stage=stage,
            result="" if table.outcome is None else result_of(table),
            finished=table.finished,
        )
        if progress != self.written:
            self.written = progress
            # The list of games is a convenience; the record, which matters, complains about a full disk by itself.
            with suppress(StorageError):
                self.folder.save_progress(progress)

    def waits_for_opponent(self) -> bool:
        """Whether the game cannot go on without the opponent coming to the table."""
        session = self.session
        return session is None or (not session.connected and session.table.outcome is None)

    @staticmethod
    def _stage_now(session: Session[Any, Any]) -> str:
        state = session.table.state
        return "" if state is None else words_of(session.table.game).stage(state)


def result_of(table: Table[Any, Any]) -> str:
    """How the game ended, in a line."""
    outcome = table.outcome
    return "none, the game is not over" if outcome is None else result_words(table.game, outcome)


def result_words(game: Game[Any, Any], outcome: Outcome) -> str:
    """Who won, and why, in a line."""
    if outcome.winner is not None:
        who = game.seats[outcome.winner]
    else:
        who = "both" if isinstance(outcome, Shared) else "nobody"
    return clean(f"{who} won: {outcome_words(game, outcome)}", LINE)


def outcome_words(game: Game[Any, Any], outcome: Outcome) -> str:
    """Why the game has ended."""
    match outcome:
        case Won(_, reason) | Shared(reason):
            return words_of(game).reason(reason)
        case Resigned(seat):
            return f"{game.seats[seat]} resigned"
        case Stopped(seat):
            return f"{game.seats[seat]} stopped the game"
        case _:
            assert_never(outcome)


def say(sentence: str) -> None:
    """Print a line of plain text at once."""
    print(clean(sentence, LINE), flush=True)
