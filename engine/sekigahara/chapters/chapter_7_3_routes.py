"""Section 7.3: the marches that a seat may make now, counted and drawn from without being written out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import ClassVar, Final, NamedTuple

from engine.forms import FLAG, PIECE, PIECES, Form, Maybe
from engine.hidden import Piece, View, other
from engine.lazy import LazySequence
from engine.sekigahara.board import LOCATIONS, LONGEST_MARCH, PATHS, Location, Path
from engine.sekigahara.chapters.chapter_4_control import besieged, occupied
from engine.sekigahara.chapters.chapter_7_3_distance import (
    QUICK,
    Distance,
    Leadership,
    allowance,
    blocks_to_start,
    leadership_at,
    natural_leadership,
    size_penalty,
)
from engine.sekigahara.forms import LOCATIONS_IN_ORDER
from engine.sekigahara.pieces import IS_LEADER
from engine.sekigahara.state import Group, Pieces, State


@dataclass(frozen=True, slots=True)
class March:
    """`blocks`, standing together, go along `stops` (7.3, R10).

    Blocks that have not moved yet start a new stack's move, or a branch of the move in progress when they stand at its
    origin; blocks that have marched in the move in progress go on. `claim` says "a leader is at the origin" (R13);
    `forced` is the card discarded for a forced march (R12).
    """

    blocks: Pieces
    stops: tuple[Location, ...]
    claim: bool
    forced: Piece | None
    form: ClassVar[Form] = Form("march", blocks=PIECES, stops=LOCATIONS_IN_ORDER, claim=FLAG, forced=Maybe(PIECE))

    def __post_init__(self) -> None:
        if len(self.blocks) > 1:
            object.__setattr__(self, "blocks", tuple(sorted(self.blocks)))


class Route(NamedTuple):
    """A path that blocks may march, and what it takes: a claim of leadership, a forced march."""

    path: Path
    claim: bool
    forced: bool


class Offer(NamedTuple):
    """A path as `MarchSource.routes` looks at it: its limits, and the route for each thing that it may take."""

    roads: int
    inside: int
    free: Route
    claimed: Route
    forced: Route
    claimed_and_forced: Route


class Offers(NamedTuple):
    """The paths of one length from one location: every path, and those all of highway, each with whether it is."""

    every: tuple[tuple[bool, Offer], ...]
    highways: tuple[tuple[bool, Offer], ...]


def _offers(paths: tuple[Path, ...]) -> Offers:
    every = tuple([(path.highway, _offer(path)) for path in paths])
    return Offers(every, tuple([pair for pair in every if pair[0]]))


def _offer(path: Path) -> Offer:
    routes = [Route(path, claim, forced) for forced in (False, True) for claim in (False, True)]
    return Offer(path.roads, path.inside, *routes)


OFFERS: Final[tuple[tuple[Offers, ...], ...]] = tuple(
    [tuple([_offers(paths) for paths in PATHS[start]]) for start in LOCATIONS]
)
"""OFFERS[start][n]: every path of n roads from `start`."""


class Routes(NamedTuple):
    """The routes of a party: those that need no forced march, and those that do."""

    plain: tuple[Route, ...]
    pressed: tuple[Route, ...]

    def number(self, cards: int) -> int:
        """How many marches of one party they make with so many different cards in hand."""
        return len(self.plain) + len(self.pressed) * cards


def _near(start: Location) -> tuple[int, int]:
    roads = inside = 0
    for paths in PATHS[start]:
        for path in paths:
            roads |= path.roads
            inside |= path.inside
    return roads, inside


NEAR: Final[tuple[tuple[int, int], ...]] = tuple([_near(start) for start in LOCATIONS])
"""NEAR[start]: the roads that any march from `start` may use, and the locations that it may pass, as bits."""


@lru_cache(maxsize=10_000)
def routes_from(start: Location, used: int, blocked: int, slow: int, fast: int, claim: bool, force: bool) -> Routes:
    """The routes from `start` that use no road of `used` and pass no location of `blocked` (7.3.1 to 7.3.3).

    Blocks go `fast` locations on highways and `slow` ones else, one more with a `claim` and one more by `force`. Asked
    again and again for the same: stacks stand still more often than they move.
    """
    plain: list[Route] = []
    pressed: list[Route] = []
    offers = OFFERS[start]
    helped = slow + claim + force
    for length in range(1, min(fast + claim + force, LONGEST_MARCH) + 1):
        # What is too far even with a claim and a card can only be gone on highways.
        for highway, (roads, inside, free, claimed, with_card, with_both) in (
            offers[length].every if length <= helped else offers[length].highways
        ):
            if roads & used or inside & blocked:
                continue
            short = length - (fast if highway else slow)
            if short <= 0:
                plain.append(free)
            elif short == 1:
                if claim:
                    plain.append(claimed)
                if force:
                    pressed.append(with_card)
            elif claim and force:
                pressed.append(with_both)
    return Routes(tuple(plain), tuple(pressed))


class MarchSource:
    """Blocks that may march now from one location: a stack (`group` None) or a group of the move in progress.

    `blocked` are the locations with enemy units, as bits.
    """

    __slots__ = ("_blocked", "_faces", "_led", "_present", "_used", "blocks", "group", "location")

    def __init__(
        self, view: View[State], location: Location, group: Group | None, blocks: Pieces, blocked: int
    ) -> None:
        state = view.state
        movement = state.current_movement()
        move = movement.move
        self.location = location
        self.group = group
        self.blocks = blocks
        if move is not None and (group is not None or move.origin == location):
            self._led = move.led
            self._present = move.present
        else:
            self._led = natural_leadership(state, view.seat, location)
            self._present = state.pools[view.seat][location]
        self._faces = view.faces
        self._blocked = blocked
        self._used = movement.roads

    def routes(self, size: int, may_force: bool) -> Routes:
        """The routes of a party of `size` blocks. `may_force`: there is a card for a forced march."""
        group = self.group
        largest, steps, on_highway, forced = size, 0, True, False
        if group is not None:
            largest, steps, on_highway, forced = group.largest, group.steps, group.highway, group.forced
        claim = self.may_claim
        force = may_force and not forced
        slow = allowance(self._led, False, forced, largest) - steps
        near_roads, near_locations = NEAR[self.location]
        used, blocked = self._used & near_roads, self._blocked & near_locations
        return routes_from(self.location, used, blocked, slow, slow + on_highway, claim, force)

    @property
    def may_claim(self) -> bool:
        """Whether a leader may be claimed here who would lead the move farther (R13)."""
        return not self._led and self._has_leader()

    def party(self, places: tuple[int, ...]) -> Pieces:
        """The blocks at `places`."""
        blocks = self.blocks
        return tuple([blocks[place] for place in places])

    def distance(self, view: View[State], size: int, route: Route) -> Distance:
        """The sum that lets a party of `size` blocks march a route of this source, which `view` is of (7.3.3, R11)."""
        state, group = view.state, self.group
        move = state.current_movement().move
        origin = move.origin if move is not None and group is not None else self.location
        natural = leadership_at(state, view.seat, origin)
        leadership = (natural or Leadership.LEADER) if self._led or route.claim else None
        if group is None:
            return Distance(leadership, route.path.highway, route.forced, size)
        highway = route.path.highway and group.highway
        return Distance(leadership, highway, route.forced or group.forced, group.largest)

    def _has_leader(self) -> bool:
        faces = self._faces
        return any([IS_LEADER[faces[block]] for block in self._present])  # noqa: C419 (a list is quicker)


def march_sources(view: View[State]) -> Iterator[MarchSource]:
    """Every location and group from which blocks of the view's seat may march now."""
    state, seat = view.state, view.seat
    movement = state.current_movement()
    blocked = occupied(state, other(seat))
    move = movement.move
    origin = None
    if move is not None:
        origin = move.origin
        for group in move.groups:
            if not group.stopped and not besieged(state, seat, group.at):
                yield MarchSource(view, group.at, group, group.blocks, blocked)
    stacks = state.pools[seat]
    for location in LOCATIONS if movement.stack_moves else () if origin is None else (origin,):
        if stacks[location]:
            blocks = blocks_to_start(state, seat, location)
            if blocks:
                yield MarchSource(view, location, None, blocks, blocked)


class Parties(NamedTuple):
    """Parts of a stack that are slowed down alike, by `penalty` (7.3.5): the places of the blocks of each of them."""

    size: int
    penalty: int
    places: tuple[tuple[int, ...], ...]


def _parties(*places: tuple[int, ...]) -> Parties:
    size = len(places[0])
    return Parties(size, size_penalty(size), places)


@cache
def whole(count: int) -> tuple[Parties, ...]:
    """A stack of `count` blocks that goes on together or not at all."""
    return (_parties(tuple(range(count))),)


@cache
def sensible_parties(count: int) -> tuple[Parties, ...]:
    """Sensible parts of `count` blocks to march with: every one of up to four; else all, all but one, one, by fours.

    Every fourth block slows a group (7.3.5), hence the fours.
    """
    places = tuple(range(count))
    if count <= QUICK:
        parts = [tuple([place for place in places if bits >> place & 1]) for bits in range(1, 1 << count)]
        return (_parties(*parts),)
    runs = [
        _parties(places),
        _parties(*[places[:left_out] + places[left_out + 1 :] for left_out in places]),
        _parties(*[(place,) for place in places]),
    ]
    sizes = range(QUICK, count - 1, QUICK)
    runs += [_parties(places[:size]) for size in sizes]
    runs += [_parties(places[-size:]) for size in sizes]
    return tuple(runs)


class Marches(LazySequence[March]):
    """Every sensible march: the parties of every source, along every open route, with every card for a forced one.

    Parties that are slowed down alike have the same routes, so that marches are counted by class and none is written
    out; and nothing is worked out before it is asked for.
    """

    def __init__(self, view: View[State], cards: Pieces) -> None:
        self._view = view
        self._cards = cards
        self._found: list[tuple[MarchSource, Parties, Routes]] = []
        self._rest = self._look()

    def _look(self) -> Iterator[tuple[MarchSource, Parties, Routes]]:
        may_force = bool(self._cards)
        for source in march_sources(self._view):
            count = len(source.blocks)
            forced = source.group is not None and source.group.forced
            by_penalty: dict[int, Routes] = {}
            for parties in whole(count) if forced else sensible_parties(count):
                penalty = parties.penalty
                routes = by_penalty.get(penalty)
                if routes is None:
                    routes = by_penalty[penalty] = source.routes(parties.size, may_force)
                if routes.plain or routes.pressed:
                    yield source, parties, routes

    @property
    def _rows(self) -> list[tuple[MarchSource, Parties, Routes]]:
        self._found += self._rest
        return self._found

    def __bool__(self) -> bool:
        if not self._found:
            for row in self._rest:
                self._found.append(row)
                return True
        return bool(self._found)

    def __len__(self) -> int:
        return self._length

    @cached_property
    def _length(self) -> int:
        cards = len(self._cards)
        return sum([len(parties.places) * routes.number(cards) for _, parties, routes in self._rows])

    def at(self, place: int) -> March:
        """See `LazySequence.at`."""
        cards = self._cards
        for source, parties, routes in self._rows:
            each = routes.number(len(cards))
            if place < len(parties.places) * each:
                number, place = divmod(place, each)
                party = source.party(parties.places[number])
                if place < len(routes.plain):
                    return _march(party, routes.plain[place], None)
                route, card = divmod(place - len(routes.plain), len(cards))
                return _march(party, routes.pressed[route], cards[card])
            place -= len(parties.places) * each
        raise IndexError(place)

    def __iter__(self) -> Iterator[March]:
        for source, parties, routes in self._rows:
            for places in parties.places:
                party = source.party(places)
                for route in routes.plain:
                    yield _march(party, route, None)
                for route in routes.pressed:
                    for card in self._cards:
                        yield _march(party, route, card)


def _march(party: Pieces, route: Route, card: Piece | None) -> March:
    return March(party, route.path.stops, route.claim, card)
