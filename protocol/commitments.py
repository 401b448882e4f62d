"""Hashes that bind: commitments to faces, choices, seeds and coins, and the digests of rules and states.

Each is SHA-256 of the canonical encoding of a list that begins with a tag of its own, so that no input of one can be
read as an input of another (THREATS 13), and holds the committer, so that a copy cannot be opened (THREATS 10).
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final

from engine.hidden import Face, Piece, Seat
from protocol.canonical import encode

VERSION: Final = 2
"""The protocol's version. Signed in every entry; there is no fallback to another (THREATS 24)."""

DIGEST_BYTES: Final = 32

_PIECE: Final = "fairtable/2 piece"
_CHOICE: Final = "fairtable/2 choice"
_SEED: Final = "fairtable/2 seed"
_COIN: Final = "fairtable/2 coin"
_RULES: Final = "fairtable/2 rules"
_STATE: Final = "fairtable/2 state"
_GAME: Final = "fairtable/2 game"


def commit_piece(game_id: bytes, owner: Seat, piece: Piece, face: Face, nonce: bytes) -> bytes:
    """The commitment to the face of one piece (THREATS 11: the nonce has 256 bits)."""
    return sha256(encode((_PIECE, game_id, owner, piece, face, nonce))).digest()


def commit_choice(game_id: bytes, seat: Seat, number: int, packed_action: list[Any], nonce: bytes) -> bytes:
    """The commitment to a seat's choice in the game's `number`th sealed decision."""
    return sha256(encode((_CHOICE, game_id, seat, number, packed_action, nonce))).digest()


def commit_seed(role: int, public_key: bytes, seed: bytes) -> bytes:
    """The commitment to a player's seed, exchanged before anything else."""
    return sha256(encode((_SEED, role, public_key, seed))).digest()


def commit_coin(role: int, public_key: bytes, value: bytes) -> bytes:
    """The commitment to a player's part in the flip for the first seat."""
    return sha256(encode((_COIN, role, public_key, value))).digest()


def rules_digest(rules_data: bytes) -> bytes:
    """The digest of a game's rules and components, which the peers compare."""
    return sha256(encode((_RULES, rules_data))).digest()


def state_digest(canonical_state: bytes) -> bytes:
    """The digest of a public state, signed in every entry that leads to it."""
    return sha256(encode((_STATE, canonical_state))).digest()


def game_identity(
    rules: bytes,
    public_keys: tuple[bytes, bytes],
    seed_commitments: tuple[bytes, bytes],
    draw_chains: tuple[bytes, bytes],
    version: int = VERSION,
) -> bytes:
    """The game id: what makes each entry, commitment, proof and sub-key one of this game alone. The host's values
    first.
    """
    return sha256(encode((_GAME, version, rules, *public_keys, *seed_commitments, *draw_chains))).digest()
