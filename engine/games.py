"""The games that there are: names, seats, settings to choose from, and bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from engine.advice import Adviser
from engine.hidden import Bot, Game
from engine.samurai import OPTIONS, SAMURAI, samurai_with
from engine.samurai import bots as samurai_bots
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara import bots as sekigahara_bots


@dataclass(frozen=True, slots=True)
class GameKind:
    """A game as it is offered.

    `seats` are the keys of seats 0 and 1; `options` the choices of each setting, the usual one first; `bots` the names
    of its bots, the usual one first. `make` gives the game with these settings, those not named being usual; `bot` a
    bot for such a game, with its own source of chance. Both raise ValueError for what is not offered. `adviser` gives
    who tells of the decisions of such a game.
    """

    name: str
    seats: tuple[str, str]
    options: Mapping[str, tuple[str, ...]]
    bots: tuple[str, ...]
    make: Callable[[Mapping[str, str]], Game[Any, Any]]
    bot: Callable[[Any, str, Random], Bot[Any, Any]]
    adviser: Callable[[Any], Adviser[Any, Any]]


def _sekigahara(settings: Mapping[str, str]) -> Game[Any, Any]:
    if settings:
        raise ValueError(f"sekigahara has no setting called {next(iter(settings))[:40]!r}")
    return SEKIGAHARA


def _sekigahara_adviser(game: Game[Any, Any]) -> Adviser[Any, Any]:
    # Read when it is asked for, as the bots are.
    from engine.sekigahara.advice import SekigaharaAdviser

    return SekigaharaAdviser()


def _samurai_adviser(game: Any) -> Adviser[Any, Any]:
    from engine.samurai.advice import SamuraiAdviser

    return SamuraiAdviser(game)


GAMES: Final[tuple[GameKind, ...]] = (
    GameKind(
        name=SEKIGAHARA.name,
        seats=SEKIGAHARA.seats,
        options={},
        bots=sekigahara_bots.BOTS,
        make=_sekigahara,
        bot=sekigahara_bots.make_bot,
        adviser=_sekigahara_adviser,
    ),
    GameKind(
        name=SAMURAI.name,
        seats=SAMURAI.seats,
        options=OPTIONS,
        bots=samurai_bots.BOTS,
        make=samurai_with,
        bot=samurai_bots.make_bot,
        adviser=_samurai_adviser,
    ),
)
"""Every game, the first being the usual one."""


def game_kind(name: str) -> GameKind:
    """The game with this name. Raises ValueError."""
    for kind in GAMES:
        if kind.name == name:
            return kind
    raise ValueError(f"there is no game called {name[:40]!r}; there is {', '.join([kind.name for kind in GAMES])}")
