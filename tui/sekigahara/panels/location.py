"""The page of one location: what it is, who is there, where its roads lead."""

from __future__ import annotations

from engine.hidden import SEATS, Seat, View, other
from engine.sekigahara.board import ADJACENT, HIGHWAY, ROAD_BETWEEN, Location
from engine.sekigahara.chapters.chapter_4_control import has_units
from engine.sekigahara.components import SIDES as STYLES
from engine.sekigahara.recollection import Recollection
from engine.sekigahara.state import State
from tui.glyphs import UNICODE, Glyphs
from tui.language import _
from tui.lines import TIE, Line, side_by_side, tied
from tui.sekigahara.map.signs import signs_for
from tui.sekigahara.words.chapter_4_control import control_note, location_notes
from tui.sekigahara.words.chapter_8_9_sieges import under_siege
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import side_of, stack_tag
from tui.sekigahara.words.recalled import stack_words, tag_words


def location_lines(
    view: View[State],
    location: Location,
    recollection: Recollection | None = None,
    sent: View[State] | None = None,
    glyphs: Glyphs = UNICODE,
) -> list[Line]:
    """All about a location; its roads come last. `sent`: what the player saw before what is planned, if anything is.

    It tells of signs of the map as they are in `glyphs`.
    """
    state, seat = view.state, view.seat
    notes = [(f"; {note}", "plain") for note in location_notes(state, location)]
    lines: list[Line] = [[(NAMES[location], "heading"), *notes]]
    for side in (seat, other(seat)):
        if state.pools[side][location]:
            line = stack_line(view, side, location, recollection)
            if under_siege(state, side, location):
                line = [*line, (f" {_('besieged!')}", "bad")]
            lines.append(line)
    if has_units(state, SEATS[0], location) and has_units(state, SEATS[1], location):
        lines.append([(_both_sides(state, location, glyphs), "plain")])
    return [*lines, _road_line(state, location, state if sent is None else sent.state)]


def location_in_brief(
    view: View[State],
    location: Location,
    recollection: Recollection | None = None,
    sent: View[State] | None = None,
    glyphs: Glyphs = UNICODE,
) -> list[Line]:
    """The same for few rows: who is in control and the stacks as on the map, then the roads; all else comes last.

    The stacks stand behind the name if there is room for them, and are broken nowhere that can be helped; behind those
    of both sides, which need rows, the roads begin at once.
    """
    state, seat = view.state, view.seat
    control = control_note(state, location)
    place = [(NAMES[location], "heading"), *([(f"; {control}", "plain")] if control else [])]
    for side in (seat, other(seat)):
        if state.pools[side][location]:
            besieged = [(f" {_('besieged!')}", "bad")] if under_siege(state, side, location) else []
            tag = tied(tag_words(view, side, location, recollection))
            place += [(" ", "plain"), (tag, STYLES[side]), *besieged]
    _name, *rest, roads = location_lines(view, location, recollection, sent, glyphs)
    notes = [note for note in location_notes(state, location) if note != control]
    both = all(state.pools[side][location] for side in SEATS)
    begins = [side_by_side([place, roads])] if both else [place, roads]
    return [*begins, *([[("; ".join(notes), "plain")]] if notes else []), *rest]


def stack_line(view: View[State], side: Seat, location: Location, recollection: Recollection | None) -> Line:
    """How many blocks a side has at a location, and what is known of them."""
    count = len(view.state.pools[side][location])
    told = stack_words(view, side, location, recollection)
    return [(stack_tag(side, count), STYLES[side]), (f" {told}", "plain")]


def _both_sides(state: State, location: Location, glyphs: Glyphs) -> str:
    """How two stacks stand in one place."""
    inside = next((side for side in SEATS if under_siege(state, side, location)), None)
    if inside is None:
        return _("Both sides stand here.")
    return _("{side} is besieged here ({sign} on the map).").format(
        sign=signs_for(glyphs).besieged, side=side_of(inside)
    )


def _road_line(state: State, location: Location, sent: State) -> Line:
    """Where the roads lead, highways first. Of those that are used already, only what is in `sent` has been done."""
    told: dict[bool, list[str]] = {True: [], False: []}
    for there in ADJACENT[location]:
        number = ROAD_BETWEEN[location, there]
        used, done = [each.movement is not None and each.movement.roads >> number & 1 for each in (state, sent)]
        note = f" ({_('used') if done else _('planned')})" if used else ""
        told[HIGHWAY[number]].append(NAMES[there] + note)
    words = {True: _("Highways: "), False: _("Roads: ")}
    # Where the rows end none of them ends in what goes before names.
    return side_by_side(
        [(words[highway].rstrip() + TIE, "bold"), (", ".join(names), "plain")]
        for highway, names in told.items()
        if names
    )
