"""The strong bot's choice: a plan for each movement phase and an answer in combat, by trials; else by mixed tastes."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Final

from engine.hidden import Seat, View, asked, refusal
from engine.sekigahara.bots.seasoned import SEASONED_WEIGHTS
from engine.sekigahara.bots.steady.bot import SteadyBot
from engine.sekigahara.bots.strong import combats
from engine.sekigahara.bots.strong.hasty import HastyBot
from engine.sekigahara.bots.strong.neighbours import neighbours
from engine.sekigahara.bots.strong.plans import Plan, devise, world
from engine.sekigahara.bots.strong.search import World, as_good_as, best_of
from engine.sekigahara.bots.strong.tastes import MANNERS, MIXED, taste
from engine.sekigahara.bots.strong.worlds import deal
from engine.sekigahara.chapters.chapter_7_1_movement import MovementDue, PaymentDue
from engine.sekigahara.rules import SEKIGAHARA, Answer
from engine.sekigahara.state import State

TASTES: Final = 8
"""Plans of other tastes that are tried beside the seasoned bot's."""

WORLDS: Final = (2, 4, 8)
"""In how many worlds the plans of each heat are tried; the better half goes on to the next (sequential halving)."""

CLOSE: Final = 0.005
"""Plans whose chances are no further apart than this are as good as each other: one of them is drawn by lot."""


class StrongBot:
    """Tries plans for its movement phase, and answers in combat, in worlds that agree with all it may know.

    Trials are counted and not timed, so that the same chance gives the same game. It sees its view alone.
    """

    def __init__(
        self,
        random: Random,
        tastes: int = TASTES,
        worlds: tuple[int, ...] = WORLDS,
        combat_worlds: tuple[int, ...] = combats.WORLDS,
    ) -> None:
        """`random` deals the worlds and varies the tastes; see `TASTES`, `WORLDS` and `combats.WORLDS`."""
        self._random = random
        self._tastes = tastes
        self._worlds = worlds
        self._combat_worlds = combat_worlds
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
        if isinstance(question, combats.TRIED):
            return self._in_combat(view)
        spreads = MIXED.get(type(question))
        if spreads is None:
            return self._seasoned.choose(view)
        weights = taste(view.seat, self._random, spreads)
        return SteadyBot((weights, weights)).choose(view)

    def _in_combat(self, view: View[State]) -> Answer:
        found = combats.weighed(view, self._random, self._combat_worlds)
        least = as_good_as(found[0].chance, combats.CLOSE)
        good = [tried.plan[0] for tried in found if tried.chance >= least]
        return self._random.choice(good)

    def _best_plan(self, view: View[State]) -> Plan:
        random = self._random
        worlds = [(deal(view, random), random.getrandbits(32)) for _ in range(sum(self._worlds))]
        usual, others = plans_for(view, worlds[0], random, self._tastes)
        plans = [usual, *others]
        more = partial(neighbours, view, plans, worlds[0], random)
        found = best_of(view.state, view.seat, plans, worlds, self._worlds, usual, more=more)
        least = as_good_as(found[0].chance, CLOSE)
        return random.choice([tried.plan for tried in found if tried.chance >= least])


def plans_for(view: View[State], first: World, random: Random, tastes: int) -> tuple[Plan, list[Plan]]:
    """What the seasoned bot would do in the movement phase at hand, and what players of other tastes would."""
    state, seat = view.state, view.seat
    faces, seed = first
    usual = devise(world(state, faces, seed), seat, SteadyBot(SEASONED_WEIGHTS))
    others = []
    for number in range(tastes):
        weights = taste(seat, random, manner=MANNERS[number % len(MANNERS)])
        others.append(devise(world(state, faces, seed), seat, HastyBot((weights, weights))))
    return usual, others
