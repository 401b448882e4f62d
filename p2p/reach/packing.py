"""Addresses and ports as bytes, the same in invites, answers and letters."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Sequence
from typing import Final, NoReturn

from p2p.reach.addresses import Kind, Place, ip_of, kind_of
from p2p.reach.tokens import Slip, TokenError

FOUR_AT_MOST: Final = 7
SIX_AT_MOST: Final = 7
NAMES_AT_MOST: Final = 3
NAME_AT_MOST: Final = 63
# The last part begins with a letter: what looks like a number would be taken for an address by some systems.
_NAME: Final = re.compile(r"([0-9a-z][0-9a-z\-]*\.)*[a-z]([0-9a-z\-]*[0-9a-z])?")


def wrong(name: str) -> NoReturn:
    """Raise TokenError: the field `name` is out of bounds."""
    raise TokenError(Slip.CONTENTS, field=name)


def tidy(place: Place) -> Place:
    """`place` with its host in the one spelling there is of it."""
    address = ip_of(place.host)
    return Place(place.host.lower() if address is None else str(address), place.port)


def tidy_places(places: Sequence[Place]) -> tuple[Place, ...]:
    """`places` as they stand in a word: IPv4, IPv6, names; without doubles, of each kind no more than fit."""
    four, six, names = _by_kind(list(dict.fromkeys(map(tidy, places))))
    return (*four[:FOUR_AT_MOST], *six[:SIX_AT_MOST], *names[:NAMES_AT_MOST])


def _by_kind(places: Sequence[Place]) -> tuple[list[Place], list[Place], list[Place]]:
    versions = {place: getattr(ip_of(place.host), "version", None) for place in places}
    four, six, names = ([place for place in places if versions[place] == version] for version in (4, 6, None))
    return four, six, names


def pack_places(places: Sequence[Place]) -> bytes:
    """One byte of counts, then 6 bytes for each IPv4 place, 18 for IPv6, and the names. Raises TokenError."""
    four, six, names = _by_kind(places)
    if len(four) > FOUR_AT_MOST or len(six) > SIX_AT_MOST or len(names) > NAMES_AT_MOST:
        wrong("places")
    counts = bytes([len(four) << 5 | len(six) << 2 | len(names)])
    return counts + b"".join([*map(_pack_address, four), *map(_pack_address, six), *map(_pack_name, names)])


def pack_any_place(place: Place) -> bytes:
    """A place with its kind before it: 0 for IPv4, 1 for IPv6, else one more than the length of the name.

    Raises TokenError.
    """
    address = ip_of(place.host)
    if address is not None:
        return bytes([int(address.version == 6)]) + _pack_address(place)
    packed = _pack_name(place)
    return bytes([packed[0] + 1]) + packed[1:]


def _pack_address(place: Place) -> bytes:
    address = ip_of(place.host)
    if address is None or not 1 <= place.port <= 65535:
        wrong("places")
    return address.packed + place.port.to_bytes(2, "big")


def _pack_name(place: Place) -> bytes:
    if not 1 <= len(place.host) <= NAME_AT_MOST or not 1 <= place.port <= 65535:
        wrong("places")
    return bytes([len(place.host)]) + place.host.encode("ascii", "replace") + place.port.to_bytes(2, "big")


class Reader:
    """Takes packed fields one after another. Raises TokenError when there are too few bytes, or too many."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def take(self, size: int) -> bytes:
        """The next `size` bytes."""
        if self._at + size > len(self._data):
            wrong("length")
        self._at += size
        return self._data[self._at - size : self._at]

    def places(self) -> tuple[Place, ...]:
        """What `pack_places` wrote; doubles are refused."""
        counts = self.take(1)[0]
        found = [self._address(4) for _ in range(counts >> 5)]
        found += [self._address(16) for _ in range(counts >> 2 & 7)]
        found += [self._name(self.take(1)[0]) for _ in range(counts & 3)]
        if len(set(found)) != len(found):
            wrong("places")
        return tuple(found)

    def any_place(self) -> Place:
        """What `pack_any_place` wrote."""
        kind = self.take(1)[0]
        return self._name(kind - 1) if kind >= 2 else self._address((4, 16)[kind])

    def end(self) -> None:
        """Raise if anything is left."""
        if self._at != len(self._data):
            wrong("length")

    def _address(self, size: int) -> Place:
        host = str(ipaddress.ip_address(self.take(size)))
        if kind_of(host) in (Kind.UNUSABLE, Kind.LINK):
            wrong("places")
        return Place(host, self._port())

    def _name(self, size: int) -> Place:
        host = self.take(size).decode("ascii", "replace")
        if not 1 <= size <= NAME_AT_MOST or not _NAME.fullmatch(host):
            wrong("places")
        return Place(host, self._port())

    def _port(self) -> int:
        port = int.from_bytes(self.take(2), "big")
        return port or wrong("places")
