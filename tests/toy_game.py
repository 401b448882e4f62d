"""A small game with hidden pieces, for tests of the tables: it asks everything that `engine.hidden` lets a game ask.

Each seat has a deck of cards of value 0 to 4, draws a hand of three, and has a counter in its box. In each round both
bid in secret, a card of the hand above 0 (which is shown and discarded) or nothing; the higher bidder, or seat 0, takes
a turn: it plays a card (shown, scores its value), boasts that one of two of its cards is a 3 or a 4 (scores 3, shows
nothing), dumps a card face down into its box, or passes. Then the hands are filled again and mixed; box and hand are
mixed together after a dump; when a deck is short, the discards go back into it. After the last round the higher score
wins, seat 1 if both are alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, TypeAlias

from engine.forms import NUMBER, PIECE, Form, Many, Maybe, write
from engine.hidden import (
    SEATS,
    Claim,
    Draw,
    Face,
    IllegalAction,
    Mix,
    Over,
    Piece,
    Pool,
    Seat,
    View,
    view_of,
)
from engine.rules import DecisionRule, Question, RuleGame, SealedQuestion, SealedRule, Shown, Step, StepRule, Task

DECK, HAND, DISCARD, BOX = Pool(0), Pool(1), Pool(2), Pool(3)
POOLS = (DECK, HAND, DISCARD, BOX)
HAND_SIZE = 3
VALUES = 5
COUNTER = Face(VALUES)
"""The face that is no card's."""

HIGH = (Face(3), Face(4))


@dataclass(frozen=True, slots=True)
class BidQuestion(SealedQuestion):
    """Which card does each bid?"""

    form: ClassVar[Form] = Form("bid?")


@dataclass(frozen=True, slots=True)
class TurnQuestion(Question):
    """What does `seat` do with its turn?"""

    seat: Seat
    form: ClassVar[Form] = Form("turn?", seat=NUMBER)


@dataclass(frozen=True, slots=True)
class NextRound(Step):
    """A turn has been taken."""

    form: ClassVar[Form] = Form("next-round")


@dataclass(frozen=True, slots=True)
class Points:
    """Why the game was won."""

    scores: tuple[int, int]
    form: ClassVar[Form] = Form("points", scores=Many(NUMBER, 2))


@dataclass(frozen=True, slots=True)
class Bid:
    """A sealed bid: a card of the hand, or nothing."""

    card: Piece | None
    form: ClassVar[Form] = Form("bid", card=Maybe(PIECE))


@dataclass(frozen=True, slots=True)
class Play:
    """Show a card of the hand and score its value."""

    card: Piece
    form: ClassVar[Form] = Form("play", card=PIECE)


class _Two(Many[Piece]):
    """Two pieces, the lower number first, whichever was named first: so that two spellings are one action."""

    def unpack(self, plain: object) -> tuple[Piece, ...]:
        return tuple(sorted(super().unpack(plain)))


@dataclass(frozen=True, slots=True)
class Boast:
    """Claim that one of two cards of the hand is a 3 or a 4."""

    cards: tuple[Piece, ...]
    form: ClassVar[Form] = Form("boast", cards=_Two(PIECE, 2))


@dataclass(frozen=True, slots=True)
class Dump:
    """Put a card of the hand face down into the box."""

    card: Piece
    form: ClassVar[Form] = Form("dump", card=PIECE)


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing."""

    form: ClassVar[Form] = Form("pass")


Move: TypeAlias = Bid | Play | Boast | Dump | Pass


@dataclass
class Position:
    """The public state: see `engine.rules.Agenda`."""

    agenda: list[Task]
    over: Over | None
    shown: dict[Piece, Face]
    pools: tuple[list[tuple[Piece, ...]], list[tuple[Piece, ...]]]
    next_piece: int
    rounds: int
    scores: list[int] = field(default_factory=lambda: [0, 0])
    round: int = 0

    def hand(self, seat: Seat) -> tuple[Piece, ...]:
        return self.pools[seat][HAND]

    def move(self, seat: Seat, card: Piece, target: Pool) -> None:
        """Take a card of the hand away."""
        pools = self.pools[seat]
        pools[HAND] = tuple(piece for piece in pools[HAND] if piece != card)
        pools[target] += (card,)


def _need(holds: bool, rule: str, problem: str) -> None:
    if not holds:
        raise IllegalAction(rule, problem)


class Bidding(SealedRule[Position, BidQuestion, Bid]):
    question, answer = BidQuestion, Bid

    def options(self, view: View[Position], question: BidQuestion) -> Sequence[Bid]:
        hand = view.state.hand(view.seat)
        return [Bid(None), *[Bid(card) for card in hand if view.faces[card] > 0]]

    def to_show(self, state: Position, question: BidQuestion, answer: Bid) -> tuple[Piece, ...]:
        return () if answer.card is None else (answer.card,)

    def check(self, state: Position, question: BidQuestion, seat: Seat, answer: Bid, shown: Shown) -> None:
        if answer.card is not None:
            _need(answer.card in state.hand(seat), "toy 2", "The card must be in the own hand")
            _need(shown[answer.card] > 0, "toy 5", "A card of value 0 is no bid")

    def perform(self, state: Position, question: BidQuestion, answers: tuple[Bid, Bid], shown: Shown) -> None:
        values = [0 if bid.card is None else shown[bid.card] for bid in answers]
        for seat, bid in zip(SEATS, answers, strict=True):
            if bid.card is not None:
                state.move(seat, bid.card, DISCARD)
        state.agenda.append(TurnQuestion(SEATS[1] if values[1] > values[0] else SEATS[0]))


class Playing(DecisionRule[Position, TurnQuestion, Play, None]):
    question, answer = TurnQuestion, Play

    def options(self, view: View[Position], question: TurnQuestion) -> Sequence[Play]:
        return [Play(card) for card in view.state.hand(view.seat)]

    def to_show(self, state: Position, question: TurnQuestion, answer: Play) -> tuple[Piece, ...]:
        return (answer.card,)

    def check(self, state: Position, question: TurnQuestion, answer: Play, shown: Shown) -> None:
        _need(answer.card in state.hand(question.seat), "toy 2", "The card must be in the own hand")

    def perform(self, state: Position, question: TurnQuestion, answer: Play, shown: Shown, found: None) -> None:
        state.move(question.seat, answer.card, DISCARD)
        state.scores[question.seat] += shown[answer.card]
        state.agenda.append(NextRound())


class Boasting(DecisionRule[Position, TurnQuestion, Boast, None]):
    question, answer = TurnQuestion, Boast

    def options(self, view: View[Position], question: TurnQuestion) -> Sequence[Boast]:
        hand = view.state.hand(view.seat)
        pairs = [(one, two) for one in hand for two in hand if one < two]
        return [Boast(pair) for pair in pairs if any(view.faces[card] in HIGH for card in pair)]

    def claims(self, state: Position, question: TurnQuestion, answer: Boast) -> tuple[Claim, ...]:
        _need(len(set(answer.cards)) == 2, "toy 4", "A boast names two cards")
        _need(set(answer.cards) <= set(state.hand(question.seat)), "toy 4", "A boast is about cards of the own hand")
        return (Claim(question.seat, answer.cards, HIGH, "toy 4"),)

    def check(self, state: Position, question: TurnQuestion, answer: Boast, shown: Shown) -> None:
        self.claims(state, question, answer)

    def perform(self, state: Position, question: TurnQuestion, answer: Boast, shown: Shown, found: None) -> None:
        state.scores[question.seat] += 3
        state.agenda.append(NextRound())


class Dumping(DecisionRule[Position, TurnQuestion, Dump, None]):
    question, answer = TurnQuestion, Dump

    def options(self, view: View[Position], question: TurnQuestion) -> Sequence[Dump]:
        return [Dump(card) for card in view.state.hand(view.seat)]

    def check(self, state: Position, question: TurnQuestion, answer: Dump, shown: Shown) -> None:
        _need(answer.card in state.hand(question.seat), "toy 2", "The card must be in the own hand")

    def perform(self, state: Position, question: TurnQuestion, answer: Dump, shown: Shown, found: None) -> None:
        state.move(question.seat, answer.card, BOX)
        state.agenda += [NextRound(), Mix(question.seat, (BOX, HAND))]


class Passing(DecisionRule[Position, TurnQuestion, Pass, None]):
    question, answer = TurnQuestion, Pass

    def options(self, view: View[Position], question: TurnQuestion) -> Sequence[Pass]:
        return [Pass()]

    def check(self, state: Position, question: TurnQuestion, answer: Pass, shown: Shown) -> None:
        pass

    def perform(self, state: Position, question: TurnQuestion, answer: Pass, shown: Shown, found: None) -> None:
        state.agenda.append(NextRound())


def next_round(state: Position, step: NextRound) -> None:
    """Fill the hands, from rebuilt decks where they are short, and bid again; or end."""
    state.round += 1
    if state.round == state.rounds:
        one, two = state.scores
        state.over = Over(SEATS[0] if one > two else SEATS[1], Points((one, two)))
        return
    tasks: list[Task] = []
    for seat in SEATS:
        pools = state.pools[seat]
        need = HAND_SIZE - len(pools[HAND])
        if need > len(pools[DECK]):
            pools[DECK] += pools[DISCARD]
            pools[DISCARD] = ()
            tasks.append(Mix(seat, (DECK,)))
        count = min(need, len(pools[DECK]))
        if count:
            tasks += [Draw(seat, DECK, HAND, count), Mix(seat, (HAND,))]
    state.agenda += [BidQuestion(), *reversed(tasks)]


class ToyGame(RuleGame[Position]):
    """`engine.hidden.Game`. `copies` cards of each value are in each deck; `rounds` rounds are played."""

    name = "toy"
    seats = ("one", "two")

    def __init__(self, copies: int = 2, rounds: int = 4) -> None:
        super().__init__([Bidding(), Passing(), Playing(), Dumping(), Boasting(), StepRule(NextRound, next_round)])
        self.copies = copies
        self.rounds = rounds

    @property
    def settings(self) -> tuple[tuple[str, str], ...]:
        return (("copies", str(self.copies)), ("rounds", str(self.rounds)))

    def rules_data(self) -> bytes:
        return f"{self.name} 2, {self.copies} copies, {self.rounds} rounds\n".encode()

    def face_count(self) -> int:
        return VALUES + 1

    def face_fits(self, state: Position, owner: Seat, piece: Piece, face: Face) -> bool:
        """The counter never leaves the box, but cards may come there."""
        return face != COUNTER or piece in state.pools[owner][BOX]

    def start(self) -> Position:
        shown: dict[Piece, Face] = {}
        pools: tuple[list[tuple[Piece, ...]], list[tuple[Piece, ...]]] = ([], [])
        faces = [Face(index % VALUES) for index in range(VALUES * self.copies)]
        for seat in SEATS:
            deck = tuple(Piece(len(shown) + place) for place in range(len(faces)))
            shown.update(zip(deck, faces, strict=True))
            pools[seat][:] = [deck, (), (), ()]
        for seat in SEATS:
            counter = Piece(len(shown))
            shown[counter] = COUNTER
            pools[seat][BOX] = (counter,)
        tasks: list[Task] = [Mix(seat, (DECK,)) for seat in SEATS]
        for seat in SEATS:
            tasks += [Draw(seat, DECK, HAND, HAND_SIZE), Mix(seat, (HAND,))]
        return Position([BidQuestion(), *reversed(tasks)], None, shown, pools, len(shown), self.rounds)

    def copy(self, state: Position) -> Position:
        one, two = state.pools
        return Position(
            list(state.agenda),
            state.over,
            dict(state.shown),
            (list(one), list(two)),
            state.next_piece,
            state.rounds,
            list(state.scores),
            state.round,
        )

    def pool_count(self) -> int:
        return len(POOLS)

    def may_look(self, owner: Seat, pool: Pool) -> bool:
        return pool != DECK

    def canonical(self, state: Position) -> bytes:
        lines = [f"round {state.round}", f"scores {state.scores}", f"next {state.next_piece}"]
        lines += [f"pool {seat} {pool} {state.pools[seat][pool]}" for seat in SEATS for pool in POOLS]
        lines += [f"face {piece} {face}" for piece, face in sorted(state.shown.items())]
        lines += [f"agenda {task if isinstance(task, Draw | Mix) else write(task)}" for task in state.agenda]
        lines += [] if state.over is None else [f"over {state.over.winner} {write(state.over.reason)}"]
        return "\n".join([*lines, ""]).encode()

    def moves(self, state: Position, seat: Seat, faces: Mapping[Piece, Face]) -> list[Move]:
        """All that `seat` may choose now, as it knows `faces`."""
        return list(self.options(view_of(self, state, seat, faces)))
