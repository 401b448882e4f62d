"""What everybody knows of a hand: the cards that were shown in it and cannot have left it since.

A card that proves loyalty is shown, taken back and mixed with its hand (8.6.1, R23): from then on nobody can point at
it, but it is there until a card with its face has left, and whatever leaves a hand is shown.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from engine.hidden import SEATS, Event, Face, Mix, Mixed, Piece, Seat
from engine.sekigahara.board import HAND
from engine.sekigahara.state import State


@dataclass(frozen=True, slots=True)
class _Held:
    """Among these `cards` of a hand are some with these `faces`. Neither is to be changed."""

    cards: frozenset[Piece] = frozenset()
    faces: Counter[Face] = field(default_factory=Counter)

    def now(self, state: State, seat: Seat) -> _Held:
        """What is left of it in a later state, before anything is mixed again."""
        hidden = frozenset([card for card in state.pools[seat][HAND] if card not in state.shown])
        gone = self.cards - hidden
        if not all(card in state.shown for card in gone):
            return _Held()
        return _Held(self.cards & hidden, self.faces - Counter([state.shown[card] for card in gone]))


class SeenCards:
    """Follows the public events of a game; earlier states are known as well."""

    def __init__(self) -> None:
        # Serial numbers only grow, with every mix: a state is told by the next of them.
        self._held: dict[int, tuple[_Held, ...]] = {}

    def follow(self, before: State, event: Event, after: State) -> None:
        """Take in the next event, which leads from one public state to the other."""
        if not isinstance(event, Mixed):
            return
        mix = before.agenda[-1]
        assert isinstance(mix, Mix)
        held = list(self._all(before))
        if HAND in mix.pools:
            hand = before.pools[mix.owner][HAND]
            lying = Counter([before.shown[card] for card in hand if card in before.shown])
            held[mix.owner] = _Held(frozenset(after.pools[mix.owner][HAND]), held[mix.owner].faces + lying)
        self._held[after.next_piece] = tuple(held)

    def known(self, state: State, seat: Seat) -> Counter[Face]:
        """The faces that are for certain among the hidden cards of a hand, each with the least number of them."""
        return Counter(self._all(state)[seat].faces)

    def _all(self, state: State) -> tuple[_Held, ...]:
        held = self._held.get(state.next_piece)
        return tuple([_Held() if held is None else held[seat].now(state, seat) for seat in SEATS])
