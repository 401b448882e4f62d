"""Two real programs, each behind a router of its own, play whole games with nothing but the invite."""

from __future__ import annotations

import signal

import pytest

from tests.netlab.homes import LAN, LONG, NOT_LONG, WAN, Homes, why_not
from tests.netlab.programs import check_ended, connected, host, invite, join, leave, tell
from tests.netlab.table import (
    EVERYWHERE,
    KEEPING,
    MIXED,
    MIXED_OTHERWISE,
    OPENED,
    PUNCHED,
    SYMMETRIC,
    UNDER_CARRIER,
    UNDER_SYMMETRIC,
    WORST,
    Pair,
    as_expected,
    prepared,
)

MISSING = why_not("miniupnpd")
NO_TOR = why_not("tor", "tor-gencert")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(MISSING is not None, reason=MISSING or "")]

ALWAYS = {("pcp", KEEPING), ("relay", WORST)}
GAMES = (
    *((way, KEEPING) for way in ("lan", "pcp", "nat-pmp", "upnp", "ipv6", "code")),
    *(("letters", pair) for pair in (UNDER_CARRIER, MIXED, UNDER_SYMMETRIC)),
    ("code", MIXED_OTHERWISE),
    ("public", MIXED_OTHERWISE),
    *((way, WORST) for way in ("code6", "relay", "tor", "all")),
)
assert set(EVERYWHERE) - {"router"} <= {way for way, _ in GAMES}


def games() -> list[object]:
    """A game over each way; most of them only when everything is to be tried."""
    found: list[object] = []
    for way, pair in GAMES:
        why = (NO_TOR if way == "tor" else None) or (None if LONG or (way, pair) in ALWAYS else NOT_LONG)
        skip = pytest.mark.skipif(why is not None, reason=why or "")
        found.append(pytest.param(way, pair, id=f"{way} {pair}", marks=skip))
    return found


def opened(homes: Homes, router: str = "ra") -> bool:
    """Whether the router of a home, A's as a rule, leads a port to the player's machine, or lets one in."""
    rules = homes.run(router, "nft", "list", "chain", "inet", "filter", "prerouting_miniupnpd")
    rules += homes.run(router, "nft", "list", "chain", "inet", "filter", "miniupnpd")
    return f"dnat ip to {LAN[router]}.10" in rules or "accept" in rules


@pytest.mark.parametrize(("way", "pair"), games())
def test_a_whole_game(way: str, pair: Pair) -> None:
    with prepared(way, pair, delay=5) as (homes, setting):
        waiting = host(homes, *setting.hosting)
        coming = join(homes, invite(waiting), *setting.joining, name=setting.machine)
        assert opened(homes) == (way in ("pcp", "nat-pmp", "upnp", "ipv6", "all"))
        if setting.code:
            tell(waiting, coming.line(r"^answer code: (\w+)$"))
        by = connected(coming), connected(waiting)
        assert as_expected(by[0], way, pair), by
        # Each says what it did itself: dial from many ports, or knock at many.
        differ = (pair.odd and way in ("code", "letters")) or way == "public"
        assert by[1].startswith(PUNCHED) if differ else by[1] == by[0], by
        check_ended(homes, waiting, coming)
        assert not opened(homes)


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_host_leaves_nothing_open(stop: signal.Signals) -> None:
    with prepared("upnp" if stop is signal.SIGINT else "nat-pmp", KEEPING, delay=0) as (homes, setting):
        waiting = host(homes, *setting.hosting)
        invite(waiting)
        assert opened(homes)
        leave(waiting, stop)
        assert waiting.process.returncode == 128 + stop
        assert not opened(homes)


LONGER = pytest.mark.skipif(not LONG, reason=NOT_LONG)


@pytest.mark.parametrize("way", ["joiner", pytest.param("joiner-code", marks=LONGER)])
def test_the_joiners_router_lets_a_host_in_at_whom_nobody_can_knock(way: str) -> None:
    with prepared(way, MIXED_OTHERWISE, delay=5) as (homes, setting):
        waiting = host(homes, *setting.hosting)
        coming = join(homes, invite(waiting), *setting.joining)
        coming.line(rf"^Your router: opened {WAN['rb']}.2 port \d+ by PCP")
        if setting.code:
            tell(waiting, coming.line(r"^answer code: (\w+)$"))
        assert (connected(coming), connected(waiting)) == (OPENED, PUNCHED)
        check_ended(homes, waiting, coming)
        assert not opened(homes, "rb")


@pytest.mark.parametrize("stop", [pytest.param(signal.SIGINT, marks=LONGER), signal.SIGTERM])
def test_an_interrupted_joiner_leaves_nothing_open(stop: signal.Signals) -> None:
    with prepared("joiner-code", SYMMETRIC, delay=0) as (homes, setting):
        waiting = host(homes, *setting.hosting)
        coming = join(homes, invite(waiting), *setting.joining)
        coming.line(r"^Your router: opened")
        assert opened(homes, "rb")
        leave(coming, stop)
        assert coming.process.returncode == 128 + stop
        assert not opened(homes, "rb")
        leave(waiting)
