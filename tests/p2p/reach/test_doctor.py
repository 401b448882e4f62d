"""What the doctor finds where everything works, and where nothing does."""

from __future__ import annotations

import pytest
import trio
import trio.testing

from p2p.reach.addresses import OwnAddress, Place
from p2p.reach.datagrams import Datagrams, open_udp
from p2p.reach.doctor import Finding, Subject, examine
from p2p.reach.nat import Nat
from p2p.reach.plan import Tools
from p2p.reach.relay.server import Relay
from p2p.reach.router.gateway import Gateways
from p2p.reach.tor.onion import control_ports
from p2p.reach.ways import Reason
from tests.p2p.reach.dht_nodes import nodes
from tests.p2p.reach.fake_router import HERE, OUTSIDE, datagram_server
from tests.p2p.reach.fake_tor import FakeTor
from tests.p2p.reach.test_router import granting, pmp_router

OWN = (OwnAddress("127.0.0.1", 8, "lo"), OwnAddress("192.168.1.10", 24, "eth0"), OwnAddress("2a0a:10::10", 64, "eth0"))


class Redirected:
    """UDP whose datagrams for the router's port go to a fake one, and for the rest of the world nowhere."""

    def __init__(self, link: Datagrams, router: Place, fake: Place) -> None:
        self.link, self.router, self.fake = link, router, fake

    @property
    def own(self) -> Place:
        return self.link.own

    async def send(self, data: bytes, place: Place) -> None:
        if place == self.router:
            await self.link.send(data, self.fake)
        elif place.host.startswith("127.0.1."):
            await self.link.send(data, place)

    async def receive(self) -> tuple[bytes, Place]:
        data, place = await self.link.receive()
        return data, self.router if place == self.fake else place

    def close(self) -> None:
        self.link.close()


@pytest.mark.trio
async def test_where_everything_works() -> None:
    def router(question: bytes) -> list[bytes]:
        return (granting() if question[0] == 2 else pmp_router())(question)

    async with (
        datagram_server(router) as port,
        nodes([f"127.0.1.{number}" for number in range(1, 9)]) as every,
        FakeTor().running() as (control, socks),
        trio.open_nursery() as nursery,
    ):
        listeners = await trio.open_tcp_listeners(0, host=HERE)
        nursery.start_soon(Relay().serve, listeners)
        relay = Place(HERE, listeners[0].socket.getsockname()[1])

        async def open_datagrams(local: Place, peer: Place | None = None) -> Datagrams:
            link = await open_udp(Place(HERE, local.port))
            return Redirected(link, Place(HERE, 5351), Place(HERE, port))

        async def resolve(host: str) -> tuple[str, ...]:
            await trio.lowlevel.checkpoint()
            return (host,)

        tools = Tools(
            open_datagrams=open_datagrams,
            own_addresses=lambda: OWN,
            source_addresses=lambda: (HERE, "2a0a:10::10"),
            gateways=Gateways(HERE, None),
            controls=control_ports(chosen=control),
            proxies=[socks],
            bootstrap=[every[0].place],
            resolve=resolve,
            acceptable=lambda host: host.startswith("127.0.1."),
        )
        seen: list[Finding] = []
        findings = await examine(tools, relay=relay, observe=seen.append, patience=2)
        nursery.cancel_scope.cancel()
    by_subject = {finding.subject: finding for finding in findings}
    assert sorted(seen, key=lambda finding: list(Subject).index(finding.subject)) == list(findings)
    assert [subject for subject in by_subject if not by_subject[subject].works] == [Subject.UPNP]
    assert by_subject[Subject.UPNP].reason is Reason.NO_ANSWER
    assert by_subject[Subject.PCP].fact("address") == by_subject[Subject.NAT_PMP].fact("address") == OUTSIDE
    assert by_subject[Subject.ADDRESSES].facts == (("four", 1), ("six", 1))
    assert by_subject[Subject.IPV6].fact("address") == "2a0a:10::10"
    assert by_subject[Subject.TOR_CONTROL].fact("percent") == 100
    assert by_subject[Subject.TOR_SOCKS].fact("port") == socks.port
    assert int(by_subject[Subject.DHT].fact("answers") or 0) > 1
    assert by_subject[Subject.RELAY].fact("address") == HERE
    assert by_subject[Subject.NAT].fact("kind") == Nat.NONE


@pytest.mark.trio
async def test_where_nothing_works(autojump_clock: trio.testing.MockClock) -> None:
    async def silent(local: Place, peer: Place | None = None) -> Datagrams:
        await trio.lowlevel.checkpoint()
        raise OSError(101, "Network is unreachable")

    async def refuse(place: Place) -> trio.abc.Stream:
        await trio.sleep_forever()
        raise AssertionError

    tools = Tools(
        open_datagrams=silent,
        open_stream=refuse,
        own_addresses=lambda: (),
        source_addresses=lambda: ("192.168.1.10",),
        gateways=Gateways("192.168.1.1", None),
        controls=control_ports(refuse),
    )
    began = trio.current_time()
    findings = await examine(tools, relay=Place("45.3.3.2", 1600))
    assert trio.current_time() - began <= 10
    reasons = {finding.subject: finding.reason for finding in findings}
    assert reasons.pop(Subject.GATEWAY) is None
    assert reasons == {
        Subject.ADDRESSES: Reason.UNREACHABLE,
        Subject.PCP: Reason.UNREACHABLE,
        Subject.NAT_PMP: Reason.UNREACHABLE,
        Subject.UPNP: Reason.UNREACHABLE,
        Subject.IPV6: Reason.UNREACHABLE,
        Subject.TOR_CONTROL: Reason.NO_ANSWER,
        Subject.TOR_SOCKS: Reason.NO_ANSWER,
        Subject.DHT: Reason.UNREACHABLE,
        Subject.RELAY: Reason.NO_ANSWER,
        Subject.NAT: Reason.NO_ANSWER,
    }
