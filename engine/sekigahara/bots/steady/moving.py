"""The steady bot in the movement phase: what it buys, marches, musters and calls from the Mōri box (chapter 7, 9.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.hidden import Piece, View
from engine.sekigahara.board import OSAKA, RECRUITMENT, RESOURCE, Location
from engine.sekigahara.bots.steady.assessment import Assessment
from engine.sekigahara.bots.steady.cards import card_values, cost_of, weakest
from engine.sekigahara.bots.steady.fighting import weakest_blocks
from engine.sekigahara.bots.steady.places import RESOURCE_WORTH, Worth
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, Pay
from engine.sekigahara.chapters.chapter_7_2_muster import Muster, muster_refusal, open_locations
from engine.sekigahara.chapters.chapter_7_3_routes import March, MarchSource, Route, Routes, march_sources
from engine.sekigahara.chapters.chapter_9_3_mori import CallMori, blocks_to_call
from engine.sekigahara.components import ISHIDA
from engine.sekigahara.forms import Degree
from engine.sekigahara.pieces import DAIMYO_OF, PROTAGONIST, RECRUITS_AT
from engine.sekigahara.rules import Answer
from engine.sekigahara.state import EVERY_STACK, Movement, Pieces

_WORTHWHILE: Final = 0.3
"""What a move must gain to be made."""

_CLAIM_COST: Final = 0.05
"""What it costs to say where a leader is (R13)."""

_FORCED_COST: Final = 0.4
"""What a forced march costs beside its card."""

_MUSTERED: Final = 0.8
"""What it is worth to have a block on the map and no longer in the box."""

_USELESS: Final = 0.45
"""A card worth less is better replaced."""

_ATTACK_FIRST: Final = 2.0
"""The gain of a march for which the bot wants to move first."""


@dataclass(frozen=True, slots=True)
class Move:
    """A march or a muster, what it gains, where it starts (NOWHERE for a muster) and the roads it uses."""

    action: Answer
    gain: float
    start: Location | None
    end: Location
    roads: int


def parties(view: Assessment, start: MarchSource) -> list[Pieces]:
    """The parts of a stack that are worth sending: all, all but a guard, a clan, the quickest big group, a scout.

    The protagonist goes only when the whole stack does.
    """
    blocks = tuple(sorted(start.blocks))
    if start.group is not None and start.group.forced:
        return [blocks]
    leader = PROTAGONIST[view.seat]
    others = tuple(block for block in blocks if view.faces[block] != leader)
    found = {blocks}
    if len(others) < len(blocks):
        found.add(others)
    order = weakest_blocks(view, others, len(others))
    for guard in (1, 2, 3):
        found.add(tuple(sorted(order[guard:])))
    found.add(tuple(sorted(order[-4:])))
    found.update((block,) for block in order[:1])
    found.add(tuple(sorted(order[:2])))
    by_clan: dict[str | None, list[Piece]] = {}
    for block in others:
        by_clan.setdefault(DAIMYO_OF[view.faces[block]], []).append(block)
    if len(by_clan) > 1:
        found.update(tuple(clan) for clan in by_clan.values())
    found.discard(())
    return sorted(found)


class Planner:
    """Weighs the moves that are open to one view."""

    def __init__(self, view: Assessment, hand_left: int | None = None) -> None:
        """`hand_left`: how many cards will be left to fight with, if fewer than are in hand."""
        self.view = view
        spent = weakest(view, len(view.hand) - hand_left) if hand_left is not None else ()
        self.worth = Worth(view, view.face_of_all(tuple(card for card in view.hand if card not in spent)))
        self._values = card_values(view)
        self._stacks: dict[Location, Pieces] = {}
        self._massed: dict[tuple[Location, Location], Move] = {}
        """The largest party of each stack that can reach each enemy stack: what a joint attack is made of."""

    def marches(self) -> list[Move]:
        """The best march of each stack to each location, those that gain nothing included, best first."""
        view = self.view
        best: dict[tuple[Location, Location], Move] = {}
        card = weakest(view, 1)
        for start in march_sources(view.view):
            routes_by_size: dict[int, list[Route]] = {}
            for party in parties(view, start):
                size = len(party)
                if size not in routes_by_size:
                    routes_by_size[size] = self._best_routes(start.routes(size, bool(card)))
                leaving = self._leaving(start.location, party, start.location)
                for route in routes_by_size[size]:
                    end = route.path.end
                    if view.theirs[end]:
                        gain = self._leaving(start.location, party, end)
                    else:
                        gain = leaving
                    gain += self._arriving(party, end) + self._passing(route)
                    if route.forced:
                        gain -= _FORCED_COST + self._values[card[0]]
                    gain -= _CLAIM_COST * route.claim
                    known = best.get((start.location, end))
                    better = known is None or gain > known.gain
                    massed = self._is_massed(start.location, end, party, gain)
                    if better or massed:
                        march = March(party, route.path.stops, route.claim, card[0] if route.forced else None)
                        move = Move(march, gain, start.location, end, route.path.roads)
                        if better:
                            best[start.location, end] = move
                        if massed:
                            self._massed[start.location, end] = move
        return sorted(best.values(), key=lambda move: -move.gain)

    def _is_massed(self, start: Location, end: Location, party: Pieces, gain: float) -> bool:
        """Whether this is the largest party so far from `start` to enemy blocks at `end`, the protagonist left out."""
        if not self.worth.foes_at(end) or self.view.has_protagonist(party):
            return False
        known = self._massed.get((start, end))
        return known is None or (len(party), gain) > (len(_blocks_of(known)), known.gain)

    def _best_routes(self, routes: Routes) -> list[Route]:
        """The route to each end that costs least and takes most on its road."""
        best: dict[Location, tuple[float, Route]] = {}
        for route in (*routes.plain, *routes.pressed):
            cost = route.forced + _CLAIM_COST * route.claim - self._passing(route)
            known = best.get(route.path.end)
            if known is None or cost < known[0]:
                best[route.path.end] = (cost, route)
        return [route for _, route in best.values()]

    def _passing(self, route: Route) -> float:
        """What is taken on the road: resource locations passed through (R3)."""
        state, view = self.view.state, self.view
        gain = 0.0
        for place in route.path.stops[:-1]:
            if RESOURCE[place] and state.owner[place] != view.seat:
                gain += 0.8 * RESOURCE_WORTH * (2 if state.owner[place] == view.enemy else 1)
        return gain

    def _leaving(self, start: Location, party: Pieces, end: Location) -> float:
        """What it changes at `start` that `party` goes, to `end`."""
        stack = self._stack(start)
        rest = tuple([block for block in stack if block not in party])
        return self.worth.of(start, rest, end) - self.worth.of(start, stack)

    def _arriving(self, party: Pieces, end: Location) -> float:
        """What it changes at `end` that `party` comes."""
        there = self._stack(end)
        together = tuple(sorted(there + party)) if there else party
        return self.worth.of(end, together) - self.worth.of(end, there)

    def _stack(self, place: Location) -> Pieces:
        """The own blocks at `place` in ascending order."""
        found = self._stacks.get(place)
        if found is None:
            found = self._stacks[place] = tuple(sorted(self.view.mine[place]))
        return found

    def musters(self) -> list[Move]:
        """Every muster that is open, best first (7.2)."""
        view, state = self.view, self.view.state
        box = view.mine[RECRUITMENT]
        found = []
        if muster_refusal(state, view.seat) is not None:
            return []
        for place in open_locations(state, view.seat):
            groups: list[tuple[Pieces, bool]] = [((block,), False) for block in weakest_blocks(view, box, len(box))]
            for daimyo in RECRUITS_AT[place]:
                clan = tuple(block for block in box if DAIMYO_OF[view.faces[block]] == daimyo)
                if len(clan) > 1:
                    groups.append((clan, True))
            there = view.mine[place]
            before = self.worth.of(place, self._stack(place))
            for blocks, shown in groups:
                gain = self.worth.of(place, tuple(sorted((*there, *blocks)))) - before + _MUSTERED * len(blocks)
                found.append(Move(Muster(blocks, place, shown), gain, None, place, 0))
        return sorted(found, key=lambda move: -move.gain)

    def joint_attack(self, moves: int) -> list[Move]:
        """Marches from several stacks that gain together, at one enemy location, what none gains alone.

        Asked after `marches`, which finds the parties.
        """
        view = self.view
        best: list[Move] = []
        best_gain = _WORTHWHILE
        by_end: dict[Location, list[Move]] = {}
        for move in self._massed.values():
            by_end.setdefault(move.end, []).append(move)
        for end, coming in by_end.items():
            chosen: list[Move] = []
            roads = 0
            there = view.mine[end]
            before = self.worth.of(end, self._stack(end))
            together = there
            left = 0.0
            for move in sorted(coming, key=lambda move: -len(_blocks_of(move))):
                if len(chosen) == moves or move.roads & roads or any(move.start == other.start for other in chosen):
                    continue
                chosen.append(move)
                roads |= move.roads
                together = (*together, *_blocks_of(move))
                assert move.start is not None
                left += self._leaving(move.start, _blocks_of(move), end)
                gain = self.worth.of(end, tuple(sorted(together))) - before + left
                if len(chosen) > 1 and gain > best_gain:
                    best_gain = gain
                    best = [Move(m.action, gain / len(chosen), m.start, m.end, m.roads) for m in chosen]
        return best

    def plan(self, moves: int) -> list[Move]:
        """What to do with `moves` stack moves (a muster counts as one), best first: one move a stack."""
        marches = self.marches()
        joint = self.joint_attack(moves)
        muster = self.musters()[:1]
        chosen: list[Move] = []
        for move in sorted((*marches, *joint, *muster), key=lambda move: -move.gain):
            if move.gain < _WORTHWHILE or len(chosen) == moves:
                break
            if not any(move.start == other.start or move.roads & other.roads for other in chosen):
                chosen.append(move)
        return chosen


def _blocks_of(move: Move) -> Pieces:
    assert isinstance(move.action, March)
    return move.action.blocks


def with_movement(view: Assessment, degree: Degree, moves: int) -> Assessment:
    """The same view as it would be after buying movement."""
    probe = view.state.copy()
    probe.movement = Movement(degree, moves)
    return Assessment(View(probe, view.seat, view.faces))


def choose_pay(view: Assessment) -> Pay:
    """As much movement as its moves are worth the cards; without any, useless cards are replaced (7.1)."""
    probe = with_movement(view, Degree.TOTAL, EVERY_STACK)
    moves = Planner(probe, max(len(view.hand) - 1, 0)).plan(EVERY_STACK)
    gains = [move.gain for move in moves]
    # Total movement adds the muster to all moves; with limited and minimal movement it is one of them.
    offers = [(sum(gains[:1]), Degree.MINIMAL, 0)]
    if len(view.hand) >= 1:
        offers.append((sum(gains[:3]) - cost_of(view, 1), Degree.LIMITED, 1))
    if len(view.hand) >= 2:
        offers.append((sum(gains) - cost_of(view, 2), Degree.TOTAL, 2))
    values = card_values(view)
    useless = tuple(card for card in view.hand if values[card] < _USELESS)
    offers.append((sum(0.7 - values[card] for card in useless) * 0.6, Degree.NONE, 0))
    _, movement, price = max(offers, key=lambda offer: offer[0])
    return Pay(movement, useless if movement is Degree.NONE else weakest(view, price))


def choose_move(view: Assessment) -> Answer:
    """The best move left, or the end of the phase."""
    movement = view.state.current_movement()
    called = _mori(view)
    if called is not None:
        return called
    if movement.degree is Degree.NONE:
        return EndMovement()
    plan = Planner(view).plan(max(movement.stack_moves, 1))
    return plan[0].action if plan else EndMovement()


def _mori(view: Assessment) -> CallMori | None:
    """Mōri blocks for cards that are worth little (9.3); the box guards Osaka well enough, so good cards stay."""
    if view.seat != ISHIDA or len(view.hand) <= 3:
        return None
    blocks = blocks_to_call(view.state)
    if not blocks or view.state.week < 2:
        return None
    [card] = weakest(view, 1)
    danger = view.threats[OSAKA] >= 4
    limit = 0.9 if danger else 0.6 if view.state.turn == 1 else 0.3
    return CallMori(card, blocks[0]) if card_values(view)[card] < limit else None


def wants_to_be_first(view: Assessment) -> bool:
    """Whether moving first is better: yes with a good attack at hand; the last word counts in the last week (R8)."""
    if view.state.week == 7:
        return False
    marches = Planner(with_movement(view, Degree.TOTAL, EVERY_STACK)).plan(EVERY_STACK)
    attacks = [
        move.gain
        for move in marches
        if view.theirs[move.end] or (view.enemy == ISHIDA and move.end in view.state.disks)
    ]
    return max(attacks, default=0.0) >= _ATTACK_FIRST
