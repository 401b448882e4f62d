"""What lessons must know of Samurai (`tui.tutorial`)."""

from __future__ import annotations

from typing import Final

from engine.samurai import Samurai
from engine.samurai.components import FACE_KEYS
from engine.samurai.state import State
from tui.tutorial.patterns import Guide

_IDLE: Final = ("end-turn", "pass")


def make_guide(game: Samurai) -> Guide[State]:
    """See `Guide`. The game has reached `taken 3` when three figures are captured or set aside, for each number."""
    return Guide(
        read_position=game.read_position,
        face=lambda face: FACE_KEYS[face],
        piece_fields=frozenset({"tile", "tiles"}),
        reached=_taken,
        idle=_IDLE,
    )


def _taken(state: State) -> str:
    taken = sum([sum(counts) for counts in (*state.captured, state.aside)])
    return f"taken {taken}"
