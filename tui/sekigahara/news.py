"""What several events came to, one thing after another: marches, musters, combats, what changed hands, points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final

from engine.hidden import SEATS, Acted, BothActed, Seat, other
from engine.sekigahara.board import ADJACENT, CASTLES, DEAD, LOCATIONS, OSAKA, RESOURCES
from engine.sekigahara.chapters.chapter_2_victory import score
from engine.sekigahara.chapters.chapter_6_week import ChooseFirst
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, Pay
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_8_8_retreats import Retreat
from engine.sekigahara.chapters.chapter_8_9_sieges import combat_begun
from engine.sekigahara.chapters.chapter_9_3_mori import CallMori
from engine.sekigahara.components import SIDES as STYLES
from engine.sekigahara.state import State
from tui.boards import Cell, Spot
from tui.language import _
from tui.lines import Line
from tui.log import Change, Happening
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
from tui.sekigahara.words.chapter_8_6_loyalty import challenge_told
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


class Kind(Enum):
    """What something is to the player: what was taken from him or gained, where the enemy or he fought or moved.

    They stand in this order in a line.
    """

    TAKEN = auto()
    FOUGHT = auto()
    ATTACK = auto()
    """A march of the enemy to where the player stands."""
    MOVED = auto()
    OWN_FIGHT = auto()
    GAINED = auto()
    OWN_MOVE = auto()
    POINTS = auto()


@dataclass(frozen=True, slots=True)
class Brief:
    """The same for a line with others: in whole, such as a march with all its stops, and in short."""

    whole: Line
    short: Line


@dataclass(frozen=True, slots=True)
class Told:
    """Changes of one place, and theirs in a line with others: what kind they are, and how they are told there."""

    changes: tuple[Change, ...]
    kind: Kind | None = None
    brief: Sequence[Brief] = field(default=())


def changes(happenings: Happenings, seat: Seat | None = None) -> list[Change]:
    """Movement and combats as they came, then what changed hands, then points.

    What `seat` moved before anything else came is left out: that is no news to it.
    """
    return [change for told in told_since(happenings, seat) for change in told.changes]


def told_since(happenings: Happenings, seat: Seat | None) -> list[Told]:
    """See `changes`."""
    happenings = _since_moved(happenings, seat)
    if not happenings:
        return []
    told = [each for together in _combats_together(happenings) for each in _of(together, seat)]
    first, last = happenings[0].before, happenings[-1].after
    told += _control(first, last, seat)
    points = points_words(first, last)
    if points:
        told.append(Told((Change([(points, "bold")]),), Kind.POINTS, [_points(first, last, seat)]))
    return told


def _points(first: State, last: State, seat: Seat | None) -> Brief:
    """Both sides' points, the player's first, and in whole how they have changed."""
    own = SEATS[0] if seat is None else seat
    enemy = other(own)
    name = SIDES[own] if seat is None else _("you")
    whole = f"{name} {score(last, own)}{since_words(first, last, own)} : {score(last, enemy)}"
    whole += f"{since_words(first, last, enemy)} {SIDES[enemy]}"
    short = f"{name} {score(last, own)} : {score(last, enemy)} {SIDES[enemy]}"
    return Brief([(whole, "bold")], [(short, "bold")])


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


def _of(together: Happenings, seat: Seat | None) -> list[Told]:
    """What a combat, or any other single event, is told as."""
    happening = together[0]
    if fighting(happening):
        return [_combat(together, seat)]
    event, action = happening.event, _action(happening)
    if isinstance(event, BothActed):
        return [Told(tuple([Change(line) for line in happening.lines]))]
    told: list[Told] = []
    if isinstance(event, Acted):
        if isinstance(action, Pay | ChooseFirst):
            words = answer_words(happening.before, event.seat, action, public_faces(happening))
            told.append(Told((Change(sided(f"{SIDES[event.seat]} {words}.")),)))
        elif isinstance(action, March) and happening.trail:
            told.append(_march(happening, event.seat, action, seat))
        elif isinstance(action, Muster | CallMori):
            told.append(_muster(happening, event.seat, action, seat))
    told += [Told((Change(sided(text)),)) for text in refused_words(happening.before, event, happening.after)]
    return told + _overrun(happening, seat)


def _march(happening: Happening[State], seat: Seat, action: March, player: Seat | None) -> Told:
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
    end, enemy, state = LOCATIONS[way[-1]], other(seat), happening.after
    attacks = bool(state.pools[enemy][end]) or state.holder[end] == enemy
    kind = Kind.OWN_MOVE if seat == player else Kind.ATTACK if attacks else Kind.MOVED
    return Told((change,), kind, [Brief(change.line, names)])


def _muster(happening: Happening[State], seat: Seat, action: Muster | CallMori, player: Seat | None) -> Told:
    faces = public_faces(happening)
    if isinstance(action, Muster):
        at, count, words = action.location, len(action.blocks), mustered(action, faces)
    else:
        at, count, words = OSAKA, 1, called_mori(action, faces)
    tag = side_tag(seat, f"+{count}"), STYLES[seat]
    change = Change([tag, (f" {words}", "plain")], spots=(at,), marks=((at, CAME),))
    line: Line = [tag, (f" {NAMES[at]}", "plain")]
    return Told((change,), Kind.OWN_MOVE if seat == player else Kind.MOVED, [Brief(line, line)])


def _overrun(happening: Happening[State], seat: Seat | None) -> list[Told]:
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
        brief = []
        if at is not None:
            words = _("{place}: overrun, {losses}").format(place=NAMES[at], losses=_losses(side, len(dead), seat))
            line: Line = [(words, _style(side, seat))]
            brief = [Brief(line, line)]
        own_fight = seat is not None and side != seat
        told.append(Told((change,), Kind.OWN_FIGHT if own_fight else Kind.FOUGHT, brief))
    return told


def _combat(happenings: Happenings, seat: Seat | None) -> Told:
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
        goes_on = not over and seat is not None and not _is(each, seat)
        if goes_on and not challenge_told(each.before, each.event):
            found += [Change(line, (at,)) for line in each.lines if line[0][1] != "heading"]
        elif isinstance(action, Retreat):
            to = at if action.location is None else action.location
            trail = (at, to) if to in ADJACENT[at] else ()
            found += [Change(line, (to,), trail) for line in retreat_lines(each)]
    if not over:
        return Told(tuple(found))
    lost: list[str] = []
    for side in SEATS:
        words, count = lost_words(first, last, side), lost_between(first, last, side)
        if words:
            text = _("{side} loses {count} at {location}: {pieces}").format(
                side=SIDES[side], count=count, location=NAMES[at], pieces=words
            )
            found.append(Change(sided(text), (at,)))
            # What it cost the player stands first, and is told however little room there is.
            lost.insert(0 if side == seat else len(lost), _losses(side, count, seat))
    where = _("Siege of {location}").format(location=NAMES[at]) if begun.siege else NAMES[at]
    result: Line = [(f"{where}: ", "bold"), *line[1:2]]
    wordings = [[*result, *[(f", {words}", "plain") for words in told]] for told in (lost, lost[:1])]
    kind = Kind.OWN_FIGHT if begun.attacker == seat else Kind.FOUGHT
    return Told(tuple(found), kind, [Brief(wordings[0], wordings[1])])


def _losses(side: Seat, count: int, seat: Seat | None) -> str:
    words = _("you lose {count}") if side == seat else _("{side} loses {count}")
    return words.format(side=SIDES[side], count=count)


def _style(side: Seat, seat: Seat | None) -> str:
    """How it looks that a side has lost something."""
    return "bad" if side == seat else "plain"


def _control(first: State, last: State, seat: Seat | None) -> list[Told]:
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
        told.append((gained, Told((change,), Kind.GAINED if gained else Kind.TAKEN, [Brief(name, name)])))
    return [each for _gained, each in sorted(told, key=lambda pair: pair[0])]


def _is(happening: Happening[State], seat: Seat) -> bool:
    return isinstance(happening.event, Acted) and happening.event.seat == seat


def _action(happening: Happening[State]) -> object:
    return happening.event.action if isinstance(happening.event, Acted) else None
