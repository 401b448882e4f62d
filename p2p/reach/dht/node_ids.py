"""Ids of nodes: how near they are to a target, and whether one fits its address (BEP 42)."""

from __future__ import annotations

import ipaddress
import secrets
from typing import Final

from p2p.reach.addresses import Place, is_global

ID_SIZE: Final = 20
COMPACT_SIZE: Final = 6
_MASK: Final = bytes([0x03, 0x0F, 0x3F, 0xFF])
_POLYNOMIAL: Final = 0x82F63B78


def _table() -> tuple[int, ...]:
    table: list[int] = []
    for byte in range(256):
        value = byte
        for _ in range(8):
            value = value >> 1 ^ (_POLYNOMIAL if value & 1 else 0)
        table.append(value)
    return tuple(table)


_TABLE: Final = _table()


def crc32c(data: bytes) -> int:
    """The Castagnoli checksum."""
    value = 0xFFFFFFFF
    for byte in data:
        value = _TABLE[(value ^ byte) & 255] ^ value >> 8
    return value ^ 0xFFFFFFFF


def distance(one: bytes, other: bytes) -> int:
    """How far two ids are from each other."""
    return int.from_bytes(one, "big") ^ int.from_bytes(other, "big")


def fits(node_id: bytes, host: str) -> bool:
    """Whether the node at `host` (IPv4) has an id that it may have: not every address can be near every target."""
    if not is_global(host):
        return True
    return node_id[:2] == _prefix(host, node_id[-1])[:2] and (node_id[2] ^ _prefix(host, node_id[-1])[2]) & 0xF8 == 0


def _prefix(host: str, last: int) -> bytes:
    masked = bytearray(byte & mask for byte, mask in zip(ipaddress.IPv4Address(host).packed, _MASK, strict=True))
    masked[0] |= (last & 7) << 5
    return crc32c(bytes(masked)).to_bytes(4, "big")


def new_id(host: str | None = None) -> bytes:
    """A random id, which fits the IPv4 address `host` if one is given."""
    node_id = bytearray(secrets.token_bytes(ID_SIZE))
    if host is not None:
        prefix = _prefix(host, node_id[-1])
        node_id[:3] = bytes([prefix[0], prefix[1], prefix[2] & 0xF8 | node_id[2] & 7])
    return bytes(node_id)


def pack_compact(place: Place) -> bytes:
    """An IPv4 place in six bytes."""
    return ipaddress.IPv4Address(place.host).packed + place.port.to_bytes(2, "big")


def unpack_compact(data: bytes) -> Place:
    """An IPv4 place out of six bytes."""
    return Place(str(ipaddress.IPv4Address(data[:4])), int.from_bytes(data[4:6], "big"))
