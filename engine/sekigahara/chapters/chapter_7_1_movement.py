"""Section 7.1: the movement phase, bought with cards; how it ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from engine.forms import PIECES, Form, Member
from engine.hidden import IllegalAction, Seat, View
from engine.lazy import Concatenated, Each, EverySubset, Subsets
from engine.rules import DecisionRule, Question, Rule, Shown
from engine.sekigahara.board import HAND, LOCATIONS
from engine.sekigahara.chapters.chapter_3_pieces import DrawCards, Hide, discard, require_in, require_shown
from engine.sekigahara.choices import one_of_each
from engine.sekigahara.forms import SEAT, Degree
from engine.sekigahara.state import EVERY_STACK, Movement, Pieces, State

PRICE: Final[dict[Degree, int | None]] = {
    Degree.NONE: None,
    Degree.MINIMAL: 0,
    Degree.LIMITED: 1,
    Degree.TOTAL: 2,
}
"""Cards discarded for each degree of movement; None: any number, to be replaced (7.1)."""

STACK_MOVES: Final[dict[Degree, int]] = {
    Degree.NONE: 0,
    Degree.MINIMAL: 1,
    Degree.LIMITED: 3,
    Degree.TOTAL: EVERY_STACK,
}
"""Stacks that may move; a muster counts as one unless all may (7.1, 7.2)."""


@dataclass(frozen=True, slots=True)
class PaymentDue(Question):
    """`seat` buys movement for this turn, or replaces cards instead (7.1, R9)."""

    seat: Seat
    form: ClassVar[Form] = Form("payment-due", seat=SEAT)


@dataclass(frozen=True, slots=True)
class Pay:
    """The movement bought and the cards discarded for it (7.1, R9); with no movement, the cards to be replaced."""

    degree: Degree
    cards: Pieces
    form: ClassVar[Form] = Form("pay", degree=Member(Degree), cards=PIECES)

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", tuple(sorted(self.cards)))


class PayForMovement(DecisionRule[State, PaymentDue, Pay, None]):
    """Movement is paid for before anything moves (7.1, R9)."""

    question = PaymentDue
    answer = Pay

    def options(self, view: View[State], question: PaymentDue) -> Sequence[Pay]:
        """Every number of cards to replace, and every price of the degrees of movement."""
        hand = view.state.pools[view.seat][HAND]
        return Concatenated(
            [
                EverySubset(hand, lambda cards: Pay(Degree.NONE, cards)),
                [Pay(Degree.MINIMAL, ())],
                Each(one_of_each(hand, view.faces), lambda card: Pay(Degree.LIMITED, (card,))),
                Subsets(hand, 2, lambda cards: Pay(Degree.TOTAL, cards)),
            ]
        )

    def to_show(self, state: State, question: PaymentDue, answer: Pay) -> Pieces:
        """Discards are public (3.3)."""
        return answer.cards

    def check(self, state: State, question: PaymentDue, answer: Pay, shown: Shown) -> None:
        """See `DecisionRule.check`."""
        price = PRICE[answer.degree]
        if price is not None and len(answer.cards) != price:
            raise IllegalAction(
                "7.1",
                "{degree} movement costs {price} cards, got {count}",
                degree=answer.degree.value,
                price=price,
                count=len(answer.cards),
            )
        require_in(state, question.seat, answer.cards, HAND, "7.1")
        require_shown(state, shown, answer.cards)

    def perform(self, state: State, question: PaymentDue, answer: Pay, shown: Shown, found: None) -> None:
        """See `DecisionRule.perform`."""
        discard(state, question.seat, answer.cards)
        state.movement = Movement(answer.degree, STACK_MOVES[answer.degree])
        state.push(MovementDue(question.seat))
        if PRICE[answer.degree] is None:
            state.push(DrawCards(question.seat, len(answer.cards)))


@dataclass(frozen=True, slots=True)
class MovementDue(Question):
    """`seat` marches, musters or calls Mōri blocks, one at a time, until it ends the phase (7.2, 7.3, 9.3)."""

    seat: Seat
    form: ClassVar[Form] = Form("movement-due", seat=SEAT)


@dataclass(frozen=True, slots=True)
class EndMovement:
    """The movement phase is over."""

    form: ClassVar[Form] = Form("end-movement")


class EndMovementPhase(DecisionRule[State, MovementDue, EndMovement, None]):
    """Blocks that came together are mixed, and the combat phase begins (6.4, R34)."""

    question = MovementDue
    answer = EndMovement

    def options(self, view: View[State], question: MovementDue) -> Sequence[EndMovement]:
        """Moving is never compulsory (7.1)."""
        return [EndMovement()]

    def check(self, state: State, question: MovementDue, answer: EndMovement, shown: Shown) -> None:
        """Nothing can be wrong with it."""

    def perform(self, state: State, question: MovementDue, answer: EndMovement, shown: Shown, found: None) -> None:
        """See `DecisionRule.perform`. Only where moved blocks have come to stand is anything mixed."""
        moved = state.current_movement().moved
        state.movement = None
        stacks = state.pools[question.seat]
        places = tuple([place for place in LOCATIONS if not moved.isdisjoint(stacks[place])]) if moved else ()
        if places:
            state.push(Hide(question.seat, places))


RULES: Final[tuple[Rule, ...]] = (PayForMovement(), EndMovementPhase())
"""`MovementDue` has further answers in 7.2, 7.3 and 9.3."""
