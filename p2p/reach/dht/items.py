"""Mutable items (BEP 44): a value of a key, signed, with a number that only grows."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from p2p.reach.dht.bencode import Value, encode

VALUE_LIMIT: Final = 1000
"""Bytes of a value, bencoded."""
SEQUENCE_LIMIT: Final = 2**62


@dataclass(frozen=True, slots=True)
class Item:
    """A value as nodes keep it."""

    key: bytes
    value: bytes
    sequence: int
    signature: bytes

    def is_right(self) -> bool:
        """Whether the signature is the key's, and nothing is out of bounds."""
        if not 0 <= self.sequence < SEQUENCE_LIMIT or len(encode(self.value)) > VALUE_LIMIT:
            return False
        try:
            signed = signed_part(self.value, self.sequence)
            Ed25519PublicKey.from_public_bytes(self.key).verify(self.signature, signed)
        except (InvalidSignature, ValueError):
            return False
        return True


def target_of(key: bytes, salt: bytes = b"") -> bytes:
    """Where the items of a public key are kept."""
    return hashlib.sha1(key + salt, usedforsecurity=False).digest()


def signed_part(value: bytes, sequence: int, salt: bytes = b"") -> bytes:
    """What is signed."""
    salted = b"4:salt" + encode(salt) if salt else b""
    return salted + b"3:seq" + encode(sequence) + b"1:v" + encode(value)


def sign_item(key: Ed25519PrivateKey, value: bytes, sequence: int) -> Item:
    """`value` as the item of `key` with that number."""
    return Item(key.public_key().public_bytes_raw(), value, sequence, key.sign(signed_part(value, sequence)))


def read_item(reply: dict[bytes, Value], key: bytes) -> Item | None:
    """The item of the public `key` in a node's answer, if there is a right one."""
    value, sequence, signature, owner = (reply.get(name) for name in (b"v", b"seq", b"sig", b"k"))
    if not isinstance(value, bytes) or not isinstance(sequence, int) or not isinstance(signature, bytes):
        return None
    if owner != key:
        return None
    item = Item(key, value, sequence, signature)
    return item if item.is_right() else None
