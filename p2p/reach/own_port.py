"""The joiner's own port: its router opens it when nothing leads to the host at once, and the host dials it.

A host whose router takes a new port for each connection cannot be knocked at, but it can dial. What comes in is treated
as what knocking brings: the joiner is the client of TLS, and goes on with nobody but the pinned host.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import trio

from p2p.reach.addresses import Kind, Place, kind_of
from p2p.reach.candidates import Finish
from p2p.reach.failures import told, within
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
_STRANGERS: Final = 8
"""So many may come in at once, from wherever."""
_FINISH: Final = 5.0
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
        self, port: int, finish: Finish[T], discard: Callable[[T], Awaitable[None]], *, patience: float
    ) -> Attempt[T]:
        """Have the router open the local `port`, and finish with whoever comes in and is the host.

        `run` must be running. Sooner than after a while only if the port is open already.
        """

        async def reach() -> T:
            self._want(port)
            await self._settled.wait()
            if self.place is None:
                raise WayFailed(Reason.NO_ANSWER)  # `run` has reported why
            with told():
                listener = self._tools.listen(Place("0.0.0.0", port))  # noqa: S104
            try:
                return await _first(listener, finish, discard)
            finally:
                listener.socket.close()

        return Attempt(Way.ROUTER, reach, patience=patience, after=LATER if self.place is None else 0.0)

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
        own = next((host for host in sources if kind_of(host) in (Kind.PRIVATE, Kind.CARRIER)), None)
        if gateways.four is None or own is None:
            return None

        def remember(memory: PortMemory) -> None:
            self._memory = memory

        opener = router_opener(gateways.four, own, self._tools.open_datagrams, self._tools.open_stream)
        return PortKeeper(opener, port, memory=self._memory, remember=remember, observe=self._observe)


async def _first(listener: trio.SocketListener, finish: Finish[T], discard: Callable[[T], Awaitable[None]]) -> T:
    """What `finish` made of the first who came in and is the right one; until cancelled."""
    found: list[T] = []
    crowd = Crowd(_STRANGERS, _STRANGERS)

    def arrive(stream: trio.SocketStream) -> Stranger:
        try:
            origin = origin_of(str(stream.socket.getpeername()[0]))
        except OSError:
            origin = ""  # gone again
        return crowd.arrive(origin)

    async with trio.open_nursery() as nursery:

        async def hear(stream: trio.SocketStream, stranger: Stranger) -> None:
            try:
                with stranger.scope, within(_FINISH), told():
                    result = await finish(stream)
                    if not found:
                        found.append(result)
                        nursery.cancel_scope.shield = True  # what is found must not be lost while the others end
                        nursery.cancel_scope.cancel()
                        return
                    with trio.CancelScope(shield=True):
                        await discard(result)
            except WayFailed:
                pass  # somebody else, or broken: the next one
            finally:
                crowd.leave(stranger)

        while True:
            stream = await next_stream(listener)
            nursery.start_soon(hear, stream, arrive(stream))
    return found[0]
