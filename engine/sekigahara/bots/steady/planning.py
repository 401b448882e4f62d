"""The steady bot's plan of a movement phase: the marches and musters that gain most together (7.2, 7.3).

A plan is for a position; as the phase goes on it is made again after every move, from what is remembered: only where
something has changed is anything weighed again (`memory`, `evaluation.SiteWorth`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from engine.hidden import Face, Piece, View
from engine.sekigahara.board import LOCATIONS, RECRUITMENT, RESOURCE, Location
from engine.sekigahara.bots.steady.assessment import Assessment
from engine.sekigahara.bots.steady.evaluation import Evaluation, Faces
from engine.sekigahara.chapters.chapter_7_2_muster import Muster, muster_refusal, open_locations
from engine.sekigahara.chapters.chapter_7_3_routes import March, MarchSource, Route, Routes, march_sources
from engine.sekigahara.forms import Degree
from engine.sekigahara.pieces import DAIMYO_OF, PROTAGONIST, RECRUITS_AT
from engine.sekigahara.state import Movement, Pieces, State


@dataclass(frozen=True, slots=True)
class Move:
    """A march or a muster, what it gains, where it starts (None for a muster) and ends, and the roads it uses."""

    action: March | Muster
    gain: float
    start: Location | None
    end: Location
    roads: int


class Party(NamedTuple):
    """A part of a stack that may march, with what those who stay are then worth more or less."""

    blocks: Pieces
    faces: Faces
    rest: Faces
    leaving: float


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
            routes_by_size: dict[int, list[Route]] = {}
            for blocks in parties(self.own, source):
                size = len(blocks)
                if size not in routes_by_size:
                    routes_by_size[size] = self._best_routes(source.routes(size, bool(self._cheapest)))
                if routes_by_size[size]:
                    self._weigh(source.location, blocks, routes_by_size[size], best)
        return sorted(best.values(), key=lambda move: -move.gain)

    def _weigh(
        self, start: Location, blocks: Pieces, routes: list[Route], best: dict[tuple[Location, Location], Move]
    ) -> None:
        """Weigh the marches of one party; what is better than in `best` goes there."""
        own, sites, stacks = self.own, self._sites, self._stacks
        party = self._party(start, blocks)
        leads = PROTAGONIST[own.seat] in party.faces
        for route in routes:
            end = route.path.end
            site = sites[end]
            leaving = self._leaving(start, party, end) if site.site.standing else party.leaving
            gain = leaving + (site.added(stacks[end], party.faces) + self._passing(route))
            if route.forced:
                gain -= own.weights.forced_march + own.card_values[self._cheapest[0]]
            if route.claim:
                gain -= own.weights.claim
            known = best.get((start, end))
            better = known is None or gain > known.gain
            massed = not leads and site.site.foes > 0 and self._is_massed(start, end, len(blocks), gain)
            if better or massed:
                card = self._cheapest[0] if route.forced else None
                march = March(blocks, route.path.stops, route.claim, card)
                move = Move(march, gain, start, end, route.path.roads)
                if better:
                    best[start, end] = move
                if massed:
                    self._massed[start, end] = move

    def _is_massed(self, start: Location, end: Location, size: int, gain: float) -> bool:
        """Whether a party of so many is the largest so far from `start` to `end`."""
        known = self._massed.get((start, end))
        return known is None or (size, gain) > (len(known.action.blocks), known.gain)

    def _best_routes(self, routes: Routes) -> list[Route]:
        """The route to each end that costs least and takes most on its road."""
        claim = self.own.weights.claim
        best: dict[Location, tuple[float, Route]] = {}
        for route in (*routes.plain, *routes.pressed):
            cost = route.forced + claim * route.claim - self._passing(route)
            known = best.get(route.path.end)
            if known is None or cost < known[0]:
                best[route.path.end] = (cost, route)
        return [route for _, route in best.values()]

    def _passing(self, route: Route) -> float:
        """What is taken on the road: resource locations passed through (R3)."""
        gain = 0.0
        for place in route.path.stops[:-1]:
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

    def _party(self, start: Location, blocks: Pieces) -> Party:
        stack = self.own.mine[start]
        rest = self._sorted_faces([block for block in stack if block not in blocks])
        site = self._sites[start]
        return Party(blocks, self._sorted_faces(blocks), rest, site.of(rest) - site.of(self._stacks[start]))

    def _leaving(self, start: Location, party: Party, attacked: Location) -> float:
        """What it changes at `start` that `party` goes to attack: the enemy there will not come here."""
        site = self._sites[start]
        return site.of(party.rest, self.own.threat(start, attacked)) - site.of(self._stacks[start])

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
                gain = self._sites[place].added(self._stacks[place], self._sorted_faces(blocks))
                gain += own.weights.muster * len(blocks)
                found.append(Move(Muster(blocks, place, shown), gain, None, place, 0))
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
            for move in sorted(coming, key=lambda move: -len(move.action.blocks)):
                if len(chosen) == moves or move.roads & roads or any(move.start == other.start for other in chosen):
                    continue
                assert move.start is not None
                chosen.append(move)
                roads |= move.roads
                party = self._party(move.start, move.action.blocks)
                together += party.faces
                left += self._leaving(move.start, party, end) if site.site.standing else party.leaving
                gain = site.of(tuple(sorted(together))) - before + left
                if len(chosen) > 1 and gain > best_gain:
                    best_gain = gain
                    best = [replace(move, gain=gain / len(chosen)) for move in chosen]
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
