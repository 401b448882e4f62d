"""Clocks in words: what each player has left."""

from __future__ import annotations

import math
from typing import Final

from tui.language import _
from tui.lines import Line
from tui.ports import Clocks

LAST: Final = 60.0
"""Seconds from which on a clock stands out."""


def time_words(seconds: float) -> str:
    """`1:02:03` or `4:05`; what has begun of a second counts as one, so that 0:00 is the end."""
    whole = math.ceil(max(0.0, seconds))
    hours, minutes, rest = whole // 3600, whole // 60 % 60, whole % 60
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def clock_line(clocks: Clocks, opponent: str) -> Line:
    """Both clocks: the one that runs is marked, and the last minute of either."""
    own, theirs = time_words(clocks.own), time_words(clocks.theirs)
    return [
        (_("You {time}").format(time=own), _style(clocks.own, runs=clocks.own_runs)),
        ("  ", "plain"),
        (_("{opponent} {time}").format(opponent=opponent, time=theirs), _style(clocks.theirs, runs=clocks.theirs_runs)),
        ("  ", "plain"),
    ]


def _style(left: float, *, runs: bool) -> str:
    if left <= LAST:
        return "bad"
    return "bold" if runs else "plain"
