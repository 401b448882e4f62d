"""Which ways lead between which homes, and how fast: `python -m tests.netlab.table [WAY...]` prints a table.

Seconds are the joiner's, from its start to the end of the proof, with 20 ms each way across the internet. The other
ways are switched off in each line, and IPv6 too unless the way says so.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tests.netlab.homes import WAN, Homes, Nat, why_not
from tests.netlab.peer import Met, Settings, meet
from tests.netlab.servers import start_nodes, start_relay
from tests.netlab.tor_network import TorNetwork

DELAY: Final = 20


@dataclass(frozen=True)
class Pair:
    """How the routers of two homes translate."""

    a: Nat = "eim"
    b: Nat = "eim"
    carrier: Nat | None = None

    def __str__(self) -> str:
        return f"{self.a} | {self.b}" + (f" under {self.carrier}" if self.carrier else "")


KEEPING: Final = Pair()
UNDER_CARRIER: Final = Pair(carrier="eim")
MIXED: Final = Pair(b="sym")
WORST: Final = Pair("sym", "sym", "sym")

CASES: Final[dict[str, tuple[Pair, ...]]] = {
    "router": (KEEPING, WORST),
    "pinhole": (WORST,),
    "code": (KEEPING, UNDER_CARRIER, MIXED),
    "code6": (WORST,),
    "letters": (KEEPING, UNDER_CARRIER, MIXED),
    "relay": (KEEPING, UNDER_CARRIER, MIXED, WORST),
    "tor": (WORST,),
    "all": (KEEPING, WORST),
}
"""`code`: an answer code carried back, IPv4 with the own address known; `code6`: over IPv6, with nothing known."""


def measure(way: str, pair: Pair) -> Met:
    """Run one line of the table."""
    six = way in ("pinhole", "code6", "all")
    upnp = "a" if way in ("router", "pinhole", "all") else ""
    with Homes(pair.a, pair.b, carrier=pair.carrier, upnp=upnp, six=six, delay=DELAY) as homes:
        if way in ("router", "pinhole"):
            return meet(homes, Settings(router=True))
        if way == "code":
            outer = "cg" if pair.carrier else "rb"
            at_host, at_joiner = (Settings(address=f"{WAN[name]}.2", patience=15) for name in ("ra", outer))
            return meet(homes, at_host, at_joiner, code=True)
        if way == "code6":
            return meet(homes, Settings(), code=True)
        if way == "letters":
            return meet(homes, Settings(dht=start_nodes(homes)))
        if way == "relay":
            return meet(homes, Settings(relay=start_relay(homes)))
        if way == "tor":
            network = TorNetwork(homes)
            network.start()
            network.wait()
            return meet(homes, Settings(tor_only=True, patience=100))
        return meet(homes, Settings(router=True, tor=True, dht=start_nodes(homes), relay=start_relay(homes)), code=True)


def lines(ways: list[str]) -> Iterator[str]:
    """The table, line by line."""
    yield f"{'way':8} | {'router A':8} | {'router B':13} | {'connected by':12} | seconds"
    yield f"{'-' * 8} | {'-' * 8} | {'-' * 13} | {'-' * 12} | -------"
    for way in ways:
        for pair in CASES[way]:
            met = measure(way, pair)
            under = f"{pair.b} under {pair.carrier}" if pair.carrier else pair.b
            yield f"{way:8} | {pair.a:8} | {under:13} | {met.by or 'not at all':12} | {met.seconds:7.2f}"


if __name__ == "__main__":
    if problem := why_not("miniupnpd", "tor", "tor-gencert"):
        sys.exit(problem)
    for line in lines(sys.argv[1:] or list(CASES)):
        print(line, flush=True)
