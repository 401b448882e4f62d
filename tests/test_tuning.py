"""What makes the bots' data: that factors multiply, and that what is no factor is refused."""

from __future__ import annotations

from math import exp
from pathlib import Path

import pytest

from engine.sekigahara.bots.seasoned import SEASONED_WEIGHTS
from engine.sekigahara.bots.steady.weights import SHIPPED_WEIGHTS
from scripts.tune_weights import multiplied, read_factors

FACTORS = Path(__file__).parent.parent / "engine/sekigahara/bots/seasoned/factors.toml"


def test_the_factors_of_the_seasoned_bot_are_read_and_in_its_weights() -> None:
    factors = read_factors(FACTORS)
    assert {name: round(exp(factor), 6) for name, factor in factors.items()} == {
        "first_impact": 1.25,
        "further_impact": 1.4,
        "pull": 1.3,
        "castle": 0.85,
        "resource": 0.8,
    }
    # One weight that tuning left alone shows its factor as it is.
    for steady, seasoned in zip(SHIPPED_WEIGHTS, SEASONED_WEIGHTS, strict=True):
        assert multiplied(steady, factors, 1.0).further_impact == seasoned.further_impact


@pytest.mark.parametrize("text", ["speed = 1.0", "castle = 0.0", "castle = 2", 'castle = "x"', "escort = 1.0"])
def test_what_is_no_factor_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "factors.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match="is no factor of a weight"):
        read_factors(path)


def test_without_a_file_nothing_is_multiplied() -> None:
    assert read_factors(None) == {}
    assert multiplied(SHIPPED_WEIGHTS[0], {}, 1.0) == SHIPPED_WEIGHTS[0]
