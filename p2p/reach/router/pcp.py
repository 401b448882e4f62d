"""The Port Control Protocol (RFC 6887): opens an IPv4 port through a NAT, or lets connections in to an IPv6 address."""

from __future__ import annotations

import ipaddress
import struct
from dataclasses import dataclass
from typing import Final

from p2p.reach.addresses import Kind, Place, is_global, kind_of
from p2p.reach.datagrams import Datagrams, OpenDatagrams, ask
from p2p.reach.failures import told
from p2p.reach.router.opening import LIFETIME, SHORTEST, Opened, Speech, Wish
from p2p.reach.ways import Reason, WayFailed

PORT: Final = 5351
VERSION: Final = 2
_ANSWER: Final = 0x80
_MAP: Final = 1
_TCP: Final = 6
_HEADER: Final = struct.Struct(">BBHI16s")
_MAPPING: Final = struct.Struct(">12sB3xHH16s")
_SIZE: Final = _HEADER.size + _MAPPING.size
_LONGEST: Final = 1100
_LONGEST_LIFETIME: Final = 24 * 3600.0
UNSUPPORTED_VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Granted:
    """What an answer to a MAP request says. `place` is the external one."""

    lifetime: int
    place: Place


def encode_request(own: str, wish: Wish, lifetime: int) -> bytes:
    """A MAP request for TCP from the address `own`; lifetime 0 deletes."""
    address = ipaddress.ip_address(own.partition("%")[0])
    nowhere = ipaddress.ip_address("0.0.0.0" if address.version == 4 else "::")  # noqa: S104  not to listen at
    header = _HEADER.pack(VERSION, _MAP, 0, lifetime, _sixteen(address))
    return header + _MAPPING.pack(wish.nonce, _TCP, wish.internal, wish.external if lifetime else 0, _sixteen(nowhere))


def decode_answer(data: bytes, wish: Wish) -> Granted | None:
    """What the router grants; None if this is no answer to our request. Raises WayFailed if it refuses."""
    if len(data) >= 4 and data[0] == 0 and data[1] & _ANSWER and data[3] == UNSUPPORTED_VERSION:
        raise WayFailed(Reason.NO_SUCH_SERVICE)  # it speaks NAT-PMP only
    if not _SIZE <= len(data) <= _LONGEST or len(data) % 4:
        return None
    version, operation, _, lifetime, _ = _HEADER.unpack_from(data)
    result = data[3]
    nonce, protocol, internal, external, address = _MAPPING.unpack_from(data, _HEADER.size)
    if version != VERSION or operation != _ANSWER | _MAP:
        return None
    if (nonce, protocol, internal) != (wish.nonce, _TCP, wish.internal):
        return None
    if result:
        raise WayFailed(Reason.ROUTER_REFUSES, protocol=Speech.PCP.value, code=result)
    return Granted(lifetime, Place(_text(address), external))


class PcpOpener:
    """Asks the gateway at `gateway`. `own`: the address of this machine to be reached, which must be the sender."""

    def __init__(
        self, gateway: str, own: str, open_datagrams: OpenDatagrams, *, port: int = PORT, patience: float = 5.0
    ) -> None:
        self._gateway = Place(gateway, port)
        self._own = own
        self._open_datagrams = open_datagrams
        self._patience = patience

    async def open(self, wish: Wish) -> Opened:
        """Raises WayFailed: also if the external address is not global, and then the port is given back first."""
        granted = await self._ask(wish, LIFETIME)
        opened = Opened(Speech.PCP, granted.place, min(max(float(granted.lifetime), SHORTEST), _LONGEST_LIFETIME))
        if granted.lifetime == 0 or granted.place.port == 0:
            raise WayFailed(Reason.NONSENSE)
        if not is_global(granted.place.host):
            await self.close(wish, opened)
            raise not_global(granted.place.host)
        return opened

    async def close(self, wish: Wish, opened: Opened) -> None:
        """Raises WayFailed."""
        await self._ask(wish, 0)

    async def _ask(self, wish: Wish, lifetime: int) -> Granted:
        with told():
            link: Datagrams = await self._open_datagrams(Place(self._own, 0), self._gateway)
        try:
            question = encode_request(self._own, wish, lifetime)
            return await ask(
                link, question, self._gateway, lambda data: decode_answer(data, wish), patience=self._patience
            )
        finally:
            link.close()


def not_global(host: str) -> WayFailed:
    """A router whose own address is not of the internet opens ports that nobody can reach."""
    kind = kind_of(host)
    return WayFailed(Reason.NOT_GLOBAL, address=host, carrier=int(kind is Kind.CARRIER))


def _sixteen(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bytes:
    return address.packed if address.version == 6 else bytes(10) + b"\xff\xff" + address.packed


def _text(sixteen: bytes) -> str:
    address = ipaddress.IPv6Address(sixteen)
    return str(address.ipv4_mapped or address)
