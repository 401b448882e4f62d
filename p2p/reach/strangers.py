"""Who is not the opponent and came all the same: makes way for newcomers, and is told in one summary a minute."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import trio

from p2p.errors import Problem
from p2p.notifications import Observe, StrangersTurnedAway

SUMMARY_EVERY: Final = 60.0
"""Seconds."""
_ORIGINS_TOLD: Final = 5


def origin_of(address: str) -> str:
    """Whom connections from `address` are counted with: an IPv4 address alone, an IPv6 one with its network of 64 bits.

    Whoever has one IPv6 address has as a rule 2^64 of them. What is no IP address is its own origin.
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))


@dataclass(eq=False, slots=True)
class Stranger:
    """Whoever has not proven who they are. Cancelling the scope makes them give way."""

    origin: str
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)


class Crowd:
    """The strangers that are heard at one time: every newcomer is.

    When there are too many, the oldest of the origin that has most of them gives way, and those of `trusted` origins
    give way last: so silence keeps nobody out, and a crowd from one place displaces itself.
    """

    def __init__(self, most: int, most_from_one_origin: int) -> None:
        self._most = most
        self._most_from_one_origin = most_from_one_origin
        self._strangers: list[Stranger] = []
        self.trusted: set[str] = set()
        """Origins where somebody has proven to be the opponent."""

    def __len__(self) -> int:
        return len(self._strangers)

    def arrive(self, origin: str) -> Stranger:
        """Somebody comes from `origin`; another may have to give way."""
        counts = Counter(stranger.origin for stranger in self._strangers)
        if counts[origin] >= self._most_from_one_origin:
            self._give_way([origin])
        elif len(self._strangers) >= self._most:
            others = {known: count for known, count in counts.items() if known not in self.trusted} or counts
            most = max(others.values())
            self._give_way([known for known, count in others.items() if count == most])
        stranger = Stranger(origin)
        self._strangers.append(stranger)
        return stranger

    def leave(self, stranger: Stranger) -> None:
        """They are gone, or no stranger any more. Once or more often."""
        if stranger in self._strangers:
            self._strangers.remove(stranger)

    def _give_way(self, origins: Sequence[str]) -> None:
        oldest = next(stranger for stranger in self._strangers if stranger.origin in origins)
        self.leave(oldest)
        oldest.scope.cancel()


class StrangerLog:
    """Tells the first stranger at once, and those of the next minute together when it is over."""

    def __init__(self, observe: Observe) -> None:
        self._observe = observe
        self._origins: Counter[str] = Counter()
        self._problems: Counter[Problem] = Counter()
        self._quiet_until = 0.0
        self._came = trio.Event()

    def add(self, origin: str, problem: Problem) -> None:
        """Somebody at `origin` was turned away because of `problem`."""
        self._origins[origin] += 1
        self._problems[problem] += 1
        if trio.current_time() >= self._quiet_until:
            self._tell()
        else:
            self._came.set()

    async def run(self) -> None:
        """Tell the summaries when they are due, until cancelled."""
        while True:
            await self._came.wait()
            self._came = trio.Event()
            await trio.sleep_until(self._quiet_until)
            self._tell()

    def _tell(self) -> None:
        origins, problems = self._origins, self._problems
        self._origins, self._problems = Counter(), Counter()
        if origins:
            self._quiet_until = trio.current_time() + SUMMARY_EVERY
            told = tuple(origins.most_common(_ORIGINS_TOLD))
            self._observe(StrangersTurnedAway(origins.total(), told, tuple(problems.most_common())))
