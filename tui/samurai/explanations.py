"""What `?` tells of a decision beside the rule, and what the opponent can still hold."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from engine.hidden import View, other
from engine.samurai.board import HAND, STOCK
from engine.samurai.chapters.chapter_2_figures import FigureDue, TurnUpDue
from engine.samurai.chapters.chapter_2_opening import OpeningTilesDue
from engine.samurai.chapters.chapter_3_turn import TurnDue
from engine.samurai.components import TILE_SUPPLY, TILES, is_tile
from engine.samurai.state import State
from tui.language import N_, _
from tui.lines import Line
from tui.samurai.words.names import SIDES, full_tile_words

EXAMPLES: Final[dict[type, str]] = {
    OpeningTilesDue: N_("One tile of each kind, a ship and a samurai let you answer anything in the first turns."),
    FigureDue: N_("A high helmet in a city beside a rice field: whoever surrounds it first takes both."),
    TurnUpDue: N_("The figures lie as chance has it; both players see them at once."),
    TurnDue: N_(
        "A rice tile of 4 beside a village counts 4 for its rice field. A ship may be laid besides, by the sea."
    ),
}
"""An example for every question."""


def explain(view: View[State], question: Any) -> list[Line]:
    """An example."""
    example = EXAMPLES.get(type(question))
    return [[(_("Example: "), "bold"), (_(example), "plain")]] if example else []


def odds_lines(view: View[State]) -> list[Line]:
    """The tiles that the opponent has not laid, in its hand or its stock."""
    state, enemy = view.state, other(view.seat)
    unseen = Counter(TILE_SUPPLY)
    unseen.subtract(
        [
            state.shown[piece]
            for pool in state.pools[enemy]
            for piece in pool
            if piece in state.shown and is_tile(state.shown[piece])
        ]
    )
    hand, stock = len(state.pools[enemy][HAND]), len(state.pools[enemy][STOCK])
    lines: list[Line] = [
        [
            (
                _("{enemy}'s tiles not seen: {hand} in the hand, {stock} in the stock").format(
                    enemy=SIDES[enemy], hand=hand, stock=stock
                ),
                "heading",
            )
        ]
    ]
    lines += [[(f"{n:>3} × ", "dim"), (full_tile_words(TILES[face]), "plain")] for face, n in sorted((+unseen).items())]
    return lines
