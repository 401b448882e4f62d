"""Section 9.3 in words: the Mōri box."""

from __future__ import annotations

from collections.abc import Mapping

from engine.hidden import Face, Piece
from engine.sekigahara.chapters.chapter_9_3_mori import CallMori
from tui.language import _
from tui.sekigahara.words.names import card_or_none, pieces_words


def called_mori(answer: CallMori, faces: Mapping[Piece, Face]) -> str:
    """Who came to Osaka, after "musters:"."""
    return _("{pieces} from the Mōri box at Osaka").format(pieces=pieces_words((answer.block,), faces))


def call_mori_words(answer: CallMori, faces: Mapping[Piece, Face]) -> str:
    """9.3."""
    return _("calls {pieces} to Osaka for {card}").format(
        pieces=pieces_words((answer.block,), faces), card=card_or_none(answer.card, faces)
    )
