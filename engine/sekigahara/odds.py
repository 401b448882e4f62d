"""What the opponent can still hold, counted from what lies open: public knowledge and the components, nothing else.

What is `known` of a hand besides, since it was shown there and cannot have left (`recollection`), is for whoever asks
to say: without it a card that was shown to prove loyalty and went back counts as any other.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Final

from engine.hidden import Face, Seat
from engine.sekigahara.board import BAG, HAND, LOCATIONS, RECRUITMENT
from engine.sekigahara.components import SUPPLIES
from engine.sekigahara.pieces import IS_CARD, KIND_OF, SIDE_OF
from engine.sekigahara.state import State

NOTHING_KNOWN: Final[Counter[Face]] = Counter()


def unseen(state: State, seat: Seat) -> Counter[Face]:
    """The faces of `seat`'s pieces that do not lie open, each with its number."""
    counts: Counter[Face] = Counter()
    for supply in SUPPLIES:
        if SIDE_OF[supply.face] == seat:
            counts[supply.face] += supply.count
    for pool in state.pools[seat]:
        counts.subtract([state.shown[piece] for piece in pool if piece in state.shown])
    return +counts


def unseen_cards(state: State, seat: Seat) -> Counter[Face]:
    """The cards that are in the hand of `seat` or in its draw pile."""
    return Counter({face: count for face, count in unseen(state, seat).items() if IS_CARD[face]})


def unseen_blocks(state: State, seat: Seat) -> Counter[Face]:
    """The blocks that stand hidden on the map, wait in the box or lie in the bag of `seat`."""
    return Counter({face: count for face, count in unseen(state, seat).items() if not IS_CARD[face]})


def hidden_cards(state: State, seat: Seat) -> int:
    """How many cards of `seat`'s hand do not lie open."""
    return len([card for card in state.pools[seat][HAND] if card not in state.shown])


def chance_of_holding(
    state: State, seat: Seat, wanted: Counter[Face], known: Counter[Face] = NOTHING_KNOWN
) -> Fraction:
    """How likely the hidden cards of `seat`'s hand, some of them `known`, have at least one of the `wanted`."""
    if any(wanted[face] for face in known):
        return Fraction(1)
    cards = unseen_cards(state, seat) - known
    total = sum(cards.values())
    good = sum(min(count, cards[face]) for face, count in wanted.items())
    hidden = hidden_cards(state, seat) - known.total()
    if hidden > total:
        return Fraction(0)
    return 1 - Fraction(comb(total - good, hidden), comb(total, hidden))


@dataclass(frozen=True, slots=True)
class HandOdds:
    """The hidden cards of a hand: how many, of how many unseen ones, and how likely a challenge is among them.

    `known` of them are among those that are hidden.
    """

    hidden: int
    unseen: int
    challenges: int
    challenge: Fraction
    known: Counter[Face]


def hand_odds(state: State, seat: Seat, known: Counter[Face] = NOTHING_KNOWN) -> HandOdds:
    """See `HandOdds`."""
    cards = unseen_cards(state, seat)
    challenges = Counter({face: count for face, count in cards.items() if KIND_OF[face] == "loyalty"})
    hidden = hidden_cards(state, seat)
    chance = chance_of_holding(state, seat, challenges, known)
    return HandOdds(hidden, sum(cards.values()), sum(challenges.values()), chance, known)


def hidden_counts(state: State, seat: Seat) -> tuple[int, int, int]:
    """How many hidden blocks of `seat` stand on the map, are in its recruitment box and in its bag."""
    pools = state.pools[seat]
    on_map = len([block for place in LOCATIONS for block in pools[place] if block not in state.shown])
    return on_map, len(pools[RECRUITMENT]), len(pools[BAG])
