"""What one seat sees of the board, place by place: all that the map may show.

Built from a list of what the seat may see (RULINGS, "What each side may know"): counts of blocks, faces that are
public, and the faces of the seat's own blocks. The opponent's hidden faces are not even asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.hidden import SEATS, Face, Piece, Seat
from engine.sekigahara.board import CASTLE, PLACES, RESOURCE, Place
from engine.sekigahara.state import NOBODY, State
from engine.sekigahara.text import OWN_POOLS
from tui.sekigahara.words.names import block_code


@dataclass(frozen=True, slots=True)
class PlaceSight:
    """A location as one seat sees it.

    `blocks` counts the blocks of each side; `faces` holds the codes of those whose faces the seat sees, hidden ones
    left out; `control` is who holds the castle or the resource, NOBODY where there is neither or nobody has it;
    `besieged` is the side shut in the castle, or NOBODY; `battle` says that the combat in progress is here.
    """

    blocks: tuple[int, int]
    faces: tuple[tuple[str, ...], tuple[str, ...]]
    control: int
    disk: bool
    besieged: int
    battle: bool

    @property
    def sides(self) -> tuple[Seat, ...]:
        """The sides with units here, the one in control first."""
        present = [seat for seat in SEATS if self.blocks[seat] or (self.disk and seat == 1)]
        return tuple(sorted(present, key=lambda seat: seat != self.control))


@dataclass(frozen=True, slots=True)
class Sight:
    """The whole board as `seat` sees it; `used` holds the roads used in this movement phase, as bits."""

    seat: Seat
    places: tuple[PlaceSight, ...]
    used: int


def own_view(state: State, seat: Seat, faces: Mapping[Piece, Face]) -> dict[Piece, Face]:
    """The faces that `seat` may see: public ones, and those in its own hand, stacks and boxes; never decks and bags.

    `faces` may hold more, such as the order of the own deck: a table has to know it, its player must not.
    """
    seen: dict[Piece, Face] = {}
    for pool in OWN_POOLS:
        for piece in state.pools[seat][pool]:
            if piece in faces:
                seen[piece] = faces[piece]
    seen.update(state.shown)
    return seen


def look(state: State, seat: Seat, faces: Mapping[Piece, Face]) -> Sight:
    """The board as `seat` sees it, which knows `faces`."""
    places = tuple(_look_at(state, seat, faces, place) for place in PLACES)
    return Sight(seat, places, state.movement.roads if state.movement is not None else 0)


def _look_at(state: State, seat: Seat, faces: Mapping[Piece, Face], place: Place) -> PlaceSight:
    codes = []
    for side in SEATS:
        known = faces if side == seat else state.shown
        codes.append(tuple(sorted(block_code(known[piece]) for piece in state.pools[side][place] if piece in known)))
    control = NOBODY
    if CASTLE[place] is not None:
        control = state.holder[place]
    elif RESOURCE[place]:
        control = state.owner[place]
    besieged = next((side for side in SEATS if CASTLE[place] is not None and state.besieged(side, place)), NOBODY)
    return PlaceSight(
        blocks=(len(state.pools[0][place]), len(state.pools[1][place])),
        faces=(codes[0], codes[1]),
        control=control,
        disk=place in state.disks,
        besieged=besieged,
        battle=state.combat is not None and state.combat.place == place,
    )
