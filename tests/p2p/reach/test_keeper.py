"""A port is renewed in time, asked for again when it is lost, and given back at the end."""

from __future__ import annotations

import math

import pytest
import trio
import trio.testing

from p2p.reach.addresses import Place
from p2p.reach.router.keeper import PortKeeper, PortMemory
from p2p.reach.router.opening import Opened, Speech, Wish
from p2p.reach.ways import Reason, State, WayFailed, WayReport

OUTSIDE = "45.1.1.2"


class Router:
    """Grants what it is asked for, or as `script` says, and writes down when."""

    def __init__(self, *script: Opened | Reason, lifetime: float = 3600) -> None:
        self.script = list(script)
        self.lifetime = lifetime
        self.asked: list[tuple[float, int]] = []
        self.closed: list[Place] = []
        self.hangs = False

    async def open(self, wish: Wish) -> Opened:
        await trio.lowlevel.checkpoint()
        self.asked.append((trio.current_time(), wish.external))
        answer = self.script.pop(0) if self.script else None
        if isinstance(answer, Reason):
            raise WayFailed(answer)
        return answer or Opened(Speech.PCP, Place(OUTSIDE, wish.external), self.lifetime)

    async def close(self, wish: Wish, opened: Opened) -> None:
        if self.hangs:
            await trio.sleep_forever()
        await trio.lowlevel.checkpoint()
        self.closed.append(opened.place)


async def keep(keeper: PortKeeper, seconds: float) -> None:
    with trio.move_on_after(seconds):
        await keeper.run()


@pytest.mark.trio
async def test_renewed_at_half_time_and_given_back(autojump_clock: trio.testing.MockClock) -> None:
    router = Router()
    seen: list[WayReport] = []
    began = trio.current_time()
    await keep(PortKeeper(router, 4000, observe=seen.append), 5000)
    assert [(round(time - began), port) for time, port in router.asked] == [(0, 4000), (1800, 4000), (3600, 4000)]
    assert router.closed == [Place(OUTSIDE, 4000)]
    assert [report.state for report in seen] == [State.TRYING, State.READY]
    assert (seen[1].fact("address"), seen[1].fact("port"), seen[1].fact("protocol")) == (OUTSIDE, 4000, "pcp")


@pytest.mark.trio
async def test_asked_again_at_once_when_something_may_have_changed(autojump_clock: trio.testing.MockClock) -> None:
    moved = Opened(Speech.PCP, Place("45.5.5.2", 4000), 3600)
    router = Router(Opened(Speech.PCP, Place(OUTSIDE, 4000), 3600), moved)
    keeper = PortKeeper(router, 4000)
    began = trio.current_time()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(keep, keeper, 500)
        await trio.sleep(100)
        keeper.again()
        await trio.sleep(1)
        assert keeper.place == moved.place
    assert [round(time - began) for time, _ in router.asked] == [0, 100]


@pytest.mark.trio
async def test_a_port_for_ever_is_looked_after_too(autojump_clock: trio.testing.MockClock) -> None:
    router = Router(lifetime=math.inf)
    await keep(PortKeeper(router, 4000), 2000)
    assert len(router.asked) == 2


@pytest.mark.trio
async def test_the_same_port_again_after_a_crash(autojump_clock: trio.testing.MockClock) -> None:
    other = Opened(Speech.PCP, Place(OUTSIDE, 5555), 3600)
    kept: list[PortMemory] = []
    router = Router(other)
    await keep(PortKeeper(router, 4000, remember=kept.append), 2000)
    assert [memory.external for memory in kept] == [5555]
    assert [port for _, port in router.asked] == [4000, 5555]
    again = Router()
    keeper = PortKeeper(again, 4000, memory=kept[0])
    await keep(keeper, 10)
    assert [port for _, port in again.asked] == [5555]
    assert keeper._wish.nonce == kept[0].nonce


@pytest.mark.trio
async def test_a_router_that_refuses_is_asked_again_ever_more_rarely(autojump_clock: trio.testing.MockClock) -> None:
    router = Router(*[Reason.ROUTER_REFUSES] * 5)
    seen: list[WayReport] = []
    began = trio.current_time()
    keeper = PortKeeper(router, 4000, observe=seen.append)
    await keep(keeper, 700)
    assert [round(time - began) for time, _ in router.asked] == [0, 15, 75, 375, 675]
    assert seen[1].reason is Reason.ROUTER_REFUSES
    assert keeper.settled.is_set()
    assert keeper.place is None
    assert router.closed == []


@pytest.mark.trio
async def test_a_new_address_is_told_and_a_lost_one_too(autojump_clock: trio.testing.MockClock) -> None:
    moved = Opened(Speech.PCP, Place("45.1.1.3", 4000), 3600)
    router = Router(Opened(Speech.PCP, Place(OUTSIDE, 4000), 3600), Reason.NO_ANSWER, moved)
    seen: list[WayReport] = []
    await keep(PortKeeper(router, 4000, observe=seen.append), 2000)
    assert [(report.state, report.fact("address")) for report in seen] == [
        (State.TRYING, None),
        (State.READY, OUTSIDE),
        (State.FAILED, None),
        (State.READY, "45.1.1.3"),
    ]


@pytest.mark.trio
async def test_what_is_opened_while_we_are_cancelled_is_given_back(autojump_clock: trio.testing.MockClock) -> None:
    class Slow(Router):
        async def open(self, wish: Wish) -> Opened:
            opened = await super().open(wish)
            await trio.sleep(self.seconds)
            return opened

        seconds = 1.5

    router = Slow()
    await keep(PortKeeper(router, 4000), 1)
    assert router.closed == [Place(OUTSIDE, 4000)]
    never = Slow()
    never.seconds = math.inf
    began = trio.current_time()
    await keep(PortKeeper(never, 4000), 1)
    assert trio.current_time() - began < 4


@pytest.mark.trio
async def test_a_router_that_hangs_does_not_hold_up_the_end(autojump_clock: trio.testing.MockClock) -> None:
    router = Router()
    router.hangs = True
    began = trio.current_time()
    await keep(PortKeeper(router, 4000), 10)
    assert trio.current_time() - began == pytest.approx(12)
