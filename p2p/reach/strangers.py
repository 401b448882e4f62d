"""Who is not the opponent and came all the same: counted by where from, and told in one summary a minute."""

from __future__ import annotations

import ipaddress
from collections import Counter
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
