"""The steady bot's choice for every question."""

from __future__ import annotations

from typing import assert_never

from engine.hidden import View, asked, other
from engine.sekigahara.bots.steady import cards, fighting, moving
from engine.sekigahara.bots.steady.assessment import Assessment
from engine.sekigahara.chapters.chapter_6_week import BidsDue, ChooseFirst, DiscardsDue, FirstPlayerDue
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
    """Chooses what its rules of thumb weigh highest. The same view gives the same choice: it uses no chance."""

    def choose(self, view: View[State]) -> Answer:
        """See `engine.hidden.Bot.choose`."""
        question = asked(SEKIGAHARA.waiting(view.state), view.seat)
        assert question is not None
        return _choose(question, Assessment(view))


def _choose(question: Question, own: Assessment) -> Answer:
    match question:
        case DiscardsDue():
            return cards.choose_discard(own)
        case BidsDue():
            return cards.choose_bid(own)
        case FirstPlayerDue():
            return ChooseFirst(own.seat if moving.wants_to_be_first(own) else other(own.seat))
        case PaymentDue():
            return moving.choose_pay(own)
        case MovementDue():
            return moving.choose_move(own)
        case RevealDue():
            return Reveal()
        case DeclarationDue():
            return fighting.choose_declare(own)
        case CastleChoiceDue():
            return fighting.choose_inside(own)
        case DeploymentDue():
            return fighting.choose_deploy(own)
        case ChallengeDue():
            return fighting.choose_challenge(own)
        case LoyaltyProofDue():
            return fighting.choose_proof(own)
        case LossesDue():
            return fighting.choose_losses(own, question)
        case SiegeLossesDue():
            return fighting.choose_siege_losses(own, question)
        case RetreatDue():
            return fighting.choose_retreat(own)
        case _:
            assert_never(question)
