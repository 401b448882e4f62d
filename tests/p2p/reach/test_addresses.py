"""What addresses say about themselves, and what the system says about ours."""

from __future__ import annotations

import pytest

from p2p.reach.addresses import Kind, OwnAddress, is_global, kind_of, own_addresses, promising, translated


@pytest.mark.parametrize(
    ("host", "kind"),
    [
        ("127.0.0.1", Kind.LOOPBACK),
        ("::1", Kind.LOOPBACK),
        ("169.254.1.1", Kind.LINK),
        ("fe80::1%eth0", Kind.LINK),
        ("192.168.1.1", Kind.PRIVATE),
        ("172.31.255.255", Kind.PRIVATE),
        ("10.0.0.1", Kind.PRIVATE),
        ("fd00::1", Kind.PRIVATE),
        ("100.64.0.1", Kind.CARRIER),
        ("100.127.255.255", Kind.CARRIER),
        ("100.128.0.0", Kind.GLOBAL),
        ("45.1.1.2", Kind.GLOBAL),
        ("172.32.0.0", Kind.GLOBAL),
        ("2a0a:10::1", Kind.GLOBAL),
        ("2001:200::1", Kind.GLOBAL),
        ("2001::1", Kind.UNUSABLE),
        ("2001:db8::1", Kind.UNUSABLE),
        ("0.0.0.0", Kind.UNUSABLE),
        ("192.0.2.1", Kind.UNUSABLE),
        ("224.0.0.1", Kind.UNUSABLE),
        ("255.255.255.255", Kind.UNUSABLE),
        ("::", Kind.UNUSABLE),
        ("::ffff:45.1.1.2", Kind.UNUSABLE),
        ("ff02::1", Kind.UNUSABLE),
        ("castle.example", Kind.NAME),
        ("1.2.3", Kind.NAME),
    ],
)
def test_kinds(host: str, kind: Kind) -> None:
    assert kind_of(host) is kind
    assert is_global(host) == (kind is Kind.GLOBAL)


def test_the_system_tells_its_addresses() -> None:
    loopback = [address for address in own_addresses() if address.host == "127.0.0.1"]
    assert [(address.prefix, str(address.network)) for address in loopback] == [(8, "127.0.0.0/8")]


def test_without_a_route_to_the_internet_the_home_s_addresses_are_told() -> None:
    own = [
        OwnAddress("127.0.0.1", 8, "lo"),
        OwnAddress("172.17.0.1", 16, "docker0"),
        OwnAddress("192.168.1.10", 24, "eth0"),
        OwnAddress("fe80::1", 64, "eth0"),
        OwnAddress("2a0a:10::10", 64, "eth0"),
        OwnAddress("2a0a:10::99", 64, "eth0"),
    ]
    assert promising(own, ()) == ("172.17.0.1", "192.168.1.10", "2a0a:10::10", "2a0a:10::99")
    assert promising(own, ("192.168.1.10", "2a0a:10::99"), each=1) == ("192.168.1.10", "2a0a:10::99")


def test_a_router_is_asked_for_an_address_of_ipv4_though_one_of_ipv6_is_private_too() -> None:
    assert translated(["fd00::2", "45.1.1.2", "192.168.1.10"]) == "192.168.1.10"
    assert translated(["fd00::2", "100.64.0.9"]) == "100.64.0.9"
    assert translated(["fd00::2", "45.1.1.2"]) is None
