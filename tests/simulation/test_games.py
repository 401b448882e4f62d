"""Hundreds of disturbed games between two whole peers: each must end as if nothing had happened.

More of them, with tables of what struck where: python -m benchmarks.simulate.
"""

from __future__ import annotations

import os

import pytest

from tests.simulation.judge import explain, judge
from tests.simulation.scenarios import scenario, sekigahara_scenario
from tests.simulation.world import run

GAMES = int(os.environ.get("SEKIGAHARA_SIMULATED_GAMES", "300"))
IN_ONE_TEST = 15


@pytest.mark.parametrize("first", range(0, GAMES, IN_ONE_TEST))
def test_toy_games(first: int) -> None:
    for seed in range(first, min(first + IN_ONE_TEST, GAMES)):
        wrong = judge(run(scenario(seed)))
        assert not wrong, explain(scenario(seed), wrong, f"--seed {seed}")


@pytest.mark.parametrize("seed", range(10))
def test_games_of_sekigahara(seed: int) -> None:
    wrong = judge(run(sekigahara_scenario(seed)))
    assert not wrong, explain(sekigahara_scenario(seed), wrong, f"--sekigahara --seed {seed}", smaller=False)
