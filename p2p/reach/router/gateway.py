"""Which machine is the default gateway: the one that is asked, and the only one that is believed."""

from __future__ import annotations

import ipaddress
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from p2p import system

_GATEWAY: Final = 0x2
_UP: Final = 0x1

ReadRoutes = Callable[[int], Awaitable[str]]
"""The system's routing table for IP version 4 or 6, as text; empty if it does not tell."""


@dataclass(frozen=True, slots=True)
class Gateways:
    """Addresses of the default gateways; an address of a link only (fe80::) has its interface behind a `%`."""

    four: str | None
    six: str | None


async def find_gateways(read_routes: ReadRoutes | None = None) -> Gateways:
    """Ask the operating system; nothing is sent."""
    read = read_routes or system.read_routes
    four, six = await read(4), await read(6)
    if system.ROUTES_IN_PROC:
        return Gateways(gateway_of_proc_route(four), gateway_of_proc_ipv6_route(six))
    return Gateways(gateway_of_netstat(four, 4), gateway_of_netstat(six, 6))


def gateway_of_proc_route(table: str) -> str | None:
    """The default gateway of least metric in the text of /proc/net/route."""
    found: list[tuple[int, str]] = []
    for line in table.splitlines()[1:]:
        fields = line.split()
        try:
            _, destination, gateway, flags, _, _, metric, mask = fields[:8]
            if int(destination, 16) == int(mask, 16) == 0 and int(flags, 16) & (_GATEWAY | _UP) == _GATEWAY | _UP:
                address = ipaddress.IPv4Address(int(gateway, 16).to_bytes(4, sys.byteorder))
                found.append((int(metric), str(address)))
        except (ValueError, OverflowError):
            continue
    return min(found)[1] if found else None


def gateway_of_proc_ipv6_route(table: str) -> str | None:
    """The default gateway of least metric in the text of /proc/net/ipv6_route."""
    found: list[tuple[int, str]] = []
    for line in table.splitlines():
        fields = line.split()
        try:
            destination, length, _, _, gateway, metric, _, _, flags, interface = fields
            is_default = int(destination, 16) == 0 and int(length, 16) == 0 and int(gateway, 16) != 0
            if is_default and int(flags, 16) & (_GATEWAY | _UP) == _GATEWAY | _UP:
                address = ipaddress.IPv6Address(int(gateway, 16))
                found.append((int(metric, 16), f"{address}%{interface}" if address.is_link_local else str(address)))
        except (ValueError, OverflowError):
            continue
    return min(found)[1] if found else None


def gateway_of_netstat(table: str, version: int) -> str | None:
    """The first default gateway in what `netstat -rn` prints on macOS and the BSDs."""
    for line in table.splitlines():
        fields = line.split()
        if len(fields) < 3 or fields[0] != "default" or "G" not in fields[2]:
            continue
        try:
            if ipaddress.ip_address(fields[1].partition("%")[0]).version == version:
                return fields[1]
        except ValueError:
            continue
    return None
