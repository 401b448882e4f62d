"""The signed entries of which a game's transcript is one chain.

An entry on the wire is the canonical encoding of its content followed by the author's 64-byte Ed25519 signature of that
encoding. The content holds the version, the game id, the entry's number, the author's role, the hash of the entry
before and the digest of the public state it leads to, so that it can stand at one place of one game only (THREATS 7-9,
23, 24). The hash of an entry is SHA-256 of its content, without the signature.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import lru_cache
from hashlib import sha256
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from protocol.canonical import MOST_BYTES, EncodingError, decode, encode, shaped
from protocol.commitments import DIGEST_BYTES, VERSION
from protocol.errors import PeerError

TAG: Final = "fairtable entry"
SIGNATURE_BYTES: Final = 64
MOST_ENTRY_BYTES: Final = MOST_BYTES + SIGNATURE_BYTES
"""No entry is longer."""

MOST_FINDINGS: Final = 64
"""How many findings a verdict lists."""

MOST_TEXT: Final = 200
"""How many characters each text of a finding has."""


class Role(IntEnum):
    """Who opened the table and who came to it. Which of them has the first seat is settled later."""

    HOST = 0
    JOINER = 1

    @property
    def other(self) -> Role:
        """The role across the table."""
        return Role(1 - self)


class Side(IntEnum):
    """The seat that the host wants for itself."""

    FIRST = 0
    SECOND = 1
    RANDOM = 2


class Kind(StrEnum):
    """What an entry does."""

    HELLO = "hello"
    COIN = "coin"
    MIX = "mix"
    DRAW = "draw"
    ACTION = "action"
    SEAL = "seal"
    OPEN = "open"
    RESIGN = "resign"
    STOP = "stop"
    SEED = "seed"
    VERDICT = "verdict"


Bytes32: TypeAlias = Annotated[bytes, msgspec.Meta(min_length=DIGEST_BYTES, max_length=DIGEST_BYTES)]
Whole: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]
Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=MOST_TEXT)]


class Hello(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """The first entry of each player. `side` is None in the joiner's."""

    rules: Bytes32
    public_key: Bytes32
    seed_commitment: Bytes32
    coin_commitment: Bytes32
    name: str
    side: Side | None


class Coin(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """A player's part in the flip for the first seat."""

    value: Bytes32


class Mixing(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """The commitments of all mixed pieces, pool after pool, each in its new public order."""

    commitments: tuple[Bytes32, ...]


class Drawing(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """The places that the owner's opponent names, as in `engine.hidden.Drawn`."""

    positions: tuple[Whole, ...]


class Opening(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """What opens the commitment of one piece."""

    face: Whole
    nonce: Bytes32


class Choosing(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """An action, and the openings of the pieces of `Game.to_show`, in its order."""

    action: list[Any]
    openings: tuple[Opening, ...]


class Sealing(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """The commitment to a sealed choice."""

    commitment: Bytes32


class Unsealing(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """What opens a sealed choice, and the openings of the pieces it shows."""

    action: list[Any]
    nonce: Bytes32
    openings: tuple[Opening, ...]


class Leaving(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """A resignation or a stop: nothing more to say."""


class SeedOpening(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """The seed, opened after the game."""

    seed: Bytes32


class Finding(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """One violation: in which entry, by whom, against which check or rule, what was expected and what was found.

    `author` is None where the record alone cannot tell which of the two it was.
    """

    number: Whole
    author: Role | None
    check: Text
    expected: Text
    found: Text


class VerdictBody(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """The hash of the entry that opened the second seed, and what the author's audit up to there found."""

    head: Bytes32
    findings: Annotated[tuple[Finding, ...], msgspec.Meta(max_length=MOST_FINDINGS)]


Body: TypeAlias = Hello | Coin | Mixing | Drawing | Choosing | Sealing | Unsealing | Leaving | SeedOpening | VerdictBody

BODIES: Final[Mapping[Kind, type[Body]]] = {
    Kind.HELLO: Hello,
    Kind.COIN: Coin,
    Kind.MIX: Mixing,
    Kind.DRAW: Drawing,
    Kind.ACTION: Choosing,
    Kind.SEAL: Sealing,
    Kind.OPEN: Unsealing,
    Kind.RESIGN: Leaving,
    Kind.STOP: Leaving,
    Kind.SEED: SeedOpening,
    Kind.VERDICT: VerdictBody,
}


@dataclass(frozen=True, slots=True)
class Head:
    """Where a chain stands: how many entries it has, and the hash of the last (32 zero bytes if there is none)."""

    count: int
    hash: bytes


EMPTY: Final = Head(0, bytes(DIGEST_BYTES))


class _Content(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """The signed part of an entry as it lies on the wire."""

    tag: Literal["fairtable entry"]
    version: int
    game: Annotated[bytes, msgspec.Meta(max_length=DIGEST_BYTES)]
    number: Whole
    role: Role
    kind: Kind
    body: list[Any]
    previous: Bytes32
    state: Bytes32


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry, decoded. `game` is empty in the hellos, which make the game id; `state` is the digest it leads to."""

    raw: bytes
    game: bytes
    number: int
    role: Role
    kind: Kind
    body: Body
    previous: bytes
    state: bytes
    hash: bytes

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
        try:
            _verifier(public_key).verify(self.signature, self.content)
        except (InvalidSignature, ValueError):
            return False
        return True


def write_entry(
    signing_key: bytes, *, game: bytes, role: Role, kind: Kind, body: Body, after: Head, state: bytes
) -> Entry:
    """The signed entry that follows `after`. The same arguments always give the same bytes."""
    content = encode((TAG, VERSION, game, after.count, role, kind, body, after.hash, state))
    return Entry(
        raw=content + _signer(signing_key).sign(content),
        game=game,
        number=after.count,
        role=role,
        kind=kind,
        body=body,
        previous=after.hash,
        state=state,
        hash=sha256(content).digest(),
    )


def read_entry(raw: bytes) -> Entry:
    """Decode an entry, checking its form alone. Raises PeerError (check `encoding` or `version`)."""
    if not SIGNATURE_BYTES < len(raw) <= MOST_ENTRY_BYTES:
        raise PeerError(
            "encoding", f"got an entry of {len(raw)} bytes, expected {SIGNATURE_BYTES} to {MOST_ENTRY_BYTES}"
        )
    content = raw[:-SIGNATURE_BYTES]
    try:
        plain = decode(content)
        if isinstance(plain, list) and plain[:1] == [TAG] and plain[1:2] != [VERSION]:
            found = str(plain[1:2])[:MOST_TEXT]
            raise PeerError(
                "version",
                f"the opponent's program speaks version {found} of the protocol, we {VERSION}; update the older one",
                expected=f"[{VERSION}]",
                found=found,
            )
        shell = shaped(plain, _Content)
        body: Body = shaped(shell.body, BODIES[shell.kind])
    except EncodingError as refusal:
        raise PeerError("encoding", f"the entry cannot be read: {refusal}") from None
    return Entry(
        raw=raw,
        game=shell.game,
        number=shell.number,
        role=shell.role,
        kind=shell.kind,
        body=body,
        previous=shell.previous,
        state=shell.state,
        hash=sha256(content).digest(),
    )


@lru_cache(maxsize=16)
def _verifier(public_key: bytes) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(public_key)


@lru_cache(maxsize=8)
def _signer(signing_key: bytes) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(signing_key)
