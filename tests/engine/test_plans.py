"""What may stay a plan (`engine.hidden.planned`): it teaches the player nothing, and comes out as planned."""

from __future__ import annotations

from random import Random

import pytest

from engine.hidden import SEATS, Acted, Event, planned
from engine.open_table import OpenTable, SeededChance
from engine.random_bot import RandomBot
from engine.samurai import SAMURAI
from engine.sekigahara import SEKIGAHARA
from tests.toy_game import ToyGame


@pytest.mark.parametrize("game", [SEKIGAHARA, SAMURAI, ToyGame()], ids=["sekigahara", "samurai", "toy"])
@pytest.mark.parametrize("seed", range(2))
def test_a_plan_comes_out_as_planned_and_asks_nobody(game: object, seed: int) -> None:
    table: OpenTable[object, object] = OpenTable(game, SeededChance(seed))  # type: ignore[arg-type]
    bot: RandomBot[object, object] = RandomBot(game, Random(seed))  # type: ignore[arg-type]
    happened: list[Event] = []
    apply = table.game.apply

    def note(state: object, event: Event) -> None:
        happened.append(event)
        apply(state, event)

    table.game = _Noting(table.game, note)  # type: ignore[assignment]
    plans = 0
    for _ in range(250):
        seat = next((seat for seat in SEATS if table.asked(seat) is not None), None)
        if seat is None:
            break
        view = table.view(seat)
        action = bot.choose(view)
        before = table.game.canonical(view.state)
        after = planned(table.game, view, action)
        assert table.game.canonical(view.state) == before, "the table knows nothing of a plan"
        happened.clear()
        table.act(seat, action)
        if after is not None:
            plans += 1
            assert [type(event) for event in happened] == [Acted]
            assert table.asked(seat) is not None
            assert table.game.canonical(table.state) == table.game.canonical(after.state)
            assert table.view(seat).faces == after.faces, "nothing was learned but what the plan knew"
    assert plans or isinstance(game, ToyGame)


class _Noting:
    """A game that tells of every event."""

    def __init__(self, game: object, apply: object) -> None:
        self._game = game
        self.apply = apply

    def __getattr__(self, name: str) -> object:
        return getattr(self._game, name)
