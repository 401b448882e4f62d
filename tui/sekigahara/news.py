"""What several events came to, in short: marches, battles, losses, control, points; and the cards of results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from engine.hidden import SEATS, Acted, BothActed, Face, Piece, Seat
from engine.sekigahara.board import DEAD
from engine.sekigahara.chapters.chapter_2_victory import score
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, Pay
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_8_6_loyalty import Challenge, ProveLoyalty
from engine.sekigahara.chapters.chapter_8_8_retreats import Retreat
from engine.sekigahara.chapters.chapter_8_9_sieges import combat_begun
from engine.sekigahara.chapters.chapter_9_3_mori import CallMori
from engine.sekigahara.components import ISHIDA, WEEKS
from engine.sekigahara.state import State
from tui.grammar import listed
from tui.language import _, ngettext, plural
from tui.lines import Line
from tui.log import Card, Happening
from tui.sekigahara.words.chapter_4_control import control_words
from tui.sekigahara.words.chapter_7_2_muster import mustered
from tui.sekigahara.words.chapter_8_1_declaring import combat_lines
from tui.sekigahara.words.chapter_8_3_impact import result_words
from tui.sekigahara.words.chapter_8_9_sieges import refused_words
from tui.sekigahara.words.chapter_9_3_mori import called_mori
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import CONTROL_STYLES, SIDES, pieces_words, sided, way_words
from tui.sekigahara.words.sekigahara import answer_words

Happenings: TypeAlias = Sequence[Happening[State]]


def digest_lines(happenings: Happenings, seat: Seat | None = None) -> list[Line]:
    """Movement and combats as they came, the marches of a side together; then losses, control and points.

    What `seat` moved before anything else came is left out: that is no news to it.
    """
    happenings = _since_moved(happenings, seat)
    if not happenings:
        return []
    first, last = happenings[0].before, happenings[-1].after
    lines: list[Line] = []
    moved: list[Happening[State]] = []
    for happening in happenings:
        moved.append(happening)
        told = happening.lines if isinstance(happening.event, BothActed) else _fought(happening)
        if told:
            # What was moved before it is told before it.
            lines += [*_movement_lines(moved), *told]
            moved = []
    lines += _movement_lines(moved)
    for side in SEATS:
        lost = lost_words(first, last, side)
        lines += _about(_("{side} loses:"), [lost] if lost else [], side)
    lines += [sided(text) for text in control_words(first, last)]
    points = points_words(first, last)
    return lines + ([[(points, "bold")]] if points else [])


def _movement_lines(happenings: Happenings) -> list[Line]:
    """What the sides bought, marched and mustered, each kind together."""
    lines: list[Line] = []
    for seat in sorted(SEATS, key=lambda seat: not _is(happenings[0], seat)) if happenings else ():
        lines += [
            sided(_("{side} {does}.").format(side=SIDES[seat], does=bought)) for bought in _bought(happenings, seat)
        ]
        lines += _about(_("{side} marches:"), marches_of(happenings, seat), seat)
        lines += _about(_("{side} musters:"), _arrivals(happenings, seat), seat)
    return lines


def _fought(happening: Happening[State]) -> list[Line]:
    """A combat begun, refused or decided, a challenge in it and its answer, or a retreat from it."""
    action = _action(happening)
    if isinstance(action, ProveLoyalty) or (isinstance(action, Challenge) and action.card is not None):
        return [*happening.lines]
    results: list[Line] = [[(text, "bold")] for text in result_words(happening.before, happening.event)]
    refused = [sided(text) for text in refused_words(happening.before, happening.event, happening.after)]
    return [*combat_lines(happening.before, happening.after), *refused, *results, *_retreat(happening)]


def _since_moved(happenings: Happenings, seat: Seat | None) -> Happenings:
    """Without what `seat` bought, marched and mustered before anything else came."""
    moves = (Pay, March, Muster, CallMori, EndMovement)
    for number, each in enumerate(happenings):
        if seat is None or not (_is(each, seat) and isinstance(_action(each), moves)):
            return happenings[number:]
    return ()


def headlines(happenings: Happenings, seat: Seat | None = None) -> list[str]:
    """`Ishida 3 marches; 1 combat; Tokugawa loses 1 block; points T 9 (-2), I 13 (+2)`, and without the marches.

    Nothing if there is nothing to tell.
    """
    happenings = _since_moved(happenings, seat)
    if not happenings:
        return []
    first, last = happenings[0].before, happenings[-1].after
    parts = []
    for side in SEATS:
        marches = len(marches_of(happenings, side))
        if marches:
            words = ngettext("{side} {count} march", "{side} {count} marches", marches)
            parts.append(words.format(side=SIDES[side], count=marches))
    battles = len([1 for each in happenings if combat_lines(each.before, each.after)])
    if battles:
        parts.append(plural(battles, "{count} combat", "{count} combats", _("no combats")))
    lost = [
        _("{side} loses {blocks}").format(
            side=SIDES[side], blocks=plural(count, "{count} block", "{count} blocks", _("no blocks"))
        )
        for side in SEATS
        if (count := _dead(first, last, side))
    ]
    points = [
        f"{SIDES[side][0]} {score(last, side)}{_since(first, last, side)}"
        for side in SEATS
        if score(first, side) != score(last, side)
    ]
    told = [*lost, *([_("points {points}").format(points=", ".join(points))] if points else [])]
    wordings = ["; ".join([*parts, *told]), "; ".join(told or parts)]
    return wordings if wordings[0] else []


def battle_cards(happenings: Happenings) -> list[Card]:
    """What a combat came to, made of all that happened in it; nothing if it was not fought."""
    results = [text for each in happenings for text in result_words(each.before, each.event)]
    combat = happenings[-1].before.combat
    if not results or combat is None:
        return []
    first, last = happenings[0].before, happenings[-1].after
    title = _("Siege of {location}") if combat.siege else _("Battle of {location}")
    lines: list[Line] = [[(results[-1], "bold")]]
    lines += _losses(first, last)
    for each in happenings:
        lines += _retreat(each)
    lines += [sided(text) for text in control_words(first, last)]
    points = points_words(first, last)
    return [
        Card(
            title.format(location=NAMES[combat.location]),
            [*lines, *([[(points, "bold")]] if points else [])],
        )
    ]


def battle_summary(happenings: Happenings) -> Line:
    """A combat in a line: where, who attacked, and once it is over who won, by what, and what it cost."""
    first, last = happenings[0].before, happenings[-1].after
    combat = next(combat_begun(each.before) or combat_begun(each.after) for each in reversed(happenings))
    assert combat is not None
    words = _("Siege of {location}: {side} attacks") if combat.siege else _("Battle of {location}: {side} attacks")
    head = words.format(location=NAMES[combat.location], side=SIDES[combat.attacker])
    results = [each for each in happenings if result_words(each.before, each.event)]
    ended = results[-1].before.combat if results else None
    if ended is None:
        return [(head, "heading")]
    came = (
        _("impact {impact}").format(impact=ended.impact[ended.attacker])
        if ended.siege
        else _("{side} wins {more} : {less}").format(
            side=SIDES[ended.leading], more=max(ended.impact), less=min(ended.impact)
        )
    )
    lost = [
        _("{side} loses {count}").format(side=SIDES[side], count=count)
        for side in SEATS
        if (count := _dead(first, last, side) + (side == ISHIDA and len(first.disks) - len(last.disks)))
    ]
    style = CONTROL_STYLES[ended.leading]
    return [(f"{head}; ", "heading"), (came, style), (f"; {', '.join(lost)}" if lost else "", "plain")]


def week_card(began: State, ended: State) -> Card:
    """What a week came to."""
    lines: list[Line] = [
        [
            (f"{SIDES[seat]}: {plural(score(ended, seat), '{count} point', '{count} points', _('no points'))}", "bold"),
            (_since(began, ended, seat), "plain"),
        ]
        for seat in SEATS
    ]
    lines += _losses(began, ended)
    lines += [[(text, "plain")] for text in control_words(began, ended)]
    return Card(_("Week {week} of {weeks} is over").format(week=began.week, weeks=WEEKS), lines)


def marches_of(happenings: Happenings, seat: Seat) -> list[str]:
    """The marches of a side, each in words."""
    return [
        ", ".join(
            [
                f"{len(each.event.action.blocks)} {way_words(each.trail[0], each.trail[1:])}",  # type: ignore[arg-type]
                *([_("claims a leader")] if each.event.action.claim else []),
                *([_("forced")] if each.event.action.forced is not None else []),
            ]
        )
        for each in happenings
        if isinstance(each.event, Acted)
        and each.event.seat == seat
        and isinstance(each.event.action, March)
        and each.trail
    ]


def lost_words(before: State, after: State, seat: Seat) -> str:
    """The blocks that have died between two states."""
    dead = after.pools[seat][DEAD][len(before.pools[seat][DEAD]) :]
    disks = (
        [
            _("the disk of {location}").format(location=NAMES[place])
            for place in before.disks
            if place not in after.disks
        ]
        if seat
        else []
    )
    return listed([*([pieces_words(dead, after.shown)] if dead else []), *disks])


def points_words(before: State, after: State) -> str:
    """The points, if they have changed."""
    if all(score(before, seat) == score(after, seat) for seat in SEATS):
        return ""
    points = ", ".join([f"{SIDES[seat]} {score(after, seat)}{_since(before, after, seat)}" for seat in SEATS])
    return _("Points: {points}").format(points=points)


def _losses(before: State, after: State) -> list[Line]:
    return [
        [
            (_("{side} lost: ").format(side=SIDES[seat]), "bold"),
            (lost_words(before, after, seat) or _("nothing"), "plain"),
        ]
        for seat in SEATS
    ]


def _since(before: State, after: State, seat: Seat) -> str:
    change = score(after, seat) - score(before, seat)
    return f" ({change:+})" if change else ""


def _dead(before: State, after: State, seat: Seat) -> int:
    return len(after.pools[seat][DEAD]) - len(before.pools[seat][DEAD])


def _about(what: str, parts: Sequence[str], seat: Seat) -> list[Line]:
    return [[*sided(f"{what.format(side=SIDES[seat])} "), ("; ".join(parts), "plain")]] if parts else []


def _bought(happenings: Happenings, seat: Seat) -> list[str]:
    return [_words(each) for each in happenings if _is(each, seat) and isinstance(_action(each), Pay)]


def _arrivals(happenings: Happenings, seat: Seat) -> list[str]:
    arrived = []
    for each in happenings:
        action = _action(each)
        if _is(each, seat) and isinstance(action, Muster | CallMori):
            faces = _faces(each)
            arrived.append(mustered(action, faces) if isinstance(action, Muster) else called_mori(action, faces))
    return arrived


def _retreat(happening: Happening[State]) -> list[Line]:
    event = happening.event
    if not isinstance(event, Acted) or not isinstance(event.action, Retreat):
        return []
    return [sided(f"{SIDES[event.seat]} {_words(happening)}.")]


def _is(happening: Happening[State], seat: Seat) -> bool:
    return isinstance(happening.event, Acted) and happening.event.seat == seat


def _action(happening: Happening[State]) -> object:
    return happening.event.action if isinstance(happening.event, Acted) else None


def _words(happening: Happening[State]) -> str:
    event = happening.event
    assert isinstance(event, Acted)
    return answer_words(happening.before, event.seat, event.action, _faces(happening))


def _faces(happening: Happening[State]) -> Mapping[Piece, Face]:
    """The faces that are public with an event."""
    event = happening.event
    return {**happening.before.shown, **(event.shown if isinstance(event, Acted) else {})}
