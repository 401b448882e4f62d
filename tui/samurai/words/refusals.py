"""Why the rules refuse something, in words made of the facts that the engine gives (`engine.hidden.IllegalAction`).

The engine's own sentence serves as it is, its facts put into words; where it reads badly, `SENTENCES` has a better one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.hidden import IllegalAction
from tui.language import N_, _
from tui.samurai.words.names import word_of

SENTENCES: Final[Mapping[str, str]] = {
    "Tile {piece} is not in the hand": N_("That tile is not in the hand"),
    "Tile {piece} is not shown": N_("The tile is not shown"),
    "Figure {piece} is not shown": N_("Not all figures are shown"),
    "Piece {piece} is not one of the twenty tiles": N_("That is not one of the twenty tiles"),
    "Piece {piece} is not one that this player can show": N_("One of these pieces is not yours to show"),
    "Piece {piece} must be shown": N_("A piece must be shown for this"),
    "Piece {piece} is shown as what it cannot be": N_("A piece is shown as what it cannot be"),
    "{wanted} tiles are chosen, got {got}": N_("{wanted} tiles are chosen, not {got}"),
    "This takes the figure exchange, and tile {piece} is another": N_(
        "This takes the figure exchange, not another tile"
    ),
    "This takes the tile exchange, and tile {piece} is another": N_("This takes the tile exchange, not another tile"),
    "No tile is laid on the settlement {place}": N_("No tile is laid on a settlement, and {place} is one"),
}
"""By the engine's sentence. Their facts are in words already."""


def refusal_words(problem: IllegalAction) -> str:
    """Why something is refused, with the rule."""
    facts = {name: _fact_words(value) for name, value in problem.facts.items()}
    return f"{_(SENTENCES.get(problem.problem, problem.problem)).format(**facts)} ({problem.rule})"


def _fact_words(value: object) -> Any:
    return word_of(value) if isinstance(value, str) else value
