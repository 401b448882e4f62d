"""Opening hands, recruits and random places are chance, as long as one of the two players is honest (threats 2, 4, 5).

The short form of `python -m benchmarks.draw_fairness`, which looks at 10,000 games. Fixed seeds: never now one result,
now another.
"""

from __future__ import annotations

import pytest

from benchmarks import draw_fairness
from benchmarks.draw_fairness import KINDS, samples
from engine.games import GAMES, game_kind
from engine.hidden import Game

GAMES_PLAYED = 150


def game_of(name: str) -> Game[object, object]:
    """With the last choice of each option: where something may be drawn, it is."""
    kind = game_kind(name)
    return kind.make({option: choices[-1] for option, choices in kind.options.items()})


@pytest.mark.parametrize("players", KINDS)
@pytest.mark.parametrize("name", [kind.name for kind in GAMES])
def test_an_opening_is_chance(name: str, players: str) -> None:
    found = samples(game_of(name), players, GAMES_PLAYED)
    assert found
    for place, sample in found.items():
        assert sample.games == GAMES_PLAYED, place
        assert sample.chi_squared < sample.bound, place


@pytest.mark.parametrize("name", [kind.name for kind in GAMES])
def test_a_player_that_had_both_parts_in_its_hand_would_be_seen(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who orders a pool and names the places too has what it likes: the figures show it at once."""
    monkeypatch.setattr(draw_fairness, "places", lambda game, number, link, size, count: (0,) * count)
    found = samples(game_of(name), "seat 0 stacks its pools", 30)
    assert max(sample.chi_squared / sample.bound for (seat, _), sample in found.items() if seat == 0) > 2
