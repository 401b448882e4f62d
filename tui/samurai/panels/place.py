"""The page of one hex: what it is, what lies or stands on it, and the influence on the figures there and beside it."""

from __future__ import annotations

from engine.hidden import SEATS, View
from engine.samurai.board import PLACE_KEYS, SETTLEMENTS, SETTLEMENTS_AROUND, TERRAIN, Place
from engine.samurai.components import SEAT_NAMES, Terrain
from engine.samurai.forecasts import Outlook, outlook
from engine.samurai.state import State
from tui.language import _, plural
from tui.lines import Line
from tui.samurai.words.chapter_5_capture import leads_words
from tui.samurai.words.names import FIGURE_LETTERS, FIGURE_WORDS, NAMES, side_tag, tile_words


def place_lines(view: View[State], place: Place) -> list[Line]:
    """All about a hex."""
    state = view.state
    lines: list[Line] = [_first_line(state, place)]
    for settlement in (place, *SETTLEMENTS_AROUND[place]):
        found = outlook(state, settlement)
        lines += [sway_line(each, named=settlement != place) for each in found]
        if found and settlement == place:
            keys = ", ".join([PLACE_KEYS[near] for near in found[0].open_land])
            lines.append([(_("Open land: "), "bold"), (keys or _("none"), "plain")])
    return lines


def place_line(view: View[State], place: Place) -> Line:
    """The same on one line: of each settlement its figures' letters with both influences, and how much is open."""
    line: list[tuple[str, str]] = list(_first_line(view.state, place))
    for settlement in (place, *SETTLEMENTS_AROUND[place]):
        found = outlook(view.state, settlement)
        if not found:
            continue
        line.append((f"  {PLACE_KEYS[settlement]}" if settlement != place else " ", "bold"))
        for each in found:
            line.append((f" {FIGURE_LETTERS[each.figure]} ", "plain"))
            line += [(side_tag(seat, str(each.influence[seat])), SEAT_NAMES[seat]) for seat in SEATS]
        line.append((f", {plural(len(found[0].open_land), '{count} open', '{count} open')}", "dim"))
    return line


def _first_line(state: State, place: Place) -> Line:
    """What a hex is, and what lies or stands on it."""
    heading: list[tuple[str, str]] = [(_heading(place), "heading")]
    for seat in SEATS:
        if state.pools[seat][place]:
            tile = state.tile_at(seat, place)
            heading += [(" ", "plain"), (side_tag(seat, tile_words(tile)), SEAT_NAMES[seat])]
    if place in SETTLEMENTS and place not in state.figures:
        heading.append((f"; {_('no figure')}", "dim"))
    return heading


def _heading(place: Place) -> str:
    terrain = TERRAIN[place]
    if terrain is Terrain.CAPITAL:
        return _("Edo, the capital ({place})").format(place=PLACE_KEYS[place])
    if place in SETTLEMENTS:
        return NAMES[place].capitalize()
    words = _("Land {place}") if terrain is Terrain.LAND else _("Sea {place}")
    return words.format(place=PLACE_KEYS[place])


def sway_line(found: Outlook, *, named: bool) -> Line:
    """A figure: whose influence is how great, and who would have it; with its place also how much land is open."""
    figure = FIGURE_WORDS[found.figure]
    what = _("{figure} of {place}").format(figure=figure, place=NAMES[found.place]) if named else figure
    line: list[tuple[str, str]] = [(f"{what}: ", "bold")]
    for seat in SEATS:
        line += [(side_tag(seat, str(found.influence[seat])), SEAT_NAMES[seat]), (" ", "plain")]
    line.append((leads_words(found), "plain"))
    if named:
        line.append((f", {plural(len(found.open_land), '{count} open', '{count} open')}", "dim"))
    return line
