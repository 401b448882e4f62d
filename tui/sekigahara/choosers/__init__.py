"""One small chooser for each kind of decision: what may be chosen, in plain words, step by step. Knows no screen.

    >>> dialogue = open_dialogue(Asked(state, seat, faces, kind))

The choosers ask the engine what is legal; no rule is written here a second time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tui.dialogue import Asked, Dialogue, Marks, Option, Pick, Step
from tui.sekigahara.choosers.chapter_6_week import choose_bid, choose_discards, choose_first
from tui.sekigahara.choosers.chapter_7_3_marches import choose_move, choose_payment
from tui.sekigahara.choosers.chapter_8_1_declaring import choose_combat, show_overrun
from tui.sekigahara.choosers.chapter_8_2_deployment import (
    choose_answer,
    choose_castle,
    choose_challenge,
    choose_deployment,
)
from tui.sekigahara.choosers.chapter_8_7_losses import choose_losses, choose_retreat, choose_siege_losses

CHOOSERS: Final[dict[str, Callable[[Asked], Step]]] = {
    "discards": choose_discards,
    "bid": choose_bid,
    "first": choose_first,
    "pay": choose_payment,
    "move": choose_move,
    "reveal": show_overrun,
    "declare": choose_combat,
    "castle": choose_castle,
    "deploy": choose_deployment,
    "challenge": choose_challenge,
    "answer": choose_answer,
    "lose": choose_losses,
    "lose-in-siege": choose_siege_losses,
    "retreat": choose_retreat,
}
"""The chooser of each kind of decision."""


def open_dialogue(asked: Asked) -> Dialogue:
    """The dialogue that leads to an action for the decision asked for."""
    return Dialogue(CHOOSERS[asked.kind](asked))


__all__ = ["CHOOSERS", "Asked", "Dialogue", "Marks", "Option", "Pick", "Step", "open_dialogue"]
