"""Positions in the middle of games, for tests of what is shown and offered."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.sekigahara.actions import Action
from engine.sekigahara.bots.random_bot import RandomBot

from engine.hidden import SEATS, Decision, Over, Sealed, Seat
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.bots import Bot
from engine.sekigahara.state import State

Table = OpenTable[State, Action]


def new_table(seed: int) -> Table:
    return OpenTable(SEKIGAHARA, SeededChance(seed))


def owing(table: Table) -> tuple[Seat, str] | None:
    """Who is to decide what, None at the end; of a sealed choice the seat that has not chosen yet."""
    waiting = table.waiting
    if isinstance(waiting, Decision):
        return waiting.seat, waiting.kind
    if isinstance(waiting, Sealed):
        return next((seat, waiting.kind) for seat in SEATS if not table.has_sealed(seat))
    assert isinstance(waiting, Over)
    return None


def play(table: Table, bot: Bot, steps: int | None = None) -> Iterator[tuple[Seat, str]]:
    """Play on with `bot` for both; each decision is yielded before it is made."""
    while steps is None or steps > 0:
        owed = owing(table)
        if owed is None:
            return
        yield owed
        table.act(owed[0], bot.choose(table.state, owed[0], table.faces))
        steps = None if steps is None else steps - 1


def played(random: Random, steps: int) -> Table:
    """A table after so many decisions of the random bot, in a game that is not over by then."""
    while True:
        table = new_table(random.getrandbits(30))
        for _ in play(table, RandomBot(random), steps):
            pass
        if owing(table) is not None:
            return table
