"""The addresses at which a host may be, in the order in which they are worth trying."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from itertools import zip_longest
from typing import Final, TypeAlias, TypeVar

import trio

from p2p.reach.addresses import Kind, OwnAddress, Place, ip_of, kind_of
from p2p.reach.failures import told
from p2p.reach.race import PATIENCE, Attempt
from p2p.reach.streams import OpenStream, open_tcp
from p2p.reach.ways import Way, facts

T = TypeVar("T")

Finish: TypeAlias = Callable[[trio.abc.Stream], Awaitable[T]]
"""Makes of an open stream what the race is for: does the TLS handshake with the pinned host.

Raises WayFailed, or trio's errors of broken streams. Closes the stream whenever it does not return, also when it is
cancelled.
"""

_WAYS: Final = {
    Kind.LOOPBACK: Way.LOOPBACK,
    Kind.LINK: Way.LAN,
    Kind.PRIVATE: Way.LAN,
    Kind.CARRIER: Way.LAN,
    Kind.NAME: Way.NAME,
}


def way_of(place: Place) -> Way:
    """What kind of way leads to `place`."""
    address = ip_of(place.host)
    return _WAYS.get(kind_of(place.host), Way.IPV6 if address is not None and address.version == 6 else Way.IPV4)


def arrange(places: Sequence[Place], own: Sequence[OwnAddress] = ()) -> tuple[Place, ...]:
    """`places` without doubles, the most promising first.

    First what lies in a network of this machine's; then the internet's addresses, IPv6 and IPv4 by turns; then names;
    last the private addresses of other homes, where somebody else's machine may answer.
    """
    networks = [address.network for address in own]
    near: list[Place] = []
    six: list[Place] = []
    four: list[Place] = []
    names: list[Place] = []
    far: list[Place] = []
    for place in dict.fromkeys(places):
        address, way = ip_of(place.host), way_of(place)
        if way is Way.LOOPBACK or any(address in network for network in networks if address is not None):
            near.append(place)
        else:
            {Way.IPV6: six, Way.IPV4: four, Way.NAME: names}.get(way, far).append(place)
    by_turns = (place for pair in zip_longest(six, four) for place in pair if place is not None)
    return (*near, *by_turns, *names, *far)


def direct_attempts(
    places: Sequence[Place],
    finish: Finish[T],
    *,
    own: Sequence[OwnAddress] = (),
    open_stream: OpenStream = open_tcp,
    patience: float = PATIENCE,
) -> tuple[Attempt[T], ...]:
    """An attempt for each of `places`, arranged: dials it and finishes there."""

    async def reach(place: Place) -> T:
        with told():
            stream = await open_stream(place)
        return await finish(stream)

    return tuple(
        Attempt(way_of(place), partial(reach, place), facts(address=place.host, port=place.port), patience)
        for place in arrange(places, own)
    )
