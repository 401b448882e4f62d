"""What the steady bot knows: the public position and the faces that its seat may see, and nothing else."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from engine.hidden import Face, View, other
from engine.sekigahara.board import ADJACENT, DISCARD, HAND, LOCATIONS, PLAYED, RECRUITMENT, Location
from engine.sekigahara.components import FACES, SUPPLIES
from engine.sekigahara.pieces import ANY_CARD, IS_CARD, KIND_OF, PROTAGONIST, SIDE_OF, matches
from engine.sekigahara.state import Pieces, State

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

_NEARNESS: Final = (1.0, 0.9, 0.55, 0.25)
"""How likely a stack that many roads away is to arrive in one turn."""

DECK_OF: Final[tuple[dict[Face, int], dict[Face, int]]] = ({}, {})
"""How many cards of each face each seat has in all."""

for _supply in SUPPLIES:
    if IS_CARD[_supply.face]:
        _cards = DECK_OF[SIDE_OF[_supply.face]]
        _cards[_supply.face] = _cards.get(_supply.face, 0) + _supply.count


class Assessment:
    """One seat's view of a position, with what follows from it worked out once, when it is first asked for."""

    def __init__(self, view: View[State]) -> None:
        self.view = view
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
        return tuple([self.faces[piece] for piece in pieces])

    @cached_property
    def hand_faces(self) -> tuple[Face, ...]:
        """The cards in the own hand."""
        return self.face_of_all(self.hand)

    @cached_property
    def stacks(self) -> tuple[Location, ...]:
        """Where own blocks stand."""
        return tuple(place for place in LOCATIONS if self.mine[place])

    @cached_property
    def enemy_stacks(self) -> tuple[Location, ...]:
        """Where enemy blocks stand."""
        return tuple(place for place in LOCATIONS if self.theirs[place])

    @cached_property
    def threats(self) -> tuple[float, ...]:
        """How many enemy blocks might arrive at each location next turn, those that stand there counted in full."""
        return tuple(self._arriving(self.theirs, self.enemy_stacks, place) for place in LOCATIONS)

    @cached_property
    def support(self) -> tuple[float, ...]:
        """How many own blocks might arrive at each location next turn, those that stand there counted in full."""
        return tuple(self._arriving(self.mine, self.stacks, place) for place in LOCATIONS)

    @staticmethod
    def _arriving(pools: list[Pieces], stacks: tuple[Location, ...], place: Location) -> float:
        total = 0.0
        row = DISTANCE[place]
        for stack in stacks:
            steps = row[stack]
            if steps < len(_NEARNESS):
                total += len(pools[stack]) * _NEARNESS[steps]
        return total

    def threat(self, place: Location, ignoring: Location | None = None) -> float:
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
