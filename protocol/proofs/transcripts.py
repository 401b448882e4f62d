"""The one hash behind every challenge, and the secret numbers of our own proofs.

A challenge is a hash of the *context* of the proof (which entry of which game it stands in) and of the whole statement,
so that no proof is worth anything in another place or for another statement (THREATS 40). A prover's secret numbers are
derived from its seed, the same context and statement and what it proves them with, so that an entry written again is
the same bytes and no two proofs ever share a number.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from hashlib import sha512
from typing import Final

from protocol.proofs.framing import TAG, VERSION, be32, be64, framed
from protocol.proofs.group import Scalar

KEY_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class Context:
    """Where a proof stands: the fields of the entry that are known before its body is.

    `author` is the role of the entry's author, `entry` its number, `kind` its kind, `previous` the hash of the entry
    before. `part` tells apart the proofs of one entry: the number of the pool in a mix, of the claim in an action.
    """

    game: bytes
    author: int
    entry: int
    kind: str
    previous: bytes
    part: int
    version: int = VERSION

    def encode(self) -> bytes:
        """The bytes that every transcript has after its purpose."""
        return b"".join(
            (
                framed(b"version", be64(self.version)),
                framed(b"game", self.game),
                framed(b"author", be64(self.author)),
                framed(b"entry", be64(self.entry)),
                framed(b"kind", self.kind.encode()),
                framed(b"previous", self.previous),
                framed(b"part", be64(self.part)),
            )
        )


class Transcript:
    """SHA-512 of all that has been said so far. `absorb` goes on with it; the challenges leave it as it is."""

    def __init__(self, purpose: bytes, context: Context) -> None:
        self._hash = sha512(framed(TAG + b"proof", purpose) + context.encode())

    def absorb(self, label: bytes, value: bytes) -> None:
        """Go on with `value`. All values of one label have a length that follows from the statement."""
        self._hash.update(framed(label, value))

    def challenge(self, number: int = 0) -> Scalar:
        """The challenge at this point; several at one point are told apart by `number`."""
        fork = self._hash.copy()
        fork.update(framed(b"challenge", be64(number)))
        return Scalar.reduce(fork.digest())

    def numbers(self, key: bytes, witness: bytes) -> Numbers:
        """A prover's secret numbers for the statement absorbed so far, which it proves with `witness`."""
        if len(key) != KEY_BYTES:
            raise ValueError(f"The key of the proofs has {KEY_BYTES} bytes, got {len(key)}")
        fork = self._hash.copy()
        fork.update(framed(b"witness", witness))
        return Numbers(key, fork.digest())


class Numbers:
    """Secret numbers that follow from `key`, and look like chance to whoever does not know it.

    A number of one label is HMAC-SHA512 under `key` of the digest of statement and witness, the label and a count.
    """

    def __init__(self, key: bytes, digest: bytes) -> None:
        self._key = key
        self._digest = digest

    def take(self, label: bytes, count: int) -> list[Scalar]:
        """`count` numbers. The same label always gives the same ones."""
        start = self._digest + framed(b"number", label)
        return [Scalar.reduce(hmac.digest(self._key, start + be32(number), "sha512")) for number in range(count)]


def proof_key(game: bytes, seed: bytes) -> bytes:
    """The 32-byte key from which a player derives the secret numbers of its proofs in one game.

    HKDF-SHA256 (RFC 5869) of the seed with the game's id as salt.
    """
    return hmac.digest(hmac.digest(game, seed, "sha256"), TAG + b"proofs" + b"\x01", "sha256")
