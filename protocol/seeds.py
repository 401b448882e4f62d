"""All that a player does at random in one game, derived from one 32-byte seed.

A seed is committed to before anything else happens and opened after the game, so that nobody can choose an order after
seeing something (THREATS 2, 5) and the whole hidden history can be recomputed by anybody (THREATS 1, 3). Nonces shown
during the game tell nothing about the seed (THREATS 12): each is the output of HMAC-SHA256 under a sub-key of its own.
Draws follow from the seed too, by way of a chain: see `protocol.proofs.chain`.
"""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass, field
from typing import Final

from engine.hidden import Piece
from protocol import ed25519
from protocol.ed25519 import KEY_BYTES
from protocol.errors import LocalError
from protocol.proofs.words import below, words_from
from protocol.sentences import Sentence

SEED_BYTES: Final = 32

_COIN: Final = b"fairtable/2 coin"
_NONCES: Final = b"fairtable/2 nonces"
_CHOICES: Final = b"fairtable/2 choices"
_ORDERS: Final = b"fairtable/2 orders"
_PROOFS: Final = b"fairtable/2 proofs"


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
                Sentence(
                    "A game's secrets are a seed of {seed_bytes} bytes and a key of {key_bytes} bytes, got {seed} "
                    "and {key}",
                    seed_bytes=SEED_BYTES,
                    key_bytes=KEY_BYTES,
                    seed=len(self.seed),
                    key=len(self.signing_key),
                )
            )
        if len(self.person_key) not in {0, KEY_BYTES}:
            raise LocalError(
                Sentence(
                    "A long-term key has {key_bytes} bytes, got {count}",
                    key_bytes=KEY_BYTES,
                    count=len(self.person_key),
                )
            )

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
    """One player's sub-keys in one game, derived once. `game_id` binds them: the same seed gives others elsewhere.

    `proofs` is the key from which the secret numbers of the player's proofs follow (`protocol.proofs.transcripts`).
    """

    def __init__(self, game_id: bytes, seed: bytes) -> None:
        self._nonces = subkey(game_id, seed, _NONCES)
        self._choices = subkey(game_id, seed, _CHOICES)
        self._orders = subkey(game_id, seed, _ORDERS)
        self.proofs = subkey(game_id, seed, _PROOFS)

    def nonce(self, piece: Piece) -> bytes:
        """The 32-byte nonce that hides the face of the player's own `piece`."""
        return hmac.digest(self._nonces, piece.to_bytes(8, "big"), "sha256")

    def choice_nonce(self, number: int) -> bytes:
        """The 32-byte nonce that hides the player's choice in the `number`th sealed decision of the game."""
        return hmac.digest(self._choices, number.to_bytes(8, "big"), "sha256")

    def order(self, number: int, size: int) -> list[int]:
        """The order of the `number`th pool that the player mixes: new place i holds what lay at old place order[i]."""
        order = list(range(size))
        words = words_from(self._orders, number.to_bytes(8, "big"))
        for last in range(size - 1, 0, -1):
            chosen = below(words, last + 1)
            order[last], order[chosen] = order[chosen], order[last]
        return order
