"""TCP connections to and from places, with local ports that several sockets may share (punching needs that)."""

from __future__ import annotations

import errno
import socket
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Final, TypeAlias

import trio

from p2p.reach.addresses import Kind, Place, family_of, kind_of
from p2p.system import share_port

OpenStream: TypeAlias = Callable[[Place], Awaitable[trio.abc.Stream]]
"""Opens a TCP connection to a place. Raises OSError."""

_BACKLOG: Final = 32


async def open_tcp(place: Place) -> trio.SocketStream:
    """A connection to `place`; of the addresses of a name, the first that answers. Raises OSError."""
    if kind_of(place.host) is Kind.NAME:
        return await trio.open_tcp_stream(place.host, place.port)
    return await connect_from(None, place)


async def connect_from(local: Place | None, place: Place) -> trio.SocketStream:
    """A connection to the IP address of `place`, from the port of `local` if given. Raises OSError."""
    sock = trio.socket.socket(family_of(place.host), socket.SOCK_STREAM)
    try:
        if local is not None:
            share_port(sock)
            await sock.bind((local.host, local.port))
        await sock.connect((place.host, place.port))
        return trio.SocketStream(sock)
    except BaseException:
        sock.close()
        raise


def open_from(port: int) -> OpenStream:
    """Dials from the local `port`, which others may share; from any other if this one already leads to that place."""

    async def open_stream(place: Place) -> trio.abc.Stream:
        problem: OSError = OSError(errno.EADDRNOTAVAIL, "no address")
        for host in await addresses_of(place.host):
            local = Place("::" if ":" in host else "0.0.0.0", port)  # noqa: S104  to dial from, not to listen at
            try:
                return await connect_from(local, Place(host, place.port))
            except OSError as error:
                problem = error
                if error.errno in (errno.EADDRNOTAVAIL, errno.EADDRINUSE):
                    return await connect_from(None, Place(host, place.port))
        raise problem

    return open_stream


async def addresses_of(host: str) -> tuple[str, ...]:
    """The IP addresses of a host, at most four; IPv4 first, whose routers change ports. Raises OSError."""
    if kind_of(host) is not Kind.NAME:
        return (host,)
    found = await trio.socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    hosts = dict.fromkeys(str(address[0]) for _, _, _, _, address in found)
    return tuple(sorted(hosts, key=lambda host: ":" in host))[:4]


def listen_shared(place: Place) -> socket.socket:
    """A listening socket whose port can be dialled from as well. Raises OSError.

    `::` listens at all addresses of both versions where the system can do that.
    """
    sock = socket.socket(family_of(place.host), socket.SOCK_STREAM)
    try:
        share_port(sock)
        if sock.family == socket.AF_INET6:
            both = place.host == "::" and socket.has_dualstack_ipv6()
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, int(not both))
        sock.bind((place.host, place.port))
        sock.listen(_BACKLOG)
    except BaseException:
        sock.close()
        raise
    return sock


def listen(place: Place) -> trio.SocketListener:
    """What accepts connections at `listen_shared`'s socket. Raises OSError."""
    return trio.SocketListener(trio.socket.from_stdlib_socket(listen_shared(place)))


@contextmanager
def hold_port(wanted: int) -> Iterator[int]:
    """A local port to dial from, held so that nobody else gets it; `wanted` if that is free. Raises OSError."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as sock:
        share_port(sock)
        try:
            sock.bind(("0.0.0.0", wanted))  # noqa: S104  to dial from, not to listen at
        except OSError:
            sock.bind(("0.0.0.0", 0))  # noqa: S104
        yield int(sock.getsockname()[1])
