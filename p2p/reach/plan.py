"""What the player wants tried, and by which hands: the parameters of `hosting`, `joining` and the doctor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

import msgspec
import trio

from p2p.reach.addresses import OwnAddress, Place, is_global, own_addresses, source_addresses
from p2p.reach.datagrams import OpenDatagrams, open_udp
from p2p.reach.dht.client import BOOTSTRAP, Resolve
from p2p.reach.punch import ConnectFrom
from p2p.reach.router.gateway import Gateways, find_gateways
from p2p.reach.router.keeper import PortMemory, new_memory
from p2p.reach.streams import OpenStream, addresses_of, connect_from, hold_port, listen, open_from, open_tcp
from p2p.reach.tor.onion import OnionMemory, OpenControl, control_ports, socks_ports


@dataclass(frozen=True, slots=True)
class Plan:
    """Which ways are to be tried."""

    addresses: tuple[Place, ...] = ()
    """Our own places that the player knows (`--address`): told to the other side before all others. Port 0: our own."""
    only_addresses: bool = False
    """Whether those are all that is told, and nothing else is asked (`--only-address`); the other ways must be off."""
    router: bool = True
    """Whether the router may be asked to open a port."""
    dht: bool = True
    """Whether letters may be left in the DHT (not with `--no-dht`)."""
    tor: bool = True
    """Whether a Tor that runs is used."""
    tor_only: bool = False
    """Whether nothing else is (`--tor only`): no address is told to anybody."""
    relay: Place | None = None
    """The relay to wait at. A joiner that has none here takes the invite's."""


@dataclass(frozen=True, slots=True)
class Tools:
    """Everything that touches the world."""

    open_datagrams: OpenDatagrams = open_udp
    open_stream: OpenStream = open_tcp
    open_from: Callable[[int], OpenStream] = open_from
    """Dials from a local port."""
    connect_from: ConnectFrom = connect_from
    listen: Callable[[Place], trio.SocketListener] = listen
    hold_port: Callable[[int], AbstractContextManager[int]] = hold_port
    """A local port that nobody else gets meanwhile, the given one if it is free."""
    own_addresses: Callable[[], Sequence[OwnAddress]] = own_addresses
    source_addresses: Callable[[], Sequence[str]] = source_addresses
    gateways: Gateways | None = None
    """None: the system is asked."""
    controls: Sequence[OpenControl] = field(default_factory=control_ports)
    """Tor's control ports; `control_ports(chosen=...)` for one of the player's choice."""
    proxies: Sequence[Place] = field(default_factory=socks_ports)
    """Tor's SOCKS ports."""
    bootstrap: Sequence[Place] = BOOTSTRAP
    known: Sequence[Place] = ()
    """Nodes of the DHT that answered in an earlier run."""
    resolve: Resolve = addresses_of
    acceptable: Callable[[str], bool] = is_global
    """Which addresses of nodes may be asked."""

    async def network(self) -> tuple[Gateways, tuple[str, ...]]:
        """Where this machine is: the gateways, and its addresses."""
        return self.gateways or await find_gateways(), tuple(self.source_addresses())


class ReachMemory(msgspec.Struct, frozen=True, kw_only=True):
    """What a host keeps on disk with its game, so that port and onion are the same after a crash. Secret."""

    port: int = 0
    """Where it listens."""
    external: int = 0
    nonce: bytes = b""
    onion_private: bytes = b""
    onion_public: bytes = b""

    def __repr__(self) -> str:
        return f"ReachMemory(port={self.port}, external={self.external})"

    @property
    def port_memory(self) -> PortMemory:
        """For the keeper of the router's port."""
        return PortMemory(self.external, self.nonce) if len(self.nonce) == 12 else new_memory()

    @property
    def onion_memory(self) -> OnionMemory | None:
        """For the keeper of the onion."""
        known = len(self.onion_private) == 64 and len(self.onion_public) == 32
        return OnionMemory(self.onion_private, self.onion_public) if known else None
