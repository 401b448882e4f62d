"""The audit: what anybody can check from the record of a game alone, with no secrets but the seeds opened in it.

Every entry is judged again as it was during play (signature, chain, phase, rules, openings, state digest), and besides,
now that the seeds are open: each coin, mix, draw and nonce must be what its author's seed gives, each mix must keep the
pieces it began with, and each claim about hidden faces must be true (THREATS 1, 3, 4, 15). A seed that was never opened
leaves its owner's mixes, and the draws that it decided, unaudited, and the report says so (THREATS 20).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Generic

from engine.hidden import Action, Claim, Draw, Face, Game, Piece, Seat, State, other
from protocol.commitments import commit_piece, commit_seed
from protocol.errors import JointError, PeerError, known
from protocol.match import Match
from protocol.phases import Phase
from protocol.pools import move_faces, seal_pool
from protocol.progress import Outcome, Shuffled, Step
from protocol.seeds import SeedKeys, coin_value
from protocol.transcript import (
    EMPTY,
    MOST_FINDINGS,
    MOST_TEXT,
    Coin,
    Drawing,
    Entry,
    Finding,
    Hello,
    Kind,
    Mixing,
    Role,
    SeedOpening,
    Unsealing,
    VerdictBody,
    read_entry,
)

_LAST_ENTRIES: Final = 4
"""Two seeds and two verdicts: where the seeds of an undamaged record lie."""


@dataclass(frozen=True, slots=True)
class Report:
    """What an audit found.

    `entries` is how many the record has and `followed` how many could be replayed (fewer after an entry that cannot be
    followed). `seats` and `names` are by role. `unopened` names who never opened its seed. `owing` is who should have
    written the entry after the last one followed, and `phase` what that would have been (THREATS 6).
    """

    entries: int
    followed: int
    game_id: bytes
    names: tuple[str, ...]
    seats: tuple[Seat, ...]
    outcome: Outcome | None
    violations: tuple[Finding, ...]
    unopened: tuple[Role, ...]
    verdicts: tuple[tuple[Finding, ...], ...]
    owing: Role | None
    phase: Phase

    @property
    def clean(self) -> bool:
        """Whether everything could be checked and nothing was wrong."""
        return not self.violations and not self.unopened

    @property
    def complete(self) -> bool:
        """Whether both players signed a verdict, so that the record cannot have been cut short (THREATS 21)."""
        return len(self.verdicts) == len(Role)

    def findings(self) -> tuple[Finding, ...]:
        """The violations as a verdict lists them: the first ones, if there are very many."""
        return self.violations[:MOST_FINDINGS]

    def lines(self) -> list[str]:
        """The report for a reader, a sentence a line."""
        lines = [f"{self.entries} entries, {self.followed} of them replayed."]
        lines += [f"The {role.name.lower()} is {name}." for role, name in zip(Role, self.names, strict=False)]
        if self.outcome is not None:
            winner = "Nobody won" if self.outcome.winner is None else f"{self._seated(self.outcome.winner)} won"
            lines.append(f"{winner}: {self.outcome.reason}.")
        else:
            lines.append("The game has not ended.")
        for finding in self.violations:
            author = "one of the two players" if finding.author is None else self._player(finding.author)
            differed = f" Expected {finding.expected}, found {finding.found}." if finding.expected else ""
            lines.append(f"Entry {finding.number}, by {author}: broke {finding.check}.{differed}")
        for role in self.unopened:
            lines.append(f"Unaudited, by {self._player(role)}: the seed was never opened.")
        if self.owing is not None:
            lines.append(f"The next entry is owed by {self._player(self.owing)}: {self.phase.value}.")
        if not self.complete:
            lines.append("Not both players have signed a verdict: entries may be missing at the end.")
        if self.clean:
            lines.append("Everything was checked and nothing is wrong.")
        return lines

    def _player(self, role: Role) -> str:
        name = f" ({self.names[role]})" if role < len(self.names) else ""
        return f"the {role.name.lower()}{name}"

    def _seated(self, seat: Seat) -> str:
        return f"Seat {seat}, {self._player(Role(self.seats.index(seat)))}," if self.seats else f"Seat {seat}"


def audit(game: Game[State, Action], entries: Sequence[bytes]) -> Report:
    """Check the record `entries` of a game of `game` as far as it goes. Never raises for what the entries hold."""
    return _Auditor(game, entries).report()


class _Auditor(Generic[State, Action]):
    """One audit. `faces` holds the true face of every piece, of both seats, as far as the opened seeds tell."""

    def __init__(self, game: Game[State, Action], entries: Sequence[bytes]) -> None:
        self._game = game
        self._raw = entries
        self._match: Match[State, Action] = Match(game, in_place=True)
        self._faces: dict[Piece, Face] = dict(game.public_faces(self._match.progress.state))
        self._seeds: dict[Role, bytes] = {}
        self._keys: dict[Seat, SeedKeys] = {}
        self._violations: list[Finding] = []
        self._closing: tuple[Finding, ...] = ()

    def report(self) -> Report:
        entries = [self._read(number, raw) for number, raw in enumerate(self._raw)]
        self._find_seeds(entries)
        for number, entry in enumerate(entries):
            if entry is None or not self._replay(number, entry):
                self._check_rest(entries, number)
                break
        match = self._match
        progress = match.progress
        seats = [match.seat_of(role) for role in Role]
        return Report(
            entries=len(self._raw),
            followed=len(match.entries),
            game_id=progress.game_id,
            names=tuple(hello.name for hello in progress.hellos),
            seats=tuple(seat for seat in seats if seat is not None),
            outcome=progress.outcome,
            violations=tuple(sorted(self._violations, key=lambda finding: finding.number)),
            unopened=tuple(role for role in Role if role not in self._seeds),
            verdicts=progress.verdicts,
            owing=match.author(),
            phase=progress.phase,
        )

    # -- before the replay

    def _read(self, number: int, raw: bytes) -> Entry | None:
        try:
            return read_entry(raw)
        except PeerError as error:
            self._report(number, None, error.check, error.expected, error.found or error.problem)
            return None

    def _find_seeds(self, entries: Sequence[Entry | None]) -> None:
        """The seeds that match the commitments in the hellos. A wrong one is reported when the replay comes to it."""
        hellos: dict[Role, Hello] = {}
        for entry in entries[:2]:
            if entry is not None and isinstance(entry.body, Hello):
                hellos[entry.role] = entry.body
        for entry in entries[-_LAST_ENTRIES:]:
            if entry is None or not isinstance(entry.body, SeedOpening) or entry.role not in hellos:
                continue
            hello = hellos[entry.role]
            if commit_seed(entry.role, hello.public_key, entry.body.seed) == hello.seed_commitment:
                self._seeds[entry.role] = entry.body.seed

    # -- the replay

    def _replay(self, number: int, entry: Entry) -> bool:
        """Judge one entry as it was judged during play, and by the seeds. False if the replay cannot go on."""
        match = self._match
        waiting = match.progress.waiting
        expected_places = None
        if isinstance(entry.body, Drawing) and isinstance(waiting, Draw) and match.progress.phase is Phase.DRAW:
            expected_places = self._places(waiting)
        try:
            match.admit(entry)
        except PeerError as error:
            self._report(number, None, error.check, error.expected, error.found or error.problem)
            return False
        try:
            step = match.follow(entry)
        except PeerError as error:
            author = None if isinstance(error, JointError) else entry.role
            self._report(number, author, error.check, error.expected, error.found or error.problem)
            return False
        self._check_claims(number, entry, step)
        if isinstance(entry.body, Coin):
            self._check_coin(number, entry.role, entry.body)
        elif isinstance(entry.body, Mixing):
            self._check_mix(number, entry.role, entry.body, step)
        elif expected_places is not None and isinstance(entry.body, Drawing):
            if expected_places != entry.body.positions:
                self._report(number, entry.role, "draw", str(expected_places), str(entry.body.positions))
        elif isinstance(entry.body, Unsealing):
            self._check_seal_nonce(number, entry.role, entry.body)
        self._faces.update(step.shown or {})
        match.take(entry, step)
        if entry.kind is Kind.SEED and match.progress.phase is Phase.FIRST_VERDICT:
            self._closing = tuple(self._violations[:MOST_FINDINGS])
        elif isinstance(entry.body, VerdictBody):
            self._check_verdict(number, entry.role, entry.body)
        return True

    def _places(self, draw: Draw) -> tuple[int, ...] | None:
        """The places that the seed of the owner's opponent gives for `draw`; None if it was not opened."""
        keys = self._keys_of(other(draw.owner))
        if keys is None:
            return None
        progress = self._match.progress
        size = len(self._game.pool(progress.state, draw.owner, draw.source))
        number = progress.draws[draw.owner]
        return tuple(keys.position(number + taken, size - taken) for taken in range(draw.count))

    def _check_claims(self, number: int, entry: Entry, step: Step[State]) -> None:
        for claim in step.claims:
            faces = [self._faces[piece] for piece in claim.pieces if piece in self._faces]
            if len(faces) == len(claim.pieces) and not self._game.holds(claim.statement, faces):
                self._report(number, entry.role, claim.rule, claim.statement, self._told(claim, faces))

    def _told(self, claim: Claim, faces: Sequence[Face]) -> str:
        told = ", ".join(f"piece {piece} is face {face}" for piece, face in zip(claim.pieces, faces, strict=True))
        return told or "no pieces"

    def _check_coin(self, number: int, role: Role, body: Coin) -> None:
        seed = self._seeds.get(role)
        if seed is not None:
            expected = coin_value(seed, self._match.progress.hellos[role].public_key)
            if expected != body.value:
                self._report(number, role, "coin", expected.hex(), body.value.hex())

    def _check_seal_nonce(self, number: int, role: Role, body: Unsealing) -> None:
        keys = self._keys_of(known(self._match.seat_of(role)))
        if keys is not None:
            expected = keys.seal_nonce(self._match.progress.seals)
            if expected != body.nonce:
                self._report(number, role, "seal", expected.hex(), body.nonce.hex())

    def _check_mix(self, number: int, role: Role, body: Mixing, step: Step[State]) -> None:
        """Each pool's commitments must be those that the owner's seed and the pool's old faces give (THREATS 1, 3)."""
        first = 0
        for place, pool in enumerate(step.shuffled):
            found = body.commitments[first : first + len(pool.new)]
            first += len(pool.new)
            keys = self._keys_of(pool.owner)
            if keys is None or any(piece not in self._faces for piece in pool.old):
                move_faces(self._faces, pool, None)
                continue
            order = keys.order(self._match.progress.mixes[pool.owner] + place, len(pool.old))
            expected = seal_pool(keys, self._match.progress.game_id, pool, order, self._faces)
            move_faces(self._faces, pool, order)
            if tuple(expected) != found:
                self._blame_mix(number, role, keys, pool, expected, found)

    def _blame_mix(
        self,
        number: int,
        role: Role,
        keys: SeedKeys,
        pool: Shuffled,
        expected: Sequence[bytes],
        found: Sequence[bytes],
    ) -> None:
        """Say what was sealed instead, and go on with that, so that it is not reported again at each later mix."""
        first = ""
        told = ""
        wrong_count = 0
        for piece, right, wrong in zip(pool.new, expected, found, strict=True):
            if right == wrong:
                continue
            wrong_count += 1
            face = self._faces[piece]
            sealed = self._sealed_face(pool.owner, piece, keys.nonce(piece), wrong)
            if not first:
                first = f"piece {piece} sealed as face {face}"
                told = "a commitment that its seed does not give" if sealed is None else f"face {sealed}"
            if sealed is not None:
                self._faces[piece] = sealed
        self._report(number, role, "mix", first, f"{told} ({wrong_count} of {len(found)} pieces in the pool are wrong)")

    def _sealed_face(self, owner: Seat, piece: Piece, nonce: bytes, commitment: bytes) -> Face | None:
        game_id = self._match.progress.game_id
        for index in range(self._game.face_count()):
            if commit_piece(game_id, owner, piece, Face(index), nonce) == commitment:
                return Face(index)
        return None

    def _check_verdict(self, number: int, role: Role, body: VerdictBody) -> None:
        """A verdict must say what the record says. Only what was found where counts, not in which words."""
        ours = {(finding.number, finding.author, finding.check) for finding in self._closing}
        theirs = {(finding.number, finding.author, finding.check) for finding in body.findings}
        if ours != theirs:
            self._report(
                number,
                role,
                "verdict",
                f"findings in entries {_numbers(ours)}",
                f"findings in entries {_numbers(theirs)}",
            )

    # -- after an entry that cannot be followed

    def _check_rest(self, entries: Sequence[Entry | None], stopped: int) -> None:
        """Signatures and chain of the entries after the one at which the replay stopped."""
        for number in range(stopped + 1, len(entries)):
            entry, before = entries[number], entries[number - 1]
            if entry is None:
                continue
            key = self._match.public_key(entry)
            if key is None or not entry.signed_by(key):
                self._report(number, None, "signature", "", f"not signed by the {entry.role.name.lower()}")
            head = EMPTY.hash if before is None else before.hash
            if before is not None and entry.previous != head:
                self._report(number, entry.role, "chain", head.hex(), entry.previous.hex())

    def _keys_of(self, seat: Seat) -> SeedKeys | None:
        """The sub-keys of a seat whose seed was opened."""
        if seat not in self._keys:
            seed = self._seeds.get(self._match.role_of(seat))
            if seed is None:
                return None
            self._keys[seat] = SeedKeys(self._match.progress.game_id, seed)
        return self._keys[seat]

    def _report(self, number: int, author: Role | None, check: str, expected: str, found: str) -> None:
        self._violations.append(Finding(number, author, check[:MOST_TEXT], expected[:MOST_TEXT], found[:MOST_TEXT]))


def _numbers(findings: set[tuple[int, Role | None, str]]) -> str:
    return ", ".join(str(number) for number in sorted({number for number, _, _ in findings})) or "none"
