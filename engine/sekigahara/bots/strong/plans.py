"""Plans of a movement phase: where they come from, and what becomes of them in a world."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from engine.hidden import SEATS, Face, IllegalAction, Over, Piece, Seat
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara.bots.steady.bot import SteadyBot
from engine.sekigahara.bots.strong.hasty import HastyBot
from engine.sekigahara.bots.strong.hunt import peril
from engine.sekigahara.bots.strong.value import chance, features
from engine.sekigahara.chapters.chapter_7_1_movement import MovementDue, PaymentDue
from engine.sekigahara.chapters.chapter_7_4_overruns import RevealDue
from engine.sekigahara.components import TOKUGAWA
from engine.sekigahara.rules import SEKIGAHARA, Answer
from engine.sekigahara.state import State

Table: TypeAlias = OpenTable[State, Answer]
Plan: TypeAlias = tuple[Answer, ...]
"""The answers of one seat from its payment to the end of its movement phase."""

TURNS: Final = 2
"""Player turns that a trial runs: the rest of the own one, and the enemy's."""


def world(state: State, faces: Mapping[Piece, Face], seed: int) -> Table:
    """A table that goes on from a copy of `state` with these faces."""
    return OpenTable(SEKIGAHARA, SeededChance(seed), state.copy(), faces)


def in_phase(table: Table, seat: Seat) -> bool:
    """Whether `seat` is asked something that belongs to its movement phase."""
    return isinstance(table.asked(seat), PaymentDue | MovementDue | RevealDue)


def devise(table: Table, seat: Seat, bot: SteadyBot | HastyBot) -> Plan:
    """What `bot` would do in the movement phase that `table` is at; the table is used up."""
    plan = []
    while in_phase(table, seat):
        answer = bot.choose(table.view(seat))
        plan.append(answer)
        table.act(seat, answer)
    return tuple(plan)


def trial(
    table: Table,
    seat: Seat,
    plan: Plan,
    bot: HastyBot,
    most: int = TURNS,
    watch: Callable[[Table], None] = lambda _: None,
) -> float:
    """The chance that `seat` wins after `plan` and `most` turns, the present one included; the table is used up.

    Where the plan cannot go on, because something showed that it did not foresee, the phase ends. Whoever would `watch`
    is shown the table whenever an answer is due.
    """
    bot.forget_plan()
    for answer in plan:
        watch(table)
        try:
            table.act(seat, answer)
        except IllegalAction:
            break
    turns = 1
    survival, hunted = 1.0, False
    while not isinstance(table.waiting, Over):
        watch(table)
        asked = next(number for number in SEATS if table.asked(number) is not None)
        if isinstance(table.asked(asked), PaymentDue):
            if asked != seat and not hunted:
                # The enemy of a trial is a bot that hardly ever does what a person would.
                survival = 1 - peril(table.state, table.faces, seat)
                hunted = True
            turns += 1
            if turns > most:
                return survival * _for(seat, chance(features(table.state)))
        table.act(asked, bot.choose(table.view(asked)))
    return survival * (table.waiting.winner == seat)


def _for(seat: Seat, tokugawa: float) -> float:
    return tokugawa if seat == TOKUGAWA else 1 - tokugawa
