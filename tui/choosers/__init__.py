"""One small chooser for each kind of decision: what may be chosen, in plain words, step by step. Knows no screen.

    >>> dialogue = open_dialogue(Asked(state, seat, faces, kind))

The choosers ask the engine what is legal; no rule is written here a second time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tui.choosers.aftermath import choose_losses, choose_retreat, choose_siege_losses
from tui.choosers.battle import choose_answer, choose_castle, choose_challenge, choose_deployment
from tui.choosers.movement import choose_move, choose_payment
from tui.choosers.steps import Asked, Dialogue, Marks, Option, Pick, Step
from tui.choosers.war import choose_combat, show_overrun
from tui.choosers.week import choose_bid, choose_discards, choose_first

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
