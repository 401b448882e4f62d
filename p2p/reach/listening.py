"""Where a host can be reached: sockets to listen at, and the addresses that go into the invite."""

from __future__ import annotations

import contextlib
import ipaddress
import os
import socket
from typing import Final

from p2p.errors import LinkError, Problem

_BACKLOG: Final = 32
# Addresses for documentation, which nobody has. Connecting a datagram socket sends nothing; it only makes the system
# say which of its own addresses it would send from.
_ELSEWHERE: Final = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
LOOPBACK: Final = "127.0.0.1"


def parse_address(text: str) -> tuple[str, int]:
    """`ADDR:PORT`, `[ADDR]:PORT`, `ADDR` or `:PORT` as address (empty: all) and port (0: any free one).

    Raises LinkError saying what is wrong with it.
    """
    address, port = text, ""
    if text.startswith("["):
        address, bracket, rest = text[1:].partition("]")
        if not bracket or (rest and not rest.startswith(":")):
            raise LinkError(Problem.NOT_AN_ADDRESS, text=text)
        port = rest[1:]
    elif text.count(":") == 1:
        address, _, port = text.partition(":")
    if not port:
        return address, 0
    if not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise LinkError(Problem.NOT_A_PORT, text=text, port=port)
    return address, int(port)


def open_listening_socket(address: str, port: int) -> socket.socket:
    """A listening socket at `address` (empty or a wildcard: all of this machine's). Raises LinkError."""
    try:
        if not address or address == "::":
            if socket.has_dualstack_ipv6():
                return socket.create_server(("::", port), family=socket.AF_INET6, backlog=_BACKLOG, dualstack_ipv6=True)
            address = "0.0.0.0"  # noqa: S104  all addresses is what was asked for
        family = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((address, port), family=family, backlog=_BACKLOG)
    except (OSError, UnicodeError) as error:
        known = isinstance(error, OSError) and not isinstance(error, socket.gaierror) and error.errno
        reason = os.strerror(known) if known else getattr(error, "strerror", None) or str(error)
        raise LinkError(Problem.CANNOT_LISTEN, address=address or "this machine", port=port, reason=reason) from error


def reachable_addresses(listener: socket.socket) -> tuple[str, ...]:
    """The addresses of this machine under which `listener` can be reached, the most promising first.

    What the outside sees behind a router is not among them: no machine can tell that by itself.
    """
    bound = str(listener.getsockname()[0])
    if not ipaddress.ip_address(bound.partition("%")[0]).is_unspecified:
        return (bound,)
    found: list[str] = []
    for family, elsewhere in _ELSEWHERE:
        if listener.family not in (family, socket.AF_INET6):
            continue
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((elsewhere, 9))
            found.append(str(probe.getsockname()[0]))
    return (*dict.fromkeys([*found, LOOPBACK]),)
