"""A small game with hidden pieces, for tests of the tables: it asks everything that `engine.hidden` lets a game ask.

Each seat has a deck of cards of value 0 to 4, and draws a hand of three. In each round both bid in secret, a card of
the hand above 0 (which is shown and discarded) or nothing; the higher bidder, or seat 0, takes a turn: it plays a card
(shown, scores its value), boasts that two of its cards together have at least 5 (scores 3, shows nothing), dumps a card
face down into its box, or passes. Then the hands are filled again and mixed; box and hand are mixed together after a
dump; when a deck is short, the discards go back into it. After the last round the higher score wins, seat 1 if both are
alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from engine.hidden import (
    SEATS,
    Acted,
    BothActed,
    Claim,
    Decision,
    Draw,
    Drawn,
    Event,
    Face,
    IllegalAction,
    MalformedAction,
    Mix,
    Mixed,
    Over,
    Piece,
    Pool,
    Sealed,
    Seat,
    Waiting,
)

DECK, HAND, DISCARD, BOX = Pool(0), Pool(1), Pool(2), Pool(3)
POOLS = (DECK, HAND, DISCARD, BOX)
HAND_SIZE = 3
VALUES = 5
BOAST_AT_LEAST = 5


@dataclass(frozen=True, slots=True)
class Bid:
    """A sealed bid: a card of the hand, or nothing."""

    card: Piece | None


@dataclass(frozen=True, slots=True)
class Play:
    """Show a card of the hand and score its value."""

    card: Piece


@dataclass(frozen=True, slots=True)
class Boast:
    """Claim that two cards of the hand together have at least 5."""

    cards: tuple[Piece, Piece]


@dataclass(frozen=True, slots=True)
class Dump:
    """Put a card of the hand face down into the box."""

    card: Piece


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing."""


Move: TypeAlias = Bid | Play | Boast | Dump | Pass


@dataclass
class Position:
    """The public state. `agenda` is what it waits for, in order, before the next round."""

    pools: dict[tuple[Seat, Pool], list[Piece]]
    public: dict[Piece, Face]
    next_serial: int
    agenda: list[Waiting]
    scores: list[int] = field(default_factory=lambda: [0, 0])
    round: int = 0


class ToyGame:
    """`engine.hidden.Game`. `copies` cards of each value are in each deck; `rounds` rounds are played."""

    def __init__(self, copies: int = 2, rounds: int = 4) -> None:
        self.name = "toy"
        self.copies = copies
        self.rounds = rounds

    def rules_data(self) -> bytes:
        return f"{self.name} 1, {self.copies} copies, {self.rounds} rounds\n".encode()

    def face_count(self) -> int:
        return VALUES

    def start(self) -> Position:
        pools: dict[tuple[Seat, Pool], list[Piece]] = {(seat, pool): [] for seat in SEATS for pool in POOLS}
        public: dict[Piece, Face] = {}
        for seat in SEATS:
            for index in range(VALUES * self.copies):
                piece = Piece(len(public))
                public[piece] = Face(index % VALUES)
                pools[seat, DECK].append(piece)
        agenda: list[Waiting] = [Mix(SEATS[0], (DECK,)), Mix(SEATS[1], (DECK,))]
        for seat in SEATS:
            agenda += [Draw(seat, DECK, HAND, HAND_SIZE), Mix(seat, (HAND,))]
        return Position(pools, public, len(public), [*agenda, Sealed("bid")])

    def copy(self, state: Position) -> Position:
        return Position(
            {key: list(pieces) for key, pieces in state.pools.items()},
            dict(state.public),
            state.next_serial,
            list(state.agenda),
            list(state.scores),
            state.round,
        )

    def waiting(self, state: Position) -> Waiting:
        return state.agenda[0]

    def pool(self, state: Position, owner: Seat, pool: Pool) -> tuple[Piece, ...]:
        return tuple(state.pools[owner, pool])

    def public_faces(self, state: Position) -> Mapping[Piece, Face]:
        return state.public

    def to_show(self, state: Position, seat: Seat, action: Move) -> tuple[Piece, ...]:
        waiting = state.agenda[0]
        if isinstance(waiting, Sealed) != isinstance(action, Bid):
            raise IllegalAction("toy 1", f"A {type(action).__name__.lower()} is not what is asked for")
        hand = state.pools[seat, HAND]
        if isinstance(action, Boast):
            self._need(len(set(action.cards)) == 2, "toy 4", "A boast names two cards")
            self._need(set(action.cards) <= set(hand), "toy 4", "A boast is about cards of the own hand")
            return ()
        if isinstance(action, Pass) or action.card is None:
            return ()
        self._need(action.card in hand, "toy 2", "The card must be in the own hand")
        return () if isinstance(action, Dump) else (action.card,)

    def claims(self, state: Position, seat: Seat, action: Move) -> tuple[Claim, ...]:
        if isinstance(action, Boast):
            return (Claim(seat, action.cards, f"together at least {BOAST_AT_LEAST}", "toy 4"),)
        if isinstance(action, Bid) and action.card is not None:
            return (Claim(seat, (action.card,), "together at least 1", "toy 5"),)
        return ()

    def holds(self, statement: str, faces: Sequence[Face]) -> bool:
        return sum(faces) >= int(statement.rsplit(" ", 1)[1])

    def apply(self, state: Position, event: Event) -> None:
        waiting = state.agenda[0]
        if isinstance(event, Mixed) and isinstance(waiting, Mix):
            self._mixed(state, waiting)
        elif isinstance(event, Drawn) and isinstance(waiting, Draw):
            self._drawn(state, waiting, event.positions)
        elif isinstance(event, Acted) and isinstance(waiting, Decision):
            self._need(event.seat == waiting.seat, "toy 1", "It is the other player's turn")
            self._acted(state, event)
        elif isinstance(event, BothActed) and isinstance(waiting, Sealed):
            self._both(state, event)
        else:
            raise IllegalAction("toy 1", "This is not what the game waits for")

    def canonical(self, state: Position) -> bytes:
        lines = [f"round {state.round}", f"scores {state.scores}", f"next {state.next_serial}"]
        lines += [f"pool {seat} {pool} {pieces}" for (seat, pool), pieces in sorted(state.pools.items())]
        lines += [f"face {piece} {face}" for piece, face in sorted(state.public.items())]
        lines += [f"agenda {entry}" for entry in state.agenda]
        return "\n".join([*lines, ""]).encode()

    def pack_action(self, action: Move) -> list[Any]:
        if isinstance(action, Pass):
            return ["pass"]
        if isinstance(action, Boast):
            return ["boast", list(action.cards)]
        return [type(action).__name__.lower(), action.card]

    def unpack_action(self, plain: object) -> Move:
        match plain:
            case ["pass"]:
                return Pass()
            case ["boast", [int(one), int(two)]]:
                return Boast((Piece(min(one, two)), Piece(max(one, two))))
            case ["bid", None]:
                return Bid(None)
            case ["bid", int(card)] if type(card) is int:
                return Bid(Piece(card))
            case ["play", int(card)] if type(card) is int:
                return Play(Piece(card))
            case ["dump", int(card)] if type(card) is int:
                return Dump(Piece(card))
        raise MalformedAction(f"{str(plain)[:80]!r} is no action")

    def moves(self, state: Position, seat: Seat, faces: Mapping[Piece, Face]) -> list[Move]:
        """All that `seat` may choose now, as it knows `faces`."""
        hand = state.pools[seat, HAND]
        if isinstance(state.agenda[0], Sealed):
            return [Bid(None), *(Bid(card) for card in hand if faces[card] > 0)]
        boasts = [Boast((one, two)) for one in hand for two in hand if one < two]
        true = [boast for boast in boasts if sum(faces[card] for card in boast.cards) >= BOAST_AT_LEAST]
        return [Pass(), *map(Play, hand), *map(Dump, hand), *true]

    def _need(self, holds: bool, rule: str, problem: str) -> None:
        if not holds:
            raise IllegalAction(rule, problem)

    def _mixed(self, state: Position, mix: Mix) -> None:
        for pool in mix.pools:
            pieces = state.pools[mix.owner, pool]
            for piece in pieces:
                state.public.pop(piece, None)
            count = len(pieces)
            state.pools[mix.owner, pool] = [Piece(state.next_serial + place) for place in range(count)]
            state.next_serial += count
        del state.agenda[0]

    def _drawn(self, state: Position, draw: Draw, positions: Sequence[int]) -> None:
        source = state.pools[draw.owner, draw.source]
        for position in positions:
            state.pools[draw.owner, draw.target].append(source.pop(position))
        del state.agenda[0]

    def _acted(self, state: Position, event: Acted) -> None:
        action = event.action
        if isinstance(action, Play):
            self._discard(state, event.seat, action.card, event.shown)
            state.scores[event.seat] += event.shown[action.card]
        elif isinstance(action, Boast):
            state.scores[event.seat] += 3
        elif isinstance(action, Dump):
            state.pools[event.seat, HAND].remove(action.card)
            state.pools[event.seat, BOX].append(action.card)
            state.agenda.insert(1, Mix(event.seat, (BOX, HAND)))
        else:
            self._need(isinstance(action, Pass), "toy 3", "A turn is a card played, a boast, a card dumped, or a pass")
        del state.agenda[0]
        self._next_round(state)

    def _both(self, state: Position, event: BothActed) -> None:
        bids: list[int] = []
        for action in event.actions:
            self._need(isinstance(action, Bid), "toy 2", "A bid is asked for")
            bids.append(0 if action.card is None else event.shown[action.card])
            self._need(action.card is None or bids[-1] > 0, "toy 5", "A card of value 0 is no bid")
        for seat, action in zip(SEATS, event.actions, strict=True):
            if action.card is not None:
                self._discard(state, seat, action.card, event.shown)
        state.agenda[0] = Decision(SEATS[1] if bids[1] > bids[0] else SEATS[0], "turn")

    def _discard(self, state: Position, seat: Seat, card: Piece, shown: Mapping[Piece, Face]) -> None:
        state.pools[seat, HAND].remove(card)
        state.pools[seat, DISCARD].append(card)
        state.public[card] = shown[card]

    def _next_round(self, state: Position) -> None:
        """After a turn: fill the hands, from rebuilt decks where they are short, and bid again; or end."""
        state.round += 1
        if state.round == self.rounds:
            winner = SEATS[0] if state.scores[0] > state.scores[1] else SEATS[1]
            state.agenda.append(Over(winner, f"{max(state.scores)} points"))
            return
        for seat in SEATS:
            need = HAND_SIZE - len(state.pools[seat, HAND])
            if need > len(state.pools[seat, DECK]):
                state.pools[seat, DECK] += state.pools[seat, DISCARD]
                state.pools[seat, DISCARD] = []
                state.agenda.append(Mix(seat, (DECK,)))
            count = min(need, len(state.pools[seat, DECK]))
            if count:
                state.agenda += [Draw(seat, DECK, HAND, count), Mix(seat, (HAND,))]
        state.agenda.append(Sealed("bid"))
