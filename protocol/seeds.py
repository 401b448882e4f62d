"""All that a player does at random in one game, derived from one 32-byte seed.

A seed is committed to before anything else happens and opened after the game, so that nobody can choose an order or a
draw after seeing something (THREATS 2, 4, 5) and the whole hidden history can be recomputed by anybody (THREATS 1, 3).
What is revealed during the game (nonces, positions) tells nothing about the seed (THREATS 12): each is the output of
HMAC-SHA256 under a sub-key of its own.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from engine.hidden import Piece
from protocol import ed25519
from protocol.ed25519 import KEY_BYTES
from protocol.errors import LocalError

SEED_BYTES: Final = 32

_COIN: Final = b"fairtable/2 coin"
_NONCES: Final = b"fairtable/2 nonces"
_CHOICES: Final = b"fairtable/2 choices"
_ORDERS: Final = b"fairtable/2 orders"
_POSITIONS: Final = b"fairtable/2 positions"

_WORD_BYTES: Final = 4
_WORDS: Final = 1 << (8 * _WORD_BYTES)


@dataclass(frozen=True, slots=True)
class Secrets:
    """What one player must keep secret for one game: the seed, and the Ed25519 private key that signs its entries.

    Made anew for each game. Both are 32 raw bytes. Neither is ever printed. `person_key` is the private key of a player
    that wants to be known again (`protocol.persons`); it outlives the game. Empty: the player does not.
    """

    seed: bytes = field(repr=False)
    signing_key: bytes = field(repr=False)
    person_key: bytes = field(default=b"", repr=False)

    def __post_init__(self) -> None:
        if len(self.seed) != SEED_BYTES or len(self.signing_key) != KEY_BYTES:
            raise LocalError(
                f"A game's secrets are a seed of {SEED_BYTES} bytes and a key of {KEY_BYTES} bytes, "
                f"got {len(self.seed)} and {len(self.signing_key)}"
            )
        if len(self.person_key) not in {0, KEY_BYTES}:
            raise LocalError(f"A long-term key has {KEY_BYTES} bytes, got {len(self.person_key)}")

    @classmethod
    def generate(cls) -> Secrets:
        """Fresh secrets from the operating system's generator."""
        return cls(secrets.token_bytes(SEED_BYTES), secrets.token_bytes(KEY_BYTES))

    @property
    def public_key(self) -> bytes:
        """The 32-byte Ed25519 public key that goes with `signing_key`."""
        return ed25519.public_key_of(self.signing_key)


def subkey(salt: bytes, seed: bytes, label: bytes) -> bytes:
    """HKDF-SHA256 (RFC 5869) of `seed` with `salt` and `label`, 32 bytes."""
    return hmac.digest(hmac.digest(salt, seed, "sha256"), label + b"\x01", "sha256")


def coin_value(seed: bytes, public_key: bytes) -> bytes:
    """A player's 32-byte part in the flip for the first seat. Known, and committed to, before the game has an id."""
    return subkey(public_key, seed, _COIN)


class SeedKeys:
    """One player's sub-keys in one game, derived once. `game_id` binds them: the same seed gives others elsewhere."""

    def __init__(self, game_id: bytes, seed: bytes) -> None:
        self._nonces = subkey(game_id, seed, _NONCES)
        self._choices = subkey(game_id, seed, _CHOICES)
        self._orders = subkey(game_id, seed, _ORDERS)
        self._positions = subkey(game_id, seed, _POSITIONS)

    def nonce(self, piece: Piece) -> bytes:
        """The 32-byte nonce that hides the face of the player's own `piece`."""
        return hmac.digest(self._nonces, piece.to_bytes(8, "big"), "sha256")

    def choice_nonce(self, number: int) -> bytes:
        """The 32-byte nonce that hides the player's choice in the `number`th sealed decision of the game."""
        return hmac.digest(self._choices, number.to_bytes(8, "big"), "sha256")

    def order(self, number: int, size: int) -> list[int]:
        """The order of the `number`th pool that the player mixes: new place i holds what lay at old place order[i]."""
        order = list(range(size))
        words = _words(self._orders, number)
        for last in range(size - 1, 0, -1):
            chosen = _below(words, last + 1)
            order[last], order[chosen] = order[chosen], order[last]
        return order

    def position(self, number: int, size: int) -> int:
        """The place, 0 <= place < size, from which the player lets the opponent draw its `number`th piece."""
        return _below(_words(self._positions, number), size)


def _words(key: bytes, number: int) -> Iterator[int]:
    """Endless 32-bit numbers: the big-endian words of HMAC(key, number in 8 bytes || block in 4), block 0, 1, ..."""
    prefix = number.to_bytes(8, "big")
    block = 0
    while True:
        digest = hmac.digest(key, prefix + block.to_bytes(4, "big"), "sha256")
        for at in range(0, len(digest), _WORD_BYTES):
            yield int.from_bytes(digest[at : at + _WORD_BYTES], "big")
        block += 1


def _below(words: Iterator[int], size: int) -> int:
    """A number below `size` (at least 1), all alike: words in the incomplete last stretch of `size` are passed over."""
    limit = _WORDS - _WORDS % size
    while True:
        word = next(words)
        if word < limit:
            return word % size
