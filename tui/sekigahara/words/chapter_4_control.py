"""Chapter 4 in words: what a location is, who controls it."""

from __future__ import annotations

from engine.sekigahara.board import CAPITAL, CASTLE, CASTLES, RESOURCE, RESOURCES, Location
from engine.sekigahara.components import MAP
from engine.sekigahara.pieces import RECRUITS_AT
from engine.sekigahara.state import State
from tui.grammar import listed
from tui.language import _
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import DISKS, SIDES, daimyo_name, side_of


def location_notes(state: State, location: Location) -> list[str]:
    """What there is to know about a location but for who stands there."""
    notes = []
    natural, capital = CASTLE[location], CAPITAL[location]
    if natural is not None:
        notes.append(
            _("{side} castle, held by {holder}").format(side=SIDES[natural], holder=side_of(state.holder[location]))
        )
    if capital is not None:
        notes.append(_("capital of {side}").format(side=SIDES[capital]))
    if RESOURCE[location]:
        owner = state.owner[location]
        notes.append(_("resource, unclaimed") if owner is None else _("resource, {side}'s").format(side=SIDES[owner]))
    if RECRUITS_AT[location]:
        daimyo = listed([daimyo_name(daimyo) for daimyo in RECRUITS_AT[location]])
        notes.append(_("recruits {daimyo}").format(daimyo=daimyo))
    disk = MAP[location].disk
    if disk is not None:
        notes.append(
            _("{person}'s disk").format(person=DISKS[disk])
            if location in state.disks
            else _("{person}'s disk is lost").format(person=DISKS[disk])
        )
    return notes


def control_words(before: State, after: State) -> list[str]:
    """Castles and resource locations that have changed hands."""
    castles = [
        _("{side} now holds the castle of {location}.").format(
            side=side_of(after.holder[location]), location=NAMES[location]
        )
        for location in CASTLES
        if before.holder[location] != after.holder[location]
    ]
    resources = [
        _("{side} now owns the resource {location}.").format(
            side=side_of(after.owner[location]), location=NAMES[location]
        )
        for location in RESOURCES
        if before.owner[location] != after.owner[location]
    ]
    return castles + resources
