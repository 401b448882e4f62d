"""The hands of a dialer in tests, which reach nothing outside; and a door that real connections come to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import trio

from p2p.reach.addresses import Place
from p2p.reach.host_listener import HostListener
from p2p.reach.invitation import Invitation, make_invitation
from p2p.reach.plan import Tools
from p2p.reach.router.gateway import Gateways
from p2p.task_group import run_task_group


def invite_to(*hosts: str, port: int, fingerprint: bytes, secret: bytes) -> Invitation:
    return make_invitation([Place(host, port) for host in hosts], fingerprint, secret)


def hands(dial: Callable[[str, int], Awaitable[trio.abc.Stream]]) -> Tools:
    """Tools of a machine without a router, a Tor or addresses of its own, that dials with `dial`."""

    async def open_stream(place: Place) -> trio.abc.Stream:
        return await dial(place.host, place.port)

    return Tools(
        open_stream=open_stream,
        own_addresses=tuple,
        source_addresses=tuple,
        gateways=Gateways(None, None),
        controls=(),
        proxies=(),
        bootstrap=(),
    )


async def serve(door: HostListener, listeners: Sequence[trio.SocketListener]) -> None:
    """Let all who come to `listeners` knock at `door`, until cancelled."""

    async def accept() -> None:
        async with trio.open_nursery() as nursery:
            for listener in listeners:
                nursery.start_soon(take_all, listener, nursery)

    async def take_all(listener: trio.SocketListener, nursery: trio.Nursery) -> None:
        async with listener:
            while True:
                nursery.start_soon(door.admit, await listener.accept(), "127.0.0.1")

    await run_task_group(door.run, accept, until_first=True)
