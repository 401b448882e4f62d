"""Disturbed games under clocks, with an onlooker who comes and goes: who loses on time, by what word, and what is seen.

More of them: python -m benchmarks.simulate --game clocked.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractContextManager
from itertools import chain, count, islice
from typing import Any, Final
from unittest import mock

import pytest

from p2p.session.game_clock import GameClock
from p2p.session.watchers import Watchers
from p2p.wire.channel import Channel
from p2p.wire.messages import ChatMessage
from protocol.clock import Clock
from tests.simulation.faults import Fault, Kind
from tests.simulation.games import CLOCKED
from tests.simulation.judge import explain, fails, judge
from tests.simulation.scenarios import clocked_scenario
from tests.simulation.world import Scenario, run

GAMES = int(os.environ.get("SEKIGAHARA_SIMULATED_GAMES", "12"))
MOST_GAMES = 60


@pytest.mark.parametrize("first", range(0, GAMES, 6))
def test_time_runs_out_by_signed_times_alone_and_onlookers_see_what_is_public(first: int) -> None:
    for seed in range(first, min(first + 6, GAMES)):
        made = clocked_scenario(seed)
        wrong = judge(run(made))
        assert not wrong, explain(made, wrong, f"--game clocked --seed {seed}")


def test_who_watches_to_the_end_has_seen_the_record() -> None:
    world = run(Scenario(0, CLOCKED[0]))
    assert judge(world) == []
    assert world.onlooker is not None
    assert world.onlooker.over
    assert len(world.onlooker.seen) > 20


_connect = GameClock.connect


def test_a_time_is_kept_before_it_is_signed() -> None:
    """Also where an acknowledgement says it: after a start without the file more had been signed than was known."""
    fault = Fault("host disk time replace before", 0, Kind.FAILS)
    for seed in (532, 4):
        assert fails(Scenario(seed, CLOCKED[4], (fault,))) == []


def _count_on(self: GameClock, last_heard: float) -> None:
    """Time goes on while there is no connection."""


def _connect_first(self: GameClock) -> None:
    if self._since is None:
        _connect(self)


_send = Watchers._send


async def _send_talk_too(self: Watchers, channel: Channel) -> None:
    await channel.send(ChatMessage("so there"), patience=1)
    await _send(self, channel)


BUGS: Final[dict[str, Callable[[], AbstractContextManager[Any]]]] = {
    "a break takes time": lambda: mock.patch.multiple(GameClock, disconnect=_count_on, connect=_connect_first),
    "no time is measured": lambda: mock.patch.object(GameClock, "connect"),
    "the own time is forgotten": lambda: mock.patch.object(GameClock, "_restore"),
    "an increment is forgotten": lambda: mock.patch.object(
        Clock, "after", lambda self, left, spent: None if spent > left else left - spent
    ),
    "onlookers hear the players talk": lambda: mock.patch.object(Watchers, "_send", _send_talk_too),
}
"""Mistakes planted in the program."""


@pytest.mark.parametrize("name", BUGS)
def test_a_planted_bug_is_found(name: str) -> None:
    with BUGS[name]():
        games = chain((Scenario(0, setting) for setting in CLOCKED), map(clocked_scenario, count()))
        found = next((made for made in islice(games, MOST_GAMES) if fails(made)), None)
    assert found is not None
    assert fails(found) == []
