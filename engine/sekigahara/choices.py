"""Helpers for listing options: pieces with equal faces stand for each other."""

from __future__ import annotations

from collections.abc import Mapping

from engine.hidden import Face, Piece
from engine.sekigahara.state import Pieces


def one_of_each(pieces: Pieces, faces: Mapping[Piece, Face]) -> Pieces:
    """The first piece of every face among `pieces`."""
    if len(pieces) < 2:
        return pieces
    return tuple({faces[piece]: piece for piece in reversed(pieces)}.values())[::-1]
