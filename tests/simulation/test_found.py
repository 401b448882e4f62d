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
