"""A whole Tor network of our own: an onion is reached where nothing else leads through."""

from __future__ import annotations

import pytest

from tests.netlab.homes import Homes, why_not
from tests.netlab.peer import Settings, meet
from tests.netlab.tor_network import TorNetwork

MISSING = why_not("tor", "tor-gencert")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(MISSING is not None, reason=MISSING or "")]


def test_an_onion_is_reached_between_symmetric_routers() -> None:
    with Homes(a="sym", b="sym", carrier="sym") as homes:
        network = TorNetwork(homes)
        network.start()
        network.wait()
        result = meet(homes, Settings("host", 41000, tor=True), Settings("join", 42000, patience=100))
    assert (result["state"], result["way"]) == ("connected", "onion")
