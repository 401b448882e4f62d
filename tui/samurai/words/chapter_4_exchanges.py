"""Chapter 4 in words: the two exchanges."""

from __future__ import annotations

from engine.hidden import Seat
from engine.samurai.chapters.chapter_4_figure_exchange import ExchangeFigures
from engine.samurai.chapters.chapter_4_tile_exchange import ExchangeTile
from engine.samurai.state import State
from tui.samurai.words.names import FIGURE_WORDS, NAMES, tile_words


def exchange_tile_words(state: State, seat: Seat, answer: ExchangeTile) -> str:
    """4.1; `state` is the one before it."""
    what = tile_words(state.tile_at(seat, answer.lifted)) if state.pools[seat][answer.lifted] else "a tile"
    return f"moves {what} from {NAMES[answer.lifted]} to {NAMES[answer.at]} with the tile exchange"


def exchange_figures_words(answer: ExchangeFigures) -> str:
    """4.2."""
    first = f"the {FIGURE_WORDS[answer.figure]} of {NAMES[answer.first]}"
    second = f"the {FIGURE_WORDS[answer.other]} of {NAMES[answer.second]}"
    return f"exchanges {first} and {second}"
