"""What the simulation has found in the program, each held by a test of its own."""

from __future__ import annotations

import pytest

from p2p.session.answer_timing import TimedDecision


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
