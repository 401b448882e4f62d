"""Two fresh installs come together by every way that leads between their homes, and say so when none does."""

from __future__ import annotations

import pytest

from benchmarks.two_programs import BrokenGame
from tests.netlab.homes import LONG, NOT_LONG, why_not
from tests.netlab.programs import connected, host, invite, join, leave, tell
from tests.netlab.table import (
    CASES,
    KEEPING,
    MIXED,
    MIXED_OTHERWISE,
    PUNCHED,
    SYMMETRIC,
    WORST,
    Pair,
    as_expected,
    line,
    measure,
    prepared,
)

MISSING = why_not("miniupnpd")
NO_TOR = why_not("tor", "tor-gencert")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(MISSING is not None, reason=MISSING or "")]

ALWAYS = {
    ("ipv6", WORST),
    ("code", KEEPING),
    ("code6", WORST),
    ("letters", MIXED_OTHERWISE),
    ("relay", MIXED),
}


def cases() -> list[object]:
    """Every line of the table; most of them only when everything is to be tried."""
    found: list[object] = []
    for way, pairs in CASES.items():
        for pair in pairs:
            no_tor = NO_TOR if way == "tor" else None
            why = no_tor or (None if LONG or (way, pair) in ALWAYS else NOT_LONG)
            skip = pytest.mark.skipif(why is not None, reason=why or "")
            found.append(pytest.param(way, pair, id=f"{way} {pair}", marks=skip))
    return found


@pytest.mark.parametrize(("way", "pair"), cases())
def test_a_way_leads_from_home_to_home_or_does_not(way: str, pair: Pair) -> None:
    met = measure(way, pair)
    print(f"\n{line(way, pair, met)}")
    assert as_expected(met.by, way, pair), met.by


def test_routers_that_reset_strangers_can_be_punched_too() -> None:
    with prepared("code", KEEPING, closed="reject") as (homes, setting):
        waiting = host(homes, *setting.hosting)
        coming = join(homes, invite(waiting), *setting.joining)
        tell(waiting, coming.line(r"^answer code: (\w+)$"))
        assert waiting.line(r"^Knocking at your opponent's router for two minutes")
        assert connected(coming) == PUNCHED


def test_an_answer_code_that_is_none_is_told_so() -> None:
    with prepared("letters", SYMMETRIC) as (homes, _):
        waiting = host(homes, "--no-dht")
        invite(waiting)
        tell(waiting, "seki2nonsense")
        waiting.line("This is no answer code, which begins with reply2")
        leave(waiting)


def test_without_any_way_each_says_why_and_one_thing_is_advised() -> None:
    """Symmetric at both ends, and no Tor, relay or open port: it does not take the player long to know."""
    with prepared("letters", SYMMETRIC) as (homes, setting):
        waiting = host(homes, *setting.hosting)
        coming = join(homes, invite(waiting), *setting.joining)
        with pytest.raises(BrokenGame) as caught:
            connected(coming)
        assert coming.process.wait() == 1
        said = str(caught.value)
        assert "Through both routers: both routers take a new port for each connection (symmetric)" in said
        assert "Run Tor on both machines, or agree on a relay, and have the host make a new invite." in said
        assert "answer code" not in said  # it would be carried in vain
        leave(waiting)
