"""The lab itself: that its homes are as closed, and as open, as they claim."""

from __future__ import annotations

import sys
from typing import Literal

import pytest

from tests.netlab.homes import LAN, SERVER, SERVER6, WAN, Homes, Nat, run, why_not

pytestmark = [pytest.mark.slow, pytest.mark.skipif(why_not() is not None, reason=why_not() or "")]

KNOCK = """
import socket, sys
try:
    socket.create_connection((sys.argv[1], 4000), 4)
except ConnectionRefusedError:
    print("reset")
except TimeoutError:
    print("silence")
except OSError:
    print("no route")
"""


def knock(homes: Homes, source: str, target: str) -> str:
    """What comes back when `source` connects to a port of `target` where nobody listens."""
    return homes.run(source, sys.executable, "-c", KNOCK, target).strip()


@pytest.mark.parametrize("carrier", [None, "eim"])
@pytest.mark.parametrize("delay", [0, 5])
def test_both_homes_see_the_internet_and_nothing_else(carrier: Nat | None, delay: int) -> None:
    with Homes(carrier=carrier, delay=delay) as homes:
        for home in ("ha", "hb"):
            assert knock(homes, home, SERVER) == "reset"
            assert knock(homes, home, SERVER6) == "reset"
        assert knock(homes, "ha", f"{LAN['rb']}.10") in ("silence", "no route")
        assert knock(homes, "ha", "192.0.2.1") in ("silence", "no route")
        names = [homes.namespace(name) for name in ("net", "ha", "rb")]
    assert not [name for name in names if name in run("ip", "netns", "list")]


@pytest.mark.parametrize(("closed", "heard"), [("drop", "silence"), ("reject", "reset")])
def test_a_router_lets_no_stranger_in(closed: Literal["drop", "reject"], heard: str) -> None:
    with Homes(closed=closed) as homes:
        assert knock(homes, "hb", f"{WAN['ra']}.2") == heard


def test_what_is_missing_is_named() -> None:
    assert why_not("no-such-program") == "needs the program no-such-program"
    with pytest.raises(RuntimeError, match="false"):
        run("false")
