"""Nodes of the DHT that have answered, kept for all games: whoever knows some needs no introduction."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Sequence

import msgspec

from p2p.reach.addresses import Place, ip_of
from p2p.reach.plan import Tools
from p2p.store.data_folder import DataFolder


def with_known_nodes(tools: Tools, data: DataFolder) -> Tools:
    """`tools` with the nodes that answered in an earlier run."""
    try:
        kept = msgspec.msgpack.decode(data.read_nodes(), type=list[tuple[str, int]])
    except (OSError, msgspec.MsgspecError, UnicodeError):
        return tools
    known = [Place(*place) for place in kept if ip_of(place[0]) is not None and 0 < place[1] < 65536]
    return dataclasses.replace(tools, known=(*tools.known, *known))


def keep_nodes(nodes: Sequence[Place], data: DataFolder) -> None:
    """For the next run; it can do without."""
    if nodes:
        with contextlib.suppress(OSError):
            data.write_nodes(msgspec.msgpack.encode([(place.host, place.port) for place in nodes]))
