"""Listening: places as a player types them, and who comes in."""

from __future__ import annotations

from typing import Final

import trio

from p2p.errors import LinkError, Problem
from p2p.reach.addresses import Place

_BREATH: Final = 0.1
"""Seconds after which it is tried again to take whoever comes in."""


def parse_place(text: str) -> Place:
    """`ADDR:PORT`, `[ADDR]:PORT`, `ADDR` or `:PORT` as a host (empty: all addresses) and a port (0: any free one).

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
        return Place(address, 0)
    if not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise LinkError(Problem.NOT_A_PORT, text=text, port=port)
    return Place(address, int(port))


async def next_stream(listener: trio.SocketListener) -> trio.SocketStream:
    """Whoever comes in next. Waits while there are no file handles left, or no network."""
    while True:
        try:
            return await listener.accept()
        except OSError:
            await trio.sleep(_BREATH)
