"""The marches that a seat may make now (7.3), counted and drawn from without being written out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from engine.hidden import Face, Piece, Seat, other
from engine.sekigahara.actions import Action, March
from engine.sekigahara.board import PATHS, PLACES, Path, Place
from engine.sekigahara.counted import Counted
from engine.sekigahara.movement import allowance, natural_leadership, size_penalty, stack_of
from engine.sekigahara.pieces import IS_LEADER
from engine.sekigahara.state import Group, Pieces, State

QUICK = 4
"""Every fourth block slows a group (7.3.5), so stacks are offered by fours."""


class Way(NamedTuple):
    """A path that blocks may march, and what it takes: a claim of leadership, a forced march."""

    path: Path
    claim: bool
    forced: bool


class Start:
    """Blocks that may march now from one place: a stack (`group` None) or a group of the move in progress.

    `blocked` are the locations with enemy units, as bits.
    """

    def __init__(
        self,
        state: State,
        seat: Seat,
        faces: Mapping[Piece, Face],
        place: Place,
        group: Group | None,
        blocked: int,
    ) -> None:
        movement = state.current_movement()
        self.place = place
        self.group = group
        self.blocks: Pieces = group.blocks if group else stack_of(state, seat, place)
        begun = movement.origin == place or group is not None
        self._led = movement.led if begun else natural_leadership(state, seat, place)
        present = movement.present if begun else state.pools[seat][place]
        self._claimable = not self._led and any(IS_LEADER[faces[block]] for block in present)
        self._blocked = blocked
        self._roads = movement.roads

    def ways(self, size: int, may_force: bool) -> list[Way]:
        """The ways of a party of `size` blocks, those without a forced march first. `may_force`: there is a card."""
        group = self.group
        largest, steps, on_highway, forced = size, 0, True, False
        if group is not None:
            largest, steps, on_highway, forced = group.largest, group.steps, group.highway, group.forced
        claim = self._claimable
        may_force = may_force and not forced
        used, blocked = self._roads, self._blocked
        slow = allowance(self._led, False, forced, largest)
        fast = slow + 1
        plain: list[Way] = []
        pressed: list[Way] = []
        reach = (fast if on_highway else slow) + claim + may_force - steps
        for length, paths in enumerate(PATHS[self.place][1 : max(reach, 0) + 1], start=steps + 1):
            for path in paths:
                if path.roads & used or path.inside & blocked:
                    continue
                short = length - (fast if on_highway and path.highway else slow)
                if short <= 0:
                    plain.append(Way(path, False, False))
                elif short == 1:
                    if claim:
                        plain.append(Way(path, True, False))
                    if may_force:
                        pressed.append(Way(path, False, True))
                elif short == 2 and claim and may_force:
                    pressed.append(Way(path, True, True))
        return plain + pressed


def starts(state: State, seat: Seat, faces: Mapping[Piece, Face]) -> list[Start]:
    """Every place and group from which blocks of `seat` may march now."""
    movement = state.current_movement()
    blocked = state.occupied(other(seat))
    found = [
        Start(state, seat, faces, group.at, group, blocked)
        for group in movement.groups
        if not group.stopped and not state.besieged(seat, group.at)
    ]
    stacks = state.pools[seat]
    for place in PLACES:
        if stacks[place] and (movement.stack_moves or place == movement.origin):
            start = Start(state, seat, faces, place, None, blocked)
            if start.blocks:
                found.append(start)
    return found


def parties(blocks: Pieces) -> list[Pieces]:
    """Sensible parts of a stack to march with: every part of up to four; else all, all but one, one, and by fours."""
    count = len(blocks)
    if count <= QUICK:
        return [
            tuple([block for place, block in enumerate(blocks) if chosen >> place & 1])
            for chosen in range(1, 1 << count)
        ]
    found = [blocks]
    found += [blocks[:place] + blocks[place + 1 :] for place in range(count)]
    found += [(block,) for block in blocks]
    found += [blocks[:size] for size in range(QUICK, count - 1, QUICK)]
    found += [blocks[-size:] for size in range(QUICK, count - 1, QUICK)]
    return found


class Marches(Counted[Action]):
    """Every sensible march: the parties of every start, along every open way, with every card for a forced one.

    Nothing is worked out before it is asked for: whether there is any march costs less than how many there are.
    """

    def __init__(self, state: State, seat: Seat, faces: Mapping[Piece, Face], cards: Pieces) -> None:
        self._starts = starts(state, seat, faces)
        self._cards = cards

    def _look(self) -> Iterator[tuple[Pieces, list[Way], int]]:
        """Parties with their ways, and how many of these, the first, do without a forced march."""
        for start in self._starts:
            # Parties that are slowed down alike have the same ways.
            by_penalty: dict[int, tuple[list[Way], int]] = {}
            whole = start.group is not None and start.group.forced
            for party in [start.blocks] if whole else parties(start.blocks):
                penalty = size_penalty(len(party))
                found = by_penalty.get(penalty)
                if found is None:
                    ways = start.ways(len(party), bool(self._cards))
                    found = by_penalty[penalty] = (ways, len([way for way in ways if not way.forced]))
                if found[0]:
                    yield party, *found

    @cached_property
    def _rows(self) -> list[tuple[Pieces, list[Way], int]]:
        return list(self._look())

    def __bool__(self) -> bool:
        return any(True for _ in self._look())

    def __len__(self) -> int:
        cards = len(self._cards)
        return sum([plain + (len(ways) - plain) * cards for _, ways, plain in self._rows])

    def at(self, place: int) -> Action:
        """See `Counted.at`."""
        cards = self._cards
        for party, ways, plain in self._rows:
            count = plain + (len(ways) - plain) * len(cards)
            if place < count:
                if place < plain:
                    return _march(party, ways[place], None)
                way, card = divmod(place - plain, len(cards))
                return _march(party, ways[plain + way], cards[card])
            place -= count
        raise IndexError(place)

    def __iter__(self) -> Iterator[Action]:
        for party, ways, _ in self._rows:
            for way in ways:
                for card in self._cards if way.forced else (None,):
                    yield _march(party, way, card)


def _march(party: Pieces, way: Way, card: Piece | None) -> March:
    return March(party, way.path.stops, way.claim, card)
