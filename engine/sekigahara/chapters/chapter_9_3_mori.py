"""Section 9.3: the Mōri box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from engine.forms import PIECE, Form
from engine.hidden import IllegalAction, Piece, View
from engine.lazy import Each
from engine.rules import DecisionRule, Rule, Shown
from engine.sekigahara.board import HAND, MORI_BOX, OSAKA
from engine.sekigahara.chapters.chapter_3_pieces import card_in_hand, discard, face_of, require_in
from engine.sekigahara.chapters.chapter_7_1_movement import MovementDue
from engine.sekigahara.chapters.chapter_7_2_muster import arrive
from engine.sekigahara.choices import one_of_each
from engine.sekigahara.components import ISHIDA
from engine.sekigahara.pieces import IS_LEADER
from engine.sekigahara.state import Pieces, State


@dataclass(frozen=True, slots=True)
class CallMori:
    """A card discarded brings `block` from the Mōri box to Osaka (9.3)."""

    card: Piece
    block: Piece
    form: ClassVar[Form] = Form("call-mori", card=PIECE, block=PIECE)


def blocks_to_call(state: State) -> Pieces:
    """The blocks that may leave the Mōri box next: any but the leader, who goes last (9.3)."""
    box = state.pools[ISHIDA][MORI_BOX]
    followers = tuple([block for block in box if not IS_LEADER[state.shown[block]]])
    return followers or box


class CallMoriBlock(DecisionRule[State, MovementDue, CallMori, None]):
    """In the Ishida movement phase any number of cards bring a block each to Osaka, the leader last (9.3, R18)."""

    question = MovementDue
    answer = CallMori

    def options(self, view: View[State], question: MovementDue) -> Sequence[CallMori]:
        """The first block that may go, for a card of every face."""
        if view.seat != ISHIDA:
            return ()
        blocks = blocks_to_call(view.state)[:1]
        hand = view.state.pools[ISHIDA][HAND]
        if not blocks or not hand:
            return ()
        return Each(one_of_each(hand, view.faces), lambda card: CallMori(card, blocks[0]))

    def to_show(self, state: State, question: MovementDue, answer: CallMori) -> Pieces:
        """The card; the Mōri box is open anyway."""
        return (answer.card,)

    def check(self, state: State, question: MovementDue, answer: CallMori, shown: Shown) -> None:
        """See `DecisionRule.check`."""
        if question.seat != ISHIDA:
            raise IllegalAction("9.3", "Only the Ishida player calls blocks from the Mōri box")
        card_in_hand(state, ISHIDA, answer.card, "9.3")
        require_in(state, ISHIDA, (answer.block,), MORI_BOX, "9.3")
        if answer.block not in blocks_to_call(state):
            raise IllegalAction("9.3", "Mōri Terumoto is the last block to leave the box")
        face_of(state, shown, answer.card)

    def perform(self, state: State, question: MovementDue, answer: CallMori, shown: Shown, found: None) -> None:
        """See `DecisionRule.perform`."""
        discard(state, ISHIDA, (answer.card,))
        state.push(question)
        arrive(state, ISHIDA, (answer.block,), MORI_BOX, OSAKA)


RULES: Final[tuple[Rule, ...]] = (CallMoriBlock(),)
