"""A small game made of rules, for tests of `engine.rules` and of the open table.

Each seat has a deck of five cards, 0 to 4, and draws two of them. Both bid a card at once, which is shown and
discarded, or nothing; the higher bid, or seat 0, has the turn and says which card it plays, or that it holds a card of
at least 3, or that it is done. Whoever plays a card of the highest value wins; whoever is done loses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from engine.forms import NUMBER, PIECE, Form, Maybe, seat_codec
from engine.hidden import SEATS, Claim, Draw, Face, IllegalAction, Mix, Over, Piece, Pool, Seat, View, other
from engine.lazy import Concatenated
from engine.rules import (
    DecisionRule,
    Question,
    Rule,
    RuleGame,
    SealedQuestion,
    SealedRule,
    Shown,
    Step,
    StepRule,
    Task,
)

DECK, HAND, DISCARD = Pool(0), Pool(1), Pool(2)
POOLS = 3
CARDS = 5
HIGH = 3
SEAT = seat_codec(("north", "south"))


class Table:
    """The public state."""

    def __init__(self) -> None:
        self.agenda: list[Task] = []
        self.over: Over | None = None
        self.shown: dict[Piece, Face] = {}
        self.pools: tuple[list[tuple[Piece, ...]], list[tuple[Piece, ...]]] = ([()] * POOLS, [()] * POOLS)
        self.next_piece = 0
        self.log: list[str] = []

    def discard(self, seat: Seat, card: Piece) -> None:
        """Move a card from the hand."""
        pools = self.pools[seat]
        pools[HAND] = tuple(piece for piece in pools[HAND] if piece != card)
        pools[DISCARD] += (card,)


def value(face: Face) -> int:
    """What a card is worth."""
    return face % CARDS


@dataclass(frozen=True, slots=True)
class Deal(Step):
    """Hands are drawn and mixed; then both bid."""

    form: ClassVar[Form] = Form("deal")


def deal(state: Table, step: Deal) -> None:
    """See `Deal`."""
    state.log.append("deal")
    tasks: list[Task] = [BidsDue(0)]
    for seat in SEATS[::-1]:
        tasks = [Draw(seat, DECK, HAND, 2), Mix(seat, (HAND,)), *tasks]
    state.agenda += tasks[::-1]


@dataclass(frozen=True, slots=True)
class BidsDue(SealedQuestion):
    """Both bid."""

    least: int
    form: ClassVar[Form] = Form("bids-due", least=NUMBER)


@dataclass(frozen=True, slots=True)
class Bid:
    """A card, or nothing."""

    card: Piece | None
    form: ClassVar[Form] = Form("bid", card=Maybe(PIECE))


class BidCards(SealedRule[Table, BidsDue, Bid]):
    """A card of the hand, of at least the least."""

    question = BidsDue
    answer = Bid

    def options(self, view: View[Table], question: BidsDue) -> Sequence[Bid]:
        """Every card that will do, and nothing."""
        hand = view.state.pools[view.seat][HAND]
        return [*[Bid(card) for card in hand if value(view.faces[card]) >= question.least], Bid(None)]

    def to_show(self, state: Table, question: BidsDue, answer: Bid) -> tuple[Piece, ...]:
        """The card."""
        return () if answer.card is None else (answer.card,)

    def check(self, state: Table, question: BidsDue, seat: Seat, answer: Bid, shown: Shown) -> None:
        """See `SealedRule.check`."""
        if answer.card is not None:
            if answer.card not in state.pools[seat][HAND]:
                raise IllegalAction("bid", "{card} is not in the hand", card=answer.card)
            if answer.card not in shown or value(shown[answer.card]) < question.least:
                raise IllegalAction("bid", "The card is not shown, or below {least}", least=question.least)

    def perform(self, state: Table, question: BidsDue, answers: tuple[Bid, Bid], shown: Shown) -> None:
        """See `SealedRule.perform`."""
        bids = [-1, -1]
        for seat in SEATS:
            card = answers[seat].card
            if card is not None:
                bids[seat] = value(state.shown[card])
                state.discard(seat, card)
        state.agenda.append(TurnDue(SEATS[bids[1] > bids[0]]))


@dataclass(frozen=True, slots=True)
class Say:
    """Nothing at all; the default when time is up."""

    form: ClassVar[Form] = Form("say")


@dataclass(frozen=True, slots=True)
class TurnDue(Question):
    """`seat` plays, boasts or is done."""

    seat: Seat
    form: ClassVar[Form] = Form("turn-due", seat=SEAT)
    even_default: ClassVar[Say] = Say()


@dataclass(frozen=True, slots=True)
class Play:
    """A card of the hand."""

    card: Piece
    form: ClassVar[Form] = Form("play", card=PIECE)


class PlayCard(DecisionRule[Table, TurnDue, Play, Seat]):
    """The card is shown; what `check` finds out is whose turn is next."""

    question = TurnDue
    answer = Play

    def options(self, view: View[Table], question: TurnDue) -> Sequence[Play]:
        """Low cards, then high ones, as two kinds."""
        hand = view.state.pools[view.seat][HAND]
        low = [Play(card) for card in hand if value(view.faces[card]) < HIGH]
        return Concatenated([low, [Play(card) for card in hand if value(view.faces[card]) >= HIGH]])

    def to_show(self, state: Table, question: TurnDue, answer: Play) -> tuple[Piece, ...]:
        """The card."""
        return (answer.card,)

    def check(self, state: Table, question: TurnDue, answer: Play, shown: Shown) -> Seat:
        """See `DecisionRule.check`."""
        if answer.card not in state.pools[question.seat][HAND] or answer.card not in shown:
            raise IllegalAction("play", "{card} is not in the hand", card=answer.card)
        return other(question.seat)

    def perform(self, state: Table, question: TurnDue, answer: Play, shown: Shown, found: Seat) -> None:
        """See `DecisionRule.perform`."""
        assert state.shown[answer.card] == shown[answer.card]
        assert question not in state.agenda
        state.discard(question.seat, answer.card)
        if value(shown[answer.card]) == CARDS - 1:
            state.over = Over(question.seat, "highest")
        state.agenda.append(TurnDue(found))


@dataclass(frozen=True, slots=True)
class Boast:
    """The words "I hold a high card"; it stays hidden."""

    form: ClassVar[Form] = Form("boast")


class BoastOfCard(DecisionRule[Table, TurnDue, Boast, None]):
    """A claim about the whole hand."""

    question = TurnDue
    answer = Boast

    def options(self, view: View[Table], question: TurnDue) -> Sequence[Boast]:
        """Where it is true."""
        hand = view.state.pools[view.seat][HAND]
        return [Boast()] if any(value(view.faces[card]) >= HIGH for card in hand) else []

    def claims(self, state: Table, question: TurnDue, answer: Boast) -> tuple[Claim, ...]:
        """The claim."""
        high = tuple(Face(face) for face in range(2 * CARDS) if value(Face(face)) >= HIGH)
        return (Claim(question.seat, state.pools[question.seat][HAND], high, "boast"),)

    def check(self, state: Table, question: TurnDue, answer: Boast, shown: Shown) -> None:
        """Nothing can be wrong with it but the claim."""

    def perform(self, state: Table, question: TurnDue, answer: Boast, shown: Shown, found: None) -> None:
        """See `DecisionRule.perform`."""
        state.agenda.append(TurnDue(other(question.seat)))


class BeDone(DecisionRule[Table, TurnDue, Say, None]):
    """Who is done has lost."""

    question = TurnDue
    answer = Say

    def options(self, view: View[Table], question: TurnDue) -> Sequence[Say]:
        """Always."""
        return [Say()]

    def check(self, state: Table, question: TurnDue, answer: Say, shown: Shown) -> None:
        """Nothing can be wrong with it."""

    def perform(self, state: Table, question: TurnDue, answer: Say, shown: Shown, found: None) -> None:
        """See `DecisionRule.perform`."""
        state.over = Over(other(question.seat), "done")


RULES: Final[tuple[Rule, ...]] = (StepRule(Deal, deal), BidCards(), PlayCard(), BoastOfCard(), BeDone())


class SmallGame(RuleGame[Table]):
    """The game that a list of rules makes."""

    name = "small"
    seats = ("north", "south")
    settings: tuple[tuple[str, str], ...] = ()

    def __init__(self, rules: Sequence[Rule] = RULES) -> None:
        super().__init__(rules)

    def rules_data(self) -> bytes:
        """See `Game.rules_data`."""
        return b"small\n"

    def face_count(self) -> int:
        """See `Game.face_count`."""
        return 2 * CARDS

    def start(self) -> Table:
        """See `Game.start`."""
        state = Table()
        for seat in SEATS:
            first = state.next_piece
            state.next_piece += CARDS
            state.pools[seat][DECK] = tuple(Piece(number) for number in range(first, state.next_piece))
            state.shown.update({Piece(number): Face(number) for number in range(first, state.next_piece)})
        state.agenda = [Deal(), *[Mix(seat, (DECK,)) for seat in SEATS[::-1]]]
        self.advance(state)
        return state

    def copy(self, state: Table) -> Table:
        """See `Game.copy`."""
        twin = Table()
        twin.agenda, twin.over, twin.shown = state.agenda.copy(), state.over, state.shown.copy()
        twin.pools = (state.pools[0].copy(), state.pools[1].copy())
        twin.next_piece, twin.log = state.next_piece, state.log.copy()
        return twin

    def pool_count(self) -> int:
        """See `Game.pool_count`."""
        return POOLS

    def may_look(self, owner: Seat, pool: Pool) -> bool:
        """Only at the hand."""
        return pool == HAND

    def face_fits(self, state: Table, owner: Seat, piece: Piece, face: Face) -> bool:
        """The faces from 5 on are south's."""
        return face // CARDS == owner

    def canonical(self, state: Table) -> bytes:
        """See `Game.canonical`."""
        return repr(told(state)).encode()


def told(state: Table) -> dict[str, Any]:
    """All of a state, to compare."""
    shown: Mapping[Piece, Face] = state.shown
    return {
        "agenda": state.agenda,
        "over": state.over,
        "shown": sorted(shown.items()),
        "pools": state.pools,
        "next": state.next_piece,
    }
