"""Which of several plans is best, by trials in worlds that agree with what is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from engine.hidden import Face, Piece, Seat
from engine.sekigahara.bots.strong.hasty import HastyBot
from engine.sekigahara.bots.strong.plans import TURNS, Plan, trial, world
from engine.sekigahara.bots.strong.tastes import raided
from engine.sekigahara.state import State

World: TypeAlias = tuple[Mapping[Piece, Face], int]
"""A face for every piece, and the seed of all chance to come."""


class Tried(NamedTuple):
    """The mean of a plan's trials: the chance to win by it."""

    plan: Plan
    chance: float


def as_good_as(best: float, close: float) -> float:
    """The least chance that trials cannot tell from the `best` one: `close` less where the game is even.

    It is nearer where the game is nearly lost or won: else all answers there would be as good as each other.
    """
    return best - close * 4 * best * (1 - best)


def best_of(
    state: State,
    seat: Seat,
    plans: Iterable[Plan],
    worlds: Sequence[World],
    heats: Sequence[int],
    kept: Plan,
    least: int = 1,
    turns: int = TURNS,
    more: Callable[[Plan], Iterable[Plan]] | None = None,
) -> list[Tried]:
    """Those of `plans` that are left after all heats, best first, each tried in all `worlds`.

    Each heat takes so many more of the worlds, and the better half goes on to the next (sequential halving), and `kept`
    in any case, as do the `least` best. Before the last heat the plans that `more` makes of the best one join, tried in
    what the others have been.
    """
    worth: dict[Plan, float] = dict.fromkeys(plans, 0.0)
    players = (HastyBot(), HastyBot(raided(seat)))
    left = list(worth)
    tried = 0

    def take(plan: Plan, start: int, end: int) -> None:
        for number in range(start, end):
            faces, seed = worlds[number]
            worth[plan] += trial(world(state, faces, seed), seat, plan, players[number % 2], turns)

    for heat in heats:
        if more is not None and tried and heat == heats[-1]:
            joining = [plan for plan in more(left[0]) if plan not in worth]
            for plan in joining:
                worth[plan] = 0.0
                take(plan, 0, tried)
            count = len(left)
            left = sorted([*left, *joining], key=lambda plan: -worth[plan])[:count]
            if kept not in left:
                left.append(kept)
        for plan in left:
            take(plan, tried, tried + heat)
        tried += heat
        left.sort(key=lambda plan: -worth[plan])
        left = left[: max((len(left) + 1) // 2, least)]
        if kept not in left:
            left.append(kept)
    return sorted([Tried(plan, worth[plan] / tried) for plan in left], key=lambda found: -found.chance)
