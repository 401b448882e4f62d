"""Chapter 3 in words: the turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.hidden import Face, Piece
from engine.samurai.chapters.chapter_3_placing import PlaceTile
from engine.samurai.chapters.chapter_3_turn import TurnDue
from tui.language import N_, _, plural
from tui.samurai.words.names import NAMES, tile_or_hidden

END_TURN: Final = N_("ends the turn")
PASS: Final = N_("passes, able to play no tile")


def turn_due_words(question: TurnDue) -> str:
    """After "to"."""
    return _("play more tiles or end the turn") if question.played else _("play a tile")


def played_words(question: TurnDue) -> str:
    """What has been played in the turn, and what still may be (3.2, 3.3)."""
    if not question.played:
        return _("no tile played yet")
    rest = _("only tiles with the character may follow") if question.ordinary else _("any tile may follow")
    return f"{plural(question.played, '{count} tile played', '{count} tiles played')}, {rest}"


def place_tile_words(answer: PlaceTile, faces: Mapping[Piece, Face]) -> str:
    """3.4."""
    return _("lays {tile} on {place}").format(tile=tile_or_hidden(answer.tile, faces), place=NAMES[answer.at])
