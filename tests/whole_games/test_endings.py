"""A whole game of Sekigahara under the protocol to each way that it can end: both programs and the audit agree."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from engine.hidden import View
from engine.sekigahara.board import ADJACENT, CASTLE, LOCATIONS, OSAKA, Location
from engine.sekigahara.chapters.chapter_2_victory import REASONS, HideyoriCaptured, LeaderKilled, PointsCounted
from engine.sekigahara.chapters.chapter_6_week import Bid
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, Pay
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_8_1_declaring import Declare
from engine.sekigahara.chapters.chapter_8_2_deployment import Deploy, EndDeployment
from engine.sekigahara.components import TOKUGAWA
from engine.sekigahara.forms import Degree
from engine.sekigahara.state import State
from protocol.audit import audit
from protocol.outcome import Resigned, Stopped, Won
from protocol.standing import Decided, standing
from tests.whole_games.played import AnyTable, Case, Played, by_bots, new_game, play_on, view_at, whole_game

pytestmark = pytest.mark.usefixtures("proofs_once")


def roads_to(goal: Location) -> dict[Location, int]:
    """How many roads each location is away from `goal`."""
    away = {goal: 0}
    reached = [goal]
    for here in reached:
        for there in ADJACENT[here]:
            if there not in away:
                away[there] = away[here] + 1
                reached.append(there)
    return away


AWAY = roads_to(OSAKA)


class MarchOnOsaka:
    """Plays for both sides: Tokugawa goes to Osaka and besieges it, Ishida leaves Hideyori alone there."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def __call__(self, table: AnyTable) -> Any:
        """The answer to what `table` is asked."""
        view: View[State] = view_at(table)
        options = list(table.game.options(view))
        best = max(self._worth(view, option) for option in options)
        return self._random.choice([option for option in options if self._worth(view, option) == best])

    def _worth(self, view: View[State], option: Any) -> float:
        attacks = view.seat == TOKUGAWA
        match option:
            case Pay():
                return list(Degree).index(option.degree) - len(option.cards) / 10 if attacks else -len(option.cards)
            case March():
                return self._worth_of_march(view, option, attacks=attacks)
            case EndMovement():
                return 0
            case Declare():
                return 1 if attacks and option.location == OSAKA else -1
            case Deploy():
                return len(option.blocks) if attacks else -1
            case EndDeployment():
                return 0
            case Bid():
                return 0
        return 0

    @staticmethod
    def _worth_of_march(view: View[State], march: March, *, attacks: bool) -> float:
        pools = view.state.pools[view.seat]
        origin = next(place for place in LOCATIONS if set(march.blocks) <= set(pools[place]))
        if attacks:
            nearer = AWAY[origin] - AWAY[march.stops[-1]]
            return nearer * len(march.blocks) if march.forced is None else -1
        return len(march.blocks) if origin == OSAKA and CASTLE[march.stops[-1]] is None else -1


def hunted(seed: int) -> Played:
    """A finished game of `MarchOnOsaka` against itself."""
    return play_on(new_game(Case("sekigahara", "random", seed)), MarchOnOsaka(Random(seed)))


ENDINGS: dict[type[Any], Callable[[], Played]] = {
    HideyoriCaptured: lambda: hunted(0),
    LeaderKilled: lambda: hunted(4),
    PointsCounted: lambda: whole_game(Case("sekigahara", "random", 1)),
}


def test_every_way_to_win_is_played() -> None:
    assert set(ENDINGS) == set(REASONS)


@pytest.mark.parametrize("reason", ENDINGS, ids=lambda reason: reason.__name__)
def test_a_game_that_ends_so_audits_clean(reason: type[Any]) -> None:
    pair = ENDINGS[reason]().pair
    outcome = pair.host.outcome
    assert isinstance(outcome, Won)
    assert type(outcome.reason) is reason
    assert pair.joiner.outcome == outcome
    report = audit(pair.game, pair.joiner.entries)
    assert report.clean
    assert standing(report).result == Decided(outcome)


@pytest.mark.parametrize("leave", ["resign", "stop"])
def test_a_game_that_is_left_so_audits_clean(leave: str) -> None:
    case = Case("sekigahara", "random", 3)
    played = play_on(new_game(case), by_bots(case), until=lambda played: len(played.choices) >= 12)
    pair = played.pair
    getattr(pair.tables[pair.deciders()[0]], leave)()
    pair.run()
    outcome = pair.host.outcome
    assert isinstance(outcome, Resigned if leave == "resign" else Stopped)
    assert pair.joiner.outcome == outcome
    report = audit(pair.game, pair.host.entries)
    assert report.clean
    assert standing(report).result == Decided(outcome)
