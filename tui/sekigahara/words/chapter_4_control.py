"""Chapter 4 in words: what a location is, who controls it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.hidden import Seat
from engine.sekigahara.board import CAPITAL, CASTLE, CASTLES, RESOURCE, RESOURCES, Location
from engine.sekigahara.components import MAP
from engine.sekigahara.pieces import RECRUITS_AT
from engine.sekigahara.state import State
from tui.grammar import listed
from tui.language import _, ngettext
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


def control_note(state: State, location: Location) -> str:
    """Who holds a castle, or owns a resource, in few words; empty where nobody can."""
    if CASTLE[location] is not None:
        return _("castle held by {holder}").format(holder=side_of(state.holder[location]))
    if not RESOURCE[location]:
        return ""
    owner = state.owner[location]
    return _("resource, unclaimed") if owner is None else _("resource, {side}'s").format(side=SIDES[owner])


@dataclass(frozen=True, slots=True)
class Taken:
    """A castle, or a resource location, that has changed hands: who had it before, who has it now."""

    place: Location
    castle: bool
    before: Seat | None
    after: Seat | None

    def words(self) -> str:
        """`castle of Gifu`."""
        words = _("castle of {location}") if self.castle else _("resource {location}")
        return words.format(location=NAMES[self.place])


def taken_words(taken: Iterable[Taken]) -> str:
    """`castle of Gifu, resources Kuwana and Kiso`: those of a kind together; nothing if nothing has been taken."""
    castles: list[str] = []
    resources: list[str] = []
    for each in taken:
        (castles if each.castle else resources).append(NAMES[each.place])
    told = []
    if castles:
        words = ngettext("castle of {locations}", "castles of {locations}", len(castles))
        told.append(words.format(locations=listed(castles)))
    if resources:
        words = ngettext("resource {locations}", "resources {locations}", len(resources))
        told.append(words.format(locations=listed(resources)))
    return "; ".join(told)


def taken_between(before: State, after: State) -> list[Taken]:
    """What has changed hands between two states, the castles first."""
    places = [
        *[Taken(place, True, before.holder[place], after.holder[place]) for place in CASTLES],
        *[Taken(place, False, before.owner[place], after.owner[place]) for place in RESOURCES],
    ]
    return [each for each in places if each.before != each.after]


def control_words(before: State, after: State, *, mustered: bool = False) -> list[str]:
    """Castles and resource locations that have changed hands; `mustered`: by blocks that were mustered there (R3)."""
    castle, resource = _("{side} now holds the castle of {location}."), _("{side} now owns the resource {location}.")
    if mustered:
        resource = _("{side} now owns the resource {location}, which a muster claims as well (4.2).")
    return [
        (castle if each.castle else resource).format(side=side_of(each.after), location=NAMES[each.place])
        for each in taken_between(before, after)
    ]
