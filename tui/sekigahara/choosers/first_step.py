"""Which chooser belongs to which question."""

from __future__ import annotations

from typing import assert_never

from engine.sekigahara import Question
from engine.sekigahara.chapters.chapter_6_week import BidsDue, DiscardsDue, FirstPlayerDue
from engine.sekigahara.chapters.chapter_7_1_movement import MovementDue, PaymentDue
from engine.sekigahara.chapters.chapter_7_4_overruns import RevealDue
from engine.sekigahara.chapters.chapter_8_1_declaring import DeclarationDue
from engine.sekigahara.chapters.chapter_8_2_deployment import DeploymentDue
from engine.sekigahara.chapters.chapter_8_6_loyalty import ChallengeDue, LoyaltyProofDue
from engine.sekigahara.chapters.chapter_8_7_losses import LossesDue
from engine.sekigahara.chapters.chapter_8_8_retreats import RetreatDue
from engine.sekigahara.chapters.chapter_8_9_sieges import CastleChoiceDue, SiegeLossesDue
from tui.sekigahara.choosers.chapter_3_pieces import SekigaharaPlayer
from tui.sekigahara.choosers.chapter_6_week import choose_bid, choose_discards, choose_first_player
from tui.sekigahara.choosers.chapter_7_1_movement import choose_movement, choose_payment
from tui.sekigahara.choosers.chapter_7_4_overruns import show_overrun
from tui.sekigahara.choosers.chapter_8_1_declaring import choose_combat
from tui.sekigahara.choosers.chapter_8_2_deployment import choose_deployment
from tui.sekigahara.choosers.chapter_8_6_loyalty import choose_challenge, choose_proof
from tui.sekigahara.choosers.chapter_8_7_losses import choose_losses
from tui.sekigahara.choosers.chapter_8_8_retreats import choose_retreat
from tui.sekigahara.choosers.chapter_8_9_sieges import choose_position, choose_siege_losses
from tui.steps import Step


def first_step(player: SekigaharaPlayer, question: Question) -> Step:
    """The first step to an answer of `question`."""
    match question:
        case DiscardsDue():
            return choose_discards(player)
        case BidsDue():
            return choose_bid(player)
        case FirstPlayerDue():
            return choose_first_player(player)
        case PaymentDue():
            return choose_payment(player)
        case MovementDue():
            return choose_movement(player)
        case RevealDue():
            return show_overrun(player, question)
        case DeclarationDue():
            return choose_combat(player)
        case CastleChoiceDue():
            return choose_position(player, question)
        case DeploymentDue():
            return choose_deployment(player, question)
        case ChallengeDue():
            return choose_challenge(player, question)
        case LoyaltyProofDue():
            return choose_proof(player)
        case LossesDue():
            return choose_losses(player, question)
        case SiegeLossesDue():
            return choose_siege_losses(player, question)
        case RetreatDue():
            return choose_retreat(player, question)
        case _:
            assert_never(question)
