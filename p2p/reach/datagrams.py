"""UDP by parameter: what the router clients and the DHT talk through, so that tests can put a network of their own."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable
from typing import Any, Final, Protocol, TypeVar

import trio

from p2p.reach.addresses import Kind, Place, family_of, kind_of
from p2p.reach.failures import told
from p2p.reach.ways import Reason, WayFailed

T = TypeVar("T")

LONGEST: Final = 2048
"""Bytes of a datagram that are looked at; what is longer is cut, and then refused by whoever reads it."""
_FIRST_WAIT: Final = 0.25
_ANSWERS: Final = 200


class Datagrams(Protocol):
    """A socket that sends and receives datagrams."""

    @property
    def own(self) -> Place:
        """The address and port it sends from, as this machine knows them."""

    async def send(self, data: bytes, place: Place) -> None:
        """Send `data` to an IP address. Raises OSError."""

    async def receive(self) -> tuple[bytes, Place]:
        """The next datagram and where it says it comes from. Raises OSError."""

    def close(self) -> None:
        """Never raises; may be called again."""


class OpenDatagrams(Protocol):
    """Opens a socket for datagrams."""

    async def __call__(self, local: Place, peer: Place | None = None) -> Datagrams:
        """Bound to `local` (port 0: any); with a `peer`, whatever others send never arrives. Raises OSError."""


class UdpSocket:
    """Real UDP."""

    def __init__(self, sock: trio.socket.SocketType, peer: Place | None) -> None:
        self._socket = sock
        self._peer = peer

    @property
    def own(self) -> Place:
        """Where it is bound."""
        host, port = self._socket.getsockname()[:2]
        return Place(str(host), int(port))

    async def send(self, data: bytes, place: Place) -> None:
        """Send `data`. Raises OSError."""
        if place == self._peer:
            await self._socket.send(data)
        else:
            await self._socket.sendto(data, (place.host, place.port))

    async def receive(self) -> tuple[bytes, Place]:
        """The next datagram. Raises OSError."""
        data, source = await self._socket.recvfrom(LONGEST)
        return data, Place(_with_zone(source), int(source[1]))

    def close(self) -> None:
        """Give the port back."""
        self._socket.close()


def _with_zone(source: tuple[Any, ...]) -> str:
    """The sender's address; one of a link only (fe80::) with the name of that link."""
    host, zone = str(source[0]), source[3] if len(source) > 3 else 0
    if zone and "%" not in host:
        with contextlib.suppress(OSError):
            return f"{host}%{socket.if_indextoname(zone)}"
    return host


async def open_udp(local: Place, peer: Place | None = None) -> Datagrams:
    """A real UDP socket. Raises OSError."""
    family = family_of(peer.host if peer is not None else local.host)
    sock = trio.socket.socket(family, socket.SOCK_DGRAM)
    try:
        if family == socket.AF_INET6:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        elif kind_of(local.host) is not Kind.UNUSABLE:
            # Whatever goes to a multicast group leaves by the same interface.
            sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(local.host))
        await sock.bind((local.host, local.port))
        if peer is not None:
            await sock.connect((peer.host, peer.port))
    except BaseException:
        sock.close()
        raise
    return UdpSocket(sock, peer)


async def ask(
    link: Datagrams, question: bytes, place: Place, read: Callable[[bytes], T | None], *, patience: float
) -> T:
    """Ask again and again, waiting twice as long each time, until `read` makes something of what comes back.

    `read` returns None for what is to be passed over. Raises WayFailed: NO_ANSWER after `patience` seconds, REFUSED if
    the machine says that nobody listens, NONSENSE after 200 datagrams of no use, or what `read` raises.
    """
    wait, useless = _FIRST_WAIT, 0
    with trio.move_on_after(patience):
        while True:
            with told():
                await link.send(question, place)
            with trio.move_on_after(wait):
                while True:
                    with told():
                        data, source = await link.receive()
                    found = read(data) if source == place else None
                    if found is not None:
                        return found
                    useless += 1
                    if useless >= _ANSWERS:
                        raise WayFailed(Reason.NONSENSE)
            wait *= 2
    raise WayFailed(Reason.NO_ANSWER, seconds=patience)
