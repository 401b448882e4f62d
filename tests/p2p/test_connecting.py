"""Who gets in, who does not, and what the others can use up (threats 24, 25, 26, 29)."""

from __future__ import annotations

import contextlib
import ssl
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from p2p.errors import ConnectionLost, LinkError, Problem, RefusedError, RemoteError, StorageError
from p2p.notifications import DialFailed, Notification, StrangersTurnedAway
from p2p.reach.dialer import FIRST_CONTACT, Dialer
from p2p.reach.host_listener import HostListener, StrangerLimits
from p2p.reach.invitation import Invitation
from p2p.reach.race import NoWay
from p2p.reach.strangers import origin_of
from p2p.reach.ways import NoWayToHost, Reason, State, Way, WayReport, facts
from p2p.wire.certificate import Certificate, make_certificate, read_certificate
from p2p.wire.channel import Channel, Traffic
from p2p.wire.frames import STRANGER_LIMIT, encode_frame
from p2p.wire.handshake import GameDescription, admit_joiner, prove_to_host
from p2p.wire.messages import AnyMessage, ChatMessage, EntryMessage, HelloMessage, ProofMessage, WelcomeMessage
from p2p.wire.tls import connect_pinned, host_context
from tests.p2p.hands import hands, invite_to, serve

SECRET = b"one-time secret!"
TOY = GameDescription("toy", (("rounds", "2"),))
USED = Problem.INVITE_USED.value
WRONG = Problem.OTHER_INVITE.value
PATIENCE = 10.0


@dataclass
class House:
    """A host without a network: `dial` gives the joiner's end of a new memory stream."""

    folder: Path
    certificate: Certificate = field(default_factory=make_certificate)
    joiner: bytes | None = None
    limits: StrangerLimits = field(default_factory=StrangerLimits)
    seen: list[Notification] = field(default_factory=list)
    bound: list[bytes] = field(default_factory=list)

    def __post_init__(self) -> None:
        pem = self.folder / "identity.pem"
        pem.write_bytes(self.certificate.pem)
        self.context = host_context(pem)
        self.listener = HostListener(
            secret=SECRET,
            certificate=self.certificate.fingerprint,
            context=self.context,
            joiner=self.joiner,
            bind=self.bound.append,
            game=TOY,
            observe=self.seen.append,
            limits=self.limits,
        )

    @property
    def invite(self) -> Invitation:
        return self.invite_to("10.0.113.1")

    def invite_to(self, *hosts: str, port: int = 4000, secret: bytes = SECRET) -> Invitation:
        return invite_to(*hosts, port=port, fingerprint=self.certificate.fingerprint, secret=secret)

    def dialer(self, nursery: trio.Nursery) -> Callable[[str, int], Awaitable[trio.abc.Stream]]:
        async def dial(address: str, port: int) -> trio.abc.Stream:
            await trio.lowlevel.checkpoint()
            near, far = trio.testing.memory_stream_pair()
            nursery.start_soon(self.listener.admit, far, address)
            return near

        return dial

    async def join(self, nursery: trio.Nursery, key: Ed25519PrivateKey, invite: Invitation | None = None) -> Channel:
        dialer = Dialer(invite or self.invite, key, patience=PATIENCE, tools=hands(self.dialer(nursery)))
        channel, game = await dialer.connect_once()
        assert game == TOY
        return channel

    def problems(self) -> list[Problem]:
        """Why strangers were turned away, each as often as it was told."""
        told = [problem for news in self.seen if isinstance(news, StrangersTurnedAway) for problem in news.problems]
        return [problem for problem, count in told for _ in range(count)]


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


@pytest.fixture
def key() -> Ed25519PrivateKey:
    return Ed25519PrivateKey.generate()


@pytest.mark.trio
async def test_the_invited_joiner_gets_in_and_both_talk(house: House, key: Ed25519PrivateKey) -> None:
    async with trio.open_nursery() as nursery:
        joiner = await house.join(nursery, key)
        host = await house.listener.next_connection()
        assert house.bound == [key.public_key().public_bytes_raw()]
        big = EntryMessage(bytes(60_000))
        nursery.start_soon(lambda: joiner.send(big, patience=PATIENCE))
        assert await host.receive(patience=PATIENCE) == big
        nursery.start_soon(lambda: host.send(big, patience=PATIENCE))
        assert await joiner.receive(patience=PATIENCE) == big
        assert house.seen == []


@pytest.mark.trio
async def test_another_certificate_is_refused_before_the_secret_is_used(house: House, key: Ed25519PrivateKey) -> None:
    invite = invite_to("10.0.113.1", port=4000, fingerprint=make_certificate().fingerprint, secret=SECRET)
    async with trio.open_nursery() as nursery:
        with pytest.raises(RefusedError, match=r"not the host of this invite.*somebody is in between"):
            await house.join(nursery, key, invite)
    assert house.bound == []
    assert len(house.problems()) == 1


def limited(version: ssl.TLSVersion) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.minimum_version = version
    context.maximum_version = version
    return context


@pytest.mark.trio
@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
async def test_the_host_speaks_tls_1_3_only(house: House, version: ssl.TLSVersion) -> None:
    async with trio.open_nursery() as nursery:
        stream = trio.SSLStream(
            await house.dialer(nursery)("10.0.113.1", 4000), limited(version), https_compatible=True
        )
        if version == ssl.TLSVersion.TLSv1_3:
            await stream.do_handshake()
            assert stream.version() == "TLSv1.3"
        else:
            with pytest.raises(trio.BrokenResourceError):
                await stream.do_handshake()
        await trio.aclose_forcefully(stream)


@pytest.mark.trio
async def test_the_joiner_speaks_tls_1_3_only() -> None:
    near, far = trio.testing.memory_stream_pair()
    await far.send_all(b"\x15\x03\x03\x00\x02\x02\x46")  # the alert of one that knows no version of ours
    with pytest.raises(ConnectionLost, match=r"does not speak TLS 1\.3"):
        await connect_pinned(near, bytes(32))


@pytest.mark.trio
async def test_a_wrong_secret_is_told_so(house: House, key: Ed25519PrivateKey) -> None:
    invite = house.invite_to("10.0.113.1", secret=bytes(16))
    async with trio.open_nursery() as nursery:
        with pytest.raises(RefusedError, match=WRONG):
            await house.join(nursery, key, invite)
    assert house.bound == []


@pytest.mark.trio
async def test_the_second_joiner_is_told_and_cut_and_the_first_comes_back(house: House, key: Ed25519PrivateKey) -> None:
    async with trio.open_nursery() as nursery:
        first = await house.join(nursery, key)
        host = await house.listener.next_connection()
        with pytest.raises(RefusedError, match=USED):
            await house.join(nursery, Ed25519PrivateKey.generate())
        # The first is not disturbed by that.
        await first.send(ChatMessage("still here"), patience=PATIENCE)
        assert await host.receive(patience=PATIENCE) == ChatMessage("still here")

        second = await house.join(nursery, key)
        newer = await house.listener.next_connection()
        with pytest.raises(ConnectionLost):
            await host.receive(patience=PATIENCE)
        await second.send(ChatMessage("again"), patience=PATIENCE)
        assert await newer.receive(patience=PATIENCE) == ChatMessage("again")
    assert len(house.bound) == 1


@pytest.mark.trio
async def test_a_connection_that_nobody_has_taken_gives_way_to_a_newer_one(
    house: House, key: Ed25519PrivateKey
) -> None:
    async with trio.open_nursery() as nursery:
        await house.join(nursery, key)
        newer = await house.join(nursery, key)
        await newer.send(ChatMessage("newer"), patience=PATIENCE)
        channel = await house.listener.next_connection()
        assert await channel.receive(patience=PATIENCE) == ChatMessage("newer")


@pytest.mark.trio
async def test_a_binding_outlives_the_process(tmp_path: Path, key: Ed25519PrivateKey) -> None:
    house = House(tmp_path, joiner=key.public_key().public_bytes_raw())
    async with trio.open_nursery() as nursery:
        with pytest.raises(RefusedError, match=USED):
            await house.join(nursery, Ed25519PrivateKey.generate())
        await house.join(nursery, key)
    assert house.bound == []


@pytest.mark.trio
async def test_of_two_joiners_at_once_one_gets_in(house: House) -> None:
    results: list[str] = []

    async def try_to_join(nursery: trio.Nursery) -> None:
        try:
            await house.join(nursery, Ed25519PrivateKey.generate())
        except RefusedError as error:
            results.append(str(error))
        else:
            results.append("in")

    async with trio.open_nursery() as nursery:
        for _ in range(4):
            nursery.start_soon(try_to_join, nursery)
    assert results.count("in") == 1
    assert results.count(USED) == 3
    assert len(house.bound) == 1


@pytest.mark.trio
async def test_a_joiner_that_cannot_be_written_down_is_not_let_in(house: House, key: Ed25519PrivateKey) -> None:
    def full(_: bytes) -> None:
        raise StorageError(Problem.CANNOT_WRITE, path="about.json", reason="No space left on device")

    house.listener._bind = full
    with pytest.raises(BaseExceptionGroup) as caught:
        async with trio.open_nursery() as nursery:
            await house.join(nursery, key)
    assert caught.group_contains(StorageError)


Cheat = Callable[[Channel, House], Awaitable[None]]


async def says_nothing(channel: Channel, house: House) -> None:
    await trio.lowlevel.checkpoint()


async def another_version(channel: Channel, house: House) -> None:
    await channel.send(HelloMessage(1, bytes(32)), patience=PATIENCE)


async def no_hello(channel: Channel, house: House) -> None:
    await channel.send(WelcomeMessage(bytes(32), "toy", ()), patience=PATIENCE)


async def an_entry_at_once(channel: Channel, house: House) -> None:
    await channel.send(EntryMessage(bytes(40)), patience=PATIENCE)


async def a_stolen_key(channel: Channel, house: House) -> None:
    """Knows the secret and the joiner's public key, but cannot sign with it."""

    class Thief:
        def __init__(self) -> None:
            self.owner = Ed25519PrivateKey.generate()

        def public_key(self) -> object:
            return self.owner.public_key()

        def sign(self, data: bytes) -> bytes:
            return Ed25519PrivateKey.generate().sign(data)

    with pytest.raises(RefusedError):
        await prove_to_host(
            channel,
            secret=SECRET,
            certificate=house.certificate.fingerprint,
            key=Thief(),  # type: ignore[arg-type]
            patience=PATIENCE,
        )


async def a_proof_for_another_host(channel: Channel, house: House) -> None:
    """What a man in the middle has: a good proof, made for his own certificate."""
    with pytest.raises(RefusedError):
        await prove_to_host(
            channel,
            secret=SECRET,
            certificate=make_certificate().fingerprint,
            key=Ed25519PrivateKey.generate(),
            patience=PATIENCE,
        )


async def a_large_frame(channel: Channel, house: House) -> None:
    await channel._stream.send_all((STRANGER_LIMIT + 1).to_bytes(4, "big"))


@pytest.mark.trio
@pytest.mark.parametrize(
    ("cheat", "problem"),
    [
        (says_nothing, Problem.NO_PROOF),
        (another_version, Problem.OTHER_VERSION),
        (no_hello, Problem.UNEXPECTED),
        (an_entry_at_once, Problem.UNEXPECTED),
        (a_stolen_key, Problem.WRONG_SIGNATURE),
        (a_proof_for_another_host, Problem.OTHER_INVITE),
        (a_large_frame, Problem.FRAME_TOO_LARGE),
    ],
)
async def test_who_does_not_prove_itself_is_cut(
    house: House, autojump_clock: trio.testing.MockClock, cheat: Cheat, problem: Problem
) -> None:
    async with trio.open_nursery() as nursery:
        stream = await connect_pinned(await house.dialer(nursery)("203.0.113.9", 1), house.certificate.fingerprint)
        await cheat(Channel(stream), house)
    assert house.seen == [StrangersTurnedAway(1, (("203.0.113.9", 1),), ((problem, 1),))]
    assert house.bound == []


@pytest.mark.trio
async def test_the_joiner_refuses_a_host_that_does_not_know_the_secret(key: Ed25519PrivateKey) -> None:
    near, far = trio.testing.memory_stream_pair()
    certificate = bytes(32)

    async def ignorant_host() -> None:
        await admit_joiner(
            Tolerant(far), secret=bytes(16), certificate=certificate, game=TOY, claim=lambda _: True, patience=PATIENCE
        )

    class Tolerant(Channel):
        """Recomputes the joiner's proof so that the ignorant host gets as far as its own."""

        async def receive(self, *, patience: float) -> AnyMessage:
            message = await super().receive(patience=patience)
            if isinstance(message, HelloMessage):
                self.hello = message
            if isinstance(message, ProofMessage):
                from p2p.wire import handshake

                context = handshake._context(certificate, self.hello.nonce, self.challenge, message.key)
                return ProofMessage(handshake._proof(bytes(16), b"joiner", context), message.key, message.signature)
            return message

        async def send(self, *messages: AnyMessage, patience: float) -> None:
            self.challenge = getattr(messages[0], "nonce", b"")
            await super().send(*messages, patience=patience)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(ignorant_host)
        with pytest.raises(RefusedError, match="host does not know this invite's secret"):
            await prove_to_host(Channel(near), secret=SECRET, certificate=certificate, key=key, patience=PATIENCE)


@pytest.mark.trio
async def test_a_slow_loris_is_cut_at_the_deadline(house: House, autojump_clock: trio.testing.MockClock) -> None:
    """A byte a second keeps no connection open beyond the one deadline for the whole handshake."""
    async with trio.open_nursery() as nursery:
        stream = await connect_pinned(await house.dialer(nursery)("203.0.113.9", 1), house.certificate.fingerprint)
        begun = trio.current_time()
        sent = 0
        with contextlib.suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            for byte in encode_frame(HelloMessage(2, bytes(32))):
                await stream.send_all(bytes([byte]))
                sent += 1
                await trio.sleep(1)
        assert trio.current_time() - begun <= 12
        assert 9 <= sent <= 12
    assert house.problems() == [Problem.NO_PROOF]


async def silence(house: House, nursery: trio.Nursery, *origins: str) -> list[trio.abc.Stream]:
    """One connection of each origin that never says a word."""
    streams = [await house.dialer(nursery)(origin, 1) for origin in origins]
    await trio.testing.wait_all_tasks_blocked()
    return streams


@pytest.mark.trio
async def test_silence_keeps_nobody_out(
    house: House, key: Ed25519PrivateKey, autojump_clock: trio.testing.MockClock
) -> None:
    """Threat 41: sixteen silent connections of four addresses, at the join and at the reconnect."""
    async with trio.open_nursery() as nursery:
        for address in ("10.0.113.1", "10.51.100.3"):  # of its own, and one that is as busy as can be
            house.listener._crowd.trusted.clear()
            streams = await silence(house, nursery, *[f"10.51.100.{number % 4}" for number in range(16)])
            assert house.listener.unproven == 16
            begun = trio.current_time()
            await house.join(nursery, key, house.invite_to(address))
            assert trio.current_time() - begun < 1
            await trio.sleep(11)
            assert house.listener.unproven == 0
            for stream in streams:
                await trio.aclose_forcefully(stream)
        nursery.cancel_scope.cancel()


@pytest.mark.trio
async def test_the_oldest_of_the_busiest_origin_gives_way_and_a_proven_one_last(
    tmp_path: Path, key: Ed25519PrivateKey, autojump_clock: trio.testing.MockClock
) -> None:
    house = House(tmp_path, limits=StrangerLimits(strangers=4, strangers_from_one_origin=3))
    async with trio.open_nursery() as nursery:
        await house.join(nursery, key)  # of 203.0.113.1
        await silence(house, nursery, "10.0.113.1", "10.0.113.1", "192.0.2.1", "192.0.2.2")

        def origins() -> list[str]:
            return [stranger.origin for stranger in house.listener._crowd._strangers]

        await silence(house, nursery, "192.0.2.3")
        assert origins() == ["10.0.113.1", "10.0.113.1", "192.0.2.2", "192.0.2.3"]
        await silence(house, nursery, "192.0.2.3")
        assert origins() == ["10.0.113.1", "10.0.113.1", "192.0.2.3", "192.0.2.3"]
        await silence(house, nursery, "192.0.2.2")
        assert origins() == ["10.0.113.1", "10.0.113.1", "192.0.2.3", "192.0.2.2"]
        await silence(house, nursery, "10.0.113.1", "10.0.113.1")
        assert origins() == ["10.0.113.1", "192.0.2.2", "10.0.113.1", "10.0.113.1"]
        assert set(house.problems()) == {Problem.GAVE_WAY}
        nursery.cancel_scope.cancel()


@pytest.mark.trio
async def test_one_address_cannot_lock_the_others_out(
    house: House, key: Ed25519PrivateKey, autojump_clock: trio.testing.MockClock
) -> None:
    async with trio.open_nursery() as nursery:
        dial = house.dialer(nursery)
        for _ in range(100):
            await dial("198.51.100.7", 1)
        await trio.testing.wait_all_tasks_blocked()
        assert house.listener.unproven == house.limits.strangers_from_one_origin
        await house.join(nursery, key)


@pytest.mark.parametrize(
    ("address", "origin"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("an onion", "an onion"),
    ],
)
def test_whom_a_connection_is_counted_with(address: str, origin: str) -> None:
    assert origin_of(address) == origin


@pytest.mark.trio
async def test_strangers_are_told_once_a_minute_and_are_not_traffic(
    house: House, key: Ed25519PrivateKey, autojump_clock: trio.testing.MockClock
) -> None:
    async with trio.open_nursery() as nursery:
        nursery.start_soon(house.listener._log.run)
        for number in range(100):
            await house.dialer(nursery)(f"198.51.100.{number % 3}", 1)
            await trio.sleep(1)
        await trio.sleep(60)
        told = [(news.count, news.origins) for news in house.seen if isinstance(news, StrangersTurnedAway)]
        assert told[0] == (1, (("198.51.100.0", 1),))
        assert sum(count for count, _ in told) == 100
        assert len(told) <= 4
        channel = await house.join(nursery, key)
        host, traffic = await house.listener.next_connection(), Traffic()
        host.count_in(traffic)
        assert traffic.bytes_sent == channel.traffic.bytes_received > 0
        assert traffic.bytes_received == channel.traffic.bytes_sent > 0
        nursery.cancel_scope.cancel()


@pytest.mark.trio
async def test_a_host_that_closes_before_tls_is_no_other_program() -> None:
    near, far = trio.testing.memory_stream_pair()
    await far.aclose()
    with pytest.raises(ConnectionLost) as caught:
        await connect_pinned(near, bytes(32))
    assert caught.value.problem is Problem.CLOSED_BEFORE_TLS


def test_retries_outlast_the_patience_for_silent_strangers() -> None:
    assert 2 * StrangerLimits().patience < FIRST_CONTACT


@pytest.mark.trio
async def test_a_full_disk_at_the_first_proof_is_told_as_such_to_both(house: House, key: Ed25519PrivateKey) -> None:
    def full(_: bytes) -> None:
        raise StorageError(Problem.CANNOT_WRITE, path="about.json", reason="No space left on device")

    house.listener._bind = full
    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    port = listeners[0].socket.getsockname()[1]
    invite = house.invite_to("127.0.0.1", port=port)
    told: list[LinkError] = []

    async def join() -> None:
        try:
            await Dialer(invite, key).connect_once()
        except LinkError as error:
            told.append(error)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(join)
        with pytest.raises(StorageError):
            await serve(house.listener, listeners)
    assert [error.problem for error in told] == [Problem.PEER_TROUBLE]


@pytest.mark.trio
async def test_another_certificate_at_a_redial_is_not_the_end_once_the_host_has_let_us_in(
    house: House, key: Ed25519PrivateKey, tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    (tmp_path / "other").mkdir()
    other = House(tmp_path / "other")
    seen: list[Notification] = []
    proofs: list[float] = []
    async with trio.open_nursery() as nursery:
        answers = [house.dialer(nursery), other.dialer(nursery), other.dialer(nursery), house.dialer(nursery)]

        async def dial(address: str, port: int) -> trio.abc.Stream:
            return await answers.pop(0)(address, port)

        dialer = Dialer(
            house.invite,
            key,
            observe=seen.append,
            before_proof=lambda: proofs.append(trio.current_time()),
            tools=hands(dial),
        )
        await dialer.next_connection()
        await dialer.next_connection()
    assert [news.error.problem for news in seen if isinstance(news, DialFailed)] == [Problem.OTHER_CERTIFICATE] * 2
    assert len(proofs) == 2
    assert len(house.bound) == 1
    assert other.bound == []


@pytest.mark.trio
async def test_addresses_are_tried_in_order_and_failures_waited_out(
    house: House, key: Ed25519PrivateKey, autojump_clock: trio.testing.MockClock
) -> None:
    invite = house.invite_to("10.0.2.1", "10.0.2.2", "10.0.2.3")
    tried: list[tuple[float, str]] = []
    seen: list[Notification] = []
    begun = trio.current_time()
    async with trio.open_nursery() as nursery:
        there = house.dialer(nursery)

        async def dial(address: str, port: int) -> trio.abc.Stream:
            tried.append((round(trio.current_time() - begun, 1), address[-1]))
            if address == "10.0.2.1":
                raise ConnectionRefusedError(111, "Connection refused")
            if len(tried) < 4:
                await trio.sleep_forever()
            return await there(address, port)

        dialer = Dialer(invite, key, observe=seen.append, patience=PATIENCE, tools=hands(dial))
        await dialer.next_connection()
        await house.listener.next_connection()
    assert tried == [(0, "1"), (0, "2"), (0.2, "3"), (10.8, "1"), (10.8, "2")]
    (failed,) = seen
    assert isinstance(failed, DialFailed)
    assert isinstance(failed.error, NoWayToHost)
    reasons = [(report.fact("address"), report.reason) for report in failed.error.reports]
    assert reasons == [("10.0.2.1", Reason.REFUSED), ("10.0.2.2", Reason.NO_ANSWER), ("10.0.2.3", Reason.NO_ANSWER)]
    assert failed.again_in == 0.5


@pytest.mark.trio
async def test_attempts_run_out_with_the_reason(
    house: House, key: Ed25519PrivateKey, autojump_clock: trio.testing.MockClock
) -> None:
    async def dial(address: str, port: int) -> trio.abc.Stream:
        await trio.lowlevel.checkpoint()
        raise ConnectionRefusedError(111, "Connection refused")

    seen: list[Notification] = []
    with pytest.raises(ConnectionLost, match="No way has led to the host"):
        await Dialer(house.invite, key, observe=seen.append, give_up_after=3, tools=hands(dial)).next_connection()
    assert [news.again_in for news in seen if isinstance(news, DialFailed)] == [0.5, 1]


@pytest.mark.trio
async def test_what_cannot_be_knocked_at_is_given_up_at_once(
    house: House, key: Ed25519PrivateKey, monkeypatch: pytest.MonkeyPatch, autojump_clock: trio.testing.MockClock
) -> None:
    """But never once the host has let us in: addresses and routers change."""
    tries = 0

    async def connect(self: object, patience: float) -> Any:
        nonlocal tries
        await trio.sleep(patience)
        tries += 1
        reason = Reason.SYMMETRIC if tries > 1 else Reason.NO_ANSWER
        raise NoWay([WayReport(Way.PUNCH, State.FAILED, reason, facts(here=1, there=int(tries > 2)))])

    monkeypatch.setattr("p2p.reach.joining.Joining.connect", connect)
    began = trio.current_time()
    with pytest.raises(NoWayToHost):
        await Dialer(house.invite, key, give_up_after=1000).next_connection()
    assert tries == 3
    assert trio.current_time() - began < 3 * 20 + 5
    seen: list[Notification] = []
    admitted = Dialer(house.invite, key, give_up_after=1000, admitted=True, observe=seen.append)
    with trio.move_on_after(100):
        await admitted.next_connection()
    assert tries > 5
    assert all(isinstance(news, DialFailed) and news.reached_before for news in seen)
    tries = 0
    monkeypatch.setattr("p2p.reach.joining.Joining.open", True)  # our router has opened a port: the host can dial
    with trio.move_on_after(100):
        await Dialer(house.invite, key, give_up_after=1000).next_connection()
    assert tries > 3


@pytest.mark.trio
async def test_whoever_is_asked_to_carry_an_answer_code_has_time_for_it(
    house: House, key: Ed25519PrivateKey, monkeypatch: pytest.MonkeyPatch, autojump_clock: trio.testing.MockClock
) -> None:
    async def connect(self: Any, patience: float) -> Any:
        self._show_answer("reply2")
        await trio.sleep(patience)
        raise NoWay([WayReport(Way.PUNCH, State.FAILED, Reason.NO_ANSWER)])

    monkeypatch.setattr("p2p.reach.joining.Joining.connect", connect)
    shown: list[str] = []
    began = trio.current_time()
    with pytest.raises(NoWayToHost):
        await Dialer(house.invite, key, give_up_after=30, show_answer=shown.append).next_connection()
    assert shown
    assert 100 < trio.current_time() - began < 150


@pytest.mark.trio
async def test_over_real_sockets(house: House, key: Ed25519PrivateKey) -> None:
    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    port = listeners[0].socket.getsockname()[1]
    invite = house.invite_to("127.0.0.1", port=port)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(serve, house.listener, listeners)
        wrong = house.invite_to("127.0.0.1", port=port, secret=bytes(16))
        with pytest.raises(RefusedError, match=WRONG):
            await Dialer(wrong, key).next_connection()
        joiner = await Dialer(invite, key).next_connection()
        host = await house.listener.next_connection()
        await host.send(ChatMessage("hello"), patience=PATIENCE)
        assert await joiner.receive(patience=PATIENCE) == ChatMessage("hello")
        assert 0 < joiner.traffic.bytes_received < 400
        await joiner.close()
        await joiner.close()
        with pytest.raises(ConnectionLost, match=r"closed|broke"):
            await host.receive(patience=PATIENCE)
        await host.close()
        nursery.cancel_scope.cancel()


def test_a_certificate_says_nothing_about_the_machine_and_reads_back() -> None:
    certificate = make_certificate()
    assert read_certificate(certificate.pem) == certificate
    assert make_certificate().fingerprint != certificate.fingerprint
    assert b"PRIVATE" not in repr(certificate).encode()
    other = make_certificate().pem
    end = b"-----END PRIVATE KEY-----\n"
    mixed = certificate.pem.partition(end)[0] + end + other.partition(end)[2]
    with pytest.raises(ValueError, match="do not belong together"):
        read_certificate(mixed)


@pytest.mark.trio
async def test_the_channel_says_what_was_expected(autojump_clock: trio.testing.MockClock) -> None:
    near, far = trio.testing.memory_stream_pair()
    channel = Channel(near)
    with pytest.raises(ConnectionLost, match="No whole message came for 10 seconds"):
        await channel.receive(patience=PATIENCE)
    await far.send_all(encode_frame(ChatMessage("x"))[:-1])
    await far.aclose()
    with pytest.raises(ConnectionLost, match="closed the connection in the middle of a message"):
        await channel.receive(patience=PATIENCE)
    near, far = trio.testing.memory_stream_pair()
    await far.send_all(encode_frame(ChatMessage("x")))
    with pytest.raises(RemoteError, match="sent chat where hello was expected"):
        await Channel(near).expect(HelloMessage, patience=PATIENCE)


@pytest.mark.trio
async def test_who_takes_nothing_is_given_up(autojump_clock: trio.testing.MockClock) -> None:
    near, _far = trio.testing.lockstep_stream_pair()
    with pytest.raises(ConnectionLost, match="took nothing for 10 seconds"):
        await Channel(near).send(ChatMessage("x"), patience=PATIENCE)
