"""Section 8.8 in words: retreats."""

from __future__ import annotations

from typing import Final

from engine.hidden import Seat
from engine.sekigahara.chapters.chapter_8_8_retreats import Retreat
from engine.sekigahara.state import State
from tui.grammar import listed
from tui.language import N_, _, plural
from tui.sekigahara.words.locations import NAMES

RETREAT_DUE: Final = N_("retreat")


def retreat_words(state: State, seat: Seat, answer: Retreat) -> str:
    """8.8."""
    here = state.current_combat().location
    leaving = len(state.pools[seat][here]) - len(answer.staying)
    parts = []
    if answer.staying:
        parts.append(
            _("leaves {blocks} in the castle of {location}").format(
                blocks=plural(len(answer.staying), "{count} block", "{count} blocks", _("no blocks")),
                location=NAMES[here],
            )
        )
    if answer.location is not None:
        parts.append(
            _("retreats {blocks} to {location}").format(
                blocks=plural(leaving, "{count} block", "{count} blocks", _("no blocks")),
                location=NAMES[answer.location],
            )
        )
    return listed(parts)
