"""The canonical text of a position: one fact a line, the same for tests, golden files, digests and error messages.

A piece is written as its serial number. A face that both players see follows after `=`, one that only the reader's side
knows after `~`:

    stack tokugawa edo 214=block-tokugawa-3 215~block-tokugawa-1-gun 216

`position_text(state)` is the public position; given the private faces of one seat it is that seat's view, built from
a list of what a seat may see; given those of both it is the whole position of an open table. `read_position` reads
them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from engine.hidden import SEATS, Face, Piece, Pool, Seat
from engine.sekigahara.board import (
    CASTLES,
    HAND,
    MORI_BOX,
    PLACES,
    PLAYED,
    POOL_COUNT,
    POOL_KEYS,
    RECRUITMENT,
    RESOURCES,
    Place,
)
from engine.sekigahara.components import ROADS, SIDE_NAMES
from engine.sekigahara.pieces import FACE_KEYS
from engine.sekigahara.state import NOBODY, Combat, Group, Movement, State, Task

HEADING: Final = "sekigahara position 1"
TURN_NAMES: Final = "AB"

OWN_POOLS: Final = frozenset((*PLACES, HAND, PLAYED, RECRUITMENT, MORI_BOX))
"""The pools whose pieces their owner may look at. Decks and bags are secret from both players (3.3)."""


def _seat(seat: int) -> str:
    return "-" if seat == NOBODY else SIDE_NAMES[seat]


def _place(place: int) -> str:
    return "-" if place == NOBODY else POOL_KEYS[place]


def _flag(value: bool) -> str:
    return "yes" if value else "no"


def _places(bits: int) -> str:
    return " ".join([POOL_KEYS[place] for place in PLACES if bits >> place & 1])


def _numbers(values: Iterable[int]) -> str:
    return " ".join(map(str, values))


def position_text(state: State, private: Mapping[Piece, Face] | None = None, seats: Iterable[Seat] = ()) -> str:
    """The canonical text of `state`, ending in a newline.

    `private` holds faces that are not public; those of the pools that an owner may look at are written for `seats`.
    """
    lines = [
        HEADING,
        f"week {state.week} turn {TURN_NAMES[state.turn]} first {_seat(state.first)} active {_seat(state.active)}",
        f"next {state.next_piece}",
    ]
    for seat in SEATS:
        lines.append(
            f"castles {SIDE_NAMES[seat]} " + " ".join([POOL_KEYS[p] for p in CASTLES if state.holder[p] == seat])
        )
        lines.append(
            f"resources {SIDE_NAMES[seat]} " + " ".join([POOL_KEYS[p] for p in RESOURCES if state.owner[p] == seat])
        )
    lines.append("disks " + " ".join([POOL_KEYS[place] for place in state.disks]))
    shown = state.shown
    readers = set(seats)
    for seat in SEATS:
        side = SIDE_NAMES[seat]
        for pool, pieces in enumerate(state.pools[seat]):
            if not pieces:
                continue
            known = private if private is not None and seat in readers and pool in OWN_POOLS else None
            words = [f"{piece}={FACE_KEYS[shown[piece]]}" if piece in shown else str(piece) for piece in pieces]
            if known is not None:
                for place, piece in enumerate(pieces):
                    if piece in known and piece not in shown:
                        words[place] = f"{piece}~{FACE_KEYS[known[piece]]}"
            lines.append(f"stack {side} {POOL_KEYS[pool]} " + " ".join(words))
    if state.declared:
        lines.append("declared " + _places(state.declared))
    for seat, place, origin in sorted(state.arrivals):
        lines.append(f"arrival {SIDE_NAMES[seat]} {POOL_KEYS[place]} from {POOL_KEYS[origin]}")
    if state.owed != (0, 0):
        lines.append(f"owed {state.owed[0]} {state.owed[1]}")
    if state.movement is not None:
        lines.extend(_movement_lines(state.movement))
    if state.combat is not None:
        lines.extend(_combat_lines(state.combat))
    lines.extend(["task " + " ".join(map(str, task)) for task in state.agenda])
    if state.result is not None:
        lines.append(f"result {SIDE_NAMES[state.result[0]]} {state.result[1]}")
    lines.append("")
    return "\n".join(lines)


def _movement_lines(movement: Movement) -> list[str]:
    summary = (
        f"movement {movement.paid} moves {movement.stack_moves} mustered {_flag(movement.mustered)} "
        f"origin {_place(movement.origin)} led {_flag(movement.led)}"
    )
    roads = [road for road in range(movement.roads.bit_length()) if movement.roads >> road & 1]
    return [
        summary,
        "roads " + _numbers(roads),
        "moved " + _numbers(sorted(movement.moved)),
        "entered " + _places(movement.entered),
        "present " + _numbers(movement.present),
        *map(_group_line, movement.groups),
    ]


def _group_line(group: Group) -> str:
    return (
        f"group {POOL_KEYS[group.at]} steps {group.steps} highway {_flag(group.highway)} largest {group.largest} "
        f"forced {_flag(group.forced)} stopped {_flag(group.stopped)} blocks " + _numbers(group.blocks)
    )


def _combat_lines(combat: Combat) -> list[str]:
    summary = (
        f"combat {POOL_KEYS[combat.place]} attacker {_seat(combat.attacker)} holder {_seat(combat.holder)} "
        f"siege {_flag(combat.siege)} impact {combat.impact[0]} {combat.impact[1]} "
        f"ended {_flag(combat.ended[0])} {_flag(combat.ended[1])} "
        f"carded {_flag(combat.carded[0])} {_flag(combat.carded[1])}"
    )
    lines = [summary, *(f"deployed {block} for {_seat(side)}" for block, side in combat.deployed)]
    if combat.pending is not None:
        lines.append(f"pending {combat.pending[0]} blocks " + _numbers(combat.pending[1]))
    return lines


def view_text(state: State, seat: Seat, private: Mapping[Piece, Face]) -> str:
    """The position as `seat` may see it: the public facts and the faces of its own hand, stacks and recruitment box."""
    return position_text(state, private, (seat,))


class PositionError(ValueError):
    """A text that is not a position; the message names the line and what is wrong with it."""


_SEAT_NAMED: Final = {"-": NOBODY, **{name: number for number, name in enumerate(SIDE_NAMES)}}
_POOL_NAMED: Final = {key: Pool(number) for number, key in enumerate(POOL_KEYS)}
_FACE_NAMED: Final = {key: Face(number) for number, key in enumerate(FACE_KEYS)}
_YES: Final = {"yes": True, "no": False}


def read_position(text: str) -> tuple[State, dict[Piece, Face]]:
    """The state that a canonical text describes, and the private faces in it. Raises PositionError.

    The text must be the one canonical text of what it describes, but for the private faces, which may be there or not.
    """
    lines = text.split("\n")
    if lines[0] != HEADING or lines[-1] != "":
        raise PositionError(f"A position begins with the line {HEADING!r} and ends with a newline")
    state = State()
    state.holder = [NOBODY] * len(PLACES)
    state.disks = ()
    private: dict[Piece, Face] = {}
    for number, line in enumerate(lines[1:-1], start=2):
        try:
            _read_line(state, private, line)
        except (KeyError, ValueError, IndexError, AttributeError) as problem:
            raise PositionError(f"Line {number} of the position does not make sense: {line[:80]!r}") from problem
    seats = [seat for seat in SEATS if any(piece in private for pool in state.pools[seat] for piece in pool)]
    if position_text(state, private, seats) != text:
        raise PositionError("The position is not written canonically: lines missing, doubled or out of order")
    return state, private


def _read_line(state: State, private: dict[Piece, Face], line: str) -> None:
    name, *words = line.rstrip(" ").split(" ")
    reader = _LINE_READERS[name]
    reader(state, private, words)


def _read_week(state: State, private: dict[Piece, Face], words: list[str]) -> None:
    week, _, turn, _, first, _, active = words
    state.week, state.turn = int(week), TURN_NAMES.index(turn)
    state.first, state.active = _SEAT_NAMED[first], _SEAT_NAMED[active]


def _read_next(state: State, private: dict[Piece, Face], words: list[str]) -> None:
    [word] = words
    state.next_piece = int(word)


def _read_castles(state: State, private: dict[Piece, Face], words: list[str]) -> None:
    for key in words[1:]:
        state.holder[_POOL_NAMED[key]] = _SEAT_NAMED[words[0]]


def _read_resources(state: State, private: dict[Piece, Face], words: list[str]) -> None:
    for key in words[1:]:
        state.owner[_POOL_NAMED[key]] = _SEAT_NAMED[words[0]]


def _read_disks(state: State, private: dict[Piece, Face], words: list[str]) -> None:
    state.disks = tuple(_POOL_NAMED[key] for key in words)


def _read_stack(state: State, private: dict[Piece, Face], words: list[str]) -> None:
    seat, pool = _SEAT_NAMED[words[0]], _POOL_NAMED[words[1]]
    pieces = []
    for word in words[2:]:
        if "=" in word:
            serial, _, face = word.partition("=")
            state.shown[Piece(int(serial))] = _FACE_NAMED[face]
        elif "~" in word:
            serial, _, face = word.partition("~")
            private[Piece(int(serial))] = _FACE_NAMED[face]
        else:
            serial = word
        pieces.append(Piece(int(serial)))
    assert pool < POOL_COUNT
    state.pools[seat][pool] = tuple(pieces)


def _bits(words: list[str]) -> int:
    bits = 0
    for key in words:
        bits |= 1 << _POOL_NAMED[key]
    return bits


def _read_declared(state: State, private: dict[Piece, Face], words: list[str]) -> None:
    state.declared = _bits(words)


def _read_arrival(state: State, private: dict[Piece, Face], words: list[str]) -> None:
    side, place, _, origin = words
    state.arrivals |= {(Seat(_SEAT_NAMED[side]), _POOL_NAMED[place], _POOL_NAMED[origin])}


def _read_owed(state: State, private: dict[Piece, Face], words: list[str]) -> None:
    first, second = words
    state.owed = (int(first), int(second))


def _read_movement(state: State, private: dict[Piece, Face], words: list[str]) -> None:
    paid, _, moves, _, mustered, _, origin, _, led = words
    movement = Movement(paid, int(moves))
    movement.mustered = _YES[mustered]
    movement.origin = NOBODY if origin == "-" else _POOL_NAMED[origin]
    movement.led = _YES[led]
    state.movement = movement


def _movement(state: State) -> Movement:
    if state.movement is None:
        raise ValueError("a movement line comes first")
    return state.movement


def _read_roads(state: State, private: dict[Piece, Face], words: list[str]) -> None:
    # range() refuses what is no road's number, which could be too large to shift by.
    _movement(state).roads = sum(1 << range(len(ROADS))[int(road)] for road in words)


def _read_moved(state: State, private: dict[Piece, Face], words: list[str]) -> None:
    _movement(state).moved = frozenset(Piece(int(word)) for word in words)


def _read_entered(state: State, private: dict[Piece, Face], words: list[str]) -> None:
    _movement(state).entered = _bits(words)


def _read_present(state: State, private: dict[Piece, Face], words: list[str]) -> None:
    _movement(state).present = tuple(Piece(int(word)) for word in words)


def _read_group(state: State, private: dict[Piece, Face], words: list[str]) -> None:
    at, _, steps, _, highway, _, largest, _, forced, _, stopped, _, *blocks = words
    place: Place = _POOL_NAMED[at]
    group = Group(
        tuple(Piece(int(word)) for word in blocks),
        place,
        int(steps),
        _YES[highway],
        int(largest),
        _YES[forced],
        _YES[stopped],
    )
    _movement(state).groups += (group,)


def _read_combat(state: State, private: dict[Piece, Face], words: list[str]) -> None:
    place, _, attacker, _, holder, _, siege, _, *rest = words
    first, second, _, first_ended, second_ended, _, first_carded, second_carded = rest
    combat = Combat(_POOL_NAMED[place], Seat(_SEAT_NAMED[attacker]), _SEAT_NAMED[holder])
    combat.siege = _YES[siege]
    combat.impact = (int(first), int(second))
    combat.ended = (_YES[first_ended], _YES[second_ended])
    combat.carded = (_YES[first_carded], _YES[second_carded])
    state.combat = combat


def _combat(state: State) -> Combat:
    if state.combat is None:
        raise ValueError("a combat line comes first")
    return state.combat


def _read_deployed(state: State, private: dict[Piece, Face], words: list[str]) -> None:
    block, _, side = words
    _combat(state).deployed += ((Piece(int(block)), Seat(_SEAT_NAMED[side])),)


def _read_pending(state: State, private: dict[Piece, Face], words: list[str]) -> None:
    card, _, *blocks = words
    _combat(state).pending = (Piece(int(card)), tuple(Piece(int(word)) for word in blocks))


def _read_task(state: State, private: dict[Piece, Face], words: list[str]) -> None:
    task: Task = (words[0], *(int(word) for word in words[1:]))
    state.agenda.append(task)


def _read_result(state: State, private: dict[Piece, Face], words: list[str]) -> None:
    state.result = (Seat(_SEAT_NAMED[words[0]]), " ".join(words[1:]))


_LINE_READERS: Final = {
    "week": _read_week,
    "next": _read_next,
    "castles": _read_castles,
    "resources": _read_resources,
    "disks": _read_disks,
    "stack": _read_stack,
    "declared": _read_declared,
    "arrival": _read_arrival,
    "owed": _read_owed,
    "movement": _read_movement,
    "roads": _read_roads,
    "moved": _read_moved,
    "entered": _read_entered,
    "present": _read_present,
    "group": _read_group,
    "combat": _read_combat,
    "deployed": _read_deployed,
    "pending": _read_pending,
    "task": _read_task,
    "result": _read_result,
}
