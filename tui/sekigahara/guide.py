"""What lessons must know of Sekigahara (`tui.tutorial`)."""

from __future__ import annotations

from typing import Final

from engine.sekigahara import Sekigahara
from engine.sekigahara.pieces import FACE_KEYS
from engine.sekigahara.state import State
from tui.tutorial.patterns import Guide

_IDLE: Final = ("challenge card=-", "pay degree=minimal", "end-movement", "end-deployment", "prove-loyalty card=-")


def make_guide(game: Sekigahara) -> Guide[State]:
    """See `Guide`. The game has reached `week 2` when its second week has begun."""
    return Guide(
        read_position=game.read_position,
        face=lambda face: FACE_KEYS[face],
        piece_fields=frozenset({"block", "blocks", "card", "cards", "forced", "staying"}),
        reached=lambda state: f"week {state.week}",
        idle=_IDLE,
    )
