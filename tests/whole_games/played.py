"""Whole games of Sekigahara played by bots between two tables of the protocol, for tests to look at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random

from engine.sekigahara.actions import Action

from engine.hidden import Seat
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.bots import bot
from engine.sekigahara.state import State
from protocol.roles import Role, Side
from protocol.seeds import Secrets
from protocol.table import Table
from tests.protocol.pair import Pair

SekigaharaPair = Pair[State, Action]
SekigaharaTable = Table[State, Action]


def secrets_of(label: int) -> Secrets:
    """Secrets that are the same in every run."""
    return Secrets(label.to_bytes(32, "big"), (label + 1_000_000).to_bytes(32, "big"))


@dataclass
class Played:
    """A game between the tables of `pair`. `choices` lists who decided what, `positions` the state before each."""

    pair: SekigaharaPair
    choices: list[tuple[Seat, Action]] = field(default_factory=list)
    positions: list[bytes] = field(default_factory=list)


def new_pair(seed: int, side: Side = Side.FIRST) -> SekigaharaPair:
    """Two tables at the start of game `seed`, the host's hello written."""
    pair = Pair(SEKIGAHARA, side, (secrets_of(2 * seed + 1), secrets_of(2 * seed + 2)))
    pair.host.begin()
    return pair


def play_on(
    played: Played,
    choose: Callable[[SekigaharaTable], Action],
    *,
    until: Callable[[Played], bool] = lambda played: False,
) -> Played:
    """Play until the game is finished, or `until` says so. Who decides first in a sealed decision is always seat 0."""
    pair = played.pair
    while True:
        pair.run()
        deciders = pair.deciders()
        if not deciders or until(played):
            return played
        table = min((pair.tables[role] for role in deciders), key=lambda table: table.seat or 0)
        assert table.state is not None
        assert table.seat is not None
        action = choose(table)
        played.choices.append((table.seat, action))
        played.positions.append(SEKIGAHARA.canonical(table.state))
        table.act(action)


def by_bots(seed: int, name: str = "random") -> Callable[[SekigaharaTable], Action]:
    """A chooser for both seats."""
    players = {role: bot(name, Random(seed * 2 + role)) for role in Role}

    def choose(table: SekigaharaTable) -> Action:
        assert table.state is not None
        assert table.seat is not None
        return players[table.role].choose(table.state, table.seat, table.faces)

    return choose


@lru_cache(maxsize=8)
def whole_game(seed: int) -> Played:
    """A finished game between two random bots. Not to be changed: tests share it."""
    return play_on(Played(new_pair(seed, Side(seed % 3))), by_bots(seed))
