"""Positions of Sekigahara."""

from __future__ import annotations

from collections.abc import Mapping

from engine.hidden import Face, Piece
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.state import State
from engine.sekigahara.text import PositionError, position_text
from tests.fuzz.any_positions import owners_of, target_of


def _text(state: State, private: Mapping[Piece, Face]) -> str:
    return position_text(state, private, owners_of(state, private))


TARGET = target_of("sekigahara", SEKIGAHARA.read_position, _text, PositionError)
