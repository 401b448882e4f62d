"""What the steady bot knows: the public position and the faces that its seat may see, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Final

from engine.hidden import Face, Piece, Seat, other
from engine.sekigahara.board import ADJACENT, DISCARD, HAND, MORI_BOX, PLACES, PLAYED, RECRUITMENT, Place
from engine.sekigahara.components import FACES, SUPPLIES
from engine.sekigahara.pieces import ANY_CARD, IS_CARD, KIND_OF, PROTAGONIST, SIDE_OF, matches
from engine.sekigahara.state import Pieces, State

FAR: Final = 99
"""More roads than lie between any two locations."""

OWN_POOLS: Final = (*PLACES, HAND, PLAYED, RECRUITMENT, MORI_BOX)
"""The pools whose pieces their owner may look at; decks and bags are secret from both players (3.3)."""


def _distances(start: Place) -> tuple[int, ...]:
    steps = [FAR] * len(PLACES)
    steps[start] = 0
    ring = [start]
    while ring:
        ring = [there for here in ring for there in ADJACENT[here] if _shorten(steps, here, there)]
    return tuple(steps)


def _shorten(steps: list[int], here: Place, there: Place) -> bool:
    shorter = steps[here] + 1 < steps[there]
    if shorter:
        steps[there] = steps[here] + 1
    return shorter


DISTANCE: Final[tuple[tuple[int, ...], ...]] = tuple(_distances(place) for place in PLACES)
"""DISTANCE[a][b]: how many roads the shortest way from a to b has."""

_NEARNESS: Final = (1.0, 0.9, 0.55, 0.25)
"""How likely a stack that many roads away is to arrive in one turn."""

DECK_OF: Final[tuple[dict[Face, int], dict[Face, int]]] = ({}, {})
"""How many cards of each face each seat has in all."""

for _supply in SUPPLIES:
    if IS_CARD[_supply.face]:
        _cards = DECK_OF[SIDE_OF[_supply.face]]
        _cards[_supply.face] = _cards.get(_supply.face, 0) + _supply.count


def visible_faces(state: State, seat: Seat, faces: Mapping[Piece, Face]) -> dict[Piece, Face]:
    """The faces among `faces` that `seat` may know: public ones, and those of its own hand, blocks and boxes.

    A table with all cards open passes more than that; a player between the two takes only this.
    """
    known = dict(state.shown)
    pools = state.pools[seat]
    for pool in OWN_POOLS:
        for piece in pools[pool]:
            if piece not in known and piece in faces:
                known[piece] = faces[piece]
    return known


class View:
    """One seat's look at a position, with what follows from it worked out once, when it is first asked for."""

    def __init__(self, state: State, seat: Seat, faces: Mapping[Piece, Face]) -> None:
        """`faces` may hold more than `seat` may know: the rest is never looked at."""
        self.state = state
        self.seat = seat
        self.enemy = other(seat)
        self.faces = visible_faces(state, seat, faces)
        self.mine = state.pools[seat]
        self.theirs = state.pools[self.enemy]
        self.hand: Pieces = self.mine[HAND]
        self.enemy_hand = len(self.theirs[HAND])
        """How many cards the enemy holds."""

    def face_of_all(self, pieces: Pieces) -> tuple[Face, ...]:
        """The faces of own pieces."""
        return tuple([self.faces[piece] for piece in pieces])

    @cached_property
    def hand_faces(self) -> tuple[Face, ...]:
        """The cards in the own hand."""
        return self.face_of_all(self.hand)

    @cached_property
    def stacks(self) -> tuple[Place, ...]:
        """Where own blocks stand."""
        return tuple(place for place in PLACES if self.mine[place])

    @cached_property
    def enemy_stacks(self) -> tuple[Place, ...]:
        """Where enemy blocks stand."""
        return tuple(place for place in PLACES if self.theirs[place])

    @cached_property
    def threats(self) -> tuple[float, ...]:
        """How many enemy blocks might arrive at each location next turn, those that stand there counted in full."""
        return tuple(self._arriving(self.theirs, self.enemy_stacks, place) for place in PLACES)

    @cached_property
    def support(self) -> tuple[float, ...]:
        """How many own blocks might arrive at each location next turn, those that stand there counted in full."""
        return tuple(self._arriving(self.mine, self.stacks, place) for place in PLACES)

    @staticmethod
    def _arriving(pools: list[Pieces], stacks: tuple[Place, ...], place: Place) -> float:
        total = 0.0
        row = DISTANCE[place]
        for stack in stacks:
            steps = row[stack]
            if steps < len(_NEARNESS):
                total += len(pools[stack]) * _NEARNESS[steps]
        return total

    def threat(self, place: Place, ignoring: Place | None = None) -> float:
        """Like `threats`, without the enemy blocks at one location: those that are about to be attacked there."""
        if ignoring is None or DISTANCE[place][ignoring] >= len(_NEARNESS):
            return self.threats[place]
        return self.threats[place] - len(self.theirs[ignoring]) * _NEARNESS[DISTANCE[place][ignoring]]

    def has_protagonist(self, blocks: Pieces) -> bool:
        """Whether Tokugawa Ieyasu or Ishida Mitsunari, whichever is ours, is among own `blocks` (2.1)."""
        leader = PROTAGONIST[self.seat]
        return any(self.faces[block] == leader for block in blocks)

    @cached_property
    def enemy_unseen(self) -> dict[Face, int]:
        """How many of each enemy card lie neither among its discards nor on the table: in its hand or draw pile."""
        left = dict(DECK_OF[self.enemy])
        for pool in (DISCARD, PLAYED):
            for card in self.theirs[pool]:
                face = self.faces.get(card)
                if face is not None:
                    left[face] -= 1
        return left

    def enemy_has(self, fits: set[Face]) -> float:
        """The chance that the enemy's hand holds a card of the kinds in `fits`, if its hand is a random one."""
        unseen = sum(self.enemy_unseen.values())
        missing = unseen - sum(count for face, count in self.enemy_unseen.items() if face in fits)
        chance = 1.0
        for taken in range(min(self.enemy_hand, unseen)):
            chance *= max(missing - taken, 0) / (unseen - taken)
        return 1.0 - chance

    @cached_property
    def challenge_chance(self) -> float:
        """The chance that the enemy holds a Loyalty Challenge (8.6)."""
        return self.enemy_has({face for face in self.enemy_unseen if KIND_OF[face] == "loyalty"})

    def refutation_chance(self, block: Face) -> float:
        """The chance that the enemy can show a further card for a challenged `block` of its own (8.6.1)."""
        return self.enemy_has({face for face in self.enemy_unseen if matches(face, block)})

    @cached_property
    def clans(self) -> dict[str, int]:
        """How many own blocks of each daimyo are on the map or in the recruitment box."""
        count: dict[str, int] = {}
        for pool in (*self.stacks, RECRUITMENT):
            for block in self.mine[pool]:
                face = self.faces[block]
                name = FACES[face].daimyo
                if name is not None and not ANY_CARD[face]:
                    count[name] = count.get(name, 0) + 1
        return count
