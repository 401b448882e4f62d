"""The opponents that a player has met, by what the list of games keeps of each game.

Who signs with a long-term key is one player under whatever name (threat 44); of the others nothing but the name is
known, so those of one name are counted as one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final

from p2p.store.game_list import GameSummary

OPENING: Final = 2
"""Who leaves with no more decisions taken than these has seen its opening hand, and little else."""

LEFT_AFTER: Final = 7 * 24 * 3600.0
"""Seconds after which a game that waits for the opponent counts as left by it."""


@dataclass(slots=True)
class KnownPlayer:
    """An opponent. `person` is its long-term public key, hexadecimal; empty: it has not signed as anybody.

    `names` are those it used, the latest first. `games` were begun; of them `finished` came to an end, `left` were
    left early by the opponent, `in_opening` of these right after its opening hand, and in `cheated` it broke the rules.
    `last` is when a game with it was played last: seconds since 1970.
    """

    person: str
    names: list[str] = field(default_factory=list)
    games: int = 0
    finished: int = 0
    left: int = 0
    in_opening: int = 0
    cheated: int = 0
    last: float = 0.0


class Recognition(Enum):
    """What is known of who has come to a game."""

    NEW = auto()
    """Signs with a key that was not met before, under a name under which nobody has signed."""
    KNOWN = auto()
    """Signs with a key that was met before."""
    OTHER_KEY = auto()
    """Signs with a key that was not met before, under a name under which another key has signed."""
    NO_KEY = auto()
    """Does not sign, under a name under which somebody has."""


@dataclass(frozen=True, slots=True)
class Recognised:
    """Who has come to a game: `games` are those played before with the key, `keys` those that signed under the name."""

    how: Recognition
    name: str
    person: str
    games: int
    keys: tuple[str, ...]


def known_players(games: Iterable[GameSummary], now: float) -> list[KnownPlayer]:
    """The people met, the one that was played with last first. `games`: the last first, as `list_games` has them."""
    players: dict[tuple[str, str], KnownPlayer] = {}
    for game in games:
        progress = game.progress
        if not _with_a_person(game):
            continue
        key = (progress.person, "" if progress.person else _alike(progress.opponent))
        player = players.setdefault(key, KnownPlayer(progress.person))
        if progress.opponent not in player.names:
            player.names.append(progress.opponent)
        left = _left(game, now)
        player.games += 1
        player.finished += progress.finished and progress.left != "opponent"
        player.left += left
        player.in_opening += left and progress.moves <= OPENING
        player.cheated += progress.cheat in {"opponent", "both"}
        player.last = max(player.last, game.changed)
    return sorted(players.values(), key=lambda player: (-player.last, player.names))


def recognise(games: Iterable[GameSummary], this_game: str, name: str, person: str) -> Recognised | None:
    """What the other games tell of an opponent that calls itself `name` and signs as `person` in `this_game`.

    None if it does not sign, and nobody of this name has.
    """
    others = [game for game in games if game.name != this_game and _with_a_person(game)]
    met = sum(game.progress.person == person for game in others)
    keys = tuple(
        dict.fromkeys(
            [
                game.progress.person
                for game in others
                if game.progress.person and _alike(game.progress.opponent) == _alike(name)
            ]
        )
    )
    if not person:
        return Recognised(Recognition.NO_KEY, name, person, 0, keys) if keys else None
    if met:
        return Recognised(Recognition.KNOWN, name, person, met, keys)
    return Recognised(Recognition.OTHER_KEY if keys else Recognition.NEW, name, person, 0, keys)


def _with_a_person(game: GameSummary) -> bool:
    return bool(game.progress.opponent) and not game.opponent_bot and not game.damage


def _left(game: GameSummary, now: float) -> bool:
    """Whether the opponent has left the game early. Who does not come back to a player who has left it has not."""
    progress = game.progress
    if progress.left or progress.leaving:
        return progress.left == "opponent"
    waits = not progress.finished and progress.winner < 0 and not progress.result and progress.seat >= 0
    return waits and progress.turn == "opponent" and game.changed < now - LEFT_AFTER


def _alike(name: str) -> str:
    return name.casefold()
