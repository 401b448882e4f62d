"""Chapter 4 in words: the two exchanges."""

from __future__ import annotations

from engine.hidden import Seat
from engine.samurai.chapters.chapter_4_figure_exchange import ExchangeFigures
from engine.samurai.chapters.chapter_4_tile_exchange import ExchangeTile
from engine.samurai.state import State
from tui.language import _
from tui.samurai.words.names import FIGURE_WORDS, NAMES, tile_words


def exchange_tile_words(state: State, seat: Seat, answer: ExchangeTile) -> str:
    """4.1; `state` is the one before it."""
    what = tile_words(state.tile_at(seat, answer.lifted)) if state.pools[seat][answer.lifted] else _("a tile")
    return _("moves {tile} from {origin} to {place} with the tile exchange").format(
        tile=what, origin=NAMES[answer.lifted], place=NAMES[answer.at]
    )


def exchange_figures_words(answer: ExchangeFigures) -> str:
    """4.2."""
    return _("exchanges the {figure} of {place} and the {other_figure} of {other_place}").format(
        figure=FIGURE_WORDS[answer.figure],
        place=NAMES[answer.first],
        other_figure=FIGURE_WORDS[answer.other],
        other_place=NAMES[answer.second],
    )
