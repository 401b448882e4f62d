"""Hosts and joiners with all their ways, on loopback: who finds whom, by what, and what the invite tells."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from p2p.reach.addresses import OwnAddress, Place
from p2p.reach.answer_code import write_answer
from p2p.reach.dialer import Dialer, pinned
from p2p.reach.hosting import Hosting
from p2p.reach.invitation import Invitation, parse_invitation, parse_watch_invitation
from p2p.reach.joining import Joining
from p2p.reach.plan import Plan, ReachMemory, Tools
from p2p.reach.race import NoWay
from p2p.reach.relay.server import Relay
from p2p.reach.router.any_protocol import AnyProtocol
from p2p.reach.router.gateway import Gateways
from p2p.reach.router.opening import Speech
from p2p.reach.tokens import Slip, TokenError
from p2p.reach.tor.onion import control_ports
from p2p.reach.ways import Observe, Reason, State, Way, WayFailed, ignore
from tests.p2p.reach.dht_nodes import nodes
from tests.p2p.reach.fake_router import HERE, OUTSIDE, UpnpRouter
from tests.p2p.reach.fake_tor import PRIVATE, PUBLIC, FakeTor
from tests.p2p.reach.pinned import SECRET, WATCH_SECRET, Host
from tests.p2p.reach.watch import Watch

NO_TOR = Place(HERE, 1)
ALONE = Plan(router=False, dht=False, tor=False)


def tools(*, bootstrap: tuple[Place, ...] = (), control: Place = NO_TOR, socks: Place = NO_TOR) -> Tools:
    """A machine with nothing but loopback, and what is given."""

    async def resolve(host: str) -> tuple[str, ...]:
        await trio.lowlevel.checkpoint()
        return (host,)

    return Tools(
        own_addresses=lambda: (),
        source_addresses=lambda: (),
        gateways=Gateways(None, None),
        controls=control_ports(chosen=control),
        proxies=[socks],
        bootstrap=bootstrap,
        resolve=resolve,
        acceptable=lambda host: host.startswith("127."),
    )


@asynccontextmanager
async def hosting(
    host: Host, plan: Plan, hands: Tools, memory: ReachMemory | None = None
) -> AsyncIterator[tuple[Hosting, Watch, list[ReachMemory]]]:
    watch, kept = Watch(), list[ReachMemory]()
    one = Hosting(
        host.certificate.fingerprint,
        SECRET,
        host.take,
        plan=plan,
        tools=hands,
        memory=memory,
        remember=kept.append,
        observe=watch,
        watch_secret=WATCH_SECRET,
    )
    async with trio.open_nursery() as nursery:
        nursery.start_soon(host.door.run)
        await nursery.start(one.run)
        yield one, watch, kept
        nursery.cancel_scope.cancel()


async def join(
    host: Host,
    invitation: Invitation,
    plan: Plan,
    hands: Tools,
    key: Ed25519PrivateKey,
    observe: Observe = ignore,
) -> Way:
    """Connect, prove, and leave again; by which way."""
    joining = Joining(
        parse_invitation(invitation.token()),
        pinned(invitation.fingerprint),
        trio.aclose_forcefully,
        plan=plan,
        tools=hands,
        observe=observe,
    )
    winner = await joining.connect(20)
    channel = await host.prove(winner.result, key)
    await (await host.door.next_connection()).close()
    await channel.close()
    return winner.way


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path)


@pytest.fixture
def key() -> Ed25519PrivateKey:
    return Ed25519PrivateKey.generate()


@pytest.mark.trio
async def test_two_programs_on_one_machine(host: Host, key: Ed25519PrivateKey) -> None:
    async with hosting(host, ALONE, tools()) as (one, watch, kept):
        invitation = await one.invitation()
        assert invitation.places == (Place(HERE, one.port),)
        assert await join(host, invitation, ALONE, tools(), key) is Way.LOOPBACK
        assert kept[-1].port == one.port
        assert {report.way for report in watch.reports if report.state is State.OFF} == {Way.ROUTER, Way.LETTER_BOX}
    async with hosting(host, ALONE, tools(), kept[-1]) as (again, _, more):
        assert again.port == kept[-1].port
        assert more == []


@pytest.mark.trio
async def test_with_tor_only_no_address_is_told(host: Host, key: Ed25519PrivateKey) -> None:
    plan = Plan(tor_only=True)
    async with FakeTor().running() as (control, socks):
        hands = tools(control=control, socks=socks)
        async with hosting(host, plan, hands) as (one, _, kept):
            invitation = await one.invitation()
            assert (invitation.places, invitation.relay, invitation.letter_box) == ((), None, False)
            assert (invitation.onion, one.port) == (PUBLIC, 0)
            assert (kept[-1].onion_private, kept[-1].onion_public) == (PRIVATE, PUBLIC)
            assert "onion" not in repr(kept[-1])
            assert await join(host, invitation, plan, hands, key) is Way.ONION


@pytest.mark.trio
async def test_through_a_relay_when_the_address_leads_nowhere(host: Host, key: Ed25519PrivateKey) -> None:
    async with trio.open_nursery() as nursery:
        listeners = await trio.open_tcp_listeners(0, host=HERE)
        nursery.start_soon(Relay().serve, listeners)
        relay = Place(HERE, listeners[0].socket.getsockname()[1])
        plan = Plan(router=False, dht=False, tor=False, relay=relay, addresses=(Place(HERE, 1),))
        async with hosting(host, plan, tools()) as (one, watch, _):
            await watch.until(State.READY, Way.RELAY)
            invitation = await one.invitation()
            assert (invitation.places, invitation.relay) == ((Place(HERE, 1),), relay)
            assert await join(host, invitation, ALONE, tools(), key) is Way.RELAY
        nursery.cancel_scope.cancel()


@pytest.mark.trio
async def test_the_letter_box_mends_an_invite_whose_addresses_have_changed(host: Host, key: Ed25519PrivateKey) -> None:
    plan = Plan(router=False, tor=False)
    async with nodes([f"127.0.1.{number}" for number in range(1, 12)]) as every:
        hands = tools(bootstrap=(every[0].place,))
        async with hosting(host, plan, hands) as (one, watch, _):
            await watch.until(State.READY, Way.LETTER_BOX)
            invitation = await one.invitation()
            old = Invitation((Place(HERE, 1),), invitation.fingerprint, SECRET, letter_box=True)
            seen = Watch()
            assert await join(host, old, plan, hands, key, seen) is Way.LETTER_BOX
            assert [report.way for report in seen.reports if report.state is State.WON] == [Way.LOOPBACK]
            assert one.dht is not None
            assert one.dht.good_nodes()


async def watch_by(host: Host, one: Hosting, hands: Tools) -> Way:
    """Come with the invite to watch, the addresses of which lead nowhere; by which way."""
    invitation = dataclasses.replace(parse_watch_invitation(one.watch_token()), places=(Place(HERE, 1),))
    seen = Watch()
    dialer = Dialer(invitation, None, tools=hands, watch=seen)
    with trio.fail_after(30):
        channel, game = await dialer.connect_once()
        await channel.close()
        while not host.watched:  # noqa: ASYNC110  it is soon there
            await trio.sleep(0.01)
    assert game.name == "toy"
    host.watched.clear()
    return (await seen.until(State.WON)).way


@pytest.mark.trio
async def test_who_watches_comes_by_relay_letters_and_onion_too(host: Host) -> None:
    async with (
        nodes([f"127.0.1.{number}" for number in range(1, 8)]) as every,
        FakeTor().running() as (control, socks),
        trio.open_nursery() as nursery,
    ):
        listeners = await trio.open_tcp_listeners(0, host=HERE)
        nursery.start_soon(Relay().serve, listeners)
        relay = Place(HERE, listeners[0].socket.getsockname()[1])
        letters = tools(bootstrap=(every[0].place,))
        async with hosting(host, Plan(router=False, tor=False), letters) as (one, watch, _):
            await watch.until(State.READY, Way.LETTER_BOX)
            assert await watch_by(host, one, letters) is Way.LOOPBACK
        async with hosting(host, Plan(router=False, dht=False, tor=False, relay=relay), tools()) as (one, watch, _):
            await watch.until(State.READY, Way.RELAY)
            assert await watch_by(host, one, tools()) is Way.RELAY
            assert await watch_by(host, one, tools()) is Way.RELAY
        onion = tools(control=control, socks=socks)
        async with hosting(host, Plan(tor_only=True), onion) as (one, watch, _):
            await watch.until(State.READY, Way.ONION)
            assert await watch_by(host, one, onion) is Way.ONION
        nursery.cancel_scope.cancel()


@pytest.mark.trio
async def test_the_port_that_a_router_opened_is_in_the_invite(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    async with UpnpRouter().opener() as opener:
        monkeypatch.setattr("p2p.reach.hosting.router_opener", lambda *_: AnyProtocol([(Speech.UPNP, opener)]))
        own = OwnAddress("192.168.1.10", 24, "eth0")
        home = tools()
        hands = Tools(
            own_addresses=lambda: (own,),
            source_addresses=lambda: (own.host,),
            gateways=Gateways("192.168.1.1", None),
            controls=home.controls,
            proxies=home.proxies,
        )
        async with hosting(host, Plan(dht=False, tor=False), hands) as (one, _, kept):
            invitation = await one.invitation()
            assert set(invitation.places) == {Place(OUTSIDE, one.port), Place(own.host, one.port)}
            assert kept[-1].external == one.port


@pytest.mark.trio
async def test_in_another_network_its_router_is_asked(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, str]] = []
    monkeypatch.setattr("p2p.reach.hosting._LOOK_AT_NETWORK", 0.01)
    own = ["192.168.1.10"]
    async with UpnpRouter().opener() as opener:

        def router_opener(gateway: str, four: str, *_: object) -> AnyProtocol:
            asked.append((gateway, four))
            return AnyProtocol([(Speech.UPNP, opener)])

        monkeypatch.setattr("p2p.reach.hosting.router_opener", router_opener)
        home = tools()
        hands = Tools(
            own_addresses=lambda: (OwnAddress(own[0], 24, "eth0"),),
            source_addresses=lambda: tuple(own),
            gateways=Gateways("192.168.1.1", None),
            controls=home.controls,
            proxies=home.proxies,
        )
        async with hosting(host, Plan(dht=False, tor=False), hands) as (one, watch, _):
            await watch.until(State.READY, Way.ROUTER)
            own[0] = "192.168.1.77"
            watch.reports.clear()
            await watch.until(State.READY, Way.ROUTER)
            assert asked == [("192.168.1.1", "192.168.1.10"), ("192.168.1.1", "192.168.1.77")]
            assert Place("192.168.1.77", one.port) in one.places()


@pytest.mark.trio
async def test_when_nothing_leads_there_each_way_says_why(host: Host) -> None:
    invitation = Invitation(
        (Place(HERE, 1),), host.certificate.fingerprint, SECRET, onion=PUBLIC, relay=Place(HERE, 2), letter_box=True
    )
    joining = Joining(invitation, pinned(bytes(32)), trio.aclose_forcefully, tools=tools())
    with pytest.raises(NoWay) as caught:
        await joining.connect(3)
    assert {(report.way, report.reason) for report in caught.value.reports} == {
        (Way.LOOPBACK, Reason.REFUSED),
        (Way.ONION, Reason.NO_TOR),
        (Way.RELAY, Reason.REFUSED),
        (Way.PUNCH, Reason.REFUSED),
        (Way.LETTER_BOX, Reason.NO_NODES),
    }


@pytest.mark.trio
async def test_the_answer_code_is_shown_and_pasted(host: Host) -> None:
    invitation = Invitation((Place("45.1.1.2", 4000),), host.certificate.fingerprint, SECRET)
    shown: list[str] = []
    dialled: list[tuple[Place, Place]] = []
    knocked = trio.Event()

    async def connect(local: Place, place: Place) -> trio.abc.Stream:
        dialled.append((local, place))
        knocked.set()
        return await trio.sleep_forever()

    async def open_stream(place: Place) -> trio.abc.Stream:
        return await trio.sleep_forever()

    home = tools()
    hands = Tools(
        open_stream=open_stream,
        connect_from=connect,
        own_addresses=home.own_addresses,
        source_addresses=lambda: ("2a0a:20::10",),
        gateways=home.gateways,
    )
    joining = Joining(
        invitation, pinned(bytes(32)), trio.aclose_forcefully, plan=ALONE, tools=hands, show_answer=shown.append
    )
    with pytest.raises(NoWay):
        await joining.connect(1)
    local, place = dialled[0]
    assert place == invitation.places[0]
    assert shown == [write_answer(invitation, [Place("2a0a:20::10", local.port)])]

    dialled.clear()
    knocked = trio.Event()
    async with hosting(host, ALONE, hands) as (one, _, _):
        one.answer(write_answer(one.present_invitation(), [Place("2a0a:20::10", 5)]))
        await knocked.wait()
        assert dialled == [(Place("::", one.port), Place("2a0a:20::10", 5))]
        other = Invitation((Place("45.1.1.2", 4000),), bytes(32), b"another secret!!")
        with pytest.raises(TokenError) as caught:
            one.answer(write_answer(other, [Place("2a0a:20::10", 5)]))
        assert caught.value.slip is Slip.OTHER_GAME


def test_a_memory_that_was_cut_is_not_used() -> None:
    assert ReachMemory(onion_private=b"x").onion_memory is None
    assert len(ReachMemory(nonce=b"x").port_memory.nonce) == 12
    assert isinstance(WayFailed(Reason.NO_TOR), Exception)
