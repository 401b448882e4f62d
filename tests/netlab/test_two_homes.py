"""Two homes come together by every way that leads between them, and say so when none does."""

from __future__ import annotations

from typing import Literal

import pytest

from tests.netlab.homes import WAN, Homes, why_not
from tests.netlab.peer import Settings, meet
from tests.netlab.servers import start_nodes
from tests.netlab.table import KEEPING, MIXED, UNDER_CARRIER, WORST, Pair, measure

MISSING = why_not("miniupnpd")
NO_TOR = why_not("tor", "tor-gencert")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(MISSING is not None, reason=MISSING or "")]


@pytest.mark.parametrize(
    ("way", "pair", "by"),
    [
        ("router", WORST, "ipv4"),
        ("pinhole", WORST, "ipv6"),
        ("code", KEEPING, "punch"),
        ("code", UNDER_CARRIER, "punch"),
        ("code", MIXED, ""),
        ("code6", WORST, "punch"),
        ("letters", KEEPING, "punch"),
        ("letters", UNDER_CARRIER, "punch"),
        ("relay", KEEPING, "punch"),
        ("relay", UNDER_CARRIER, "punch"),
        ("relay", WORST, "relay"),
        ("all", WORST, "ipv6"),
    ],
    ids=str,
)
def test_a_way_leads_from_home_to_home(way: str, pair: Pair, by: str) -> None:
    met = measure(way, pair)
    assert (met.state, met.by) == ("connected" if by else "nobody", by)


@pytest.mark.skipif(NO_TOR is not None, reason=NO_TOR or "")
def test_an_onion_is_reached_where_nothing_else_leads_through() -> None:
    assert measure("tor", WORST).by == "onion"


@pytest.mark.parametrize("closed", ["drop", "reject"])
def test_routers_that_reset_strangers_can_be_punched_too(closed: Literal["drop", "reject"]) -> None:
    with Homes(closed=closed, six=False, delay=20) as homes:
        at_host, at_joiner = (Settings(address=f"{WAN[name]}.2") for name in ("ra", "rb"))
        assert meet(homes, at_host, at_joiner, code=True).by == "punch"


def test_no_way_at_all_is_said_in_time() -> None:
    with Homes(a="sym", b="sym", six=False) as homes:
        met = meet(homes, Settings(dht=start_nodes(homes), patience=15))
    assert (met.state, met.by) == ("nobody", "")
