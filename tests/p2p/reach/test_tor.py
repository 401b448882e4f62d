"""Tor's control port and SOCKS, played by a fake on loopback, friendly and not."""

from __future__ import annotations

import base64
import contextlib
from functools import partial
from pathlib import Path

import pytest
import trio
import trio.testing
from hypothesis import given
from hypothesis import strategies as st

from p2p.reach.addresses import Place
from p2p.reach.dialer import pinned
from p2p.reach.race import Attempt, NoWay, race
from p2p.reach.streams import listen_shared, open_tcp
from p2p.reach.tor.control import TorControl, read_cookie
from p2p.reach.tor.onion import (
    OnionKeeper,
    OnionMemory,
    control_ports,
    onion_attempt,
    onion_host,
    onion_key,
    open_control,
    socks_ports,
)
from p2p.reach.tor.socks import connect_through
from p2p.reach.ways import Reason, State, Way, WayFailed, WayReport
from tests.p2p.hands import serve
from tests.p2p.reach.fake_tor import COOKIE, HERE, PRIVATE, PUBLIC, FakeTor, checksum
from tests.p2p.reach.pinned import Host
from tests.p2p.reach.watch import Watch

TARGET = Place(HERE, 4000)


def test_an_onion_s_name_is_its_key() -> None:
    name = onion_host(PUBLIC)
    assert len(name) == 62
    assert base64.b32decode(name[:56].upper()) == PUBLIC + checksum(PUBLIC) + b"\x03"
    assert onion_key(name) == onion_key(name[:56].upper()) == PUBLIC
    for wrong in ("", "a" * 56, name[1:], name[:-7], "é"):
        with pytest.raises(WayFailed):
            onion_key(wrong)


def test_where_tor_is_looked_for() -> None:
    assert socks_ports() == (Place(HERE, 9050), Place(HERE, 9150))
    assert socks_ports(TARGET) == (TARGET,)
    assert len(control_ports()) == 3
    assert len(control_ports(chosen=TARGET)) == 1


async def keep(keeper: OnionKeeper, until: State, watch: Watch) -> None:
    """Run until a report of `until` has been seen."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(keeper.run)
        await watch.until(until)
        nursery.cancel_scope.cancel()


@pytest.mark.trio
@pytest.mark.parametrize("with_cookie", [True, False])
async def test_an_onion_is_made_and_kept_for_the_game(tmp_path: Path, with_cookie: bool) -> None:
    cookie = tmp_path / 'a "cookie"'
    cookie.write_bytes(COOKIE)
    tor = FakeTor(Path(str(cookie).replace('"', '\\"')) if with_cookie else None)
    watch = Watch()
    kept: list[OnionMemory] = []
    async with tor.running() as (control, _):
        ways = control_ports(chosen=control)
        keeper = OnionKeeper(TARGET, ways, remember=kept.append, observe=watch)
        await keep(keeper, State.READY, watch)
        assert (keeper.onion, kept) == (PUBLIC, [OnionMemory(PRIVATE, PUBLIC)])
        watch.reports.clear()
        again = OnionKeeper(TARGET, ways, memory=kept[0], remember=kept.append, observe=watch)
        assert again.onion == PUBLIC
        await keep(again, State.READY, watch)
    orders = [line for line in tor.heard if line.startswith("ADD_ONION")]
    private = base64.b64encode(PRIVATE).decode()
    assert orders == [
        "ADD_ONION NEW:ED25519-V3 Port=1600,127.0.0.1:4000",
        f"ADD_ONION ED25519-V3:{private} Flags=DiscardPK Port=1600,127.0.0.1:4000",
    ]
    assert len(kept) == 1
    assert not [line for line in tor.heard if COOKIE.hex() in line.lower()]
    assert "PRIVATE" not in repr(kept[0])


@pytest.mark.trio
async def test_the_cookie_is_shown_to_nobody(tmp_path: Path) -> None:
    cookie = tmp_path / "cookie"
    cookie.write_bytes(COOKIE)
    for tor in (FakeTor(cookie, methods="COOKIE"), FakeTor(cookie, serverhash=bytes(32))):
        async with tor.running() as (control, _):
            with pytest.raises(WayFailed) as caught:
                await open_control(control_ports(chosen=control))
        assert caught.value.reason is Reason.NEEDS_PASSWORD
        assert not [line for line in tor.heard if line.startswith("AUTHENTICATE")]


@pytest.mark.trio
@pytest.mark.parametrize(
    ("tor", "reason"),
    [
        (FakeTor(methods="HASHEDPASSWORD"), Reason.NEEDS_PASSWORD),
        (FakeTor(methods="SAFECOOKIE"), Reason.NEEDS_PASSWORD),
        (FakeTor(Path("/no/such/cookie")), Reason.NEEDS_PASSWORD),
        (FakeTor(Path(__file__)), Reason.NEEDS_PASSWORD),
        (FakeTor(replies={"AUTHENTICATE": b"515 no\r\n"}), Reason.NEEDS_PASSWORD),
        (FakeTor(replies={"PROTOCOLINFO": b"HTTP/1.1 400 Bad Request\r\n"}), Reason.NONSENSE),
        (FakeTor(replies={"PROTOCOLINFO": b"x" * 9000}), Reason.TOO_LONG),
        (FakeTor(replies={"PROTOCOLINFO": b"250-x\r\n" * 600}), Reason.TOO_LONG),
        (FakeTor(replies={"PROTOCOLINFO": b"250+x\r\n" + b"y\r\n" * 600}), Reason.TOO_LONG),
    ],
)
async def test_a_control_port_that_is_not_for_us(tor: FakeTor, reason: Reason) -> None:
    async with tor.running() as (control, _):
        with pytest.raises(WayFailed) as caught:
            await open_control(control_ports(chosen=control))
    assert caught.value.reason is reason


@pytest.mark.trio
async def test_without_tor_it_is_said_so() -> None:
    with pytest.raises(WayFailed) as caught:
        await open_control(control_ports(chosen=Place(HERE, 1)))
    assert caught.value.reason is Reason.NO_TOR
    watch = Watch()
    keeper = OnionKeeper(TARGET, control_ports(chosen=Place(HERE, 1)), observe=watch)
    await keep(keeper, State.FAILED, watch)
    assert watch.reports[-1] == WayReport(Way.ONION, State.FAILED, Reason.NO_TOR)
    await keeper.settled.wait()


@pytest.mark.trio
@pytest.mark.parametrize(("number", "reason"), [(2, Reason.NO_TOR), (13, Reason.NEEDS_PASSWORD)])
async def test_a_control_socket_that_is_missing_or_not_for_us(number: int, reason: Reason) -> None:
    async def refuse() -> trio.abc.Stream:
        await trio.lowlevel.checkpoint()
        raise OSError(number, "?")

    with pytest.raises(WayFailed) as caught:
        await open_control([refuse, *control_ports(chosen=Place(HERE, 1))])
    assert caught.value.reason is reason


@pytest.mark.trio
async def test_a_tor_that_still_connects_says_how_far(autojump_clock: trio.testing.MockClock) -> None:
    near, far = trio.testing.memory_stream_pair()
    tor = FakeTor(percents=[10, 10, 85, 100])
    watch = Watch()

    async def open_it() -> trio.abc.Stream:
        await trio.lowlevel.checkpoint()
        return near

    async with trio.open_nursery() as nursery:
        nursery.start_soon(partial(FakeTor.control, tor), far)
        keeper = OnionKeeper(TARGET, [open_it], observe=watch)
        nursery.start_soon(keeper.run)
        await keeper.settled.wait()
        assert keeper.onion == PUBLIC  # for the first invite
        assert {report.state for report in watch.reports} == {State.TRYING}
        await watch.until(State.READY)
        nursery.cancel_scope.cancel()
    assert [report.fact("percent") for report in watch.reports] == [None, 10, 85, None]
    assert watch.reports[-1].fact("address") == onion_host(PUBLIC)


@pytest.mark.trio
@pytest.mark.parametrize(
    "answer",
    [
        b"512 no\r\n",
        b"250 OK\r\n",
        b"250-ServiceID=short\r\n250 OK\r\n",
        f"250-ServiceID={onion_host(PUBLIC)[:56]}\r\n250 OK\r\n".encode(),
        f"250-ServiceID={onion_host(PUBLIC)[:56]}\r\n250-PrivateKey=RSA:AAAA\r\n250 OK\r\n".encode(),
    ],
)
async def test_what_tor_may_say_instead_of_an_onion(answer: bytes) -> None:
    watch = Watch()
    async with FakeTor(replies={"ADD_ONION": answer}).running() as (control, _):
        await keep(OnionKeeper(TARGET, control_ports(chosen=control), observe=watch), State.FAILED, watch)
    assert watch.reports[-1].reason is Reason.NONSENSE


@given(st.lists(st.binary(max_size=60), max_size=6).map(b"\r\n".join))
def test_any_bytes_from_the_control_port(data: bytes) -> None:
    async def main() -> None:
        near, far = trio.testing.memory_stream_pair()
        await far.send_all(data)
        await far.aclose()
        with contextlib.suppress(WayFailed):
            await TorControl(near).command("PROTOCOLINFO 1")

    trio.run(main)


@pytest.mark.trio
async def test_a_cookie_file_is_not_read_beyond_its_size(tmp_path: Path) -> None:
    (tmp_path / "big").write_bytes(bytes(100_000))
    assert len(await read_cookie(str(tmp_path / "big"))) == 33


# -- the joiner


async def through(tor: FakeTor, attempt: Attempt[trio.abc.Stream]) -> trio.abc.Stream:
    return (await race([attempt], discard=trio.aclose_forcefully)).result


@pytest.mark.trio
async def test_joiner_and_host_meet_at_the_onion(tmp_path: Path) -> None:
    host = Host(tmp_path)
    listener = listen_shared(Place(HERE, 0))
    tor = FakeTor(unknown=1)
    watch = Watch()
    async with tor.running() as (control, socks), trio.open_nursery() as nursery:
        nursery.start_soon(serve, host.door, [trio.SocketListener(trio.socket.from_stdlib_socket(listener))])
        target = Place(HERE, listener.getsockname()[1])
        keeper = OnionKeeper(target, control_ports(chosen=control), observe=watch)
        nursery.start_soon(keeper.run)
        await keeper.settled.wait()
        assert keeper.onion is not None
        finish = pinned(host.certificate.fingerprint)
        attempt = onion_attempt(keeper.onion, finish, proxies=[Place(HERE, 1), socks])
        channel = await host.prove(await through(tor, attempt))
        await (await host.door.next_connection()).close()
        await channel.close()
        nursery.cancel_scope.cancel()
    assert tor.asked == [onion_host(PUBLIC)] * 2


@pytest.mark.trio
async def test_the_joiner_sees_how_far_its_tor_has_connected(autojump_clock: trio.testing.MockClock) -> None:
    control, far = trio.testing.memory_stream_pair()
    tor, watch = FakeTor(percents=[45, 45, 90, 100]), Watch()

    async def open_it() -> trio.abc.Stream:
        await trio.lowlevel.checkpoint()
        return control

    async def hold(place: Place) -> trio.abc.Stream:
        return await trio.sleep_forever()

    async def finish(stream: trio.abc.Stream) -> trio.abc.Stream:
        raise AssertionError

    proxies = [Place(HERE, 9050)]
    attempt = onion_attempt(
        PUBLIC, finish, proxies=proxies, controls=[open_it], open_stream=hold, patience=10, observe=watch
    )
    async with trio.open_nursery() as nursery:
        nursery.start_soon(partial(FakeTor.control, tor), far)
        with pytest.raises(NoWay):
            await race([attempt], discard=trio.aclose_forcefully)
        nursery.cancel_scope.cancel()
    assert [(report.state, report.fact("percent")) for report in watch.reports] == [
        (State.TRYING, 45),
        (State.TRYING, 90),
    ]


@pytest.mark.trio
async def test_without_tor_it_is_said_once(autojump_clock: trio.testing.MockClock) -> None:
    watch = Watch()

    async def refuse() -> trio.abc.Stream:
        await trio.lowlevel.checkpoint()
        raise OSError(111, "?")

    with trio.move_on_after(600):
        await OnionKeeper(TARGET, [refuse], observe=watch).run()
    assert [report.state for report in watch.reports].count(State.TRYING) == 1
    assert len(set(watch.reports)) == 2


async def reason_of(proxies: list[Place]) -> Reason | None:
    async def finish(stream: trio.abc.Stream) -> trio.abc.Stream:
        raise AssertionError

    with pytest.raises(NoWay) as caught:
        await race([onion_attempt(PUBLIC, finish, proxies=proxies, patience=1)], discard=trio.aclose_forcefully)
    return caught.value.reports[0].reason


@pytest.mark.trio
@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (b"\5\5\0\1" + bytes(6), Reason.REFUSED),
        (b"\5\x63\0\1", Reason.NONSENSE),
        (b"\5\0\0\7", Reason.NONSENSE),
        (b"\4\0\0\1", Reason.NONSENSE),
        (b"\5\0", Reason.BROKEN),
        (b"\5\xf0\0\1" + bytes(6), Reason.ONION_UNKNOWN),
    ],
)
async def test_what_a_socks_server_may_say_instead(reply: bytes, reason: Reason) -> None:
    async with FakeTor(socks_reply=reply).running() as (_, socks):
        assert await reason_of([socks]) is reason


@pytest.mark.trio
async def test_no_socks_server_or_another_program() -> None:
    async def strange(stream: trio.SocketStream) -> None:
        await stream.send_all(b"SSH-2.0-OpenSSH\r\n")

    assert await reason_of([Place(HERE, 1)]) is Reason.NO_TOR
    async with trio.open_nursery() as nursery:
        listeners = await nursery.start(partial(trio.serve_tcp, strange, 0, host=HERE))
        assert await reason_of([Place(HERE, listeners[0].socket.getsockname()[1])]) is Reason.NO_TOR
        nursery.cancel_scope.cancel()


@pytest.mark.trio
async def test_a_name_is_given_only_to_keep_circuits_apart() -> None:
    for isolation in ("", "game"):
        async with FakeTor().running() as (_, socks):
            with pytest.raises(WayFailed) as caught:
                await connect_through(open_tcp, socks, Place("a.onion", 1), isolation=isolation)
        assert (caught.value.reason, dict(caught.value.facts)) == (Reason.ONION_UNKNOWN, {"socks": 4})
