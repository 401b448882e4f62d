"""The seeds of every target, and what the fuzzer has ever gathered and found, once more."""

from __future__ import annotations

import pytest

from tests.fuzz.found import found_inputs
from tests.fuzz.kept import kept_inputs
from tests.fuzz.targets import NAMES, target_named


@pytest.mark.parametrize("name", NAMES)
def test_inputs_are_taken_or_refused_as_they_should_be(name: str) -> None:
    target = target_named(name)
    taken = [target.attempt(data) for data in target.seeds()]
    assert any(taken)
    for data in (*kept_inputs(name), *found_inputs(name)):
        target.attempt(data)
