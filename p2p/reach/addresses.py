"""What an address says about where it can be used, and the addresses of this machine."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from p2p.system import interface_addresses

IpAddress: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
IpNetwork: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A host (an IP address, or a name) and a port."""

    host: str
    port: int


class Kind(StrEnum):
    """From where an address can be reached."""

    LOOPBACK = "loopback"
    LINK = "link"
    """One cable or one radio cell only (169.254/16, fe80::/10)."""
    PRIVATE = "private"
    """One home or company only."""
    CARRIER = "carrier"
    """Behind a carrier's NAT (100.64/10)."""
    GLOBAL = "global"
    UNUSABLE = "unusable"
    """Nobody's: documentation, multicast, reserved."""
    NAME = "name"
    """No IP address at all."""


def _networks(*texts: str) -> tuple[IpNetwork, ...]:
    return tuple(map(ipaddress.ip_network, texts))


# Written out, because what Python's `is_global` says differs between its releases.
_KINDS: Final[tuple[tuple[Kind, tuple[IpNetwork, ...]], ...]] = (
    (Kind.LOOPBACK, _networks("127.0.0.0/8", "::1/128")),
    (Kind.LINK, _networks("169.254.0.0/16", "fe80::/10")),
    (Kind.PRIVATE, _networks("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7")),
    (Kind.CARRIER, _networks("100.64.0.0/10")),
    (
        Kind.UNUSABLE,
        _networks(
            "0.0.0.0/8",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.88.99.0/24",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/3",
            "2001::/23",  # Teredo, ORCHID and the like
            "2001:db8::/32",
            "2002::/16",
            "3fff::/20",
        ),
    ),
    (Kind.GLOBAL, _networks("0.0.0.0/0", "2000::/3")),
)


def ip_of(host: str) -> IpAddress | None:
    """The IP address that `host` is, without the zone (`%eth0`) of an IPv6 address; None if it is a name."""
    try:
        return ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None


def kind_of(host: str) -> Kind:
    """From where `host` can be reached."""
    address = ip_of(host)
    if address is None:
        return Kind.NAME
    for kind, networks in _KINDS:
        if any(address.version == network.version and address in network for network in networks):
            return kind
    return Kind.UNUSABLE


def is_global(host: str) -> bool:
    """Whether `host` is an IP address that all of the internet can reach, routers permitting."""
    return kind_of(host) is Kind.GLOBAL


def family_of(host: str) -> socket.AddressFamily:
    """The socket family of an IP address."""
    address = ip_of(host)
    return socket.AF_INET6 if address is not None and address.version == 6 else socket.AF_INET


# -- this machine's own


@dataclass(frozen=True, slots=True)
class OwnAddress:
    """An address of this machine. `prefix`: how many bits of it name the network."""

    host: str
    prefix: int
    interface: str

    @property
    def network(self) -> IpNetwork:
        """All addresses that are reached without a router."""
        return ipaddress.ip_network(f"{self.host}/{self.prefix}", strict=False)


def own_addresses() -> tuple[OwnAddress, ...]:
    """Every IP address of the interfaces that are up, loopback too, in the system's order; none if it cannot say."""
    return tuple(OwnAddress(*address) for address in interface_addresses())


# Addresses for documentation, which nobody has. Connecting a datagram socket sends nothing; it only makes the system
# say which of its own addresses it would send from.
_ELSEWHERE: Final = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))


def source_addresses() -> tuple[str, ...]:
    """The addresses that this machine would talk to the internet from: one of each version, if there is a route."""
    found: list[str] = []
    for family, elsewhere in _ELSEWHERE:
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((elsewhere, 9))
            found.append(str(probe.getsockname()[0]))
    return tuple(host for host in found if kind_of(host) not in (Kind.LOOPBACK, Kind.UNUSABLE))


def translated(sources: Sequence[str]) -> str | None:
    """The first IPv4 address among `sources` that some router must translate for the internet."""
    return next((host for host in sources if ":" not in host and kind_of(host) in (Kind.PRIVATE, Kind.CARRIER)), None)


def promising(own: Sequence[OwnAddress], sources: Sequence[str], *, each: int = 3) -> tuple[str, ...]:
    """What of this machine's addresses is worth telling: those it talks from first, then others, `each` of a family.

    Works without any route to the internet: two players in one home need none.
    """
    others = [address.host for address in own]
    chosen: list[str] = []
    for family in (socket.AF_INET, socket.AF_INET6):
        hosts = [host for host in dict.fromkeys([*sources, *others]) if family_of(host) == family]
        chosen += [host for host in hosts if kind_of(host) in (Kind.PRIVATE, Kind.CARRIER, Kind.GLOBAL)][:each]
    return tuple(chosen)
