"""A player's word that it ends the game while the other one is to write (THREATS 48).

At every moment exactly one player may write, so whoever leaves out of turn cannot write that itself. It signs it for
the head of the chain, and the other one's program takes it into the chain as the next entry (`protocol.entries.left`).
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
from protocol.entries.kind import Bytes32
from protocol.errors import PeerError
from protocol.roles import Role
from protocol.sentences import Sentence
from protocol.signed_word import SignedWord

LEAVE_TAG: Final = "fairtable leave"
MOST_LEAVE_BYTES: Final = 256


class _Content(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    tag: Literal["fairtable leave"]
    version: int
    kind: Literal["resign", "stop"]
    game: Bytes32
    role: Role
    count: Annotated[int, msgspec.Meta(ge=2)]
    hash: Bytes32


@dataclass(frozen=True, slots=True)
class SignedLeave(SignedWord):
    """The word of `role` that it ends the game at `head`, where the other is to write.

    `kind` is `resign` or `stop`.
    """

    kind: str


def sign_leave(signing_key: bytes, kind: str, game: bytes, role: Role, head: Head) -> bytes:
    """The word, to be sent. The same arguments always give the same bytes."""
    content = encode((LEAVE_TAG, VERSION, kind, game, role, head.count, head.hash))
    return content + ed25519.sign(signing_key, content)


def read_leave(raw: bytes) -> SignedLeave:
    """What `sign_leave` gave. Raises PeerError (check `encoding`); the signature is not looked at."""
    content, signature = raw[:-SIGNATURE_BYTES], raw[-SIGNATURE_BYTES:]
    try:
        plain: Any = shaped(decode(content, most_bytes=MOST_LEAVE_BYTES), _Content)
        if plain.version != VERSION:
            raise EncodingError(Sentence("it is of version {version}, not {ours}", version=plain.version, ours=VERSION))
    except EncodingError as refusal:
        raise PeerError(
            "encoding", Sentence("the signed resignation cannot be read: {refusal}", refusal=refusal)
        ) from None
    return SignedLeave(plain.game, plain.role, Head(plain.count, plain.hash), content, signature, plain.kind)
