"""What one player knows of a game, brought up to date entry by entry."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic

from engine.hidden import Action, Decision, Event, Face, Game, Piece, Sealed, Seat, State, View, Waiting, other, view_of
from protocol.audit import audit_own
from protocol.chain import Head
from protocol.clock import Clock
from protocol.entries.draw import DRAW
from protocol.entries.kind import EntryKind
from protocol.entries.mix import follow_mix
from protocol.errors import GameError, PeerError
from protocol.findings import Finding
from protocol.names import clean_name
from protocol.outcome import Outcome
from protocol.phases import Phase, in_play
from protocol.private import PrivateKnowledge
from protocol.progress import Effect
from protocol.referee import Referee
from protocol.roles import Role, Side
from protocol.seeds import Secrets
from protocol.transcript import Entry


@dataclass(frozen=True, slots=True)
class Appended:
    """What one entry did: its number, its author's seat (None before the seats are settled), its kind, and the event
    that the game was told, if any: a sealed choice gives one when the second is opened.
    """

    number: int
    seat: Seat | None
    kind: EntryKind[Any]
    event: Event | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What each player's audit of the finished game found. A side's findings are None until it has signed them."""

    own: tuple[Finding, ...] | None
    theirs: tuple[Finding, ...] | None

    @property
    def finished(self) -> bool:
        """Whether both have signed."""
        return self.own is not None and self.theirs is not None

    @property
    def clean(self) -> bool:
        """Whether both have signed and neither found anything."""
        return self.own == () and self.theirs == ()


def ignore(appended: Appended) -> None:
    """Nobody listens."""


class Follower(Generic[State, Action]):
    """A game as one of its two players knows it. `events` are those of all entries so far; `fault` is what has stopped
    the game for good, if anything has.
    """

    def __init__(
        self,
        game: Game[State, Action],
        role: Role,
        secrets: Secrets,
        name: str,
        side: Side,
        on_event: Callable[[Appended], None] = ignore,
    ) -> None:
        self.game = game
        self.role = role
        self.name = clean_name(name)
        self.events: list[Appended] = []
        self.fault: PeerError | GameError | None = None
        self._exhausted: int | None = None
        self._referee: Referee[State, Action] = Referee(game)
        self._common = self._referee.common
        faces = dict(game.public_faces(self._common.progress.state))
        self._private = PrivateKnowledge(role, secrets, self.name, side, faces, self._audited)
        self._on_event = on_event
        self._gone: dict[Piece, Face] = {}
        """The faces of own pieces that have other numbers since they were mixed. A number is given once."""
        self.opened: dict[Piece, Face] = {}
        """All faces that the own audit has told, of every piece that ever lay there: none before the game is over."""

    def listen(self, on_event: Callable[[Appended], None]) -> None:
        """Have `on_event` called after each entry from now on has been acted on, when `view` is what it led to."""
        self._on_event = on_event

    # -- what the player may know

    @property
    def game_id(self) -> bytes | None:
        """The game's id, once both hellos are there."""
        return self._common.progress.game_id or None

    @property
    def seat(self) -> Seat | None:
        """The own seat, once it is settled."""
        return self._common.seat_of(self.role)

    @property
    def state(self) -> State | None:
        """The public state, once the game has begun. Not to be changed."""
        return None if self.seat is None else self._common.progress.state

    @property
    def waiting(self) -> Waiting | None:
        """What the game waits for, once it has begun. See `outcome` for a game that was left early."""
        return None if self.seat is None else self._common.progress.waiting

    def view_then(self, state: State) -> View[State] | None:
        """What the player saw when the game stood so: `state` is one that it has gone through, or stands at."""
        seat = self.seat
        return None if seat is None else view_of(self.game, state, seat, ChainMap(self._private.faces, self._gone))

    def view(self) -> View[State] | None:
        """All that the player may see, once the game has begun."""
        seat = self.seat
        return None if seat is None else view_of(self.game, self._common.progress.state, seat, self._private.faces)

    @property
    def clock(self) -> Clock | None:
        """The clock of the game, if it has one. Known once the host's hello is there."""
        return self._common.progress.clock

    @property
    def wanted_clock(self) -> Clock | None:
        """The clock that we want, or were told of."""
        return self._private.clock

    @property
    def banks(self) -> tuple[int, int]:
        """What each role has left of its time, in milliseconds, without what it is thinking now."""
        return self._common.progress.banks

    @property
    def clock_of(self) -> Role | None:
        """Whose clock runs, None if nobody's does."""
        return self._common.clock_of

    @property
    def exhausted(self) -> bool:
        """Whether we have signed that our time has run out: the next entry is the opponent's claim."""
        return self._exhausted == self.head.count

    def asked(self) -> Any | None:
        """The question that the player is to answer now; None if there is none, or its answer is sealed already."""
        waiting = self.waiting
        if self.exhausted:
            return None
        if self.fault is not None or not in_play(self.phase) or self._private.leaving is not None:
            return None
        if isinstance(waiting, Decision):
            return waiting.question if waiting.seat == self.seat else None
        if isinstance(waiting, Sealed) and not self._has_chosen():
            return waiting.question
        return None

    @property
    def opponent_name(self) -> str | None:
        """The opponent's name, once its hello is there."""
        players = self._common.progress.players
        theirs = self.role.other
        return players[theirs].name if theirs < len(players) else None

    @property
    def head(self) -> Head:
        """Where the chain stands."""
        return self._common.head

    @property
    def entries(self) -> list[bytes]:
        """The whole chain so far."""
        return list(self._referee.entries)

    def entries_from(self, place: int, most: int) -> list[bytes]:
        """The entries of the chain from number `place` on, `most` at most."""
        return self._referee.entries[place : place + most]

    @property
    def phase(self) -> Phase:
        """Where the game stands between two entries."""
        return self._common.progress.phase

    @property
    def author(self) -> Role | None:
        """Who owes the next entry; None when nothing is left to write."""
        return self._common.author

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, once it has."""
        return self._common.progress.outcome

    @property
    def verdict(self) -> Verdict | None:
        """The findings of the audits, once one is signed."""
        verdicts = self._common.progress.verdicts
        if not verdicts or self.seat is None:
            return None
        own, theirs = self.seat, other(self.seat)
        return Verdict(
            verdicts[own] if own < len(verdicts) else None, verdicts[theirs] if theirs < len(verdicts) else None
        )

    @property
    def finished(self) -> bool:
        """Whether both verdicts are signed: there is nothing left to write or to receive."""
        return self.phase is Phase.FINISHED

    @property
    def leaving(self) -> str:
        """`resign` or `stop` if the player has left and no entry says so yet, else empty."""
        return "" if self.outcome is not None else self._private.leaving or ""

    @property
    def own_choice(self) -> Action | None:
        """What we have answered to the sealed question that the game is at, and the other side does not know yet."""
        choice = self._private.choice
        return None if choice is None else self.game.unpack_action(choice.action)

    @property
    def open_choice(self) -> int | None:
        """The number of the sealed decision that the player is to answer now; None if it is to answer none."""
        return self._common.progress.choices if isinstance(self.waiting, Sealed) and self.asked() is not None else None

    @property
    def unsealed_choice(self) -> int | None:
        """The number of the sealed decision that we have answered and cannot seal yet: the first seat seals first."""
        choice, sealed = self._private.choice, len(self._common.progress.sealed)
        return None if choice is None or self.seat is None or self.seat < sealed else choice.number

    @property
    def awaited(self) -> bool:
        """Whether the opponent has sealed its choice, and only ours is missing."""
        return self.open_choice is not None and len(self._common.progress.sealed) == 1

    @property
    def choice_lost(self) -> bool:
        """Whether we have sealed a choice that we no longer know: restore the remembered blob, or resign."""
        return in_play(self.phase) and self._private.choice is None and self._has_chosen()

    @property
    def chain_exhausted(self) -> bool:
        """Whether we owe a draw and our chain has no link left: we can only leave. No game should come so far."""
        common, private = self._common, self._private
        if common.progress.phase is not Phase.DRAW or common.author is not self.role:
            return False
        return DRAW.write(common, private) is None

    # -- following

    def _follow(self, entry: Entry) -> None:
        try:
            effect = self._referee.judge(entry)
        except (PeerError, GameError) as error:
            self.fault = error
            raise
        self._append(entry, effect)

    def _append(self, entry: Entry, effect: Effect[State]) -> None:
        common, private = self._common, self._private
        mixed_before = common.progress.mixes
        self._referee.append(entry, effect)
        for place, pool in enumerate(effect.mixed):
            order = None
            if pool.owner == self.seat:
                keys = private.keys(common.progress.game_id)
                order = keys.order(mixed_before[pool.owner] + place, len(pool.old))
                self._gone.update({piece: private.faces[piece] for piece in pool.old if piece in private.faces})
            follow_mix(private.faces, pool, order)
        if private.choice is not None and private.choice.number < common.progress.choices:
            private.choice = None
        appended = Appended(entry.number, common.seat_of(entry.role), entry.kind, effect.event)
        self.events.append(appended)
        self._on_event(appended)

    def _has_chosen(self) -> bool:
        """Whether we have sealed a choice in the decision that the game is at, or are about to."""
        sealed = len(self._common.progress.sealed)
        return self._private.choice is not None or (self.seat is not None and self.seat < sealed)

    def _known_faces(self) -> Mapping[Piece, Face]:
        """All of the own pieces' faces, and all public ones."""
        return {**self._private.faces, **self.game.public_faces(self._common.progress.state)}

    def _audited(self, count: int) -> tuple[Finding, ...]:
        # Signatures and proofs were checked when the entries came; what is left is what follows from the seeds.
        violations, faces = audit_own(self.game, self._referee.entries[:count])
        self.opened.update(faces)
        return violations
