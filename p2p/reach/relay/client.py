"""What both players do with a relay: meet there, knock at each other's doors, and talk through it if that fails."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias, TypeVar

import trio

from p2p.reach.addresses import Place, is_global
from p2p.reach.candidates import Finish
from p2p.reach.exactly import read_exactly
from p2p.reach.failures import told, within
from p2p.reach.punch import ConnectFrom, punch_all, punch_and_finish
from p2p.reach.race import Attempt
from p2p.reach.relay.messages import SAID_SIZE, Kind, Role, Said, decode_said, encode_hello, tag_of
from p2p.reach.streams import OpenStream, connect_from
from p2p.reach.ways import Observe, Reason, State, Way, WayFailed, WayReport, facts, ignore

T = TypeVar("T")

PORT: Final = 1600
"""Where relays listen, unless they are told otherwise."""
SILENCE: Final = 90.0
"""Seconds without a sign of life after which a relay counts as gone: three of its intervals."""
LEAD: Final = 2.0
"""Seconds that punching has before bytes go through the relay."""
PUNCH_PATIENCE: Final = 12.0
_STEP: Final = 10.0
_MOMENT: Final = 1.0
_BACK_OFF: Final = (1.0, 2.0, 5.0, 15.0, 30.0)
_GUESTS: Final = 8

TakeGuest: TypeAlias = Callable[[trio.abc.Stream, Way], Awaitable[None]]
"""Is given each stream on which somebody may come in, and by which way; returns when done with it."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """The other is there: `stream` leads to it through the relay. Places as the relay sees them."""

    stream: trio.abc.Stream
    own: Place
    other: Place


async def where_am_i(open_stream: OpenStream, relay: Place) -> Place:
    """The address and port that the relay sees us come from. Raises WayFailed."""
    with within(_STEP):
        stream = await _introduce(open_stream, relay, Role.ASKER, bytes(16))
        try:
            return (await _hear(stream, Kind.HERE)).place
        finally:
            await _close(stream)


async def meet(
    open_stream: OpenStream, relay: Place, role: Role, secret: bytes, *, ready: Callable[[Place], None] = lambda _: None
) -> Meeting:
    """Wait at the relay for the other with the same invite. Nothing limits how long a host waits.

    `ready` is told our own place as soon as the relay has taken us. Raises WayFailed: FULL, NOBODY_THERE, NONSENSE, and
    what can happen to any connection.
    """
    with within(_STEP):
        stream = await _introduce(open_stream, relay, role, tag_of(secret))
    try:
        with within(_STEP):
            own = (await _hear(stream, Kind.HERE)).place
        ready(own)
        while True:
            with within(SILENCE):
                said = await _hear(stream, Kind.WAIT, Kind.MEET)
            if said.kind is Kind.MEET:
                return Meeting(stream, own, said.place)
    except BaseException:
        await _close(stream)
        raise


async def _introduce(open_stream: OpenStream, relay: Place, role: Role, tag: bytes) -> trio.abc.Stream:
    with told():
        stream = await open_stream(relay)
        try:
            await stream.send_all(encode_hello(role, tag))
        except BaseException:
            await _close(stream)
            raise
        return stream


async def _hear(stream: trio.abc.Stream, *wanted: Kind) -> Said:
    with told():
        said = decode_said(await read_exactly(stream, SAID_SIZE))
    if said.kind in wanted:
        return said
    raise WayFailed({Kind.FULL: Reason.FULL, Kind.NOBODY: Reason.NOBODY_THERE}.get(said.kind, Reason.NONSENSE))


async def _close(stream: trio.abc.Stream) -> None:
    with trio.CancelScope(shield=True):
        await trio.aclose_forcefully(stream)


class RelayKeeper:
    """The host's side: always somebody of ours waits at the relay; every guest is handed to `take`.

    `port`: the local port that punching dials from, and `open_stream` too (`p2p.reach.streams.open_from`), so that the
    relay sees what a router makes of it; None: no punching.
    """

    def __init__(
        self,
        relay: Place,
        secret: bytes,
        open_stream: OpenStream,
        take: TakeGuest,
        *,
        port: int | None = None,
        observe: Observe = ignore,
        connect: ConnectFrom = connect_from,
    ) -> None:
        self._relay = relay
        self._secret = secret
        self._open_stream = open_stream
        self._take = take
        self._port = port
        self._observe = observe
        self._connect = connect
        self._guests = trio.CapacityLimiter(_GUESTS)
        self._waiting = trio.CancelScope()
        self._again = False
        self.own: Place | None = None
        """Where the relay sees us come from, once it has said so."""
        self.settled = trio.Event()
        """Set when the relay has taken us, or has not."""

    def again(self) -> None:
        """Go to the relay anew: whoever waits there may have been cut off without a word."""
        self._again = True
        self._waiting.cancel()

    async def run(self) -> None:
        """Wait for guests until cancelled. Raises nothing."""
        failures = 0
        self._observe(WayReport(Way.RELAY, State.TRYING))
        async with trio.open_nursery() as nursery:
            while True:
                self._again = False
                with trio.CancelScope() as self._waiting:
                    failures = await self._wait_once(failures, nursery)
                if self._again:
                    failures = 0

    async def _wait_once(self, failures: int, nursery: trio.Nursery) -> int:
        """Wait for one guest; how often in a row that has failed now, when it is time to try again."""
        try:
            meeting = await meet(self._open_stream, self._relay, Role.HOST, self._secret, ready=self._ready)
        except WayFailed as error:
            self.own = None
            known = facts(address=self._relay.host, port=self._relay.port)
            self._observe(
                WayReport(Way.RELAY, State.FAILED, error.reason, facts(**{**dict(known), **dict(error.facts)}))
            )
            self.settled.set()
            await trio.sleep(_BACK_OFF[min(failures, len(_BACK_OFF) - 1)])
            return failures + 1
        nursery.start_soon(self._receive, meeting)
        if self._guests.available_tokens < 1:
            await trio.sleep(1)
        return 0

    def _ready(self, own: Place) -> None:
        if self.own is None or self.own.host != own.host:
            self._observe(WayReport(Way.RELAY, State.READY, None, facts(address=own.host, port=own.port)))
        self.own = own
        self.settled.set()

    async def _receive(self, meeting: Meeting) -> None:
        try:
            self._guests.acquire_on_behalf_of_nowait(meeting)
        except trio.WouldBlock:
            await _close(meeting.stream)
            return
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._take, meeting.stream, Way.RELAY)
                if self._port is not None and is_global(meeting.other.host):
                    knock = partial(punch_all, patience=PUNCH_PATIENCE, connect=self._connect)
                    nursery.start_soon(knock, self._port, [meeting.other], self._take_punched)
        finally:
            self._guests.release_on_behalf_of(meeting)

    async def _take_punched(self, stream: trio.abc.Stream, place: Place) -> None:
        await self._take(stream, Way.PUNCH)


def relay_attempts(
    relay: Place,
    secret: bytes,
    finish: Finish[T],
    open_stream: OpenStream,
    *,
    port: int | None = None,
    after: float = 1.0,
    patience: float = 20.0,
    connect: ConnectFrom = connect_from,
) -> tuple[Attempt[T], ...]:
    """The joiner's side: through the relay, and (with a local `port`) past it by punching, which has a small lead."""
    met = _Shared()

    async def meet_in_time() -> Meeting:
        """Whether it is the relay that does not answer, or the host that does not come, is known a moment earlier."""
        heard: list[Place] = []
        with trio.move_on_after(max(patience - _MOMENT, 0)):
            return await meet(open_stream, relay, Role.JOINER, secret, ready=heard.append)
        raise WayFailed(Reason.NOBODY_THERE if heard else Reason.NO_ANSWER)

    async def through() -> T:
        try:
            meeting = await meet_in_time()
        except WayFailed as error:
            met.fail(error)
            raise
        try:
            met.give(meeting)
            if port is not None and is_global(meeting.other.host):
                with trio.move_on_after(LEAD):
                    await met.given_up.wait()
        except BaseException:
            await _close(meeting.stream)
            raise
        return await finish(meeting.stream)

    async def past() -> T:
        meeting = await met.wait()
        if port is None or not is_global(meeting.other.host):
            raise WayFailed(Reason.UNREACHABLE)
        try:
            return await punch_and_finish(port, meeting.other, finish, connect=connect)
        finally:
            met.given_up.set()

    where = facts(address=relay.host, port=relay.port)
    attempts = (Attempt(Way.RELAY, through, where, patience, after),)
    return attempts if port is None else (*attempts, Attempt(Way.PUNCH, past, where, patience, after))


class _Shared:
    """The one meeting that two attempts wait for."""

    def __init__(self) -> None:
        self._come = trio.Event()
        self._result: Meeting | WayFailed = WayFailed(Reason.NOBODY_THERE)
        self.given_up = trio.Event()

    def give(self, meeting: Meeting) -> None:
        self._result = meeting
        self._come.set()

    def fail(self, error: WayFailed) -> None:
        self._result = error
        self._come.set()

    async def wait(self) -> Meeting:
        await self._come.wait()
        if isinstance(self._result, WayFailed):
            raise WayFailed(self._result.reason)
        return self._result
