"""The joiner's router opens a port, and the host comes in by it: when, told how, and given back."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import trio
import trio.testing

from p2p.reach.addresses import Place
from p2p.reach.answer_code import write_answer
from p2p.reach.dht.letter_box import LetterBox, letter_attempt
from p2p.reach.dht.letters import Writer
from p2p.reach.dialer import pinned
from p2p.reach.invitation import Invitation
from p2p.reach.joining import Joining
from p2p.reach.nat import Symmetric
from p2p.reach.own_port import LATER, OwnPort
from p2p.reach.plan import Plan, Tools
from p2p.reach.race import Attempt, NoWay, Winner, race
from p2p.reach.router.any_protocol import AnyProtocol
from p2p.reach.router.gateway import Gateways
from p2p.reach.router.opening import Opened, Speech, Wish
from p2p.reach.streams import connect_from, open_tcp
from p2p.reach.ways import Reason, State, Way, WayFailed
from tests.p2p.reach.dht_nodes import nodes
from tests.p2p.reach.fake_router import HERE, OUTSIDE
from tests.p2p.reach.pinned import SECRET, Host
from tests.p2p.reach.test_dht import HOSTS, guest
from tests.p2p.reach.watch import Watch

THERE = Place("45.2.2.2", 4000)
OPEN_AT = Place(OUTSIDE, 5555)
PLAN = Plan(dht=False, tor=False)


@dataclass
class Router:
    """Opens a port outside, whichever is wanted, or says no."""

    refuses: bool = False
    opened: list[int] = field(default_factory=list)
    closed: list[int] = field(default_factory=list)
    asked: list[float] = field(default_factory=list)
    lifetime: float = 3600

    async def open(self, wish: Wish) -> Opened:
        await trio.lowlevel.checkpoint()
        self.asked.append(trio.current_time())
        if self.refuses:
            raise WayFailed(Reason.ROUTER_REFUSES)
        self.opened.append(wish.internal)
        return Opened(Speech.PCP, OPEN_AT, self.lifetime)

    async def close(self, wish: Wish, opened: Opened) -> None:
        await trio.lowlevel.checkpoint()
        self.closed.append(wish.internal)


@pytest.fixture
def router(monkeypatch: pytest.MonkeyPatch) -> Router:
    """What stands above the joiner."""
    one = Router()
    monkeypatch.setattr("p2p.reach.own_port.router_opener", lambda *_: AnyProtocol([(Speech.PCP, one)]))
    return one


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path)


async def nothing(*_: Place) -> trio.abc.Stream:
    """Dials what does not answer."""
    return await trio.sleep_forever()


def tools(open_stream: Callable[[Place], Awaitable[trio.abc.Stream]] = nothing) -> Tools:
    """A machine at home, that reaches nobody."""
    return Tools(
        open_stream=open_stream,
        connect_from=nothing,
        own_addresses=lambda: (),
        source_addresses=lambda: ("192.168.1.10",),
        gateways=Gateways("192.168.1.1", None),
    )


@asynccontextmanager
async def joining(
    host: Host, hands: Tools, plan: Plan = PLAN, show_answer: Callable[[str], None] = lambda code: None
) -> AsyncIterator[tuple[Joining[trio.abc.Stream], Watch]]:
    """A joiner whose port is kept meanwhile."""
    watch = Watch()
    one = Joining(
        Invitation((THERE,), host.certificate.fingerprint, SECRET),
        pinned(host.certificate.fingerprint),
        trio.aclose_forcefully,
        plan=plan,
        tools=hands,
        observe=watch,
        show_answer=show_answer,
    )
    async with trio.open_nursery() as nursery:
        nursery.start_soon(one.keep_port)
        await trio.testing.wait_all_tasks_blocked()
        yield one, watch
        nursery.cancel_scope.cancel()


@pytest.mark.trio
async def test_the_host_comes_in_by_the_port_and_is_the_pinned_one(
    host: Host, router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when a crowd of others comes, and both routers are known to be such that nobody can knock."""
    monkeypatch.setattr("p2p.reach.own_port.LATER", 0.0)
    shown: list[str] = []
    won: list[Winner[trio.abc.Stream]] = []
    connected, told = trio.Event(), trio.Event()

    def show(code: str) -> None:
        shown.append(code)
        told.set()

    async with joining(host, tools(), show_answer=show) as (one, watch), trio.open_nursery() as nursery:

        async def connect() -> None:
            won.append(await one.connect())
            connected.set()

        nursery.start_soon(connect)
        ready = await watch.until(State.READY, Way.ROUTER)
        assert (ready.fact("address"), ready.fact("port")) == (OPEN_AT.host, OPEN_AT.port)
        one._symmetric.note(here=True, there=True)
        port = router.opened[0]
        await told.wait()
        assert shown == [write_answer(one._invitation, [OPEN_AT])]
        crowd = [await connect_from(Place("127.0.0.2", 0), Place(HERE, port)) for _ in range(12)]
        await crowd[-1].send_all(b"GET / HTTP/1.0\r\n\r\n")
        with trio.fail_after(20):
            while not connected.is_set():
                nursery.start_soon(host.take, await open_tcp(Place(HERE, port)), Way.PUNCH.value)
                with trio.move_on_after(2):
                    await connected.wait()
        assert won[0].way is Way.ROUTER
        assert [report.way for report in watch.reports if report.state is State.WON] == [Way.ROUTER]
        channel = await host.prove(won[0].result)
        assert one.open  # the connection goes over it
        assert router.closed == []
        await (await host.door.next_connection()).close()
        await channel.close()
        for stranger in crowd:
            await trio.aclose_forcefully(stranger)
    assert router.closed == router.opened == [port]


@pytest.mark.trio
async def test_given_back_as_soon_as_another_way_has_won(
    host: Host, router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("p2p.reach.own_port.LATER", 0.1)
    seen = trio.Event()
    async with trio.open_nursery() as nursery:
        listeners = await trio.open_tcp_listeners(0, host=HERE)
        door = Place(HERE, listeners[0].socket.getsockname()[1])

        async def take(stream: trio.SocketStream) -> None:
            await host.take(stream, HERE)

        nursery.start_soon(trio.serve_listeners, take, listeners)

        async def open_stream(place: Place) -> trio.abc.Stream:
            await seen.wait()
            return await open_tcp(door)

        async with joining(host, tools(open_stream)) as (one, watch):

            async def let_in() -> None:
                await watch.until(State.READY, Way.ROUTER)
                seen.set()

            nursery.start_soon(let_in)
            winner = await one.connect()
            assert winner.way is Way.IPV4
            await watch.until(State.LOST, Way.ROUTER)
            assert (router.closed, one.open) == (router.opened, False)
            await winner.result.aclose()
        nursery.cancel_scope.cancel()


@pytest.mark.trio
async def test_asked_only_when_nothing_leads_there_at_once_and_renewed_at_half_time(
    host: Host, router: Router, autojump_clock: trio.testing.MockClock
) -> None:
    async with joining(host, tools()) as (one, _):
        began = trio.current_time()
        with pytest.raises(NoWay) as caught:
            await one.connect(20)
        assert [round(time - began, 1) for time in router.asked] == [LATER]
        assert {report.way for report in caught.value.reports} == {Way.IPV4, Way.PUNCH}
        assert one.open  # the next race begins at once
        await trio.sleep(2000)
        assert [round(time - began, 1) for time in router.asked] == [LATER, LATER + 1800]
    assert len(router.closed) == 1


@pytest.mark.trio
@pytest.mark.parametrize("plan", [Plan(dht=False, tor=False, router=False), PLAN])
async def test_a_router_that_may_not_or_will_not_changes_nothing(
    host: Host, router: Router, plan: Plan, autojump_clock: trio.testing.MockClock
) -> None:
    router.refuses = True
    async with joining(host, tools(), plan) as (one, watch):
        with pytest.raises(NoWay) as caught:
            await one.connect(10)
        assert {report.way for report in caught.value.reports} == {Way.IPV4, Way.PUNCH}
        failures = [report.reason for report in watch.reports if report.way is Way.ROUTER and report.reason]
        assert failures == ([Reason.ROUTER_REFUSES] if plan.router else [])
        assert len(router.asked) == len(failures)
        assert not one.open
    assert router.closed == []


@pytest.mark.trio
@pytest.mark.parametrize("refuses", [True, False])
async def test_symmetric_is_no_verdict_while_our_router_may_let_the_host_in(
    router: Router, refuses: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The letter that tells the port is left although the host's says that its router takes new ports."""
    monkeypatch.setattr("p2p.reach.own_port.LATER", 1.5)
    monkeypatch.setattr("p2p.reach.dht.letter_box._LOOK", 1.0)
    router.refuses = refuses
    symmetric = Symmetric()
    async with (
        nodes(HOSTS[:8]) as every,
        guest([every[0].place]) as one,
        guest([every[5].place]) as other,
        trio.open_nursery() as nursery,
    ):
        box = LetterBox(one, SECRET, Writer.HOST)
        await box.leave(lambda outside: [THERE])
        own_port = OwnPort(tools(), Watch())
        nursery.start_soon(own_port.run)
        await trio.testing.wait_all_tasks_blocked(0.01)

        async def finish(stream: trio.abc.Stream) -> trio.abc.Stream:
            raise AssertionError

        async def open_stream(place: Place) -> trio.abc.Stream:
            symmetric.note(here=True, there=True)  # as the letter of a host of that kind says
            raise OSError

        letters = letter_attempt(
            other,
            SECRET,
            lambda outside: [THERE] if own_port.place is None else [own_port.place],
            finish,
            trio.aclose_forcefully,
            port=4001,
            symmetric=symmetric,
            own_port=own_port,
            open_stream=open_stream,
            connect=nothing,
            after=0.0,
        )
        attempts: list[Attempt[trio.abc.Stream]] = [letters]
        attempts.append(own_port.attempt(4001, finish, trio.aclose_forcefully, patience=20))
        ended: list[NoWay] = []

        async def run() -> None:
            try:
                await race(attempts, discard=trio.aclose_forcefully)
            except NoWay as error:
                ended.append(error)

        nursery.start_soon(run)
        with trio.fail_after(20):
            while not ended:
                letter = await box.find()
                if letter is not None and letter.places == (OPEN_AT,):
                    break
                await trio.sleep(0.05)
        assert refuses == bool(ended)
        if refuses:
            assert Reason.SYMMETRIC in {report.reason for report in ended[0].reports}
        nursery.cancel_scope.cancel()
