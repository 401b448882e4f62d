"""Real games, from which the seeds are made: the same ones in every run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from engine.games import game_kind
from engine.hidden import SEATS, Face, Over, Piece, Seat
from engine.open_table import OpenTable, SeededChance
from tests.whole_games.played import Case, Played, whole_game


@dataclass(frozen=True, slots=True)
class Moment:
    """A position at which `seat` was asked, with all faces, and what it answered."""

    state: Any
    faces: dict[Piece, Face]
    seat: Seat
    action: Any


@cache
def moments(kind: str) -> Sequence[Moment]:
    """Of two games of the kind at an open table, every decision."""
    offered = game_kind(kind)
    found: list[Moment] = []
    for seed, bot in enumerate((offered.bots[0], offered.bots[-1])):
        game = offered.make({option: choices[-1] for option, choices in offered.options.items()} if seed else {})
        table: OpenTable[Any, Any] = OpenTable(game, SeededChance(seed))
        player = offered.bot(game, bot, Random(seed))
        while not isinstance(table.waiting, Over):
            seat = next(seat for seat in SEATS if table.asked(seat) is not None)
            action = player.choose(table.view(seat))
            found.append(Moment(game.copy(table.state), dict(table.faces), seat, action))
            table.act(seat, action)
    return found


def played() -> Played:
    """A whole game over the protocol, with all its proofs."""
    return whole_game(Case("samurai", "random", 0))


def entries() -> list[bytes]:
    """Its entries."""
    return played().pair.host.entries
