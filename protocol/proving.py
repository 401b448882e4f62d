"""What entries prove, and how it is checked when they arrive: a table's pieces as `protocol.proofs` wants them.

That package loads libsodium, which takes a tenth of a second and is nothing for a program that only shows its help: it
is imported when the first proof is met, or by `load_proofs`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from engine.hidden import Claim, Face, Piece
from protocol.common import CommonKnowledge
from protocol.errors import LocalError
from protocol.invariants import require
from protocol.private import PrivateKnowledge
from protocol.progress import MixedPool
from protocol.proofs.errors import ProofError
from protocol.roles import Role
from protocol.sentences import Sentence

if TYPE_CHECKING:
    from protocol.proofs.pieces import Known, SealedPool
    from protocol.proofs.transcripts import Context


def load_proofs() -> None:
    """Load what proofs need now, so that it is not found to be missing in mid-game. Raises LocalError, saying why."""
    try:
        import protocol.proofs.pieces  # noqa: F401
    except ImportError as error:
        raise LocalError(str(error)) from error


def points_of(common: CommonKnowledge[Any, Any], pieces: Iterable[Piece]) -> list[bytes | None]:
    """The point of each piece: that of its last mix, or of its public face if it was never mixed. None has neither."""
    from protocol.proofs.pieces import public_point

    public = common.game.public_faces(common.progress.state)
    points: list[bytes | None] = []
    for piece in pieces:
        sealing = common.sealings.get(piece)
        if sealing is not None:
            points.append(sealing.point)
        else:
            points.append(public_point(public[piece]) if piece in public else None)
    return points


def pool_points(common: CommonKnowledge[Any, Any], pool: Iterable[Piece]) -> list[bytes]:
    """The points of a pool's pieces, each of which is public or was mixed."""
    return [require(point) for point in points_of(common, pool)]


def point_of_opening(face: Face, nonce: bytes) -> bytes:
    """The point that this face and nonce open."""
    from protocol.proofs.pieces import Known, piece_point

    return piece_point(Known(face, nonce))


# -- our own


def prove_mix(
    common: CommonKnowledge[Any, Any],
    private: PrivateKnowledge,
    kind: str,
    part: int,
    pool: MixedPool,
    order: Sequence[int],
) -> SealedPool:
    """The points of the new pieces of our pool number `part` of a mix, and the proof that it holds what it held."""
    from protocol.proofs.pieces import seal_pool

    keys = private.keys(common.progress.game_id)
    return seal_pool(
        _context(common, private.role, kind, part),
        keys.proofs,
        pool_points(common, pool.old),
        [_known(common, private, piece) for piece in pool.old],
        order,
        [keys.nonce(piece) for piece in pool.new],
    )


def prove_claims(
    common: CommonKnowledge[Any, Any], private: PrivateKnowledge, kind: str, claims: Sequence[Claim]
) -> tuple[bytes, ...]:
    """The proof of each of our claims, which must be true."""
    if not claims:
        return ()
    from protocol.proofs.pieces import prove_claim

    key = private.keys(common.progress.game_id).proofs
    return tuple(
        [
            prove_claim(
                _context(common, private.role, kind, part),
                key,
                [_known(common, private, piece) for piece in claim.pieces],
                claim.faces,
            )
            for part, claim in enumerate(claims)
        ]
    )


def _known(common: CommonKnowledge[Any, Any], private: PrivateKnowledge, piece: Piece) -> Known:
    from protocol.proofs.pieces import Known

    hidden = piece in common.sealings
    return Known(private.faces[piece], private.keys(common.progress.game_id).nonce(piece) if hidden else None)


# -- anybody's


def check_mix(
    common: CommonKnowledge[Any, Any],
    role: Role,
    kind: str,
    part: int,
    pool: Sequence[Piece],
    points: Sequence[bytes],
    proof: bytes,
) -> None:
    """Check that pool number `part` of a mix, whose new pieces have these points, holds the faces of its old pieces.

    Raises PeerError (check `mix`).
    """
    if common.trusting:
        return
    from protocol.proofs.pieces import verify_pool

    try:
        verify_pool(_context(common, role, kind, part), pool_points(common, pool), points, proof)
    except ProofError as error:
        problem = Sentence("it is not proven that a mix keeps the pieces of a pool: {problem}", problem=error.problem)
        raise common.refused("mix", problem, f"pool={part} pieces={len(pool)}", error.check) from None


def check_claims(
    common: CommonKnowledge[Any, Any], role: Role, kind: str, claims: Sequence[Claim], proofs: Sequence[bytes]
) -> None:
    """Check the proof of each claim, in their order (THREATS 15). Raises PeerError (check `claim`)."""
    if len(proofs) != len(claims):
        problem = Sentence(
            "got {count} proofs, the action rests on {claims} claims", count=len(proofs), claims=len(claims)
        )
        raise common.refused("claim", problem, len(claims), len(proofs))
    if common.trusting or not claims:
        return
    from protocol.proofs.pieces import verify_claim

    for part, (claim, proof) in enumerate(zip(claims, proofs, strict=True)):
        expected = f"claim={part} rule={claim.rule}"
        points = [point for point in points_of(common, claim.pieces) if point is not None]
        if not points or not claim.faces or len(points) != len(claim.pieces):
            problem = Sentence("a claim is about pieces that are not in play, or about none")
            raise common.refused("claim", problem, expected, "pieces")
        try:
            verify_claim(_context(common, role, kind, part), points, claim.faces, proof)
        except ProofError as error:
            problem = Sentence("a claim is not proven: {problem}", problem=error.problem)
            raise common.refused("claim", problem, expected, error.check) from None


def check_opening(common: CommonKnowledge[Any, Any], piece: Piece, face: Face, nonce: bytes) -> None:
    """Check that face and nonce, which open the hash of a mixed piece, open its point. Raises PeerError (`opening`)."""
    if common.trusting:
        return
    from protocol.proofs.pieces import verify_opening

    try:
        verify_opening(common.sealings[piece].point, face, nonce)
    except ProofError as error:
        problem = Sentence("piece {piece} opens the hash of face {face} and not its point", piece=piece, face=face)
        raise common.refused("opening", problem, "point", error.check) from None


def _context(common: CommonKnowledge[Any, Any], role: Role, kind: str, part: int) -> Context:
    """Where a proof in the next entry, of `kind` and by `role`, stands."""
    from protocol.proofs.transcripts import Context

    return Context(
        game=common.progress.game_id,
        author=role,
        entry=common.number,
        kind=kind,
        previous=common.head.hash,
        part=part,
    )
