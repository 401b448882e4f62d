"""The parts of stacks that the steady bot thinks of sending, and the routes that they may take (7.3)."""

from __future__ import annotations

from functools import partial
from typing import Final, NamedTuple

from engine.hidden import Piece, View
from engine.sekigahara.board import LOCATIONS, LONGEST_MARCH, RESOURCE, Location
from engine.sekigahara.bots.steady.assessment import DISTANCE, Assessment, Faces
from engine.sekigahara.chapters.chapter_4_control import occupied
from engine.sekigahara.chapters.chapter_7_3_routes import MarchSource, Route, Routes
from engine.sekigahara.components import ROADS
from engine.sekigahara.pieces import DAIMYO_OF, PROTAGONIST
from engine.sekigahara.state import Pieces, State


class Party(NamedTuple):
    """A part of a stack that may march, the faces of its blocks and of those who stay, and the routes it may take.

    With each route stands what is taken on it.
    """

    blocks: Pieces
    faces: Faces
    rest: Faces
    routes: list[tuple[Route, float]]


WITHIN_REACH: Final[tuple[tuple[Location, ...], ...]] = tuple(
    [tuple([there for there in LOCATIONS if DISTANCE[here][there] <= LONGEST_MARCH]) for here in LOCATIONS]
)
"""For each location, those that a march from there may pass or end at, and itself."""

PLACES_WITHIN_REACH: Final[tuple[int, ...]] = tuple([sum([1 << there for there in near]) for near in WITHIN_REACH])
"""The same as bits."""

RESOURCES_WITHIN_REACH: Final[tuple[tuple[Location, ...], ...]] = tuple(
    [tuple([there for there in near if RESOURCE[there]]) for near in WITHIN_REACH]
)
"""The resource locations among them."""

ROADS_WITHIN_REACH: Final[tuple[int, ...]] = tuple(
    [sum([1 << number for number, road in enumerate(ROADS) if set(road.ends) <= set(near)]) for near in WITHIN_REACH]
)
"""The roads between them, as bits."""


class Parties:
    """The parties of each stack, remembered for as long as nothing changes that they and their routes depend on."""

    def __init__(self, own: Assessment, view: View[State]) -> None:
        """`view` is the one of `own`, or what it will be after paying."""
        self._own = own
        self._movement = view.state.current_movement()
        self._obstacles = occupied(own.state, own.enemy)
        self._hand = own.sorted_faces(own.hand)
        owner, weights = own.state.owner, own.weights
        taken = weights.passing * weights.resource
        self._taking = [
            taken * (2 if owner[place] == own.enemy else 1) if RESOURCE[place] and owner[place] != own.seat else 0.0
            for place in LOCATIONS
        ]
        """What it gains to pass through each location (R3)."""

    def of(self, source: MarchSource) -> list[Party]:
        """The parties from `source` that may march anywhere."""
        return self._own.memory.recall(self._key(source), partial(self._work_out, source))

    def _key(self, source: MarchSource) -> tuple[object, ...]:
        """All that the parties from `source` and their routes depend on."""
        own, start = self._own, source.location
        movement = self._movement
        move = movement.move
        begun = None
        if move is not None and (source.group is not None or move.origin == start):
            begun = (move.led, own.face_of_all(move.present))
        stack = own.mine[start]
        return (
            "parties",
            start,
            source.group,
            source.blocks,
            stack,
            own.face_of_all(stack),
            begun,
            movement.roads & ROADS_WITHIN_REACH[start],
            self._hand,
            self._obstacles & PLACES_WITHIN_REACH[start],
            own.state.holder[start],
            tuple([self._taking[place] for place in RESOURCES_WITHIN_REACH[start]]),
        )

    def _work_out(self, source: MarchSource) -> list[Party]:
        own = self._own
        routes_by_size: dict[int, list[tuple[Route, float]]] = {}
        found = []
        for blocks in parts_of(own, source):
            size = len(blocks)
            if size not in routes_by_size:
                routes_by_size[size] = self._best_routes(source.routes(size, bool(own.hand)))
            if routes_by_size[size]:
                rest = faces_left(own, source.location, blocks)
                found.append(Party(blocks, own.sorted_faces(blocks), rest, routes_by_size[size]))
        return found

    def _best_routes(self, routes: Routes) -> list[tuple[Route, float]]:
        """The route to each end that costs least and takes most on its road, with what it takes."""
        claim = self._own.weights.claim
        best: dict[Location, tuple[float, tuple[Route, float]]] = {}
        for route in (*routes.plain, *routes.pressed):
            stops = route.path.stops
            passing = self._passing(stops) if len(stops) > 1 else 0.0
            cost = route.forced + claim * route.claim - passing
            end = stops[-1]
            if end not in best or cost < best[end][0]:
                best[end] = (cost, (route, passing))
        return [route for _, route in best.values()]

    def _passing(self, stops: tuple[Location, ...]) -> float:
        """What is taken on the road: resource locations passed through."""
        gain = 0.0
        for place in stops[:-1]:
            gain += self._taking[place]
        return gain


def parts_of(own: Assessment, source: MarchSource) -> list[Pieces]:
    """The parts of a stack that are worth sending: all, all but a guard, a clan, the quickest big group, a scout.

    The protagonist goes only when the whole stack does.
    """
    blocks = tuple(sorted(source.blocks))
    if source.group is not None and source.group.forced:
        return [blocks]
    leader = PROTAGONIST[own.seat]
    others = tuple([block for block in blocks if own.faces[block] != leader])
    found = {blocks}
    if len(others) < len(blocks):
        found.add(others)
    order = own.weakest_blocks(others, len(others))
    for guard in (1, 2, 3):
        found.add(tuple(sorted(order[guard:])))
    found.add(tuple(sorted(order[-4:])))
    found.update((block,) for block in order[:1])
    found.add(tuple(sorted(order[:2])))
    by_clan: dict[str | None, list[Piece]] = {}
    for block in others:
        by_clan.setdefault(DAIMYO_OF[own.faces[block]], []).append(block)
    if len(by_clan) > 1:
        found.update(tuple(clan) for clan in by_clan.values())
    found.discard(())
    return sorted(found)


def faces_left(own: Assessment, start: Location, blocks: Pieces) -> Faces:
    """Who is left at `start` when `blocks` go."""
    return own.sorted_faces([block for block in own.mine[start] if block not in blocks])
