"""The invite: one token that a host hands to its opponent by any means, and that leads to that host and no other.

It holds where the host listens, the fingerprint of the host's certificate (threat 25) and a secret that lets one
joiner in (threat 26). Base32 without case survives being read aloud and copied over line breaks; a checksum of 32 bits
refuses whatever was mistyped, and a single slip is even located.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Iterator
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from p2p.errors import InviteError

VERSION: Final = 1
PREFIX: Final = "seki1"
FINGERPRINT_SIZE: Final = 32
SECRET_SIZE: Final = 16
ADDRESSES_AT_MOST: Final = 8

_ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz234567"
_CHECKSUM_SIZE: Final = 4
_LONGEST: Final = 4000

Address = Annotated[str, Meta(min_length=1, max_length=253, pattern=r"\A[0-9A-Za-z._:%\-]+\Z")]
Port = Annotated[int, Meta(ge=1, le=65535)]


class Invite(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Where a host is and what lets a joiner in. `addresses` are host names or IP addresses, to be tried in order."""

    version: Annotated[int, Meta(ge=0)]
    addresses: Annotated[tuple[Address, ...], Meta(min_length=1, max_length=ADDRESSES_AT_MOST)]
    port: Port
    fingerprint: Annotated[bytes, Meta(min_length=FINGERPRINT_SIZE, max_length=FINGERPRINT_SIZE)]
    secret: Annotated[bytes, Meta(min_length=SECRET_SIZE, max_length=SECRET_SIZE)]

    def __repr__(self) -> str:
        # The secret stays out of logs and tracebacks.
        return f"Invite({', '.join(self.addresses)} port {self.port}, certificate {self.fingerprint.hex()[:16]}...)"

    def token(self) -> str:
        """The invite as one word. Raises InviteError if a field is out of bounds."""
        packed = msgspec.msgpack.encode(self)
        _unpack(packed)
        return PREFIX + _text(packed + _checksum(packed))


def make_invite(addresses: tuple[str, ...], port: int, fingerprint: bytes, secret: bytes) -> Invite:
    """An invite of this version. Raises InviteError if a field is out of bounds."""
    invite = Invite(VERSION, addresses, port, fingerprint, secret)
    return _unpack(msgspec.msgpack.encode(invite))


def parse_invite(token: str) -> Invite:
    """The invite that `token` holds, in any case and however wrapped. Raises InviteError, naming the slip."""
    if len(token) > _LONGEST:
        raise InviteError(f"This is not an invite: it has {len(token)} characters, an invite at most {_LONGEST}.")
    word = "".join(token.split()).lower()
    if not word:
        raise InviteError("The invite is empty: copy the whole word that the host's screen shows after 'invite:'.")
    if not word.startswith(PREFIX):
        raise InviteError(
            f"An invite starts with '{PREFIX}', this starts with {word[: len(PREFIX)]!r}: copy all of it."
        )
    body = word[len(PREFIX) :]
    packed = _checked(body)
    if packed is None:
        raise InviteError(_describe_slip(body))
    return _unpack(packed)


def _unpack(packed: bytes) -> Invite:
    try:
        first = msgspec.msgpack.decode(packed, type=list[object])
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise InviteError(f"The invite's contents cannot be read ({error}): ask the host for a new one.") from error
    if not first or first[0] != VERSION:
        version = first[0] if first else None
        raise InviteError(
            f"The invite is of version {version!r}, this program reads version {VERSION}: play with equal versions."
        )
    try:
        invite = msgspec.msgpack.decode(packed, type=Invite)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise InviteError(f"The invite's contents are wrong ({error}): ask the host for a new one.") from error
    if msgspec.msgpack.encode(invite) != packed:
        raise InviteError("The invite's contents are not in canonical form: ask the host for a new one.")
    return invite


def _checksum(packed: bytes) -> bytes:
    return hashlib.sha256(b"sekigahara invite\0" + packed).digest()[:_CHECKSUM_SIZE]


def _text(data: bytes) -> str:
    return base64.b32encode(data).decode("ascii").rstrip("=").lower()


def _checked(body: str) -> bytes | None:
    """The packed fields if alphabet, padding bits and checksum are all right, else None."""
    try:
        data = base64.b32decode(body.upper() + "=" * (-len(body) % 8))
    except (binascii.Error, ValueError):
        return None
    if len(data) <= _CHECKSUM_SIZE or _text(data) != body:
        return None
    packed, checksum = data[:-_CHECKSUM_SIZE], data[-_CHECKSUM_SIZE:]
    return packed if _checksum(packed) == checksum else None


def _slips(body: str) -> Iterator[tuple[str, str]]:
    """Every word one slip away from `body`, with what the slip was. Places count from 1 and include the prefix."""
    for index, character in enumerate(body):
        place = index + len(PREFIX) + 1
        yield body[:index] + body[index + 1 :], f"character {place}, {character!r}, is one too many"
        if index + 1 < len(body):
            swapped = body[:index] + body[index + 1] + character + body[index + 2 :]
            yield swapped, f"characters {place} and {place + 1} have changed places"
        for right in _ALPHABET:
            yield (
                body[:index] + right + body[index + 1 :],
                f"character {place} is {character!r} and should be {right!r}",
            )
    for index in range(len(body) + 1):
        for right in _ALPHABET:
            place = index + len(PREFIX) + 1
            yield body[:index] + right + body[index:], f"a character {right!r} is missing at place {place}"


def _describe_slip(body: str) -> str:
    for candidate, slip in _slips(body):
        if _checked(candidate) is not None:
            return f"The invite has a typing error: {slip}."
    for index, character in enumerate(body):
        if character not in _ALPHABET:
            place = index + len(PREFIX) + 1
            return f"The invite has {character!r} at place {place}, which no invite contains: copy it again."
    return (
        f"The invite of {len(PREFIX) + len(body)} characters is incomplete or has several typing errors: copy it again."
    )
