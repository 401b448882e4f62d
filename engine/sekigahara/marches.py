"""The marches that a seat may make now (7.3), counted and drawn from without being written out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import overload

from engine.hidden import Face, Piece, Seat, other
from engine.sekigahara.actions import Action, March
from engine.sekigahara.board import LONGEST_MARCH, PATHS, PLACES, Path, Place
from engine.sekigahara.movement import allowance, natural_leadership, stack_of
from engine.sekigahara.pieces import IS_LEADER
from engine.sekigahara.state import Group, Pieces, State

QUICK = 4
"""Every fourth block slows a group (7.3.5), so stacks are offered by fours."""


@dataclass(frozen=True, slots=True)
class Way:
    """A path that blocks may march, and what it takes: a claim of leadership, a forced march."""

    path: Path
    claim: bool
    forced: bool


class Start:
    """Blocks that may march now from one place: a stack (`group` None) or a group of the move in progress.

    Works out once which paths are open, so that the ways of parties of several sizes cost little.
    """

    def __init__(
        self, state: State, seat: Seat, faces: Mapping[Piece, Face], place: Place, group: Group | None
    ) -> None:
        movement = state.current_movement()
        self.place = place
        self.group = group
        self.blocks: Pieces = group.blocks if group else stack_of(state, seat, place)
        begun = movement.origin == place or group is not None
        self._led = movement.led if begun else natural_leadership(state, seat, place)
        present = movement.present if begun else state.pools[seat][place]
        self._claimable = not self._led and any(IS_LEADER[faces[block]] for block in present)
        self._state = state
        self._seat = seat

    def ways(self, size: int, may_force: bool) -> list[Way]:
        """The ways of a party of `size` blocks, those without a forced march first. `may_force`: there is a card."""
        state, group = self._state, self.group
        movement = state.current_movement()
        largest = group.largest if group else size
        steps = group.steps if group else 0
        on_highway = group.highway if group else True
        forced = group.forced if group else False
        led, claim = self._led, self._claimable
        may_force = may_force and not forced
        used = movement.roads
        blocked = state.occupied(other(self._seat)) if steps + 1 < LONGEST_MARCH else 0
        plain = []
        pressed = []
        reach = [allowance(led, highway, forced, largest) for highway in (False, True)]
        extra = claim + may_force
        for length in range(1, reach[on_highway] + extra - steps + 1):
            paths = PATHS[self.place]
            if length >= len(paths):
                break
            for path in paths[length]:
                if path.roads & used or path.inside & blocked:
                    continue
                short = steps + length - reach[on_highway and path.highway]
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
    found = [
        Start(state, seat, faces, group.at, group)
        for group in movement.groups
        if not group.stopped and not state.besieged(seat, group.at)
    ]
    stacks = state.pools[seat]
    for place in PLACES:
        if stacks[place] and (movement.stack_moves or place == movement.origin):
            start = Start(state, seat, faces, place, None)
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


class Marches(Sequence[Action]):
    """Every sensible march: the parties of every start, along every open way, with every card for a forced one."""

    def __init__(self, state: State, seat: Seat, faces: Mapping[Piece, Face], cards: Pieces) -> None:
        self._cards = cards
        self._rows: list[tuple[Pieces, list[Way], int]] = []
        self._count = 0
        for start in starts(state, seat, faces):
            by_size: dict[int, tuple[list[Way], int, int]] = {}
            whole = start.group is not None and start.group.forced
            for party in [start.blocks] if whole else parties(start.blocks):
                found = by_size.get(len(party))
                if found is None:
                    ways = start.ways(len(party), bool(cards))
                    plain = sum(not way.forced for way in ways)
                    found = by_size[len(party)] = (ways, plain, plain + (len(ways) - plain) * len(cards))
                ways, plain, count = found
                if count:
                    self._rows.append((party, ways, plain))
                    self._count += count

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(self._count))]
        place = range(self._count)[index]
        cards = self._cards
        for party, ways, plain in self._rows:
            count = plain + (len(ways) - plain) * len(cards)
            if place < count:
                if place < plain:
                    return _march(party, ways[place], None)
                way, card = divmod(place - plain, len(cards))
                return _march(party, ways[plain + way], cards[card])
            place -= count
        raise IndexError(index)

    def __iter__(self) -> Iterator[Action]:
        for party, ways, _ in self._rows:
            for way in ways:
                for card in self._cards if way.forced else (None,):
                    yield _march(party, way, card)


def _march(party: Pieces, way: Way, card: Piece | None) -> March:
    return March(party, way.path.stops, way.claim, card)
