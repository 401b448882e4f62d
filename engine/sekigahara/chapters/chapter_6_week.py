"""Chapter 6: the weekly cycle of reinforcement, bids and turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from engine.forms import NUMBER, PIECE, PIECES, Form, Maybe
from engine.hidden import SEATS, IllegalAction, Piece, Seat, View, other
from engine.lazy import Each, Subsets
from engine.rules import DecisionRule, Question, Rule, SealedQuestion, SealedRule, Shown, Step, StepRule, Task
from engine.sekigahara.board import HAND
from engine.sekigahara.chapters.chapter_2_victory import count_points
from engine.sekigahara.chapters.chapter_3_pieces import (
    DrawCards,
    DrawRecruits,
    card_in_hand,
    discard,
    face_of,
    require_in,
    require_shown,
)
from engine.sekigahara.chapters.chapter_4_control import castles_of, resources_of
from engine.sekigahara.chapters.chapter_7_1_movement import PaymentDue
from engine.sekigahara.chapters.chapter_8_1_declaring import CombatPhase
from engine.sekigahara.choices import one_of_each
from engine.sekigahara.components import ISHIDA, REINFORCEMENT_BLOCKS, REINFORCEMENT_CARDS, TOKUGAWA, WEEKS
from engine.sekigahara.forms import SEAT
from engine.sekigahara.pieces import BID_OF
from engine.sekigahara.state import Pieces, State

TURNS: Final = (0, 1)
"""Turns A and B of a week (6.4)."""


@dataclass(frozen=True, slots=True)
class BeginWeek(Step):
    """A week: reinforcement but for the first, then turn order, then turns A and B (6.1)."""

    week: int
    form: ClassVar[Form] = Form("begin-week", week=NUMBER)


def begin_week(state: State, step: BeginWeek) -> None:
    """See `BeginWeek`; after the last week the points are counted (2.2)."""
    if step.week > WEEKS:
        count_points(state)
        return
    state.week = step.week
    state.turn = 0
    state.first = state.active = None
    tasks: list[Task] = [BeginBids(), BeginWeek(step.week + 1)]
    if step.week > 1:
        tasks.insert(0, Reinforce())
        if any(half_hand(state, seat) for seat in SEATS):
            tasks.insert(0, DiscardsDue())
    state.push(*tasks)


# -- 6.2, reinforcement


@dataclass(frozen=True, slots=True)
class DiscardsDue(SealedQuestion):
    """Both players throw half their hands away at the start of a week (6.2, R5)."""

    form: ClassVar[Form] = Form("discards-due")


@dataclass(frozen=True, slots=True)
class Discard:
    """Half the hand, chosen in secret (6.2, R5)."""

    cards: Pieces
    form: ClassVar[Form] = Form("discard", cards=PIECES)

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", tuple(sorted(self.cards)))


def half_hand(state: State, seat: Seat) -> int:
    """How many cards `seat` throws away at the start of the week: half, rounded down (6.2)."""
    return len(state.pools[seat][HAND]) // 2


class DiscardHalf(SealedRule[State, DiscardsDue, Discard]):
    """Exactly half the hand goes, which half is the player's choice (6.2, R5)."""

    question = DiscardsDue
    answer = Discard

    def options(self, view: View[State], question: DiscardsDue) -> Sequence[Discard]:
        """Every half of the hand."""
        return Subsets(view.state.pools[view.seat][HAND], half_hand(view.state, view.seat), Discard)

    def to_show(self, state: State, question: DiscardsDue, answer: Discard) -> Pieces:
        """Discards are public when both are made (3.3)."""
        return answer.cards

    def check(self, state: State, question: DiscardsDue, seat: Seat, answer: Discard, shown: Shown) -> None:
        """See `SealedRule.check`."""
        due = half_hand(state, seat)
        if len(answer.cards) != due:
            raise IllegalAction(
                "6.2", "The half-hand discard is {due} cards, got {count}", due=due, count=len(answer.cards)
            )
        require_in(state, seat, answer.cards, HAND, "6.2")
        require_shown(state, shown, answer.cards)

    def perform(self, state: State, question: DiscardsDue, answers: tuple[Discard, Discard], shown: Shown) -> None:
        """See `SealedRule.perform`."""
        for seat in SEATS:
            discard(state, seat, answers[seat].cards)


@dataclass(frozen=True, slots=True)
class Reinforce(Step):
    """Cards, then blocks, with the extra ones for most castles and most resource locations (6.2, R1, R5)."""

    form: ClassVar[Form] = Form("reinforce")


def majority(tokugawa: int, ishida: int) -> Seat | None:
    """The seat with more, None for a tie."""
    if tokugawa == ishida:
        return None
    return TOKUGAWA if tokugawa > ishida else ISHIDA


def cards_due(state: State, seat: Seat) -> int:
    """The cards that `seat` draws in a reinforcement as things stand: one more for most castles (6.2, R1)."""
    most = majority(castles_of(state, TOKUGAWA), castles_of(state, ISHIDA))
    return REINFORCEMENT_CARDS + (most == seat)


def recruits_due(state: State, seat: Seat, week: int) -> int:
    """The blocks that `seat` draws in the reinforcement of `week` as things stand (6.2, R1)."""
    most = majority(resources_of(state, TOKUGAWA), resources_of(state, ISHIDA))
    return REINFORCEMENT_BLOCKS[week - 1] + (most in (seat, None))


def reinforce(state: State, step: Reinforce) -> None:
    """See `Reinforce`."""
    state.push(
        *[DrawCards(seat, cards_due(state, seat)) for seat in SEATS],
        *[DrawRecruits(seat, recruits_due(state, seat, state.week)) for seat in SEATS],
    )


# -- 6.3, turn order


@dataclass(frozen=True, slots=True)
class BeginBids(Step):
    """Bids, unless neither side has a card: then Ishida wins the bid (6.3, R6)."""

    form: ClassVar[Form] = Form("begin-bids")


def begin_bids(state: State, step: BeginBids) -> None:
    """See `BeginBids`."""
    if state.pools[TOKUGAWA][HAND] or state.pools[ISHIDA][HAND]:
        state.push(BidsDue())
    else:
        state.push(FirstPlayerDue(ISHIDA))


@dataclass(frozen=True, slots=True)
class BidsDue(SealedQuestion):
    """Both players bid a card for the turn order (6.3)."""

    form: ClassVar[Form] = Form("bids-due")


@dataclass(frozen=True, slots=True)
class Bid:
    """The card bid, None with an empty hand (6.3, R6)."""

    card: Piece | None
    form: ClassVar[Form] = Form("bid", card=Maybe(PIECE))


def bid_winner(bids: tuple[int | None, int | None]) -> Seat:
    """Who wins with these numbers bid, None for no card (6.3, R6). Numbers of the two sides never tie."""
    first, second = [-1 if bid is None else bid for bid in bids]
    return TOKUGAWA if first > second else ISHIDA


class BidCard(SealedRule[State, BidsDue, Bid]):
    """One card of the hand, or nothing with an empty one; the higher number chooses who is first (6.3, R5, R6)."""

    question = BidsDue
    answer = Bid

    def options(self, view: View[State], question: BidsDue) -> Sequence[Bid]:
        """A card of every face in the hand."""
        hand = one_of_each(view.state.pools[view.seat][HAND], view.faces)
        return Each(hand or (None,), Bid)

    def to_show(self, state: State, question: BidsDue, answer: Bid) -> Pieces:
        """Bids are opened together."""
        return () if answer.card is None else (answer.card,)

    def check(self, state: State, question: BidsDue, seat: Seat, answer: Bid, shown: Shown) -> None:
        """See `SealedRule.check`."""
        if answer.card is not None:
            card_in_hand(state, seat, answer.card, "6.3")
            face_of(state, shown, answer.card)
        elif state.pools[seat][HAND]:
            count = len(state.pools[seat][HAND])
            raise IllegalAction("R6", "Only an empty hand bids nothing; there are {count} cards", count=count)

    def perform(self, state: State, question: BidsDue, answers: tuple[Bid, Bid], shown: Shown) -> None:
        """See `SealedRule.perform`."""
        bids: list[int | None] = [None, None]
        for seat in SEATS:
            card = answers[seat].card
            if card is not None:
                bids[seat] = BID_OF[state.shown[card]]
                discard(state, seat, (card,))
        state.push(FirstPlayerDue(bid_winner((bids[0], bids[1]))))


@dataclass(frozen=True, slots=True)
class FirstPlayerDue(Question):
    """The winner of the bid, `seat`, names the first player of both turns (6.3, R8)."""

    seat: Seat
    form: ClassVar[Form] = Form("first-player-due", seat=SEAT)
    commits: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class ChooseFirst:
    """`seat` moves first this week (6.3, R8)."""

    seat: Seat
    form: ClassVar[Form] = Form("choose-first", seat=SEAT)


class NameFirstPlayer(DecisionRule[State, FirstPlayerDue, ChooseFirst, None]):
    """Either side may be named, for both turns (6.3, R8)."""

    question = FirstPlayerDue
    answer = ChooseFirst

    def options(self, view: View[State], question: FirstPlayerDue) -> Sequence[ChooseFirst]:
        """Both sides."""
        return [ChooseFirst(seat) for seat in SEATS]

    def check(self, state: State, question: FirstPlayerDue, answer: ChooseFirst, shown: Shown) -> None:
        """Nothing can be wrong with it."""

    def perform(self, state: State, question: FirstPlayerDue, answer: ChooseFirst, shown: Shown, found: None) -> None:
        """See `DecisionRule.perform`."""
        state.first = answer.seat
        state.push(*[BeginTurn(turn, seat) for turn in TURNS for seat in (answer.seat, other(answer.seat))])


# -- 6.4, turns


@dataclass(frozen=True, slots=True)
class BeginTurn(Step):
    """One player's part of a turn: movement, then combat (6.4)."""

    turn: int
    seat: Seat
    form: ClassVar[Form] = Form("begin-turn", turn=NUMBER, seat=SEAT)


def begin_turn(state: State, step: BeginTurn) -> None:
    """See `BeginTurn`."""
    state.turn = step.turn
    state.active = step.seat
    state.arrivals = frozenset()
    state.declared = 0
    state.push(PaymentDue(step.seat), CombatPhase())


RULES: Final[tuple[Rule, ...]] = (
    StepRule(BeginWeek, begin_week),
    DiscardHalf(),
    StepRule(Reinforce, reinforce),
    StepRule(BeginBids, begin_bids),
    BidCard(),
    NameFirstPlayer(),
    StepRule(BeginTurn, begin_turn),
)
