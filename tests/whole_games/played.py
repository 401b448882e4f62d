"""Whole games played by bots between two tables of the protocol, for tests to look at. Any game of the list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Any

from engine.games import GAMES, GameKind, game_kind
from engine.hidden import Bot, Game, Seat, View
from protocol.roles import Role, Side
from protocol.seeds import Secrets
from protocol.table import Table
from tests.protocol.pair import Pair

AnyPair = Pair[Any, Any]
AnyTable = Table[Any, Any]


@dataclass(frozen=True)
class Case:
    """A game to be played: which, by which bot, and its number, from which all else follows."""

    kind: str
    bot: str
    seed: int

    def __str__(self) -> str:
        return f"{self.kind}-{self.bot}-{self.seed}"

    @property
    def game(self) -> Game[Any, Any]:
        """With the options' choices in turn, so that the games of one kind are of several settings."""
        kind = game_kind(self.kind)
        return kind.make({option: choices[self.seed % len(choices)] for option, choices in kind.options.items()})

    @property
    def side(self) -> Side:
        return Side(self.seed % len(Side))

    def player(self, role: Role) -> Bot[Any, Any]:
        """The bot that plays for `role`, from the beginning."""
        return game_kind(self.kind).bot(self.game, self.bot, Random(2 * self.seed + role))


def _cases(kind: GameKind) -> list[Case]:
    return [Case(kind.name, "random", 0), Case(kind.name, "random", 1), Case(kind.name, "steady", 2)]


CASES = [case for kind in GAMES for case in _cases(kind)]
SHORT = [Case(kind.name, "random", 1) for kind in GAMES]
"""One of each game, for what takes several goes."""


def secrets_of(label: int) -> Secrets:
    """Secrets that are the same in every run."""
    return Secrets(label.to_bytes(32, "big"), (label + 1_000_000).to_bytes(32, "big"))


@dataclass
class Played:
    """A game between the tables of `pair`. `choices` lists who decided what, `positions` the state before each."""

    case: Case
    pair: AnyPair
    choices: list[tuple[Seat, Any]] = field(default_factory=list)
    positions: list[bytes] = field(default_factory=list)

    @property
    def secrets_by_seat(self) -> tuple[Secrets, Secrets]:
        """Both players' secrets."""
        one, two = sorted(Role, key=lambda role: self.pair.tables[role].seat or 0)
        return self.pair.secrets[one], self.pair.secrets[two]


def new_game(case: Case) -> Played:
    """Two tables at the start, the host's hello written."""
    pair = Pair(case.game, case.side, (secrets_of(2 * case.seed + 1), secrets_of(2 * case.seed + 2)))
    pair.host.begin()
    return Played(case, pair)


def view_at(table: AnyTable) -> View[Any]:
    """What the player of a table whose game is on may see."""
    view = table.view()
    assert view is not None
    return view


def play_on(
    played: Played, choose: Callable[[AnyTable], Any], *, until: Callable[[Played], bool] = lambda played: False
) -> Played:
    """Play until the game is finished, or `until` says so. Who decides first in a sealed decision is always seat 0."""
    pair = played.pair
    while True:
        pair.run()
        deciders = pair.deciders()
        if not deciders or until(played):
            return played
        table = min((pair.tables[role] for role in deciders), key=lambda table: table.seat or 0)
        view = view_at(table)
        action = choose(table)
        played.choices.append((view.seat, action))
        played.positions.append(pair.game.canonical(view.state))
        table.act(action)


def by_bots(case: Case) -> Callable[[AnyTable], Any]:
    """A chooser for both seats."""
    players = [case.player(role) for role in Role]
    return lambda table: players[table.role].choose(view_at(table))


@lru_cache(maxsize=16)
def whole_game(case: Case) -> Played:
    """A finished game between two bots. Not to be changed: tests share it."""
    return play_on(new_game(case), by_bots(case))
