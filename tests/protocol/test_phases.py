"""The table of transitions: every phase has one author, is reached, and leads on."""

from __future__ import annotations

from random import Random

import pytest

from engine.hidden import SEATS, Decision, Draw, Mix, Over, Pool, Sealed, Waiting
from protocol.phases import TRANSITIONS, Author, Phase, author_seat, in_play, phase_of
from protocol.table import Happened
from protocol.transcript import Kind, Side
from tests.protocol.pair import Pair, play
from tests.protocol.test_table import toy_moves
from tests.toy_game import Move, Position, ToyGame

ONE, TWO = SEATS
POOL = Pool(0)


def test_every_phase_has_a_rule_and_every_kind_a_phase() -> None:
    assert set(TRANSITIONS) == set(Phase)
    assert {kind for rule in TRANSITIONS.values() for kind in rule.kinds} == set(Kind)
    assert [phase for phase, rule in TRANSITIONS.items() if not rule.kinds] == [Phase.FINISHED]
    assert [phase for phase, rule in TRANSITIONS.items() if rule.author is Author.NOBODY] == [Phase.FINISHED]


def test_a_game_may_be_left_while_it_is_on_and_only_then() -> None:
    for phase, rule in TRANSITIONS.items():
        assert (Kind.STOP in rule.kinds) == (Kind.RESIGN in rule.kinds) == in_play(phase)
    assert [phase for phase in Phase if in_play(phase)] == list(Phase)[4:11]


@pytest.mark.parametrize(
    ("waiting", "phase", "seat"),
    [
        (Mix(TWO, (POOL,)), Phase.MIX, TWO),
        (Draw(TWO, POOL, POOL, 1), Phase.DRAW, ONE),
        (Decision(TWO, "turn"), Phase.DECISION, TWO),
        (Sealed("bid"), Phase.FIRST_SEAL, ONE),
        (Over(TWO, "castles"), Phase.FIRST_SEED, ONE),
    ],
)
def test_who_answers_what_the_game_waits_for(waiting: Waiting, phase: Phase, seat: int) -> None:
    assert phase_of(waiting) is phase
    assert author_seat(phase, waiting) == seat


def test_games_pass_through_every_phase_and_always_one_may_write() -> None:
    seen: set[Phase] = set()
    for side in (Side.FIRST, Side.RANDOM):
        pair = Pair(ToyGame(), side)

        def look(happened: Happened | None = None, pair: Pair[Position, Move] = pair) -> None:
            for table in pair.tables:
                seen.add(table.phase)
                assert (table.author is None) == table.finished

        for table in pair.tables:
            table._on_event = look
        look()
        pair.host.begin()
        play(pair, toy_moves, Random(1))
    assert seen == set(Phase)
