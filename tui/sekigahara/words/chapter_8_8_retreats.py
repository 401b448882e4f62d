"""Section 8.8 in words: retreats."""

from __future__ import annotations

from typing import Final

from engine.hidden import Seat
from engine.sekigahara.chapters.chapter_8_8_retreats import Retreat
from engine.sekigahara.state import State
from tui.english import plural
from tui.sekigahara.words.locations import NAMES

RETREAT_DUE: Final = "retreat"


def retreat_words(state: State, seat: Seat, answer: Retreat) -> str:
    """8.8."""
    here = state.current_combat().location
    leaving = len(state.pools[seat][here]) - len(answer.staying)
    parts = []
    if answer.staying:
        parts.append(f"leaves {plural(len(answer.staying), 'block')} in the castle of {NAMES[here]}")
    if answer.location is not None:
        parts.append(f"retreats {plural(leaving, 'block')} to {NAMES[answer.location]}")
    return " and ".join(parts)
