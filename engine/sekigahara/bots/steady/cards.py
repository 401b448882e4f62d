"""The steady bot and its cards: which are worth keeping, the discards, bids and payments (6.2, 6.3, 7.1)."""

from __future__ import annotations

from typing import Final

from engine.hidden import Piece
from engine.sekigahara.bots.steady.assessment import Assessment
from engine.sekigahara.chapters.chapter_6_week import Bid, Discard
from engine.sekigahara.pieces import ANY_CARD, ARM_OF, BID_OF, DAIMYO_OF, KIND_OF
from engine.sekigahara.state import Pieces

_NEAR: Final = 0.5
"""Arriving enemy blocks from which on a stack is near the enemy."""

_IDLE_BLOCK: Final = 0.5
"""What a block far from any enemy counts, for the usefulness of its cards, against one near the enemy."""

_READY: Final = 4
"""Cards to have in hand when the enemy may attack."""

_THIN: Final = 0.5
"""What it costs to have one card less than that."""

_BID_WORTH: Final = 0.12
"""What a point of a bid is worth, in the unit of `card_values`."""


def useful_blocks(view: Assessment) -> dict[str | None, float]:
    """How many blocks of each daimyo a card could deploy in the near future."""
    useful: dict[str | None, float] = {}
    for place in view.stacks:
        weight = 1.0 if view.threats[place] >= _NEAR else _IDLE_BLOCK
        for block in view.mine[place]:
            daimyo = DAIMYO_OF[view.faces[block]]
            useful[daimyo] = useful.get(daimyo, 0.0) + weight
    return useful


def card_values(view: Assessment) -> dict[Piece, float]:
    """What each card of the hand is worth keeping for battle: about 1 for a card with a block to deploy."""
    useful = useful_blocks(view)
    has_any = any(ANY_CARD[view.faces[block]] for place in view.stacks for block in view.mine[place])
    armed = {
        DAIMYO_OF[view.faces[block]]
        for place in view.stacks
        for block in view.mine[place]
        if ARM_OF[view.faces[block]] is not None
    }
    values: dict[Piece, float] = {}
    before: dict[str | None, int] = {}
    order = sorted(view.hand, key=lambda card: (-BID_OF[view.faces[card]], card))
    for card in order:
        face = view.faces[card]
        daimyo, kind = DAIMYO_OF[face], KIND_OF[face]
        rank = before.get(daimyo, 0)
        before[daimyo] = rank + 1
        if kind == "loyalty":
            values[card] = 1.5 if rank == 0 else 1.1
            continue
        blocks = useful.get(daimyo, 0.0)
        # The first cards deploy; one more proves loyalty; any further only pays.
        value = 1.0 if rank < blocks else 0.5 if rank < blocks + 1 else 0.15
        if blocks < 0.5:
            value = 0.1
        elif (kind == "swords" and daimyo in armed) or (kind == "double" and blocks >= 2):
            value += 0.6
        if has_any:
            value = max(value, 0.2)
        values[card] = value
    return values


def weakest(view: Assessment, count: int) -> Pieces:
    """The `count` cards least worth keeping."""
    values = card_values(view)
    return tuple(sorted(view.hand, key=lambda card: (values[card], card))[:count])


def cost_of(view: Assessment, count: int) -> float:
    """What the `count` weakest cards are worth; less in the last turn before half the hand goes anyway (6.2)."""
    values = card_values(view)
    cost = sum(sorted(values.values())[:count]) * (0.6 if view.state.turn == 1 else 1.0)
    missing = max(_READY - len(view.hand) + count, 0)
    return cost + _THIN * min(missing, count)


def choose_discard(view: Assessment) -> Discard:
    """The weaker half of the hand (6.2)."""
    return Discard(weakest(view, len(view.hand) // 2))


def choose_bid(view: Assessment) -> Bid:
    """A high card that is little worth in battle (6.3)."""
    if not view.hand:
        return Bid(None)
    values = card_values(view)
    return Bid(max(view.hand, key=lambda card: (_BID_WORTH * BID_OF[view.faces[card]] - values[card], -card)))
