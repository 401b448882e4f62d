"""Mistakes planted in the program are found, within a bounded number of games."""

from __future__ import annotations

from itertools import count, islice

import pytest

from tests.simulation.bugs import BUGS, likely
from tests.simulation.judge import fails
from tests.simulation.scenarios import scenario

MOST_GAMES = 60


@pytest.mark.parametrize("name", BUGS)
def test_a_planted_bug_is_found(name: str) -> None:
    # What there is to strike is learnt from the right program.
    games = [*islice((made for made in map(scenario, count()) if likely(name, made)), MOST_GAMES)]
    with BUGS[name]():
        found = next((made for made in games if fails(made)), None)
    assert found is not None
    assert fails(found) == []
