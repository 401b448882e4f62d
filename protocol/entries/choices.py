"""What actions and opened choices have in common: an action as plain data, what it shows, and what it claims."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.hidden import Claim, Face, MalformedAction, Piece, Seat
from engine.hidden import check_claims as check_decided
from protocol.canonical import encode
from protocol.commitments import commit_piece
from protocol.common import CommonKnowledge
from protocol.entries.kind import Bytes32, Whole
from protocol.invariants import require
from protocol.private import PrivateKnowledge
from protocol.proving import check_claims, check_opening, prove_claims
from protocol.roles import Role
from protocol.sentences import Sentence


class Opening(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """What opens the commitment of one piece."""

    face: Whole
    nonce: Bytes32


def write_openings(common: CommonKnowledge[Any, Any], private: PrivateKnowledge, action: Any) -> tuple[Opening, ...]:
    """The openings of the pieces that our action shows; the player must know them all."""
    progress = common.progress
    pieces = common.game.to_show(progress.state, require(common.seat_of(private.role)), action)
    keys = private.keys(progress.game_id)
    return tuple([Opening(private.faces[piece], keys.nonce(piece)) for piece in pieces])


def write_proofs(
    common: CommonKnowledge[Any, Any], private: PrivateKnowledge, kind: str, action: Any
) -> tuple[bytes, ...]:
    """The proofs of the claims on which our action rests, which must be true."""
    claims = common.game.claims(common.progress.state, require(common.seat_of(private.role)), action)
    return prove_claims(common, private, kind, claims)


def read_action(common: CommonKnowledge[Any, Any], plain: list[Any]) -> Any:
    """The action that `plain` describes, which must be its one description. Raises MalformedAction."""
    action = common.game.unpack_action(plain)
    if encode(common.game.pack_action(action)) != encode(plain):  # compared as values, 1 would equal True
        raise MalformedAction("it is not in the form in which the game writes it")
    return action


def check_openings(
    common: CommonKnowledge[Any, Any], seat: Seat, action: Any, openings: Sequence[Opening]
) -> dict[Piece, Face]:
    """The faces that `openings` show, each the right one for its piece. Raises PeerError."""
    game, state = common.game, common.progress.state
    pieces = game.to_show(state, seat, action)
    if len(openings) != len(pieces):
        problem = Sentence(
            "got {count} openings, the action shows {pieces} pieces", count=len(openings), pieces=len(pieces)
        )
        raise common.refused("opening", problem, len(pieces), len(openings))
    shown: dict[Piece, Face] = {}
    for piece, opening in zip(pieces, openings, strict=True):
        face = Face(opening.face)
        if face >= game.face_count():
            problem = Sentence("piece {piece} has face {face}, which no piece has", piece=piece, face=face)
            raise common.refused("opening", problem, f"below={game.face_count()}", face)
        made = commit_piece(common.progress.game_id, seat, piece, face, opening.nonce)
        sealing = common.sealings.get(piece)
        sealed = b"" if sealing is None else sealing.commitment
        if made != sealed:
            raise common.refused(
                "opening",
                Sentence("piece {piece} does not open to face {face}", piece=piece, face=face),
                sealed.hex(),
                made.hex(),
            )
        check_opening(common, piece, face, opening.nonce)
        if not game.face_fits(state, seat, piece, face):
            raise common.refused(
                "face",
                Sentence("piece {piece} cannot be what it is shown as", piece=piece),
                found=f"piece={piece} face={face}",
            )
        shown[piece] = face
    if shown:
        _check_inventory(common, seat, shown)
    return shown


def proven_claims(
    common: CommonKnowledge[Any, Any],
    role: Role,
    kind: str,
    action: Any,
    shown: Mapping[Piece, Face],
    proofs: Sequence[bytes],
) -> tuple[Claim, ...]:
    """The claims of `action` by `role`, in an entry of `kind`, each proven by its one of `proofs`.

    One that can be decided without, as all its pieces are seen, must hold. Raises IllegalAction or PeerError.
    """
    state = common.progress.state
    claims = tuple(common.game.claims(state, require(common.seat_of(role)), action))
    if claims:
        seen = {**common.game.public_faces(state), **shown}
        check_decided([claim for claim in claims if seen.keys() >= set(claim.pieces)], seen)
    check_claims(common, role, kind, claims, proofs)
    return claims


def _check_inventory(common: CommonKnowledge[Any, Any], seat: Seat, shown: Mapping[Piece, Face]) -> None:
    surplus = common.inventory.too_many(common.progress.state, seat, shown)
    if surplus is not None:
        face, seen, owned = surplus
        problem = Sentence(
            "{seen} pieces with face {face} are seen, the game has {owned}", seen=seen, face=face, owned=owned
        )
        raise common.refused("pieces", problem, f"face={face} most={owned}", seen)
