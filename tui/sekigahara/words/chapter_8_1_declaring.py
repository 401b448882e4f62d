"""Section 8.1 in words: combats declared and begun."""

from __future__ import annotations

from typing import Final

from engine.hidden import Seat, other
from engine.sekigahara.chapters.chapter_8_1_declaring import Declare, locations_to_declare
from engine.sekigahara.chapters.chapter_8_9_sieges import combat_begun
from engine.sekigahara.state import State
from tui.language import N_, _
from tui.lines import Line
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import SIDES

DECLARATION_DUE: Final = N_("declare a combat")


def declare_words(answer: Declare) -> str:
    """8.1."""
    return _("declares combat at {location}").format(location=NAMES[answer.location])


def combat_lines(before: State, after: State) -> list[Line]:
    """That a combat begins, once it is settled that it is fought, and where (8.9.2)."""
    combat = combat_begun(after)
    if combat is None or combat_begun(before) is not None:
        return []
    words = _("Siege at {location}: {side} attacks") if combat.siege else _("Combat at {location}: {side} attacks")
    return [[(words.format(location=NAMES[combat.location], side=SIDES[combat.attacker]), "heading")]]


def combats_to_come(state: State, seat: Seat) -> str:
    """Which combats are to be declared after the one in progress, with the blocks of both sides, own first (8.1)."""
    places = [
        # Translators: a place, with how many blocks of the reader's stand there, and how many of the enemy's
        _("{location} ({own} against {theirs})").format(
            location=NAMES[place], own=len(state.pools[seat][place]), theirs=len(state.pools[other(seat)][place])
        )
        for place in locations_to_declare(state)
    ]
    if not places:
        return _("No other combat is to come this phase.")
    return _("To come this phase as well: {combats}.").format(combats=", ".join(places))
