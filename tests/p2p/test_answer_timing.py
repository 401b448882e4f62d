"""Answers that leave at a set time whatever they are (threat 16)."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
import trio
import trio.testing
from hypothesis import given
from hypothesis import strategies as st

from engine.hidden import Decision, Face, IllegalAction, other
from p2p.notifications import (
    AnswerHeld,
    EntryAdded,
)
from p2p.session.answer_timing import AnswerTiming
from protocol.entries.action import ACTION
from protocol.roles import Role
from tests.p2p.paired_sessions import (
    Player,
    Toy,
    legal_moves,
    on_virtual_time,
    pair,
    sides,
)
from tests.toy_game import HAND, Bid, Boast, Move, Pass, Play, TurnQuestion

pytestmark = pytest.mark.usefixtures("proofs_once")

LATE = AnswerTiming(5.0, use_default=False)
"""A late answer waits for the end of the next window."""


async def answered_at(
    timing: AnswerTiming, think: float, choose: Callable[[Toy], Move] | None
) -> tuple[float, Move, list[float]]:
    """When, after being asked, the first turn of the game reaches the opponent, and what it was; the held times."""
    host, joiner = pair(timing=timing)
    sessions = {player.role: player.session() for player in (host, joiner)}
    asked: list[float] = []
    seen: list[tuple[float, Move]] = []

    def watch(news: object) -> None:
        if isinstance(news, EntryAdded):
            if news.appended.kind is ACTION and not seen:
                assert news.appended.event is not None
                seen.append((trio.current_time(), news.appended.event.action))  # type: ignore[union-attr]
            elif isinstance(sessions[Role.JOINER].table.waiting, Decision) and not asked:
                asked.append(trio.current_time())

    sessions[Role.JOINER] = joiner.session(watch)
    for session in sessions.values():
        session._clock._timing = None if session.table.role is Role.JOINER else timing

    async def decide(player: Player, session: Toy) -> None:
        while not seen:
            if session.to_decide() is None:
                await session.next_change()
            elif isinstance(session.table.waiting, Decision):
                if choose is None:
                    await trio.sleep_forever()
                else:
                    await trio.sleep(think)
                    session.act(choose(session))
            else:
                # Seat 0, the host, wins ties: it is the host that is asked for its turn.
                session.act(Bid(None))
            await trio.lowlevel.checkpoint()

    async with trio.open_nursery() as nursery:
        for player in (host, joiner):
            nursery.start_soon(sessions[player.role].run)
            nursery.start_soon(decide, player, sessions[player.role])
        while not seen:
            await sessions[Role.JOINER].next_change()
        nursery.cancel_scope.cancel()
    held = [news.at for news in host.news if isinstance(news, AnswerHeld)]
    return seen[0][0] - asked[0], seen[0][1], held


@given(st.floats(0, 14.9).filter(lambda think: not math.isclose(think % 5, 0)), st.booleans())
def test_an_answer_leaves_at_the_end_of_its_window_whatever_it_is(think: float, passes: bool) -> None:
    async def test() -> None:
        def choose(session: Toy) -> Move:
            if passes:
                return Pass()
            return next(move for move in legal_moves(session) if isinstance(move, Play))

        after, action, held = await answered_at(LATE, think, choose)
        assert after == pytest.approx(5 * (think // 5 + 1))
        assert isinstance(action, Pass if passes else Play)
        assert len(held) == 1

    on_virtual_time(test)


@pytest.mark.trio
async def test_without_an_answer_the_fallback_leaves_at_the_same_time(autojump_clock: trio.testing.MockClock) -> None:
    timing = AnswerTiming(5.0)
    for think, choose in ((0.0, None), (3.0, lambda session: Pass()), (99.0, lambda session: Pass())):
        after, action, _ = await answered_at(timing, think, choose)
        assert after == pytest.approx(5)
        assert action == Pass()


@pytest.mark.trio
async def test_an_illegal_answer_is_refused_at_once_and_a_held_one_can_be_changed(
    autojump_clock: trio.testing.MockClock,
) -> None:
    tried: list[object] = []

    def choose(session: Toy) -> Move:
        assert session.answer_due == pytest.approx(4.0)
        state, seat = sides(session)
        opponents = state.pools[other(seat)][HAND]
        with pytest.raises(IllegalAction):
            session.act(Play(opponents[0]))
        false = [m for m in boasts(session) if not any(f >= 3 for f in m[1])]
        if false:
            with pytest.raises(IllegalAction, match="claim is false"):
                session.act(false[0][0])
        assert session.held is None
        assert isinstance(session.to_decide(), TurnQuestion)
        session.act(Play(state.pools[seat][HAND][0]))
        assert session.held is not None
        assert session.to_decide() is None
        tried.append(session.held)
        return Pass()

    def boasts(session: Toy) -> list[tuple[Boast, list[Face]]]:
        state, seat = sides(session)
        hand = state.pools[seat][HAND]
        faces = session.table._known_faces()
        return [(Boast((a, b)), [faces[a], faces[b]]) for a in hand for b in hand if a < b]

    after, action, held = await answered_at(LATE, 1.0, choose)
    assert after == pytest.approx(5)
    assert action == Pass()
    assert len(tried) == 1
    assert len(held) == 2


def test_a_window_has_a_length() -> None:
    with pytest.raises(ValueError, match="more than 0 seconds, got 0"):
        AnswerTiming(0)
