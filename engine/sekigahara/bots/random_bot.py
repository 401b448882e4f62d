"""The bot that plays at random."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from engine.hidden import Face, Piece, Seat
from engine.sekigahara.actions import Action
from engine.sekigahara.legal import legal_choices
from engine.sekigahara.state import State


class RandomBot:
    """Chooses uniformly among the kinds of action that are legal, then uniformly among the choices of that kind.

    Uniform over all choices at once would hardly ever do anything but what there happens to be most of: a hand of
    twelve cards has 4,096 ways to be replaced and one way to be kept.
    """

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(self, state: State, seat: Seat, faces: Mapping[Piece, Face]) -> Action:
        """See `Bot.choose`."""
        parts = legal_choices(state, seat, faces).parts
        # int(random() * n) is as uniform as anyone can tell for the few thousand choices there are, and much quicker
        # than randrange.
        random = self._random.random
        part = parts[int(random() * len(parts))]
        return part[int(random() * len(part))]
