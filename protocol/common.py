"""What both players know of one game, and what follows from it alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Generic

from engine.hidden import Action, Event, Game, Over, Piece, Seat, State, other
from protocol.chain import EMPTY, Head
from protocol.clock import TIMED
from protocol.commitments import state_digest
from protocol.errors import PeerError
from protocol.invariants import require
from protocol.inventory import Inventory
from protocol.outcome import outcome_of
from protocol.phases import TURNS, Phase, author_role, author_seat, phase_of, takes_time
from protocol.progress import Effect, Progress, Sealing
from protocol.roles import Role
from protocol.sentences import Sentence


class CommonKnowledge(Generic[State, Action]):
    """The public side of one game, which does not know which of the players we are.

    `sealings` are those of the pieces in play that were ever mixed, each that of its last mix, also when the piece has
    been shown since; `used` holds every commitment and point that was ever made, since none may come again. With
    `in_place` states are not copied: for an audit, which has no use for a game after an entry that was refused. While
    `trusting`, neither signatures nor proofs are checked: this player has done so before (`protocol.mark`).
    """

    def __init__(self, game: Game[State, Action], *, in_place: bool = False) -> None:
        self.game = game
        state = game.start()
        digest = state_digest(game.canonical(state))
        self.progress: Progress[State] = Progress(Phase.HOST_HELLO, state, game.waiting(state), digest)
        self.hashes: list[bytes] = []
        self.sealings: dict[Piece, Sealing] = {}
        self.used: set[bytes] = set()
        self.inventory = Inventory(game, state)
        self.trusting = False
        self._in_place = in_place

    # -- where it stands

    @property
    def number(self) -> int:
        """The number of the next entry."""
        return len(self.hashes)

    @property
    def head(self) -> Head:
        """How long the chain is, and its last hash."""
        return Head(len(self.hashes), self.hashes[-1]) if self.hashes else EMPTY

    @property
    def author(self) -> Role | None:
        """Who writes the next entry, None when the game is finished."""
        progress = self.progress
        role = author_role(progress.phase)
        if role is not None:
            return role
        seat = author_seat(progress.phase, progress.waiting)
        return None if seat is None else self.role_of(seat)

    @property
    def then(self) -> Phase:
        """The phase that the table of turns says follows the present one."""
        return require(TURNS[self.progress.phase].then)

    def seat_of(self, role: Role) -> Seat | None:
        """The seat of `role`, None before it is settled."""
        seat = self.progress.host_seat
        return seat if seat is None or role is Role.HOST else other(seat)

    def role_of(self, seat: Seat) -> Role:
        """The role that sits at `seat`. The seats must be settled."""
        return Role.HOST if seat == self.progress.host_seat else Role.JOINER

    @property
    def clock_of(self) -> Role | None:
        """Whose clock runs, None if nobody's does."""
        progress = self.progress
        return self.author if progress.clock is not None and takes_time(progress.phase) else None

    # -- for whoever judges an entry

    def charged(self, role: Role, kind: str, spent: int | None) -> tuple[int, int] | None:
        """The banks after an entry of this `kind` by `role` that took `spent`; None for no clocks. Raises PeerError."""
        progress = self.progress
        clock = progress.clock if kind in TIMED else None
        if (spent is None) != (clock is None):
            problem = (
                Sentence("the entry says how long it took, and takes no time")
                if clock is None
                else Sentence("it says no time")
            )
            raise self.refused("time", problem, "" if clock is None else "a time", "" if spent is None else spent)
        if clock is None or spent is None:
            return None
        left = clock.after(progress.banks[role], spent)
        if left is None:
            problem = Sentence("the entry took longer than its author's bank had")
            raise self.refused("time", problem, f"at most {progress.banks[role]}", spent)
        return (left, progress.banks[1]) if role is Role.HOST else (progress.banks[0], left)

    def refused(self, check: str, problem: str, expected: object = "", found: object = "") -> PeerError:
        """The error for the entry that is being judged."""
        return PeerError(check, problem, number=self.number, expected=str(expected), found=str(found))

    def told(self, event: Event, progress: Progress[State] | None = None) -> Progress[State]:
        """Where the game stands when it has been told `event`; `progress` has what else has changed."""
        before = progress or self.progress
        state = before.state if self._in_place else self.game.copy(before.state)
        self.game.apply(state, event)
        return self._led_on(before, state, state_digest(self.game.canonical(state)))

    def led_on(self, progress: Progress[State]) -> Progress[State]:
        """`progress`, its phase being what the game itself waits for."""
        return self._led_on(progress, progress.state, progress.digest)

    def _led_on(self, progress: Progress[State], state: State, digest: bytes) -> Progress[State]:
        waiting = self.game.waiting(state)
        outcome = outcome_of(waiting) if isinstance(waiting, Over) else None
        phase = phase_of(waiting)
        return replace(progress, state=state, digest=digest, waiting=waiting, phase=phase, outcome=outcome)

    def append(self, entry_hash: bytes, effect: Effect[State]) -> None:
        """Take over what the entry with this hash, judged here and now, leads to."""
        self.hashes.append(entry_hash)
        for pool in effect.mixed:
            for piece in pool.old:
                self.sealings.pop(piece, None)
        self.sealings.update(effect.sealings)
        self.used.update(effect.used)
        self.progress = effect.progress
