"""Attempts at what lies in decks, bags and stacks: false shuffles, and their proofs (threats 1 to 3, 10, 36, 40)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar
from unittest.mock import patch

from engine.hidden import SEATS, Face, Mix, Piece, Pool
from protocol import proving
from protocol.commitments import VERSION
from protocol.entries.kind import EntryKind
from protocol.entries.mix import MIX, MixBody, PoolProof
from protocol.proofs.transcripts import Context
from protocol.seeds import SeedKeys
from protocol.transcript import read_entry
from tests.malicious.cheating_table import CheatingTable
from tests.malicious.switch import Expected, Switch, When, at_once

FALSE_MIX = at_once("mix", "not proven that a mix keeps the pieces of a pool")


def unlike(table: CheatingTable, pieces: Sequence[Piece]) -> tuple[Piece, Piece] | None:
    """Two of `pieces` with different faces, the second that with the highest."""
    faces = table.known
    if not pieces:
        return None
    best = max(pieces, key=lambda piece: faces[piece])
    worst = min(pieces, key=lambda piece: faces[piece])
    return (worst, best) if faces[worst] != faces[best] else None


def pieces_of(table: CheatingTable) -> list[Piece]:
    """All pieces that are on the table."""
    game, state = table.game, table.state
    pools = [Pool(number) for number in range(game.pool_count())]
    return [piece for seat in SEATS for pool in pools for piece in game.pool(state, seat, pool)]


class SealAPieceTwice(Switch):
    """seals its first deck with one piece doubled and another missing"""

    name, threat, expected = "seal-a-piece-twice", 1, FALSE_MIX

    def before_mix(self, table: CheatingTable, pieces: Sequence[Piece]) -> None:
        found = unlike(table, pieces)
        if not self.done and found is not None:
            table.known[found[0]] = table.known[found[1]]
            self.done = True


class SealTooFew(Switch):
    """seals its first deck with a piece less"""

    name, threat, expected = "seal-too-few", 1, at_once("mix", "commitments and")

    def forge(self, table: CheatingTable, kind: EntryKind[Any], body: Any) -> bytes | None:
        if isinstance(body, MixBody):
            return table.sign(MIX, MixBody(body.commitments[1:], body.proofs), like=body)
        return None


class SealTooFewPoints(Switch):
    """seals its first deck with a point less"""

    name, threat, expected = "seal-too-few-points", 1, at_once("mix", "points for")

    def forge(self, table: CheatingTable, kind: EntryKind[Any], body: Any) -> bytes | None:
        if isinstance(body, MixBody) and body.proofs[0].points:
            first = PoolProof(body.proofs[0].points[1:], body.proofs[0].proof)
            return table.sign(MIX, MixBody(body.commitments, (first, *body.proofs[1:])), like=body)
        return None


class SealTheWrongKind(Switch):
    """seals a piece as one of another kind, which it means to open later"""

    name, threat, expected = "seal-the-wrong-kind", 36, FALSE_MIX

    def before_mix(self, table: CheatingTable, pieces: Sequence[Piece]) -> None:
        if self.done or table.state is None or table.seat is None or not pieces:
            return
        for face in map(Face, range(table.game.face_count())):
            if not table.game.face_fits(table.state, table.seat, pieces[0], face):
                table.known[pieces[0]] = face
                self.done = True
                return


class SwapAtAMix(Switch):
    """exchanges a card for a better one when its hand is shuffled"""

    name, threat, expected, quick = "swap-at-a-mix", 3, FALSE_MIX, True

    def before_mix(self, table: CheatingTable, pieces: Sequence[Piece]) -> None:
        found = unlike(table, pieces)
        if not self.done and table.mixes and found is not None:
            table.known[found[0]] = table.known[found[1]]
            self.done = True


class ExchangeBetweenPools(Switch):
    """exchanges two pieces between two places that it shuffles together"""

    name, threat, expected = "exchange-between-pools", 3, FALSE_MIX

    def before_mix(self, table: CheatingTable, pieces: Sequence[Piece]) -> None:
        mix = table.waiting
        if self.done or not isinstance(mix, Mix) or table.state is None:
            return
        pools = [table.game.pool(table.state, mix.owner, pool) for pool in mix.pools]
        full = [pool for pool in pools if pool]
        for one in full[:1]:
            for two in full[1:]:
                pairs = [(a, b) for a in one for b in two if table.known[a] != table.known[b]]
                if pairs:
                    a, b = pairs[0]
                    table.known[a], table.known[b] = table.known[b], table.known[a]
                    self.done = True
                    return


class ProveTooFewPools(Switch):
    """proves all pools but the last"""

    name, threat, expected = "prove-too-few-pools", 3, at_once("mix", "proofs for")

    def forge(self, table: CheatingTable, kind: EntryKind[Any], body: Any) -> bytes | None:
        if not isinstance(body, MixBody) or len(body.proofs) < 2:
            return None
        points = tuple([point for proof in body.proofs for point in proof.points])
        return table.sign(MIX, MixBody(body.commitments, (PoolProof(points, body.proofs[0].proof),)), like=body)


class ExchangeProofs(Switch):
    """gives two pools each other's proofs"""

    name, threat, expected = "exchange-proofs", 40, at_once("mix")

    def forge(self, table: CheatingTable, kind: EntryKind[Any], body: Any) -> bytes | None:
        if isinstance(body, MixBody) and len({proof.points for proof in body.proofs}) > 1:
            return table.sign(MIX, MixBody(body.commitments, body.proofs[::-1]), like=body)
        return None


class _OtherOpenings(Switch):
    """Seals so that a piece shown later does not open."""

    def turned(self, table: CheatingTable, body: MixBody) -> MixBody:
        raise NotImplementedError

    once: ClassVar[bool] = False

    def body(self, table: CheatingTable, kind: EntryKind[Any], body: Any) -> Any:
        if not isinstance(body, MixBody) or len(body.commitments) < 2:
            return body
        if self.once and (self.done or not table.mixes):
            return body
        self.done = True
        return self.turned(table, body)


class HashOtherFaces(_OtherOpenings):
    """commits by hash to other faces than by point, where no proof looks"""

    name, threat, expected = "hash-other-faces", 3, at_once("opening", "does not open to face")

    def turned(self, table: CheatingTable, body: MixBody) -> MixBody:
        mix, state = table.waiting, table.state
        assert isinstance(mix, Mix)
        pieces = [piece for pool in mix.pools for piece in table.game.pool(state, mix.owner, pool)]
        honest = dict(table.known)
        faces = [honest[piece] for piece in pieces]
        table.known.update(zip(pieces, [*faces[1:], faces[0]], strict=True))
        false = MIX.write(table._common, table._private)
        table.known.update(honest)
        return MixBody(false.commitments, body.proofs)


class HideWithOtherNonces(_OtherOpenings):
    """proves points that its hashes' openings do not open"""

    name, threat, once = "points-of-other-nonces", 3, True
    expected = at_once("opening|mix|claim")  # when such a piece is shown, shuffled again, or claimed about

    def turned(self, table: CheatingTable, body: MixBody) -> MixBody:
        private, game = table._private, table.game_id or b""
        honest = private._keys
        private._keys = OtherNonces(game, private.secrets.seed, 1 + max(pieces_of(table)))
        false = MIX.write(table._common, private)
        private._keys = honest
        return MixBody(body.commitments, false.proofs)


class OtherNonces(SeedKeys):
    """Hides pieces, from number `first` on, with nonces that the seed does not give."""

    def __init__(self, game_id: bytes, seed: bytes, first: int = 0) -> None:
        super().__init__(game_id, seed)
        self._first = first

    def nonce(self, piece: Piece) -> bytes:
        return super().nonce(piece) if piece < self._first else piece.to_bytes(32, "big")


class UseOwnNonces(Switch):
    """hides its pieces with nonces that its seed does not give"""

    name, threat, stops_after = "use-own-nonces", 2, 2
    expected = Expected(When.AUDIT, "mix")

    def before_mix(self, table: CheatingTable, pieces: Sequence[Piece]) -> None:
        if not self.done:
            table._private._keys = OtherNonces(table.game_id or b"", table._private.secrets.seed)
            self.done = True


class StackedKeys(SeedKeys):
    """Puts the best pieces first in each of the player's first pools. `faces`: of those pools, before."""

    faces: Sequence[Sequence[int]] = ()

    def order(self, number: int, size: int) -> list[int]:
        if number >= len(self.faces):
            return super().order(number, size)
        return sorted(range(size), key=lambda place: -self.faces[number][place])


class StackTheDeck(Switch):
    """lays its own decks and bags with the best pieces on top"""

    name, threat, stops_after = "stack-the-deck", 2, 1
    expected = Expected(When.AUDIT, "mix")

    def before_mix(self, table: CheatingTable, pieces: Sequence[Piece]) -> None:
        mix, state = table.waiting, table.state
        if self.done or len(pieces) < 2 or not isinstance(mix, Mix):
            return
        keys = StackedKeys(table.game_id or b"", table._private.secrets.seed)
        pools = [table.game.pool(state, mix.owner, pool) for pool in mix.pools]
        keys.faces = [[table.known[piece] for piece in pool] for pool in pools]
        table._private._keys = keys
        self.best = sorted([face for faces in keys.faces for face in faces], reverse=True)
        self.done = True

    def conclude(self, table: CheatingTable) -> None:
        """Gained only if what it drew is what it had put on top."""
        view = table.view()
        assert view is not None
        hand = sorted([face for piece, face in view.faces.items() if piece in table._common.sealings], reverse=True)
        self.notes["gained"] = len(hand) > 1 and hand == self.best[: len(hand)]


# -- copies and repetitions


class _FalseMix(Switch):
    def false(self, table: CheatingTable, body: MixBody) -> MixBody | None:
        raise NotImplementedError

    def forge(self, table: CheatingTable, kind: EntryKind[Any], body: Any) -> bytes | None:
        if not isinstance(body, MixBody) or len(body.commitments) < 2:
            return None
        false = self.false(table, body)
        return None if false is None else table.sign(MIX, false, like=body)


def _theirs(table: CheatingTable) -> list[Any]:
    """What the opponent has sealed."""
    game, state, seat = table.game, table.state, table.seat
    assert seat is not None
    own = set(table._private.faces) - set(game.public_faces(state))
    return [sealing for piece, sealing in table._common.sealings.items() if piece not in own]


class CopyACommitment(_FalseMix):
    """gives one of the opponent's commitments for its own"""

    name, threat, expected = "copy-a-commitment", 10, at_once("copy", "repeats one")

    def false(self, table: CheatingTable, body: MixBody) -> MixBody | None:
        theirs = _theirs(table)
        return MixBody((theirs[-1].commitment, *body.commitments[1:]), body.proofs) if theirs else None


class CopyAPoint(_FalseMix):
    """gives one of the opponent's points for its own"""

    name, threat, expected = "copy-a-point", 10, at_once("copy", "repeats one")

    def false(self, table: CheatingTable, body: MixBody) -> MixBody | None:
        theirs, first = _theirs(table), body.proofs[0]
        if not theirs or not first.points:
            return None
        points = (theirs[-1].point, *first.points[1:])
        return MixBody(body.commitments, (PoolProof(points, first.proof), *body.proofs[1:]))


class RepeatACommitment(_FalseMix):
    """gives one commitment for two pieces"""

    name, threat, expected = "repeat-a-commitment", 10, at_once("copy", "repeats one")

    def false(self, table: CheatingTable, body: MixBody) -> MixBody | None:
        return MixBody((body.commitments[1], *body.commitments[1:]), body.proofs)


class RepeatAPoint(_FalseMix):
    """gives one point for two pieces"""

    name, threat, expected = "repeat-a-point", 10, at_once("copy", "repeats one")

    def false(self, table: CheatingTable, body: MixBody) -> MixBody | None:
        first = body.proofs[0]
        if len(first.points) < 2:
            return None
        points = (first.points[1], *first.points[1:])
        return MixBody(body.commitments, (PoolProof(points, first.proof), *body.proofs[1:]))


class _OldProof(_FalseMix):
    ours: ClassVar[bool]

    def false(self, table: CheatingTable, body: MixBody) -> MixBody | None:
        first = body.proofs[0]
        role = table.role if self.ours else table.role.other
        old = [
            proof.proof
            for entry in map(read_entry, table.entries)
            if isinstance(entry.body, MixBody) and entry.role is role
            for proof in entry.body.proofs
            if len(proof.proof) == len(first.proof)
        ]
        return MixBody(body.commitments, (PoolProof(first.points, old[-1]), *body.proofs[1:])) if old else None


class RepeatAProof(_OldProof):
    """gives a proof a second time"""

    name, threat, expected, ours = "repeat-a-proof", 40, FALSE_MIX, True


class CopyAProof(_OldProof):
    """gives the opponent's proof for its own"""

    name, threat, expected, ours = "copy-a-proof", 40, FALSE_MIX, False


class _ProofFromElsewhere(Switch):
    threat, expected = 40, FALSE_MIX

    def elsewhere(self, context: Context) -> Context:
        raise NotImplementedError

    def body(self, table: CheatingTable, kind: EntryKind[Any], body: Any) -> Any:
        if not isinstance(body, MixBody) or len(body.commitments) < 2:
            return body
        self.done = True
        honest = proving._context
        with patch.object(proving, "_context", lambda *arguments: self.elsewhere(honest(*arguments))):
            return MIX.write(table._common, table._private)


class ProveForAnotherGame(_ProofFromElsewhere):
    """gives a proof made for another game"""

    name = "prove-for-another-game"

    def elsewhere(self, context: Context) -> Context:
        return replace(context, game=bytes(32))


class ProveForAnotherEntry(_ProofFromElsewhere):
    """gives a proof made for the next entry"""

    name = "prove-for-another-entry"

    def elsewhere(self, context: Context) -> Context:
        return replace(context, entry=context.entry + 1)


class ProveBehindAnotherEntry(_ProofFromElsewhere):
    """gives a proof made behind another entry"""

    name = "prove-behind-another-entry"

    def elsewhere(self, context: Context) -> Context:
        return replace(context, previous=bytes(32))


class ProveForAnotherKind(_ProofFromElsewhere):
    """gives a proof made for another kind of entry"""

    name = "prove-for-another-kind"

    def elsewhere(self, context: Context) -> Context:
        return replace(context, kind="action")


class ProveForAnotherPool(_ProofFromElsewhere):
    """gives a proof made for another pool"""

    name = "prove-for-another-pool"

    def elsewhere(self, context: Context) -> Context:
        return replace(context, part=context.part + 1)


class ProveAsTheOther(_ProofFromElsewhere):
    """gives a proof made as the other player"""

    name = "prove-as-the-other"

    def elsewhere(self, context: Context) -> Context:
        return replace(context, author=1 - context.author)


class ProveForAnotherVersion(_ProofFromElsewhere):
    """gives a proof made for another version"""

    name = "prove-for-another-version"

    def elsewhere(self, context: Context) -> Context:
        return replace(context, version=VERSION - 1)
