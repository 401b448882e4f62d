"""Chapter 2 in words: the opening tiles and the figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.hidden import Draw, Face, Mix, Piece
from engine.samurai.board import DRAWN, STOCK
from engine.samurai.chapters.chapter_2_figures import PlaceFigure
from engine.samurai.chapters.chapter_2_opening import ChooseTiles
from tui.language import N_, _, plural
from tui.samurai.words.names import FIGURE_WORDS, NAMES, SIDES, tiles_words

OPENING_TILES_DUE: Final = N_("choose the tiles to begin with")
FIGURE_DUE: Final = N_("place a figure")
TURN_UP_DUE: Final = N_("turn up the figures that were drawn")
TURN_UP: Final = N_("turns up the figures that were drawn")


def choose_tiles_words(answer: ChooseTiles, faces: Mapping[Piece, Face]) -> str:
    """2.1."""
    known = all(tile in faces for tile in answer.tiles)
    words = _("chooses {tiles} to begin with: {which}") if known else _("chooses {tiles} to begin with in secret")
    return words.format(
        tiles=plural(len(answer.tiles), "{count} tile", "{count} tiles", _("no tiles")),
        which=tiles_words(answer.tiles, faces),
    )


def place_figure_words(answer: PlaceFigure) -> str:
    """2.4, 2.5."""
    return _("places a {figure} at {place}").format(figure=FIGURE_WORDS[answer.figure], place=NAMES[answer.at])


def draw_words(draw: Draw) -> list[str]:
    """What is drawn by chance (3.6, S3, S4)."""
    if draw.target == DRAWN:
        return [
            _("{figures} are drawn for the cities and villages.").format(
                figures=plural(draw.count, "{count} figure", "{count} figures", _("no figures"))
            )
        ]
    return [
        _("{side} draws {tiles}.").format(
            side=SIDES[draw.owner], tiles=plural(draw.count, "{count} tile", "{count} tiles", _("no tiles"))
        )
    ]


def mix_words(mix: Mix) -> list[str]:
    """What is shuffled (2.2). A hand that has drawn always is (S12), which is not told."""
    return [_("{side}'s stock is shuffled.").format(side=SIDES[mix.owner])] if STOCK in mix.pools else []
