"""Points that a movement phase leaves lying, which a march could still take for nothing, or open, without a guard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.hidden import IllegalAction, Piece, Seat, View, other
from engine.sekigahara.board import CASTLE, LOCATIONS, RESOURCE, Location
from engine.sekigahara.bots.strong.neighbours import guarded, is_possible
from engine.sekigahara.bots.strong.plans import Plan, Table, in_phase, world
from engine.sekigahara.bots.strong.search import World
from engine.sekigahara.chapters.chapter_2_victory import score
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, MovementDue, Pay
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.exposure import exposure_of, points_held
from engine.sekigahara.forecasts import points_after, reachable
from engine.sekigahara.pieces import IS_LEADER, MON_OF, PROTAGONIST
from engine.sekigahara.rules import Answer
from engine.sekigahara.state import State

MOST: Final = 3
"""So many marches are added to a plan at most."""


@dataclass(frozen=True, slots=True)
class Free:
    """A march that costs neither card nor claim and meets nobody, and takes so many points more than it gives up.

    `taken` is what it takes, at its end or in passing, the last of it.
    """

    points: int
    origin: Location
    march: March
    taken: Location


def walked(view: View[State], plan: Plan, known: World) -> Table:
    """How things stand in a world when a plan of a movement phase has been carried out, as far as it can be.

    The phase has not ended yet.
    """
    table = world(view.state, *known)
    for answer in plan:
        if isinstance(answer, EndMovement) or table.asked(view.seat) is None:
            break
        try:
            table.act(view.seat, answer)
        except IllegalAction:
            break
    return table


def free_points(view: View[State]) -> list[Free]:
    """What marches could take for nothing, the most points first, each place once.

    Either a whole stack marches, or of those there the one that is missed least. Of as many points those come first
    that most blocks could take, as where the end of the phase is asked about.
    """
    state, seat, faces = view.state, view.seat, view.faces
    before = score(state, seat)

    def missed(block: Piece) -> tuple[bool, bool, int, int]:
        face = faces[block]
        return face == PROTAGONIST[seat], IS_LEADER[face], MON_OF[face], block

    found = []
    for origin in LOCATIONS:
        stack = tuple(sorted(state.pools[seat][origin], key=missed))
        for size in dict.fromkeys([1, len(stack)] if stack else []):
            for end, ways in reachable(view, stack[:size]).items():
                way = ways[0]
                quiet = not state.pools[other(seat)][end] and not way.meets and way.overruns is None
                if quiet and not way.forced and not way.claim:
                    march = March(stack[:size], way.path.stops, claim=False, forced=None)
                    points = points_after(view, march)[seat] - before
                    if points > 0:
                        found.append(Free(points, origin, march, _taken(state, seat, march)))
    best: dict[Location, Free] = {}
    stacks: dict[tuple[int, Location, Location], list[Free]] = {}
    for free in found:
        stacks.setdefault((free.points, free.origin, free.march.stops[-1]), []).append(free)
    for (_points, _origin, end), marches in sorted(
        stacks.items(), key=lambda each: (each[0][0], len(each[1][-1].march.blocks), *each[0][1:]), reverse=True
    ):
        best.setdefault(end, marches[0])
    return list(best.values())


def _taken(state: State, seat: Seat, march: March) -> Location:
    """What a march takes that was not the seat's before, the last of it."""
    counts = [stop for stop in march.stops if CASTLE[stop] is not None or RESOURCE[stop]]
    return next((stop for stop in reversed(counts) if not points_held(state, seat, stop)), march.stops[-1])


def left_by(view: View[State], plan: Plan, known: World) -> list[Free]:
    """What could still be taken for nothing when a plan of a movement phase ends."""
    table = walked(view, plan, known)
    return free_points(table.view(view.seat)) if isinstance(table.asked(view.seat), MovementDue) else []


def completed(view: View[State], plan: Plan, known: World) -> Plan:
    """The plan with such marches before its end, as many as there can be; with an end if nobody else is to act."""
    if plan and not any(isinstance(answer, EndMovement) for answer in plan):
        still = isinstance(walked(view, plan, known).asked(view.seat), MovementDue)
        plan = (*plan, EndMovement()) if still else plan
    ends = next((number for number, answer in enumerate(plan) if isinstance(answer, EndMovement)), None)
    for number in range(MOST):
        left = left_by(view, plan, known) if ends is not None else []
        if ends is None or not left:
            break
        plan = (*plan[: ends + number], left[0].march, *plan[ends + number :])
    return plan


def missed_by(view: View[State], plan: Plan, known: World) -> list[Free]:
    """What a march could take for nothing before a plan of a movement phase, and is not the seat's after it."""
    begun = walked(view, _payment(plan), known)
    if not isinstance(begun.asked(view.seat), MovementDue):
        return []
    before, after = begun.view(view.seat), walked(view, plan, known).state
    return [free for free in free_points(before) if not points_held(after, view.seat, free.taken)]


def taking(view: View[State], plan: Plan, known: World) -> list[Plan]:
    """The plan with such a march first, and without what cannot be done after it; for the marches that take most."""
    found = []
    for free in missed_by(view, plan, known)[:MOST]:
        table = walked(view, _payment(plan), known)
        done: list[Answer] = [*_payment(plan)]
        for answer in (free.march, *plan[len(done) :]):
            if not in_phase(table, view.seat):
                break
            try:
                table.act(view.seat, answer)
            except IllegalAction:
                continue
            done.append(answer)
        ends = isinstance(table.asked(view.seat), MovementDue)
        found.append((*done, EndMovement()) if ends else tuple(done))
    return found


def _payment(plan: Plan) -> Plan:
    """What a plan begins with if it is still to be paid."""
    return plan[:1] if isinstance(plan[0], Pay) else ()


def guarding(view: View[State], plan: Plan, known: World) -> Plan:
    """The plan with guards left behind where it would leave points open to the enemy, as far as it can still be done.

    The weakest block of a march stays where nobody else would.
    """
    for _ in range(MOST):
        others = [each for each in guarded(view, plan) if is_possible(view, each, known)]
        left = {each: _open(view, each, known) for each in (plan, *others)}
        best = min(left, key=left.__getitem__)  # of as many the first, which is the plan as it is
        if best == plan:
            break
        plan = best
    return plan


def _open(view: View[State], plan: Plan, known: World) -> int:
    """The points that stand open to the enemy when a plan has been carried out."""
    return exposure_of(walked(view, plan, known).state, view.seat).points
