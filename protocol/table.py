"""One player's end of a game: follows the transcript, keeps the player's secrets, and writes what the player owes.

No input or output of its own: entries come in through `receive` and go out through `take_outbox`, and two callables,
`keep` and `remember`, make bytes durable. All that the opponent may learn lies in the entries; all that the table knows
in private follows from the secrets, the sealed choices and the transcript, so `Table.resume` rebuilds it after a crash.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Generic

from engine.hidden import (
    Action,
    Claim,
    Decision,
    Draw,
    Event,
    Face,
    Game,
    IllegalAction,
    MalformedAction,
    Mix,
    Piece,
    Sealed,
    Seat,
    State,
    Waiting,
    check_claims,
    other,
)
from protocol.audit import audit
from protocol.canonical import EncodingError, decode, decode_as, encode
from protocol.commitments import commit_choice, commit_coin, commit_seed, rules_digest
from protocol.errors import ForkError, LocalError, PeerError, RecordError, RepeatedEntry, known, one_of
from protocol.match import Match
from protocol.names import clean_name
from protocol.phases import Phase, in_play
from protocol.pools import move_faces, seal_pools
from protocol.progress import Outcome, Step
from protocol.proof import Equivocation, find_equivocation
from protocol.seeds import Secrets, SeedKeys, coin_value
from protocol.transcript import (
    Body,
    Choosing,
    Coin,
    Drawing,
    Entry,
    Finding,
    Head,
    Hello,
    Kind,
    Leaving,
    Mixing,
    Opening,
    Role,
    Sealing,
    SeedOpening,
    Side,
    Unsealing,
    VerdictBody,
    read_entry,
    write_entry,
)

_REMEMBERED: Final = "fairtable/1 remembered"


@dataclass(frozen=True, slots=True)
class Happened:
    """What one entry did: its number, its author's seat (None before the seats are settled), its kind, and the event
    that the game was told, if any: a sealed choice gives one when the second is opened.
    """

    number: int
    seat: Seat | None
    kind: Kind
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


def _ignore(happened: Happened) -> None:
    """Nobody listens."""


class Table(Generic[State, Action]):
    """A game as one of its two players holds it.

    `keep(entry)` must make an entry durable before it returns: it is called before an own entry can be sent, and before
    a received one is acted on (THREATS 34). `remember(blob)` must make an own sealed choice durable, and may throw
    older ones away: it is called before the choice is committed to (THREATS 7). If either raises, nothing has changed,
    and `proceed` tries again. `on_event` is called after each entry, own or received, has been acted on.
    """

    def __init__(
        self,
        game: Game[State, Action],
        role: Role,
        secrets: Secrets,
        name: str,
        side: Side = Side.RANDOM,
        keep: Callable[[bytes], None] = lambda entry: None,
        remember: Callable[[bytes], None] = lambda blob: None,
        on_event: Callable[[Happened], None] = _ignore,
    ) -> None:
        self.game = game
        self.role = role
        self.name = clean_name(name)
        self.events: list[Happened] = []
        self.fault: PeerError | None = None
        self._match: Match[State, Action] = Match(game)
        self._secrets = secrets
        self._side = side
        self._keep = keep
        self._remember = remember
        self._on_event = on_event
        self._keys: SeedKeys | None = None
        self._faces: dict[Piece, Face] = dict(game.public_faces(self._match.progress.state))
        self._outbox: list[bytes] = []
        self._choice: tuple[int, list[Any]] | None = None
        self._leaving: Kind | None = None
        self._begun = role is Role.JOINER

    @classmethod
    def resume(
        cls,
        game: Game[State, Action],
        role: Role,
        secrets: Secrets,
        entries: Sequence[bytes],
        remembered: Sequence[bytes] = (),
        keep: Callable[[bytes], None] = lambda entry: None,
        remember: Callable[[bytes], None] = lambda blob: None,
        *,
        name: str = "",
        side: Side = Side.RANDOM,
        on_event: Callable[[Happened], None] = _ignore,
        path: str = "The record",
    ) -> Table[State, Action]:
        """The table as it was when `entries` was all that had been kept, and `remembered` all that had been remembered.

        Of `remembered`, in order, only the last counts; older blobs may be there or not.

        What the player owed already is written (and kept) again, the same bytes as before. `name` and `side` serve only
        if the own hello had not been written; `path` names the file in errors. `on_event` hears of new entries alone;
        `events` holds the old ones. If the last entry is the opponent's and broke the protocol, `fault` says so again.
        Raises RecordError if the entries are no game of this player's.
        """
        table = cls(game, role, secrets, name, side, keep, remember)
        for number, raw in enumerate(entries):
            table._retake(number, raw, path, last=number + 1 == len(entries))
        table._recall(remembered, path)
        table._begun = table._begun or bool(entries)
        table._on_event = on_event
        with suppress(PeerError):  # `fault` holds it
            table.proceed()
        return table

    # -- what the player may know

    @property
    def game_id(self) -> bytes | None:
        """The game's id, once both hellos are there."""
        return self._match.progress.game_id or None

    @property
    def seat(self) -> Seat | None:
        """The own seat, once it is settled."""
        return self._match.seat_of(self.role)

    @property
    def state(self) -> State | None:
        """The public state, once the game has begun. Not to be changed."""
        return None if self.seat is None else self._match.progress.state

    @property
    def waiting(self) -> Waiting | None:
        """What the game waits for, once it has begun. See `outcome` for a game that was left early."""
        return None if self.seat is None else self._match.progress.waiting

    @property
    def faces(self) -> Mapping[Piece, Face]:
        """The faces of the own pieces and of all public ones."""
        return {**self._faces, **self.game.public_faces(self._match.progress.state)}

    @property
    def opponent_name(self) -> str | None:
        """The opponent's name, once its hello is there."""
        hellos = self._match.progress.hellos
        theirs = self.role.other
        return hellos[theirs].name if theirs < len(hellos) else None

    @property
    def head(self) -> Head:
        """Where the chain stands."""
        return self._match.head

    @property
    def entries(self) -> list[bytes]:
        """The whole chain so far."""
        return list(self._match.entries)

    @property
    def phase(self) -> Phase:
        """Where the game stands between two entries."""
        return self._match.progress.phase

    @property
    def author(self) -> Role | None:
        """Who owes the next entry; None when nothing is left to write."""
        return self._match.author()

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, once it has."""
        return self._match.progress.outcome

    @property
    def verdict(self) -> Verdict | None:
        """The findings of the audits, once one is signed."""
        verdicts = self._match.progress.verdicts
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
    def leaving(self) -> bool:
        """Whether a resignation or stop waits for our turn to write."""
        return self._leaving is not None and self.outcome is None

    @property
    def choice_lost(self) -> bool:
        """Whether we have sealed a choice that we no longer know: restore the remembered blob, or resign."""
        return in_play(self.phase) and self._choice is None and self._has_chosen()

    def to_decide(self) -> str | None:
        """The kind of decision that the local player owes now; None if there is none, or it is sealed already."""
        waiting, seat = self.waiting, self.seat
        if self.fault is not None or not in_play(self.phase) or self._leaving is not None:
            return None
        if isinstance(waiting, Decision) and waiting.seat == seat:
            return waiting.kind
        if isinstance(waiting, Sealed) and not self._has_chosen():
            return waiting.kind
        return None

    # -- what the player does

    def begin(self) -> None:
        """The host opens the game with its hello."""
        if self.role is not Role.HOST:
            raise LocalError("The joiner waits for the host's hello, it does not begin")
        self._begun = True
        self.proceed()

    def act(self, action: Action) -> None:
        """Take the decision that the local player owes. Raises IllegalAction, changing nothing."""
        self._check_going()
        if self.to_decide() is None:
            raise IllegalAction("table", "There is nothing for you to decide now")
        seat = known(self.seat)
        packed = self._packed(action)
        action = self.game.unpack_action(packed)
        openings = self._openings(action)
        if isinstance(self.waiting, Sealed):
            self._check_claims(self.game.claims(self._match.progress.state, seat, action))
            number = self._match.progress.seals
            self._remember(encode((_REMEMBERED, self.game_id, number, packed)))
            self._choice = (number, packed)
        else:
            self._write(Kind.ACTION, Choosing(packed, openings))
        self.proceed()

    def resign(self) -> None:
        """Give the game up. Goes out with our next entry, at once if it is our turn to write."""
        self._leave(Kind.RESIGN)

    def stop(self) -> None:
        """End the game without a winner, under our name. Goes out as a resignation does."""
        self._leave(Kind.STOP)

    # -- what goes between the peers

    def receive(self, raw: bytes) -> None:
        """Take one entry of the opponent's, or one of our own that we lost (THREATS 22).

        Raises PeerError, having acted on nothing. If it was the opponent's signed word that broke the protocol, the
        entry is kept as evidence, `fault` is set and the game is stopped for good.
        """
        self._check_going()
        entry = read_entry(raw)
        self._check_new(entry)
        self._match.admit(entry)
        if self.finished:
            raise PeerError("phase", "the game is finished, nothing can follow", number=entry.number)
        self._keep(raw)
        self._follow(entry)
        self.proceed()

    def take_outbox(self) -> list[bytes]:
        """The entries written since the last call, in order, to be sent."""
        outbox, self._outbox = self._outbox, []
        return outbox

    def lacking(self, peer: Head) -> list[bytes]:
        """The entries that a peer whose chain stands at `peer` lacks, to be sent after a reconnect.

        Empties the outbox, which is part of them. Raises ForkError if the peer's chain is not the beginning of ours.
        """
        entries, hashes = self._match.entries, self._match.hashes
        if 0 < peer.count <= len(entries) and hashes[peer.count - 1] != peer.hash:
            raise ForkError(
                "fork",
                "the opponent has another entry than ours here",
                number=peer.count - 1,
                expected=hashes[peer.count - 1].hex(),
                found=peer.hash.hex(),
            )
        self._outbox.clear()
        return entries[peer.count :]

    def compare(self, entries: Sequence[bytes]) -> Equivocation | None:
        """The proof of two different signed entries at one place, from the opponent's whole chain and ours.

        None if one chain is the beginning of the other. Raises PeerError if theirs differs without a valid signature.
        """
        return find_equivocation(self._match.entries, entries)

    def proceed(self) -> None:
        """Write all that we owe without a decision of the player's. Called by itself; again after `keep` had failed."""
        while self.fault is None and self._begun and self._match.author() is self.role:
            written = self._owed()
            if written is None:
                return
            try:
                self._write(*written)
            except PeerError as error:
                self.fault = error
                raise

    # -- writing

    def _owed(self) -> tuple[Kind, Body] | None:
        """The entry that we must write now, None if it takes a decision."""
        phase = self.phase
        if in_play(phase) and self._leaving is not None:
            return self._leaving, Leaving()
        if phase in (Phase.HOST_HELLO, Phase.JOINER_HELLO):
            return Kind.HELLO, self._hello()
        if phase in (Phase.HOST_COIN, Phase.JOINER_COIN):
            return Kind.COIN, Coin(coin_value(self._secrets.seed, self._secrets.public_key))
        if phase is Phase.MIX:
            return Kind.MIX, self._mixing()
        if phase is Phase.DRAW:
            return Kind.DRAW, self._drawing()
        if phase in (Phase.FIRST_SEAL, Phase.SECOND_SEAL) and self._choice is not None:
            return Kind.SEAL, Sealing(self._commitment())
        if phase in (Phase.FIRST_OPEN, Phase.SECOND_OPEN) and self._choice is not None:
            return Kind.OPEN, self._unsealing()
        if phase in (Phase.FIRST_SEED, Phase.SECOND_SEED):
            return Kind.SEED, SeedOpening(self._secrets.seed)
        if phase in (Phase.FIRST_VERDICT, Phase.SECOND_VERDICT):
            return Kind.VERDICT, self._judging()
        return None

    def _hello(self) -> Hello:
        key, seed = self._secrets.public_key, self._secrets.seed
        return Hello(
            rules=rules_digest(self.game.rules_data()),
            public_key=key,
            seed_commitment=commit_seed(self.role, key, seed),
            coin_commitment=commit_coin(self.role, key, coin_value(seed, key)),
            name=self.name,
            side=self._side if self.role is Role.HOST else None,
        )

    def _mixing(self) -> Mixing:
        """Fresh commitments for the pieces that the game asks us to mix, in the order that our seed gives."""
        progress, game = self._match.progress, self.game
        mix = one_of(Mix, progress.waiting)
        return Mixing(
            seal_pools(
                game,
                progress.state,
                mix,
                self._seed_keys(),
                progress.game_id,
                progress.mixes[mix.owner],
                self._faces,
            )
        )

    def _drawing(self) -> Drawing:
        """The places from which our seed lets the opponent draw."""
        progress = self._match.progress
        draw = one_of(Draw, progress.waiting)
        size = len(self.game.pool(progress.state, draw.owner, draw.source))
        number = progress.draws[draw.owner]
        keys = self._seed_keys()
        return Drawing(tuple(keys.position(number + taken, size - taken) for taken in range(draw.count)))

    def _commitment(self) -> bytes:
        number, packed = known(self._choice)
        nonce = self._seed_keys().seal_nonce(number)
        return commit_choice(self._match.progress.game_id, known(self.seat), number, packed, nonce)

    def _unsealing(self) -> Unsealing:
        number, packed = known(self._choice)
        action = self.game.unpack_action(packed)
        return Unsealing(packed, self._seed_keys().seal_nonce(number), self._openings(action))

    def _judging(self) -> VerdictBody:
        entries = self._match.entries[: len(self._match.entries) - len(self._match.progress.verdicts)]
        report = audit(self.game, entries)
        return VerdictBody(self._match.hashes[len(entries) - 1], report.findings())

    def _openings(self, action: Action) -> tuple[Opening, ...]:
        """The openings of the pieces that `action` shows. Raises IllegalAction."""
        seat = known(self.seat)
        pieces = self.game.to_show(self._match.progress.state, seat, action)
        keys = self._seed_keys()
        return tuple(Opening(self._faces[piece], keys.nonce(piece)) for piece in pieces)

    def _packed(self, action: Action) -> list[Any]:
        """`action` as the one form of plain data that the opponent will read. Raises LocalError if there is none."""
        packed = self.game.pack_action(self.game.unpack_action(self.game.pack_action(action)))
        try:
            decode(encode(packed))
        except (EncodingError, TypeError, OverflowError) as refusal:
            raise LocalError(f"The game packs an action that cannot be sent: {refusal}") from None
        return packed

    def _check_claims(self, claims: Sequence[Claim]) -> None:
        """We do not make claims that the audit would find false (THREATS 15)."""
        check_claims(self.game, claims, self._faces)

    def _leave(self, kind: Kind) -> None:
        self._check_going()
        if self.outcome is not None:
            raise LocalError("The game is over already")
        if self.seat is None:
            raise LocalError("The game has not begun; close the table instead")
        self._leaving = kind
        self.proceed()

    def _write(self, kind: Kind, body: Body) -> None:
        match = self._match
        step = match.step(self.role, kind, body)
        if kind is Kind.ACTION:
            self._check_claims(step.claims)
        entry = write_entry(
            self._secrets.signing_key,
            game=match.progress.game_id,
            role=self.role,
            kind=kind,
            body=body,
            after=match.head,
            state=step.progress.digest,
        )
        self._keep(entry.raw)
        self._outbox.append(entry.raw)
        self._take(entry, step)

    # -- following

    def _follow(self, entry: Entry) -> None:
        try:
            step = self._match.follow(entry)
        except PeerError as error:
            self.fault = error
            raise
        self._take(entry, step)

    def _take(self, entry: Entry, step: Step[State]) -> None:
        match = self._match
        before = match.progress.mixes
        match.take(entry, step)
        for place, pool in enumerate(step.shuffled):
            order = None
            if pool.owner == self.seat:
                order = self._seed_keys().order(before[pool.owner] + place, len(pool.old))
            move_faces(self._faces, pool, order)
        if match.progress.seals and self._choice is not None and self._choice[0] < match.progress.seals:
            self._choice = None
        happened = Happened(entry.number, match.seat_of(entry.role), entry.kind, step.event)
        self.events.append(happened)
        self._on_event(happened)

    def _check_going(self) -> None:
        if self.fault is not None:
            raise LocalError(f"The game has stopped: {self.fault}")

    def _check_new(self, entry: Entry) -> None:
        """Refuse an entry at a place that is taken: a repetition, or proof that its author signed two (THREATS 7)."""
        entries = self._match.entries
        if entry.number >= len(entries):
            if entry.kind is Kind.HELLO and entry.role is self.role:
                raise PeerError("phase", "got our own hello back", number=entry.number)
            return
        ours = read_entry(entries[entry.number])
        if ours.hash == entry.hash:
            raise RepeatedEntry("number", "we have this entry already", number=entry.number)
        if ours.role is entry.role and ours.game == entry.game and entry.signed_by(self._key_of(ours)):
            proof = Equivocation(ours.raw, entry.raw, tuple(entries[:2]) if entry.game else ())
            raise PeerError(
                "equivocation",
                f"the {entry.role.name.lower()} signed two different entries at one place, which proves cheating",
                number=entry.number,
                expected=ours.hash.hex(),
                found=entry.hash.hex(),
                proof=proof,
            )
        raise PeerError(
            "number",
            f"got entry {entry.number} once more and not signed as ours is, expected entry {len(entries)}",
            number=entry.number,
            expected=str(len(entries)),
            found=str(entry.number),
        )

    def _key_of(self, entry: Entry) -> bytes:
        return known(self._match.public_key(entry))

    # -- resuming

    def _retake(self, number: int, raw: bytes, path: str, *, last: bool) -> None:
        """Take one entry of our own record again."""
        advice = "Restore the file from a copy, or begin a new game"
        try:
            entry = read_entry(raw)
            self._match.admit(entry)
            own_hello = entry.kind is Kind.HELLO and entry.role is self.role
            if own_hello and one_of(Hello, entry.body).public_key != self._secrets.public_key:
                raise RecordError(path, "the secrets belong to another game", advice, number=number)
            self._follow(entry)
        except PeerError as error:
            if error is self.fault and last and read_entry(raw).role is not self.role:
                return
            raise RecordError(path, str(error.problem), advice, number=number) from None

    def _recall(self, remembered: Sequence[bytes], path: str) -> None:
        """Take up the sealed choice that was remembered, if it is for the decision that the game is at."""
        for blob in remembered:
            try:
                tag, game_id, number, packed = decode_as(blob, tuple[str, bytes, int, list[Any]])
                if (tag, game_id, number) != (_REMEMBERED, self.game_id, self._match.progress.seals):
                    continue
                self.game.unpack_action(packed)
            except (EncodingError, MalformedAction) as refusal:
                advice = "Restore the file of remembered choices from a copy, or resume without it and resign"
                raise RecordError(path, f"the remembered choice cannot be read ({refusal})", advice) from None
            self._choice = (number, packed)
        seat, sealed = self.seat, self._match.progress.sealed
        if self._choice is not None and seat is not None and seat < len(sealed) and sealed[seat] != self._commitment():
            self._choice = None

    def _has_chosen(self) -> bool:
        """Whether we have sealed a choice in the decision that the game is at, or are about to."""
        return self._choice is not None or (self.seat is not None and self.seat < len(self._match.progress.sealed))

    def _seed_keys(self) -> SeedKeys:
        if self._keys is None:
            self._keys = SeedKeys(known(self.game_id), self._secrets.seed)
        return self._keys
