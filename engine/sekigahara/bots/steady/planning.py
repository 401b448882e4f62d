"""The steady bot's plan of a movement phase: the marches and musters that gain most together (7.2, 7.3).

A plan is for a position. After every move of the phase it is made again, from what is remembered of the last one
(`memory`): the parties and routes of stacks, and the worth of locations, that the move has not touched.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from engine.hidden import Face, Piece, View
from engine.sekigahara.board import LOCATIONS, RECRUITMENT, Location
from engine.sekigahara.bots.steady.assessment import Assessment, Faces
from engine.sekigahara.bots.steady.evaluation import Additions, Evaluation, SiteWorth
from engine.sekigahara.bots.steady.parties import Parties, Party, faces_left
from engine.sekigahara.chapters.chapter_7_2_muster import Muster, muster_refusal, open_locations
from engine.sekigahara.chapters.chapter_7_3_routes import March, Route, march_sources
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
        self._parties = Parties(own, self._view)
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
            for party in self._parties.of(source):
                self._weigh(source.location, party, best)
        return sorted(best.values(), key=lambda move: -move.gain)

    def _weigh(self, start: Location, party: Party, best: dict[tuple[Location, Location], Move]) -> None:
        """Weigh the marches of one party; what is better than in `best`, and not overrun at once, goes there."""
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
            better = better and not site.overruns(len(self._stacks[end]) + len(faces))
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

    # -- stacks

    @cached_property
    def _stacks(self) -> list[Faces]:
        """The own blocks at each location."""
        own = self.own
        return [own.sorted_faces(own.mine[place]) for place in LOCATIONS]

    @cached_property
    def _ends(self) -> list[tuple[SiteWorth, Additions]]:
        """Each location as the end of a march: the site, and what parties add to the blocks that stand there."""
        return [(site, site.additions(there)) for site, there in zip(self._sites, self._stacks, strict=True)]

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
                gain = self._ends[place][1][self.own.sorted_faces(blocks)]
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
                if site.overruns(len(together) + len(move.blocks)):
                    break  # the largest party comes first: no other gets there alive
                chosen.append(move)
                roads |= move.roads
                together += self.own.face_of_all(move.blocks)
                left += self._leaving(
                    move.start, faces_left(self.own, move.start, move.blocks), end if site.site.standing else None
                )
                gain = site.of(tuple(sorted(together))) - before + left
                if len(chosen) > 1 and gain > best_gain:
                    best_gain = gain
                    best = [move._replace(gain=gain / len(chosen)) for move in chosen]
        return best
