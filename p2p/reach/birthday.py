"""Birthday punching: through a router that takes a new port for each connection, if the other end's keeps its ports.

The end behind the symmetric router dials the other's place from 256 local ports at once, each of which gets an outer
port of its own. The other end knocks, from the one port that it told, at random ports of that router: each knock lets
what comes from there in, and comes in itself where it has met one of the 256. Among the 64,512 ports from 1024 on it
takes 252 knocks on average, and 1,024 fail to meet any once in fifty times.

A knock is a TCP SYN, or two. Whoever holds an invite may say of a router that it is symmetric, and where it is; what
that makes this program send is bounded by `Effort`.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, TypeVar

import trio

from p2p.reach.addresses import Place
from p2p.reach.beside import beside
from p2p.reach.candidates import Finish
from p2p.reach.first import Hear, first_finished
from p2p.reach.nat import Symmetric
from p2p.reach.punch import ConnectFrom
from p2p.reach.race import Attempt
from p2p.reach.streams import OpenStream, connect_from, open_tcp
from p2p.reach.ways import Facts, Observe, State, Way, WayReport, facts, ignore
from p2p.system import spare_files

T = TypeVar("T")

PORTS: Final = 256
"""So many local ports are dialled from, and so many knocks are under way at most: each is an open file."""
KNOCKS: Final = 1024
"""So many at once, in eight seconds; then few."""
OUTER_PORTS: Final = range(1024, 65536)
"""What routers take for connections that come from such ports themselves."""
_FAST: Final = 1 / 128
_SLOW: Final = 1 / 16
"""Seconds from one knock to the next."""
_BUDGET: Final = 4096.0
_REFILL: Final = 1.0
"""Knocks in all, and how many more each second: so one who is never there is soon let alone."""
_HOLD: Final = 1.9
"""Seconds for one knock: the system sends two packets in it. What it has opened in our router stays open for longer."""
_RENEW: Final = 20.0
"""Seconds after which the symmetric router is made to take another port; until then the system knocks five times."""
_AFTER_REFUSAL: Final = 1.0
_TELL_EVERY: Final = 256
_OPEN_FIRST: Final = 2.0
"""Seconds for what the own router may open yet, and the host dial."""
_VERDICT: Final = 5.0
"""Seconds to find out what the own router is; it counts as keeping its ports if that does not show."""
_MOMENT: Final = 0.2


class Effort:
    """How much knocking one program has done, and how fast it may go on: for all attempts together."""

    def __init__(self) -> None:
        self.knocks = 0
        """Since the last connection."""
        self._left = _BUDGET
        self._at = 0.0
        self._lock = trio.Lock()

    async def turn(self) -> None:
        """Wait until one more is allowed."""
        async with self._lock:
            now = trio.current_time()
            self._left = min(_BUDGET, self._left + (now - self._at) * _REFILL)
            self._at = now
            if self._left < 1:
                await trio.sleep((1 - self._left) / _REFILL)
            else:
                await trio.sleep(_FAST if self._left > _BUDGET - KNOCKS else _SLOW)
            self._left -= 1
            self.knocks += 1

    def told(self, *, here: bool) -> Facts:
        """What it took, for a report. `here`: whether the symmetric router is this end's."""
        return facts(ports=PORTS) if here else facts(knocks=self.knocks)

    def connected(self) -> None:
        """It has led there, or something else has."""
        self.knocks = 0
        self._left = max(self._left, 2.0 * KNOCKS)


async def knock_around(
    port: int, host: str, hear: Hear, effort: Effort, *, connect: ConnectFrom = connect_from, observe: Observe = ignore
) -> None:
    """From the local `port`, knock at random ports of the IPv4 address `host`; until cancelled. Raises nothing."""
    local = Place("0.0.0.0", port)  # noqa: S104  to dial from, not to listen at
    room = trio.Semaphore(spare_files(PORTS))

    def tell(state: State = State.TRYING, **named: int) -> None:
        observe(WayReport(Way.PUNCH, state, None, facts(address=host, **named)))

    async def knock(remote: Place) -> None:
        stream: trio.abc.Stream | None = None
        try:
            with trio.move_on_after(_HOLD):
                stream = await connect(local, remote)
        except OSError:
            return
        finally:
            room.release()
        if stream is not None:
            await hear(stream)

    tell(knocks=effort.knocks)
    try:
        async with trio.open_nursery() as nursery:
            while True:
                for number in secrets.SystemRandom().sample(OUTER_PORTS, KNOCKS):
                    await effort.turn()
                    await room.acquire()
                    nursery.start_soon(knock, Place(host, number))
                    if effort.knocks % _TELL_EVERY == 0:
                        tell(knocks=effort.knocks)
    finally:
        tell(State.LOST)


async def dial_from_many(
    remote: Place, hear: Hear, effort: Effort, *, open_stream: OpenStream = open_tcp, observe: Observe = ignore
) -> None:
    """Dial `remote` from many local ports at once; until cancelled. Raises nothing."""
    where = facts(address=remote.host, port=remote.port, ports=PORTS)

    async def dial() -> None:
        while True:
            await effort.turn()
            stream: trio.abc.Stream | None = None
            try:
                with trio.move_on_after(_RENEW):
                    stream = await open_stream(remote)
            except OSError:
                await trio.sleep(_AFTER_REFUSAL)
            if stream is not None:
                await hear(stream)

    observe(WayReport(Way.PUNCH, State.TRYING, None, where))
    try:
        async with trio.open_nursery() as nursery:
            for _ in range(spare_files(PORTS)):
                nursery.start_soon(dial)
    finally:
        observe(WayReport(Way.PUNCH, State.LOST, None, where))


def birthday_attempt(
    port: int,
    symmetric: Symmetric,
    finish: Finish[T],
    discard: Callable[[T], Awaitable[None]],
    effort: Effort,
    *,
    settled: Callable[[], bool] = lambda: True,
    open_stream: OpenStream = open_tcp,
    connect: ConnectFrom = connect_from,
    patience: float = 20.0,
    observe: Observe = ignore,
) -> Attempt[T]:
    """The joiner's side: begins when `symmetric` says that one of the two routers is so, and where the host is.

    What is open anyway goes first, until `settled`. The attempt is silent but for what `observe` is told.
    """

    async def reach() -> T:
        await symmetric.until(lambda: symmetric.odd or symmetric.hopeless)
        with trio.move_on_after(_VERDICT):
            await symmetric.until(lambda: symmetric.here is not None)
        with trio.move_on_after(_OPEN_FIRST):
            while not settled():  # noqa: ASYNC110  beside so much else
                await trio.sleep(_MOMENT)
        while True:
            with trio.move_on_after(_VERDICT):  # a letter may say otherwise than the invite
                await symmetric.until(lambda: not symmetric.hopeless)
            if symmetric.hopeless:
                raise symmetric.failure()
            here, place = bool(symmetric.here), symmetric.place
            with trio.CancelScope() as scope:
                async with beside(partial(_until_other, symmetric, here, place, scope)):
                    if place is None or not symmetric.odd:
                        await trio.sleep_forever()
                    else:
                        return await first_finished(_bring(here, place), finish, discard)

    def _bring(here: bool, place: Place) -> Callable[[Hear], Awaitable[None]]:
        if here:
            return partial(dial_from_many, place, effort=effort, open_stream=open_stream, observe=observe)
        return partial(knock_around, port, place.host, effort=effort, connect=connect, observe=observe)

    def by() -> tuple[Way, Facts]:
        return Way.PUNCH, effort.told(here=bool(symmetric.here))

    return Attempt(Way.PUNCH, reach, patience=patience, after=0.0, by=by, quiet=True)


async def _until_other(symmetric: Symmetric, here: bool, place: Place | None, scope: trio.CancelScope) -> None:
    """End `scope` when it is known that this end's part is another, or at another place."""
    odd = symmetric.odd
    await symmetric.until(lambda: (symmetric.odd, bool(symmetric.here), symmetric.place) != (odd, here, place))
    scope.cancel()
