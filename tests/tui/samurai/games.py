"""Games of Samurai in progress, for tests of what is shown and offered."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.hidden import Seat
from engine.open_table import SeededChance
from engine.random_bot import RandomBot
from engine.samurai import SAMURAI, Answer, Question, Samurai
from engine.samurai.state import State
from tests.engine.samurai.positions import Table, asked_seat, is_over, new_table, question
from tui.games import Player, words_of
from tui.practice import PracticePort
from tui.samurai.choosers.lists import SamuraiPlayer


def asked(table: Table) -> tuple[SamuraiPlayer, Question]:
    """The player who is asked, and what."""
    return Player(SAMURAI, words_of(SAMURAI), table.view(asked_seat(table))), question(table)


def play(table: Table, random: Random, game: Samurai = SAMURAI) -> Iterator[tuple[Seat, Question]]:
    """Play on at random; each question is yielded before it is answered."""
    bot: RandomBot[State, Answer] = RandomBot(game, random)
    while not is_over(table):
        seat = asked_seat(table)
        yield seat, question(table)
        table.act(seat, bot.choose(table.view(seat)))


def played(seed: int, steps: int) -> Table:
    """A table after so many random answers."""
    table = new_table(seed=seed)
    for number, _ in enumerate(play(table, Random(seed))):
        if number == steps:
            break
    return table


def practice_game(seed: int, seat: Seat, game: Samurai = SAMURAI) -> PracticePort[State, Answer]:
    """A practice game against the random bot."""
    return PracticePort(game, seat, RandomBot(game, Random(seed)), SeededChance(seed))


def port_at(table: Table, seat: Seat) -> PracticePort[State, Answer]:
    """The position of a test's table as a practice game."""
    bot: RandomBot[State, Answer] = RandomBot(SAMURAI, Random(1))
    return PracticePort(SAMURAI, seat, bot, SeededChance(1), state=table.state.copy(), faces=dict(table.faces))
