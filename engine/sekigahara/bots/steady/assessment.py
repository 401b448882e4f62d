"""What the steady bot makes of its view: dangers, the worth of its blocks and cards, what the enemy may hold."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Final, TypeAlias

from engine.hidden import Face, Piece, View, other
from engine.sekigahara.board import ADJACENT, DISCARD, HAND, LOCATIONS, PLAYED, Location
from engine.sekigahara.bots.steady.memory import Memory
from engine.sekigahara.bots.steady.weights import Weights
from engine.sekigahara.components import SUPPLIES
from engine.sekigahara.pieces import (
    ANY_CARD,
    ARM_OF,
    BID_OF,
    DAIMYO_OF,
    IS_CARD,
    IS_LEADER,
    KIND_OF,
    MON_OF,
    PROTAGONIST,
    SIDE_OF,
    matches,
)
from engine.sekigahara.state import Pieces, State

Faces: TypeAlias = tuple[Face, ...]
"""Pieces by their faces, in ascending order: equal pieces are the same tuple, whatever their serial numbers."""

FAR: Final = 99
"""More roads than lie between any two locations."""


def _distances(start: Location) -> tuple[int, ...]:
    steps = [FAR] * len(LOCATIONS)
    steps[start] = 0
    ring = [start]
    while ring:
        ring = [there for here in ring for there in ADJACENT[here] if _shorten(steps, here, there)]
    return tuple(steps)


def _shorten(steps: list[int], here: Location, there: Location) -> bool:
    shorter = steps[here] + 1 < steps[there]
    if shorter:
        steps[there] = steps[here] + 1
    return shorter


DISTANCE: Final[tuple[tuple[int, ...], ...]] = tuple(_distances(place) for place in LOCATIONS)
"""DISTANCE[a][b]: how many roads the shortest way from a to b has."""

DECK_OF: Final[tuple[dict[Face, int], dict[Face, int]]] = ({}, {})
"""How many cards of each face each seat has in all."""

for _supply in SUPPLIES:
    if IS_CARD[_supply.face]:
        _cards = DECK_OF[SIDE_OF[_supply.face]]
        _cards[_supply.face] = _cards.get(_supply.face, 0) + _supply.count


class Assessment:
    """One seat's view of a position, with what follows from it worked out once, when it is first asked for."""

    def __init__(self, view: View[State], weights: Weights, memory: Memory) -> None:
        self.view = view
        self.weights = weights
        self.memory = memory
        self.state = view.state
        self.seat = view.seat
        self.enemy = other(view.seat)
        self.faces = view.faces
        self.mine = view.state.pools[self.seat]
        self.theirs = view.state.pools[self.enemy]
        self.hand: Pieces = self.mine[HAND]
        self.enemy_hand = len(self.theirs[HAND])
        """How many cards the enemy holds."""

    def face_of_all(self, pieces: Pieces) -> tuple[Face, ...]:
        """The faces of own pieces."""
        faces = self.faces
        return tuple([faces[piece] for piece in pieces])

    def sorted_faces(self, pieces: Iterable[Piece]) -> Faces:
        """The faces of own pieces in ascending order."""
        faces = self.faces
        return tuple(sorted([faces[piece] for piece in pieces]))

    @cached_property
    def hand_faces(self) -> tuple[Face, ...]:
        """The cards in the own hand."""
        return self.face_of_all(self.hand)

    # -- who may come where

    @cached_property
    def stacks(self) -> tuple[Location, ...]:
        """Where own blocks stand."""
        return tuple([place for place in LOCATIONS if self.mine[place]])

    @cached_property
    def threats(self) -> tuple[float, ...]:
        """How many enemy blocks might arrive at each location next turn, those that stand there counted in full."""
        return self._arrivals(self.theirs)

    @cached_property
    def support(self) -> tuple[float, ...]:
        """How many own blocks might arrive at each location next turn, those that stand there counted in full."""
        return self._arrivals(self.mine)

    def _arrivals(self, pools: list[Pieces]) -> tuple[float, ...]:
        sizes = tuple([(place, len(pools[place])) for place in LOCATIONS if pools[place]])
        return self.memory.recall(("arrivals", sizes), lambda: arrivals(sizes, self.weights.arrival))

    def threat(self, place: Location, ignoring: Location | None = None) -> float:
        """Like `threats`, without the enemy blocks at one location: those that are about to be attacked there."""
        arrival = self.weights.arrival
        if ignoring is None or DISTANCE[place][ignoring] >= len(arrival):
            return self.threats[place]
        return self.threats[place] - len(self.theirs[ignoring]) * arrival[DISTANCE[place][ignoring]]

    # -- own blocks

    def has_protagonist(self, blocks: Pieces) -> bool:
        """Whether Tokugawa Ieyasu or Ishida Mitsunari, whichever is ours, is among own `blocks` (2.1)."""
        return PROTAGONIST[self.seat] in self.face_of_all(blocks)

    def weakest_blocks(self, blocks: Pieces, count: int) -> Pieces:
        """The `count` own blocks least worth keeping, fewer if there are not so many."""
        worth, faces = self._block_worth, self.faces
        return tuple(sorted(blocks, key=lambda block: (worth[faces[block]], block))[:count])

    def block_worth(self, block: Piece) -> float:
        """What an own block is worth keeping alive."""
        return self._block_worth[self.faces[block]]

    @cached_property
    def _block_worth(self) -> BlockWorth:
        return BlockWorth(self.weights, self.hand_faces)

    # -- own cards

    @cached_property
    def _useful_blocks(self) -> dict[str | None, float]:
        """How many blocks of each daimyo a card could deploy in the near future."""
        weights = self.weights
        useful: dict[str | None, float] = {}
        for place in self.stacks:
            use = 1.0 if self.threats[place] >= weights.near else weights.idle_block
            for face in self.face_of_all(self.mine[place]):
                daimyo = DAIMYO_OF[face]
                useful[daimyo] = useful.get(daimyo, 0.0) + use
        return useful

    @cached_property
    def card_values(self) -> dict[Piece, float]:
        """What each card of the hand is worth keeping for combat, in `weights.Cards`."""
        weights, faces = self.weights, self.faces
        on_map = {face for place in self.stacks for face in self.face_of_all(self.mine[place])}
        has_any = any(ANY_CARD[face] for face in on_map)
        armed = {DAIMYO_OF[face] for face in on_map if ARM_OF[face] is not None}
        values: dict[Piece, float] = {}
        before: dict[str | None, int] = {}
        for card in sorted(self.hand, key=lambda card: (-BID_OF[faces[card]], card)):
            face = faces[card]
            daimyo, kind = DAIMYO_OF[face], KIND_OF[face]
            rank = before.get(daimyo, 0)
            before[daimyo] = rank + 1
            if kind == "loyalty":
                values[card] = weights.first_challenge if rank == 0 else weights.further_challenge
                continue
            blocks = self._useful_blocks.get(daimyo, 0.0)
            # The first cards deploy; one more proves loyalty; any further only pays.
            if blocks < weights.least_use:
                value = weights.idle_card
            else:
                if rank < blocks:
                    value = weights.deploying_card
                elif rank < blocks + 1:
                    value = weights.proving_card
                else:
                    value = weights.spare_card
                if (kind == "swords" and daimyo in armed) or (kind == "double" and blocks >= 2):
                    value += weights.special_card
            values[card] = max(value, weights.any_card) if has_any else value
        return values

    def weakest_cards(self, count: int) -> Pieces:
        """The `count` cards least worth keeping."""
        values = self.card_values
        return tuple(sorted(self.hand, key=lambda card: (values[card], card))[:count])

    # -- the enemy's cards

    @cached_property
    def _unseen(self) -> dict[Face, int]:
        """How many of each enemy card lie neither among its discards nor on the table: in its hand or draw pile."""
        left = dict(DECK_OF[self.enemy])
        for pool in (DISCARD, PLAYED):
            for card in self.theirs[pool]:
                face = self.faces.get(card)
                if face is not None:
                    left[face] -= 1
        return left

    def _enemy_has(self, fits: set[Face]) -> float:
        """The chance that the enemy's hand holds a card of the kinds in `fits`, if its hand is a random one."""
        unseen = sum(self._unseen.values())
        missing = unseen - sum(count for face, count in self._unseen.items() if face in fits)
        chance = 1.0
        for taken in range(min(self.enemy_hand, unseen)):
            chance *= max(missing - taken, 0) / (unseen - taken)
        return 1.0 - chance

    @cached_property
    def challenge_chance(self) -> float:
        """The chance that the enemy holds a Loyalty Challenge (8.6)."""
        return self._enemy_has({face for face in self._unseen if KIND_OF[face] == "loyalty"})

    def refutation_chance(self, block: Face) -> float:
        """The chance that the enemy can show a further card for a challenged `block` of its own (8.6.1)."""
        return self._enemy_has({face for face in self._unseen if matches(face, block)})


class BlockWorth(dict[Face, float]):
    """What each own block is worth keeping alive with these cards in hand, worked out when it is first looked up."""

    def __init__(self, weights: Weights, hand: tuple[Face, ...]) -> None:
        super().__init__()
        self._weights = weights
        self._hand = hand

    def __missing__(self, face: Face) -> float:
        weights = self._weights
        if face in PROTAGONIST:
            value = weights.protagonist
        else:
            value = MON_OF[face] + weights.armed * (ARM_OF[face] is not None) + weights.leader * IS_LEADER[face]
            value += weights.deployed_by_any * ANY_CARD[face]
            value += weights.fitting_card * sum([matches(card, face) for card in self._hand])
        self[face] = value
        return value


def arrivals(stacks: tuple[tuple[Location, int], ...], arrival: tuple[float, ...]) -> tuple[float, ...]:
    """How many blocks of these stacks, given by place and size, might arrive at each location in one turn."""
    totals = []
    for place in LOCATIONS:
        total = 0.0
        row = DISTANCE[place]
        for stack, size in stacks:
            steps = row[stack]
            if steps < len(arrival):
                total += size * arrival[steps]
        totals.append(total)
    return tuple(totals)
