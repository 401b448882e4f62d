"""The default gateway, as three systems tell it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.reach.router.gateway import (
    find_gateways,
    gateway_of_netstat,
    gateway_of_proc_ipv6_route,
    gateway_of_proc_route,
)

ROUTE = """Iface	Destination	Gateway 	Flags	RefCnt	Use	Metric	Mask		MTU	Window	IRTT
wlan0	00000000	FE01A8C0	0003	0	0	600	00000000	0	0	0
eth0	00000000	0101A8C0	0003	0	0	100	00000000	0	0	0
eth0	0001A8C0	00000000	0001	0	0	100	00FFFFFF	0	0	0
tun0	00000000	00000000	0001	0	0	50	00000000	0	0	0
"""
ZERO = "0" * 32
ROUTE6 = f"""{ZERO} 00 {ZERO} 00 fe80000000000000000000000000000a 00000400 00000001 00000000 00000003 eth0
{ZERO} 00 {ZERO} 00 2a0a0010000000000000000000000001 00000401 00000001 00000000 00000003 eth1
{ZERO} 00 {ZERO} 00 {ZERO} ffffffff 00000001 00000000 00200200 lo
"""
NETSTAT = """Routing tables

Internet:
Destination        Gateway            Flags               Netif Expire
default            link#20            UCSIg           bridge100
default            192.168.1.1        UGScg                 en0
127                127.0.0.1          UCS                   lo0
default            fe80::1%en0        UGcg                  en0
"""


def test_the_gateway_of_least_metric_counts() -> None:
    assert gateway_of_proc_route(ROUTE) == "192.168.1.1"
    assert gateway_of_proc_ipv6_route(ROUTE6) == "fe80::a%eth0"
    assert gateway_of_proc_ipv6_route("\n".join(ROUTE6.splitlines()[1:])) == "2a0a:10::1"
    assert gateway_of_netstat(NETSTAT, 4) == "192.168.1.1"
    assert gateway_of_netstat(NETSTAT, 6) == "fe80::1%en0"


@given(st.text() | st.lists(st.sampled_from(ROUTE.split() + ROUTE6.split() + ["\n"])).map(" ".join))
def test_any_text_gives_an_address_or_nothing(text: str) -> None:
    for found in (gateway_of_proc_route(text), gateway_of_proc_ipv6_route(text), gateway_of_netstat(text, 4)):
        assert found is None or found


@pytest.mark.trio
async def test_a_system_that_does_not_tell() -> None:
    async def nothing(version: int) -> str:
        return ""

    gateways = await find_gateways(nothing)
    assert (gateways.four, gateways.six) == (None, None)
    await find_gateways()
