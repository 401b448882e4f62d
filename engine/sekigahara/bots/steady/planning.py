"""The steady bot's plan of a movement phase: the marches and musters that gain most together (7.2, 7.3).

A plan is for a position; as the phase goes on it is made again after every move, from what is remembered: only where
something has changed is anything weighed again (`memory`, `evaluation.SiteWorth`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final, NamedTuple

from engine.hidden import Face, Piece, View
from engine.sekigahara.board import LOCATIONS, LONGEST_MARCH, RECRUITMENT, RESOURCE, Location
from engine.sekigahara.bots.steady.assessment import DISTANCE, Assessment
from engine.sekigahara.bots.steady.evaluation import Additions, Evaluation, Faces, SiteWorth
from engine.sekigahara.chapters.chapter_4_control import occupied
from engine.sekigahara.chapters.chapter_7_2_muster import Muster, muster_refusal, open_locations
from engine.sekigahara.chapters.chapter_7_3_routes import March, MarchSource, Route, Routes, march_sources
from engine.sekigahara.components import ROADS
from engine.sekigahara.forms import Degree
from engine.sekigahara.pieces import DAIMYO_OF, PROTAGONIST, RECRUITS_AT
from engine.sekigahara.state import Movement, Pieces, State


class Move(NamedTuple):
    """A march or a muster: what it gains, where it starts (None for a muster) and ends, and the roads it uses.

    `route` is that of a march, with the `card` of a forced one; `shown` is a muster's.
    """

    gain: float
    start: Location | None
    end: Location
    roads: int
    blocks: Pieces
    route: Route | None = None
    card: Piece | None = None
    shown: bool = False

    @property
    def action(self) -> March | Muster:
        """The move as an answer to the game."""
        if self.route is None:
            return Muster(self.blocks, self.end, self.shown)
        return March(self.blocks, self.route.path.stops, self.route.claim, self.card)


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


def after_paying(view: View[State], degree: Degree, moves: int) -> View[State]:
    """The view as it would be after buying movement. It shares the faces, and copies only the public state."""
    ahead = view.state.copy()
    ahead.movement = Movement(degree, moves)
    return View(ahead, view.seat, view.faces)


class Planner:
    """Weighs the moves that are open to one seat."""

    def __init__(self, own: Assessment, ahead: View[State] | None = None, hand_left: int | None = None) -> None:
        """`ahead` is the view after paying, if that is still to come.

        `hand_left` is how many cards will be left to fight with, if fewer than are in hand.
        """
        self.own = own
        self._view = ahead or own.view
        spent = own.weakest_cards(len(own.hand) - hand_left) if hand_left is not None else ()
        hand = tuple(sorted([own.faces[card] for card in own.hand if card not in spent]))
        self._sites = Evaluation(own, hand).at
        self._cheapest = own.weakest_cards(1)
        """The card for a forced march, if there is any."""
        self._massed: dict[tuple[Location, Location], Move] = {}
        """The largest party of each stack that can reach each enemy stack: what a joint attack is made of."""

    def plan(self, moves: int) -> list[Move]:
        """What to do with `moves` stack moves (a muster counts as one), best first: one move a stack."""
        marches = self._marches()
        joint = self._joint_attack(moves)
        muster = self._musters()[:1]
        chosen: list[Move] = []
        for move in sorted((*marches, *joint, *muster), key=lambda move: -move.gain):
            if move.gain < self.own.weights.worthwhile or len(chosen) == moves:
                break
            if not any(move.start == other.start or move.roads & other.roads for other in chosen):
                chosen.append(move)
        return chosen

    # -- marches

    def _marches(self) -> list[Move]:
        """The best march of each stack to each location, those that gain nothing included, best first."""
        best: dict[tuple[Location, Location], Move] = {}
        for source in march_sources(self._view):
            found: list[Party] = self.own.memory.recall(self._key(source), lambda source=source: self._parties(source))  # type: ignore[misc]
            for party in found:
                self._weigh(source.location, party, best)
        return sorted(best.values(), key=lambda move: -move.gain)

    def _weigh(self, start: Location, party: Party, best: dict[tuple[Location, Location], Move]) -> None:
        """Weigh the marches of one party; what is better than in `best` goes there."""
        own = self.own
        faces = party.faces
        leads = PROTAGONIST[own.seat] in faces
        leaving = self._leaving(start, party.rest, None)
        for route, passing in party.routes:
            path, claim, forced = route
            end = path.stops[-1]
            site, additions = self._ends[end]
            left = self._leaving(start, party.rest, end) if site.site.standing else leaving
            gain = left + (additions[faces] + passing)
            if forced:
                gain -= own.weights.forced_march + own.card_values[self._cheapest[0]]
            if claim:
                gain -= own.weights.claim
            known = best.get((start, end))
            better = known is None or gain > known.gain
            massed = site.attacked and not leads and self._is_massed(start, end, len(faces), gain)
            if better or massed:
                card = self._cheapest[0] if forced else None
                move = Move(gain, start, end, path.roads, party.blocks, route, card)
                if better:
                    best[start, end] = move
                if massed:
                    self._massed[start, end] = move

    def _is_massed(self, start: Location, end: Location, size: int, gain: float) -> bool:
        """Whether a party of so many is the largest so far from `start` to `end`."""
        known = self._massed.get((start, end))
        return known is None or (size, gain) > (len(known.blocks), known.gain)

    def _leaving(self, start: Location, rest: Faces, attacked: Location | None) -> float:
        """What it changes at `start` that only `rest` stay; an enemy whom those who go attack will not come here."""
        site = self._sites[start]
        threat = None if attacked is None else self.own.threat(start, attacked)
        return site.of(rest, threat) - site.of(self._stacks[start])

    # -- parties and routes

    def _key(self, source: MarchSource) -> tuple[object, ...]:
        """All that the parties from `source` and their routes depend on."""
        own, start = self.own, source.location
        state, movement = own.state, self._view.state.current_movement()
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
            self._spendable,
            self._obstacles & PLACES_WITHIN_REACH[start],
            state.holder[start],
            tuple([self._taking[place] for place in RESOURCES_WITHIN_REACH[start]]),
        )

    @cached_property
    def _spendable(self) -> Faces:
        """The hand: the worth of blocks depends on the cards that fit them, and a forced march on there being one."""
        return tuple(sorted(self.own.hand_faces))

    @cached_property
    def _obstacles(self) -> int:
        """The locations with enemy units, as bits."""
        return occupied(self.own.state, self.own.enemy)

    def _parties(self, source: MarchSource) -> list[Party]:
        """The parties from `source` that may march anywhere."""
        routes_by_size: dict[int, list[tuple[Route, float]]] = {}
        found = []
        for blocks in parties(self.own, source):
            size = len(blocks)
            if size not in routes_by_size:
                routes_by_size[size] = self._best_routes(source.routes(size, bool(self._cheapest)))
            if routes_by_size[size]:
                rest = self._rest(source.location, blocks)
                found.append(Party(blocks, self._sorted_faces(blocks), rest, routes_by_size[size]))
        return found

    def _best_routes(self, routes: Routes) -> list[tuple[Route, float]]:
        """The route to each end that costs least and takes most on its road, with what it takes."""
        claim = self.own.weights.claim
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
        """What is taken on the road: resource locations passed through (R3)."""
        gain = 0.0
        for place in stops[:-1]:
            gain += self._taking[place]
        return gain

    @cached_property
    def _taking(self) -> list[float]:
        """What it gains to pass through each location."""
        own, weights = self.own, self.own.weights
        owner = own.state.owner
        worth = weights.passing * weights.resource
        return [
            worth * (2 if owner[place] == own.enemy else 1) if RESOURCE[place] and owner[place] != own.seat else 0.0
            for place in LOCATIONS
        ]

    # -- stacks

    @cached_property
    def _stacks(self) -> list[Faces]:
        """The own blocks at each location."""
        mine = self.own.mine
        return [self._sorted_faces(mine[place]) for place in LOCATIONS]

    def _sorted_faces(self, blocks: Sequence[Piece]) -> Faces:
        return tuple(sorted(self.own.face_of_all(tuple(blocks))))

    @cached_property
    def _ends(self) -> list[tuple[SiteWorth, Additions]]:
        """Each location as the end of a march: the site, and what parties add to the blocks that stand there."""
        return [(site, site.additions(there)) for site, there in zip(self._sites, self._stacks, strict=True)]

    def _rest(self, start: Location, blocks: Pieces) -> Faces:
        """Who is left at `start` when `blocks` go."""
        return self._sorted_faces([block for block in self.own.mine[start] if block not in blocks])

    # -- musters and joint attacks

    def _musters(self) -> list[Move]:
        """Every muster that is open, best first (7.2)."""
        own, state = self.own, self._view.state
        if muster_refusal(state, own.seat) is not None:
            return []
        box = own.mine[RECRUITMENT]
        single: list[tuple[Pieces, bool]] = [((block,), False) for block in own.weakest_blocks(box, len(box))]
        found = []
        for place in open_locations(state, own.seat):
            groups = list(single)
            for daimyo in RECRUITS_AT[place]:
                clan = tuple([block for block in box if DAIMYO_OF[own.faces[block]] == daimyo])
                if len(clan) > 1:
                    groups.append((clan, True))
            for blocks, shown in groups:
                gain = self._ends[place][1][self._sorted_faces(blocks)]
                gain += own.weights.muster * len(blocks)
                found.append(Move(gain, None, place, 0, blocks, shown=shown))
        return sorted(found, key=lambda move: -move.gain)

    def _joint_attack(self, moves: int) -> list[Move]:
        """Marches from several stacks that gain together, at one enemy location, what none gains alone.

        Asked after `_marches`, which finds the parties.
        """
        best: list[Move] = []
        best_gain = self.own.weights.worthwhile
        by_end: dict[Location, list[Move]] = {}
        for move in self._massed.values():
            by_end.setdefault(move.end, []).append(move)
        for end, coming in by_end.items():
            site = self._sites[end]
            before = site.of(self._stacks[end])
            chosen: list[Move] = []
            roads = 0
            together: list[Face] = list(self._stacks[end])
            left = 0.0
            for move in sorted(coming, key=lambda move: -len(move.blocks)):
                if len(chosen) == moves or move.roads & roads or any(move.start == other.start for other in chosen):
                    continue
                assert move.start is not None
                chosen.append(move)
                roads |= move.roads
                together += self.own.face_of_all(move.blocks)
                left += self._leaving(
                    move.start, self._rest(move.start, move.blocks), end if site.site.standing else None
                )
                gain = site.of(tuple(sorted(together))) - before + left
                if len(chosen) > 1 and gain > best_gain:
                    best_gain = gain
                    best = [move._replace(gain=gain / len(chosen)) for move in chosen]
        return best


def parties(own: Assessment, source: MarchSource) -> list[Pieces]:
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
