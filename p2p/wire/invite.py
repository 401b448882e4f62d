"""The invite: one token that a host hands to its opponent by any means, and that leads to that host and no other.

It holds where the host listens, the fingerprint of the host's certificate (threat 25) and a secret that lets one
joiner in (threat 26). Base32 without case survives being read aloud and copied over line breaks; a checksum of 32 bits
refuses whatever was mistyped, and a single slip is even located.
"""

from __future__ import annotations

import base64
import hashlib
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from p2p.errors import InviteError, Problem
from p2p.wire.typing_errors import ALPHABET, Slip, decode_base32, find_typing_error

VERSION: Final = 1
PREFIX: Final = "fair1"
FINGERPRINT_SIZE: Final = 32
SECRET_SIZE: Final = 16
ADDRESSES_AT_MOST: Final = 8

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
        raise InviteError(Problem.INVITE_TOO_LONG, length=len(token), most=_LONGEST)
    word = "".join(token.split()).lower()
    if not word:
        raise InviteError(Problem.INVITE_EMPTY)
    if not word.startswith(PREFIX):
        raise InviteError(Problem.INVITE_PREFIX, expected=PREFIX, found=word[: len(PREFIX)])
    body = word[len(PREFIX) :]
    packed = _checked(body)
    if packed is None:
        raise _slip_in(body)
    return _unpack(packed)


def _unpack(packed: bytes) -> Invite:
    try:
        first = msgspec.msgpack.decode(packed, type=list[object])
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise InviteError(Problem.INVITE_UNREADABLE, reason=str(error)) from error
    if not first or first[0] != VERSION:
        version = first[0] if first else None
        raise InviteError(Problem.INVITE_VERSION, found=version, expected=VERSION)
    try:
        invite = msgspec.msgpack.decode(packed, type=Invite)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise InviteError(Problem.INVITE_CONTENTS, reason=str(error)) from error
    if msgspec.msgpack.encode(invite) != packed:
        raise InviteError(Problem.INVITE_SPELLING)
    return invite


def _checksum(packed: bytes) -> bytes:
    return hashlib.sha256(b"fairtable invite\0" + packed).digest()[:_CHECKSUM_SIZE]


def _text(data: bytes) -> str:
    return base64.b32encode(data).decode("ascii").rstrip("=").lower()


def _checked(body: str) -> bytes | None:
    """The packed fields if alphabet, padding bits and checksum are all right, else None."""
    data = decode_base32(body)
    return data[:-_CHECKSUM_SIZE] if data is not None and _is_checked(data) else None


def _is_checked(data: bytes) -> bool:
    return len(data) > _CHECKSUM_SIZE and _checksum(data[:-_CHECKSUM_SIZE]) == data[-_CHECKSUM_SIZE:]


def _slip_in(body: str) -> InviteError:
    """What is wrong with a word that is not an invite's. Places count from 1 and include the prefix."""
    error = find_typing_error(body, _is_checked)
    if error is not None:
        place = error.index + len(PREFIX) + 1
        if error.slip is Slip.EXTRA:
            return InviteError(Problem.INVITE_EXTRA, place=place, character=error.found)
        if error.slip is Slip.SWAPPED:
            return InviteError(Problem.INVITE_SWAPPED, place=place, next=place + 1)
        if error.slip is Slip.MISSING:
            return InviteError(Problem.INVITE_MISSING, place=place, character=error.right)
        return InviteError(Problem.INVITE_REPLACED, place=place, found=error.found, character=error.right)
    for index, character in enumerate(body):
        if character not in ALPHABET:
            return InviteError(Problem.INVITE_CHARACTER, place=index + len(PREFIX) + 1, character=character)
    return InviteError(Problem.INVITE_INCOMPLETE, length=len(PREFIX) + len(body))
