"""The strong bot's choice: a plan for each movement phase, and the seasoned bot's choice for everything else."""

from __future__ import annotations

from random import Random
from typing import Final

from engine.hidden import Seat, View, asked, refusal
from engine.sekigahara.bots.seasoned import SEASONED_WEIGHTS
from engine.sekigahara.bots.steady.bot import SteadyBot
from engine.sekigahara.bots.strong.plans import Plan, devise, taste, trial, world
from engine.sekigahara.bots.strong.worlds import deal
from engine.sekigahara.chapters.chapter_7_1_movement import MovementDue, PaymentDue
from engine.sekigahara.rules import SEKIGAHARA, Answer
from engine.sekigahara.state import State

TASTES: Final = 11
"""Plans of other tastes that are tried beside the seasoned bot's."""

WORLDS: Final = (2, 4, 8)
"""In how many worlds the plans of each heat are tried; the better half goes on to the next (sequential halving)."""

CLEAR_GAIN: Final = 0.01
"""By how much a plan must be better than the seasoned bot's to be followed."""


class StrongBot:
    """Tries plans for its movement phase in worlds that agree with all it may know, and follows the best one.

    Trials are counted and not timed, so that the same chance gives the same game. It sees its view alone.
    """

    def __init__(self, random: Random, tastes: int = TASTES, worlds: tuple[int, ...] = WORLDS) -> None:
        """`random` deals the worlds and varies the tastes; see `TASTES` and `WORLDS`."""
        self._random = random
        self._tastes = tastes
        self._worlds = worlds
        self._seasoned = SteadyBot(SEASONED_WEIGHTS)
        self._plans: dict[Seat, Plan] = {}

    def choose(self, view: View[State]) -> Answer:
        """See `engine.hidden.Bot.choose`."""
        question = asked(SEKIGAHARA.waiting(view.state), view.seat)
        if isinstance(question, PaymentDue):
            self._plans[view.seat] = self._best_plan(view)
        if isinstance(question, PaymentDue | MovementDue):
            plan = self._plans.get(view.seat, ())
            if plan and refusal(SEKIGAHARA, view, plan[0]) is None:
                self._plans[view.seat] = plan[1:]
                return plan[0]
            self._plans[view.seat] = ()
        return self._seasoned.choose(view)

    def _best_plan(self, view: View[State]) -> Plan:
        random, seat = self._random, view.seat
        worlds = [(deal(view, random), random.getrandbits(32)) for _ in range(sum(self._worlds))]
        faces, seed = worlds[0]
        usual = devise(world(view.state, faces, seed), seat, SEASONED_WEIGHTS[seat])
        others = [devise(world(view.state, faces, seed), seat, taste(seat, random)) for _ in range(self._tastes)]
        worth: dict[Plan, float] = dict.fromkeys([usual, *others], 0.0)
        left = list(worth)
        tried = 0
        for heat in self._worlds:
            for faces, seed in worlds[tried : tried + heat]:
                for plan in left:
                    worth[plan] += trial(world(view.state, faces, seed), seat, plan)
            tried += heat
            left.sort(key=lambda plan: -worth[plan])
            left = left[: (len(left) + 1) // 2]
            if usual not in left:
                left.append(usual)
        best = max(left, key=lambda plan: worth[plan])
        return best if worth[best] - worth[usual] > CLEAR_GAIN * tried else usual
