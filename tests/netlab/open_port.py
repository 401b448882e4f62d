"""A program for a home of the lab: has its router open a port, greets whoever comes, gives the port back at the end.

    python -m tests.netlab.open_port PORT [pcp|nat-pmp|upnp|pinhole|any] [EXTERNAL NONCE]

Prints each report as a line of JSON, and ends when its input ends.
"""

from __future__ import annotations

import json
import sys
from functools import partial

import trio

from p2p.reach.addresses import Kind, family_of, is_global, kind_of, source_addresses
from p2p.reach.router.any_protocol import AnyProtocol
from p2p.reach.router.gateway import find_gateways
from p2p.reach.router.home_router import pinhole_opener, router_opener
from p2p.reach.router.keeper import PortKeeper, PortMemory, new_memory
from p2p.reach.router.opening import Speech
from p2p.reach.ways import WayReport


def tell(report: WayReport) -> None:
    """One line for the test that reads us."""
    print(json.dumps({"way": report.way, "state": report.state, "reason": report.reason, **dict(report.facts)}))
    sys.stdout.flush()


async def opener_for(speech: str) -> AnyProtocol:
    gateways = await find_gateways()
    if speech == "pinhole":
        own = next(host for host in source_addresses() if is_global(host) and ":" in host)
        assert gateways.six is not None
        return pinhole_opener(gateways.six, own)
    own = next(host for host in source_addresses() if kind_of(host) is Kind.PRIVATE)
    assert gateways.four is not None
    assert family_of(own) == family_of(gateways.four)
    every = router_opener(gateways.four, own)
    if speech != "any":
        every = AnyProtocol([(Speech(speech), every._opener(Speech(speech)))])
    return every


async def greet(stream: trio.SocketStream) -> None:
    async with stream:
        await stream.send_all(b"hello")


async def main(port: int, speech: str, memory: PortMemory) -> None:
    keeper = PortKeeper(await opener_for(speech), port, memory=memory, observe=tell)
    async with trio.open_nursery() as nursery:
        await nursery.start(partial(trio.serve_tcp, greet, port))
        nursery.start_soon(keeper.run)
        await trio.to_thread.run_sync(sys.stdin.read, abandon_on_cancel=True)
        nursery.cancel_scope.cancel()


if __name__ == "__main__":
    words = sys.argv[1:]
    known = PortMemory(int(words[2]), bytes.fromhex(words[3])) if len(words) > 2 else new_memory()
    trio.run(main, int(words[0]), words[1] if len(words) > 1 else "any", known)
