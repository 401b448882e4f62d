"""Why the rules refuse something, in words made of the facts that the engine gives (`engine.hidden.IllegalAction`).

The engine's own sentence serves as it is, its facts put into words; where it reads badly, `SENTENCES` has a better one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.hidden import IllegalAction
from tui.samurai.words.names import WORD_OF

SENTENCES: Final[Mapping[str, str]] = {
    "Tile {piece} is not in the hand": "That tile is not in the hand",
    "Tile {piece} is not shown": "The tile is not shown",
    "Figure {piece} is not shown": "Not all figures are shown",
    "Piece {piece} is not one of the twenty tiles": "That is not one of the twenty tiles",
    "Piece {piece} is not one that this player can show": "One of these pieces is not yours to show",
    "Piece {piece} must be shown": "A piece must be shown for this",
    "Piece {piece} is shown as what it cannot be": "A piece is shown as what it cannot be",
    "{wanted} tiles are chosen, got {got}": "{wanted} tiles are chosen, not {got}",
    "This takes the figure exchange, and tile {piece} is another": "This takes the figure exchange, not another tile",
    "This takes the tile exchange, and tile {piece} is another": "This takes the tile exchange, not another tile",
    "No tile is laid on the settlement {place}": "No tile is laid on a settlement, and {place} is one",
}
"""By the engine's sentence. Their facts are in words already."""


def refusal_words(problem: IllegalAction) -> str:
    """Why something is refused, with the rule."""
    facts = {name: _fact_words(value) for name, value in problem.facts.items()}
    return f"{SENTENCES.get(problem.problem, problem.problem).format(**facts)} [{problem.rule}]"


def _fact_words(value: object) -> Any:
    return WORD_OF.get(value, value) if isinstance(value, str) else value
