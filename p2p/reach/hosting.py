"""The host's side of every way at once: opens what can be opened, makes the invite, hands over whoever comes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final, TypeAlias

import msgspec
import trio

from p2p.reach.addresses import Kind, Place, is_global, kind_of, promising
from p2p.reach.answer_code import read_answer
from p2p.reach.birthday import Effort, dial_from_many, knock_around
from p2p.reach.dht.client import Dht
from p2p.reach.dht.letter_box import LetterBox, LetterKeeper
from p2p.reach.dht.letters import Letter, Writer
from p2p.reach.invitation import Invitation, make_invitation
from p2p.reach.listening import next_stream
from p2p.reach.nat import Nat, knockable
from p2p.reach.plan import Plan, ReachMemory, Tools
from p2p.reach.punch import punch_all
from p2p.reach.relay.client import RelayKeeper
from p2p.reach.router.any_protocol import AnyProtocol
from p2p.reach.router.gateway import Gateways
from p2p.reach.router.home_router import pinhole_opener, router_opener
from p2p.reach.router.keeper import PortKeeper, PortMemory
from p2p.reach.tor.onion import OnionKeeper, OnionMemory
from p2p.reach.ways import Facts, Observe, Reason, State, Way, WayFailed, WayReport, ignore

LOOPBACK: Final = "127.0.0.1"
PUNCH_PATIENCE: Final = 120.0
"""Seconds of knocking after an answer code was pasted."""
LETTER_PATIENCE: Final = 30.0
_KNOCKED: Final = 32
_OPEN_FIRST: Final = 1.5
"""Seconds that the joiner's places have, where they may be open, before there is much knocking."""
_LOOK_AT_NETWORK: Final = 10.0
"""Seconds between looks whether this machine is in another network."""

Take: TypeAlias = Callable[[trio.abc.Stream, str], Awaitable[None]]
"""Is given each stream on which somebody may come in, and whom to count it with: an IP address, or a way."""


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
    it was told last, in an earlier run of the same game.
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
    ) -> None:
        self._fingerprint = fingerprint
        self._secret = secret
        self._take = take
        self._plan = plan or Plan()
        self._tools = tools or Tools()
        self._memory = memory or ReachMemory()
        self._remember = remember
        self._tell = observe
        self._nursery: trio.Nursery | None = None
        self._router: AnyProtocol | None = None
        self._port_keeper: PortKeeper | None = None
        self._onion: OnionKeeper | None = None
        self._relay: RelayKeeper | None = None
        self._letters: LetterKeeper | None = None
        self._settling: list[trio.Event] = []
        self._knocked: tuple[Place, ...] = ()
        self.dht: Dht | None = None
        """For its `good_nodes`, which are worth keeping for all games."""
        self._effort = Effort()
        self._birthday = trio.CancelScope()
        self._much_knocked = ""
        self.effort: Facts = ()
        """What it took to have the latest of those come in who came by knocking."""

    @property
    def port(self) -> int:
        """Where this machine listens; 0 with Tor only."""
        return self._memory.port

    async def run(self, listen_at: Place | None = None, *, task_status: trio.TaskStatus[None]) -> None:
        """Keep every way open until cancelled, then give back what was lent. Raises OSError if nobody can listen."""
        plan = self._plan
        try:
            async with trio.open_nursery() as nursery:
                self._nursery = nursery
                if not plan.tor_only:
                    self._listen(nursery, listen_at)
                    await nursery.start(self._keep_router)
                    self._wait_at_relay(nursery)
                    await self._leave_letters(nursery)
                if plan.tor or plan.tor_only:
                    self._have_onion(nursery)
                task_status.started()
                await trio.sleep_forever()
        finally:
            self._nursery = None
            if self.dht is not None:
                self.dht.close()

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
            symmetric=self._symmetric() and not self._opened(),
        )

    def places(self, outside: str | None = None) -> tuple[Place, ...]:
        """Where this host may be found, the most promising first. `outside`: our own public address, if it is known."""
        router = None if self._port_keeper is None else self._port_keeper.place
        seen = outside or self._outside()
        hosts = promising(self._tools.own_addresses(), self._tools.source_addresses())
        places = [Place(place.host, place.port or self.port) for place in self._plan.addresses]
        if self._plan.only_addresses:
            return tuple(places)
        if router is not None:
            places.append(router)
        elif self._relay is not None and self._relay.own is not None and is_global(self._relay.own.host):
            places.append(self._relay.own)
        elif seen is not None:
            places.append(Place(seen, self.port))
        places += [Place(host, self.port) for host in hosts]
        # Nothing but this machine itself: two programs side by side.
        return tuple(places) if places else (Place(LOOPBACK, self.port),)

    def joiner_there(self, there: bool) -> None:
        """The joiner has come, or has gone. When it has gone any address may have changed: all is asked and told anew.

        Cheap, so that it may be called whenever a connection breaks.
        """
        if self._letters is not None:
            self._letters.joiner_there(there)
        if there:
            self._birthday.cancel()
            self._effort.connected()
        else:
            if self._port_keeper is not None:
                self._port_keeper.again()
            if self._relay is not None:
                self._relay.again()

    def answer(self, text: str) -> None:
        """Knock at the joiner whose answer code `text` is. Raises TokenError if it is none for this game."""
        answer = read_answer(self.present_invitation(), text)
        self._knock(answer.places, PUNCH_PATIENCE, symmetric=answer.symmetric)

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
        if place.host == self._much_knocked:
            self.effort = self._effort.told(here=False)
            return Way.PUNCH.value
        return Way.PUNCH.value if place in self._knocked else place.host

    async def _keep_router(self, *, task_status: trio.TaskStatus[None]) -> None:
        """Have the router open a port; when this machine has come into another network, that one's router."""
        if not self._plan.router:
            self._tell(WayReport(Way.ROUTER, State.OFF))
            task_status.started()
            return
        first = True
        while True:
            gateways, sources = await self._tools.network()
            async with trio.open_nursery() as nursery:
                self._ask_router(nursery, gateways, sources)
                if first:
                    task_status.started()
                    first = False
                while await self._tools.network() == (gateways, sources):  # noqa: ASYNC110  no event tells of it
                    await trio.sleep(_LOOK_AT_NETWORK)
                nursery.cancel_scope.cancel()
            self._router = self._port_keeper = None
            if self._letters is not None:
                self._letters.changed()
            if self._relay is not None:
                self._relay.again()

    def _ask_router(self, nursery: trio.Nursery, gateways: Gateways, sources: Sequence[str]) -> None:
        tools = self._tools
        four = next((host for host in sources if kind_of(host) in (Kind.PRIVATE, Kind.CARRIER)), None)
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
        if self._letters is not None and report.state is not State.TRYING:
            self._letters.changed()

    def _wait_at_relay(self, nursery: trio.Nursery) -> None:
        if self._plan.relay is None:
            return
        self._relay = RelayKeeper(
            self._plan.relay,
            self._secret,
            self._tools.open_from(self.port),
            self._take,
            port=self.port,
            observe=self._tell,
            connect=self._tools.connect_from,
        )
        self._start(nursery, self._relay.run, self._relay.settled)

    async def _leave_letters(self, nursery: trio.Nursery) -> None:
        if not self._plan.dht:
            self._tell(WayReport(Way.LETTER_BOX, State.OFF))
            return
        tools = self._tools
        try:
            link = await tools.open_datagrams(Place("0.0.0.0", 0))  # noqa: S104  to ask from
        except OSError:
            self._tell(WayFailed(Reason.UNREACHABLE).report(Way.LETTER_BOX))
            return
        self.dht = Dht(
            link, bootstrap=tools.bootstrap, known=tools.known, resolve=tools.resolve, acceptable=tools.acceptable
        )

        def knock(letter: Letter) -> None:
            places = [place for place in letter.places if is_global(place.host)]
            self._knock(places, LETTER_PATIENCE, symmetric=letter.symmetric)

        box = LetterBox(self.dht, self._secret, Writer.HOST, opened=self._opened)
        self._letters = LetterKeeper(box, self.places, knock, observe=self._tell)
        nursery.start_soon(self.dht.run)
        self._start(nursery, self._letters.run, self._letters.settled)

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

    def _knock(self, places: Sequence[Place], patience: float, *, symmetric: bool) -> None:
        """Knock at the joiner's `places`. `symmetric`: what it says of its router."""

        async def take(stream: trio.abc.Stream, place: Place) -> None:
            self.effort = ()
            await self._take(stream, Way.PUNCH.value)

        connect = self._tools.connect_from
        self._knocked = (*places, *self._knocked)[:_KNOCKED]
        if self._nursery is not None and not self._plan.tor_only:
            self._nursery.start_soon(partial(punch_all, self.port, places, take, patience=patience, connect=connect))
            place, here = knockable(places), self._symmetric()
            if place is not None and here != symmetric:
                self._birthday.cancel()
                self._birthday = trio.CancelScope()
                self._nursery.start_soon(self._knock_much, place, here, patience, self._birthday)

    async def _knock_much(self, place: Place, here: bool, patience: float, scope: trio.CancelScope) -> None:
        """Birthday punching, when what is open has had its time. `here`: whether the symmetric router is ours."""

        async def hear(stream: trio.abc.Stream) -> None:
            self.effort = self._effort.told(here=here)
            await self._take(stream, Way.PUNCH.value)

        tools, effort, tell = self._tools, self._effort, self._tell
        with scope, trio.move_on_after(patience):
            await trio.sleep(_OPEN_FIRST)
            if here:
                await dial_from_many(place, hear, effort, open_stream=tools.open_stream, observe=tell)
            else:
                self._much_knocked = place.host
                await knock_around(self.port, place.host, hear, effort, connect=tools.connect_from, observe=tell)

    def _symmetric(self) -> bool:
        """Whether our router takes a new port for each connection, as far as is known."""
        return self.dht is not None and self.dht.nat() is Nat.SYMMETRIC

    def _opened(self) -> bool:
        """Whether our router has opened a port."""
        return self._port_keeper is not None and self._port_keeper.place is not None

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
