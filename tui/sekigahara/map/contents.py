"""What one seat sees of the map, location by location: all that the map may show.

Built from a list of what the seat may see (RULINGS, "What each side may know"): counts of blocks, faces that are
public, and the faces of the seat's own blocks. The opponent's hidden faces are not even asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from engine.hidden import SEATS, Face, Seat, View
from engine.sekigahara.board import CASTLE, LOCATIONS, RESOURCE, Location
from engine.sekigahara.chapters.chapter_4_control import has_units
from engine.sekigahara.components import block_kind
from engine.sekigahara.pieces import IS_LEADER
from engine.sekigahara.recollection import Recollection
from engine.sekigahara.state import State
from tui.sekigahara.words.chapter_8_9_sieges import under_siege
from tui.sekigahara.words.names import block_code, in_kanji
from tui.sekigahara.words.recalled import known_faces, recalled_of


@dataclass(frozen=True, slots=True)
class Chip:
    """A block whose face is known: a leader or not, its code and its daimyo."""

    common: bool
    code: str
    daimyo: str


@dataclass(frozen=True, slots=True)
class LocationContents:
    """A location as one seat sees it.

    `blocks` counts the blocks of each side; `faces` holds those whose faces the seat sees, leaders first, hidden ones
    left out; `units` says which sides have blocks or a disk here; `control` is who holds the castle or the resource,
    None where there is neither or nobody has it; `besieged` is the side shut in the castle, if any; `battle` says that
    the combat in progress is here; `leaders` says of each side whether one is known to be among its hidden blocks
    though not which.
    """

    blocks: tuple[int, int]
    faces: tuple[tuple[Chip, ...], tuple[Chip, ...]]
    units: tuple[bool, bool]
    control: Seat | None
    disk: bool
    besieged: Seat | None
    battle: bool
    leaders: tuple[bool, bool] = (False, False)

    @property
    def sides(self) -> tuple[Seat, ...]:
        """The sides with units here, the one in control first."""
        present = [seat for seat in SEATS if self.units[seat]]
        return tuple(sorted(present, key=lambda seat: seat != self.control))


NOBODY: Final = LocationContents((0, 0), ((), ()), (False, False), None, disk=False, besieged=None, battle=False)
"""A location at which nobody stands."""


@dataclass(frozen=True, slots=True)
class MapContents:
    """The whole map as `seat` sees it; `used` holds the roads used in this movement phase, as bits."""

    seat: Seat
    locations: tuple[LocationContents, ...]
    used: int


def chip_of(face: Face) -> Chip:
    """The chip of a block's face."""
    return _chip(face, in_kanji())


@cache
def _chip(face: Face, kanji: bool) -> Chip:
    kind = block_kind(face)
    return Chip(not kind.leader, block_code(face), kind.daimyo)


def map_contents(view: View[State], recollection: Recollection | None = None) -> MapContents:
    """The map as the view's seat sees it."""
    movement = view.state.movement
    locations = tuple([_location_contents(view, location, recollection) for location in LOCATIONS])
    return MapContents(view.seat, locations, movement.roads if movement is not None else 0)


def control_of(state: State, location: Location) -> Seat | None:
    """Who holds the castle, or has the resource, of a location (4)."""
    if CASTLE[location] is not None:
        return state.holder[location]
    return state.owner[location] if RESOURCE[location] else None


def _location_contents(view: View[State], location: Location, recollection: Recollection | None) -> LocationContents:
    state = view.state
    chips = []
    for side in SEATS:
        faces = known_faces(view, side, location, recollection)
        chips.append(tuple([chip_of(face) for face in faces]))
    first, second = state.pools[0][location], state.pools[1][location]
    return LocationContents(
        blocks=(len(first), len(second)),
        faces=(chips[0], chips[1]),
        units=(has_units(state, SEATS[0], location), has_units(state, SEATS[1], location)),
        control=control_of(state, location),
        disk=location in state.disks,
        besieged=next((side for side in SEATS if under_siege(state, side, location)), None),
        battle=state.combat is not None and state.combat.location == location,
        leaders=(
            _hides_leader(view, SEATS[0], location, recollection),
            _hides_leader(view, SEATS[1], location, recollection),
        ),
    )


def _hides_leader(view: View[State], side: Seat, location: Location, recollection: Recollection | None) -> bool:
    """Whether a leader is remembered to be among a side's hidden blocks, but not which."""
    parts = recalled_of(view, side, location, recollection).parts
    return any(all(IS_LEADER[face] for face in part.faces) for part in parts)
