"""Section 7.3: stacks march along roads (R10 to R16, R33, R34)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.hidden import Claim, IllegalAction, Seat, View, other
from engine.rules import DecisionRule, Rule, Shown
from engine.sekigahara.board import HAND, HIGHWAY, LOCATION_KEYS, LOCATIONS, ROAD_BETWEEN, Location
from engine.sekigahara.chapters.chapter_3_pieces import card_in_hand, discard, face_of, require_in
from engine.sekigahara.chapters.chapter_4_control import besieged, has_units, pass_through, update_control
from engine.sekigahara.chapters.chapter_7_1_movement import MovementDue
from engine.sekigahara.chapters.chapter_7_3_distance import Distance, Leadership, allowance, leadership_at, too_far
from engine.sekigahara.chapters.chapter_7_3_routes import March, Marches
from engine.sekigahara.chapters.chapter_7_4_overruns import CheckOverrun, DrawOwed, overrun_victim
from engine.sekigahara.choices import one_of_each
from engine.sekigahara.components import TOKUGAWA
from engine.sekigahara.forms import Degree
from engine.sekigahara.pieces import LEADERS
from engine.sekigahara.state import EVERY_STACK, Group, Movement, Pieces, StackMove, State


class Course:
    """What a legal march comes to: where it starts, the group it continues, the move and the group afterwards."""

    __slots__ = ("continues", "group", "led", "new_move", "roads", "start")

    def __init__(
        self, start: Location, continues: Group | None, new_move: bool, led: bool, roads: int, group: Group
    ) -> None:
        self.start = start
        self.continues = continues
        self.new_move = new_move
        self.led = led
        self.roads = roads
        self.group = group


def course_of(state: State, seat: Seat, march: March) -> Course:
    """Check a march against chapter 7 and say what it comes to. Raises IllegalAction.

    Branches of a move may meet where they will (R32); a second move from one location is a move of its own (R38).
    """
    movement = state.current_movement()
    move = movement.move
    blocks = march.blocks
    if not blocks or not march.stops:
        raise IllegalAction("7.3.1", "A march needs at least one block and one location to go to")
    continues = _group_of(move, blocks)
    if continues is not None:
        start = continues.at
        _check_going_on(continues, blocks)
        new_move = False
    else:
        start = _origin_of(state, seat, blocks)
        new_move = move is None or start != move.origin
        _check_start(movement, blocks, new_move)
    if len(blocks) > 1 and len(set(blocks)) != len(blocks):
        raise IllegalAction("7.3.1", "A block is named twice")
    if besieged(state, seat, start):
        raise IllegalAction("8.9.6", "Besieged blocks may not leave {location}", location=LOCATION_KEYS[start])
    natural = leadership_at(state, seat, start if new_move or move is None else move.origin)
    led = natural is not None if new_move or move is None else move.led
    roads, highway, last = _way(state, seat, start, march.stops)
    group, led = _marched(march, continues, led, natural, highway, last)
    return Course(start, continues, new_move, led, roads, group)


def _group_of(move: StackMove | None, blocks: Pieces) -> Group | None:
    """The group of the move in progress that all `blocks` belong to, None if none of them has marched in it."""
    for group in move.groups if move is not None else ():
        if blocks[0] in group.blocks:
            if any(block not in group.blocks for block in blocks):
                raise IllegalAction("7.3.1", "Blocks that march on must have come together; none may be picked up")
            return group
    return None


def _check_going_on(group: Group, blocks: Pieces) -> None:
    if group.stopped:
        raise IllegalAction(
            "7.3.2",
            "These blocks met enemy units at {location} and had to stop there",
            location=LOCATION_KEYS[group.at],
        )
    if group.forced and len(blocks) != len(group.blocks):
        raise IllegalAction("R12", "Blocks in a forced march begin, travel and finish together")


def _check_start(movement: Movement, blocks: Pieces, new_move: bool) -> None:
    if movement.degree is Degree.NONE:
        raise IllegalAction("7.1", "No movement was bought, so nothing moves this turn")
    if new_move and movement.stack_moves < 1:
        raise IllegalAction(
            "7.1", "All stack moves that {degree} movement allows have been made", degree=movement.degree.value
        )
    if not movement.moved.isdisjoint(blocks):
        raise IllegalAction("7.3.1", "A block moves only once a turn, and not in the turn in which it arrived")


def _origin_of(state: State, seat: Seat, blocks: Pieces) -> Location:
    """Where `blocks` stand. Raises IllegalAction unless they stand together at one location."""
    stacks = state.pools[seat]
    first = blocks[0]
    for location in LOCATIONS:
        if first in stacks[location]:
            require_in(state, seat, blocks, location, "7.3.1")
            return location
    raise IllegalAction("7.3.1", "Piece {piece} is not a block on the map", piece=first)


def _way(state: State, seat: Seat, start: Location, stops: tuple[Location, ...]) -> tuple[int, bool, Location]:
    """The roads of a march as bits, whether all are highway, and the location before the last (7.3.1, 7.3.2)."""
    used = state.current_movement().roads
    roads = 0
    highway = True
    before = here = start
    for there in stops:
        road = ROAD_BETWEEN.get((here, there))
        if road is None:
            raise IllegalAction(
                "7.3.1",
                "No road joins {origin} and {location}",
                origin=LOCATION_KEYS[here],
                location=LOCATION_KEYS[there],
            )
        bit = 1 << road
        if (used | roads) & bit:
            raise IllegalAction(
                "7.3.1",
                "The road from {origin} to {location} has been used already this movement phase",
                origin=LOCATION_KEYS[here],
                location=LOCATION_KEYS[there],
            )
        if roads and has_units(state, other(seat), here):
            raise IllegalAction(
                "7.3.2",
                "There are enemy units at {location}: the march must stop there",
                location=LOCATION_KEYS[here],
            )
        roads |= bit
        highway = highway and HIGHWAY[road]
        before, here = here, there
    return roads, highway, before


def _marched(
    march: March, before: Group | None, led: bool, natural: Leadership | None, highway: bool, last: Location
) -> tuple[Group, bool]:
    """The group after the march and whether the move has leadership, within its allowance (7.3.3, R11 to R13).

    `natural` is what gives the move leadership without a claim.
    """
    steps, largest, forced = len(march.stops), len(march.blocks), march.forced is not None
    if before is not None:
        steps += before.steps
        largest = before.largest
        highway = highway and before.highway
        if before.forced:
            if forced:
                raise IllegalAction("7.3.3", "These blocks are in a forced march already; only one may be in effect")
            forced = True
    reach = allowance(led, highway, forced, largest)
    if march.claim:
        if led:
            raise IllegalAction("R13", "This move has leadership already, so no leader is declared")
        if steps <= reach:
            raise IllegalAction("R13", "A leader is declared only when the march needs it")
        led = True
        reach += 1
    if steps > reach:
        leadership = (natural or Leadership.LEADER) if led else None
        raise too_far(steps, Distance(leadership, highway, forced, largest))
    return Group(march.stops[-1], last, steps, highway, largest, forced, False, march.blocks), led


class MarchAlongRoads(DecisionRule[State, MovementDue, March, Course]):
    """Blocks march along roads; overruns follow at the location left and the one entered (7.3, R10 to R16, R33)."""

    question = MovementDue
    answer = March

    def options(self, view: View[State], question: MovementDue) -> Sequence[March]:
        """See `Marches`."""
        if view.state.current_movement().degree is Degree.NONE:
            return ()
        return Marches(view, one_of_each(view.state.pools[view.seat][HAND], view.faces))

    def to_show(self, state: State, question: MovementDue, answer: March) -> Pieces:
        """The card discarded for a forced march."""
        return () if answer.forced is None else (answer.forced,)

    def claims(self, state: State, question: MovementDue, answer: March) -> tuple[Claim, ...]:
        """The one claim of the game: a leader is among the blocks at the origin (7.3.4, R13)."""
        if not answer.claim or not answer.blocks:
            return ()
        move = state.current_movement().move
        if move is not None and _group_of(move, answer.blocks) is not None:
            present = move.present
        else:
            origin = _origin_of(state, question.seat, answer.blocks)
            begun = move is not None and move.origin == origin
            present = move.present if begun and move is not None else state.pools[question.seat][origin]
        return (Claim(question.seat, present, LEADERS[question.seat], "R13"),)

    def check(self, state: State, question: MovementDue, answer: March, shown: Shown) -> Course:
        """See `DecisionRule.check`."""
        if answer.forced is not None:
            card_in_hand(state, question.seat, answer.forced, "7.3.3")
            face_of(state, shown, answer.forced)
        return course_of(state, question.seat, answer)

    def perform(self, state: State, question: MovementDue, answer: March, shown: Shown, found: Course) -> None:
        """See `DecisionRule.perform`."""
        seat = question.seat
        enemy = other(seat)
        start, end = found.start, found.group.at
        state.push(question)
        if answer.forced is not None:
            discard(state, seat, (answer.forced,))
        present = state.pools[seat][start]
        state.transfer(seat, answer.blocks, start, end)
        update_control(state, start)
        for location in answer.stops[:-1]:
            pass_through(state, seat, location)
        update_control(state, end)
        # R33: the location left is looked at before the one entered. What happens there is a matter of numbers alone,
        # so whether the blocks may go on is known now.
        group = found.group
        if has_units(state, enemy, end) and not (
            overrun_victim(state, end) == enemy and (enemy == TOKUGAWA or end not in state.disks)
        ):
            group = replace(group, stopped=True)
        state.movement = _moved(state.current_movement(), found, group, present)
        _remember_arrival(state, seat, found, group)
        if state.pools[enemy][start] or state.pools[enemy][end]:
            state.push(CheckOverrun(start), CheckOverrun(end), DrawOwed(seat))


def _moved(movement: Movement, course: Course, group: Group, present: Pieces) -> Movement:
    """The movement phase after a march of `group`; `present` stood at its start before it."""
    stack_moves = movement.stack_moves
    move = movement.move
    if course.new_move or move is None:
        stack_moves -= stack_moves != EVERY_STACK
        move = StackMove(course.start, course.led, present, (group,))
    else:
        groups = []
        for known in move.groups:
            if known is not course.continues:
                groups.append(known)
            elif len(known.blocks) > len(group.blocks):
                rest = tuple([block for block in known.blocks if block not in group.blocks])
                groups.append(replace(known, blocks=rest))
        move = StackMove(move.origin, course.led, move.present, (*groups, group))
    return Movement(
        movement.degree,
        stack_moves,
        movement.mustered,
        movement.roads | course.roads,
        movement.moved | frozenset(group.blocks),
        move,
    )


def _remember_arrival(state: State, seat: Seat, course: Course, group: Group) -> None:
    """Blocks have entered where they stopped, and only there: what they have left again was passed through (R34)."""
    arrivals = state.arrivals | {(seat, group.at, group.came_from)}
    before = course.continues
    if before is not None and len(before.blocks) == len(group.blocks):
        arrivals -= {(seat, before.at, before.came_from)}
    state.arrivals = arrivals


RULES: Final[tuple[Rule, ...]] = (MarchAlongRoads(),)
