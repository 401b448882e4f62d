"""One game between two peers as its transcript tells it: what both know, and what each entry does to it.

A `Match` does not know which side we are. The table checks the opponent's entries and its own with it, and the audit
replays a record with it, so that there is one place where an entry is judged (EXAMPLES 5).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Generic, cast

from engine.hidden import (
    SEATS,
    Acted,
    Action,
    BothActed,
    Claim,
    Draw,
    Drawn,
    Face,
    Game,
    IllegalAction,
    MalformedAction,
    Mix,
    Mixed,
    Over,
    Piece,
    Seat,
    State,
    check_claims,
    other,
)
from protocol.canonical import encode
from protocol.commitments import (
    commit_choice,
    commit_coin,
    commit_piece,
    commit_seed,
    rules_digest,
    state_digest,
)
from protocol.errors import JointError, PeerError, known, one_of
from protocol.names import is_clean
from protocol.phases import TRANSITIONS, Phase, author_seat, phase_of
from protocol.progress import Outcome, Progress, Shuffled, Step
from protocol.proof import game_id_of
from protocol.stock import Stock
from protocol.transcript import (
    EMPTY,
    Body,
    Choosing,
    Coin,
    Drawing,
    Entry,
    Head,
    Hello,
    Kind,
    Mixing,
    Opening,
    Role,
    Sealing,
    SeedOpening,
    Side,
    Unsealing,
    VerdictBody,
)


class Match(Generic[State, Action]):
    """The public side of one game. `admit` and `step` judge an entry and change nothing; `take` does what it says.

    `in_place` saves the copies of the state: for an audit, which has no use for a match after an entry that it refused.
    """

    def __init__(self, game: Game[State, Action], *, in_place: bool = False) -> None:
        self.game = game
        state = game.start()
        self.progress: Progress[State] = Progress(Phase.HOST_HELLO, state, game.waiting(state), self._digest(state))
        self.entries: list[bytes] = []
        self.hashes: list[bytes] = []
        self.commitments: dict[Piece, bytes] = {}
        self._in_place = in_place
        self._seen: set[bytes] = set()
        self._stock = Stock()

    # -- where it stands

    @property
    def head(self) -> Head:
        """How long the chain is, and its last hash."""
        return Head(len(self.hashes), self.hashes[-1]) if self.hashes else EMPTY

    def seat_of(self, role: Role) -> Seat | None:
        """The seat of `role`, None before it is settled."""
        seat = self.progress.host_seat
        return seat if seat is None or role is Role.HOST else other(seat)

    def role_of(self, seat: Seat) -> Role:
        """The role that sits at `seat`. The seats must be settled."""
        return Role.HOST if seat == self.progress.host_seat else Role.JOINER

    def author(self) -> Role | None:
        """Who writes the next entry; None when the game is finished."""
        progress = self.progress
        if progress.phase in (Phase.HOST_HELLO, Phase.HOST_COIN):
            return Role.HOST
        if progress.phase in (Phase.JOINER_HELLO, Phase.JOINER_COIN):
            return Role.JOINER
        seat = author_seat(progress.phase, progress.waiting)
        return None if seat is None else self.role_of(seat)

    def public_key(self, entry: Entry) -> bytes | None:
        """The key that must have signed `entry`: the one in the author's hello."""
        if entry.role < len(self.progress.hellos):
            return self.progress.hellos[entry.role].public_key
        return entry.body.public_key if isinstance(entry.body, Hello) else None

    # -- judging an entry

    def admit(self, entry: Entry) -> None:
        """Check that the author of a decoded entry signed it for this place of this game. Raises PeerError."""
        number = len(self.entries)
        if entry.game != self.progress.game_id:
            raise PeerError(
                "game",
                "the entry was signed for another game",
                number=number,
                expected=self.progress.game_id.hex(),
                found=entry.game.hex(),
            )
        if entry.number != number:
            raise PeerError(
                "number",
                f"got entry {entry.number}, expected entry {number}",
                number=number,
                expected=str(number),
                found=str(entry.number),
            )
        if entry.previous != self.head.hash:
            raise PeerError(
                "chain",
                f"the entry follows another entry {number - 1} than ours",
                number=number,
                expected=self.head.hash.hex(),
                found=entry.previous.hex(),
            )
        key = self.public_key(entry)
        if key is None or not entry.signed_by(key):
            raise PeerError("signature", f"the entry is not signed by the {entry.role.name.lower()}", number=number)

    def follow(self, entry: Entry) -> Step[State]:
        """What an admitted entry does. Raises PeerError, also where the rules refuse it: the check is then the rule."""
        number = entry.number
        try:
            step = self.step(entry.role, entry.kind, entry.body)
        except IllegalAction as refusal:
            raise PeerError(refusal.rule, refusal.problem, number=number) from None
        except MalformedAction as refusal:
            raise PeerError("action", f"the action cannot be read: {refusal}", number=number) from None
        if step.progress.digest != entry.state:
            raise PeerError(
                "state",
                f"the opponent's game came to another state than ours: its digest is {entry.state.hex()}, "
                f"ours {step.progress.digest.hex()}",
                number=number,
                expected=step.progress.digest.hex(),
                found=entry.state.hex(),
            )
        return step

    def take(self, entry: Entry, step: Step[State]) -> None:
        """Do what `step`, worked out for `entry` here and now, says."""
        self.entries.append(entry.raw)
        self.hashes.append(entry.hash)
        if step.commitments:
            self._stock.follow(step.shuffled)
            for pool in step.shuffled:
                for piece in pool.old:
                    self.commitments.pop(piece, None)
            self.commitments.update(step.commitments)
            self._seen.update(step.commitments.values())
        if isinstance(step.body, Sealing):
            self._seen.add(step.body.commitment)
        self.progress = step.progress

    def step(self, role: Role, kind: Kind, body: Body) -> Step[State]:
        """What an entry of `kind` by `role` would do now. Raises PeerError, IllegalAction or MalformedAction."""
        progress = self.progress
        author = self.author()
        kinds = TRANSITIONS[progress.phase].kinds
        if role is not author or kind not in kinds:
            names = " or ".join(sorted(kinds)) or "nothing more"
            expected = f"{names} by the {author.name.lower()}" if author is not None else names
            found = f"{kind.value} by the {role.name.lower()}"
            raise PeerError(
                "phase",
                f"got {found}, expected {expected}",
                number=len(self.entries),
                expected=expected,
                found=found,
            )
        if kind in (Kind.RESIGN, Kind.STOP):
            return self._leave(role, kind, body)
        if isinstance(body, Hello):
            return self._hello(role, body)
        if isinstance(body, Coin):
            return self._coin(role, body)
        if isinstance(body, Mixing):
            return self._mix(role, body)
        if isinstance(body, Drawing):
            return self._draw(role, body)
        if isinstance(body, Choosing):
            return self._act(role, body)
        if isinstance(body, Sealing):
            return self._seal(role, body)
        if isinstance(body, Unsealing):
            return self._open(role, body)
        if isinstance(body, SeedOpening):
            return self._seed(role, body)
        return self._verdict(role, one_of(VerdictBody, body))

    # -- before the game

    def _hello(self, role: Role, body: Hello) -> Step[State]:
        progress = self.progress
        number = len(self.entries)
        rules = rules_digest(self.game.rules_data())
        if body.rules != rules:
            raise PeerError(
                "rules",
                f"the opponent plays by other rules or data: their digest is {body.rules.hex()}, ours {rules.hex()}; "
                "both must have the same version of the game",
                number=number,
                expected=rules.hex(),
                found=body.rules.hex(),
            )
        if not is_clean(body.name):
            raise PeerError("name", "the opponent's name is empty, too long or not plain text", number=number)
        if (body.side is None) != (role is Role.JOINER):
            raise PeerError("hello", "the side is the host's to choose, and must be chosen", number=number)
        hellos = (*progress.hellos, body)
        progress = replace(progress, hellos=hellos)
        if role is Role.HOST:
            return self._step(role, Kind.HELLO, body, replace(progress, phase=Phase.JOINER_HELLO))
        host = hellos[0]
        if {host.public_key, host.seed_commitment, host.coin_commitment} & {
            body.public_key,
            body.seed_commitment,
            body.coin_commitment,
        }:
            raise PeerError("copy", "the opponent's hello repeats a key or commitment of ours", number=number)
        progress = replace(progress, game_id=game_id_of(host, body))
        if host.side is Side.RANDOM:
            return self._step(role, Kind.HELLO, body, replace(progress, phase=Phase.HOST_COIN))
        return self._step(role, Kind.HELLO, body, self._seated(progress, SEATS[known(host.side)]))

    def _coin(self, role: Role, body: Coin) -> Step[State]:
        progress = self.progress
        hello = progress.hellos[role]
        if commit_coin(role, hello.public_key, body.value) != hello.coin_commitment:
            raise PeerError("coin", "the coin is not the one committed to in the hello", number=len(self.entries))
        coins = (*progress.coins, body.value)
        progress = replace(progress, coins=coins)
        if role is Role.HOST:
            return self._step(role, Kind.COIN, body, replace(progress, phase=Phase.JOINER_COIN))
        return self._step(role, Kind.COIN, body, self._seated(progress, SEATS[(coins[0][0] ^ coins[1][0]) & 1]))

    def _seated(self, progress: Progress[State], host_seat: Seat) -> Progress[State]:
        """The seats are settled and the game begins."""
        return self._settled(replace(progress, host_seat=host_seat))

    # -- the game

    def _leave(self, role: Role, kind: Kind, body: Body) -> Step[State]:
        seat = known(self.seat_of(role))
        if kind is Kind.RESIGN:
            outcome = Outcome(other(seat), "the other side resigned", resigned=seat)
        else:
            outcome = Outcome(None, "The game was stopped", stopped=seat)
        return self._step(role, kind, body, replace(self.progress, phase=Phase.FIRST_SEED, outcome=outcome))

    def _mix(self, role: Role, body: Mixing) -> Step[State]:
        game, progress = self.game, self.progress
        mix = one_of(Mix, progress.waiting)
        before = [game.pool(progress.state, mix.owner, pool) for pool in mix.pools]
        count = sum(map(len, before))
        number = len(self.entries)
        if len(body.commitments) != count:
            raise PeerError(
                "mix",
                f"got {len(body.commitments)} commitments for {count} pieces",
                number=number,
                expected=str(count),
                found=str(len(body.commitments)),
            )
        if len(set(body.commitments)) != count or not self._seen.isdisjoint(body.commitments):
            raise PeerError("copy", "a commitment repeats one that was made before", number=number)
        state = self._copied(progress.state)
        self._stock.learn(mix.owner, before, game.public_faces(progress.state))
        event = Mixed()
        game.apply(state, event)
        shuffled = tuple(
            Shuffled(mix.owner, old, game.pool(state, mix.owner, pool))
            for pool, old in zip(mix.pools, before, strict=True)
        )
        pieces = [piece for pool in shuffled for piece in pool.new]
        after = replace(progress, mixes=_added(progress.mixes, mix.owner, len(mix.pools)))
        return Step(
            role,
            Kind.MIX,
            body,
            self._moved(after, state),
            event=event,
            shuffled=shuffled,
            commitments=dict(zip(pieces, body.commitments, strict=True)),
        )

    def _draw(self, role: Role, body: Drawing) -> Step[State]:
        progress = self.progress
        draw = one_of(Draw, progress.waiting)
        number = len(self.entries)
        positions = body.positions
        if len(positions) != draw.count:
            raise PeerError(
                "draw",
                f"got {len(positions)} places, {draw.count} were asked for",
                number=number,
                expected=str(draw.count),
                found=str(len(positions)),
            )
        size = len(self.game.pool(progress.state, draw.owner, draw.source))
        for taken, position in enumerate(positions):
            if position >= size - taken:
                raise PeerError(
                    "draw",
                    f"got place {position} of a pool of {size - taken}",
                    number=number,
                    expected=f"below {size - taken}",
                    found=str(position),
                )
        state = self._copied(progress.state)
        event = Drawn(positions)
        self.game.apply(state, event)
        after = replace(progress, draws=_added(progress.draws, draw.owner, draw.count))
        return Step(role, Kind.DRAW, body, self._moved(after, state), event=event)

    def _act(self, role: Role, body: Choosing) -> Step[State]:
        progress = self.progress
        seat = known(self.seat_of(role))
        action = self._unpacked(body.action)
        shown = self._shown(seat, action, body.openings)
        claims = self._claims(seat, action, shown)
        state = self._copied(progress.state)
        event = Acted(seat, action, shown)
        self.game.apply(state, event)
        return Step(role, Kind.ACTION, body, self._moved(progress, state), event=event, claims=claims, shown=shown)

    def _seal(self, role: Role, body: Sealing) -> Step[State]:
        progress = self.progress
        if body.commitment in self._seen:
            raise PeerError("copy", "the commitment repeats one that was made before", number=len(self.entries))
        sealed = (*progress.sealed, body.commitment)
        return self._step(role, Kind.SEAL, body, replace(progress, sealed=sealed, phase=self._then()))

    def _open(self, role: Role, body: Unsealing) -> Step[State]:
        game, progress = self.game, self.progress
        seat = known(self.seat_of(role))
        commitment = commit_choice(progress.game_id, seat, progress.seals, body.action, body.nonce)
        if commitment != progress.sealed[seat]:
            raise PeerError(
                "seal",
                "the choice opened is not the one that was sealed",
                number=len(self.entries),
                expected=progress.sealed[seat].hex(),
                found=commitment.hex(),
            )
        action = self._unpacked(body.action)
        shown = self._shown(seat, action, body.openings)
        claims = self._claims(seat, action, shown)
        opened = (*progress.opened, (action, shown))
        if len(opened) < len(SEATS):
            step = self._step(role, Kind.OPEN, body, replace(progress, opened=opened, phase=self._then()))
            return replace(step, claims=claims, shown=shown)
        state = self._copied(progress.state)
        event = BothActed((opened[0][0], opened[1][0]), {**opened[0][1], **opened[1][1]})
        try:
            game.apply(state, event)
        except IllegalAction as refusal:
            raise JointError(refusal.rule, refusal.problem, number=len(self.entries)) from None
        after = self._moved(replace(progress, seals=progress.seals + 1, sealed=(), opened=()), state)
        return Step(role, Kind.OPEN, body, after, event=event, claims=claims, shown=shown)

    # -- after the game

    def _seed(self, role: Role, body: SeedOpening) -> Step[State]:
        progress = self.progress
        hello = progress.hellos[role]
        if commit_seed(role, hello.public_key, body.seed) != hello.seed_commitment:
            raise PeerError("seed", "the seed is not the one committed to in the hello", number=len(self.entries))
        seeds = (*progress.seeds, body.seed)
        return self._step(role, Kind.SEED, body, replace(progress, seeds=seeds, phase=self._then()))

    def _verdict(self, role: Role, body: VerdictBody) -> Step[State]:
        progress = self.progress
        head = self.hashes[-1 - len(progress.verdicts)]
        if body.head != head:
            raise PeerError(
                "verdict",
                "the verdict is about another game's record",
                number=len(self.entries),
                expected=head.hex(),
                found=body.head.hex(),
            )
        verdicts = (*progress.verdicts, body.findings)
        return self._step(role, Kind.VERDICT, body, replace(progress, verdicts=verdicts, phase=self._then()))

    # -- helpers

    def _step(self, role: Role, kind: Kind, body: Body, progress: Progress[State]) -> Step[State]:
        return Step(role, kind, body, progress)

    def _then(self) -> Phase:
        return known(TRANSITIONS[self.progress.phase].then)

    def _copied(self, state: State) -> State:
        return state if self._in_place else self.game.copy(state)

    def _digest(self, state: State) -> bytes:
        return state_digest(self.game.canonical(state))

    def _moved(self, progress: Progress[State], state: State) -> Progress[State]:
        """The game has gone on to `state`."""
        return self._settled(replace(progress, state=state, digest=self._digest(state)))

    def _settled(self, progress: Progress[State]) -> Progress[State]:
        """Look what the game waits for now, and whether it is over."""
        waiting = self.game.waiting(progress.state)
        outcome = Outcome(waiting.winner, waiting.reason) if isinstance(waiting, Over) else None
        return replace(progress, waiting=waiting, phase=phase_of(waiting), outcome=outcome)

    def _unpacked(self, plain: list[Any]) -> Action:
        """The action that `plain` describes, which must be its one description."""
        action = self.game.unpack_action(plain)
        if encode(self.game.pack_action(action)) != encode(plain):  # compared as values, 1 would equal True
            raise MalformedAction("it is not in the form in which the game writes it")
        return action

    def _shown(self, seat: Seat, action: Action, openings: Sequence[Opening]) -> dict[Piece, Face]:
        """The faces that `openings` show, after checking that they are the right ones for `action`."""
        progress = self.progress
        pieces = self.game.to_show(progress.state, seat, action)
        number = len(self.entries)
        if len(openings) != len(pieces):
            raise PeerError(
                "opening",
                f"got {len(openings)} openings, the action shows {len(pieces)} pieces",
                number=number,
                expected=str(len(pieces)),
                found=str(len(openings)),
            )
        shown: dict[Piece, Face] = {}
        for piece, opening in zip(pieces, openings, strict=True):
            face = Face(opening.face)
            if face >= self.game.face_count():
                raise PeerError("opening", f"piece {piece} has face {face}, which no piece has", number=number)
            found = commit_piece(progress.game_id, seat, piece, face, opening.nonce)
            if found != self.commitments.get(piece):
                raise PeerError(
                    "opening",
                    f"piece {piece} does not open to face {face}",
                    number=number,
                    expected=self.commitments.get(piece, b"").hex(),
                    found=found.hex(),
                )
            shown[piece] = face
        if shown:
            self._stock.check(seat, self.game.public_faces(progress.state), shown, number)
        return shown

    def _claims(self, seat: Seat, action: Action, shown: Mapping[Piece, Face]) -> tuple[Claim, ...]:
        """The claims of `action`. One that can be decided already, as all its pieces are seen, must hold."""
        state = self.progress.state
        claims = tuple(self.game.claims(state, seat, action))
        if claims:
            seen = {**self.game.public_faces(state), **shown}
            check_claims(self.game, [claim for claim in claims if seen.keys() >= set(claim.pieces)], seen)
        return claims


def _added(counts: tuple[int, int], seat: Seat, more: int) -> tuple[int, int]:
    changed = list(counts)
    changed[seat] += more
    return cast("tuple[int, int]", tuple(changed))
