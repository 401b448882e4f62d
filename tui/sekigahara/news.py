"""What several events came to, one thing after another: marches, musters, combats, what changed hands, points."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.hidden import SEATS, Acted, BothActed, Seat
from engine.sekigahara.board import ADJACENT, DEAD, LOCATIONS, OSAKA
from engine.sekigahara.chapters.chapter_6_week import ChooseFirst
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, Pay
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_8_8_retreats import Retreat
from engine.sekigahara.chapters.chapter_9_3_mori import CallMori
from engine.sekigahara.components import SIDES as STYLES
from engine.sekigahara.state import State
from tui.boards import Cell, Spot
from tui.language import _
from tui.log import Change, Happening
from tui.sekigahara.results import (
    Happenings,
    battle_summary,
    challenge_lines,
    combat_of,
    combats_together,
    fighting,
    lost_between,
    lost_words,
    points_words,
    public_faces,
    retreat_lines,
)
from tui.sekigahara.words.chapter_4_control import control_words, taken_between
from tui.sekigahara.words.chapter_7_2_muster import mustered
from tui.sekigahara.words.chapter_7_3_marches import leader_claimed_at
from tui.sekigahara.words.chapter_7_4_overruns import overrun_words
from tui.sekigahara.words.chapter_8_6_loyalty import challenge_told
from tui.sekigahara.words.chapter_8_9_sieges import refused_words
from tui.sekigahara.words.chapter_9_3_mori import called_mori
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import SIDES, pieces_words, side_tag, sided, stack_tag, way_words
from tui.sekigahara.words.sekigahara import answer_words

CAME: Final[Cell] = ("»", "trail")
LEFT: Final[Cell] = ("«", "trail")
MUSTERED: Final[Cell] = ("⊕", "trail")
FOUGHT: Final[Cell] = ("†", "bad")
GAINED: Final[Cell] = ("▲", "good")
LOST: Final[Cell] = ("▼", "bad")
TAKEN: Final[Cell] = ("▽", "bad")
"""How the map marks where the opponent came, left and mustered, where blocks fought or died, what the player has gained
or lost, and what the opponent has taken that was nobody's. None is a sign of what may be done."""

_MOVES: Final = (ChooseFirst, Pay, March, Muster, CallMori, EndMovement)
"""What a player does in a turn before blocks meet."""


def changes(happenings: Happenings, seat: Seat | None = None, *, own: bool = False) -> list[Change]:
    """Movement and combats as they came, then what changed hands, then points.

    What `seat` moved before anything else came is left out but with `own`: that is no news to it.
    """
    happenings = happenings if own else _since_moved(happenings, seat)
    if not happenings:
        return []
    told = [
        replace(change, after=together[-1].after)
        for together in combats_together(happenings)
        for change in _of(together, seat)
    ]
    first, last = happenings[0].before, happenings[-1].after
    points = points_words(first, last)
    came_to = [*_control(first, last, seat), *([Change([(points, "bold")])] if points else [])]
    return [*told, *[replace(change, after=last) for change in came_to]]


def _since_moved(happenings: Happenings, seat: Seat | None) -> Happenings:
    """Without what `seat` chose, bought, marched and mustered before anything else came."""
    for number, each in enumerate(happenings):
        if seat is None or not (_is(each, seat) and isinstance(_action(each), _MOVES)):
            return happenings[number:]
    return ()


def _of(together: Happenings, seat: Seat | None) -> list[Change]:
    """What a combat, or any other single event, is told as."""
    happening = together[0]
    if fighting(happening):
        return _combat(together, seat)
    event, action = happening.event, _action(happening)
    if isinstance(event, BothActed):
        return [Change(line) for line in happening.lines]
    told: list[Change] = []
    if isinstance(event, Acted):
        if isinstance(action, Pay | ChooseFirst):
            words = answer_words(happening.before, event.seat, action, public_faces(happening))
            told.append(Change(sided(f"{SIDES[event.seat]} {words}.")))
        elif isinstance(action, March) and happening.trail:
            told.append(_march(happening, event.seat, action))
        elif isinstance(action, Muster | CallMori):
            told.append(_muster(happening, event.seat, action))
    told += [Change(sided(text)) for text in refused_words(happening.before, event, happening.after)]
    return told + _overrun(happening)


def _march(happening: Happening[State], seat: Seat, action: March) -> Change:
    way, count = happening.trail, len(action.blocks)
    claimed = NAMES[leader_claimed_at(happening.before, LOCATIONS[way[0]], action.blocks)]
    card = pieces_words(() if action.forced is None else (action.forced,), public_faces(happening))
    words = ", ".join(
        [
            way_words(LOCATIONS[way[0]], [LOCATIONS[stop] for stop in way[1:]]),
            *([_("declares a leader at {location}").format(location=claimed)] if action.claim else []),
            *([_("a forced march paid with {card}").format(card=card)] if action.forced is not None else []),
        ]
    )
    tag = stack_tag(seat, count), STYLES[seat]
    marks = ((way[0], LEFT), (way[-1], CAME))
    return Change([tag, (f" {words}", "plain")], spots=(way[-1],), trail=way, marks=marks)


def _muster(happening: Happening[State], seat: Seat, action: Muster | CallMori) -> Change:
    faces = public_faces(happening)
    if isinstance(action, Muster):
        at, count, words = action.location, len(action.blocks), mustered(action, faces)
    else:
        at, count, words = OSAKA, 1, called_mori(action, faces)
    tag = side_tag(seat, f"+{count}"), STYLES[seat]
    return Change([tag, (f" {words}", "plain")], spots=(at,), marks=((at, MUSTERED),))


def _overrun(happening: Happening[State]) -> list[Change]:
    """Blocks that died without a combat."""
    told = []
    texts = iter(overrun_words(happening.before, happening.event, happening.after))
    for side in SEATS:
        dead = happening.after.pools[side][DEAD][len(happening.before.pools[side][DEAD]) :]
        if not dead:
            continue
        pools = happening.before.pools[side]
        stood = next((place for place in LOCATIONS if dead[0] in pools[place]), None)
        at = LOCATIONS[happening.trail[-1]] if happening.trail else stood
        spots: tuple[Spot, ...] = () if at is None else (at,)
        told.append(Change(sided(next(texts)), spots=spots, marks=tuple([(spot, FOUGHT) for spot in spots])))
    return told


def _combat(happenings: Happenings, seat: Seat | None) -> list[Change]:
    """A combat, as far as it has come in these events: who won, who lost what, who retreated where."""
    first, last = happenings[0].before, happenings[-1].after
    at = combat_of(happenings).location
    line = battle_summary(happenings, losses=False)
    over = len(line) > 1
    found = [Change(line, (at,), marks=((at, FOUGHT),))]
    found += [Change(told, (at,)) for told in challenge_lines(happenings)]
    for each in happenings:
        action = _action(each)
        goes_on = not over and seat is not None and not _is(each, seat)
        if goes_on and not challenge_told(each.before, each.event):
            found += [Change(line, (at,)) for line in each.lines if line[0][1] != "heading"]
        elif isinstance(action, Retreat):
            to = at if action.location is None else action.location
            trail = (at, to) if to in ADJACENT[at] else ()
            found += [Change(line, (to,), trail) for line in retreat_lines(each)]
    if not over:
        return found
    for side in SEATS:
        words = lost_words(first, last, side)
        if words:
            text = _("{side} loses {count} at {location}: {pieces}").format(
                side=SIDES[side], count=lost_between(first, last, side), location=NAMES[at], pieces=words
            )
            found.append(Change(sided(text), (at,)))
    return found


def _control(first: State, last: State, seat: Seat | None) -> list[Change]:
    """Castles and resource locations that have changed hands, those that the player has lost first."""
    lost: list[Change] = []
    won: list[Change] = []
    for each, text in zip(taken_between(first, last), control_words(first, last), strict=True):
        gained = seat is None or each.after == seat
        sign, style = GAINED if gained else LOST if each.before == seat else TAKEN
        marks = ((each.place, (sign, style)),)
        change = Change([(f"{sign} ", style), (text, style)], spots=(each.place,), marks=marks)
        (won if gained else lost).append(change)
    return lost + won


def _is(happening: Happening[State], seat: Seat) -> bool:
    return isinstance(happening.event, Acted) and happening.event.seat == seat


def _action(happening: Happening[State]) -> object:
    return happening.event.action if isinstance(happening.event, Acted) else None
