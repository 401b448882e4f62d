"""Tastes: the seasoned weights, with those that matter to a decision multiplied by chance.

They make the plans that are tried differ, and a bid, which costs when it is read, come out now so, now so.
The chance is the bot's own, so that the same chance gives the same game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import exp
from random import Random
from typing import Final

from engine.hidden import Seat, other
from engine.sekigahara.bots.seasoned import SEASONED_WEIGHTS
from engine.sekigahara.bots.steady.weights import UNITS, Weights
from engine.sekigahara.chapters.chapter_6_week import BidsDue
from engine.sekigahara.rules import Question

MOVEMENT: Final[Mapping[str, float]] = dict.fromkeys(
    (
        "castle",
        "resource",
        "pull",
        "castle_prize",
        "foe_prize",
        "foe_deterrent",
        "castle_danger",
        "outnumbered",
        "attack_margin",
        "defeat",
        "siege",
        "worthwhile",
        "muster",
        "new_card",
        "thin_hand",
        "overrun_danger",
        "deploying_card",
        "proving_card",
        "last_turn",
    ),
    0.6,
)
"""In which weights tastes differ about a movement phase, and the standard deviation of the logarithm of the factors.

It is wide, because trials tell good plans from bad ones.
"""

BUSY: Final[Mapping[str, float]] = {
    "deploying_card": 0.5,
    "proving_card": 0.4,
    "special_card": 0.4,
    "thin_hand": 0.2,
    "last_turn": 0.4,
    "worthwhile": 0.3,
    "muster": 1.5,
}
"""By what the weights are multiplied of a player who spends cards on movement that are thrown away else (6.2)."""

CAREFUL: Final[Mapping[str, float]] = {
    **BUSY,
    "pull": 0.5,
    "outnumbered": 3.0,
    "overrun_danger": 1.5,
    "castle_danger": 1.5,
    "castle_guard": 0.7,
    "resource_danger": 1.4,
    "attack_margin": 1.5,
}
"""The same of one who spends them to gather what stands alone, and to guard what is near the enemy."""

MANNERS: Final[tuple[Mapping[str, float], ...]] = ({}, BUSY, {}, CAREFUL)
"""Of each four tastes for a movement phase one is a busy player's, and one a careful player's."""

MIXED: Final[Mapping[type[Question], Mapping[str, float]]] = {
    BidsDue: {"bid_point": 0.5, "deploying_card": 0.3, "proving_card": 0.5, "special_card": 0.5},
}
"""The same for the questions whose answers are mixed without a trial."""

RAID: Final[Mapping[str, float]] = {
    "castle_prize": 1.5,
    "enemy_resource_prize": 1.5,
    "first_impact": 0.75,
    "thin_hand": 0.3,
    "worthwhile": 0.5,
    "deploying_card": 0.6,
    "castle_danger": 0.5,
    "block": 1.5,
    "foe_prize": 2.0,
}
"""By what the weights of an enemy are multiplied who goes for everything badly guarded, and for lone blocks."""


def raided(seat: Seat) -> tuple[Weights, Weights]:
    """Weights for trials in which the enemy of `seat` is such a one."""
    first, second = SEASONED_WEIGHTS
    enemy = _multiplied(SEASONED_WEIGHTS[other(seat)], RAID)
    return (enemy, second) if seat else (first, enemy)


def taste(
    seat: Seat, random: Random, spreads: Mapping[str, float] = MOVEMENT, manner: Mapping[str, float] | None = None
) -> Weights:
    """The seasoned weights of a seat, with some of them multiplied by chance, and those of `manner` by its factors."""
    weights = _multiplied(SEASONED_WEIGHTS[seat], manner or {})
    return _multiplied(weights, {name: exp(random.gauss(0, spread)) for name, spread in spreads.items()})


def _multiplied(weights: Weights, factors: Mapping[str, float]) -> Weights:
    changed = {}
    for name, factor in factors.items():
        unit = UNITS[name][1]
        changed[name] = min(max(getattr(weights, name) * factor, unit.least), unit.greatest)
    return replace(weights, **changed)
