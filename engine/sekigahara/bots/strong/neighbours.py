"""Plans that differ from one in a single move: left out, made with a guard left behind, or taken from another plan."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from engine.hidden import IllegalAction, Seat, View
from engine.sekigahara.board import CASTLE, LOCATIONS, RESOURCE, Location
from engine.sekigahara.bots.strong.plans import Plan, in_phase, world
from engine.sekigahara.bots.strong.search import World
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.pieces import MON_OF, PROTAGONIST
from engine.sekigahara.rules import Answer
from engine.sekigahara.state import State

MOST: Final = 4
"""Neighbours of a plan that are tried."""


def neighbours(view: View[State], others: Sequence[Plan], first: World, random: Random, plan: Plan) -> list[Plan]:
    """Some plans that differ in a move from `plan`, those with a guard first; new moves come from `others`.

    Each can be carried out in the world `first`.
    """
    found = list(dict.fromkeys(guarded(view, plan)))[: MOST // 2]
    rest = list(dict.fromkeys([*_without(plan), *_with(view, plan, others)]))
    random.shuffle(rest)
    chosen: list[Plan] = []
    for candidate in (*found, *rest):
        if len(chosen) == MOST:
            break
        if candidate != plan and candidate not in chosen and is_possible(view, candidate, first):
            chosen.append(candidate)
    return chosen


def _without(plan: Plan) -> Iterator[Plan]:
    for number, answer in enumerate(plan):
        if isinstance(answer, March | Muster):
            yield (*plan[:number], *plan[number + 1 :])


def guarded(view: View[State], plan: Plan) -> Iterator[Plan]:
    """A plan with the weakest block of a march left where nobody else would be, and something is to be kept.

    Where the protagonist would be alone, with the weakest two or the weakest left beside it (2.1).
    """
    state, seat, faces = view.state, view.seat, view.faces
    gone = {block for answer in plan if isinstance(answer, March) for block in answer.blocks}
    for number, answer in enumerate(plan):
        if not isinstance(answer, March) or len(answer.blocks) == 1:
            continue
        start = _place(state, seat, answer)
        if start is None:
            continue
        staying = [faces[block] for block in state.pools[seat][start] if block not in gone]
        alone = staying == [PROTAGONIST[seat]]
        if not alone and (staying or not (CASTLE[start] is not None or RESOURCE[start])):
            continue
        common = [block for block in answer.blocks if faces[block] != PROTAGONIST[seat]]
        common.sort(key=lambda block: (MON_OF[faces[block]], block))
        for guards in (2, 1) if alone else (1,):
            left = tuple([block for block in answer.blocks if block not in common[:guards]])
            if left:
                yield (*plan[:number], replace(answer, blocks=left), *plan[number + 1 :])


def _with(view: View[State], plan: Plan, others: Iterable[Plan]) -> Iterator[Plan]:
    """With a move more out of another plan, or in the place of the one that starts there."""
    state, seat = view.state, view.seat
    starts = {_start(state, seat, answer): number for number, answer in enumerate(plan) if _moves(answer)}
    end = next((number for number, answer in enumerate(plan) if isinstance(answer, EndMovement)), len(plan))
    for answer in dict.fromkeys([answer for other in others for answer in other if _moves(answer)]):
        number = starts.get(_start(state, seat, answer))
        if number is None:
            yield (*plan[:end], answer, *plan[end:])
        elif plan[number] != answer:
            yield (*plan[:number], answer, *plan[number + 1 :])


def _moves(answer: Answer) -> bool:
    return isinstance(answer, March | Muster)


def _start(state: State, seat: Seat, answer: Answer) -> Location | None:
    return _place(state, seat, answer) if isinstance(answer, March) else None


def _place(state: State, seat: Seat, march: March) -> Location | None:
    """Where the blocks of a march stand, None for what is still to come to the map."""
    pools = state.pools[seat]
    return next((place for place in LOCATIONS if march.blocks[0] in pools[place]), None)


def is_possible(view: View[State], plan: Plan, first: World) -> bool:
    """Whether a plan can be carried out in a world."""
    table = world(view.state, *first)
    try:
        for answer in plan:
            if not in_phase(table, view.seat):
                return False
            table.act(view.seat, answer)
    except IllegalAction:
        return False
    return True
