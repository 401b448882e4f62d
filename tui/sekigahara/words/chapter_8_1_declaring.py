"""Section 8.1 in words: combats declared and begun."""

from __future__ import annotations

from typing import Final

from engine.sekigahara.chapters.chapter_8_1_declaring import Declare
from engine.sekigahara.state import State
from tui.lines import Line
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import SIDES

DECLARATION_DUE: Final = "declare a combat"


def declare_words(answer: Declare) -> str:
    """8.1."""
    return f"declares combat at {NAMES[answer.location]}"


def combat_lines(before: State, after: State) -> list[Line]:
    """That a combat begins."""
    combat = after.combat
    if combat is None or before.combat is not None:
        return []
    kind = "Siege" if combat.siege else "Combat"
    return [[(f"{kind} at {NAMES[combat.location]}: {SIDES[combat.attacker]} attacks", "heading")]]
