"""The host's side of every way at once: opens what can be opened, makes the invite, hands over whoever comes."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import msgspec
import trio

from p2p.reach.addresses import Place, is_global, promising, translated
from p2p.reach.answer_code import read_answer
from p2p.reach.dht.client import Dht
from p2p.reach.guests import Guests
from p2p.reach.invitation import Invitation, make_invitation
from p2p.reach.knocking import Take
from p2p.reach.listening import next_stream
from p2p.reach.nat import Nat
from p2p.reach.plan import Plan, ReachMemory, Tools
from p2p.reach.router.any_protocol import AnyProtocol
from p2p.reach.router.gateway import Gateways
from p2p.reach.router.home_router import pinhole_opener, router_opener
from p2p.reach.router.keeper import PortKeeper, PortMemory
from p2p.reach.tor.onion import OnionKeeper, OnionMemory
from p2p.reach.ways import Facts, Observe, Reason, State, Way, WayFailed, WayReport, ignore

LOOPBACK: Final = "127.0.0.1"
_LOOK_AT_NETWORK: Final = 10.0
"""Seconds between looks whether this machine is in another network."""


def _origin(stream: trio.SocketStream) -> Place:
    try:
        host, port = stream.socket.getpeername()[:2]
    except OSError:
        return Place("", 0)  # gone again
    return Place(str(host).removeprefix("::ffff:"), int(port))


def _forget(memory: ReachMemory) -> None:
    """Nobody keeps it."""


class Hosting:
    """One host's ways. Start `run` in a nursery with `nursery.start`, then ask for the invite.

    `take` lets in who may come in. `remember` is told what to keep with the game whenever it changes; `memory` is what
    it was told last, in an earlier run of the same game. `watch_secret`: that of the invite to watch, if there is one.
    """

    def __init__(
        self,
        fingerprint: bytes,
        secret: bytes,
        take: Take,
        *,
        plan: Plan | None = None,
        tools: Tools | None = None,
        memory: ReachMemory | None = None,
        remember: Callable[[ReachMemory], None] = _forget,
        observe: Observe = ignore,
        watch_secret: bytes = b"",
    ) -> None:
        self._fingerprint = fingerprint
        self._secret = secret
        self._take = take
        self._plan = plan or Plan()
        self._tools = tools or Tools()
        self._memory = memory or ReachMemory()
        self._remember = remember
        self._tell = observe
        self._watch_secret = watch_secret
        self._router: AnyProtocol | None = None
        self._port_keeper: PortKeeper | None = None
        self._onion: OnionKeeper | None = None
        self._players: Guests | None = None
        self._watchers: Guests | None = None
        self._settling: list[trio.Event] = []
        self.dht: Dht | None = None
        """For its `good_nodes`, which are worth keeping for all games."""

    @property
    def effort(self) -> Facts:
        """What it took to have the latest of those come in who came by knocking."""
        return () if self._players is None else self._players.knocks.effort

    @property
    def port(self) -> int:
        """Where this machine listens; 0 with Tor only."""
        return self._memory.port

    async def run(self, listen_at: Place | None = None, *, task_status: trio.TaskStatus[None]) -> None:
        """Keep every way open until cancelled, then give back what was lent. Raises OSError if nobody can listen."""
        plan = self._plan
        try:
            with contextlib.ExitStack() as held:
                async with trio.open_nursery() as nursery:
                    if not plan.tor_only:
                        self._listen(nursery, listen_at)
                        self._expect_guests(nursery, held)
                        await nursery.start(self._follow_network)
                    if plan.tor or plan.tor_only:
                        self._have_onion(nursery)
                    task_status.started()
                    await trio.sleep_forever()
        finally:
            self._players = self._watchers = None

    async def invitation(self, patience: float = 5.0) -> Invitation:
        """The invite with every way that is known within `patience` seconds. May be called again when ways change.

        Raises TokenError if there is no way at all.
        """
        with trio.move_on_after(patience):
            for settled in self._settling:
                await settled.wait()
        return self.present_invitation()

    def present_invitation(self) -> Invitation:
        """The invite with every way that is known by now. Raises TokenError if there is none."""
        return make_invitation(
            () if self._plan.tor_only else self.places(),
            self._fingerprint,
            self._secret,
            onion=None if self._onion is None else self._onion.onion,
            relay=None if self._plan.tor_only else self._plan.relay,
            letter_box=self._plan.dht and not self._plan.tor_only,
            symmetric=self.symmetric and not self.opened,
        )

    def watch_token(self) -> str:
        """The invite to watch, with every way that is known by now. Raises TokenError if there is none."""
        return self.present_invitation().watch_token(self._watch_secret)

    @property
    def opened(self) -> bool:
        """Whether our router has opened a port."""
        return self._port_keeper is not None and self._port_keeper.place is not None

    @property
    def symmetric(self) -> bool:
        """Whether our router takes a new port for each connection, as far as is known."""
        return self.dht is not None and self.dht.nat() is Nat.SYMMETRIC

    def places(self, outside: str | None = None, knocking: int = 0) -> tuple[Place, ...]:
        """Where this host may be found, the most promising first.

        `outside`: our own public address, if it is known; `knocking`: the port from which we knock at whoever is told.
        """
        chosen = [Place(place.host, place.port or self.port) for place in self._plan.addresses]
        if self._plan.only_addresses:
            return tuple(chosen)
        router = None if self._port_keeper is None else self._port_keeper.place
        relay = None if self._players is None or self._players.relay is None else self._players.relay.own
        seen = outside or self._outside()
        knocks = [Place(seen, knocking)] if seen is not None and knocking else []
        if router is not None:
            places = [*chosen, router, *knocks]
        elif relay is not None and is_global(relay.host):
            places = [*knocks, *chosen, relay]
        elif seen is not None:
            places = [*knocks, *chosen, Place(seen, self.port)]
        else:
            places = chosen
        places += [
            Place(host, self.port) for host in promising(self._tools.own_addresses(), self._tools.source_addresses())
        ]
        # Nothing but this machine itself: two programs side by side.
        return tuple(places) if places else (Place(LOOPBACK, self.port),)

    def joiner_there(self, there: bool) -> None:
        """The joiner has come, or has gone. When it has gone any address may have changed: all is asked and told anew.

        Cheap, so that it may be called whenever a connection breaks.
        """
        if self._players is not None:
            self._players.there(there)
        if not there and self._port_keeper is not None:
            self._port_keeper.again()

    def answer(self, text: str) -> None:
        """Knock at the joiner whose answer code `text` is. Raises TokenError if it is none for this game."""
        answer = read_answer(self.present_invitation(), text)
        if self._players is not None:
            self._players.knock(answer)

    # -- the ways

    def _listen(self, nursery: trio.Nursery, listen_at: Place | None) -> None:
        wanted = listen_at or Place("::", self._memory.port)
        try:
            listener = self._tools.listen(wanted)
        except OSError:
            if listen_at is not None:
                raise
            # There is no IPv6 here, or the old port is somebody else's.
            listener = self._tools.listen(Place("0.0.0.0", 0))  # noqa: S104
        self._keep(port=int(listener.socket.getsockname()[1]))
        nursery.start_soon(self._serve, listener, None, nursery)

    async def _serve(self, listener: trio.SocketListener, origin: str | None, nursery: trio.Nursery) -> None:
        async with listener:
            while True:
                stream = await next_stream(listener)
                nursery.start_soon(self._take, stream, origin or self._origin(stream))

    def _origin(self, stream: trio.SocketStream) -> str:
        """Whom a stream at the door is counted with: also there somebody may come whom only our knocking let in."""
        place = _origin(stream)
        knocked = any(guests.knocks.knows(place) for guests in self._guests)
        return Way.PUNCH.value if knocked else place.host

    @property
    def _guests(self) -> list[Guests]:
        return [guests for guests in (self._players, self._watchers) if guests is not None]

    def _expect_guests(self, nursery: trio.Nursery, held: contextlib.ExitStack) -> None:
        """Of each invite, and have somebody wait for them at the relay: for each from a port of its own."""
        relay, tools = self._plan.relay, self._tools

        async def arrive(stream: trio.SocketStream) -> None:
            await self._take(stream, self._origin(stream))

        self._players = Guests(self, self._secret, nursery, tools, self._take, arrive, self._tell)
        if relay is not None:
            self._settling.append(self._players.wait_at_relay(relay, self.port))
        if self._watch_secret:
            self._watchers = Guests(self, self._watch_secret, nursery, tools, self._take, arrive, ignore)
            if relay is not None:
                with contextlib.suppress(OSError):  # no port is left
                    self._watchers.wait_at_relay(relay, held.enter_context(tools.hold_port(0)))

    async def _follow_network(self, *, task_status: trio.TaskStatus[None]) -> None:
        """Ask the router and leave letters; all anew when this machine has come into another network."""
        plan = self._plan
        if not plan.router:
            self._tell(WayReport(Way.ROUTER, State.OFF))
        if not plan.dht:
            self._tell(WayReport(Way.LETTER_BOX, State.OFF))
        if not (plan.router or plan.dht):
            task_status.started()
            return
        first = True
        while True:
            network = await self._tools.network()
            try:
                async with trio.open_nursery() as nursery:
                    if plan.router:
                        self._ask_router(nursery, *network)
                    if plan.dht:
                        await self._leave_letters(nursery)
                    if first:
                        task_status.started()
                        first = False
                    while await self._tools.network() == network:  # noqa: ASYNC110  no event tells of it
                        await trio.sleep(_LOOK_AT_NETWORK)
                    nursery.cancel_scope.cancel()
            finally:
                self._router = self._port_keeper = None
                if self.dht is not None:
                    self.dht.close()
            for guests in self._guests:
                guests.moved()

    def _ask_router(self, nursery: trio.Nursery, gateways: Gateways, sources: Sequence[str]) -> None:
        tools = self._tools
        four = translated(sources)
        six = next((host for host in sources if ":" in host and is_global(host)), None)
        if gateways.four is not None and four is not None:
            self._router = router_opener(gateways.four, four, tools.open_datagrams, tools.open_stream)
            self._port_keeper = self._keeper(self._router)
            self._start(nursery, self._port_keeper.run, self._port_keeper.settled)
        elif not any(is_global(host) for host in sources):
            self._tell(WayFailed(Reason.NO_GATEWAY).report(Way.ROUTER))
        if six is None:
            self._tell(WayFailed(Reason.UNREACHABLE).report(Way.IPV6))
        if gateways.six is not None and six is not None:
            pinhole = pinhole_opener(gateways.six, six, tools.open_datagrams)
            memory = PortMemory(self.port, self._nonce())
            keeper = PortKeeper(pinhole, self.port, way=Way.PINHOLE, memory=memory, observe=self._tell)
            self._start(nursery, keeper.run, keeper.settled)

    def _nonce(self) -> bytes:
        """By which routers know this game again."""
        self._keep(nonce=self._memory.port_memory.nonce)
        return self._memory.nonce

    def _keeper(self, opener: AnyProtocol) -> PortKeeper:
        memory = PortMemory(self._memory.external, self._nonce())

        def remember(memory: PortMemory) -> None:
            self._keep(external=memory.external, nonce=memory.nonce)

        return PortKeeper(opener, self.port, memory=memory, remember=remember, observe=self._router_changed)

    def _router_changed(self, report: WayReport) -> None:
        self._tell(report)
        if report.state is not State.TRYING:
            for guests in self._guests:
                guests.places_changed()

    async def _leave_letters(self, nursery: trio.Nursery) -> None:
        """From a port of this network: what routers remember of that of another one would tell of a wrong kind."""
        tools, known = self._tools, () if self.dht is None else self.dht.good_nodes()
        try:
            link = await tools.open_datagrams(Place("0.0.0.0", 0))  # noqa: S104  to ask from
        except OSError:
            self._tell(WayFailed(Reason.UNREACHABLE).report(Way.LETTER_BOX))
            return
        dht = self.dht = Dht(
            link,
            bootstrap=tools.bootstrap,
            known=(*known, *tools.known),
            resolve=tools.resolve,
            acceptable=tools.acceptable,
        )
        nursery.start_soon(dht.run)
        for guests in self._guests:
            settled = guests.leave_letters(dht, nursery)
            if guests is self._players:
                self._settling.append(settled)

    def _have_onion(self, nursery: trio.Nursery) -> None:
        """The onion's guests come in by a port of their own, so that their limits are their own too."""
        listener = self._tools.listen(Place(LOOPBACK, 0))
        nursery.start_soon(self._serve, listener, Way.ONION.value, nursery)

        def remember(memory: OnionMemory) -> None:
            self._keep(onion_private=memory.private, onion_public=memory.public)

        target = Place(LOOPBACK, int(listener.socket.getsockname()[1]))
        self._onion = OnionKeeper(
            target,
            self._tools.controls,
            memory=self._memory.onion_memory,
            remember=remember,
            observe=self._tell,
        )
        self._start(nursery, self._onion.run, self._onion.settled)

    # -- parts of it

    def _start(self, nursery: trio.Nursery, run: Callable[[], Awaitable[None]], settled: trio.Event) -> None:
        self._settling.append(settled)
        nursery.start_soon(run)

    def _outside(self) -> str | None:
        for source in (self._router, self.dht):
            found = None if source is None else source.outside if isinstance(source, AnyProtocol) else source.outside()
            if found is not None:
                return found
        return None

    def _keep(self, **changes: int | bytes) -> None:
        memory = msgspec.structs.replace(self._memory, **changes)
        if memory != self._memory:
            self._memory = memory
            self._remember(memory)
