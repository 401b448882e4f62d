"""Whole games by players without sense, every position of which is checked.

SEKIGAHARA_GAMES=3000 pytest -n auto tests/engine/sekigahara/test_random_games.py plays as many as one likes.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Final, get_args

import pytest

from engine.hidden import SEATS, Bot, Decision, Options, Over, Seat, View, other
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara import SEKIGAHARA, Answer, Question, Sekigahara
from engine.sekigahara.bots import make_bot
from engine.sekigahara.chapters.chapter_4_control import has_units
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, Pay
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_8_2_deployment import EndDeployment
from engine.sekigahara.forms import Degree
from engine.sekigahara.state import State
from tests.engine.sekigahara.invariants import LONGEST_GAME, CheckedTable

GAMES: Final = int(os.environ.get("SEKIGAHARA_GAMES", "24"))
SAMPLED: Final = 3
"""How many of the listed choices are put to the rules at every decision."""


class Brawler:
    """Plays at random, but loves to march at the enemy and to deploy: its games see all of chapter 8."""

    def __init__(self, random: Random, game: Sekigahara = SEKIGAHARA) -> None:
        self._random = random
        self._game = game

    def choose(self, view: View[State]) -> Answer:
        """See `engine.hidden.Bot.choose`."""
        parts: tuple[Sequence[Answer], ...] = self._game.options(view).parts
        dull = [part for part in parts if isinstance(part[0], EndMovement | EndDeployment)]
        lively = [part for part in parts if part not in dull]
        if not lively or (dull and self._random.random() < 0.12):
            return self._random.choice(dull)[0]
        part = self._random.choice(lively)
        tries = [part[self._random.randrange(len(part))] for _ in range(12)]
        for action in tries:
            if isinstance(action, March) and has_units(view.state, other(view.seat), action.stops[-1]):
                return action
            if isinstance(action, Pay) and action.degree is Degree.TOTAL:
                return action
        return tries[0]


def player(name: str, random: Random, game: Sekigahara = SEKIGAHARA) -> Bot[State, Answer]:
    """A player by name."""
    return Brawler(random, game) if name == "brawler" else make_bot(game, name, random)


def sample(choices: Options[Answer], random: Random) -> list[Answer]:
    """Some of the choices, each kind of action as likely as any other."""
    found = []
    for _ in range(SAMPLED):
        part = choices.parts[random.randrange(len(choices.parts))]
        found.append(part[random.randrange(len(part))])
    return found


def mover(table: OpenTable[State, Answer]) -> Seat:
    """The first seat that must choose."""
    return next(seat for seat in SEATS if table.asked(seat) is not None)


def check_choices(table: OpenTable[State, Answer], seat: Seat, random: Random, game: Sekigahara = SEKIGAHARA) -> None:
    """The seat that must choose can, what is listed is accepted, and the other seat is offered nothing."""
    view = table.view(seat)
    choices = game.options(view)
    assert len(choices) >= 1
    assert choices[0] == next(iter(choices))
    assert choices[len(choices) - 1] == choices[-1]
    for action in sample(choices, random):
        assert game.refusal(view, action) is None, action
    if isinstance(table.waiting, Decision):
        enemy = table.view(other(seat))
        assert len(game.options(enemy)) == 0
        assert game.refusal(enemy, choices[0]) is not None


def play(names: tuple[str, str], seed: int) -> CheckedTable:
    """One game, with everything checked."""
    random = Random(seed)
    table = CheckedTable(SeededChance(seed))
    players = [player(name, random) for name in names]
    for _ in range(LONGEST_GAME):
        if isinstance(table.waiting, Over):
            return table
        seat = mover(table)
        check_choices(table, seat, random)
        table.act(seat, players[seat].choose(table.view(seat)))
    pytest.fail(f"the game of seed {seed} goes on for more than {LONGEST_GAME} choices")


@pytest.mark.parametrize("seed", range(GAMES))
def test_every_position_of_a_game_is_sound(seed: int) -> None:
    pairs = (("brawler", "brawler"), ("random", "random"), ("brawler", "steady"), ("steady", "brawler"))
    table = play(pairs[seed % len(pairs)], seed)
    assert isinstance(table.waiting, Over)
    assert table.events > 20


def test_brawls_see_every_kind_of_decision() -> None:
    """The games above are worth nothing for what never happens in them."""
    seen: Counter[type] = Counter()
    for seed in range(40):
        random = Random(seed)
        table: OpenTable[State, Answer] = OpenTable(SEKIGAHARA, SeededChance(seed))
        brawler = Brawler(random)
        while not isinstance(table.waiting, Over):
            seat = mover(table)
            seen[type(table.asked(seat))] += 1
            table.act(seat, brawler.choose(table.view(seat)))
    assert seen.keys() == set(get_args(Question))
