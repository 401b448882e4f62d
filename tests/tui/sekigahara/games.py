"""Positions in the middle of games, for tests of what is shown and offered."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.hidden import SEATS, Bot, Seat
from engine.open_table import OpenTable, SeededChance
from engine.random_bot import RandomBot
from engine.sekigahara import SEKIGAHARA, Answer, Question
from engine.sekigahara.components import TOKUGAWA
from engine.sekigahara.state import State
from tui.games import words_of
from tui.practice import PracticePort
from tui.sekigahara.choosers.chapter_3_pieces import SekigaharaPlayer

Table = OpenTable[State, Answer]


def random_bot(seed: int) -> RandomBot[State, Answer]:
    return RandomBot(SEKIGAHARA, Random(seed))


def new_table(seed: int) -> Table:
    return OpenTable(SEKIGAHARA, SeededChance(seed))


def owing(table: Table) -> tuple[Seat, Question] | None:
    """Who is to answer what, None at the end; of a sealed question the seat that has not answered yet."""
    for seat in SEATS:
        question: Question | None = table.asked(seat)
        if question is not None:
            return seat, question
    return None


def asked(table: Table) -> tuple[SekigaharaPlayer, Question]:
    """The player who is asked, and what."""
    owed = owing(table)
    assert owed is not None
    seat, question = owed
    return SekigaharaPlayer(SEKIGAHARA, words_of(SEKIGAHARA), table.view(seat)), question


def play(table: Table, bot: Bot[State, Answer], steps: int | None = None) -> Iterator[tuple[Seat, Question]]:
    """Play on with `bot` for both; each question is yielded before it is answered."""
    while steps is None or steps > 0:
        owed = owing(table)
        if owed is None:
            return
        yield owed
        table.act(owed[0], bot.choose(table.view(owed[0])))
        steps = None if steps is None else steps - 1


def played(seed: int, steps: int) -> Table:
    """A table after so many answers of the random bot, in a game that is not over by then."""
    random = Random(seed)
    while True:
        table = new_table(random.getrandbits(30))
        for _ in play(table, RandomBot(SEKIGAHARA, random), steps):
            pass
        if owing(table) is not None:
            return table


def practice_game(seed: int = 1, seat: Seat = TOKUGAWA) -> PracticePort[State, Answer]:
    """A practice game against the random bot."""
    return PracticePort(SEKIGAHARA, seat, random_bot(seed), SeededChance(seed))


def port_at(
    table: Table,
    seat: Seat,
    bot: Bot[State, Answer] | None = None,
    *,
    opponent_name: str = "Bot",
    time_tells: bool = False,
) -> PracticePort[State, Answer]:
    """The position of a test's table as a practice game."""
    return PracticePort(
        SEKIGAHARA,
        seat,
        bot or random_bot(1),
        SeededChance(1),
        state=table.state.copy(),
        faces=dict(table.faces),
        opponent_name=opponent_name,
        time_tells=time_tells,
    )
