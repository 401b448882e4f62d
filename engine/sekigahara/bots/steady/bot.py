"""The steady bot's choice for every question."""

from __future__ import annotations

from typing import assert_never

from engine.hidden import View, asked
from engine.sekigahara.bots.steady import cards, combat, movement
from engine.sekigahara.bots.steady.assessment import Assessment
from engine.sekigahara.bots.steady.memory import Memory
from engine.sekigahara.bots.steady.weights import SHIPPED_WEIGHTS, Weights
from engine.sekigahara.chapters.chapter_6_week import BidsDue, DiscardsDue, FirstPlayerDue
from engine.sekigahara.chapters.chapter_7_1_movement import MovementDue, PaymentDue
from engine.sekigahara.chapters.chapter_7_4_overruns import Reveal, RevealDue
from engine.sekigahara.chapters.chapter_8_1_declaring import DeclarationDue
from engine.sekigahara.chapters.chapter_8_2_deployment import DeploymentDue
from engine.sekigahara.chapters.chapter_8_6_loyalty import ChallengeDue, LoyaltyProofDue
from engine.sekigahara.chapters.chapter_8_7_losses import LossesDue
from engine.sekigahara.chapters.chapter_8_8_retreats import RetreatDue
from engine.sekigahara.chapters.chapter_8_9_sieges import CastleChoiceDue, SiegeLossesDue
from engine.sekigahara.rules import SEKIGAHARA, Answer, Question
from engine.sekigahara.state import State


class SteadyBot:
    """Chooses what its rules of thumb weigh highest. The same view gives the same choice: it uses no chance.

    What it remembers from one decision to the next saves time and changes nothing.
    """

    def __init__(self, weights: tuple[Weights, Weights] = SHIPPED_WEIGHTS) -> None:
        """`weights` are what the bot holds things to be worth as seat 0 and as seat 1."""
        self._weights = weights
        self._memories = (Memory(), Memory())

    def choose(self, view: View[State]) -> Answer:
        """See `engine.hidden.Bot.choose`."""
        question = asked(SEKIGAHARA.waiting(view.state), view.seat)
        assert question is not None
        memory = self._memories[view.seat]
        memory.begin(view)
        return answer_to(question, Assessment(view, self._weights[view.seat], memory))


def answer_to(question: Question, own: Assessment) -> Answer:
    """What the rules of thumb answer."""
    match question:
        case DiscardsDue():
            return cards.choose_discard(own)
        case BidsDue():
            return cards.choose_bid(own)
        case FirstPlayerDue():
            return movement.choose_first(own)
        case PaymentDue():
            return movement.choose_pay(own)
        case MovementDue():
            return movement.choose_move(own)
        case RevealDue():
            return Reveal()
        case DeclarationDue():
            return combat.choose_declare(own)
        case CastleChoiceDue():
            return combat.choose_inside(own)
        case DeploymentDue():
            return combat.choose_deploy(own)
        case ChallengeDue():
            return combat.choose_challenge(own)
        case LoyaltyProofDue():
            return combat.choose_proof(own)
        case LossesDue():
            return combat.choose_losses(own, question)
        case SiegeLossesDue():
            return combat.choose_siege_losses(own, question)
        case RetreatDue():
            return combat.choose_retreat(own)
        case _:
            assert_never(question)
