"""The seasoned bot: the steady one's rules of thumb with weights found by playing.

They are those of one round of `scripts/tune_weights.py --games 800`, multiplied by the factors of `factors.toml`, which
were found by hand.
"""

from __future__ import annotations

from typing import Final

from engine.sekigahara.bots.steady.weights import Weights, weights_in
from engine.sekigahara.components import SIDES

SEASONED_WEIGHTS: Final[tuple[Weights, Weights]] = (weights_in(__name__, SIDES[0]), weights_in(__name__, SIDES[1]))
"""What the bot plays with, Tokugawa's weights first."""
