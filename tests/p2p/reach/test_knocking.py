"""The host's knocks: from which port, how long, and what becomes of it when the guest comes, goes, or is elsewhere."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest
import trio
import trio.testing

from p2p.reach.addresses import Place
from p2p.reach.dht.letter_box import LetterBox, LetterKeeper, letter_attempt
from p2p.reach.dht.letters import Writer
from p2p.reach.hosting import Hosting
from p2p.reach.joining import Joining
from p2p.reach.knocking import Knocks, Told
from p2p.reach.plan import Plan, Tools
from p2p.reach.race import NoWay
from p2p.reach.ways import Reason, WayFailed
from tests.p2p.reach.dht_nodes import nodes
from tests.p2p.reach.pinned import SECRET, Host
from tests.p2p.reach.test_both_sides import ALONE, hosting, tools
from tests.p2p.reach.test_dht import guest
from tests.p2p.reach.watch import Watch

HERE = "127.0.0.1"
OUTSIDE = "45.1.1.2"
GUEST = Place("45.2.2.2", 7)
GUEST6 = Place("2a0a:20::10", 8)


class Street:
    """A network in which every knock is heard, and none answered."""

    def __init__(self) -> None:
        self.heard: list[tuple[int, Place]] = []
        self.now: set[tuple[int, Place]] = set()
        self.came = trio.Event()

    async def connect(self, local: Place, place: Place) -> trio.abc.Stream:
        knock = (local.port, place)
        self.heard.append(knock)
        self.now.add(knock)
        self.came.set()
        try:
            return await trio.sleep_forever()
        finally:
            self.now.discard(knock)

    async def until(self, count: int) -> None:
        with trio.fail_after(30):
            while len(self.heard) < count:
                self.came = trio.Event()
                await self.came.wait()


@asynccontextmanager
async def knocking(street: Street, came: list[str]) -> AsyncIterator[Knocks]:
    async def take(stream: trio.abc.Stream, origin: str) -> None:
        came.append(origin)
        await stream.aclose()

    async def arrive(stream: trio.SocketStream) -> None:
        await take(stream, "at its own port")
        arrived.set()

    arrived = trio.Event()
    async with trio.open_nursery() as nursery:
        knocks = Knocks(nursery, Tools(connect_from=street.connect), take, arrive, Watch())
        knocks.renew()
        async with await trio.open_tcp_stream(HERE, knocks.port):
            await arrived.wait()
        yield knocks
        nursery.cancel_scope.cancel()


@pytest.mark.trio
async def test_they_come_from_a_port_of_their_own_which_is_another_one_each_time() -> None:
    street, came = Street(), list[str]()
    async with knocking(street, came) as knocks:
        assert came == ["at its own port"]
        ports = [knocks.port]
        for _ in range(3):
            knocks.renew()
            ports.append(knocks.port)
        assert len(set(ports)) == 4
        with pytest.raises(OSError, match="all attempts to connect"):
            await trio.open_tcp_stream(HERE, ports[0])


@pytest.mark.trio
async def test_nobody_knocks_where_the_guest_was_once_it_is_there_or_elsewhere() -> None:
    street = Street()

    def knock(place: Place) -> None:
        knocks.knock(
            Told.BY_LETTER, [place], 60, port=1, port6=2, here=False, there=False, in_vain=lambda: vain.append(place)
        )

    vain: list[Place] = []
    async with knocking(street, []) as knocks:
        knock(GUEST)
        await street.until(1)
        knock(GUEST6)
        await street.until(2)
        assert street.now == {(2, GUEST6)}
        assert knocks.knows(GUEST)
        knocks.connected()
        await trio.testing.wait_all_tasks_blocked()
        assert street.now == set()
        assert vain == []
        knocks.knock(
            Told.BY_LETTER, [GUEST], 0.01, port=1, port6=2, here=False, there=False, in_vain=lambda: vain.append(GUEST)
        )
        with trio.fail_after(30):
            while not vain:  # noqa: ASYNC110  it is soon there
                await trio.sleep(0.01)


@pytest.mark.trio
async def test_when_the_joiner_has_gone_the_letter_tells_another_port(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever routers remember of the old one, nobody knocks from it any more."""
    monkeypatch.setattr("p2p.reach.dht.client.Dht.outside", lambda self: OUTSIDE)
    async with nodes([f"127.0.1.{number}" for number in range(1, 6)]) as every, guest([every[0].place]) as dht:
        box = LetterBox(dht, SECRET, Writer.JOINER)

        async def told(one: Hosting, but: Place | None = None) -> Place:
            with trio.fail_after(30):
                while True:
                    letter = await box.find()
                    if letter is not None and letter.places[0] != but:
                        assert letter.places[1] == Place(OUTSIDE, one.port)
                        return letter.places[0]

        plan, hands = Plan(router=False, tor=False), tools(bootstrap=(every[0].place,))
        async with hosting(Host(tmp_path), plan, hands) as (one, _, _):
            first = await told(one)
            one.joiner_there(True)
            one.joiner_there(False)
            assert len({first, await told(one, first), Place(OUTSIDE, one.port)}) == 3


@pytest.mark.trio
@pytest.mark.parametrize("writer", list(Writer))
async def test_a_letter_is_left_anew_when_its_writer_knows_more(
    writer: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Our own address shows only when two nodes have told it, which may be after the first letter."""
    monkeypatch.setattr("p2p.reach.dht.letter_box._BREATHS", 0.01)
    monkeypatch.setattr("p2p.reach.dht.letter_box._BREATH", 0.01)
    outside: list[str] = []

    def compose(seen: str | None) -> list[Place]:
        return [GUEST6, *(Place(host, 5) for host in outside)]

    async def finish(stream: trio.abc.Stream) -> trio.abc.Stream:
        raise AssertionError

    async with (
        nodes([f"127.0.1.{number}" for number in range(1, 6)]) as every,
        guest([every[0].place]) as one,
        guest([every[1].place]) as other,
        trio.open_nursery() as nursery,
    ):
        if writer is Writer.HOST:
            keeper = LetterKeeper(LetterBox(one, SECRET, writer), compose, lambda letter: None)
            nursery.start_soon(keeper.run)
        else:
            attempt = letter_attempt(one, SECRET, compose, finish, trio.aclose_forcefully, port=4001, after=0)
            nursery.start_soon(attempt.run)
        box, told = LetterBox(other, SECRET, writer.other), list[tuple[Place, ...]]()
        with trio.fail_after(30):
            while len(told) < 2:
                letter = await box.find()
                if letter is not None and letter.places not in told:
                    told.append(letter.places)
                    outside.append(OUTSIDE)
        assert told == [(GUEST6,), (Place(OUTSIDE, 5), GUEST6)]
        nursery.cancel_scope.cancel()


@pytest.mark.trio
async def test_the_joiner_follows_each_new_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also while it knocks where an older one has led: the host may have written that before its address changed."""
    monkeypatch.setattr("p2p.reach.dht.letter_box._LOOK", 0.05)
    street, later = Street(), Place(GUEST.host, GUEST.port + 1)

    async def finish(stream: trio.abc.Stream) -> trio.abc.Stream:
        raise AssertionError

    async def open_stream(place: Place) -> trio.abc.Stream:
        return await trio.sleep_forever()

    async with (
        nodes([f"127.0.1.{number}" for number in range(1, 6)]) as every,
        guest([every[0].place]) as one,
        guest([every[1].place]) as other,
        trio.open_nursery() as nursery,
    ):
        box = LetterBox(one, SECRET, Writer.HOST)
        await box.leave(lambda outside: [GUEST])
        attempt = letter_attempt(
            other,
            SECRET,
            lambda outside: [GUEST6],
            finish,
            trio.aclose_forcefully,
            port=4001,
            open_stream=open_stream,
            connect=street.connect,
            after=0,
        )
        nursery.start_soon(attempt.run)
        await street.until(1)
        await box.leave(lambda outside: [later])
        await street.until(2)
        assert street.heard == [(4001, GUEST), (4001, later)]
        assert street.now == {(4001, later)}
        nursery.cancel_scope.cancel()


@pytest.mark.trio
async def test_a_joiner_keeps_its_port_until_it_was_connected_or_is_elsewhere(tmp_path: Path) -> None:
    """It is in the answer code; but routers may remember it when an address has changed."""
    host, home, wanted, own = Host(tmp_path), tools(), list[int](), [HERE]

    @contextmanager
    def hold(port: int) -> Iterator[int]:
        wanted.append(port)
        with home.hold_port(port) as held:
            yield held

    hands = dataclasses.replace(home, hold_port=hold, source_addresses=lambda: tuple(own))
    async with hosting(host, ALONE, tools()) as (one, _, _):
        invitation = dataclasses.replace(await one.invitation(), places=(Place(HERE, 1), Place(HERE, one.port)))
        ends = [WayFailed(Reason.BROKEN), WayFailed(Reason.BROKEN), None, None]

        async def finish(stream: trio.abc.Stream) -> trio.abc.Stream:
            await trio.lowlevel.checkpoint()
            if ends[len(wanted) - 1] is not None:
                await stream.aclose()
                raise WayFailed(Reason.BROKEN)
            return stream

        joining = Joining(invitation, finish, trio.aclose_forcefully, plan=ALONE, tools=hands)
        for end in ends:
            try:
                await trio.aclose_forcefully((await joining.connect(5)).result)
            except NoWay:
                assert end is not None
        own[0] = "127.0.0.2"
        ends.append(WayFailed(Reason.BROKEN))
        with pytest.raises(NoWay):
            await joining.connect(5)
        assert [bool(port) for port in wanted] == [False, True, True, False, False]
