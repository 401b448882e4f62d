"""What has happened in a line: what the enemy did and what it cost the player first, then the own results, points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.hidden import Seat
from tui.language import _
from tui.lines import Line
from tui.sekigahara.news import Kind, told_since
from tui.sekigahara.results import Happenings

WEIGHT: Final = (
    Kind.TAKEN,
    Kind.FOUGHT,
    Kind.POINTS,
    Kind.ATTACK,
    Kind.OWN_FIGHT,
    Kind.GAINED,
    Kind.MOVED,
    Kind.OWN_MOVE,
)
"""How much the parts matter: where there is no room the last is left out first."""


def headlines(happenings: Happenings, seat: Seat | None = None) -> list[Line]:
    """The line at several lengths, the longest first; nothing if nothing came. What is left out is counted.

    `▼ Takeda  Ueda: Ishida wins 8 : 4, you lose 2  (I4) Osaka → Gifu  +2 more  you 12 : 9 Ishida`.
    """
    parts = [(each.kind, brief) for each in told_since(happenings, seat) if each.kind for brief in each.brief]
    parts.sort(key=lambda part: part[0].value)
    if not any(kind is not Kind.POINTS for kind, _brief in parts):
        return []
    lightest = sorted(range(len(parts)), key=lambda number: (WEIGHT.index(parts[number][0]), number), reverse=True)
    wordings = [_joined([brief.whole for _kind, brief in parts])]
    for out in range(len(parts)):
        left = [number for number in range(len(parts)) if number not in lightest[:out]]
        words = [parts[number][1].short for number in left]
        if out:
            more: Line = [(_("+{count} more").format(count=out), "dim")]
            words.insert(sum(parts[number][0] is not Kind.POINTS for number in left), more)
        wordings.append(_joined(words))
    return wordings


def _joined(parts: Sequence[Line]) -> Line:
    line: list[tuple[str, str]] = []
    for part in parts:
        line += [("  ", "plain")] if line else []
        line += part
    return line
