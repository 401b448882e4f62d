"""SOCKS 5 (RFC 1928, 1929), as much of it as leads to an onion."""

from __future__ import annotations

from typing import Final

import trio

from p2p.reach.addresses import Place
from p2p.reach.exactly import read_exactly
from p2p.reach.failures import told
from p2p.reach.streams import OpenStream
from p2p.reach.ways import Reason, WayFailed

PORTS: Final = (9050, 9150)
"""Where Tor listens, and where the Tor Browser's does."""
_VERSION: Final = 5
_NO_NAME, _WITH_NAME = 0, 2
_ADDRESS_SIZES: Final = {1: 4, 4: 16}
_REASONS: Final = {
    1: Reason.ONION_UNKNOWN,
    3: Reason.UNREACHABLE,
    4: Reason.ONION_UNKNOWN,
    5: Reason.REFUSED,
    6: Reason.NO_ANSWER,
}


async def connect_through(
    open_stream: OpenStream, proxy: Place, place: Place, *, isolation: str = ""
) -> trio.abc.Stream:
    """A stream to `place` through the SOCKS server at `proxy`, which resolves the name.

    `isolation`: connections with different texts share no circuit of Tor's. Raises WayFailed: NO_TOR if nobody listens
    at the proxy. To be called under a deadline.
    """
    try:
        with told():
            stream = await open_stream(proxy)
    except WayFailed as error:
        raise WayFailed(Reason.NO_TOR) from error
    try:
        with told():
            await greet(stream, isolation)
            await _request(stream, place)
    except BaseException:
        with trio.CancelScope(shield=True):
            await trio.aclose_forcefully(stream)
        raise
    return stream


async def greet(stream: trio.abc.Stream, isolation: str) -> None:
    """Agree with a SOCKS server on who we are. Raises WayFailed: NO_TOR if it is none."""
    method = _WITH_NAME if isolation else _NO_NAME
    await stream.send_all(bytes([_VERSION, 1, method]))
    if await read_exactly(stream, 2) != bytes([_VERSION, method]):
        raise WayFailed(Reason.NO_TOR)  # some other program, or one that wants a password of its own
    if isolation:
        name = isolation.encode("ascii")[:255]
        await stream.send_all(bytes([1, len(name)]) + name + bytes([1]) + b"0")
        if (await read_exactly(stream, 2))[1:] != b"\0":
            raise WayFailed(Reason.NEEDS_PASSWORD)


async def _request(stream: trio.abc.Stream, place: Place) -> None:
    name = place.host.encode("ascii")
    await stream.send_all(bytes([_VERSION, 1, 0, 3, len(name)]) + name + place.port.to_bytes(2, "big"))
    version, reply, _, kind = await read_exactly(stream, 4)
    if version != _VERSION:
        raise WayFailed(Reason.NONSENSE)
    if reply:
        raise WayFailed(Reason.ONION_UNKNOWN if reply >= 0xF0 else _REASONS.get(reply, Reason.NONSENSE), socks=reply)
    if kind == 3:
        size = (await read_exactly(stream, 1))[0]
    elif kind in _ADDRESS_SIZES:
        size = _ADDRESS_SIZES[kind]
    else:
        raise WayFailed(Reason.NONSENSE)
    await read_exactly(stream, size + 2)
