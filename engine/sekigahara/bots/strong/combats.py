"""Answers in a combat: which are worth a trial, and which of them trials to the end of the combats find best."""

from __future__ import annotations

from random import Random
from typing import Final

from engine.hidden import View, asked
from engine.sekigahara.bots.seasoned import SEASONED_WEIGHTS
from engine.sekigahara.bots.steady.assessment import Assessment
from engine.sekigahara.bots.steady.bot import SteadyBot
from engine.sekigahara.bots.steady.combat import ranked_deployments
from engine.sekigahara.bots.steady.memory import Memory
from engine.sekigahara.bots.strong.search import Tried, best_of
from engine.sekigahara.bots.strong.worlds import deal
from engine.sekigahara.chapters.chapter_8_1_declaring import DeclarationDue
from engine.sekigahara.chapters.chapter_8_2_deployment import DeploymentDue, EndDeployment
from engine.sekigahara.chapters.chapter_8_6_loyalty import ChallengeDue
from engine.sekigahara.chapters.chapter_8_8_retreats import RetreatDue
from engine.sekigahara.chapters.chapter_8_9_sieges import CastleChoiceDue
from engine.sekigahara.rules import SEKIGAHARA, Answer
from engine.sekigahara.state import State

TRIED: Final = (ChallengeDue, CastleChoiceDue, DeclarationDue, DeploymentDue, RetreatDue)
"""The questions that are answered by trials."""

FEW: Final = 5
"""Answers beside the seasoned bot's that are tried."""

WORLDS: Final = (6, 12)
"""In how many worlds the answers of each heat are tried."""

CLOSE: Final = 0.01
"""Answers whose chances are no further apart than this are as good as each other."""


def answers(view: View[State], random: Random) -> list[Answer]:
    """The answers to the question in a combat that are worth a trial, the seasoned bot's first."""
    usual = SteadyBot(SEASONED_WEIGHTS).choose(view)
    if isinstance(asked(SEKIGAHARA.waiting(view.state), view.seat), DeploymentDue):
        own = Assessment(view, SEASONED_WEIGHTS[view.seat], Memory())
        others: list[Answer] = [EndDeployment(), *ranked_deployments(own)[: FEW - 1]]
    else:
        options = SEKIGAHARA.options(view)
        others = random.sample(options, FEW) if len(options) > FEW else list(options)
    return list(dict.fromkeys([usual, *others]))


def weighed(view: View[State], random: Random, heats: tuple[int, ...]) -> list[Tried]:
    """The answers by how they did, best first."""
    plans = [(answer,) for answer in answers(view, random)]
    if len(plans) == 1:
        return [Tried(plans[0], 0.5)]
    worlds = [(deal(view, random), random.getrandbits(32)) for _ in range(sum(heats))]
    return best_of(view.state, view.seat, plans, worlds, heats, plans[0], turns=1)
