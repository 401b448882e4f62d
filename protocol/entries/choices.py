"""What actions and opened choices have in common: an action as plain data, and the openings of what it shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.hidden import Claim, Face, MalformedAction, Piece, Seat, check_claims
from protocol.canonical import encode
from protocol.commitments import commit_piece
from protocol.common import CommonKnowledge
from protocol.entries.kind import Bytes32, Whole
from protocol.invariants import require
from protocol.private import PrivateKnowledge


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
        problem = f"got {len(openings)} openings, the action shows {len(pieces)} pieces"
        raise common.refused("opening", problem, len(pieces), len(openings))
    shown: dict[Piece, Face] = {}
    for piece, opening in zip(pieces, openings, strict=True):
        face = Face(opening.face)
        if face >= game.face_count():
            problem = f"piece {piece} has face {face}, which no piece has"
            raise common.refused("opening", problem, f"below={game.face_count()}", face)
        made = commit_piece(common.progress.game_id, seat, piece, face, opening.nonce)
        sealed = common.commitments.get(piece, b"")
        if made != sealed:
            raise common.refused("opening", f"piece {piece} does not open to face {face}", sealed.hex(), made.hex())
        if not game.face_fits(state, seat, piece, face):
            raise common.refused(
                "face", f"piece {piece} cannot be what it is shown as", found=f"piece={piece} face={face}"
            )
        shown[piece] = face
    if shown:
        _check_inventory(common, seat, shown)
    return shown


def decided_claims(
    common: CommonKnowledge[Any, Any], seat: Seat, action: Any, shown: Mapping[Piece, Face]
) -> tuple[Claim, ...]:
    """The claims of `action`. One that can be decided already, as all its pieces are seen, must hold."""
    state = common.progress.state
    claims = tuple(common.game.claims(state, seat, action))
    if claims:
        seen = {**common.game.public_faces(state), **shown}
        check_claims([claim for claim in claims if seen.keys() >= set(claim.pieces)], seen)
    return claims


def _check_inventory(common: CommonKnowledge[Any, Any], seat: Seat, shown: Mapping[Piece, Face]) -> None:
    surplus = common.inventory.too_many(common.progress.state, seat, shown)
    if surplus is not None:
        face, seen, owned = surplus
        problem = f"{seen} pieces with face {face} are seen, the game has {owned}"
        raise common.refused("pieces", problem, f"face={face} most={owned}", seen)
