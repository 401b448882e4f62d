"""Mistakes planted in the program are found, within a bounded number of seeds."""

from __future__ import annotations

import pytest

from tests.simulation.bugs import BUGS
from tests.simulation.judge import fails
from tests.simulation.scenarios import pairs, scenario

MOST_SEEDS = 60


@pytest.mark.parametrize("name", BUGS)
def test_a_planted_bug_is_found(name: str) -> None:
    pairs()  # what there is to strike is learnt from the right program
    with BUGS[name]():
        found = next((seed for seed in range(MOST_SEEDS) if fails(scenario(seed))), None)
    assert found is not None
    assert fails(scenario(found)) == []
