"""Whole games, with every invariant looked at after every event, and what any list of choices leads to."""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hidden import SEATS, IllegalAction, Over, Seat
from engine.random_bot import RandomBot
from engine.samurai import Answer, Samurai
from engine.samurai.board import HAND, PLACES
from engine.samurai.bots import make_bot
from engine.samurai.chapters.chapter_2_setup import Setup, Tiles
from engine.samurai.chapters.chapter_3_placing import PlaceTile
from engine.samurai.chapters.chapter_3_turn import TurnDue
from engine.samurai.chapters.chapter_4_tile_exchange import ExchangeTile
from engine.samurai.chapters.chapter_7_scoring import FinalCount
from tests.engine.samurai.invariants import EVENTS, Watched, check_hidden
from tests.engine.samurai.positions import Table, asked_seat, new_table, place

GAMES = int(os.environ.get("SEKIGAHARA_GAMES", "20"))
MOST_ANSWERS = 120
"""No game has more: one sealed choice each, 18 figures placed, 40 tiles, and an end for each turn."""


def play(table: Table, names: tuple[str, str], seed: int, game: Samurai) -> tuple[FinalCount, int]:
    bots = [make_bot(game, name, Random(f"{seed} {seat}")) for seat, name in zip(SEATS, names, strict=True)]
    answers = 0
    while not isinstance(table.waiting, Over):
        seat = asked_seat(table)
        table.act(seat, bots[seat].choose(table.view(seat)))
        check_hidden(game, table)
        answers += 1
    reason = table.waiting.reason
    assert isinstance(reason, FinalCount)
    return reason, answers


@pytest.mark.parametrize("seed", range(GAMES))
def test_invariants_hold_after_every_event_of_a_random_game(seed: int) -> None:
    game = Watched(list(Setup)[seed % 2], list(Tiles)[seed // 2 % 2])
    _, answers = play(new_table(game, seed), ("random", "random"), seed, game)
    assert answers <= MOST_ANSWERS
    assert set(game.events) <= set(EVENTS)


@pytest.mark.parametrize("seed", range(4))
def test_invariants_hold_in_games_played_with_a_purpose(seed: int) -> None:
    game = Watched(list(Setup)[seed % 2])
    play(new_table(game, seed), ("steady", "steady"), seed, game)


def test_random_games_end_in_every_way_that_is_common() -> None:
    endings: Counter[str] = Counter()
    for seed in range(60):
        game = Samurai(Setup.RANDOM, Tiles.DRAWN)
        table = new_table(game, seed)
        reason, _ = play(table, ("random", "random"), seed, game)
        endings[reason.ending] += 1
        endings[reason.decided] += 1
    assert set(endings) >= {"kind-gone", "four-aside", "most-of-two", "all-figures"}


def moved(table: Table, choice: Random) -> None:
    """Try something that may be illegal; it is refused if and only if the options do not have it."""
    seat = asked_seat(table)
    task = table.asked(seat)
    if not isinstance(task, TurnDue):
        return
    keys = [choice.choice(PLACES) for _ in range(2)]
    pieces = [*table.state.pools[0][HAND], *table.state.pools[1][HAND]]
    piece = choice.choice(pieces)
    answer: Answer = PlaceTile(piece, keys[0])
    if choice.random() < 0.5:
        answer = ExchangeTile(piece, keys[0], keys[1])
    legal = answer in table.game.options(table.view(seat))
    before = table.game.canonical(table.state)
    try:
        table.act(seat, answer)
    except IllegalAction:
        assert not legal
        assert table.game.canonical(table.state) == before
    else:
        assert legal


@settings(deadline=None, max_examples=10)
@given(st.integers(0, 10_000))
def test_illegal_tries_between_legal_choices_change_nothing(seed: int) -> None:
    game = Watched(Setup.RANDOM, Tiles.DRAWN)
    table = new_table(game, seed)
    random = Random(seed)
    bot = RandomBot(game, random)
    while not isinstance(table.waiting, Over):
        for _ in range(3):
            if not isinstance(table.waiting, Over):
                moved(table, random)
        if not isinstance(table.waiting, Over):
            table.act(asked_seat(table), bot.choose(table.view(asked_seat(table))))


def test_a_copy_is_independent() -> None:
    game = Samurai(Setup.RANDOM, Tiles.DRAWN)
    table = new_table(game, 3)
    bot = RandomBot(game, Random(3))
    copies = []
    while not isinstance(table.waiting, Over):
        copies.append((game.copy(table.state), game.canonical(table.state)))
        seat: Seat = asked_seat(table)
        table.act(seat, bot.choose(table.view(seat)))
    for state, text in copies:
        assert game.canonical(state) == text
    assert place("o14") in copies[0][0].figures
