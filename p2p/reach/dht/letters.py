"""Letters: where one player is at the moment, sealed and signed with keys that only the two with the invite have.

To the nodes that keep it a letter is a hundred random bytes under a random name. They see who asks for it.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from p2p.reach.addresses import Place, ip_of
from p2p.reach.invitation import derive
from p2p.reach.packing import Reader, pack_places, tidy_places
from p2p.reach.tokens import TokenError

NUMBER_SIZE: Final = 4
PLAIN_SIZE: Final = 96
"""Every letter has so many bytes inside: three places of both kinds, what its writer's router is, and some zeros."""
_EACH: Final = 3
_NONCE_SIZE: Final = 12
_VERSION: Final = 1


class Writer(StrEnum):
    """Whose letter it is."""

    HOST = "host"
    JOINER = "joiner"

    @property
    def other(self) -> Writer:
        """The one who reads it."""
        return Writer.JOINER if self is Writer.HOST else Writer.HOST


@dataclass(frozen=True, slots=True)
class Letter:
    """Where its writer may be. `number`: 4 random bytes, new whenever the writer wants to be knocked at anew."""

    number: bytes
    places: tuple[Place, ...]
    symmetric: bool = False
    """Whether its writer's router takes a new port for each connection, and has opened none."""


def new_letter(places: Sequence[Place], *, symmetric: bool = False) -> Letter:
    """A letter that tells the IP addresses among `places`, three of each version at most."""
    tidy = tidy_places([place for place in places if ip_of(place.host) is not None])
    six = [place for place in tidy if ":" in place.host]
    four = [place for place in tidy if place not in six]
    return Letter(secrets.token_bytes(NUMBER_SIZE), (*four[:_EACH], *six[:_EACH]), symmetric)


def signing_key(secret: bytes, writer: Writer) -> Ed25519PrivateKey:
    """The key under which the letters of `writer` are kept."""
    return Ed25519PrivateKey.from_private_bytes(derive(secret, f"letter box {writer}"))


def seal(letter: Letter, secret: bytes, writer: Writer) -> bytes:
    """The letter as others may see it."""
    plain = bytes([_VERSION]) + letter.number + pack_places(letter.places) + bytes([letter.symmetric])
    nonce = secrets.token_bytes(_NONCE_SIZE)
    return nonce + _cipher(secret, writer).encrypt(nonce, plain.ljust(PLAIN_SIZE, b"\0"), None)


def unseal(sealed: bytes, secret: bytes, writer: Writer) -> Letter | None:
    """The letter of `writer`; None if it is none, or of another version."""
    try:
        plain = _cipher(secret, writer).decrypt(sealed[:_NONCE_SIZE], sealed[_NONCE_SIZE:], None)
        reader = Reader(plain)
        version = reader.take(1)[0]
        number, places, router = reader.take(NUMBER_SIZE), reader.places(), reader.take(1)
    except (InvalidTag, ValueError, TokenError):
        return None
    if version != _VERSION or len(plain) != PLAIN_SIZE:
        return None
    return Letter(number, places, router == b"\1")


def _cipher(secret: bytes, writer: Writer) -> ChaCha20Poly1305:
    return ChaCha20Poly1305(derive(secret, f"letter box seal {writer}"))
