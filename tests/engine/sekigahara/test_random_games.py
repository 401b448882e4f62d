"""Whole games by players without sense, every position of which is checked.

SEKIGAHARA_GAMES=3000 pytest -n auto tests/engine/sekigahara/test_random_games.py plays as many as one likes.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Final

import pytest

from engine.hidden import SEATS, Decision, Face, Over, Piece, Seat, other
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.bots import Bot, bot
from engine.sekigahara.chapters.chapter_4_control import has_units
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, Pay
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_8_2_deployment import EndDeployment
from engine.sekigahara.rules import Answer
from engine.sekigahara.state import State
from tests.engine.sekigahara.invariants import LONGEST_GAME, CheckedTable

GAMES: Final = int(os.environ.get("SEKIGAHARA_GAMES", "24"))
SAMPLED: Final = 3
"""How many of the listed choices are put to the rules at every decision."""


class Brawler:
    """Plays at random, but loves to march at the enemy and to deploy: its games see all of chapter 8."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(self, state: State, seat: Seat, faces: Mapping[Piece, Face]) -> Answer:
        """See `Bot.choose`."""
        choices = legal_choices(state, seat, faces)
        parts = choices.parts
        dull = [part for part in parts if isinstance(part[0], EndMovement | EndDeployment)]
        lively = [part for part in parts if part not in dull]
        if not lively or (dull and self._random.random() < 0.12):
            return self._random.choice(dull)[0]
        part = self._random.choice(lively)
        tries = [part[self._random.randrange(len(part))] for _ in range(12)]
        for action in tries:
            if isinstance(action, March) and has_units(state, other(seat), action.stops[-1]):
                return action
            if isinstance(action, Pay) and action.movement == "total":
                return action
        return tries[0]


def player(name: str, random: Random) -> Bot:
    """A player by name."""
    return Brawler(random) if name == "brawler" else bot(name, random)


def sample(choices: Choices, random: Random) -> list[Answer]:
    """Some of the choices, each kind of action as likely as any other."""
    found = []
    for _ in range(SAMPLED):
        part = choices.parts[random.randrange(len(choices.parts))]
        found.append(part[random.randrange(len(part))])
    return found


def check_choices(table: CheckedTable, seat: Seat, random: Random) -> None:
    """The seat that must choose can, what is listed is accepted, and the other seat is offered nothing."""
    state, faces = table.state, table.faces
    choices = legal_choices(state, seat, faces)
    assert len(choices) >= 1
    assert choices[0] == next(iter(choices))
    assert choices[len(choices) - 1] == choices[-1]
    for action in sample(choices, random):
        assert refusal(state, seat, action, faces) is None, action
    if isinstance(table.waiting, Decision):
        assert len(legal_choices(state, other(seat), faces)) == 0
        assert refusal(state, other(seat), choices[0], faces) is not None


def play(names: tuple[str, str], seed: int) -> CheckedTable:
    """One game, with everything checked."""
    random = Random(seed)
    table = CheckedTable(SeededChance(seed))
    players = [player(name, random) for name in names]
    for _ in range(LONGEST_GAME):
        waiting = table.waiting
        if isinstance(waiting, Over):
            return table
        if isinstance(waiting, Decision):
            seat = waiting.seat
        else:
            seat = next(seat for seat in SEATS if not table.has_sealed(seat))
        check_choices(table, seat, random)
        table.act(seat, players[seat].choose(table.state, seat, table.faces))
    pytest.fail(f"the game of seed {seed} goes on for more than {LONGEST_GAME} choices")


@pytest.mark.parametrize("seed", range(GAMES))
def test_every_position_of_a_game_is_sound(seed: int) -> None:
    pairs = (("brawler", "brawler"), ("random", "random"), ("brawler", "steady"), ("steady", "brawler"))
    table = play(pairs[seed % len(pairs)], seed)
    assert isinstance(table.waiting, Over)
    assert table.events > 20


def test_brawls_see_every_kind_of_decision() -> None:
    """The games above are worth nothing for what never happens in them."""
    seen: Counter[str] = Counter()
    for seed in range(40):
        random = Random(seed)
        table: OpenTable[State, Answer] = OpenTable(SEKIGAHARA, SeededChance(seed))
        brawler = Brawler(random)
        while not isinstance(table.waiting, Over):
            if isinstance(table.waiting, Decision):
                seat = table.waiting.seat
                seen[table.waiting.kind] += 1
            else:
                seat = next(seat for seat in SEATS if not table.has_sealed(seat))
            table.act(seat, brawler.choose(table.state, seat, table.faces))
    assert seen.keys() == KINDS_OF_DECISION.keys()
