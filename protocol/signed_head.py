"""A player's word that it has seen a chain up to some head (THREATS 6).

Without it, "the other owes the next entry" is one side's word: the other may never have got what it should answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

import msgspec

from protocol import ed25519
from protocol.canonical import EncodingError, decode, encode, shaped
from protocol.chain import Head
from protocol.commitments import VERSION
from protocol.ed25519 import SIGNATURE_BYTES
from protocol.entries.kind import Bytes32, Whole
from protocol.errors import PeerError
from protocol.roles import Role
from protocol.sentences import Sentence
from protocol.signed_word import SignedWord

HEAD_TAG: Final = "fairtable head"
MOST_HEAD_BYTES: Final = 256


class _Content(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    tag: Literal["fairtable head"]
    version: int
    game: Bytes32
    role: Role
    count: Annotated[int, msgspec.Meta(ge=2)]
    hash: Bytes32


class _TimedContent(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    tag: Literal["fairtable head"]
    version: int
    game: Bytes32
    role: Role
    count: Annotated[int, msgspec.Meta(ge=2)]
    hash: Bytes32
    spent: Whole


@dataclass(frozen=True, slots=True)
class SignedHead(SignedWord):
    """The word of `role` that it has the chain up to `head`.

    `spent`: in a game with clocks, for how many milliseconds it has thought since then about what it owes.
    """

    spent: int | None = None


def kept_heads(raw: bytes) -> list[SignedHead]:
    """The signed head that a file holds; none if it holds something else, for nothing but a witness is lost by it."""
    try:
        return [read_head(raw)] if raw else []
    except PeerError:
        return []


def sign_head(signing_key: bytes, game: bytes, role: Role, head: Head, spent: int | None = None) -> bytes:
    """The signed head, to be sent. Both hellos must be in the chain. `spent` is for games with clocks."""
    fields: list[object] = [HEAD_TAG, VERSION, game, role, head.count, head.hash]
    content = encode(fields if spent is None else [*fields, spent])
    return content + ed25519.sign(signing_key, content)


def read_head(raw: bytes) -> SignedHead:
    """What `sign_head` gave. Raises PeerError (check `encoding`); the signature is not looked at."""
    content, signature = raw[:-SIGNATURE_BYTES], raw[-SIGNATURE_BYTES:]
    try:
        value = decode(content, most_bytes=MOST_HEAD_BYTES)
        timed = isinstance(value, list) and len(value) == len(_TimedContent.__struct_fields__)
        plain: Any = shaped(value, _TimedContent if timed else _Content)
        if plain.version != VERSION:
            raise EncodingError(Sentence("it is of version {version}, not {ours}", version=plain.version, ours=VERSION))
    except EncodingError as refusal:
        raise PeerError("encoding", Sentence("the signed head cannot be read: {refusal}", refusal=refusal)) from None
    return SignedHead(
        plain.game, plain.role, Head(plain.count, plain.hash), content, signature, getattr(plain, "spent", None)
    )
