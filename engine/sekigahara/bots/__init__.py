"""Players that need no person. A bot sees what its seat may see and answers with an action."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final, Protocol

from engine.hidden import Face, Piece, Seat
from engine.sekigahara.actions import Action
from engine.sekigahara.bots.random_bot import RandomBot
from engine.sekigahara.bots.steady import SteadyBot
from engine.sekigahara.state import State


class Bot(Protocol):
    """A player that needs no person."""

    def choose(self, state: State, seat: Seat, faces: Mapping[Piece, Face]) -> Action:
        """A legal action for the decision that `seat` owes now. `faces` holds its own faces and the public ones."""


BOTS: Final = ("random", "steady")


def bot(name: str, random: Random) -> Bot:
    """The bot called `name`, with its own source of chance. Raises ValueError for a name not in `BOTS`."""
    if name == "random":
        return RandomBot(random)
    if name == "steady":
        return SteadyBot()
    raise ValueError(f"there is no bot called {name!r}; there are {', '.join(BOTS)}")
