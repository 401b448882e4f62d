"""A player that wants to be known again: a key that outlives the game, and its word in the hello that it plays here.

The key of a game is made for that game alone, so a record speaks of nobody. A player may sign, with a long-term key of
its own, which game it plays in which role, with which key and which seed: then the record speaks of that person
(THREATS 44). Nobody has to, and nothing in the game depends on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, TypeAlias

import msgspec

from protocol import ed25519
from protocol.canonical import encode
from protocol.commitments import VERSION
from protocol.ed25519 import SIGNATURE_BYTES
from protocol.entries.kind import Bytes32
from protocol.roles import Role

PERSON_TAG: Final = "fairtable/2 person"

Settings: TypeAlias = Sequence[tuple[str, str]]

Bytes64: TypeAlias = Annotated[bytes, msgspec.Meta(min_length=SIGNATURE_BYTES, max_length=SIGNATURE_BYTES)]


class Person(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """Whoever holds the long-term `key` says by `signature` that it plays this game in this role."""

    key: Bytes32
    signature: Bytes64


def person_statement(
    *, game: str, settings: Settings, rules: bytes, role: Role, public_key: bytes, seed_commitment: bytes
) -> bytes:
    """What a person signs. `public_key` is the key of the one game, which signs the hello that the statement is in."""
    offer = (game, [list(setting) for setting in settings])
    return encode((PERSON_TAG, VERSION, offer, rules, role, public_key, seed_commitment))


def sign_person(person_key: bytes, statement: bytes) -> Person:
    """The word of whoever holds the private long-term key."""
    return Person(ed25519.public_key_of(person_key), ed25519.sign(person_key, statement))


def is_signed(person: Person, statement: bytes) -> bool:
    """Whether the person has signed the statement."""
    return ed25519.verify(person.key, person.signature, statement)
