"""The list of games says of each what its package says."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

from engine.games import GAMES, GameKind, game_kind


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
def test_a_game_is_offered_as_its_package_has_it(kind: GameKind) -> None:
    package = import_module(f"engine.{kind.name}")
    game = kind.make({})
    assert (kind.name, kind.seats) == (game.name, tuple(game.seats))
    assert kind.bots == import_module(f"engine.{kind.name}.bots").BOTS
    assert kind.options == getattr(package, "OPTIONS", {})
    for option, choices in kind.options.items():
        for choice in choices:
            assert dict(kind.make({option: choice}).settings).get(option, choices[0]) == choice
    with pytest.raises(ValueError, match="setting"):
        kind.make({"no such": "thing"})


def test_a_game_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="no game called 'go'"):
        game_kind("go")


def test_the_list_loads_none_of_its_games() -> None:
    program = "import engine.games, sys; print(*[name for name in sys.modules if name.startswith('engine')])"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert sorted(loaded) == ["engine", "engine.games"]
