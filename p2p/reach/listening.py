"""Places as a player types them: where to listen, where to be reached."""

from __future__ import annotations

from p2p.errors import LinkError, Problem
from p2p.reach.addresses import Place


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
