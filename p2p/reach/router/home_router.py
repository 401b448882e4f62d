"""The openers for a home's router, put together."""

from __future__ import annotations

from p2p.reach.datagrams import OpenDatagrams, open_udp
from p2p.reach.router.any_protocol import PATIENCE, AnyProtocol
from p2p.reach.router.nat_pmp import NatPmpOpener
from p2p.reach.router.opening import Speech
from p2p.reach.router.pcp import PcpOpener
from p2p.reach.router.upnp import UpnpOpener
from p2p.reach.streams import OpenStream, open_tcp


def router_opener(
    gateway: str, own: str, open_datagrams: OpenDatagrams = open_udp, open_stream: OpenStream = open_tcp
) -> AnyProtocol:
    """Opens IPv4 ports for the address `own` of this machine at the default gateway, in whatever protocol it knows."""
    return AnyProtocol(
        (
            (Speech.PCP, PcpOpener(gateway, own, open_datagrams)),
            (Speech.NAT_PMP, NatPmpOpener(gateway, own, open_datagrams)),
            (Speech.UPNP, UpnpOpener(gateway, own, open_datagrams, open_stream)),
        ),
        patience=PATIENCE,
    )


def pinhole_opener(gateway: str, own: str, open_datagrams: OpenDatagrams = open_udp) -> AnyProtocol:
    """Lets connections in to the IPv6 address `own` of this machine, which must be the one that is told to others."""
    return AnyProtocol(((Speech.PCP, PcpOpener(gateway, own, open_datagrams)),), patience=PATIENCE)
