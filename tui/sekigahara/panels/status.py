"""The lines at the top: week, turn and phase, and both sides' points."""

from __future__ import annotations

from engine.hidden import SEATS, Seat, View, other
from engine.sekigahara.board import CASTLES, DECK, HAND, RESOURCES
from engine.sekigahara.chapters.chapter_2_victory import score
from engine.sekigahara.chapters.chapter_4_control import castles_of, resources_of
from engine.sekigahara.chapters.chapter_8_1_declaring import DeclarationDue
from engine.sekigahara.components import SIDES as STYLES
from engine.sekigahara.state import State
from tui.english import plural
from tui.grammar import listed
from tui.lines import Line
from tui.sekigahara.words.chapter_6_week import time_words
from tui.sekigahara.words.chapter_7_1_movement import DEGREES
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import SIDES, side_of, side_tag


def status_line(state: State) -> Line:
    """Week, turn, phase, who moves first."""
    line = [(f"{time_words(state)}: ", "bold"), (_phase_words(state), "plain")]
    if state.first is not None:
        line.append((f". First: {side_of(state.first)}", "dim"))
    return line


def _phase_words(state: State) -> str:
    """What part of the sequence of play this is."""
    if state.over is not None:
        return "the end"
    turn = f"{side_of(state.active)}'s turn"
    if state.combat is not None:
        return f"{turn}, {'siege' if state.combat.siege else 'combat'} at {NAMES[state.combat.location]}"
    if state.active is None:
        return "reinforcement and turn order"
    if isinstance(state.agenda[-1], DeclarationDue):
        return f"{turn}, combat phase"
    if state.movement is None:
        return f"{turn}, movement"
    return f"{turn}, movement ({DEGREES[state.movement.degree].removesuffix(' movement')})"


def score_lines(view: View[State], names: tuple[str, str]) -> list[Line]:
    """Both sides' points, and the cards that they have, the own side first: at three lengths, the longest first."""
    sides = (view.seat, other(view.seat))
    return [
        _joined([_long(view.state, side, names[side]) for side in sides], "    "),
        _joined([_middle(view.state, side, _who(names, side)) for side in sides], "   "),
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
    words = (
        f" {SIDES[side]} ({name}): {plural(score(state, side), 'point')} from {plural(castles, 'castle')} and "
        f"{plural(resources, 'resource')}, hand {len(pools[HAND])}, deck {len(pools[DECK])}"
    )
    return [_tag(side), (words, "plain")]


def _who(names: tuple[str, str], side: Seat) -> str:
    """`you ` and `they `; nothing if none of the two is you."""
    if "you" not in names:
        return ""
    return "you " if names[side] == "you" else "they "


def _middle(state: State, side: Seat, who: str) -> Line:
    castles, resources = castles_of(state, side), resources_of(state, side)
    words = (
        f" {who}{score(state, side)} ({plural(castles, 'castle')}, {resources} res) hand {len(state.pools[side][HAND])}"
    )
    return [_tag(side), (words, "plain")]


def _short(state: State, side: Seat, who: str) -> Line:
    words = f" {who}{score(state, side)}, hand {len(state.pools[side][HAND])}"
    return [_tag(side), (words, "plain")]


def final_score_lines(state: State) -> list[Line]:
    """What each side holds at the end (2.2)."""
    lines: list[Line] = []
    for side in SEATS:
        castles = [NAMES[location] for location in CASTLES if state.holder[location] == side]
        resources = [NAMES[location] for location in RESOURCES if state.owner[location] == side]
        lines.append([_tag(side), (f" {SIDES[side]}: {score(state, side)} points", "bold")])
        lines.append([(f"    castles, 2 each: {listed(castles) or 'none'}", "plain")])
        lines.append([(f"    resources, 1 each: {listed(resources) or 'none'}", "plain")])
    return lines
