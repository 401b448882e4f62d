"""The steady bot's cards: what it discards and bids, and what it costs to spend them (6.2, 6.3, 7.1)."""

from __future__ import annotations

from engine.sekigahara.bots.steady.assessment import Assessment
from engine.sekigahara.chapters.chapter_6_week import Bid, Discard
from engine.sekigahara.pieces import BID_OF


def spending_cost(own: Assessment, count: int) -> float:
    """What the `count` weakest cards are worth; less in the last turn before half the hand goes anyway (6.2)."""
    weights = own.weights
    cost = sum(sorted(own.card_values.values())[:count])
    if own.state.turn == 1:
        cost *= weights.last_turn
    missing = max(weights.full_hand - len(own.hand) + count, 0)
    return cost + weights.thin_hand * min(missing, count)


def choose_discard(own: Assessment) -> Discard:
    """The weaker half of the hand (6.2)."""
    return Discard(own.weakest_cards(len(own.hand) // 2))


def choose_bid(own: Assessment) -> Bid:
    """A high card that is little worth in combat (6.3)."""
    if not own.hand:
        return Bid(None)
    point, values, faces = own.weights.bid_point, own.card_values, own.faces
    return Bid(max(own.hand, key=lambda card: (point * BID_OF[faces[card]] - values[card], -card)))
