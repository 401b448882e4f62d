"""The bot that plays at random."""

from __future__ import annotations

from random import Random
from typing import Generic

from engine.hidden import Action, Game, State, View


class RandomBot(Generic[State, Action]):
    """Chooses uniformly among the kinds of action that are legal, then uniformly among the choices of that kind.

    Uniform over all choices at once would hardly ever do anything but what there happens to be most of: a hand of
    twelve cards has 4,096 ways to be replaced and one way to be kept.
    """

    def __init__(self, game: Game[State, Action], random: Random) -> None:
        self._game = game
        self._random = random

    def choose(self, view: View[State]) -> Action:
        """See `engine.hidden.Bot.choose`."""
        parts = self._game.options(view).parts
        # int(random() * n) is as uniform as anyone can tell for the few thousand choices there are, and much quicker
        # than randrange.
        random = self._random.random
        part = parts[int(random() * len(parts))]
        return part[int(random() * len(part))]
