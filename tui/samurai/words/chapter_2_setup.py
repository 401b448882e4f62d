"""Chapter 2 in words: the opening tiles and the figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.hidden import Draw, Face, Mix, Piece
from engine.samurai.board import DRAWN, STOCK
from engine.samurai.chapters.chapter_2_figures import PlaceFigure
from engine.samurai.chapters.chapter_2_opening import ChooseTiles
from tui.english import plural
from tui.samurai.words.names import FIGURE_WORDS, NAMES, SIDES, tiles_words

OPENING_TILES_DUE: Final = "choose the tiles to begin with"
FIGURE_DUE: Final = "place a figure"
TURN_UP_DUE: Final = "turn up the figures that were drawn"
TURN_UP: Final = "turns up the figures that were drawn"


def choose_tiles_words(answer: ChooseTiles, faces: Mapping[Piece, Face]) -> str:
    """2.1."""
    known = all(tile in faces for tile in answer.tiles)
    which = f": {tiles_words(answer.tiles, faces)}" if known else " in secret"
    return f"chooses {plural(len(answer.tiles), 'tile')} to begin with{which}"


def place_figure_words(answer: PlaceFigure) -> str:
    """2.4, 2.5."""
    return f"places a {FIGURE_WORDS[answer.figure]} at {NAMES[answer.at]}"


def draw_words(draw: Draw) -> list[str]:
    """What is drawn by chance (3.6, S3, S4)."""
    if draw.target == DRAWN:
        return [f"{plural(draw.count, 'figure')} are drawn for the cities and villages."]
    return [f"{SIDES[draw.owner]} draws {plural(draw.count, 'tile')}."]


def mix_words(mix: Mix) -> list[str]:
    """What is shuffled (2.2). A hand that has drawn always is (S12), which is not told."""
    return [f"{SIDES[mix.owner]}'s stock is shuffled."] if STOCK in mix.pools else []
