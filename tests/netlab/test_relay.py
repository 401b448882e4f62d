"""A relay on the lab's server: a way through for every pair of homes, and a meeting point for punching."""

from __future__ import annotations

import pytest

from tests.netlab.homes import SERVER, Homes, Nat, why_not
from tests.netlab.peer import Settings, meet

MISSING = why_not()
pytestmark = [pytest.mark.slow, pytest.mark.skipif(MISSING is not None, reason=MISSING or "")]


@pytest.mark.parametrize(
    ("a", "b", "carrier", "way"),
    [("eim", "eim", None, "punch"), ("eim", "eim", "eim", "punch"), ("sym", "sym", "sym", "relay")],
)
def test_two_homes_meet_at_a_relay(a: Nat, b: Nat, carrier: Nat | None, way: str) -> None:
    with Homes(a=a, b=b, carrier=carrier, delay=10) as homes:
        relay = homes.python("srv", "tests.netlab.relay", "1600")
        assert relay.stdout is not None
        relay.stdout.readline()
        there = (SERVER, 1600)
        result = meet(homes, Settings("host", 41000, relay=there), Settings("join", 42000, relay=there))
    assert (result["state"], result["way"]) == ("connected", way)
