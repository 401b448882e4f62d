"""Players that need no person. A bot sees what its seat may see and answers with an action.

Each is imported when it is asked for: what bots have learnt takes time to read, and most commands need none of them.
"""

from __future__ import annotations

from random import Random
from typing import Final

from engine.hidden import Bot
from engine.random_bot import RandomBot
from engine.sekigahara.rules import Answer, Sekigahara
from engine.sekigahara.state import State

BOTS: Final = ("steady", "seasoned", "strong", "random")
"""The usual one first, then stronger and stronger; `random` makes any legal move."""


def make_bot(game: Sekigahara, name: str, random: Random) -> Bot[State, Answer]:
    """The bot called `name`, with its own source of chance. Raises ValueError for a name not in `BOTS`."""
    if name == "random":
        return RandomBot(game, random)
    if name == "steady":
        from engine.sekigahara.bots.steady.bot import SteadyBot

        return SteadyBot()
    if name == "seasoned":
        from engine.sekigahara.bots.seasoned import SEASONED_WEIGHTS
        from engine.sekigahara.bots.steady.bot import SteadyBot

        return SteadyBot(SEASONED_WEIGHTS)
    if name == "strong":
        from engine.sekigahara.bots.strong.bot import StrongBot

        return StrongBot(random)
    raise ValueError(f"there is no bot called {name!r}; there are {', '.join(BOTS)}")
