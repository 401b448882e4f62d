"""Disturbed games in which one resigns, mostly while the other is to write: it must count, once and for both.

More of them: python -m benchmarks.simulate --game resigned.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest

from protocol.roles import Role
from protocol.transcript import read_entry
from tests.simulation.judge import chain_of, explain, judge
from tests.simulation.scenarios import resigning_scenario
from tests.simulation.world import World, run

GAMES = int(os.environ.get("SEKIGAHARA_SIMULATED_GAMES", "30"))
IN_ONE_TEST = 30


def ending(world: World) -> str:
    """The kind of the entry that ended the game, if it was ended early."""
    kinds = [read_entry(raw).kind.name for raw in chain_of(world.machines[Role.HOST])]
    return next((kind for kind in kinds if kind in ("left", "resign")), "")


@pytest.mark.parametrize("first", range(0, GAMES, IN_ONE_TEST))
def test_who_resigns_has_resigned_whatever_goes_wrong(first: int) -> None:
    endings: Counter[str] = Counter()
    for seed in range(first, min(first + IN_ONE_TEST, GAMES)):
        made = resigning_scenario(seed)
        world = run(made)
        wrong = judge(world)
        assert not wrong, explain(made, wrong, f"--game resigned --seed {seed}")
        endings[ending(world)] += 1
    assert endings.keys() >= {"left", "resign"}
