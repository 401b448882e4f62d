"""NAT-PMP (RFC 6886), the older and smaller sister of PCP. IPv4 only."""

from __future__ import annotations

import ipaddress
import struct
from typing import Final

from p2p.reach.addresses import Place, is_global
from p2p.reach.datagrams import OpenDatagrams, ask
from p2p.reach.failures import told
from p2p.reach.router.opening import LIFETIME, SHORTEST, Opened, Speech, Wish
from p2p.reach.router.pcp import PORT, not_global
from p2p.reach.ways import Reason, WayFailed

_ANSWER: Final = 128
_ADDRESS: Final = 0
_MAP_TCP: Final = 2
_REQUEST: Final = struct.Struct(">BBHHHI")
_GRANTED: Final = struct.Struct(">BBHIHHI")
_OUTSIDE: Final = struct.Struct(">BBHI4s")
_LONGEST_LIFETIME: Final = 24 * 3600.0

ADDRESS_REQUEST: Final = bytes([0, _ADDRESS])


def encode_request(wish: Wish, lifetime: int) -> bytes:
    """A request for a TCP port; lifetime 0 deletes."""
    return _REQUEST.pack(0, _MAP_TCP, 0, wish.internal, wish.external if lifetime else 0, lifetime)


def decode_address(data: bytes) -> str | None:
    """The router's external address; None if this is no such answer. Raises WayFailed if the router refuses."""
    if not _is_answer(data, _ADDRESS):
        return None
    return str(ipaddress.IPv4Address(_OUTSIDE.unpack(data)[4])) if len(data) == _OUTSIDE.size else None


def decode_granted(data: bytes, wish: Wish) -> tuple[int, int] | None:
    """External port and lifetime in seconds; None if this is no such answer. Raises WayFailed if refused."""
    if not _is_answer(data, _MAP_TCP) or len(data) != _GRANTED.size:
        return None
    _, _, _, _, internal, external, lifetime = _GRANTED.unpack(data)
    return (external, lifetime) if internal == wish.internal else None


def _is_answer(data: bytes, operation: int) -> bool:
    if len(data) < 4 or data[0] != 0 or data[1] != _ANSWER + operation:
        return False
    code = int.from_bytes(data[2:4], "big")
    if code:
        raise WayFailed(Reason.ROUTER_REFUSES, protocol=Speech.NAT_PMP.value, code=code)
    return True


class NatPmpOpener:
    """Asks the gateway at `gateway` from the address `own`."""

    def __init__(
        self, gateway: str, own: str, open_datagrams: OpenDatagrams, *, port: int = PORT, patience: float = 5.0
    ) -> None:
        self._gateway = Place(gateway, port)
        self._own = own
        self._open_datagrams = open_datagrams
        self._patience = patience

    async def outside(self) -> str:
        """The router's external address, whatever its kind. Changes nothing. Raises WayFailed."""
        with told():
            link = await self._open_datagrams(Place(self._own, 0), self._gateway)
        try:
            return await ask(link, ADDRESS_REQUEST, self._gateway, decode_address, patience=self._patience)
        finally:
            link.close()

    async def open(self, wish: Wish) -> Opened:
        """Raises WayFailed: also if the external address is not global, before anything is opened."""
        host = await self.outside()
        if not is_global(host):
            raise not_global(host)
        external, lifetime = await self._ask(wish, LIFETIME)
        if external == 0 or lifetime == 0:
            raise WayFailed(Reason.NONSENSE)
        return Opened(Speech.NAT_PMP, Place(host, external), min(max(float(lifetime), SHORTEST), _LONGEST_LIFETIME))

    async def close(self, wish: Wish, opened: Opened) -> None:
        """Raises WayFailed."""
        await self._ask(wish, 0)

    async def _ask(self, wish: Wish, lifetime: int) -> tuple[int, int]:
        with told():
            link = await self._open_datagrams(Place(self._own, 0), self._gateway)
        try:
            question = encode_request(wish, lifetime)
            return await ask(
                link, question, self._gateway, lambda data: decode_granted(data, wish), patience=self._patience
            )
        finally:
            link.close()
