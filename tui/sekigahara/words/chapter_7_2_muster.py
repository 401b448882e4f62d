"""Section 7.2 in words: musters."""

from __future__ import annotations

from collections.abc import Mapping

from engine.hidden import Face, Piece
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from tui.english import plural
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import pieces_words


def muster_words(answer: Muster, faces: Mapping[Piece, Face]) -> str:
    """7.2, R17."""
    at = NAMES[answer.location]
    if any(block not in faces for block in answer.blocks):
        return f"musters {plural(len(answer.blocks), 'block')} unseen at {at}"
    return f"musters {pieces_words(answer.blocks, faces)} at {at}" + (", shown" if answer.shown else ", unseen")
