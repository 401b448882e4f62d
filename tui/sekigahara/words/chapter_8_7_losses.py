"""Section 8.7 in words: losses of battles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.hidden import SEATS, Face, Piece
from engine.sekigahara.chapters.chapter_8_7_losses import Lose, losses_due
from engine.sekigahara.state import Combat, State
from tui.sekigahara.words.names import SIDES, pieces_words

LOSSES_DUE: Final = "choose losses"


def lose_words(answer: Lose, faces: Mapping[Piece, Face]) -> str:
    """8.7.2."""
    return f"loses {pieces_words(answer.blocks, faces)}"


def losses_forecast(state: State, combat: Combat) -> str:
    """What the battle costs as the impact stands (8.7.1)."""
    due = losses_due(state, combat)
    losses = ", ".join([f"{SIDES[seat]} {due[seat]}" for seat in SEATS])
    return f"{SIDES[combat.leading]} leads. Losses as it stands: {losses}."
