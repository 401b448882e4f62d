"""The host's knocks at those whom one invite leads here, from a port that is used for nothing else.

A router that remembers connections of a port from before an address has changed may lead the same port out by another
one, and goes on with that as long as somebody dials from it: then it is knocked in vain for ever. So the port is a new
one after each connection that broke, in each other network, and whenever knocking came to nothing; and nobody goes on
knocking once the guest is there.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from enum import Enum, auto
from functools import partial
from typing import Final, TypeAlias

import trio

from p2p.reach.addresses import Place
from p2p.reach.birthday import Effort, dial_from_many, knock_around
from p2p.reach.listening import next_stream
from p2p.reach.nat import knockable
from p2p.reach.plan import Tools
from p2p.reach.punch import punch_all
from p2p.reach.ways import Facts, Observe, Way

Take: TypeAlias = Callable[[trio.abc.Stream, str], Awaitable[None]]
"""Is given each stream on which somebody may come in, and whom to count it with: an IP address, or a way."""

_KNOCKED: Final = 32
_OPEN_FIRST: Final = 1.5
"""Seconds that the guest's places have, where they may be open, before there is much knocking."""


class Told(Enum):
    """Where a guest's places are known from. Later ones of one kind take the place of earlier ones."""

    BY_LETTER = auto()
    BY_CODE = auto()


class Knocks:
    """All knocks for one invite. What comes in, at the own port too, is given to `take`."""

    def __init__(
        self,
        nursery: trio.Nursery,
        tools: Tools,
        take: Take,
        arrive: Callable[[trio.SocketStream], Awaitable[None]],
        observe: Observe,
    ) -> None:
        """`arrive` is given whoever dials the own port."""
        self._nursery = nursery
        self._tools = tools
        self._take = take
        self._arrive = arrive
        self._observe = observe
        self._listening = trio.CancelScope()
        self._scopes: dict[Told, trio.CancelScope] = {}
        self._much = trio.CancelScope()
        self._effort = Effort()
        self._at: tuple[Place, ...] = ()
        self._much_at = ""
        self.port = 0
        """The port of its own: 0 before `renew`, and where there is none to be had."""
        self.effort: Facts = ()
        """What it took to have the latest of those come in who came by knocking."""

    def renew(self) -> None:
        """Knock no more, and from another port the next time."""
        self.stop()
        self._listening.cancel()
        self.port = 0
        try:
            listener = self._tools.listen(Place("0.0.0.0", 0))  # noqa: S104  routers of IPv4 change ports
        except OSError:
            return
        self.port = int(listener.socket.getsockname()[1])
        self._listening = trio.CancelScope()
        self._nursery.start_soon(self._serve, listener, self._listening)

    def stop(self) -> None:
        """Knock no more for now."""
        for scope in (*self._scopes.values(), self._much):
            scope.cancel()

    def connected(self) -> None:
        """The guest is there."""
        self.stop()
        self._effort.connected()

    def knock(
        self,
        told: Told,
        places: Sequence[Place],
        patience: float,
        *,
        port: int,
        port6: int,
        here: bool,
        there: bool,
        in_vain: Callable[[], None],
    ) -> None:
        """Knock at `places` for `patience` seconds, from `port` or over IPv6 from `port6`; then `in_vain` is told.

        `here`, `there`: whose router takes a new port for each connection.
        """
        if told in self._scopes:
            self._scopes[told].cancel()
        scope = self._scopes[told] = trio.CancelScope()
        self._at = (*places, *self._at)[:_KNOCKED]
        self._nursery.start_soon(self._knock, scope, places, (port, port6), patience, in_vain)
        place = knockable(places)
        if place is not None and here != there:
            self._much.cancel()
            self._much = trio.CancelScope()
            self._nursery.start_soon(self._knock_much, self._much, place, port, patience, here)

    def knows(self, place: Place) -> bool:
        """Whether somebody from `place` was let in by our knocks alone."""
        if place.host == self._much_at:
            self.effort = self._effort.told(here=False)
        return place.host == self._much_at or place in self._at

    async def _serve(self, listener: trio.SocketListener, scope: trio.CancelScope) -> None:
        with scope:
            async with listener:
                while True:
                    self._nursery.start_soon(self._arrive, await next_stream(listener))

    async def _knock(
        self,
        scope: trio.CancelScope,
        places: Sequence[Place],
        ports: tuple[int, int],
        patience: float,
        in_vain: Callable[[], None],
    ) -> None:
        async def take(stream: trio.abc.Stream, place: Place) -> None:
            await self._give(stream, lambda: ())

        with scope:
            async with trio.open_nursery() as nursery:
                for port, six in zip(ports, (False, True), strict=True):
                    remotes = [place for place in places if (":" in place.host) is six]
                    knock = partial(punch_all, patience=patience, connect=self._tools.connect_from)
                    nursery.start_soon(knock, port, remotes, take)
        if not scope.cancel_called:
            in_vain()

    async def _knock_much(self, scope: trio.CancelScope, place: Place, port: int, patience: float, here: bool) -> None:
        """Birthday punching, when what is open has had its time. `here`: whether the symmetric router is ours."""

        async def hear(stream: trio.abc.Stream) -> None:
            await self._give(stream, partial(self._effort.told, here=here))

        tools, effort, tell = self._tools, self._effort, self._observe
        with scope, trio.move_on_after(patience):
            await trio.sleep(_OPEN_FIRST)
            if here:
                await dial_from_many(place, hear, effort, open_stream=tools.open_stream, observe=tell)
            else:
                self._much_at = place.host
                await knock_around(port, place.host, hear, effort, connect=tools.connect_from, observe=tell)

    async def _give(self, stream: trio.abc.Stream, effort: Callable[[], Facts]) -> None:
        """Give a stream away, and wait until it is of no more use; it is not cut off when there is no more knocking."""
        done = trio.Event()
        self.effort = effort()

        async def take() -> None:
            try:
                await self._take(stream, Way.PUNCH.value)
            finally:
                done.set()

        self._nursery.start_soon(take)
        await done.wait()
