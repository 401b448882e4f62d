"""Which of several plans is best, by trials in worlds that agree with what is known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from engine.hidden import Face, Piece, Seat
from engine.sekigahara.bots.strong.hasty import HastyBot
from engine.sekigahara.bots.strong.plans import Plan, trial, world
from engine.sekigahara.state import State

World: TypeAlias = tuple[Mapping[Piece, Face], int]
"""A face for every piece, and the seed of all chance to come."""


class Tried(NamedTuple):
    """The mean of a plan's trials: the chance to win by it."""

    plan: Plan
    chance: float


def best_of(
    state: State,
    seat: Seat,
    plans: Iterable[Plan],
    worlds: Sequence[World],
    heats: Sequence[int],
    kept: Plan,
    least: int = 1,
) -> list[Tried]:
    """Those of `plans` that are left after all heats, best first, each tried in all `worlds`.

    Each heat takes so many more of the worlds, and the better half goes on to the next (sequential halving), and `kept`
    in any case, as do the `least` best.
    """
    worth: dict[Plan, float] = dict.fromkeys(plans, 0.0)
    hasty = HastyBot()
    left = list(worth)
    tried = 0
    for heat in heats:
        for faces, seed in worlds[tried : tried + heat]:
            for plan in left:
                worth[plan] += trial(world(state, faces, seed), seat, plan, hasty)
        tried += heat
        left.sort(key=lambda plan: -worth[plan])
        left = left[: max((len(left) + 1) // 2, least)]
        if kept not in left:
            left.append(kept)
    return sorted([Tried(plan, worth[plan] / tried) for plan in left], key=lambda found: -found.chance)
