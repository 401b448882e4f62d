"""Tastes: the seasoned weights, with those that matter to a decision multiplied by chance.

They make the plans that are tried differ. And they make choices that cost when they are read come out now so, now so:
what is bid, what is deployed without a card to prove its loyalty, when a challenge is played, who leaves a castle.
The chance is the bot's own, so that the same chance gives the same game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import exp
from random import Random
from typing import Final

from engine.hidden import Seat
from engine.sekigahara.bots.seasoned import SEASONED_WEIGHTS
from engine.sekigahara.bots.steady.weights import UNITS, Weights
from engine.sekigahara.chapters.chapter_6_week import BidsDue
from engine.sekigahara.chapters.chapter_8_2_deployment import DeploymentDue
from engine.sekigahara.chapters.chapter_8_6_loyalty import ChallengeDue
from engine.sekigahara.chapters.chapter_8_9_sieges import CastleChoiceDue
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
    ),
    0.6,
)
"""In which weights tastes differ about a movement phase, and the standard deviation of the logarithm of the factors.

It is wide, because trials tell good plans from bad ones.
"""

MIXED: Final[Mapping[type[Question], Mapping[str, float]]] = {
    BidsDue: {"bid_point": 0.5, "deploying_card": 0.3, "proving_card": 0.5, "special_card": 0.5},
    DeploymentDue: {"challenged": 0.8, "card_share": 0.5},
    ChallengeDue: {"challenge": 0.3},
    CastleChoiceDue: {"sortie": 0.15, "sortie_of_attacker": 0.15, "first_impact": 0.15},
}
"""The same for the questions whose answers are mixed. Nothing tries these, so it is narrow where an error is dear."""


def taste(seat: Seat, random: Random, spreads: Mapping[str, float] = MOVEMENT) -> Weights:
    """The seasoned weights of a seat, with some of them multiplied by chance."""
    weights = SEASONED_WEIGHTS[seat]
    changed = {}
    for name, spread in spreads.items():
        unit = UNITS[name][1]
        changed[name] = min(max(getattr(weights, name) * exp(random.gauss(0, spread)), unit.least), unit.greatest)
    return replace(weights, **changed)
