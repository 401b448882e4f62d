"""What is told of a game while it is played: its stages as lines of text, and where it stands for the list of games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from dataclasses import replace as changed
from typing import Any

from engine.hidden import other
from p2p.errors import StorageError
from p2p.notifications import EntryAdded, Notification, OpponentChosen, WordKept
from p2p.progress import DECISIONS, is_untold, left_unconfirmed, person_of, side_of, who_cheated, who_left
from p2p.session.session import Session
from p2p.store.data_folder import DataFolder
from p2p.store.game_folder import GameFolder, Progress
from p2p.store.game_list import list_games
from p2p.store.players import Recognised, recognise
from p2p.text import clean
from protocol.audit import audit
from protocol.entries.leave import STOP
from protocol.equivocation import read_proof
from protocol.errors import PeerError, RecordError
from protocol.follower import Appended
from protocol.outcome import Resigned, Stopped
from protocol.record import read_record
from protocol.report import Integrity
from protocol.signed_head import kept_heads
from protocol.standing import Cheated, Decided, Forfeited, Owed, Standing, Undecided, standing
from protocol.table import Table
from protocol.transcript import read_entry
from tui.cli.rebuilding import in_every_language
from tui.games import words_of
from tui.language import _
from tui.record_words import LINE, result_line

Meet = Callable[[Recognised], None]
"""Is told who has come to the game."""


def _say_nothing(met: Recognised) -> None:
    """Nobody is told."""


@dataclass
class ProgressKeeper:
    """Keeps what `sekigahara games` tells of a game up to date, and tells its stages as they begin.

    `meet` is told who the opponent is, if the lists of `data` have anything to say of that.
    """

    folder: GameFolder
    data: DataFolder | None = None
    meet: Meet = _say_nothing
    tell_stages: bool = False
    session: Session[Any, Any] | None = None
    written: Progress | None = None
    stage: str = ""
    stopped: bool = False
    _moves: int = 0
    _met: bool = False
    _worth: tuple[object, Standing | None] = field(default=((), None))

    def attach(self, session: Session[Any, Any], folder: GameFolder | None = None) -> None:
        """The game has its session; that of `folder`, if it is another one now."""
        if folder is not None and folder.name != self.folder.name:
            self.conclude()
            self.folder, self.written = folder, None
            self.stopped = self._met = False
            self._worth = ((), None)
        self.session = session
        self.stage = self._stage_now(session)
        self._moves = sum(self._is_move(session, appended) for appended in session.table.events)
        if session.table.opponent_name is not None:
            self._meet(session, again=True)

    def observe(self, notification: Notification) -> None:
        """Look whether anything changed that is told."""
        session = self.session
        if session is not None and isinstance(notification, WordKept | OpponentChosen):
            self._save(session)
        if session is None or not isinstance(notification, EntryAdded):
            return
        self._moves += self._is_move(session, notification.appended)
        if session.table.opponent_name is not None:
            self._meet(session, again=False)
        stage = self._stage_now(session)
        if stage != self.stage:
            self.stage = stage
            if self.tell_stages:
                say(stage)
        self._save(session)

    def conclude(self) -> None:
        """The game is played no more, for now or for good."""
        self.stopped = True
        if self.session is not None:
            self._save(self.session)

    def worth(self) -> Standing | None:
        """What the game is worth as it stands; None while it goes on."""
        session = self.session
        if session is None:
            return None
        table = session.table
        key = (table.head.count, table.fault is None, self.stopped, table.outcome is None)
        if self._worth[0] != key:
            self._worth = key, self._worth_of(table)
        return self._worth[1]

    def result(self) -> str:
        """Who won, or counts as the winner, and why, in a line; empty while the game goes on."""
        worth = self.worth()
        if self.session is None or worth is None:
            return ""
        table = self.session.table
        if table.outcome is None and not isinstance(worth.result, Cheated):
            return ""
        return result_line(table.game, worth)

    def waits_for_opponent(self) -> bool:
        """Whether the game cannot go on without the opponent coming to the table."""
        session = self.session
        return session is None or (not session.connected and session.table.outcome is None)

    def _save(self, session: Session[Any, Any]) -> None:
        table = session.table
        worth = self.worth()
        stage, result, told = in_every_language(lambda: (self._stage_now(session), self.result()))
        winner = worth.winner if worth is not None and result else None
        broken = table.outcome is None and bool(result)
        progress = Progress(
            game_id="" if table.game_id is None else table.game_id.hex(),
            seat=-1 if table.seat is None else table.seat,
            opponent=table.opponent_name or "",
            stage=stage,
            result=result,
            told=told,
            finished=table.finished or broken,
            undelivered=table.finished and not session.handed_over,
            winner=-1 if winner is None else winner,
            person=person_of(table.entries[:2], table.role.other) if table.opponent_name is not None else "",
            moves=self._moves,
            turn="" if table.author is None else side_of(table.author is table.role),
            both_choose=table.open_choice is not None and not session.awaited,
            left=who_left(table.outcome, table.seat),
            leaving=bool(table.leaving) or left_unconfirmed(table.outcome, table.seat, table.entries, table.role),
            cheat=who_cheated(worth, table.seat),
        )
        if progress != self.written:
            self.written = progress
            # The list of games is a convenience; the record, which matters, complains about a full disk by itself.
            with suppress(StorageError):
                self.folder.save_progress(progress)

    def _worth_of(self, table: Table[Any, Any]) -> Standing | None:
        liar = self._liar(table) if self.stopped else None
        if table.finished or isinstance(table.fault, PeerError) or liar is not None:
            worth = standing(audit(table.game, self._record(table)), kept_heads(self._seen()))
            if liar is not None and isinstance(worth.result, Decided | Forfeited):
                worth = changed(worth, result=Cheated((liar,), table.outcome), withheld=None)
            return worth
        # This program has checked every entry that it has taken.
        proven = table.head.count - 1 if table.head.count else None
        if table.outcome is not None:
            return Standing(Decided(table.outcome), self._withheld(table), Integrity.CUT, proven)
        if not self.stopped:
            return None
        owed = self._owed(table)
        if table.seat is not None and table.leaving:
            # Whoever comes back to nobody does not win by that: the player has given the game up.
            left = Stopped(table.seat) if table.leaving == STOP.name else Resigned(table.seat)
            return Standing(Decided(left), None, Integrity.CUT, proven)
        if table.seat is None or owed is None:
            return Standing(Undecided(), None, Integrity.CUT, proven)
        loser = table.seat if owed.role is table.role else other(table.seat)
        return Standing(Forfeited(loser, owed), None, Integrity.CUT, proven)

    def _withheld(self, table: Table[Any, Any]) -> Owed | None:
        """What is missing after the end once the game is played no more; nothing from whom may not know of the end."""
        owed = self._owed(table) if self.stopped else None
        return None if owed is None or is_untold(owed, table.entries, table.role) else owed

    def _owed(self, table: Table[Any, Any]) -> Owed | None:
        author, entries = table.author, table.entries
        if author is None:
            return None
        witnessed = bool(entries) and read_entry(entries[-1]).role is author
        if author is not table.role and not witnessed:
            with suppress(PeerError):
                witnessed = table.hear_head(self._seen()).head == table.head
        return Owed(author, table.phase, witnessed)

    def _seen(self) -> bytes:
        """The head that the opponent has signed, nothing if there is none."""
        try:
            return self.folder.seen()
        except StorageError:
            return b""

    def _record(self, table: Table[Any, Any]) -> Sequence[bytes]:
        """The record with its last entry, also if that broke the rules."""
        try:
            entries = read_record(self.folder.record()).entries
        except (StorageError, RecordError):
            return table.entries
        return entries if len(entries) >= table.head.count else table.entries

    def _liar(self, table: Table[Any, Any]) -> Any | None:
        """The seat that a proof of two entries at one place accuses, if there is one."""
        try:
            if not self.folder.has_proof() or table.seat is None:
                return None
            shown = read_proof(self.folder.proof_path.read_bytes())
        except (StorageError, RecordError, OSError):
            return None
        if shown.game_id and shown.game_id != table.game_id:
            return None
        return table.seat if shown.role is table.role else other(table.seat)

    def _meet(self, session: Session[Any, Any], *, again: bool) -> None:
        """Tell once who has come. Who comes back to a game is told of only if there is something to beware of."""
        if self._met or self.data is None:
            return
        self._met = True
        table = session.table
        with suppress(StorageError):
            if self.folder.about().opponent_bot:
                return
            person = person_of(table.entries[:2], table.role.other)
            met = recognise(list_games(self.data), self.folder.name, table.opponent_name or "", person)
            if met is not None and not (again and met.person):
                self.meet(met)

    @staticmethod
    def _is_move(session: Session[Any, Any], appended: Appended) -> bool:
        seat = session.table.seat
        return seat is not None and appended.seat == other(seat) and appended.kind in DECISIONS

    @staticmethod
    def _stage_now(session: Session[Any, Any]) -> str:
        state = session.table.state
        return "" if state is None else words_of(session.table.game).stage(state)


def proof_lines(folder: GameFolder) -> list[str]:
    """Where the proof is that somebody signed two entries at one place, if there is one."""
    try:
        if not folder.has_proof():
            return []
    except StorageError:
        return []
    return [_("Two different entries signed at one place are kept as proof: {path}.").format(path=folder.proof_path)]


def say(sentence: str) -> None:
    """Print a line of plain text at once."""
    print(clean(sentence, LINE), flush=True)
