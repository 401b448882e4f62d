"""Section 7.3 in words: marches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.hidden import Face, Piece, Seat, View, other
from engine.sekigahara.board import CASTLE, LOCATIONS, RESOURCE, Location
from engine.sekigahara.chapters.chapter_2_victory import score
from engine.sekigahara.chapters.chapter_4_control import has_units
from engine.sekigahara.chapters.chapter_7_3_distance import Distance, Leadership
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.components import MAP, TOKUGAWA
from engine.sekigahara.forecasts import overruns_of
from engine.sekigahara.state import Pieces, State
from tui.grammar import listed
from tui.language import N_, Said, _, plural
from tui.sekigahara.words.chapter_2_victory import points_words
from tui.sekigahara.words.chapter_4_control import taken_between
from tui.sekigahara.words.dangers import new_dangers
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import DISKS, blocks_named, pieces_words, side_of, way_words

_LEADERSHIP: Final = Said(
    {Leadership.CASTLE: N_("castle"), Leadership.CAPITAL: N_("capital"), Leadership.LEADER: N_("leader")}
)


def march_way(state: State, seat: Seat, answer: March) -> tuple[Location, ...]:
    """The way of a march, from where its blocks stand; empty if they stand nowhere."""
    origin = [place for place in LOCATIONS if answer.blocks and answer.blocks[0] in state.pools[seat][place]]
    return (origin[0], *answer.stops) if origin else ()


def leader_claimed_at(state: State, at: Location, blocks: Pieces) -> Location:
    """Where a march claims a leader: where the move of its `blocks`, now `at` a location, began (7.3.4, R13)."""
    move = None if state.movement is None else state.movement.move
    goes_on = move is not None and any(blocks[0] in group.blocks for group in move.groups)
    return move.origin if move is not None and goes_on else at


def _claimed_at(state: State, seat: Seat, answer: March) -> str:
    way = march_way(state, seat, answer)
    return NAMES[leader_claimed_at(state, way[0], answer.blocks)] if way else "?"


def blocks_words(state: State, seat: Seat, answer: March, faces: Mapping[Piece, Face]) -> str:
    """How many blocks march; of a part of a stack it is said which ones, if `faces` shows them all."""
    way = march_way(state, seat, answer)
    part = bool(way) and len(answer.blocks) < len(state.pools[seat][way[0]])
    return blocks_named(answer.blocks, faces, part=part)


def march_words(state: State, seat: Seat, answer: March, faces: Mapping[Piece, Face]) -> str:
    """A march in words (7.3, R12, R13), of as much as `faces` shows."""
    way, blocks = march_way(state, seat, answer), blocks_words(state, seat, answer, faces)
    words = _("marches {blocks} {way}").format(blocks=blocks, way=way_words(way[0], way[1:]) if way else "?")
    if answer.claim:
        words += _(", declaring a leader at {location}").format(location=_claimed_at(state, seat, answer))
    if answer.forced is not None:
        words += _(", a forced march paid with {pieces}").format(pieces=pieces_words((answer.forced,), faces))
    return words


def planned_words(before: View[State], answer: March, after: State, overrun: Sequence[str]) -> str:
    """A planned march, what it costs and comes to: `Mito → Edo, 2 blocks — free; you +1; battle with 3`.

    `overrun`: who has died by it (7.4), in sentences. What it exposes that would lose the game comes before the points.
    """
    state, seat = before.state, before.seat
    way = march_way(state, seat, answer)
    if not way:
        return march_words(state, seat, answer, before.faces)
    costs = []
    if answer.claim:
        claimed = NAMES[leader_claimed_at(state, way[0], answer.blocks)]
        costs.append(_("declares a leader at {location}").format(location=claimed))
    if answer.forced is not None:
        costs.append(_("1 card: {card}").format(card=pieces_words((answer.forced,), before.faces)))
    change = change_words(state, after, seat, way[-1])
    # Who is to show blocks first still stands there.
    lost = [at for at, victim in overruns_of(before, answer) if victim == seat and after.pools[seat][at]]
    fights = bool(after.pools[seat][way[-1]]) and way[-1] not in lost
    enemies = len(after.pools[other(seat)][way[-1]]) if fights else 0
    notes = [
        *(costs or [_("free")]),
        *new_dangers(before, after),
        *([change] if change else []),
        *[words.rstrip(".") for words in overrun],
        *[_overrun_at(at, way[-1]) for at in lost],
        *([_("battle with {count}").format(count=enemies)] if enemies else []),
    ]
    return told_march(way, blocks_words(state, seat, answer, before.faces), notes)


def _overrun_at(at: Location, end: Location) -> str:
    """That the mover's blocks at a location are overrun: where the march ends, or those left behind (7.4.1)."""
    if at == end:
        return _("you are overrun (7.4)")
    return _("you are overrun at {location} (7.4)").format(location=NAMES[at])


def told_march(way: Sequence[Location], blocks: str, notes: Sequence[str]) -> str:
    """The way of a march, how many go it, and what else there is to say."""
    return f"{way_words(way[0], way[1:])}, {blocks} — {'; '.join(notes)}"


def distance_words(distance: Distance) -> str:
    """The sum of 7.3.3, with a reason for each of its terms: `2 = 1 +1 castle +1 highway -1 size`."""
    terms = ["1"]
    if distance.leadership is not None:
        terms.append(f"+1 {_LEADERSHIP[distance.leadership]}")
    terms += [_("+1 highway")] if distance.highway else []
    terms += [_("+1 card")] if distance.forced else []
    terms += [_("-{penalty} size").format(penalty=distance.penalty)] if distance.penalty else []
    return " ".join(terms if len(terms) == 1 else [f"{distance.total} =", *terms])


def points_change_words(before: State, after: State, seat: Seat) -> str:
    """What becomes of both sides' points, the own first: `you +2, they -2`; nothing if nothing does."""
    own, theirs = [score(after, side) - score(before, side) for side in (seat, other(seat))]
    words = [_("you {points:+}").format(points=own)] if own else []
    words += [_("they {points:+}").format(points=theirs)] if theirs else []
    return ", ".join(words)


def battles_of(before: State, after: State, seat: Seat) -> list[Location]:
    """Where a step of a plan brings blocks of `seat` to stand with the enemy's, who are not overrun (7.4, 8.1)."""
    return [place for place in _entered(before, after, seat) if has_units(after, other(seat), place)]


def _entered(before: State, after: State, seat: Seat) -> list[Location]:
    return [place for place in LOCATIONS if len(after.pools[seat][place]) > len(before.pools[seat][place])]


def gain_words(before: State, after: State, seat: Seat, odds: Mapping[Location, str], last: State) -> str:
    """What comes of a step of a plan: the points, and whom it overruns or meets (2.2, 7.4, 8.1).

    `odds`: how the battles end, if that is known. `last` is what all steps lead to: where more follow it is no battle
    yet, and may be an overrun then.
    """
    change, enemy = change_words(before, after, seat), other(seat)
    overrun = [
        plural(len(before.pools[enemy][place]), "overruns {count} block", "overruns {count} blocks")
        for place in _entered(before, after, seat)
        if before.pools[enemy][place] and not after.pools[enemy][place]
    ]
    fights = [
        _met_words(after, seat, place)
        if len(last.pools[seat][place]) > len(after.pools[seat][place])
        else _battle_words(after, seat, place) + (f": {odds[place]}" if place in odds else "")
        for place in battles_of(before, after, seat)
    ]
    return "; ".join([*overrun, *([change] if change else []), *fights])


def _met_words(state: State, seat: Seat, place: Location) -> str:
    # Translators: {count} is how many blocks a step of a plan meets, where others of the own go too
    return _("meets {count} there, and more follow").format(count=_enemies_words(state, seat, place))


def _enemies_words(state: State, seat: Seat, place: Location) -> str:
    """How many blocks of the enemy stand there, and the disk if there is one."""
    blocks = len(state.pools[other(seat)][place])
    disk = MAP[place].disk if seat == TOKUGAWA and place in state.disks else None
    enemies = [
        *([str(blocks)] if blocks or disk is None else []),
        *([] if disk is None else [_("{person}'s disk").format(person=DISKS[disk])]),
    ]
    return listed(enemies)


def _battle_words(state: State, seat: Seat, place: Location) -> str:
    """`battle with 2 for Gifu (2 points)`: with whom, and for what if the place counts and is not the own yet (2.2)."""
    enemies = _enemies_words(state, seat, place)
    castle = CASTLE[place] is not None and state.holder[place] != seat
    if castle or (RESOURCE[place] and state.owner[place] != seat):
        # Translators: {count} is with how many blocks; {points} are what the place counts
        words = _("battle with {count} for {place} ({points})")
        return words.format(count=enemies, place=NAMES[place], points=points_words(place))
    return _("battle with {count}").format(count=enemies)


def change_words(before: State, after: State, seat: Seat, end: Location | None = None) -> str:
    """What becomes of both sides' points, the own first: `you +2, they -2`; nothing if nothing does.

    What changes hands elsewhere than at the `end` that was told is named: `you -1, they +2 (Gifu to Ishida)`.
    """
    points = points_change_words(before, after, seat)
    if not points:
        return ""
    elsewhere = [
        # Translators: a place that changes hands, and who gets it
        _("{place} to {side}").format(place=NAMES[each.place], side=side_of(each.after))
        for each in taken_between(before, after)
        if each.place != end
    ]
    return points + (f" ({', '.join(elsewhere)})" if elsewhere else "")
