"""Positions of Samurai."""

from __future__ import annotations

from engine.samurai import SAMURAI
from engine.samurai.text import PositionError, position_text
from tests.fuzz.any_positions import target_of

TARGET = target_of("samurai", SAMURAI.read_position, position_text, PositionError)
