"""The table of transitions: every phase has one author, is reached, and leads on."""

from __future__ import annotations

from random import Random

import pytest

from engine.hidden import SEATS, Decision, Draw, Mix, Over, Pool, Sealed, Waiting
from protocol.follower import Appended
from protocol.kinds import BY_NAME, KINDS
from protocol.phases import CLAIMING, LEAVING, TAKING, TURNS, Author, Phase, author_role, author_seat, in_play, phase_of
from protocol.roles import Role, Side
from tests.protocol.pair import Pair, play
from tests.protocol.test_table import toy_moves
from tests.toy_game import BidQuestion, Move, Points, Position, ToyGame, TurnQuestion

ONE, TWO = SEATS
POOL = Pool(0)


def test_every_phase_has_a_turn_and_every_kind_a_phase() -> None:
    assert set(TURNS) == set(Phase)
    # A claim is the one entry whose author is not that of the phase.
    assert {kind for turn in TURNS.values() for kind in turn.kinds} == set(BY_NAME) - {CLAIMING}
    assert [phase for phase, turn in TURNS.items() if not turn.kinds] == [Phase.FINISHED]
    assert [phase for phase, turn in TURNS.items() if turn.author is Author.NOBODY] == [Phase.FINISHED]
    assert [author_role(phase) for phase in list(Phase)[:5]] == [*Role, *Role, None]


def test_kinds_have_one_name_each() -> None:
    assert [BY_NAME[kind.name] for kind in KINDS] == list(KINDS)
    assert {*LEAVING, TAKING, CLAIMING} <= set(BY_NAME)


def test_a_game_may_be_left_while_it_is_on_and_only_then() -> None:
    for phase, turn in TURNS.items():
        assert ("stop" in turn.kinds) == ("resign" in turn.kinds) == (TAKING in turn.kinds) == in_play(phase)
    assert [phase for phase in Phase if in_play(phase)] == list(Phase)[4:11]


@pytest.mark.parametrize(
    ("waiting", "phase", "seat"),
    [
        (Mix(TWO, (POOL,)), Phase.MIX, TWO),
        (Draw(TWO, POOL, POOL, 1), Phase.DRAW, ONE),
        (Decision(TWO, TurnQuestion(TWO)), Phase.DECISION, TWO),
        (Sealed(BidQuestion()), Phase.FIRST_SEAL, ONE),
        (Over(TWO, Points((0, 1))), Phase.FIRST_SEED, ONE),
    ],
)
def test_who_answers_what_the_game_waits_for(waiting: Waiting, phase: Phase, seat: int) -> None:
    assert phase_of(waiting) is phase
    assert author_seat(phase, waiting) == seat


def test_games_pass_through_every_phase_and_always_one_may_write() -> None:
    seen: set[Phase] = set()
    for side in (Side.FIRST, Side.RANDOM):
        pair = Pair(ToyGame(), side)

        def look(appended: Appended | None = None, pair: Pair[Position, Move] = pair) -> None:
            for table in pair.tables:
                seen.add(table.phase)
                assert (table.author is None) == table.finished

        for table in pair.tables:
            table._on_event = look
        look()
        pair.host.begin()
        play(pair, toy_moves, Random(1))
    assert seen == set(Phase)
