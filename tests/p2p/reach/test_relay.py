"""The relay: who meets whom, what it passes on, and what strangers can use up (threats 29, 41, 43)."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest
import trio
import trio.testing
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from p2p.reach.addresses import Place
from p2p.reach.dialer import pinned
from p2p.reach.race import Attempt, NoWay, race
from p2p.reach.relay.client import Meeting, RelayKeeper, meet, relay_attempts, where_am_i
from p2p.reach.relay.messages import (
    HELLO_SIZE,
    SAID_SIZE,
    Kind,
    Role,
    Said,
    decode_hello,
    decode_said,
    encode_hello,
    encode_said,
)
from p2p.reach.relay.server import Relay, RelayCounts, RelayLimits, origin_of
from p2p.reach.streams import OpenStream, open_from, open_tcp
from p2p.reach.ways import Reason, State, Way, WayFailed
from tests.p2p.reach.pinned import SECRET, Host
from tests.p2p.reach.watch import Watch

RELAY = Place("45.3.3.2", 1600)
TAG = bytes(range(16))


@dataclass
class World:
    """A relay without a network: dials from an address of one's own."""

    nursery: trio.Nursery
    relay: Relay = field(default_factory=Relay)

    def dial_as(self, host: str, port: int = 4000) -> trio.abc.Stream:
        near, far = trio.testing.memory_stream_pair()
        self.nursery.start_soon(self.relay.handle, far, Place(host, port))
        return near

    def opener(self, host: str) -> OpenStream:
        async def open_stream(place: Place) -> trio.abc.Stream:
            await trio.lowlevel.checkpoint()
            assert place == RELAY
            return self.dial_as(host)

        return open_stream

    async def meet(self, host: str, role: Role, secret: bytes = SECRET) -> Meeting:
        return await meet(self.opener(host), RELAY, role, secret)


async def both(world: World, joiner_first: bool = False) -> tuple[Meeting, Meeting]:
    found: dict[Role, Meeting] = {}

    async def come(host: str, role: Role) -> None:
        found[role] = await world.meet(host, role)

    async with trio.open_nursery() as nursery:
        order = [("45.1.1.2", Role.HOST), ("45.2.2.2", Role.JOINER)]
        for host, role in reversed(order) if joiner_first else order:
            nursery.start_soon(come, host, role)
            await trio.testing.wait_all_tasks_blocked()
    return found[Role.HOST], found[Role.JOINER]


@pytest.mark.trio
@pytest.mark.parametrize("joiner_first", [True, False])
async def test_two_with_one_invite_meet_and_talk(joiner_first: bool, autojump_clock: trio.testing.MockClock) -> None:
    async with trio.open_nursery() as nursery:
        world = World(nursery)
        host, joiner = await both(world, joiner_first)
        assert (host.own, host.other) == (Place("45.1.1.2", 4000), Place("45.2.2.2", 4000))
        assert (joiner.own, joiner.other) == (host.other, host.own)
        big = bytes(range(256)) * 1000
        nursery.start_soon(joiner.stream.send_all, big)
        received = b""
        while len(received) < len(big):
            received += await host.stream.receive_some(70_000)
        assert received == big
        await host.stream.send_all(b"hello")
        assert await joiner.stream.receive_some(10) == b"hello"
        assert world.relay.counts == RelayCounts(0, 0, 2, 0)
        await host.stream.aclose()
        assert await joiner.stream.receive_some(10) == b""
        await trio.testing.wait_all_tasks_blocked()
        assert world.relay.counts == RelayCounts(0, 0, 0, 0)
        assert not world.relay._origins


@pytest.mark.trio
async def test_another_invite_meets_nobody(autojump_clock: trio.testing.MockClock) -> None:
    async with trio.open_nursery() as nursery:
        world = World(nursery)
        nursery.start_soon(world.meet, "45.1.1.2", Role.HOST)
        began = trio.current_time()
        with pytest.raises(WayFailed) as caught:
            await world.meet("45.2.2.2", Role.JOINER, b"another secret!!")
        assert caught.value.reason is Reason.NOBODY_THERE
        assert trio.current_time() - began == 60
        nursery.cancel_scope.cancel()


@pytest.mark.trio
async def test_a_host_may_wait_for_long(autojump_clock: trio.testing.MockClock) -> None:
    async with trio.open_nursery() as nursery:
        world = World(nursery)
        nursery.start_soon(world.meet, "45.1.1.2", Role.HOST)
        await trio.sleep(80_000)
        assert world.relay.counts.waiting == 1
        nursery.cancel_scope.cancel()


@pytest.mark.trio
async def test_the_same_host_again_takes_the_place_of_its_dead_connection(
    autojump_clock: trio.testing.MockClock,
) -> None:
    async with trio.open_nursery() as nursery:
        world = World(nursery)
        dead = world.dial_as("45.1.1.2")
        await dead.send_all(encode_hello(Role.HOST, TAG))
        await trio.testing.wait_all_tasks_blocked()
        assert world.relay.counts.waiting == 1
        live = world.dial_as("45.1.1.2")
        await live.send_all(encode_hello(Role.HOST, TAG))
        await trio.testing.wait_all_tasks_blocked()
        assert world.relay.counts.waiting == 1
        assert await dead.receive_some(SAID_SIZE)
        assert await dead.receive_some(1) == b""
        nursery.cancel_scope.cancel()


@pytest.mark.trio
async def test_who_says_nothing_or_nonsense_is_let_go(autojump_clock: trio.testing.MockClock) -> None:
    async with trio.open_nursery() as nursery:
        world = World(nursery)
        for words, seconds in ((b"", 10), (b"GET / HTTP/1.1\r\n" * 3, 0), (encode_hello(Role.HOST, TAG) + b"x", 0)):
            began = trio.current_time()
            stream = world.dial_as("45.1.1.2")
            if words:
                await stream.send_all(words)
            while await stream.receive_some(100):
                pass
            assert trio.current_time() - began == seconds
        assert world.relay.counts == RelayCounts(0, 0, 0, 0)


@pytest.mark.trio
async def test_a_thousand_idle_strangers_keep_nobody_out(autojump_clock: trio.testing.MockClock) -> None:
    async with trio.open_nursery() as nursery:
        world = World(nursery, Relay(RelayLimits(connections=500)))
        for number in range(1000):
            world.dial_as(f"45.9.{number // 250}.{number % 250}")
        await trio.testing.wait_all_tasks_blocked()
        assert world.relay.counts == RelayCounts(500, 0, 0, 500)
        host, joiner = await both(world)
        await joiner.stream.send_all(b"hello")
        assert await host.stream.receive_some(10) == b"hello"
        assert world.relay.counts.paired == 2
        nursery.cancel_scope.cancel()


@pytest.mark.trio
async def test_a_thousand_from_one_address_have_sixteen_places(autojump_clock: trio.testing.MockClock) -> None:
    async with trio.open_nursery() as nursery:
        world = World(nursery)
        for number in range(1000):
            world.dial_as(f"2a0a:10::{number:x}")
        await trio.testing.wait_all_tasks_blocked()
        assert world.relay.counts == RelayCounts(16, 0, 0, 984)
        with pytest.raises(WayFailed) as caught:
            await world.meet("2a0a:10::ffff", Role.HOST)
        assert caught.value.reason is Reason.FULL
        nursery.cancel_scope.cancel()


@pytest.mark.trio
async def test_of_those_who_wait_the_greediest_give_way(autojump_clock: trio.testing.MockClock) -> None:
    async with trio.open_nursery() as nursery:
        world = World(nursery, Relay(RelayLimits(connections=20, from_one_address=10)))
        for number in range(20):
            stream = world.dial_as(f"45.9.0.{number // 10}")
            await stream.send_all(encode_hello(Role.HOST, bytes([number]) * 16))
        await trio.testing.wait_all_tasks_blocked()
        assert world.relay.counts == RelayCounts(0, 20, 0, 0)
        await both(world)
        assert world.relay.counts == RelayCounts(0, 18, 2, 2)
        nursery.cancel_scope.cancel()


@pytest.mark.trio
async def test_pairs_are_never_cut_for_a_newcomer(autojump_clock: trio.testing.MockClock) -> None:
    async with trio.open_nursery() as nursery:
        world = World(nursery, Relay(RelayLimits(connections=2)))
        await both(world)
        with pytest.raises(WayFailed) as caught:
            await world.meet("45.7.7.7", Role.HOST)
        assert caught.value.reason is Reason.FULL
        nursery.cancel_scope.cancel()


@pytest.mark.trio
async def test_a_silent_pair_is_let_go_and_a_speaking_one_is_not(autojump_clock: trio.testing.MockClock) -> None:
    async with trio.open_nursery() as nursery:
        world = World(nursery)
        host, joiner = await both(world)
        for _ in range(20):
            await trio.sleep(100)
            await joiner.stream.send_all(b"ping")
            assert await host.stream.receive_some(10) == b"ping"
        began = trio.current_time()
        assert await host.stream.receive_some(10) == b""
        assert trio.current_time() - began == 120


@pytest.mark.trio
async def test_a_flood_is_slowed_down(autojump_clock: trio.testing.MockClock) -> None:
    limits = RelayLimits(bytes_per_second=1000, burst=10_000, taking=60)
    async with trio.open_nursery() as nursery:
        world = World(nursery, Relay(limits))
        host, joiner = await both(world)
        began = trio.current_time()
        nursery.start_soon(joiner.stream.send_all, bytes(60_000))
        received = 0
        while received < 60_000:
            received += len(await host.stream.receive_some(100_000))
        assert trio.current_time() - began >= 49
        nursery.cancel_scope.cancel()


@given(st.binary(min_size=HELLO_SIZE, max_size=HELLO_SIZE) | st.binary(min_size=18, max_size=18))
def test_any_words_are_understood_or_refused(data: bytes) -> None:
    for read in (
        lambda: decode_hello(data.ljust(HELLO_SIZE)),
        lambda: decode_hello(encode_hello(Role.HOST, TAG)[:17] + data[:2] + TAG),
        lambda: decode_said((data + data)[:SAID_SIZE]),
    ):
        try:
            read()
        except WayFailed as error:
            reason: Reason | None = error.reason
        else:
            reason = None
        assert reason in (None, Reason.NONSENSE)


@given(st.sampled_from(Kind), st.ip_addresses(), st.integers(0, 65535))
def test_what_a_relay_says_comes_back(kind: Kind, address: object, port: int) -> None:
    said = Said(kind, Place(str(address), port))
    assert len(encode_said(said)) == SAID_SIZE
    found = decode_said(encode_said(said))
    assert origin_of(found.place.host) == origin_of(said.place.host)


def test_who_is_counted_together() -> None:
    assert origin_of("::ffff:45.1.1.2") == origin_of("45.1.1.2") == "45.1.1.2"
    assert origin_of("2a0a:10::1") == origin_of("2a0a:10::2") != origin_of("2a0a:10:0:1::1")


# -- both players


@pytest.mark.trio
async def test_a_game_through_a_relay(tmp_path: Path) -> None:
    host = Host(tmp_path)
    watch, key = Watch(), Ed25519PrivateKey.generate()
    async with trio.open_nursery() as nursery:
        relay = Relay()
        listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
        nursery.start_soon(relay.serve, listeners)
        place = Place("127.0.0.1", listeners[0].socket.getsockname()[1])
        assert (await where_am_i(open_tcp, place)).host == "127.0.0.1"
        keeper = RelayKeeper(place, SECRET, open_from(0), host.take, port=4, observe=watch)
        nursery.start_soon(keeper.run)
        await watch.until(State.READY)
        assert keeper.own is not None
        for _ in range(3):
            finish = pinned(host.certificate.fingerprint)
            attempts = relay_attempts(place, SECRET, finish, open_from(0), port=5)
            winner = await race(attempts, discard=trio.aclose_forcefully)
            assert winner.attempt.way is Way.RELAY
            channel = await host.prove(winner.result, key)
            await (await host.door.next_connection()).close()
            await channel.close()
        nursery.cancel_scope.cancel()


@pytest.mark.trio
async def test_a_relay_that_is_gone_or_is_none(autojump_clock: trio.testing.MockClock) -> None:
    async def refuse(place: Place) -> trio.abc.Stream:
        await trio.lowlevel.checkpoint()
        raise ConnectionRefusedError(111, "no")

    async def strange(place: Place) -> trio.abc.Stream:
        near, far = trio.testing.memory_stream_pair()
        await far.send_all(b"SSH-2.0-OpenSSH_9.6 and more than that")
        return near

    async def take(stream: trio.abc.Stream, way: Way) -> None:
        raise AssertionError

    for open_stream, reason in ((refuse, Reason.REFUSED), (strange, Reason.NONSENSE)):
        watch = Watch()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(RelayKeeper(RELAY, SECRET, open_stream, take, observe=watch).run)
            assert (await watch.until(State.FAILED)).reason is reason
            nursery.cancel_scope.cancel()
        attempts: tuple[Attempt[trio.abc.Stream], ...] = relay_attempts(RELAY, SECRET, nobody, open_stream, port=7)
        with pytest.raises(NoWay) as caught:
            await race(attempts, discard=trio.aclose_forcefully)
        assert {report.reason for report in caught.value.reports} == {reason}


async def nobody(stream: trio.abc.Stream) -> trio.abc.Stream:
    raise AssertionError


@pytest.mark.trio
async def test_a_host_goes_to_the_relay_anew_when_it_must(autojump_clock: trio.testing.MockClock) -> None:
    """As when its address has changed, so that the place where it waited is dead; or when the relay was down."""
    async with trio.open_nursery() as nursery:
        world = World(nursery)
        dialled: list[float] = []
        down = False

        async def open_stream(place: Place) -> trio.abc.Stream:
            await trio.lowlevel.checkpoint()
            dialled.append(trio.current_time() - began)
            if down:
                raise ConnectionRefusedError(111, "Connection refused")
            return world.dial_as("45.1.1.2")

        async def take(stream: trio.abc.Stream, way: Way) -> None:
            raise AssertionError

        watch = Watch()
        keeper = RelayKeeper(RELAY, SECRET, open_stream, take, observe=watch)
        began = trio.current_time()
        nursery.start_soon(keeper.run)
        await trio.sleep(10)
        keeper.again()
        await trio.sleep(10)
        assert dialled == [0, 10]
        assert world.relay.counts.waiting == 1
        down = True
        keeper.again()
        await trio.sleep(30)
        assert dialled == [0, 10, 20, 21, 23, 28, 43]
        down = False
        keeper.again()
        await trio.sleep(1)
        assert world.relay.counts.waiting == 1
        assert keeper.own is not None
        nursery.cancel_scope.cancel()
