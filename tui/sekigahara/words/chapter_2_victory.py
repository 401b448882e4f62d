"""Chapter 2 in words: how the game was won."""

from __future__ import annotations

from typing import Final, assert_never

from engine.hidden import Face, other
from engine.sekigahara.board import CASTLE, DEAD, LOCATIONS, RESOURCE, Location
from engine.sekigahara.chapters.chapter_2_victory import (
    CASTLE_POINTS,
    RESOURCE_POINTS,
    HideyoriCaptured,
    LeaderKilled,
    PointsCounted,
    Reason,
)
from engine.sekigahara.chapters.chapter_7_4_overruns import RevealDue
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.pieces import PROTAGONIST
from engine.sekigahara.state import State
from tui.grammar import listed
from tui.language import _, plural
from tui.lines import Line
from tui.sekigahara.words.chapter_6_week import time_words
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import pieces_words, side_of

_LEADERS: Final[dict[Face, str]] = {
    PROTAGONIST[TOKUGAWA]: "Tokugawa Ieyasu",
    PROTAGONIST[ISHIDA]: "Ishida Mitsunari",
}


def reason_words(reason: Reason) -> str:
    """Why the game was won (2.1, 2.2)."""
    match reason:
        case LeaderKilled(leader):
            return _("{leader} has been killed").format(leader=_LEADERS[leader])
        case HideyoriCaptured():
            return _("Toyotomi Hideyori has been captured")
        case PointsCounted(tokugawa, ishida) if tokugawa == ishida:
            return _("victory points {points} to {points}, and a tie is Ishida's (2.2)").format(points=ishida)
        case PointsCounted(tokugawa, ishida):
            return _("victory points {more} to {less}").format(more=max(tokugawa, ishida), less=min(tokugawa, ishida))
        case _:
            assert_never(reason)


def victory_lines(before: State, after: State) -> list[Line]:
    """That the game is over."""
    if after.over is None or before.over is not None:
        return []
    return [
        [
            (
                _("{side} wins: {reason}").format(
                    side=side_of(after.over.winner), reason=reason_words(after.over.reason)
                ),
                "heading",
            )
        ],
        *ending_lines(before, after),
    ]


def ending_lines(before: State, after: State) -> list[Line]:
    """Where a leader died, or Hideyori was taken: in which combat, by which stack, when."""
    over = after.over
    if over is None or over.winner is None or isinstance(over.reason, PointsCounted):
        return []
    winner, combat = over.winner, before.combat
    overrun = isinstance(before.agenda[-1], RevealDue)
    where: Location | None = combat.location if combat is not None else None
    if isinstance(over.reason, LeaderKilled):
        dead = {block for block in after.pools[other(winner)][DEAD] if after.shown[block] == over.reason.leader}
        # He may have died a decision earlier: the losses of both sides are taken before they count (R29).
        where = next((place for place in LOCATIONS if not dead.isdisjoint(before.pools[other(winner)][place])), where)
    if where is None:
        return []
    text = _("That was in the battle of {location}, by {side}'s stack: {blocks}. {time}.")
    if overrun or combat is None:
        text = _("That was at {location}, overrun by {side}'s stack: {blocks}. {time}.")
    elif combat.siege:
        text = _("That was in the siege of {location}, by {side}'s stack: {blocks}. {time}.")
    stack = before.pools[winner][where] or after.pools[winner][where]
    faces = {**before.shown, **after.shown}
    seen = [block for block in stack if block in faces]
    unseen = len(stack) - len(seen)
    # Whose stack it was knows all of it: it is not called unknown.
    told_of = [pieces_words(seen, faces)] if seen else []
    told_of += (
        [plural(unseen, "{count} more", "{count} more") if seen else plural(unseen, "{count} block", "{count} blocks")]
        if unseen
        else []
    )
    blocks = listed(told_of) or _("no blocks are left of it")
    told = text.format(location=NAMES[where], side=side_of(winner), blocks=blocks, time=time_words(before))
    return [[(told, "plain")]]


def points_words(location: Location) -> str:
    """What a castle or a resource location counts at the end of the game (2.2)."""
    points = CASTLE_POINTS * (CASTLE[location] is not None) + RESOURCE_POINTS * RESOURCE[location]
    return plural(points, "{count} point", "{count} points")
