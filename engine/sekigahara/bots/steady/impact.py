"""How hard blocks may be expected to hit: the own ones by hand and faces, the enemy's by their number."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final

from engine.hidden import Face
from engine.sekigahara.bots.steady.weights import Weights
from engine.sekigahara.pieces import (
    ANY_CARD,
    ARM_OF,
    DAIMYO_OF,
    IS_CARD,
    IS_LEADER,
    KIND_OF,
    MON_OF,
    PROTAGONIST,
    matches,
)

_FITS: Final[tuple[tuple[bool, ...], ...]] = tuple(
    tuple(matches(Face(card), Face(block)) for block in range(len(IS_CARD))) for card in range(len(IS_CARD))
)
"""`matches` as a table: _FITS[card][block]."""


_FITTED: Final[tuple[int, ...]] = tuple([sum([1 << block for block, fits in enumerate(row) if fits]) for row in _FITS])
"""The blocks that each card can deploy, as bits."""


def fitting_cards(blocks: Sequence[Face], hand: Sequence[Face]) -> tuple[Face, ...]:
    """The cards of `hand` that can deploy any of `blocks`: the others make no difference to their impact."""
    present = 0
    for block in blocks:
        present |= 1 << block
    return tuple([card for card in hand if _FITTED[card] & present])


class Side:
    """The blocks that fight for one side in a combat, counted by daimyo and by arm (8.3.3, 8.4.1)."""

    __slots__ = ("arms", "clans", "impact")

    def __init__(self) -> None:
        self.clans: dict[str | None, int] = {}
        self.arms: dict[str, int] = {}
        self.impact = 0

    def impact_of(self, block: Face, swords: bool) -> int:
        """What deploying `block` now would add (8.3, R21)."""
        impact = MON_OF[block] + self.clans.get(DAIMYO_OF[block], 0)
        arm = ARM_OF[block]
        if swords and arm is not None:
            impact += 2 + 2 * self.arms.get(arm, 0)
        return impact

    def add(self, block: Face, swords: bool) -> None:
        """Deploy `block`."""
        self.impact += self.impact_of(block, swords)
        daimyo, arm = DAIMYO_OF[block], ARM_OF[block]
        self.clans[daimyo] = self.clans.get(daimyo, 0) + 1
        if arm is not None:
            self.arms[arm] = self.arms.get(arm, 0) + 1


def own_impact(
    blocks: tuple[Face, ...],
    hand: tuple[Face, ...],
    weights: Weights,
    *,
    siege: bool = False,
    all_in: bool = False,
    carded: bool = False,
    side: Side | None = None,
) -> int:
    """The impact that `blocks` deliver when deployed with `hand` as well as a greedy player manages.

    Leaders come first and free (8.2.4) unless `carded`; the protagonists stay behind unless it is a siege, which is
    without danger, or `all_in`. `side` holds what has been deployed already; it is changed.
    """
    side = side or Side()
    left = list(blocks)
    if not (siege or all_in):
        left = [block for block in left if block not in PROTAGONIST]
    if not carded:
        for block in [block for block in left if IS_LEADER[block]]:
            side.add(block, swords=False)
            left.remove(block)
    cards = list(fitting_cards(left, hand))
    while left and cards:
        best: tuple[float, Face, Face] | None = None
        # Sorted, because the order of a set is nobody's promise and the first of equals is taken.
        kinds = sorted(set(left)) if len(left) > 1 else left
        for card in sorted(set(cards)) if len(cards) > 1 else cards:
            kind = KIND_OF[card]
            swords = kind == "swords" and not siege
            dear = 0.0 if kind == "single" else weights.dear_card
            fits = _FITS[card]
            for block in kinds:
                if not fits[block]:
                    continue
                worth = side.impact_of(block, swords) - dear
                if ANY_CARD[block]:
                    worth -= weights.any_card_block
                if best is None or worth > best[0]:
                    best = (worth, card, block)
        if best is None:
            break
        _, card, block = best
        side.add(block, KIND_OF[card] == "swords" and not siege)
        cards.remove(card)
        left.remove(block)
        if KIND_OF[card] == "double" and not ANY_CARD[block]:
            twins = [twin for twin in left if _FITS[card][twin] and not ANY_CARD[twin]]
            if twins:
                twin = max(twins, key=MON_OF.__getitem__)
                side.add(twin, swords=False)
                left.remove(twin)
    return side.impact


def enemy_impact(blocks: float, cards: int, weights: Weights) -> float:
    """The impact to expect of so many unknown blocks with so many unknown cards in hand."""
    deployed = min(blocks, 1 + cards) * weights.deployed
    if blocks >= 1:
        deployed = max(deployed, weights.least_deployed)
    return deployed * (weights.first_impact + weights.further_impact * max(deployed - 1, 0))


def winning_chance(own: float, enemy: float, weights: Weights) -> float:
    """The chance to win a battle with these expected impacts: even odds where they are equal."""
    return 1 / (1 + exp((enemy - own) / weights.uncertainty))
