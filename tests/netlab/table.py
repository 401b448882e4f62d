"""Which ways lead between which homes, and how fast: `python -m tests.netlab.table [WAY...]` prints a table.

`python -m tests.netlab.table FILE` prints it from the output of an earlier run, also of `pytest -s tests/netlab`.

In each line two whole programs, fresh installs, have nothing but that one way (and what it needs); seconds are the
joiner's, from its start until it is connected or has given up. 20 ms each way across the internet.
"""

from __future__ import annotations

import contextlib
import re
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from benchmarks.two_programs import BrokenGame
from tests.netlab.homes import SERVER, WAN, Homes, Nat, Speech, why_not
from tests.netlab.programs import connected, host, invite, join, start_dht, start_relay, tell
from tests.netlab.tor_network import TorNetwork

DELAY: Final = 20
PATIENCE: Final = 40.0
"""Seconds from its first words after which a joiner that goes on trying counts as one that does not get there."""

DIRECTLY: Final = "directly"
LAN: Final = "directly, in your home network"
IPV6: Final = "directly, over IPv6"
OPENED: Final = "directly, through the port that your router opened"
PUNCHED: Final = "directly, through both routers"
KNOCKED_MUCH: Final = f"{PUNCHED}, after many knocks"
DIALLED_MUCH: Final = f"{PUNCHED}, dialled from 256 ports at once"
TOR: Final = "through Tor"
RELAYED: Final = f"through the relay {SERVER}, which sees addresses and amounts only"
NOT_AT_ALL: Final = ""


@dataclass(frozen=True)
class Pair:
    """How the routers of two homes translate, and a carrier's above home B."""

    a: Nat = "eim"
    b: Nat = "eim"
    carrier: Nat | None = None

    @property
    def keeps_ports(self) -> bool:
        """Whether one can knock at the other's port."""
        return "sym" not in (self.a, self.b, self.carrier)

    @property
    def odd(self) -> bool:
        """Whether one end takes a new port for each connection, and the other keeps them: it takes many knocks."""
        return not self.keeps_ports and (self.a == "sym") != ("sym" in (self.b, self.carrier))

    @property
    def outer(self) -> str:
        """B's address on the internet."""
        return f"{WAN['cg' if self.carrier else 'rb']}.2"

    def __str__(self) -> str:
        return f"{self.a} | {self.b}" + (f" under {self.carrier}" if self.carrier else "")


KEEPING: Final = Pair()
UNDER_CARRIER: Final = Pair(carrier="eim")
MIXED: Final = Pair(b="sym")
MIXED_OTHERWISE: Final = Pair(a="sym")
UNDER_SYMMETRIC: Final = Pair(carrier="sym")
SYMMETRIC: Final = Pair("sym", "sym")
WORST: Final = Pair("sym", "sym", "sym")
PAIRS: Final = (
    KEEPING,
    UNDER_CARRIER,
    MIXED,
    MIXED_OTHERWISE,
    Pair("sym", "eim", "eim"),
    UNDER_SYMMETRIC,
    SYMMETRIC,
    WORST,
)

EVERYWHERE: Final = ("router", "ipv6", "code", "code6", "letters", "relay", "tor")
"""What is tried between all pairs; which protocol a router speaks, or what the best of all is, with a few."""
CASES: Final[dict[str, tuple[Pair, ...]]] = {
    "lan": (KEEPING,),
    "pcp": (KEEPING,),
    "nat-pmp": (KEEPING,),
    "upnp": (KEEPING,),
    **dict.fromkeys(EVERYWHERE, PAIRS),
    "code-alone": (KEEPING, UNDER_CARRIER, MIXED),
    **dict.fromkeys(("joiner", "joiner-code"), (MIXED_OTHERWISE, SYMMETRIC)),
    "public": (KEEPING, MIXED_OTHERWISE),
    "public-code": (MIXED_OTHERWISE,),
    "public6": (KEEPING, SYMMETRIC),
    "host4": (KEEPING, MIXED, SYMMETRIC),
    "all": (KEEPING, WORST),
}
"""`joiner`: letters, and the joiner's router opens a port, the host's none; `joiner-code`: the same without letters;
`public`: letters, and the joiner has a public address of its own, with no router above it; `public-code`: the same
without letters; `public6`: letters, and strangers are let in at the joiner by IPv6, at the host they are not; `host4`:
the same, and the host has no IPv6 at all.

`code`: letters are lost, and an answer code is carried back; `code-alone`: nobody is asked, and the players know their
addresses; `code6`: the same over IPv6, with nothing known."""


def expected(way: str, pair: Pair) -> str:
    """By which way they are connected."""
    knocked = PUNCHED if pair.keeps_ports else NOT_AT_ALL
    much = (KNOCKED_MUCH if pair.a == "sym" else DIALLED_MUCH) if pair.odd else knocked
    return {
        "lan": LAN,
        "ipv6": IPV6,
        "code": much,
        "code-alone": knocked,
        "code6": PUNCHED,
        "letters": much,
        "relay": knocked or RELAYED,
        "tor": TOR,
        "joiner": OPENED,
        "joiner-code": OPENED,
        "public": PUNCHED if pair.keeps_ports else DIRECTLY,
        "public6": PUNCHED,
        "host4": much,
        "all": IPV6,
    }.get(way, DIRECTLY)


def as_expected(by: str, way: str, pair: Pair) -> bool:
    """Whether they are connected as they should be.

    Among the many knocks one dialled as usual may be the one that comes through: once in some hundred times.
    """
    much = (KNOCKED_MUCH, DIALLED_MUCH)
    by = re.sub(r"after \d+ knocks?", "after many knocks", by)
    return by == expected(way, pair) or (expected(way, pair) in much and by in (DIRECTLY, PUNCHED, *much))


@dataclass(frozen=True)
class Setting:
    """What a way needs, beside the homes."""

    hosting: tuple[str, ...] = ("--no-dht",)
    joining: tuple[str, ...] = ("--no-dht",)
    machine: str = "hb"
    """Where the joiner is."""
    code: bool = False
    """Whether the answer code is carried back."""


@contextlib.contextmanager
def prepared(
    way: str, pair: Pair, *, delay: float = DELAY, closed: Literal["drop", "reject"] = "drop"
) -> Iterator[tuple[Homes, Setting]]:
    """The homes, with that way open between them and no other."""
    speaks: dict[str, tuple[Speech, ...]] = {"pcp": ("pcp",), "nat-pmp": ("nat-pmp",), "upnp": ("upnp",)}
    with Homes(
        pair.a,
        pair.b,
        closed=closed,
        carrier=pair.carrier,
        upnp="a" if way in ("router", "ipv6", "all", *speaks) else "b" if way in ("joiner", "joiner-code") else "",
        speaks=speaks.get(way, ("pcp", "nat-pmp", "upnp")),
        second=way == "lan",
        six={"host4": "b", "ipv6": "ab", "code6": "ab", "public6": "ab", "all": "ab"}.get(way, ""),
        open6="b" if way in ("public6", "host4") else "",
        delay=delay,
    ) as homes:
        yield homes, _set_up(way, pair, homes)


def _set_up(way: str, pair: Pair, homes: Homes) -> Setting:
    if way in ("letters", "joiner", "public", "public6", "host4", "all", "code"):
        start_dht(homes, keeps=way != "code")
    if way in ("relay", "all"):
        start_relay(homes)
    if way == "tor":
        network = TorNetwork(homes)
        network.start()
        network.wait()
    if way == "lan":
        return Setting(machine="hc")
    if way in ("public", "public-code"):
        homes.run("rb", "nft", "insert", "rule", "inet", "filter", "input", "iifname", "wan", "accept")
        letters = ("--no-dht",) if way == "public-code" else ()
        return Setting(letters, letters, machine="rb", code=way == "public-code")
    if way == "code":
        return Setting((), (), code=True)
    if way == "code-alone":
        own, other = (("--no-dht", "--address", address) for address in (f"{WAN['ra']}.2", pair.outer))
        return Setting(own, other, code=True)
    if way in ("code6", "joiner-code"):
        return Setting(code=True)
    if way == "relay":
        return Setting(("--no-dht", "--relay", SERVER))
    if way == "all":
        return Setting(("--relay", SERVER), ())
    return Setting((), ()) if way in ("letters", "joiner", "public6", "host4") else Setting()


@dataclass(frozen=True)
class Met:
    """What a joiner came to: by which way, and after how many seconds."""

    by: str
    seconds: float


def measure(way: str, pair: Pair) -> Met:
    """Run one line of the table."""
    with prepared(way, pair) as (homes, setting):
        waiting = host(homes, *setting.hosting)
        token = invite(waiting)
        began = time.monotonic()
        coming = join(homes, token, *setting.joining, name=setting.machine)
        limit = threading.Timer(PATIENCE, coming.process.kill)
        try:
            coming.line("")  # on a busy machine a program takes long to start, and that is not what is measured
            limit.start()
            if setting.code:
                tell(waiting, coming.line(r"^answer code: (\w+)$"))
            by = connected(coming)
        except BrokenGame:
            by = NOT_AT_ALL
        finally:
            limit.cancel()
        return Met(by, time.monotonic() - began)


def line(way: str, pair: Pair, met: Met) -> str:
    """One measurement, as it is printed and read again."""
    wrong = "" if as_expected(met.by, way, pair) else " | not as expected"
    return f"{way} | {pair} | {met.by or 'no'} | {met.seconds:.0f} s{wrong}"


_BRIEFLY: Final = {
    LAN: "home network",
    IPV6: "IPv6",
    OPENED: "direct",
    DIRECTLY: "direct",
    PUNCHED: "knocked",
    DIALLED_MUCH: "256 ports",
    TOR: "Tor",
    RELAYED: "relay",
}


def _cell(by: str, seconds: str) -> str:
    knocks = re.search(r"after (\d+) knocks?", by)
    return f"{f'{knocks[1]} knocks' if knocks else _BRIEFLY.get(by, by)} {seconds}"


def markdown(measured: Iterable[str]) -> str:
    """The table of docs/connecting.md from lines of measurements, among whatever else was printed."""
    cells: dict[tuple[str, str], str] = {}
    for text in measured:
        way, *rest = (part.strip() for part in text.split(" | "))
        if way in CASES and len(rest) >= 4:  # a pair has a bar in itself
            cells[way, " | ".join(rest[:2])] = _cell(*rest[2:4])
    heads = [f"{pair.a} / {pair.b}{f', {pair.carrier}' if pair.carrier else ''}" for pair in PAIRS]
    rows = [["way", *heads], ["---"] * (len(PAIRS) + 1)]
    rows += [[way, *(cells.get((way, str(pair)), "") for pair in PAIRS)] for way in CASES]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def main(ways: list[str]) -> None:
    """Measure, and print each line at once and the table at the end; with the name of a file, what that one says."""
    if ways and Path(ways[0]).is_file():
        print(markdown(Path(ways[0]).read_text(encoding="utf-8").splitlines()))
        return
    found: list[str] = []
    for way in ways or CASES:
        for pair in CASES[way]:
            found.append(line(way, pair, measure(way, pair)))
            print(found[-1], file=sys.stderr, flush=True)
    print(markdown(found))


if __name__ == "__main__":
    if problem := why_not("miniupnpd", "tor", "tor-gencert"):
        sys.exit(problem)
    main(sys.argv[1:])
