"""What can be found out in ten seconds about how this machine can be reached, as data.

Nothing here is proof that anybody can come in: that only somebody outside can tell.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import trio

from p2p.reach.addresses import (
    Kind,
    OwnAddress,
    Place,
    is_global,
    kind_of,
)
from p2p.reach.beside import beside
from p2p.reach.dht.client import Dht
from p2p.reach.failures import told, within
from p2p.reach.nat import Nat, nat_kind
from p2p.reach.plan import Tools
from p2p.reach.relay.client import where_am_i
from p2p.reach.router.gateway import Gateways, find_gateways
from p2p.reach.router.keeper import new_memory
from p2p.reach.router.nat_pmp import NatPmpOpener
from p2p.reach.router.opening import Opener, Wish
from p2p.reach.router.pcp import PcpOpener
from p2p.reach.router.upnp import UpnpOpener
from p2p.reach.tor.onion import open_control
from p2p.reach.tor.socks import greet
from p2p.reach.ways import Fact, Facts, Reason, WayFailed, facts

PATIENCE: Final = 10.0
_KEY_SIZE: Final = 32
_TEST_PORT: Final = 41_641
"""Asked for and given back at once: a router's PCP can only be asked for a port."""


class Subject(StrEnum):
    """What was looked at."""

    ADDRESSES = "addresses"
    """four, six: how many addresses of the home's network and of the internet this machine has"""
    GATEWAY = "gateway"
    """four, six: its addresses"""
    PCP = "pcp"
    """address: the router's own, outside"""
    NAT_PMP = "nat-pmp"
    UPNP = "upnp"
    PINHOLE = "pinhole"
    IPV6 = "ipv6"
    """address: the one this machine talks from"""
    TOR_CONTROL = "tor-control"
    """percent: how far Tor has connected itself"""
    TOR_SOCKS = "tor-socks"
    """port"""
    DHT = "dht"
    """answers: nodes that answered; address: what they see of us"""
    RELAY = "relay"
    """address, port: from where the relay sees us come"""
    NAT = "nat"
    """kind: a Nat; carrier: 1 if another NAT stands above the router"""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found out. `reason`: why not, if it does not work."""

    subject: Subject
    reason: Reason | None = None
    facts: Facts = ()

    @property
    def works(self) -> bool:
        """Whether it does."""
        return self.reason is None

    def fact(self, name: str) -> Fact | None:
        """One of the facts, if it is known."""
        return dict(self.facts).get(name)


def _ignore(finding: Finding) -> None:
    """Nobody watches."""


async def examine(
    tools: Tools | None = None,
    *,
    relay: Place | None = None,
    use_dht: bool = True,
    observe: Callable[[Finding], None] = _ignore,
    patience: float = PATIENCE,
) -> tuple[Finding, ...]:
    """Look at everything at once, for `patience` seconds at most; `observe` is told of each finding as it comes.

    What is not known by then failed with NO_ANSWER. Raises nothing.
    """
    return await _Doctor(tools or Tools(), observe, patience).examine(relay, use_dht=use_dht)


class _Doctor:
    def __init__(self, tools: Tools, observe: Callable[[Finding], None], patience: float) -> None:
        self._tools = tools
        self._observe = observe
        self._patience = patience
        self._findings: dict[Subject, Finding] = {}
        self._seen: list[Place] = []
        self._local_port = 0

    async def examine(self, relay: Place | None, *, use_dht: bool) -> tuple[Finding, ...]:
        tools = self._tools
        own, sources = tools.own_addresses(), tools.source_addresses()
        gateways = tools.gateways or await find_gateways()
        self._look_at_addresses(own, sources, gateways)
        four = next((host for host in sources if ":" not in host), None)
        six = next((host for host in sources if ":" in host and is_global(host)), None)
        async with trio.open_nursery() as nursery:
            start = nursery.start_soon
            if gateways.four is not None and four is not None:
                parts = (gateways.four, four, tools.open_datagrams)
                start(self._try, Subject.PCP, self._open_and_close, PcpOpener(*parts))
                start(self._try, Subject.NAT_PMP, self._outside, NatPmpOpener(*parts))
                start(self._try, Subject.UPNP, self._outside, UpnpOpener(*parts, tools.open_stream))
            if gateways.six is not None and six is not None:
                pinhole = PcpOpener(gateways.six, six, tools.open_datagrams)
                start(self._try, Subject.PINHOLE, self._open_and_close, pinhole)
            start(self._try, Subject.TOR_CONTROL, self._tor_control)
            start(self._try, Subject.TOR_SOCKS, self._tor_socks)
            if use_dht:
                start(self._try, Subject.DHT, self._dht)
            if relay is not None:
                start(self._try, Subject.RELAY, self._relay, relay)
        self._look_at_nat(sources)
        return tuple(self._findings[subject] for subject in Subject if subject in self._findings)

    async def _try(self, subject: Subject, look: Callable[..., Awaitable[Facts]], *arguments: object) -> None:
        try:
            with within(self._patience), told():
                self._tell(Finding(subject, None, await look(*arguments)))
        except WayFailed as error:
            self._tell(Finding(subject, error.reason, error.facts))

    def _tell(self, finding: Finding) -> None:
        self._findings[finding.subject] = finding
        self._observe(finding)

    # -- what needs no network

    def _look_at_addresses(self, own: Sequence[OwnAddress], sources: Sequence[str], gateways: Gateways) -> None:
        useful = [address.host for address in own if kind_of(address.host) in _USEFUL]
        six = sum(":" in host for host in useful)
        reason = None if useful else Reason.UNREACHABLE
        self._tell(Finding(Subject.ADDRESSES, reason, facts(four=len(useful) - six, six=six)))
        named = {name: host for name, host in (("four", gateways.four), ("six", gateways.six)) if host is not None}
        self._tell(Finding(Subject.GATEWAY, None if named else Reason.NO_GATEWAY, facts(**named)))
        address = next((host for host in sources if ":" in host and is_global(host)), None)
        if address is None:
            self._tell(Finding(Subject.IPV6, Reason.UNREACHABLE))
        else:
            self._tell(Finding(Subject.IPV6, None, facts(address=address)))

    def _look_at_nat(self, sources: Sequence[str]) -> None:
        kind = nat_kind(self._seen, sources, self._local_port)
        routers = [self._findings[subject] for subject in _ROUTERS if subject in self._findings]
        outsides = {finding.fact("address") for finding in routers} - {None}
        seen = {place.host for place in self._seen}
        above = any(not is_global(str(host)) for host in outsides) or bool(outsides and seen and not outsides & seen)
        reason = Reason.NO_ANSWER if kind is Nat.UNKNOWN else None
        self._tell(Finding(Subject.NAT, reason, facts(kind=kind.value, carrier=int(above))))

    # -- what does

    async def _open_and_close(self, opener: Opener) -> Facts:
        wish = Wish(_TEST_PORT, _TEST_PORT, new_memory().nonce)
        opened = await opener.open(wish)
        with trio.CancelScope(shield=True), trio.move_on_after(1):
            await opener.close(wish, opened)
        return facts(address=opened.place.host)

    async def _outside(self, opener: NatPmpOpener | UpnpOpener) -> Facts:
        return facts(address=await opener.outside())

    async def _tor_control(self) -> Facts:
        control = await open_control(self._tools.controls)
        try:
            return facts(percent=await control.percent())
        finally:
            await control.close()

    async def _tor_socks(self) -> Facts:
        for place in self._tools.proxies:
            try:
                with told():
                    stream = await self._tools.open_stream(place)
                    try:
                        await greet(stream, "")
                    finally:
                        with trio.CancelScope(shield=True):
                            await trio.aclose_forcefully(stream)
            except WayFailed:
                continue
            return facts(port=place.port)
        raise WayFailed(Reason.NO_TOR)

    async def _relay(self, relay: Place) -> Facts:
        place = await where_am_i(self._tools.open_stream, relay)
        return facts(address=place.host, port=place.port)

    async def _dht(self) -> Facts:
        tools = self._tools
        link = await tools.open_datagrams(Place("0.0.0.0", 0))  # noqa: S104  to ask from
        self._local_port = link.own.port
        dht = Dht(
            link, bootstrap=tools.bootstrap, known=tools.known, resolve=tools.resolve, acceptable=tools.acceptable
        )
        try:
            async with beside(dht.run):
                found = await dht.get(secrets.token_bytes(_KEY_SIZE))
        finally:
            self._seen = list(dht.seen_from())
            link.close()
        outside = dht.outside()
        return facts(answers=found.answers, **({} if outside is None else {"address": outside}))


_USEFUL: Final = (Kind.PRIVATE, Kind.CARRIER, Kind.GLOBAL)
_ROUTERS: Final = (Subject.PCP, Subject.NAT_PMP, Subject.UPNP)
