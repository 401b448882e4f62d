"""The relay's server: brings two together who show the same tag, and passes on bytes that it cannot read.

It serves any game of this protocol and knows none. It keeps nothing on disk, and in memory no more than its limits say.
Nobody has to prove anything here, so those who have said nothing yet give way to newcomers, and after them those whose
address has the most connections (threats 29, 41, 43).
"""

from __future__ import annotations

import contextlib
import ipaddress
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from typing import Final

import trio

from p2p.reach.addresses import Place, ip_of
from p2p.reach.exactly import read_exactly
from p2p.reach.failures import told, within
from p2p.reach.relay.messages import HELLO_SIZE, Kind, Role, Said, decode_hello, encode_said
from p2p.reach.relay.rate import Rate
from p2p.reach.ways import WayFailed

_CHUNK: Final = 16 * 1024


@dataclass(frozen=True, slots=True)
class RelayLimits:
    """What all together, and each, may use up. Times in seconds."""

    connections: int = 2000
    from_one_address: int = 16
    """From one IPv4 address, or from one IPv6 network of 64 bits."""
    hello: float = 10.0
    """For the first words."""
    sign_of_life: float = 30.0
    joiner_waits: float = 60.0
    """For a host that has not come."""
    taking: float = 20.0
    """For a client to take what it is sent."""
    idle: float = 120.0
    """Between two bytes of a pair, either way; both sides of a game speak every 15 seconds."""
    bytes_per_second: int = 64 * 1024
    """Of each direction of a pair, when `burst` is used up."""
    burst: int = 2 * 1024 * 1024


class Stage(Enum):
    """How far a connection has come."""

    STRANGER = "stranger"
    WAITING = "waiting"
    PAIRED = "paired"


@dataclass(eq=False, slots=True)
class _Guest:
    """One connection."""

    stream: trio.abc.Stream
    place: Place
    origin: str
    since: float
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)
    stage: Stage = Stage.STRANGER
    found: trio.Event = field(default_factory=trio.Event)
    """Set when the other has come, and passes the bytes on from then."""
    free: trio.Event = field(default_factory=trio.Event)
    """Set when nothing reads from the stream any more, so that the other may."""
    ended: trio.Event = field(default_factory=trio.Event)


@dataclass(frozen=True, slots=True)
class RelayCounts:
    """How much a relay has to do: connections by stage, and how many were turned away since it began."""

    strangers: int
    waiting: int
    paired: int
    turned_away: int


class Relay:
    """A relay. `serve` runs it; `handle` serves one connection."""

    def __init__(self, limits: RelayLimits | None = None) -> None:
        self._limits = limits or RelayLimits()
        self._guests: dict[_Guest, None] = {}
        self._origins: Counter[str] = Counter()
        self._waiting: dict[tuple[Role, bytes], _Guest] = {}
        self._turned_away = 0

    @property
    def counts(self) -> RelayCounts:
        """For whoever runs it."""
        stages = Counter(guest.stage for guest in self._guests)
        return RelayCounts(stages[Stage.STRANGER], stages[Stage.WAITING], stages[Stage.PAIRED], self._turned_away)

    async def serve(self, listeners: Sequence[trio.SocketListener]) -> None:
        """Serve until cancelled; then the listeners are closed."""
        try:
            async with trio.open_nursery() as nursery:
                for listener in listeners:
                    nursery.start_soon(self._listen, listener, nursery)
        finally:
            for listener in listeners:
                listener.socket.close()

    async def _listen(self, listener: trio.SocketListener, nursery: trio.Nursery) -> None:
        while True:
            try:
                stream = await listener.accept()
                host, port = stream.socket.getpeername()[:2]
            except OSError:
                await trio.sleep(0.1)  # out of file handles, or gone already
                continue
            nursery.start_soon(self.handle, stream, Place(host, port))

    async def handle(self, stream: trio.abc.Stream, place: Place) -> None:
        """Serve the connection that comes from `place`, to its end. Raises nothing."""
        guest = _Guest(stream, place, origin_of(place.host), trio.current_time())
        try:
            if not self._make_room(guest):
                self._turned_away += 1
                with trio.move_on_after(1):
                    await self._say(guest, Kind.FULL)
                return
            self._guests[guest] = None
            self._origins[guest.origin] += 1
            try:
                with guest.scope:
                    await self._receive(guest)
            finally:
                del self._guests[guest]
                self._origins[guest.origin] -= 1
                if not self._origins[guest.origin]:
                    del self._origins[guest.origin]
        except WayFailed:
            return
        finally:
            guest.ended.set()
            with trio.CancelScope(shield=True):
                await trio.aclose_forcefully(stream)

    def _make_room(self, newcomer: _Guest) -> bool:
        if self._origins[newcomer.origin] >= self._limits.from_one_address:
            return False
        if len(self._guests) < self._limits.connections:
            return True
        strangers = (guest for guest in self._guests if guest.stage is Stage.STRANGER and not cancelled(guest))
        victim = next(strangers, None) or self._greediest(newcomer)
        if victim is None:
            return False
        victim.scope.cancel()
        self._turned_away += 1
        return True

    def _greediest(self, newcomer: _Guest) -> _Guest | None:
        """The oldest waiting guest of the address with most connections, if it has more than the newcomer would."""
        waiting = (guest for guest in self._guests if guest.stage is Stage.WAITING and not cancelled(guest))
        victim = max(waiting, key=lambda guest: (self._origins[guest.origin], -guest.since), default=None)
        if victim is None or self._origins[victim.origin] <= self._origins[newcomer.origin] + 1:
            return None
        return victim

    async def _receive(self, guest: _Guest) -> None:
        with within(self._limits.hello), told():
            role, tag = decode_hello(await read_exactly(guest.stream, HELLO_SIZE))
        await self._say(guest, Kind.HERE, guest.place)
        if role is Role.ASKER:
            return
        other = self._waiting.pop((Role.JOINER if role is Role.HOST else Role.HOST, tag), None)
        if other is not None:
            other.found.set()
            await other.free.wait()
        if other is not None and not cancelled(other):
            await self._pair(guest, other)
        else:
            await self._wait(guest, role, tag)

    async def _wait(self, guest: _Guest, role: Role, tag: bytes) -> None:
        older = self._waiting.get((role, tag))
        if older is not None:
            older.scope.cancel()  # the same player again, whose older connection may be dead
        self._waiting[role, tag] = guest
        guest.stage = Stage.WAITING
        try:
            with trio.move_on_after(self._limits.joiner_waits if role is Role.JOINER else float("inf")):
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._watch, guest)
                    nursery.start_soon(self._give_signs_of_life, guest)
                    await guest.found.wait()
                    nursery.cancel_scope.cancel()
        finally:
            guest.free.set()
            if self._waiting.get((role, tag)) is guest:
                del self._waiting[role, tag]
        if guest.found.is_set():
            await guest.ended.wait()  # the other passes on the bytes
        else:
            await self._say(guest, Kind.NOBODY)

    async def _watch(self, guest: _Guest) -> None:
        """Whoever waits says nothing: one that does, or leaves, is let go."""
        with contextlib.suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            await guest.stream.receive_some(1)
        guest.scope.cancel()

    async def _give_signs_of_life(self, guest: _Guest) -> None:
        while True:
            await trio.sleep(self._limits.sign_of_life)
            try:
                await self._say(guest, Kind.WAIT)
            except WayFailed:
                guest.scope.cancel()

    async def _pair(self, guest: _Guest, other: _Guest) -> None:
        guest.stage = other.stage = Stage.PAIRED
        try:
            # Both are told in one moment, because they knock at each other's doors now.
            await self._say(other, Kind.MEET, guest.place)
            await self._say(guest, Kind.MEET, other.place)
            async with trio.open_nursery() as nursery:
                alive = [trio.current_time()]
                for source, target in ((guest, other), (other, guest)):
                    nursery.start_soon(partial(self._pass_on, source, target, alive, nursery.cancel_scope))
        finally:
            other.ended.set()

    async def _pass_on(self, source: _Guest, target: _Guest, alive: list[float], both: trio.CancelScope) -> None:
        """Until one of the two ends, is silent for too long, or takes nothing. `alive`: when the last byte came."""
        rate = Rate(self._limits.bytes_per_second, self._limits.burst)
        try:
            while True:
                with trio.move_on_at(alive[0] + self._limits.idle):
                    data = await source.stream.receive_some(_CHUNK)
                    if not data:
                        break
                    alive[0] = trio.current_time()
                    await rate.use(len(data))
                    with within(self._limits.taking), told():
                        await target.stream.send_all(data)
                    continue
                if trio.current_time() >= alive[0] + self._limits.idle:
                    break
        except (WayFailed, trio.BrokenResourceError, trio.ClosedResourceError):
            pass
        both.cancel()

    async def _say(self, guest: _Guest, kind: Kind, place: Place | None = None) -> None:
        said = Said(kind) if place is None else Said(kind, place)
        with within(self._limits.taking), told():
            await guest.stream.send_all(encode_said(said))


def cancelled(guest: _Guest) -> bool:
    """Whether it is on its way out already."""
    return guest.scope.cancel_called


def origin_of(host: str) -> str:
    """Whom limits count together: an IPv4 address, or an IPv6 network of 64 bits."""
    address = ip_of(host)
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return host
