"""Chapter 7: the movement phase, but for musters (`muster`) and overruns (`overrun`)."""

from __future__ import annotations

from typing import Final

from engine.hidden import IllegalAction, Seat, other
from engine.sekigahara.actions import EndMovement, March, Pay
from engine.sekigahara.board import CAPITAL, CASTLE, HAND, HIGHWAY, NAMES, RESOURCE, ROAD_BETWEEN, Place
from engine.sekigahara.components import TOKUGAWA
from engine.sekigahara.overrun import overrun_victim
from engine.sekigahara.procedure import (
    Shown,
    card_in_hand,
    discard,
    face_of,
    performs,
    require_in,
)
from engine.sekigahara.state import EVERY_STACK, Group, Movement, Pieces, State

PRICE: Final = {"none": None, "minimal": 0, "limited": 1, "total": 2}
"""Cards discarded for each degree of movement; None: any number, to be replaced (7.1)."""

STACK_MOVES: Final = {"none": 0, "minimal": 1, "limited": 3, "total": EVERY_STACK}


@performs("pay", Pay)
def pay(state: State, seat: Seat, action: Pay, shown: Shown) -> None:
    """Buy movement, or replace cards instead of moving (7.1, R9)."""
    if action.movement not in PRICE:
        raise IllegalAction("7.1", f"Movement is one of {', '.join(PRICE)}, got {action.movement!r}")
    price = PRICE[action.movement]
    if price is not None and len(action.cards) != price:
        raise IllegalAction("7.1", f"{action.movement.title()} movement costs {price} cards, got {len(action.cards)}")
    require_in(state, seat, action.cards, HAND, "7.1", "a card in the hand")
    for card in action.cards:
        face_of(state, shown, card)
    state.agenda.pop()
    discard(state, seat, action.cards, shown)
    state.movement = Movement(action.movement, STACK_MOVES[action.movement])
    state.push(("move", seat))
    if price is None:
        state.push(("cards", seat, len(action.cards)))


def size_penalty(size: int) -> int:
    """How much slower a group of `size` blocks is (7.3.5): one for every four blocks beyond the first four."""
    return (size - 1) // 4


def natural_leadership(state: State, seat: Seat, origin: Place) -> bool:
    """Leadership that needs no claim: an own-colour castle under control, or an own capital (7.3.4, R13)."""
    if CAPITAL[origin] == seat:
        return True
    return CASTLE[origin] == seat and state.holder[origin] == seat


def allowance(led: bool, highway: bool, forced: bool, largest: int) -> int:
    """How many locations a block may march in all (7.3.3, 7.3.6, R11); 0 or less: it may not move."""
    return 1 + highway + led + forced - size_penalty(largest)


class _Course:
    """What a legal march comes to, worked out before anything is changed."""

    __slots__ = ("continues", "group", "led", "new_move", "roads", "start")

    def __init__(self, start: Place, continues: Group | None, new_move: bool, led: bool, roads: int) -> None:
        self.start = start
        self.continues = continues
        self.new_move = new_move
        self.led = led
        self.roads = roads
        self.group: Group


def _course(state: State, seat: Seat, action: March) -> _Course:
    """Check a march against chapter 7 and say what it comes to. Raises IllegalAction."""
    movement = state.current_movement()
    blocks = action.blocks
    if not blocks or not action.stops:
        raise IllegalAction("7.3.1", "A march needs at least one block and one location to go to")
    continues = _group_of(movement, blocks)
    if continues is not None:
        start = continues.at
        if continues.stopped:
            raise IllegalAction("7.3.2", f"These blocks met enemy units at {NAMES[start]} and had to stop there")
        if continues.forced and len(blocks) != len(continues.blocks):
            raise IllegalAction("R12", "Blocks in a forced march begin, travel and finish together")
        new_move = False
    else:
        start = _origin_of(state, seat, blocks)
        new_move = start != movement.origin
        if movement.paid == "none":
            raise IllegalAction("7.1", "No movement was bought, so nothing moves this turn")
        if new_move and movement.stack_moves < 1:
            raise IllegalAction("7.1", f"All stack moves that {movement.paid} movement allows have been made")
        if any(block in movement.moved for block in blocks):
            raise IllegalAction("7.3.1", "A block moves only once a turn, and not in the turn in which it arrived")
    if len(set(blocks)) != len(blocks):
        raise IllegalAction("7.3.1", "A block is named twice")
    if state.besieged(seat, start):
        raise IllegalAction("8.9.6", f"Besieged blocks may not leave {NAMES[start]}")
    led = natural_leadership(state, seat, start) if new_move else movement.led
    course = _Course(start, continues, new_move, led, _roads(state, seat, start, action.stops))
    course.group = _marched(course, action)
    return course


def _group_of(movement: Movement, blocks: Pieces) -> Group | None:
    """The group of the move in progress that all `blocks` belong to, None if none of them has marched in it."""
    for group in movement.groups:
        if blocks[0] in group.blocks:
            if any(block not in group.blocks for block in blocks):
                raise IllegalAction("7.3.1", "Blocks that march on must have come together; none may be picked up")
            return group
    return None


def _origin_of(state: State, seat: Seat, blocks: Pieces) -> Place:
    """Where `blocks` stand. Raises IllegalAction unless they stand together at one location."""
    stacks = state.pools[seat]
    for number in range(len(NAMES)):
        if blocks[0] in stacks[number]:
            place = Place(number)
            require_in(state, seat, blocks, place, "7.3.1", f"at {NAMES[place]}, where the march begins")
            return place
    raise IllegalAction("7.3.1", f"Piece {blocks[0]} is not a block on the map")


def _roads(state: State, seat: Seat, start: Place, stops: tuple[Place, ...]) -> int:
    """The roads of a march as bits, after checking that it may use them (7.3.1, 7.3.2)."""
    movement = state.current_movement()
    roads = 0
    here = start
    for there in stops:
        road = ROAD_BETWEEN.get((here, there))
        if road is None:
            raise IllegalAction("7.3.1", f"No road joins {NAMES[here]} and {NAMES[there]}")
        bit = 1 << road
        if (movement.roads | roads) & bit:
            raise IllegalAction(
                "7.3.1", f"The road from {NAMES[here]} to {NAMES[there]} has been used already this movement phase"
            )
        if roads and state.has_units(other(seat), here):
            raise IllegalAction("7.3.2", f"There are enemy units at {NAMES[here]}: the march must stop there")
        roads |= bit
        here = there
    return roads


def _marched(course: _Course, action: March) -> Group:
    """The group as it will be after the march, within its allowance and with its claim (7.3.3, R11 to R13)."""
    before = course.continues
    steps = len(action.stops) + (before.steps if before else 0)
    highway = (before is None or before.highway) and _all_highway(course.start, action.stops)
    largest = before.largest if before else len(action.blocks)
    forced = action.forced is not None
    if before is not None and before.forced:
        if forced:
            raise IllegalAction("7.3.3", "These blocks are in a forced march already; only one may be in effect")
        forced = True
    reach = allowance(course.led, highway, forced, largest)
    if action.claim:
        if course.led:
            raise IllegalAction("R13", "This move has leadership already and needs no claim")
        if steps <= reach:
            raise IllegalAction("R13", "A leader is claimed only when the march needs it")
        course.led = True
        reach += 1
    if steps > reach:
        raise IllegalAction(
            "7.3.3",
            f"{len(action.blocks)} blocks would march {steps} locations in all, at most {max(reach, 0)} "
            f"(highway {'yes' if highway else 'no'}, leadership {'yes' if course.led else 'no'}, "
            f"forced march {'yes' if forced else 'no'}, largest group {largest})",
        )
    return Group(action.blocks, action.stops[-1], steps, highway, largest, forced, stopped=False)


def _all_highway(start: Place, stops: tuple[Place, ...]) -> bool:
    here = start
    for there in stops:
        if not HIGHWAY[ROAD_BETWEEN[here, there]]:
            return False
        here = there
    return True


def claims_leader(state: State, seat: Seat, action: March) -> Pieces:
    """The blocks among which the claim of `action` says that there is a leader: those at the origin (R13)."""
    movement = state.current_movement()
    if not action.blocks:
        return ()
    if _group_of(movement, action.blocks) is not None:
        return movement.present
    origin = _origin_of(state, seat, action.blocks)
    return movement.present if origin == movement.origin else state.pools[seat][origin]


@performs("move", March)
def march(state: State, seat: Seat, action: March, shown: Shown) -> None:
    """Blocks march along roads; overruns follow at the place left and the place entered (7.3, R10 to R16, R33)."""
    if action.forced is not None:
        card_in_hand(state, seat, action.forced, "7.3.3")
        face_of(state, shown, action.forced)
    course = _course(state, seat, action)
    movement = state.current_movement()
    if action.forced is not None:
        discard(state, seat, (action.forced,), shown)
    start, end = course.start, action.stops[-1]
    if course.new_move:
        movement.stack_moves -= movement.stack_moves != EVERY_STACK
        movement.origin = start
        movement.present = state.pools[seat][start]
        movement.groups = ()
    movement.led = course.led
    movement.roads |= course.roads
    movement.moved |= frozenset(action.blocks)
    movement.entered |= 1 << end
    state.transfer(seat, action.blocks, start, end)
    _take_control(state, seat, start, action.stops)
    before = action.stops[-2] if len(action.stops) > 1 else start
    state.arrivals |= {(seat, end, before)}
    _regroup(movement, course)
    # R33: the place left is looked at before the place entered. What happens there is a matter of numbers alone, so
    # whether the blocks may go on is known now.
    enemy = other(seat)
    group = course.group
    group.stopped = state.has_units(enemy, end) and not (
        overrun_victim(state, end) == enemy and (enemy == TOKUGAWA or end not in state.disks)
    )
    if state.pools[enemy][start] or state.pools[enemy][end]:
        state.push(("overrun", start), ("overrun", end), ("owed", seat))


def _take_control(state: State, seat: Seat, start: Place, stops: tuple[Place, ...]) -> None:
    """Control of what was left, passed through and entered (4.2, 4.3, R2, R3)."""
    state.settle(start)
    for place in stops[:-1]:
        if RESOURCE[place]:
            state.owner[place] = seat
    state.settle(stops[-1])


def _regroup(movement: Movement, course: _Course) -> None:
    """Put the marched group among the groups of the move, and leave behind what it shed."""
    groups = []
    for group in movement.groups:
        if group is course.continues:
            rest = tuple(block for block in group.blocks if block not in course.group.blocks)
            if rest:
                groups.append(group.of(rest))
        else:
            groups.append(group)
    groups.append(course.group)
    movement.groups = tuple(groups)


@performs("move", EndMovement)
def end_movement(state: State, seat: Seat, action: EndMovement, shown: Shown) -> None:
    """Blocks that came together are mixed, and the combat phase begins (6.4)."""
    state.agenda.pop()
    movement = state.current_movement()
    state.movement = None
    places = [place for place in range(len(NAMES)) if movement.entered >> place & 1]
    state.push(("hide", seat, *places))


def stack_of(state: State, seat: Seat, place: Place) -> Pieces:
    """The blocks of `seat` at `place` that may start a move (7.3.1, R16); none if they are besieged."""
    movement = state.current_movement()
    if state.besieged(seat, place):
        return ()
    blocks = state.pools[seat][place]
    moved = movement.moved
    if not moved or moved.isdisjoint(blocks):
        return blocks
    return tuple([block for block in blocks if block not in moved])
