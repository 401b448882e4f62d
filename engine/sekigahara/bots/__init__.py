"""Players that need no person. A bot sees what its seat may see and answers with an action."""

from __future__ import annotations

from random import Random
from typing import Final

from engine.hidden import Bot
from engine.random_bot import RandomBot
from engine.sekigahara.bots.steady.bot import SteadyBot
from engine.sekigahara.bots.strong.bot import StrongBot
from engine.sekigahara.bots.tuned import TUNED_WEIGHTS
from engine.sekigahara.rules import Answer, Sekigahara
from engine.sekigahara.state import State

BOTS: Final = ("random", "steady", "tuned", "strong")
"""From the weakest to the strongest."""


def make_bot(game: Sekigahara, name: str, random: Random) -> Bot[State, Answer]:
    """The bot called `name`, with its own source of chance. Raises ValueError for a name not in `BOTS`."""
    if name == "random":
        return RandomBot(game, random)
    if name == "steady":
        return SteadyBot()
    if name == "tuned":
        return SteadyBot(TUNED_WEIGHTS)
    if name == "strong":
        return StrongBot(random)
    raise ValueError(f"there is no bot called {name!r}; there are {', '.join(BOTS)}")
