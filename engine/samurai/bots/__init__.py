"""Players that need no person. A bot is given a view: what its seat may see, and nothing else."""

from __future__ import annotations

from random import Random
from typing import Final

from engine.hidden import Bot
from engine.random_bot import RandomBot
from engine.samurai.bots.steady import SteadyBot
from engine.samurai.bots.strong import StrongBot
from engine.samurai.rules import Answer, Samurai
from engine.samurai.state import State

BOTS: Final = ("steady", "strong", "random")
"""The usual one first, then the stronger one; `random` makes any legal move."""


def make_bot(game: Samurai, name: str, random: Random) -> Bot[State, Answer]:
    """The bot called `name`, with its own source of chance. Raises ValueError for a name not in `BOTS`."""
    if name == "random":
        return RandomBot(game, random)
    if name == "steady":
        return SteadyBot(game)
    if name == "strong":
        return StrongBot(game, random)
    raise ValueError(f"there is no bot called {name!r}; there are {', '.join(BOTS)}")
