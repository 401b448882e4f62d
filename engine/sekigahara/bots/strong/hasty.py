"""A player for trials: the seasoned bot, in a hurry. A phase is planned once, and nothing is worked out twice."""

from __future__ import annotations

from typing import Final

from engine.hidden import View, asked, other, refusal
from engine.sekigahara.bots.seasoned import SEASONED_WEIGHTS
from engine.sekigahara.bots.steady.assessment import Assessment
from engine.sekigahara.bots.steady.bot import answer_to
from engine.sekigahara.bots.steady.memory import Memory
from engine.sekigahara.bots.steady.movement import pay_for
from engine.sekigahara.bots.steady.weights import Weights
from engine.sekigahara.chapters.chapter_6_week import ChooseFirst, FirstPlayerDue
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, MovementDue, PaymentDue
from engine.sekigahara.forms import Degree
from engine.sekigahara.rules import SEKIGAHARA, Answer
from engine.sekigahara.state import State

MOVES: Final = {Degree.NONE: 0, Degree.MINIMAL: 1, Degree.LIMITED: 3, Degree.TOTAL: 99}
"""How many moves of a plan each degree of movement pays for (7.1)."""


class HastyBot:
    """Plays both seats of many trials of one position, each from its own view.

    It follows the plan that it paid for, where the seasoned bot plans anew after every move, and what it remembers
    lasts for its whole life: positions of the same few turns are much alike. It never moves first by choice (6.3), nor
    does the seasoned bot in six weeks of seven: to look for an attack first would take a quarter of its time.
    """

    def __init__(self, weights: tuple[Weights, Weights] = SEASONED_WEIGHTS) -> None:
        """`weights` as the steady bot's."""
        self._weights = weights
        self._memories = (Memory(), Memory())
        self._plan: list[Answer] = []

    def forget_plan(self) -> None:
        """Begin another trial."""
        self._plan = []

    def choose(self, view: View[State]) -> Answer:
        """See `engine.hidden.Bot.choose`."""
        question = asked(SEKIGAHARA.waiting(view.state), view.seat)
        assert question is not None
        if isinstance(question, MovementDue):
            while self._plan:
                move = self._plan.pop(0)
                if refusal(SEKIGAHARA, view, move) is None:
                    return move
            return EndMovement()
        if isinstance(question, FirstPlayerDue):
            return ChooseFirst(other(view.seat))
        own = Assessment(view, self._weights[view.seat], self._memories[view.seat])
        if isinstance(question, PaymentDue):
            pay, plan = pay_for(own)
            self._plan = [move.action for move in plan[: MOVES[pay.degree]]]
            return pay
        return answer_to(question, own)
