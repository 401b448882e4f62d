"""Punching between real NATs: which pairs come together, and which cannot."""

from __future__ import annotations

from typing import Literal

import pytest

from tests.netlab.homes import LAN6, WAN, Homes, Nat, why_not
from tests.netlab.peer import Settings, meet

MISSING = why_not()
pytestmark = [pytest.mark.slow, pytest.mark.skipif(MISSING is not None, reason=MISSING or "")]

HOST, JOINER = 41000, 42000


def pair(outer: str = "rb", *, late: tuple[float, float] = (0, 0), patience: float = 20) -> tuple[Settings, Settings]:
    """What both know of each other's outside."""
    at_host, at_joiner = ((f"{WAN['ra']}.2", HOST),), ((f"{WAN[outer]}.2", JOINER),)
    hosting = Settings("host", HOST, punch=at_joiner, late=late[0], patience=patience)
    return hosting, Settings("join", JOINER, punch=at_host, late=late[1], patience=patience)


@pytest.mark.parametrize("closed", ["drop", "reject"])
@pytest.mark.parametrize("carrier", [None, "eim"])
def test_routers_that_keep_the_port(closed: Literal["drop", "reject"], carrier: Nat | None) -> None:
    with Homes(closed=closed, carrier=carrier, delay=20) as homes:
        result = meet(homes, *pair("cg" if carrier else "rb"))
    assert (result["state"], result["way"]) == ("connected", "punch")


@pytest.mark.parametrize("late", [(3, 0), (0, 3)])
def test_one_side_is_late(late: tuple[float, float]) -> None:
    with Homes() as homes:
        assert meet(homes, *pair(late=late))["state"] == "connected"


def test_ipv6_needs_no_port_to_be_known() -> None:
    with Homes() as homes:
        at_host, at_joiner = ((f"{LAN6['ra']}::10", HOST),), ((f"{LAN6['rb']}::10", JOINER),)
        hosting, joining = Settings("host", HOST, punch=at_joiner), Settings("join", JOINER, punch=at_host)
        assert meet(homes, hosting, joining)["state"] == "connected"


@pytest.mark.parametrize(("a", "b"), [("sym", "eim"), ("eim", "sym"), ("sym", "sym")])
def test_symmetric_routers_do_not_come_together(a: Nat, b: Nat) -> None:
    with Homes(a=a, b=b) as homes:
        assert meet(homes, *pair(patience=6))["state"] == "nobody"
