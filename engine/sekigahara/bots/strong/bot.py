"""The strong bot's choice: a plan for each movement phase; else the seasoned bot's, mixed where being read costs."""

from __future__ import annotations

from random import Random
from typing import Final

from engine.hidden import Seat, View, asked, refusal
from engine.sekigahara.bots.seasoned import SEASONED_WEIGHTS
from engine.sekigahara.bots.steady.bot import SteadyBot
from engine.sekigahara.bots.strong.hasty import HastyBot
from engine.sekigahara.bots.strong.plans import Plan, devise, world
from engine.sekigahara.bots.strong.search import World, best_of
from engine.sekigahara.bots.strong.tastes import MIXED, taste
from engine.sekigahara.bots.strong.worlds import deal
from engine.sekigahara.chapters.chapter_7_1_movement import MovementDue, PaymentDue
from engine.sekigahara.rules import SEKIGAHARA, Answer
from engine.sekigahara.state import State

TASTES: Final = 11
"""Plans of other tastes that are tried beside the seasoned bot's."""

WORLDS: Final = (2, 4, 8)
"""In how many worlds the plans of each heat are tried; the better half goes on to the next (sequential halving)."""

CLOSE: Final = 0.005
"""Plans whose chances are no further apart than this are as good as each other: one of them is drawn by lot."""


class StrongBot:
    """Tries plans for its movement phase in worlds that agree with all it may know, and follows one of the best.

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
        assert question is not None
        spreads = MIXED.get(type(question))
        if spreads is None:
            return self._seasoned.choose(view)
        weights = taste(view.seat, self._random, spreads)
        return SteadyBot((weights, weights)).choose(view)

    def _best_plan(self, view: View[State]) -> Plan:
        random = self._random
        worlds = [(deal(view, random), random.getrandbits(32)) for _ in range(sum(self._worlds))]
        usual, others = plans_for(view, worlds[0], random, self._tastes)
        found = best_of(view.state, view.seat, [usual, *others], worlds, self._worlds, usual)
        return random.choice([tried.plan for tried in found if tried.chance >= found[0].chance - CLOSE])


def plans_for(view: View[State], first: World, random: Random, tastes: int) -> tuple[Plan, list[Plan]]:
    """What the seasoned bot would do in the movement phase at hand, and what players of other tastes would."""
    state, seat = view.state, view.seat
    faces, seed = first
    usual = devise(world(state, faces, seed), seat, SteadyBot(SEASONED_WEIGHTS))
    others = []
    for _ in range(tastes):
        weights = taste(seat, random)
        others.append(devise(world(state, faces, seed), seat, HastyBot((weights, weights))))
    return usual, others
