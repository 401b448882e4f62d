"""A network in memory on the virtual clock: addresses, listeners, and connections in which things go wrong.

A connection is two pipes. What is sent arrives in order after the connection's latency, unless a fault of the plan
holds it up, breaks it or changes it. As in TCP nobody learns of a loss at once: a cut resets both ends, a stall none.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from types import SimpleNamespace
from typing import Final, Protocol

import trio

from tests.simulation.faults import Kind

NEVER: Final = float("inf")
DELAYS: Final = (0.3, 3.0, 20.0, 44.0, 60.0)
SLOW: Final = 0.02
PORT: Final = 7600


class Pipe:
    """One direction of a connection."""

    def __init__(self, latency: float) -> None:
        self.latency = latency
        self.black = False
        """Whatever is sent disappears."""
        self.choked = False
        """Nothing is taken any more."""
        self._segments: deque[tuple[float, bytes]] = deque()
        self._last = 0.0
        self._ends_at = NEVER
        self._reset_at = NEVER
        self._change = trio.Event()

    @property
    def unread(self) -> bool:
        """Whether something has come, or is under way, that nobody has read."""
        return bool(self._segments)

    def push(self, data: bytes, more: float = 0.0) -> None:
        """Send `data`, to arrive `more` seconds later than usual; what follows it arrives no sooner."""
        if self.black or not data:
            return
        self._last = max(self._last, trio.current_time() + self.latency) + more
        self._segments.append((self._last, data))
        self._tell()

    def end(self) -> None:
        """Nothing follows."""
        if not self.black:
            self._ends_at = min(self._ends_at, max(self._last, trio.current_time() + self.latency))
            self._tell()

    def reset(self, *, at_once: bool, lose: bool) -> None:
        """The reader finds the connection broken, after what is under way unless that is lost."""
        if lose:
            self._segments.clear()
        after = 0.0 if at_once else self.latency
        behind = trio.current_time() + after if lose else max(self._last, trio.current_time() + after)
        self._reset_at = min(self._reset_at, behind)
        self._tell()

    def wake(self) -> None:
        """The reader's own end is closed: it must look."""
        self._tell()

    async def pull(self, closed: Callable[[], bool]) -> bytes:
        """What has arrived, b"" at the end. Raises BrokenResourceError, or ClosedResourceError if `closed`."""
        while True:
            if closed():
                raise trio.ClosedResourceError
            now = trio.current_time()
            if self._segments and self._segments[0][0] <= now:
                return self._segments.popleft()[1]
            if not self._segments and self._reset_at <= now:
                raise trio.BrokenResourceError("connection reset by peer")
            if not self._segments and self._ends_at <= now:
                return b""
            due = self._segments[0][0] if self._segments else min(self._ends_at, self._reset_at)
            with trio.move_on_at(due):
                await self._change.wait()

    def _tell(self) -> None:
        change, self._change = self._change, trio.Event()
        change.set()


class Striker(Protocol):
    """Does what is more than one connection's."""

    def strike_network(self, kind: Kind) -> None:
        """A move, or strangers."""


class Connection:
    """Two ends, and what leads from each to the other. Ends are 0 (who dialled) and 1."""

    def __init__(self, random: Random, striker: Striker | None) -> None:
        self.random = random
        self._striker = striker
        self.is_elsewhere = False
        """Whether it leads to a machine that is not simulated further."""
        latency = random.choice([0.001, 0.01, 0.05, 0.2])
        self._taking = random.choice([0.0, 0.0, SLOW])
        """Seconds for which a sender waits until a message is taken."""
        self.pipes = (Pipe(latency), Pipe(latency))
        """By who writes."""
        self.local_reset = [False, False]

    def cut(self, *, lose: bool | None = None) -> None:
        """Both ends find it broken."""
        gone = self.random.random() < 0.5 if lose is None else lose
        for end in (0, 1):
            self.pipes[end].reset(at_once=False, lose=gone)
            self.local_reset[end] = True
            self.pipes[end].black = True

    def go_dark(self) -> None:
        """Nothing arrives any more, and nobody is told."""
        for pipe in self.pipes:
            pipe.black = True

    async def transmit(self, end: int, record: bytes, kinds: Sequence[Kind]) -> None:
        """Send a message's `record` from `end`, with what goes wrong on its way."""
        pipe = self.pipes[end]
        more = 0.0
        after: list[Kind] = []
        for kind in kinds:
            match kind:
                case Kind.CUT_BEFORE:
                    self.cut()
                case Kind.CUT_INSIDE:
                    pipe.push(record[: self.random.randrange(len(record))])
                    self.cut(lose=False)
                case Kind.HALF_CUT:
                    self.go_dark()
                    self.local_reset[end] = True
                    self.pipes[1 - end].reset(at_once=True, lose=True)
                case Kind.DELAY:
                    more = self.random.choice(DELAYS)
                case Kind.STALL:
                    self.go_dark()
                case Kind.STALL_ONE_WAY:
                    pipe.black = True
                case Kind.CHOKE:
                    pipe.choked = True
                case Kind.GARBLE:
                    place = self.random.randrange(len(record))
                    changed = record[place] ^ 1 << self.random.randrange(8)
                    record = record[:place] + bytes([changed]) + record[place + 1 :]
                case Kind.TRICKLE:
                    step = max(1, len(record) // 40)
                    for place in range(0, len(record), step):
                        pipe.push(record[place : place + step], 0.05)
                    record = b""
                case Kind.CUT_AFTER | Kind.DUPLICATE:
                    after.append(kind)
                case _:
                    assert self._striker is not None
                    self._striker.strike_network(kind)
        if pipe.choked:
            await trio.sleep_forever()
        if self.local_reset[end]:
            raise trio.BrokenResourceError("connection reset by peer")
        pipe.push(record, more)
        if Kind.DUPLICATE in after:
            pipe.push(record)
        if Kind.CUT_AFTER in after:
            self.cut(lose=False)
        await trio.sleep(self._taking)


class SimulatedStream(trio.abc.Stream):
    """One end of a connection."""

    def __init__(self, connection: Connection, end: int, peer_address: str, certificate: bytes) -> None:
        self.connection = connection
        self.end = end
        self.certificate = certificate
        """Fingerprint that the machine behind the listener shows."""
        self.closed = False
        self.heard: Callable[[bytes], None] = lambda data: None
        """Is told of everything that is read here."""
        self.dead = False
        """Whether the program at this end is gone."""
        # What `trio.SocketStream` has, as far as a host asks for it.
        self.socket = SimpleNamespace(getpeername=lambda: (peer_address, 40_000))

    @property
    def _incoming(self) -> Pipe:
        return self.connection.pipes[1 - self.end]

    async def transmit(self, record: bytes, kinds: Sequence[Kind] = ()) -> None:
        """Send one message, with what goes wrong on its way."""
        if self.closed:
            raise trio.ClosedResourceError
        if self.dead:
            raise trio.BrokenResourceError("the program is gone")
        await self.connection.transmit(self.end, record, kinds)

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await self.transmit(bytes(data))

    async def wait_send_all_might_not_block(self) -> None:
        await trio.lowlevel.checkpoint()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        if self.dead:
            raise trio.BrokenResourceError("the program is gone")
        data = await self._incoming.pull(lambda: self.closed)
        self.heard(data)
        return data

    def shut(self) -> None:
        """Close as a system does: with something unread the other side is told of a reset, else of an end."""
        if self.closed:
            return
        self.closed = True
        outgoing = self.connection.pipes[self.end]
        if self._incoming.unread:
            outgoing.reset(at_once=False, lose=self.connection.random.random() < 0.5)
        else:
            outgoing.end()
        self._incoming.wake()

    def vanish(self, *, silently: bool) -> None:
        """The program dies: its system closes the connection, unless that has gone as well."""
        self.dead = True
        if silently:
            self.connection.go_dark()
            self.closed = True
            self._incoming.wake()
        else:
            self.shut()

    async def aclose(self) -> None:
        self.shut()
        await trio.lowlevel.checkpoint()


@dataclass
class Listener(trio.abc.Listener[SimulatedStream]):
    """Stands in for trio's listener over a socket."""

    certificate: bytes
    arrivals: deque[SimulatedStream] = field(default_factory=deque)
    closed: bool = False
    arrived: trio.Event = field(default_factory=trio.Event)

    @property
    def socket(self) -> SimpleNamespace:
        """As much of a socket as a host asks for."""
        return SimpleNamespace(getsockname=lambda: ("0.0.0.0", PORT))

    def close(self) -> None:
        self.closed = True
        while self.arrivals:
            self.arrivals.popleft().shut()
        self._tell()

    async def aclose(self) -> None:
        self.close()
        await trio.lowlevel.checkpoint()

    async def accept(self) -> SimulatedStream:
        while not self.arrivals:
            if self.closed:
                raise trio.ClosedResourceError
            await self.arrived.wait()
        await trio.lowlevel.checkpoint()
        return self.arrivals.popleft()

    def take(self, stream: SimulatedStream) -> None:
        """Somebody has dialled."""
        self.arrivals.append(stream)
        self._tell()

    def _tell(self) -> None:
        arrived, self.arrived = self.arrived, trio.Event()
        arrived.set()


@dataclass
class Network:
    """Who is where. `places` has what answers at each address: the host's listener, another machine, or nothing."""

    random: Random
    striker: Striker
    host_address: str
    joiner_address: str = "198.51.100.7"
    listener: Listener | None = None
    others: dict[str, str] = field(default_factory=dict)
    """Addresses of the invite where the host is not: "silent", "closed" or "other"."""
    connections: list[Connection] = field(default_factory=list)

    async def dial(self, address: str, origin: str | None = None) -> SimulatedStream:
        """A connection to an address, the joiner's if it is nobody else's. Raises OSError."""
        origin = origin or self.joiner_address
        await trio.sleep(0.01)
        if address != self.host_address:
            match self.others.get(address, "closed"):
                case "silent":
                    await trio.sleep_forever()
                case "other":
                    stream = self._connect(Listener(b"some other machine.............."), origin, None)
                    stream.connection.is_elsewhere = True
                    return stream
        if address != self.host_address or self.listener is None or self.listener.closed:
            raise ConnectionRefusedError(111, "Connection refused")
        return self._connect(self.listener, origin, self.striker)

    def dial_as_stranger(self, address: str) -> SimulatedStream | None:
        """A stranger's connection to the host; None if it does not listen."""
        if self.listener is None or self.listener.closed:
            return None
        return self._connect(self.listener, address, None)

    def move(self, *, host: bool, joiner: bool, addresses: tuple[str, ...]) -> None:
        """Give machines other addresses: what is connected hears nothing any more."""
        for connection in self.connections:
            connection.go_dark()
        self.connections.clear()
        if host:
            self.host_address = self.random.choice([known for known in addresses if known != self.host_address])
            self.others = {known: self.random.choice(["silent", "closed", "other"]) for known in addresses}
        if joiner:
            self.joiner_address = f"198.51.100.{self.random.randrange(8, 250)}"

    def _connect(self, listener: Listener, origin: str, striker: Striker | None) -> SimulatedStream:
        connection = Connection(Random(self.random.random()), striker)
        if striker is not None:
            self.connections = [*self.connections[-8:], connection]
        near = SimulatedStream(connection, 0, self.host_address, listener.certificate)
        far = SimulatedStream(connection, 1, origin, listener.certificate)
        if listener is self.listener:
            listener.take(far)
        return near
