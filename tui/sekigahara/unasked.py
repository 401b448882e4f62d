"""What is told of questions that had one answer only, and which of them the opponent sees to be such."""

from __future__ import annotations

from typing import Any

from engine.hidden import View
from engine.sekigahara import Answer
from engine.sekigahara.board import HAND
from engine.sekigahara.chapters.chapter_6_week import BidsDue, DiscardsDue
from engine.sekigahara.chapters.chapter_7_1_movement import MovementDue
from engine.sekigahara.chapters.chapter_7_4_overruns import RevealDue
from engine.sekigahara.chapters.chapter_8_1_declaring import DeclarationDue, Declare
from engine.sekigahara.chapters.chapter_8_2_deployment import (
    DeploymentDue,
    has_deployed,
    leaders_need_no_card,
    undeployed,
)
from engine.sekigahara.chapters.chapter_8_6_loyalty import ChallengeDue, LoyaltyProofDue, has_challenged
from engine.sekigahara.chapters.chapter_8_7_losses import LossesDue, certain_losses
from engine.sekigahara.chapters.chapter_8_8_retreats import RetreatDue
from engine.sekigahara.chapters.chapter_8_9_sieges import SiegeLossesDue
from engine.sekigahara.forms import Degree
from engine.sekigahara.state import State
from tui.games import Unasked
from tui.language import _
from tui.sekigahara.words.chapter_8_2_deployment import why_nothing_to_deploy
from tui.sekigahara.words.chapter_8_7_losses import no_choice_of_losses
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import SIDES, pieces_words
from tui.sekigahara.words.sekigahara import answer_words


def forced_in_public(view: View[State], question: Any) -> bool:
    """Whether blocks, cards and locations, as both see them, leave no choice; not what a hand has or lacks (R20)."""
    state, seat = view.state, view.seat
    match question:
        case DiscardsDue() | BidsDue():
            # That the cards of a hand are all alike nobody sees.
            return len(state.pools[seat][HAND]) <= 1
        case RevealDue() | DeclarationDue() | RetreatDue():
            return True
        case SiegeLossesDue():
            blocks = state.pools[seat][question.location]
            # That those who stay are like those who are lost is not to be seen by how soon they are.
            return question.count >= len(blocks) or all(block in state.shown for block in blocks)
        case LossesDue():
            certain, others = certain_losses(state, question)
            return len(certain) == question.count or all(block in state.shown for block in others)
        case DeploymentDue():
            nothing_to_play = not state.pools[seat][HAND] and not leaders_need_no_card(state.current_combat(), seat)
            return nothing_to_play or not undeployed(state, seat)
        case MovementDue():
            # Without movement only a Mōri block could be called, for any card (9.3).
            return state.current_movement().degree is Degree.NONE
        case _:
            return False


def unasked(view: View[State], question: Any, answer: Answer) -> Unasked:
    """What is told where the question would have been, and in the own log."""
    if isinstance(question, ChallengeDue):
        # The log tells that it stands, and why.
        words = (
            _("You hold no second Loyalty Challenge: it stands.")
            if has_challenged(view.state, view.seat)
            else _("You hold no Loyalty Challenge: it stands.")
        )
        return Unasked(_("Nothing to challenge with"), words, "")
    told = _told(view, question, answer)
    return Unasked(_("Nothing to decide"), told, "" if _log_tells(view.state, question) else told)


def _log_tells(state: State, question: Any) -> bool:
    """Whether the log tells as much of the answer anyway: losses and overruns by their blocks, movement not bought."""
    if isinstance(question, MovementDue):
        return state.current_movement().degree is Degree.NONE
    return isinstance(question, LossesDue | SiegeLossesDue | RevealDue)


def _told(view: View[State], question: Any, answer: Answer) -> str:
    if isinstance(answer, Declare):
        return _("There was only one combat left to declare, {location}.").format(location=NAMES[answer.location])
    match question:
        case MovementDue():
            bought = view.state.current_movement().degree is not Degree.NONE
            return (
                _("Nothing of yours could move: your movement is over.")
                if bought
                else _("You bought no movement: your movement is over.")
            )
        case RevealDue():
            blocks = view.state.pools[view.seat][question.location]
            return _("Overrun at {location}, shown and lost without a choice (7.4.2): {blocks}.").format(
                location=NAMES[question.location], blocks=pieces_words(blocks, view.faces)
            )
        case DeploymentDue():
            words = (
                _("{location}: ended for you, as nothing is left that you could deploy: {why}.")
                if has_deployed(view.state, view.seat)
                else _("{location}: ended for you, as you could deploy nothing: {why}.")
            )
            return words.format(location=NAMES[question.location], why=why_nothing_to_deploy(view))
        case LoyaltyProofDue():
            return _("No card of yours proves the loyalty (8.6.1): what was deployed changes sides.")
        case LossesDue():
            done = answer_words(view.state, view.seat, answer, view.faces)
            return f"{NAMES[question.location]}: {SIDES[view.seat]} {done}. {no_choice_of_losses(view.state, question)}"
        case SiegeLossesDue():
            done = answer_words(view.state, view.seat, answer, view.faces)
            return _("{location}, without a choice by the rules: {side} {done}.").format(
                location=NAMES[question.location], side=SIDES[view.seat], done=done
            )
        case RetreatDue():
            return _("{location}: there was only one way to retreat.").format(location=NAMES[question.location])
        case _:
            done = answer_words(view.state, view.seat, answer, view.faces)
            return _("There was no choice, so it was done for you: {done}.").format(done=done)
