"""How likely an enemy who is to move ends the game by an attack: on the protagonist, or on Hideyori at Osaka (2.1).

Bots hardly ever hunt, so that trials alone do not tell; persons do. What can march there by the rules is set, with the
cards that are left for it, against what it takes to kill all who guard.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import Final, NamedTuple

from engine.hidden import Face, Piece, Seat, other
from engine.sekigahara.board import HAND, LOCATIONS, LONGEST_MARCH, OSAKA, PATHS, Location, Path
from engine.sekigahara.bots.seasoned import SEASONED_WEIGHTS
from engine.sekigahara.bots.steady.assessment import DISTANCE
from engine.sekigahara.bots.steady.impact import fitting_cards, own_impact
from engine.sekigahara.chapters.chapter_4_control import besieged, occupied
from engine.sekigahara.chapters.chapter_7_1_movement import PaymentDue
from engine.sekigahara.chapters.chapter_7_3_distance import most_blocks, natural_leadership
from engine.sekigahara.chapters.chapter_7_4_overruns import overrun_side
from engine.sekigahara.chapters.chapter_8_1_declaring import mori_who_join
from engine.sekigahara.chapters.chapter_8_7_losses import IMPACT_PER_LOSS
from engine.sekigahara.chapters.chapter_8_8_retreats import CASTLE_LIMIT
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.pieces import IS_LEADER, MON_OF, PROTAGONIST
from engine.sekigahara.state import Pieces, State

SOUGHT: Final = 0.8
"""How likely an enemy who could end the game is taken to try it, and to know where."""

PREPARED: Final = 4.0
"""Impact that a hunter brings beyond a hand dealt by chance: it keeps what fits, and comes when it has it."""

DOUBT: Final = 2.5
"""Impact by which it is uncertain whether enough comes together: challenges, and what a guard may do beside."""

MOST: Final = 3
"""Stacks that an attack comes from, at most: what one card pays for (7.1)."""


_PATHS_BETWEEN: Final[dict[tuple[Location, Location], list[list[Path]]]] = {}
"""The paths from one location to another, by their length."""

for _start in LOCATIONS:
    for _length, _paths in enumerate(PATHS[_start]):
        for _path in _paths if _length else ():
            _between = _PATHS_BETWEEN.setdefault((_start, _path.end), [[] for _ in range(LONGEST_MARCH + 1)])
            _between[_length].append(_path)


class _Part(NamedTuple):
    """The largest part of a stack that can march to a place, with the roads it takes, and whether by a card (7.3.6)."""

    blocks: Pieces
    roads: int
    forced: bool


def peril(state: State, faces: Mapping[Piece, Face], seat: Seat) -> float:
    """The chance that the enemy of `seat`, whose turn it is, kills the protagonist of `seat` in it, or takes Hideyori.

    `faces` holds those of all pieces that lie anywhere.
    """
    leader, mine = PROTAGONIST[seat], state.pools[seat]
    places = [place for place in LOCATIONS if mine[place] and leader in [faces[block] for block in mine[place]]]
    if seat == ISHIDA and OSAKA in state.disks:
        places.append(OSAKA)
    return SOUGHT * max([_ended_at(state, faces, seat, place) for place in dict.fromkeys(places)], default=0.0)


def outlook(state: State, faces: Mapping[Piece, Face], tokugawa: float) -> float:
    """The chance that Tokugawa wins, which is `tokugawa` if the turn at hand does not end the game."""
    if state.active is None:
        return tokugawa
    hunted = other(state.active)
    survival = 1 - peril(state, faces, hunted)
    return survival * tokugawa if hunted == TOKUGAWA else 1 - survival * (1 - tokugawa)


def _ended_at(state: State, faces: Mapping[Piece, Face], seat: Seat, place: Location) -> float:
    enemy = other(seat)
    hunters = state.pools[enemy]
    there = hunters[place]
    if state.declared >> place & 1 and (state.combat is None or state.combat.location != place):
        # What there is to fight there this turn has been fought.
        return 0.0
    marching = any(isinstance(asked, PaymentDue) for asked in state.agenda)
    parts = _parts(state, faces, enemy, place) if marching else []
    if not there and not parts:
        return 0.0
    attacks = [(there, 0)] if there else []
    if parts:
        attacks.append(((*there, *parts[0].blocks), int(parts[0].forced)))
    if len(parts) > 1 and hunters[HAND]:
        joint = _together(parts)
        spent = sum([part.forced for part in joint]) + 1
        if len(joint) > 1 and spent <= len(hunters[HAND]):
            attacks.append(((*there, *[block for part in joint for block in part.blocks]), spent))
    return max([_killed(state, faces, seat, place, attack, spent) for attack, spent in attacks])


def _together(parts: list[_Part]) -> list[_Part]:
    """Parts that can march in one turn: no road serves two (7.3.2)."""
    used = 0
    joint: list[_Part] = []
    for part in parts:
        if len(joint) < MOST and not part.roads & used:
            joint.append(part)
            used |= part.roads
    return joint


def _parts(state: State, faces: Mapping[Piece, Face], enemy: Seat, place: Location) -> list[_Part]:
    """What can march to `place` from each stack of the enemy, the largest first."""
    pools = state.pools[enemy]
    blocked = occupied(state, other(enemy))
    cards = bool(pools[HAND])
    found: list[_Part] = []
    for start in LOCATIONS:
        if start == place or DISTANCE[start][place] > LONGEST_MARCH:
            continue
        blocks = pools[start]
        if not blocks or besieged(state, enemy, start):
            continue
        led = natural_leadership(state, enemy, start) or any(IS_LEADER[faces[block]] for block in blocks)
        best: tuple[int, bool, Path] | None = None
        for length in range(DISTANCE[start][place], LONGEST_MARCH + 1):
            for path in _PATHS_BETWEEN[start, place][length]:
                if path.inside & blocked:
                    continue
                for forced in (False, True) if cards else (False,):
                    size = min(most_blocks(led, path.highway, forced, length), len(blocks))
                    if size > 0 and (best is None or size > best[0]):
                        best = (size, forced, path)
        if best is not None:
            strongest = sorted(blocks, key=lambda block: (-MON_OF[faces[block]] - IS_LEADER[faces[block]], block))
            found.append(_Part(tuple(strongest[: best[0]]), best[2].roads, best[1]))
    return sorted(found, key=lambda part: -len(part.blocks))


def _killed(
    state: State, faces: Mapping[Piece, Face], seat: Seat, place: Location, attack: Pieces, spent: int
) -> float:
    """The chance that `attack`, for which so many cards have been `spent`, leaves nobody at `place`."""
    enemy = other(seat)
    guards = (*state.pools[seat][place], *mori_who_join(state, place, enemy))
    holds = state.holder[place] == seat
    tokugawa, ishida = (guards, attack) if seat == TOKUGAWA else (attack, guards)
    if overrun_side(len(tokugawa), len(ishida), state.holder[place]) == seat:
        return 1.0
    disk = place in state.disks and not any(faces[block] == PROTAGONIST[seat] for block in guards)
    siege = holds and len(guards) <= CASTLE_LIMIT
    if disk and not siege:
        # After a battle Hideyori is still there.
        return 0.0
    hand = sorted([faces[card] for card in state.pools[enemy][HAND]])
    useful = fitting_cards([faces[block] for block in attack], hand)
    impact = _impact(state, faces, enemy, attack, useful[: max(len(hand) - spent, 0)], siege=siege)
    if siege:
        needed = IMPACT_PER_LOSS * (len(guards) + disk)
    else:
        answered = _impact(state, faces, seat, guards, [faces[card] for card in state.pools[seat][HAND]])
        # The loser loses one more (8.7.1).
        needed = min(max(IMPACT_PER_LOSS * (len(guards) - 1), answered + 1), IMPACT_PER_LOSS * len(guards))
    return 1 / (1 + exp((needed - impact - PREPARED) / DOUBT))


def _impact(
    state: State, faces: Mapping[Piece, Face], seat: Seat, blocks: Pieces, cards: Sequence[Face], *, siege: bool = False
) -> int:
    """What `blocks` can bring with `cards`, together with what they have brought if the combat is going on."""
    combat = state.combat
    brought, carded = 0, False
    if combat is not None and blocks and blocks[0] in state.pools[seat][combat.location]:
        deployed = {block for block, _ in combat.deployed}
        blocks = tuple([block for block in blocks if block not in deployed])
        brought, carded = combat.impact[seat], combat.carded[seat]
        if combat.ended[seat]:
            return brought
    own = tuple([faces[block] for block in blocks])
    return brought + own_impact(own, tuple(cards), SEASONED_WEIGHTS[seat], siege=siege, all_in=True, carded=carded)
