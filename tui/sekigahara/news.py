"""What several events came to, one thing after another: marches, musters, combats, what changed hands, points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from engine.hidden import SEATS, Acted, BothActed, Seat, other
from engine.sekigahara.board import ADJACENT, CASTLES, DEAD, LOCATIONS, OSAKA, RESOURCES, Location
from engine.sekigahara.chapters.chapter_2_victory import score
from engine.sekigahara.chapters.chapter_6_week import ChooseFirst
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, Pay
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_8_6_loyalty import Challenge, ProveLoyalty
from engine.sekigahara.chapters.chapter_8_8_retreats import Retreat
from engine.sekigahara.chapters.chapter_8_9_sieges import combat_begun
from engine.sekigahara.chapters.chapter_9_3_mori import CallMori
from engine.sekigahara.components import SIDES as STYLES
from engine.sekigahara.state import State
from tui.boards import Cell, Spot
from tui.language import _
from tui.lines import Line
from tui.log import Change, Happening
from tui.sekigahara.map.locations import ON_MAP
from tui.sekigahara.map.signs import BATTLE
from tui.sekigahara.results import (
    Happenings,
    battle_summary,
    challenge_lines,
    lost_between,
    lost_words,
    points_words,
    public_faces,
    retreat_lines,
    since_words,
)
from tui.sekigahara.words.chapter_4_control import control_words
from tui.sekigahara.words.chapter_7_2_muster import mustered
from tui.sekigahara.words.chapter_7_3_marches import leader_claimed_at
from tui.sekigahara.words.chapter_7_4_overruns import overrun_words
from tui.sekigahara.words.chapter_8_9_sieges import refused_words
from tui.sekigahara.words.chapter_9_3_mori import called_mori
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import SIDES, side_tag, sided, way_words
from tui.sekigahara.words.sekigahara import answer_words

CAME: Final[Cell] = ("»", "trail")
LEFT: Final[Cell] = ("«", "trail")
FOUGHT: Final[Cell] = (BATTLE, "bad")
GAINED: Final[Cell] = ("▲", "good")
LOST: Final[Cell] = ("▼", "bad")
"""How the map marks where the opponent came, by a march or a muster, and left, where blocks fought or died, and what
the player has gained or lost."""

Brief: TypeAlias = tuple[Line, Line, Line]
"""The same for a line with others: a march with its whole way, with its ends alone, with the map's three letters."""


@dataclass(frozen=True, slots=True)
class _Told:
    """Changes of one place, and theirs in the headline: what kind they are, and how they are told there."""

    changes: tuple[Change, ...]
    kind: str = ""
    brief: Sequence[Brief] = field(default=())


def changes(happenings: Happenings, seat: Seat | None = None) -> list[Change]:
    """Movement and combats as they came, then what changed hands, then points.

    What `seat` moved before anything else came is left out: that is no news to it.
    """
    return [change for told in _told(_since_moved(happenings, seat), seat) for change in told.changes]


def headlines(happenings: Happenings, seat: Seat | None = None) -> list[Line]:
    """What changed hands, combats, marches, musters and points in a line, at several lengths; nothing if nothing came.

    Of what moved, marches against the other side come first.

    `▼ Takeda  (I4) Osaka → Gifu  (I2) Ueda → Takeda  (I+2) Aizu  I 10 (+1)`.
    """
    told = _told(_since_moved(happenings, seat), seat)
    if not any(each.brief for each in told):
        return []
    kinds = ("control", "combat", "move", "points")
    parts = {kind: [brief for each in told if each.kind == kind for brief in each.brief] for kind in kinds}
    moves = parts["move"] = [
        brief for kind in ("attack", "move") for each in told if each.kind == kind for brief in each.brief
    ]
    wordings = [[brief[form] for kind in kinds for brief in parts[kind]] for form in range(3)]
    for told_of in range(len(moves) - 1, 0, -1):
        # What there is no room for is counted.
        more: Line = [(f"+{len(moves) - told_of}", "dim")]
        control, combat, points = [[brief[2] for brief in parts[kind]] for kind in ("control", "combat", "points")]
        wordings.append([*control, *combat, *[brief[2] for brief in moves[:told_of]], more, *points])
    wordings.append([brief[2] for kind in ("control", "combat", "points") for brief in parts[kind]])
    apart = [_joined(wording, "  ") for wording in wordings[:2]]
    return [line for line in (*apart, *[_joined(wording, " ") for wording in wordings[2:]]) if line]


def _joined(parts: Sequence[Line], space: str) -> Line:
    line: list[tuple[str, str]] = []
    for part in parts:
        line += [(space, "plain")] if line else []
        line += part
    return line


def _told(happenings: Happenings, seat: Seat | None) -> list[_Told]:
    if not happenings:
        return []
    told = [each for together in _combats_together(happenings) for each in _of(together, seat)]
    first, last = happenings[0].before, happenings[-1].after
    told += _control(first, last, seat)
    points = points_words(first, last)
    if points:
        changed = [side for side in SEATS if score(first, side) != score(last, side)]
        words = ", ".join([f"{SIDES[side][0]} {score(last, side)}{since_words(first, last, side)}" for side in changed])
        line: Line = [(words, "bold")]
        told.append(_Told((Change([(points, "bold")]),), "points", [(line, line, line)]))
    return told


def _since_moved(happenings: Happenings, seat: Seat | None) -> Happenings:
    """Without what `seat` bought, marched and mustered before anything else came."""
    moves = (Pay, March, Muster, CallMori, EndMovement)
    for number, each in enumerate(happenings):
        if seat is None or not (_is(each, seat) and isinstance(_action(each), moves)):
            return happenings[number:]
    return ()


def fighting(happening: Happening[State]) -> bool:
    """Whether this is part of a combat, or begins one."""
    return combat_begun(happening.before) is not None or combat_begun(happening.after) is not None


def _combats_together(happenings: Happenings) -> Iterator[Happenings]:
    """The events one by one, but those of a combat together."""
    combat: list[Happening[State]] = []
    for each in happenings:
        if combat and (not fighting(each) or combat_begun(combat[-1].after) is None):
            yield combat
            combat = []
        if fighting(each):
            combat.append(each)
        else:
            yield [each]
    if combat:
        yield combat


def _of(together: Happenings, seat: Seat | None) -> list[_Told]:
    """What a combat, or any other single event, is told as."""
    happening = together[0]
    if fighting(happening):
        return [_combat(together, seat)]
    event, action = happening.event, _action(happening)
    if isinstance(event, BothActed):
        return [_Told(tuple([Change(line) for line in happening.lines]))]
    told: list[_Told] = []
    if isinstance(event, Acted):
        if isinstance(action, Pay | ChooseFirst):
            words = answer_words(happening.before, event.seat, action, public_faces(happening))
            told.append(_Told((Change(sided(f"{SIDES[event.seat]} {words}.")),)))
        elif isinstance(action, March) and happening.trail:
            told.append(_march(happening, event.seat, action))
        elif isinstance(action, Muster | CallMori):
            told.append(_muster(happening, event.seat, action))
    told += [_Told((Change(sided(text)),)) for text in refused_words(happening.before, event, happening.after)]
    return told + _overrun(happening)


def _march(happening: Happening[State], seat: Seat, action: March) -> _Told:
    way, count = happening.trail, len(action.blocks)
    claimed = NAMES[leader_claimed_at(happening.before, LOCATIONS[way[0]], action.blocks)]
    words = ", ".join(
        [
            way_words(LOCATIONS[way[0]], [LOCATIONS[stop] for stop in way[1:]]),
            *([_("claims a leader at {location}").format(location=claimed)] if action.claim else []),
            *([_("forced")] if action.forced is not None else []),
        ]
    )
    tag = side_tag(seat, str(count)), STYLES[seat]
    marks = ((way[0], LEFT), (way[-1], CAME))
    change = Change([tag, (f" {words}", "plain")], spots=(way[-1],), trail=way, marks=marks)
    names: Line = [tag, (f" {NAMES[way[0]]} → {NAMES[way[-1]]}", "plain")]
    codes: Line = [tag, (f"{ON_MAP[way[0]].code}→{ON_MAP[way[-1]].code}", "plain")]
    end, enemy, state = LOCATIONS[way[-1]], other(seat), happening.after
    attacks = bool(state.pools[enemy][end]) or state.holder[end] == enemy
    return _Told((change,), "attack" if attacks else "move", [(change.line, names, codes)])


def _muster(happening: Happening[State], seat: Seat, action: Muster | CallMori) -> _Told:
    faces = public_faces(happening)
    if isinstance(action, Muster):
        at, count, words = action.location, len(action.blocks), mustered(action, faces)
    else:
        at, count, words = OSAKA, 1, called_mori(action, faces)
    tag = side_tag(seat, f"+{count}"), STYLES[seat]
    change = Change([tag, (f" {words}", "plain")], spots=(at,), marks=((at, CAME),))
    return _Told((change,), "move", [_at(tag, at)])


def _at(tag: tuple[str, str], place: Location) -> Brief:
    """What happened at a place, in a few signs."""
    name: Line = [tag, (f" {NAMES[place]}", "plain")]
    return name, name, [tag, (ON_MAP[place].code, "plain")]


def _overrun(happening: Happening[State]) -> list[_Told]:
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
        change = Change(sided(next(texts)), spots=spots, marks=tuple([(spot, FOUGHT) for spot in spots]))
        tag = side_tag(side, f"-{len(dead)}"), STYLES[side]
        brief = [_at(tag, at)] if at is not None else []
        told.append(_Told((change,), "combat", brief))
    return told


def _combat(happenings: Happenings, seat: Seat | None) -> _Told:
    """A combat, as far as it has come in these events: who won, who lost what, who retreated where."""
    first, last = happenings[0].before, happenings[-1].after
    begun = next(combat_begun(each.before) or combat_begun(each.after) for each in reversed(happenings))
    assert begun is not None
    at = begun.location
    line = battle_summary(happenings, losses=False)
    over = len(line) > 1
    found = [Change(line, (at,), marks=((at, FOUGHT),))]
    found += [Change(told, (at,)) for told in challenge_lines(happenings)]
    for each in happenings:
        action = _action(each)
        challenge = isinstance(action, ProveLoyalty) or (isinstance(action, Challenge) and action.card is not None)
        goes_on = not over and seat is not None and not _is(each, seat)
        if goes_on and not challenge:
            found += [Change(line, (at,)) for line in each.lines if line[0][1] != "heading"]
        elif isinstance(action, Retreat):
            to = at if action.location is None else action.location
            trail = (at, to) if to in ADJACENT[at] else ()
            found += [Change(line, (to,), trail) for line in retreat_lines(each)]
    if not over:
        return _Told(tuple(found), "combat")
    lost: list[Line] = []
    for side in SEATS:
        words, count = lost_words(first, last, side), lost_between(first, last, side)
        if words:
            text = _("{side} loses {count} at {location}: {pieces}").format(
                side=SIDES[side], count=count, location=NAMES[at], pieces=words
            )
            found.append(Change(sided(text), (at,)))
            lost.append([(" ", "plain"), (side_tag(side, f"-{count}"), STYLES[side])])
    brief = [(f"{NAMES[at]}: ", "bold"), *line[1:2], *[piece for part in lost for piece in part]]
    return _Told(tuple(found), "combat", [(brief, brief, brief)])


def _control(first: State, last: State, seat: Seat | None) -> list[_Told]:
    """Castles and resource locations that have changed hands, those that the player has lost first."""
    places = [
        *[(place, last.holder[place]) for place in CASTLES if first.holder[place] != last.holder[place]],
        *[(place, last.owner[place]) for place in RESOURCES if first.owner[place] != last.owner[place]],
    ]
    told = []
    for (place, holder), text in zip(places, control_words(first, last), strict=True):
        gained = seat is None or holder == seat
        sign, style = GAINED if gained else LOST
        change = Change([(f"{sign} ", style), (text, style)], spots=(place,), marks=((place, (sign, style)),))
        name: Line = [(f"{sign} {NAMES[place]}", style)]
        brief = name, name, [(f"{sign}{ON_MAP[place].code}", style)]
        told.append((gained, _Told((change,), "control", [brief])))
    return [each for _gained, each in sorted(told, key=lambda pair: pair[0])]


def _is(happening: Happening[State], seat: Seat) -> bool:
    return isinstance(happening.event, Acted) and happening.event.seat == seat


def _action(happening: Happening[State]) -> object:
    return happening.event.action if isinstance(happening.event, Acted) else None
