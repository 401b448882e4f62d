"""What the simulation has found in the program, each held by a test of its own."""

from __future__ import annotations

import pytest
import trio
import trio.testing

from p2p.errors import Problem
from p2p.notifications import PeerDisconnected
from p2p.session.answer_timing import TimedDecision
from p2p.wire.channel import Channel
from p2p.wire.messages import HeadMessage
from tests.p2p.paired_sessions import PATIENCE, against
from tests.simulation.faults import Fault, Kind
from tests.simulation.games import TOYS
from tests.simulation.judge import judge
from tests.simulation.world import ADDRESSES, Scenario, World, run


@pytest.mark.trio
async def test_silence_behind_a_head_is_a_broken_connection(autojump_clock: trio.testing.MockClock) -> None:
    """A machine that lost its power there was called a liar, and the game was stopped."""

    async def script(channel: Channel) -> None:
        await channel.send(HeadMessage(3, bytes(32)), patience=PATIENCE)
        await trio.sleep(70)

    for _ in range(8):  # whichever of its tasks comes first
        host, _ = await against(script)
        problems = [news.error.problem for news in host.news if isinstance(news, PeerDisconnected)]
        assert problems[:1] == [Problem.SILENT]
        assert not hasattr(host, "error")


@pytest.mark.parametrize(("asked_at", "window"), [(76.1, 0.1), (31.91, 1.5), (0.0, 10.0)])
def test_a_window_ends_later_than_now(asked_at: float, window: float) -> None:
    """At 76.1 + 0.1 the quotient is rounded down: the clock slept until then again and again."""
    decision: TimedDecision[None] = TimedDecision(3, asked_at, window, None)
    now = asked_at
    for number in range(1, 50):
        end = decision.window_ends(now)
        assert end > now
        assert end == pytest.approx(asked_at + number * window)
        now = end


def behind_silent_addresses(count: int) -> list[str]:
    """What is wrong with a game whose joiner alone has the last verdict when both programs die, and comes back then.

    The host is at the address of the invite that has `count` silent ones before it.
    """

    def prepare(world: World) -> None:
        world.network.host_address = ADDRESSES[count]
        world.network.others = dict.fromkeys(ADDRESSES, "silent")

    smooth = Scenario(1, TOYS[0])
    synced = "joiner disk record sync after"
    last = run(smooth, prepare=prepare).plan.counts[synced] - 1
    return judge(run(Scenario(1, TOYS[0], (Fault(synced, last, Kind.KILL_BOTH),)), prepare=prepare))


def test_the_last_verdict_comes_past_a_silent_address() -> None:
    assert behind_silent_addresses(1) == []


@pytest.mark.xfail(strict=False, reason="two silent addresses cost all the 20 seconds that a finished side stays for")
def test_the_last_verdict_comes_past_two_silent_addresses() -> None:
    assert behind_silent_addresses(2) == []
