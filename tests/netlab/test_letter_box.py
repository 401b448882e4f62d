"""Twenty nodes of a DHT on the lab's server, and two homes that find each other by letters there."""

from __future__ import annotations

import pytest

from tests.netlab.homes import Homes, Nat, why_not
from tests.netlab.peer import Settings, meet

MISSING = why_not()
pytestmark = [pytest.mark.slow, pytest.mark.skipif(MISSING is not None, reason=MISSING or "")]


def start_nodes(homes: Homes, count: int = 20) -> tuple[str, int]:
    """Nodes in networks of their own; the place of the first."""
    hosts = [f"{60 + number}.7.8.9" for number in range(count)]
    for host in hosts:
        homes.add_server(host)
    process = homes.python("srv", "tests.p2p.reach.dht_nodes", *hosts)
    assert process.stdout is not None
    process.stdout.readline()
    return hosts[0], 6881


@pytest.mark.parametrize("carrier", [None, "eim"])
def test_two_homes_find_each_other_by_letters(carrier: Nat | None) -> None:
    with Homes(carrier=carrier, delay=10) as homes:
        node = start_nodes(homes)
        result = meet(homes, Settings("host", 41000, dht=node), Settings("join", 42000, dht=node))
    assert (result["state"], result["way"]) == ("connected", "letter-box")
