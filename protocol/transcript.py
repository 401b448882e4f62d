"""The signed entries of which a game's transcript is one chain.

An entry on the wire is the canonical encoding of its content followed by the author's 64-byte Ed25519 signature of that
encoding. The content holds the version, the game id, the entry's number, the author's role, the hash of the entry
before and the digest of the public state it leads to, so that it can stand at one place of one game only (THREATS 7-9,
23, 24). The hash of an entry is SHA-256 of its content, without the signature.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Any, Final, Literal

import msgspec

from protocol import ed25519
from protocol.canonical import MOST_BYTES, EncodingError, decode, encode, shaped
from protocol.chain import Head
from protocol.commitments import DIGEST_BYTES, VERSION
from protocol.ed25519 import SIGNATURE_BYTES
from protocol.entries.kind import Bytes32, EntryKind, Whole
from protocol.errors import PeerError
from protocol.findings import MOST_TEXT
from protocol.kinds import BY_NAME
from protocol.roles import Role
from protocol.sentences import Sentence

TAG: Final = "fairtable entry"
_VERSION: Final = encode([VERSION])
MOST_ENTRY_BYTES: Final = MOST_BYTES + SIGNATURE_BYTES
"""No entry is longer."""


class _Content(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """The signed part of an entry as it lies on the wire."""

    tag: Literal["fairtable entry"]
    version: int
    game: Annotated[bytes, msgspec.Meta(max_length=DIGEST_BYTES)]
    number: Whole
    role: Role
    kind: str
    body: list[Any]
    previous: Bytes32
    state: Bytes32


class _TimedContent(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """That of a decision in a game with clocks."""

    tag: Literal["fairtable entry"]
    version: int
    game: Annotated[bytes, msgspec.Meta(max_length=DIGEST_BYTES)]
    number: Whole
    role: Role
    kind: str
    body: list[Any]
    previous: Bytes32
    state: Bytes32
    spent: Whole


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry, decoded. `game` is empty in the hellos, which make the game id; `state` is the digest it leads to.

    `body` is of the type that its kind says. `spent`: in a game with clocks, how many milliseconds a decision took.
    """

    raw: bytes
    game: bytes
    number: int
    role: Role
    kind: EntryKind[Any]
    body: Any
    previous: bytes
    state: bytes
    hash: bytes
    spent: int | None = None

    @property
    def content(self) -> bytes:
        """The signed bytes."""
        return self.raw[:-SIGNATURE_BYTES]

    @property
    def signature(self) -> bytes:
        """The author's Ed25519 signature of `content`."""
        return self.raw[-SIGNATURE_BYTES:]

    def signed_by(self, public_key: bytes) -> bool:
        """Whether the signature is right under `public_key`."""
        return ed25519.verify(public_key, self.signature, self.content)


def write_entry(
    signing_key: bytes,
    *,
    game: bytes,
    role: Role,
    kind: EntryKind[Any],
    body: Any,
    after: Head,
    state: bytes,
    spent: int | None = None,
) -> Entry:
    """The signed entry that follows `after`. The same arguments always give the same bytes."""
    fields = (TAG, VERSION, game, after.count, role, kind.name, body, after.hash, state)
    content = encode(fields if spent is None else (*fields, spent))
    return Entry(
        raw=content + ed25519.sign(signing_key, content),
        game=game,
        number=after.count,
        role=role,
        kind=kind,
        body=body,
        previous=after.hash,
        state=state,
        hash=sha256(content).digest(),
        spent=spent,
    )


def read_entry(raw: bytes) -> Entry:
    """Decode an entry, checking its form alone. Raises PeerError (check `encoding` or `version`)."""
    if not SIGNATURE_BYTES < len(raw) <= MOST_ENTRY_BYTES:
        raise PeerError(
            "encoding",
            Sentence(
                "got an entry of {count} bytes, expected {least} to {most}",
                count=len(raw),
                least=SIGNATURE_BYTES,
                most=MOST_ENTRY_BYTES,
            ),
        )
    content = raw[:-SIGNATURE_BYTES]
    try:
        plain = decode(content)
        _check_version(plain)
        timed = isinstance(plain, list) and len(plain) == len(_TimedContent.__struct_fields__)
        shell: Any = shaped(plain, _TimedContent if timed else _Content)
        kind = BY_NAME.get(shell.kind)
        if kind is None:
            raise EncodingError(Sentence("there is no kind of entry called {kind!r}", kind=shell.kind[:40]))
        body = shaped(shell.body, kind.body)
    except EncodingError as refusal:
        raise PeerError("encoding", Sentence("the entry cannot be read: {refusal}", refusal=refusal)) from None
    return Entry(
        raw=raw,
        game=shell.game,
        number=shell.number,
        role=shell.role,
        kind=kind,
        body=body,
        previous=shell.previous,
        state=shell.state,
        hash=sha256(content).digest(),
        spent=shell.spent if timed else None,
    )


def _check_version(plain: object) -> None:
    if isinstance(plain, list) and plain[:1] == [TAG] and encode(plain[1:2]) != _VERSION:
        found = str(plain[1:2])[:MOST_TEXT]
        raise PeerError(
            "version",
            Sentence(
                "the opponent's program speaks version {found} of the protocol, we {ours}; update the older one",
                found=found,
                ours=VERSION,
            ),
            expected=f"[{VERSION}]",
            found=found,
        )
