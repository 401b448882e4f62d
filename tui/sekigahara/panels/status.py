"""The lines at the top: week, turn and phase, and both sides' points."""

from __future__ import annotations

from typing import Final

from engine.hidden import SEATS, Seat, View, other
from engine.sekigahara.board import CASTLES, DECK, HAND, RESOURCES
from engine.sekigahara.chapters.chapter_2_victory import score
from engine.sekigahara.chapters.chapter_4_control import castles_of, resources_of
from engine.sekigahara.chapters.chapter_8_1_declaring import DeclarationDue
from engine.sekigahara.components import SIDES as STYLES
from engine.sekigahara.forms import Degree
from engine.sekigahara.state import State
from tui.grammar import listed
from tui.language import N_, Said, _, plural
from tui.lines import Line
from tui.sekigahara.words.chapter_6_week import short_time_words, time_words
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import SIDES, side_of, side_tag


def status_lines(state: State) -> list[Line]:
    """Week, turn, phase, who moves first: at three lengths, the longest first."""
    phase, week = _phase_words(state), short_time_words(state)
    whole = [(f"{time_words(state)}: ", "bold"), (phase, "plain")]
    if state.first is not None:
        whole.append((_(". First: {side}").format(side=side_of(state.first)), "dim"))
    brief = [(f"{week}: ", "bold"), (phase, "plain")]
    if state.over is not None:
        return [whole, brief]
    turn = [] if state.active is None else [(": ", "bold"), (side_of(state.active), "plain")]
    return [whole, brief, [(week, "bold"), *turn]]


def _phase_words(state: State) -> str:
    """What part of the sequence of play this is."""
    if state.over is not None:
        return _("the end")
    side = side_of(state.active)
    if state.combat is not None:
        words = _("{side}, siege at {location}") if state.combat.siege else _("{side}, combat at {location}")
        return words.format(side=side, location=NAMES[state.combat.location])
    if state.active is None:
        return _("reinforcement and turn order")
    if isinstance(state.agenda[-1], DeclarationDue):
        return _("{side}, combat phase").format(side=side)
    if state.movement is None:
        return _("{side}, movement").format(side=side)
    return _("{side}, movement ({degree})").format(side=side, degree=_DEGREES[state.movement.degree])


_DEGREES: Final = Said(
    {
        Degree.NONE: N_("no"),
        Degree.MINIMAL: N_("minimal"),
        Degree.LIMITED: N_("limited"),
        Degree.TOTAL: N_("total"),
    }
)
"""What is bought, beside the word movement."""


def score_lines(view: View[State], names: tuple[str, str]) -> list[Line]:
    """Both sides' points, and the cards that they have, the own side first: at five lengths, the longest first."""
    sides = (view.seat, other(view.seat))
    return [
        _joined([_long(view.state, side, names[side]) for side in sides], "    "),
        _joined([_middle(view.state, side, f"{names[side]} ") for side in sides], "   "),
        _joined([_middle(view.state, side, _who(names, side)) for side in sides], "   "),
        _joined([_signs(view.state, side, _who(names, side)) for side in sides], "   "),
        _joined([_short(view.state, side, _who(names, side)) for side in sides], "   "),
    ]


def _joined(parts: list[Line], gap: str) -> Line:
    first, second = parts
    return [*first, (gap, "plain"), *second]


def _tag(side: Seat) -> tuple[str, str]:
    return side_tag(side, ""), STYLES[side]


def _long(state: State, side: Seat, name: str) -> Line:
    pools = state.pools[side]
    castles, resources = castles_of(state, side), resources_of(state, side)
    words = _("{side} ({name}): {points} from {castles} and {resources}, hand {hand}, deck {deck}").format(
        side=SIDES[side],
        name=name,
        points=plural(score(state, side), "{count} point", "{count} points", _("no points")),
        castles=plural(castles, "{count} castle", "{count} castles", _("no castles")),
        resources=plural(resources, "{count} resource", "{count} resources", _("no resources")),
        hand=len(pools[HAND]),
        deck=len(pools[DECK]),
    )
    return [_tag(side), (f" {words}", "plain")]


def _who(names: tuple[str, str], side: Seat) -> str:
    """`you ` and `they `; nothing if none of the two is you."""
    if _("you") not in names:
        return ""
    return f"{_('you')} " if names[side] == _("you") else f"{_('they')} "


def _middle(state: State, side: Seat, who: str) -> Line:
    castles, resources = castles_of(state, side), resources_of(state, side)
    words = _("{points} ({castles}, {resources} res) hand {hand}").format(
        points=f"{who}{score(state, side)}",
        castles=plural(castles, "{count} castle", "{count} castles", _("no castles")),
        resources=resources,
        hand=len(state.pools[side][HAND]),
    )
    return [_tag(side), (f" {words}", "plain")]


def _signs(state: State, side: Seat, who: str) -> Line:
    """Castles and resources by the signs that they have on the map."""
    words = _("{points} ({castles}, {resources}) hand {hand}").format(
        points=f"{who}{score(state, side)}",
        castles=f"{castles_of(state, side)}■",
        resources=f"{resources_of(state, side)}◆",
        hand=len(state.pools[side][HAND]),
    )
    return [_tag(side), (f" {words}", "plain")]


def _short(state: State, side: Seat, who: str) -> Line:
    words = _("{points}, hand {hand}").format(points=f"{who}{score(state, side)}", hand=len(state.pools[side][HAND]))
    return [_tag(side), (f" {words}", "plain")]


def final_score_lines(state: State) -> list[Line]:
    """What each side holds at the end (2.2)."""
    lines: list[Line] = []
    for side in SEATS:
        castles = [NAMES[location] for location in CASTLES if state.holder[location] == side]
        resources = [NAMES[location] for location in RESOURCES if state.owner[location] == side]
        lines.append(
            [
                _tag(side),
                (" " + _("{side}: {points} points").format(side=SIDES[side], points=score(state, side)), "bold"),
            ]
        )
        castles_held = _("castles, 2 each: {locations}").format(locations=listed(castles) or _("none"))
        resources_held = _("resources, 1 each: {locations}").format(locations=listed(resources) or _("none"))
        lines += [[(f"    {castles_held}", "plain")], [(f"    {resources_held}", "plain")]]
    return lines
