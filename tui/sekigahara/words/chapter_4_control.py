"""Chapter 4 in words: what a location is, who controls it."""

from __future__ import annotations

from engine.sekigahara.board import CAPITAL, CASTLE, CASTLES, RESOURCE, RESOURCES, Location
from engine.sekigahara.components import MAP
from engine.sekigahara.pieces import RECRUITS_AT
from engine.sekigahara.state import State
from tui.grammar import listed
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import DISKS, SIDES, daimyo_name, side_of


def location_notes(state: State, location: Location) -> list[str]:
    """What there is to know about a location but for who stands there."""
    notes = []
    natural, capital = CASTLE[location], CAPITAL[location]
    if natural is not None:
        notes.append(f"{SIDES[natural]} castle, held by {side_of(state.holder[location])}")
    if capital is not None:
        notes.append(f"capital of {SIDES[capital]}")
    if RESOURCE[location]:
        owner = state.owner[location]
        notes.append("resource, unclaimed" if owner is None else f"resource, {SIDES[owner]}'s")
    if RECRUITS_AT[location]:
        notes.append("recruits " + listed([daimyo_name(daimyo) for daimyo in RECRUITS_AT[location]]))
    disk = MAP[location].disk
    if disk is not None:
        notes.append(f"{DISKS[disk]}'s disk" if location in state.disks else f"{DISKS[disk]}'s disk is lost")
    return notes


def control_words(before: State, after: State) -> list[str]:
    """Castles and resource locations that have changed hands."""
    castles = [
        f"{side_of(after.holder[location])} now holds the castle of {NAMES[location]}."
        for location in CASTLES
        if before.holder[location] != after.holder[location]
    ]
    resources = [
        f"{side_of(after.owner[location])} now owns the resource {NAMES[location]}."
        for location in RESOURCES
        if before.owner[location] != after.owner[location]
    ]
    return castles + resources
