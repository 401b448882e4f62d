"""Section 7.4 in words: overruns and their dead."""

from __future__ import annotations

from typing import Final

from engine.hidden import SEATS, Acted, Event
from engine.sekigahara.board import DEAD
from engine.sekigahara.chapters.chapter_8_7_losses import Lose
from engine.sekigahara.chapters.chapter_8_9_sieges import LoseInSiege
from engine.sekigahara.state import State
from tui.language import N_, _
from tui.sekigahara.words.names import SIDES, pieces_words

REVEAL_DUE: Final = N_("show the blocks that are overrun")
REVEAL: Final = N_("shows the overrun blocks")


def overrun_words(before: State, event: Event, after: State) -> list[str]:
    """Blocks that have died without their owner having chosen them for it (7.4.2)."""
    if isinstance(event, Acted) and isinstance(event.action, Lose | LoseInSiege):
        return []
    lines = []
    for seat in SEATS:
        dead = after.pools[seat][DEAD][len(before.pools[seat][DEAD]) :]
        if dead:
            lines.append(
                _("{side}'s blocks are overrun and destroyed: {pieces}.").format(
                    side=SIDES[seat], pieces=pieces_words(dead, after.shown)
                )
            )
    return lines
