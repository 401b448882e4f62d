"""What is said to a relay and by it, before it only passes bytes on. Everything has a fixed size.

    client   magic 17, version 1, role 1, tag 16
    relay    kind 1, address 16 (IPv4 as ::ffff:a.b.c.d), port 2

The first that the relay says is HERE, with the address and port that it sees the client come from; then WAIT now and
then, as a sign of life; and at last MEET, with the other's. What follows MEET comes from the other and goes to it.
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from p2p.reach.addresses import Place, ip_of
from p2p.reach.invitation import derive
from p2p.reach.ways import Reason, WayFailed

MAGIC: Final = b"fairtable relay\0"
VERSION: Final = 1
TAG_SIZE: Final = 16
HELLO_SIZE: Final = len(MAGIC) + 2 + TAG_SIZE
SAID_SIZE: Final = 19
NOWHERE: Final = Place("::", 0)


class Role(IntEnum):
    """What a client comes for."""

    HOST = 0
    JOINER = 1
    ASKER = 2
    """Only wants to know where it comes from."""


class Kind(IntEnum):
    """What the relay says."""

    HERE = 1
    WAIT = 2
    MEET = 3
    FULL = 4
    NOBODY = 5


@dataclass(frozen=True, slots=True)
class Said:
    """One thing that the relay says."""

    kind: Kind
    place: Place = NOWHERE


def tag_of(secret: bytes) -> bytes:
    """By which the two with one invite find each other; it tells nothing of the secret."""
    return derive(secret, "relay")[:TAG_SIZE]


def encode_hello(role: Role, tag: bytes) -> bytes:
    """The client's first and only words."""
    return MAGIC + bytes([VERSION, role]) + tag


def decode_hello(data: bytes) -> tuple[Role, bytes]:
    """Role and tag. Raises WayFailed (NONSENSE)."""
    version, role = data[len(MAGIC) : len(MAGIC) + 2]
    if not data.startswith(MAGIC) or version != VERSION or role not in tuple(Role):
        raise WayFailed(Reason.NONSENSE)
    return Role(role), data[len(MAGIC) + 2 :]


def encode_said(said: Said) -> bytes:
    """What the relay says, as bytes."""
    address = ip_of(said.place.host) or ipaddress.IPv6Address(0)
    sixteen = address.packed if address.version == 6 else bytes(10) + b"\xff\xff" + address.packed
    return bytes([said.kind]) + sixteen + said.place.port.to_bytes(2, "big")


def decode_said(data: bytes) -> Said:
    """Raises WayFailed (NONSENSE)."""
    if data[0] not in tuple(Kind):
        raise WayFailed(Reason.NONSENSE)
    address = ipaddress.IPv6Address(data[1:17])
    return Said(Kind(data[0]), Place(str(address.ipv4_mapped or address), int.from_bytes(data[17:], "big")))
