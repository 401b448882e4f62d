"""How hard blocks may be expected to hit: the own ones by hand and faces, the enemy's by their number."""

from __future__ import annotations

from math import exp
from typing import Final

from engine.hidden import Face
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

_FIRST: Final = 2.0
_GROWTH: Final = 0.35
_DEPLOYED_SHARE: Final = 0.7
"""What an unknown block brings when deployed, how much more each later one does, and what share of the lesser of blocks
and cards comes to be deployed: averages over the components and random hands."""

_FITS: Final[tuple[tuple[bool, ...], ...]] = tuple(
    tuple(matches(Face(card), Face(block)) for block in range(len(IS_CARD))) for card in range(len(IS_CARD))
)
"""`matches` as a table: _FITS[card][block]."""


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
    cards = [card for card in hand if KIND_OF[card] != "loyalty"]
    while left and cards:
        best: tuple[float, Face, Face] | None = None
        # Sorted, because the order of a set is nobody's promise and the first of equals is taken.
        for card in sorted(set(cards)):
            kind = KIND_OF[card]
            swords = kind == "swords" and not siege
            dear = 0.1 * (kind != "single")
            fits = _FITS[card]
            for block in sorted(set(left)):
                if not fits[block]:
                    continue
                worth = side.impact_of(block, swords) - dear - 0.2 * ANY_CARD[block]
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


def enemy_impact(blocks: float, cards: int) -> float:
    """The impact to expect of so many unknown blocks with so many unknown cards in hand."""
    deployed = min(blocks, 1 + cards) * _DEPLOYED_SHARE
    if blocks >= 1:
        deployed = max(deployed, 0.6)
    return deployed * (_FIRST + _GROWTH * max(deployed - 1, 0))


def winning_chance(own: float, enemy: float) -> float:
    """The chance to win a battle with these expected impacts: even odds where they are equal."""
    return 1 / (1 + exp((enemy - own) / 2.5))
