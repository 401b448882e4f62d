"""The joiner's own port: when nothing leads to the host at once it listens, its router opens the port, the host dials.

A host whose router takes a new port for each connection cannot be knocked at like others, but it can dial. The port may
be open without any router: at a machine with a public address, or by the joiner's own knocks. What comes in is treated
as what knocking brings: the joiner is the client of TLS, and goes on with nobody but the pinned host.
"""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, TypeVar

import trio

from p2p.reach.addresses import Place, is_global, translated
from p2p.reach.beside import beside
from p2p.reach.candidates import Finish
from p2p.reach.failures import told
from p2p.reach.first import Hear, first_finished
from p2p.reach.listening import next_stream
from p2p.reach.plan import Tools
from p2p.reach.race import Attempt
from p2p.reach.router.gateway import Gateways
from p2p.reach.router.home_router import router_opener
from p2p.reach.router.keeper import PortKeeper, PortMemory, new_memory
from p2p.reach.strangers import Crowd, Stranger, origin_of
from p2p.reach.ways import Observe, Reason, State, Way, WayFailed, WayReport

T = TypeVar("T")

LATER: Final = 2.5
"""Seconds that what is open anyway, and knocking, have before the router is asked."""
SOON: Final = 0.5
"""The same where nobody can knock at the host like at others."""
_STRANGERS: Final = 8
"""So many may come in at once, from wherever."""
_LOOK: Final = 0.5
_LOOK_AT_NETWORK: Final = 10.0
"""Seconds between looks whether this machine is in another network."""


class OwnPort:
    """Asks nothing before `attempt` runs in a race. `run` keeps the port from then on, until `give_back` or its end."""

    def __init__(self, tools: Tools, observe: Observe) -> None:
        self._tools = tools
        self._observe = observe
        self._memory = new_memory()
        self._wanted = 0
        self._changed = trio.Event()
        self._keeper: PortKeeper | None = None
        self._settled = trio.Event()
        self.running = False
        """Whether there is anybody to keep it."""

    @property
    def place(self) -> Place | None:
        """Where the host can dial us, as long as the router keeps it open."""
        return None if self._keeper is None else self._keeper.place

    @property
    def settled(self) -> bool:
        """Whether the router has said yes or no, if it was asked."""
        return not self._wanted or self._settled.is_set()

    @property
    def hopeful(self) -> bool:
        """Whether the port is open, or the router has not said no yet."""
        return self.running and (self.place is not None or not self._settled.is_set())

    async def run(self) -> None:
        """Keep the port open whenever it is wanted, until cancelled; then give it back. Raises nothing."""
        self.running = True
        try:
            while True:
                self._changed = trio.Event()
                if self._wanted:
                    await self._keep(self._wanted)
                else:
                    await self._changed.wait()
        finally:
            self.running = False

    def give_back(self) -> None:
        """Another way has led there: the router may forget it."""
        self._want(0)

    def attempt(
        self,
        port: int,
        finish: Finish[T],
        discard: Callable[[T], Awaitable[None]],
        *,
        ask: bool = True,
        useful: Callable[[], bool] = lambda: False,
        after: float = LATER,
        patience: float,
    ) -> Attempt[T]:
        """Listen at the local `port`, have the router open it, and finish with whoever comes in and is the host.

        `ask`: whether the router may be asked; if so, `run` must be running. `useful`: whether somebody may come in
        though it opens nothing. Sooner than `after` only if the port is open already.
        """
        came: list[Way] = []

        async def reach() -> T:
            if ask:
                self._want(port)
            with told():
                listener = _listen(self._tools, port)
            try:
                with trio.CancelScope() as scope:

                    async def give_up() -> None:
                        if ask:
                            await self._settled.wait()
                        while self.place is not None or useful():  # noqa: ASYNC110  beside so much else
                            await trio.sleep(_LOOK)
                        scope.cancel()

                    async with beside(give_up):
                        return await first_finished(partial(_let_in, listener), finish_here, discard)
            finally:
                listener.socket.close()
            raise WayFailed(Reason.NO_ANSWER)  # `run` has reported why

        async def finish_here(stream: trio.abc.Stream) -> T:
            way = Way.ROUTER if self.place is not None else _way_in(stream)
            result = await finish(stream)
            came.append(way)
            return result

        after = after if self.place is None else 0.0
        return Attempt(Way.ROUTER, reach, patience=patience, after=after, by=lambda: (came[0], ()), quiet=True)

    def _want(self, port: int) -> None:
        if port != self._wanted:
            self._wanted = port
            self._settled = trio.Event()
            self._changed.set()

    async def _keep(self, port: int) -> None:
        """Until something else is wanted, or this machine is in another network."""
        if self._settled.is_set():
            self._settled = trio.Event()  # in another network
        settled, network = self._settled, await self._tools.network()
        keeper = self._keeper_for(port, *network)

        async def settle() -> None:
            if keeper is None:
                self._observe(WayFailed(Reason.NO_GATEWAY).report(Way.ROUTER))
            else:
                await keeper.settled.wait()
            settled.set()

        self._keeper = keeper
        try:
            async with trio.open_nursery() as nursery:
                if keeper is not None:
                    nursery.start_soon(keeper.run)
                nursery.start_soon(settle)
                while not self._changed.is_set() and await self._tools.network() == network:
                    with trio.move_on_after(_LOOK_AT_NETWORK):
                        await self._changed.wait()
                nursery.cancel_scope.cancel()
        finally:
            self._keeper = None
        if not self._wanted:
            self._observe(WayReport(Way.ROUTER, State.LOST))

    def _keeper_for(self, port: int, gateways: Gateways, sources: tuple[str, ...]) -> PortKeeper | None:
        own = translated(sources)
        if gateways.four is None or own is None:
            return None

        def remember(memory: PortMemory) -> None:
            self._memory = memory

        opener = router_opener(gateways.four, own, self._tools.open_datagrams, self._tools.open_stream)
        return PortKeeper(opener, port, memory=self._memory, remember=remember, observe=self._observe)


def _listen(tools: Tools, port: int) -> trio.SocketListener:
    try:
        return tools.listen(Place("::", port))
    except OSError:  # there is no IPv6 here
        return tools.listen(Place("0.0.0.0", port))  # noqa: S104


def _way_in(stream: trio.abc.Stream) -> Way:
    """By which way somebody has come in, if no router has opened a port: it shows in where they came to."""
    host = ""
    if isinstance(stream, trio.SocketStream):
        with contextlib.suppress(OSError):  # gone again
            host = str(stream.socket.getsockname()[0]).removeprefix("::ffff:")
    if ":" in host:
        return Way.IPV6
    # A router above this machine has let them in because we knock there.
    return Way.IPV4 if is_global(host) else Way.PUNCH


async def _let_in(listener: trio.SocketListener, hear: Hear) -> None:
    """Whoever comes in is heard; of a crowd of silent strangers the oldest give way."""
    crowd = Crowd(_STRANGERS, _STRANGERS)

    def arrive(stream: trio.SocketStream) -> Stranger:
        try:
            origin = origin_of(str(stream.socket.getpeername()[0]))
        except OSError:
            origin = ""  # gone again
        return crowd.arrive(origin)

    async def hear_one(stream: trio.SocketStream, stranger: Stranger) -> None:
        try:
            with stranger.scope:
                await hear(stream)
        finally:
            crowd.leave(stranger)

    async with trio.open_nursery() as nursery:
        while True:
            stream = await next_stream(listener)
            nursery.start_soon(hear_one, stream, arrive(stream))
