"""Section 9.3 in words: the Mōri box."""

from __future__ import annotations

from collections.abc import Mapping

from engine.hidden import Acted, Event, Face, Piece
from engine.sekigahara.board import MORI_BOX
from engine.sekigahara.chapters.chapter_9_3_mori import CallMori
from engine.sekigahara.components import ISHIDA
from engine.sekigahara.state import State
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


def joined_words(before: State, event: Event, after: State) -> list[str]:
    """That all of the Mōri box comes to Osaka, because Tokugawa attacks it (9.3)."""
    box, left = before.pools[ISHIDA][MORI_BOX], after.pools[ISHIDA][MORI_BOX]
    called = isinstance(event, Acted) and isinstance(event.action, CallMori)
    if called or len(left) >= len(box):
        return []
    return [_("All of the Mōri box comes to Osaka: {pieces} (9.3).").format(pieces=pieces_words(box, before.shown))]
