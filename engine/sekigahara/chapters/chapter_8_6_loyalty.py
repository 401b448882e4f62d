"""Section 8.6: loyalty challenges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from engine.forms import PIECE, Form, Maybe
from engine.hidden import IllegalAction, Piece, Seat, View, other
from engine.lazy import Concatenated, Each
from engine.rules import DecisionRule, Question, Rule, Shown, Step, StepRule
from engine.sekigahara.board import HAND, PLAYED, Location
from engine.sekigahara.chapters.chapter_3_pieces import Hide, card_in_hand, face_of, is_challenge
from engine.sekigahara.chapters.chapter_8_3_impact import add_impact
from engine.sekigahara.choices import one_of_each
from engine.sekigahara.forms import LOCATION, SEAT
from engine.sekigahara.pieces import KIND_OF, matches
from engine.sekigahara.state import Deployment, Pieces, State


def pending(state: State) -> Deployment:
    """The deployment that may be challenged, which there must be."""
    deployment = state.current_combat().pending
    assert deployment is not None
    return deployment


def accept_deployment(state: State, seat: Seat) -> None:
    """The pending deployment of `seat` is loyal: count its impact (8.3, 8.4.1)."""
    deployment = pending(state)
    swords = KIND_OF[state.shown[deployment.card]] == "swords" and not state.current_combat().siege
    add_impact(state, seat, deployment.blocks, swords)


def defect(state: State, seat: Seat) -> None:
    """The pending deployment of `seat` changes sides, without a special attack (8.6.1 to 8.6.3, R23)."""
    add_impact(state, other(seat), pending(state).blocks, swords=False)


def can_refute(state: State, deployment: Deployment, cards: Sequence[int]) -> bool:
    """Whether a card with one of the faces `cards` would prove the loyalty of what is deployed (8.6.1, R23)."""
    block = state.shown[deployment.blocks[0]]
    return any(matches(card, block) for card in cards)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Challenge:
    """A Loyalty Challenge card against the deployment just made, or None to let it stand (8.6.1)."""

    card: Piece | None
    form: ClassVar[Form] = Form("challenge", card=Maybe(PIECE))


@dataclass(frozen=True, slots=True)
class ChallengeDue(Question):
    """`seat` may challenge what was just deployed at `location` (8.6.1).

    Everybody who has a card is asked, and the time of the answer must not tell which cards they are (R24).
    """

    seat: Seat
    location: Location
    form: ClassVar[Form] = Form("challenge-due", seat=SEAT, location=LOCATION)
    even_default: ClassVar[Challenge] = Challenge(None)


def has_challenged(state: State, seat: Seat) -> bool:
    """Whether `seat` has played a Loyalty Challenge in this combat (8.6.1)."""
    return any(is_challenge(state.shown[card]) for card in state.pools[seat][PLAYED])


class ChallengeLoyalty(DecisionRule[State, ChallengeDue, Challenge, None]):
    """A Loyalty Challenge against the deployment just made, or none (8.6.1, R23)."""

    question = ChallengeDue
    answer = Challenge

    def options(self, view: View[State], question: ChallengeDue) -> Sequence[Challenge]:
        """None, or a Loyalty Challenge of the hand."""
        hand = one_of_each(view.state.pools[view.seat][HAND], view.faces)
        challenges = [card for card in hand if is_challenge(view.faces[card])]
        return Concatenated([[Challenge(None)], Each(challenges, Challenge)])

    def to_show(self, state: State, question: ChallengeDue, answer: Challenge) -> Pieces:
        """The card played."""
        return () if answer.card is None else (answer.card,)

    def check(self, state: State, question: ChallengeDue, answer: Challenge, shown: Shown) -> None:
        """See `DecisionRule.check`."""
        if answer.card is None:
            return
        card_in_hand(state, question.seat, answer.card, "8.6.1")
        if not is_challenge(face_of(state, shown, answer.card)):
            raise IllegalAction("8.6.1", "Only a Loyalty Challenge card challenges a deployment")

    def perform(self, state: State, question: ChallengeDue, answer: Challenge, shown: Shown, found: None) -> None:
        """See `DecisionRule.perform`."""
        deployer = other(question.seat)
        if answer.card is None:
            accept_deployment(state, deployer)
            return
        state.transfer(question.seat, (answer.card,), HAND, PLAYED)
        if state.pools[deployer][HAND]:
            state.push(LoyaltyProofDue(deployer, question.location))
        else:
            defect(state, deployer)


@dataclass(frozen=True, slots=True)
class LoyaltyProofDue(Question):
    """`seat` may prove the loyalty of the blocks challenged at `location` (8.6.1, R23)."""

    seat: Seat
    location: Location
    form: ClassVar[Form] = Form("loyalty-proof-due", seat=SEAT, location=LOCATION)


@dataclass(frozen=True, slots=True)
class ProveLoyalty:
    """A card shown from the hand that could deploy the blocks, or None: they change sides (8.6.1, R23)."""

    card: Piece | None
    form: ClassVar[Form] = Form("prove-loyalty", card=Maybe(PIECE))


class ProveLoyaltyByCard(DecisionRule[State, LoyaltyProofDue, ProveLoyalty, None]):
    """A further card of that daimyo, shown and taken back, proves loyalty; else the blocks defect (8.6.1, R23)."""

    question = LoyaltyProofDue
    answer = ProveLoyalty

    def options(self, view: View[State], question: LoyaltyProofDue) -> Sequence[ProveLoyalty]:
        """Nothing, or a card that fits."""
        block = view.faces[pending(view.state).blocks[0]]
        hand = one_of_each(view.state.pools[view.seat][HAND], view.faces)
        fitting = [card for card in hand if matches(view.faces[card], block)]
        return Concatenated([[ProveLoyalty(None)], Each(fitting, ProveLoyalty)])

    def to_show(self, state: State, question: LoyaltyProofDue, answer: ProveLoyalty) -> Pieces:
        """The card, which goes back to the hand and is mixed there."""
        return () if answer.card is None else (answer.card,)

    def check(self, state: State, question: LoyaltyProofDue, answer: ProveLoyalty, shown: Shown) -> None:
        """See `DecisionRule.check`."""
        if answer.card is None:
            return
        card_in_hand(state, question.seat, answer.card, "8.6.1")
        if not can_refute(state, pending(state), (face_of(state, shown, answer.card),)):
            raise IllegalAction("R23", "The card shown could not deploy the challenged block")

    def perform(self, state: State, question: LoyaltyProofDue, answer: ProveLoyalty, shown: Shown, found: None) -> None:
        """See `DecisionRule.perform`."""
        if answer.card is None:
            defect(state, question.seat)
        else:
            state.push(Hide(question.seat, (HAND,)), LoyaltyProven(question.seat))


@dataclass(frozen=True, slots=True)
class LoyaltyProven(Step):
    """The blocks that `seat` deployed fight for it (8.6.1)."""

    seat: Seat
    form: ClassVar[Form] = Form("loyalty-proven", seat=SEAT)


RULES: Final[tuple[Rule, ...]] = (
    ChallengeLoyalty(),
    ProveLoyaltyByCard(),
    StepRule(LoyaltyProven, lambda state, step: accept_deployment(state, step.seat)),
)
