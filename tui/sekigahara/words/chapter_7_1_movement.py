"""Section 7.1 in words: movement bought, its end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.hidden import Face, Piece
from engine.sekigahara.chapters.chapter_7_1_movement import Pay
from engine.sekigahara.forms import Degree
from tui.english import plural
from tui.sekigahara.words.names import which

PAYMENT_DUE: Final = "pay for movement"
MOVEMENT_DUE: Final = "move"
END_MOVEMENT: Final = "ends the movement"

DEGREES: Final[dict[Degree, str]] = {
    Degree.NONE: "no movement",
    Degree.MINIMAL: "minimal movement",
    Degree.LIMITED: "limited movement",
    Degree.TOTAL: "total movement",
}


def pay_words(answer: Pay, faces: Mapping[Piece, Face]) -> str:
    """7.1, R9."""
    cards = f"{plural(len(answer.cards), 'card')}{which(answer.cards, faces)}"
    if answer.degree is Degree.NONE:
        return "moves nothing" + (f" and replaces {cards}" if answer.cards else " and keeps all cards")
    return f"buys {DEGREES[answer.degree]}" + (f" for {cards}" if answer.cards else ", which is free")
