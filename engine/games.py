"""The games that there are: names, seats, settings to choose from, and bots.

This is a list to choose from, and loads none of them: a game is the package of its name here, which is read when the
game is chosen. The package `engine.x` of the game called `x` has

    make(settings) -> Game                       the game with these settings, those not named being usual
    bots.make_bot(game, name, random) -> Bot     a bot for such a game
    advice.make_adviser(game) -> Adviser         who tells of its decisions
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from engine.advice import Adviser
    from engine.hidden import Bot, Game


@dataclass(frozen=True, slots=True)
class GameKind:
    """A game as it is offered.

    `seats` are the keys of seats 0 and 1; `bots` the names of its bots, the usual one first; `options` the choices of
    each setting, likewise.
    """

    name: str
    seats: tuple[str, str]
    bots: tuple[str, ...]
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def make(self, settings: Mapping[str, str]) -> Game[Any, Any]:
        """The game with these settings, those not named being usual. Raises ValueError for what is not offered."""
        game: Game[Any, Any] = import_module(f"engine.{self.name}").make(settings)
        return game

    def bot(self, game: Game[Any, Any], name: str, random: Random) -> Bot[Any, Any]:
        """A bot for such a game, with its own source of chance. Raises ValueError for what is not offered."""
        bot: Bot[Any, Any] = import_module(f"engine.{self.name}.bots").make_bot(game, name, random)
        return bot

    def adviser(self, game: Game[Any, Any]) -> Adviser[Any, Any]:
        """Who tells of the decisions of such a game."""
        adviser: Adviser[Any, Any] = import_module(f"engine.{self.name}.advice").make_adviser(game)
        return adviser


GAMES: Final[tuple[GameKind, ...]] = (
    GameKind("sekigahara", ("tokugawa", "ishida"), ("steady", "seasoned", "strong", "random")),
    GameKind(
        "samurai",
        ("red", "blue"),
        ("steady", "strong", "random"),
        {"setup": ("turns", "random"), "tiles": ("chosen", "drawn")},
    ),
)
"""Every game, the first being the usual one."""


def game_kind(name: str) -> GameKind:
    """The game with this name. Raises ValueError."""
    for kind in GAMES:
        if kind.name == name:
            return kind
    raise ValueError(f"there is no game called {name[:40]!r}; there is {', '.join([kind.name for kind in GAMES])}")
