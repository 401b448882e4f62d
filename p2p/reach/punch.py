"""Punching: both sides dial each other at once, so that each router takes the other's knock for an answer.

TCP's simultaneous open (RFC 9293, 3.5), both from the port that the other knows. Works where routers keep the port and
ask only whether a connection was begun from inside; one side may be some seconds late.
"""

from __future__ import annotations

import errno
import math
import secrets
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final, TypeAlias, TypeVar

import trio

from p2p.reach.addresses import Place, is_global
from p2p.reach.candidates import Finish
from p2p.reach.failures import failure_of, told, within
from p2p.reach.nat import Symmetric
from p2p.reach.race import Attempt
from p2p.reach.streams import connect_from
from p2p.reach.ways import Reason, Way, WayFailed, facts

T = TypeVar("T")

ConnectFrom: TypeAlias = Callable[[Place, Place], Awaitable[trio.abc.Stream]]
"""Dials the second place from the first. Raises OSError."""
Take: TypeAlias = Callable[[trio.abc.Stream, Place], Awaitable[None]]
"""Is given each stream that came about and where it leads; returns when it is of no more use, or in other hands."""

KNOCK: Final = 2.5
"""Seconds for one try: the system knocks twice in it."""
_FINISH: Final = 5.0
_PAUSE: Final = 0.02
_PAUSE_AT_MOST: Final = 0.12
_BUSY: Final = (errno.EADDRINUSE, errno.EADDRNOTAVAIL)
"""The way from this port to that place is in use: somebody else of us knocks there, or a dead connection lingers."""
_HOPELESS: Final = 3
"""So many times without any route, and it is given up."""


async def punch(port: int, remote: Place, *, connect: ConnectFrom = connect_from) -> trio.abc.Stream:
    """A connection to `remote` from the local `port`, tried until cancelled.

    Raises WayFailed (UNREACHABLE) if this machine has no route there.
    """
    local = Place("::" if ":" in remote.host else "0.0.0.0", port)  # noqa: S104  to dial from, not to listen at
    without_route = 0
    while True:
        try:
            with trio.move_on_after(KNOCK):
                return await connect(local, remote)
        except OSError as error:
            failure = failure_of(error)
            hopeless = failure.reason is Reason.UNREACHABLE and error.errno not in _BUSY
            without_route = without_route + 1 if hopeless else 0
            if without_route >= _HOPELESS:
                raise failure from error
        # Two routers that answer strangers with a reset need both knocks under way at one moment: not in step, then.
        await trio.sleep(_PAUSE + secrets.randbelow(1000) / 1000 * (_PAUSE_AT_MOST - _PAUSE))


async def punch_and_finish(port: int, remote: Place, finish: Finish[T], *, connect: ConnectFrom = connect_from) -> T:
    """Knock until a stream comes about on which `finish` succeeds; until cancelled.

    A stream may be open at this end only, because the other had just given up that knock: it is dropped after a while,
    and knocked again. Raises WayFailed if there is no route, or somebody else answers.
    """
    while True:
        stream = await punch(port, remote, connect=connect)
        try:
            with within(_FINISH), told():
                return await finish(stream)
        except WayFailed as error:
            if error.reason not in (Reason.BROKEN, Reason.NO_ANSWER, Reason.NONSENSE):
                raise
            await trio.sleep(_PAUSE_AT_MOST)


async def punch_all(
    port: int, remotes: Sequence[Place], take: Take, *, patience: float, connect: ConnectFrom = connect_from
) -> None:
    """The host's side: knock at all of `remotes` for `patience` seconds, and hand over every stream that comes about.

    The joiner chooses among them. Raises nothing.
    """

    async def knock(remote: Place) -> None:
        while True:
            try:
                stream = await punch(port, remote, connect=connect)
            except WayFailed:
                return
            await take(stream, remote)
            await trio.sleep(1)

    with trio.move_on_after(patience):
        async with trio.open_nursery() as nursery:
            for remote in dict.fromkeys(remotes):
                nursery.start_soon(knock, remote)


def punch_attempts(
    port: int,
    places: Sequence[Place],
    finish: Finish[T],
    *,
    patience: float = math.inf,
    after: float = 0.0,
    symmetric: Symmetric | None = None,
    connect: ConnectFrom = connect_from,
) -> tuple[Attempt[T], ...]:
    """The joiner's side: an attempt for each global address among `places`, from the local `port`.

    Over IPv4 it is given up as soon as `symmetric` knows that it is in vain.
    """

    async def reach(place: Place) -> T:
        knock = partial(punch_and_finish, port, place, finish, connect=connect)
        return await (knock() if symmetric is None or ":" in place.host else symmetric.unless(knock))

    return tuple(
        Attempt(Way.PUNCH, partial(reach, place), facts(address=place.host, port=place.port), patience, after)
        for place in dict.fromkeys(places)
        if is_global(place.host)
    )
