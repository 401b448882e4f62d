"""Section 7.2 in words: musters."""

from __future__ import annotations

from collections.abc import Mapping

from engine.hidden import Face, Piece
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from tui.language import _, plural
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import pieces_words


def muster_words(answer: Muster, faces: Mapping[Piece, Face]) -> str:
    """7.2, R17."""
    at = NAMES[answer.location]
    if any(block not in faces for block in answer.blocks):
        return _("musters {blocks} unseen at {at}").format(
            blocks=plural(len(answer.blocks), "{count} block", "{count} blocks", _("no blocks")), at=at
        )
    words = _("musters {pieces} at {at}, shown") if answer.shown else _("musters {pieces} at {at}, unseen")
    return words.format(pieces=pieces_words(answer.blocks, faces), at=at)


def mustered(answer: Muster, faces: Mapping[Piece, Face]) -> str:
    """Who came where, after "musters:"."""
    at = NAMES[answer.location]
    if any(block not in faces for block in answer.blocks):
        blocks = plural(len(answer.blocks), "{count} block", "{count} blocks", _("no blocks"))
        return _("{blocks} unseen at {at}").format(blocks=blocks, at=at)
    return _("{pieces} at {at}").format(pieces=pieces_words(answer.blocks, faces), at=at)
