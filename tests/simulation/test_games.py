"""Many disturbed games between two whole peers: each must end as if nothing had happened.

More of them, with tables of what struck where: python -m benchmarks.simulate.
"""

from __future__ import annotations

import os

import pytest

from tests.simulation.games import REAL
from tests.simulation.judge import explain, judge
from tests.simulation.scenarios import long_scenario, real_scenario, scenario
from tests.simulation.world import run

GAMES = int(os.environ.get("SEKIGAHARA_SIMULATED_GAMES", "150"))
DAYS = float(os.environ.get("SEKIGAHARA_SIMULATED_DAYS", "0.25"))
IN_ONE_TEST = 30


@pytest.mark.parametrize("first", range(0, GAMES, IN_ONE_TEST))
def test_toy_games(first: int) -> None:
    for seed in range(first, min(first + IN_ONE_TEST, GAMES)):
        wrong = judge(run(scenario(seed)))
        assert not wrong, explain(scenario(seed), wrong, f"--seed {seed}")


@pytest.mark.parametrize("game", REAL)
def test_real_games(game: str) -> None:
    for seed in range(3):
        made = real_scenario(game, seed)
        wrong = judge(run(made))
        assert not wrong, explain(made, wrong, f"--game {game} --seed {seed}", smaller=False)


def test_days_of_ping_and_pong() -> None:
    made = long_scenario(DAYS)
    world = run(made)
    assert not judge(world), explain(made, judge(world), f"--days {DAYS:g}", smaller=False)
    assert world.ended_at > DAYS * 24 * 3600
    assert world.plan.counts["host receive pong before"] > 0.9 * DAYS * 24 * 3600 / 15
