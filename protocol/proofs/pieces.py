"""What a table needs of the proofs, in bytes and integers: points, mixes, claims and openings of pieces.

The functions that begin with `verify_` need nothing but what is public. They are all that an opponent needs when an
entry arrives, and all that anybody needs who audits a record in which no seed was ever opened.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from protocol.proofs import claims, mix
from protocol.proofs.commitments import blinding, check_opening, face_point, hidden_point
from protocol.proofs.errors import Check, ProofError
from protocol.proofs.group import ZERO, H, Point, Scalar
from protocol.proofs.transcripts import Context
from protocol.sentences import Sentence


@dataclass(frozen=True, slots=True)
class Known:
    """A piece as its owner knows it: its face, and its nonce if it is hidden (None while its face is public)."""

    face: int = field(repr=False)
    nonce: bytes | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class SealedPool:
    """A pool that was mixed: the points of its pieces in their new public order, and the proof."""

    points: tuple[bytes, ...]
    proof: bytes


def public_point(face: int) -> bytes:
    """The point of a piece whose face is public."""
    return face_point(face).encoding


def piece_point(piece: Known) -> bytes:
    """The point of a piece whose owner we are."""
    return _point(piece).encoding


def seal_pool(
    context: Context,
    key: bytes,
    old: Sequence[bytes],
    pieces: Sequence[Known],
    order: Sequence[int],
    nonces: Sequence[bytes],
) -> SealedPool:
    """Mix a pool, which may be empty: new place j holds what lay at old place order[j], hidden by nonces[j].

    `old` are the points of the pool's `pieces`, in their public order. `key` is the author's key of
    `transcripts.proof_key`. The same arguments always give the same bytes.
    """
    moved = [pieces[place] for place in order]
    new = [Known(piece.face, nonce) for piece, nonce in zip(moved, nonces, strict=True)]
    changes = [_hiding(after) - _hiding(before) for before, after in zip(moved, new, strict=True)]
    witness = mix.Witness(tuple(order), tuple(changes))
    points = tuple(_point(piece) for piece in new)
    if not points:
        return SealedPool((), b"")
    statement = _statement([Point.decode(raw) for raw in old], points)
    return SealedPool(tuple(point.encoding for point in points), mix.prove(context, statement, witness, key))


def verify_pool(context: Context, old: Sequence[bytes], new: Sequence[bytes], proof: bytes) -> None:
    """Check that the pieces with the points `new` have the faces of those with the points `old`. Raises ProofError.

    `new` and `proof` are what somebody sent. An empty pool has an empty proof.
    """
    if len(new) != len(old):
        raise ProofError(
            Check.LENGTH, Sentence("got {count} points for {pieces} pieces", count=len(new), pieces=len(old))
        )
    after = [Point.decode(raw) for raw in new]
    before = [Point.decode(raw) for raw in old]
    if after:
        mix.verify(context, _statement(before, after), proof)
    elif proof:
        raise ProofError(Check.LENGTH, Sentence("got a proof of {count} bytes about an empty pool", count=len(proof)))


def prove_claim(context: Context, key: bytes, pieces: Sequence[Known], faces: Sequence[int]) -> bytes:
    """The proof that at least one of `pieces` has one of `faces`. Raises ValueError if none has."""
    statement = claims.Statement(tuple(_point(piece) for piece in pieces), tuple(faces))
    for place, piece in enumerate(pieces):
        if piece.face in faces:
            witness = claims.Witness(place, list(faces).index(piece.face), _hiding(piece))
            return claims.prove(context, statement, witness, key)
    raise ValueError("The claim is false")


def verify_claim(context: Context, points: Sequence[bytes], faces: Sequence[int], proof: bytes) -> None:
    """Check the proof, which somebody sent, that a piece with one of `points` has one of `faces`. Raises ProofError."""
    statement = claims.Statement(tuple(Point.decode(raw) for raw in points), tuple(faces))
    claims.verify(context, statement, proof)


def verify_opening(point: bytes, face: int, nonce: bytes) -> None:
    """Check that `face` and `nonce`, which somebody sent, open `point`. Raises ProofError."""
    check_opening(Point.decode(point), face, nonce)


def _hiding(piece: Known) -> Scalar:
    return ZERO if piece.nonce is None else blinding(piece.nonce)


def _point(piece: Known) -> Point:
    return hidden_point(piece.face, _hiding(piece))


def _statement(old: Sequence[Point], new: Sequence[Point]) -> mix.Statement:
    return mix.Statement((H,), tuple((point,) for point in old), tuple((point,) for point in new))
