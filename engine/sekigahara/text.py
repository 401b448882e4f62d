"""The canonical text of a position: one fact a line, the same for tests, golden files, digests and error messages.

A piece is written as its serial number. A face that both players see follows after `=`, one that only the reader's side
knows after `~`:

    stack tokugawa edo 214=block-tokugawa-3 215~block-tokugawa-1-gun 216

`position_text(state)` is the public position; given the private faces of one seat it is that seat's view, built from
a list of what a seat may see; given those of both it is the whole position of an open table. `read_position` reads
them all. Each kind of line has one `Line`, which writes it and reads it; records are written by their own forms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.forms import NUMBER, PIECE, Bits, Form, Formed, Forms, Many, read_fields, write, write_as
from engine.hidden import SEATS, Draw, Face, MalformedAction, Mix, Over, Piece, Seat
from engine.sekigahara.board import CASTLES, LOCATIONS, OWN_POOLS, RESOURCES, Location
from engine.sekigahara.chapters.chapter_2_victory import REASONS
from engine.sekigahara.forms import FACE, LOCATION, MAYBE_SEAT, POOL, POOLS, SEAT
from engine.sekigahara.state import Combat, Deployment, Group, Movement, StackMove, State

HEADING: Final = "sekigahara position 2"

_LOCATIONS: Final = Many(LOCATION)
_DECLARED: Final = Bits(LOCATION, len(LOCATIONS))
_DRAW: Final = Form("draw", owner=SEAT, source=POOL, target=POOL, count=NUMBER)
_MIX: Final = Form("mix", owner=SEAT, pools=POOLS)
_REASONS: Final[Forms[Any]] = Forms(REASONS, "a reason")


class PositionError(ValueError):
    """A text that is not a position; the message names the line and what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Line:
    """One kind of line, told by its first word: how it is written (as often as it is there) and how it is read."""

    name: str
    write: Callable[[Position], Iterable[str]]
    read: Callable[[Position, list[str]], None]


class Position:
    """What the lines of a text are about: a state, private faces, and the seats whose private faces are told."""

    def __init__(
        self, state: State, private: dict[Piece, Face], seats: frozenset[Seat], tasks: Forms[Any] | None
    ) -> None:
        self.state = state
        self.private = private
        self.seats = seats
        self.tasks = tasks


# -- the lines, in their order


def _write_time(position: Position) -> Iterable[str]:
    state = position.state
    first, active = MAYBE_SEAT.write(state.first), MAYBE_SEAT.write(state.active)
    yield f"week={NUMBER.write(state.week)} turn={NUMBER.write(state.turn)} first={first} active={active}"


def _read_time(position: Position, words: list[str]) -> None:
    state = position.state
    week, turn, first, active = _values(words, "week", "turn", "first", "active")
    state.week, state.turn = NUMBER.read(week), NUMBER.read(turn)
    state.first, state.active = MAYBE_SEAT.read(first), MAYBE_SEAT.read(active)


def _values(words: list[str], *labels: str) -> list[str]:
    """What follows the labels, which must come in this order."""
    pairs = [word.partition("=") for word in words]
    if tuple(label for label, _, _ in pairs) != labels:
        raise ValueError(f"the fields {', '.join(labels)} come here")
    return [value for _, _, value in pairs]


def _write_next(position: Position) -> Iterable[str]:
    yield PIECE.write(Piece(position.state.next_piece))


def _read_next(position: Position, words: list[str]) -> None:
    [word] = words
    position.state.next_piece = PIECE.read(word)


def _write_castles(position: Position) -> Iterable[str]:
    for seat in SEATS:
        held = tuple([place for place in CASTLES if position.state.holder[place] == seat])
        yield f"{SEAT.write(seat)} {_LOCATIONS.write(held)}"


def _read_castles(position: Position, words: list[str]) -> None:
    _read_control(position.state.holder, words)


def _write_resources(position: Position) -> Iterable[str]:
    for seat in SEATS:
        owned = tuple([place for place in RESOURCES if position.state.owner[place] == seat])
        yield f"{SEAT.write(seat)} {_LOCATIONS.write(owned)}"


def _read_resources(position: Position, words: list[str]) -> None:
    _read_control(position.state.owner, words)


def _read_control(control: list[Seat | None], words: list[str]) -> None:
    side, places = words
    for place in _LOCATIONS.read(places):
        control[place] = SEAT.read(side)


def _write_disks(position: Position) -> Iterable[str]:
    yield _LOCATIONS.write(position.state.disks)


def _read_disks(position: Position, words: list[str]) -> None:
    [places] = words
    position.state.disks = _LOCATIONS.read(places)


def _write_stacks(position: Position) -> Iterable[str]:
    shown = position.state.shown
    for seat in SEATS:
        for pool, pieces in enumerate(position.state.pools[seat]):
            if not pieces:
                continue
            known = position.private if seat in position.seats and pool in OWN_POOLS else {}
            words = []
            for piece in pieces:
                if piece in shown:
                    words.append(f"{piece}={FACE.write(shown[piece])}")
                elif piece in known:
                    words.append(f"{piece}~{FACE.write(known[piece])}")
                else:
                    words.append(str(piece))
            yield f"{SEAT.write(seat)} {POOL.write(pool)} " + " ".join(words)  # type: ignore[arg-type]


def _read_stack(position: Position, words: list[str]) -> None:
    seat, pool = SEAT.read(words[0]), POOL.read(words[1])
    pieces = []
    for word in words[2:]:
        sign = "=" if "=" in word else "~"
        serial, known, face = word.partition(sign)
        piece = PIECE.read(serial)
        if known:
            (position.state.shown if sign == "=" else position.private)[piece] = FACE.read(face)
        pieces.append(piece)
    position.state.pools[seat][pool] = tuple(pieces)


def _write_declared(position: Position) -> Iterable[str]:
    if position.state.declared:
        yield _DECLARED.write(position.state.declared)


def _read_declared(position: Position, words: list[str]) -> None:
    [places] = words
    position.state.declared = _DECLARED.read(places)


def _write_arrivals(position: Position) -> Iterable[str]:
    for seat, place, origin in sorted(position.state.arrivals):
        yield f"{SEAT.write(seat)} at={LOCATION.write(place)} from={LOCATION.write(origin)}"


def _read_arrival(position: Position, words: list[str]) -> None:
    place, origin = _values(words[1:], "at", "from")
    arrival: tuple[Seat, Location, Location] = (SEAT.read(words[0]), LOCATION.read(place), LOCATION.read(origin))
    position.state.arrivals |= {arrival}


def _write_owed(position: Position) -> Iterable[str]:
    if position.state.owed != (0, 0):
        yield " ".join([f"{SEAT.write(seat)}={position.state.owed[seat]}" for seat in SEATS])


def _read_owed(position: Position, words: list[str]) -> None:
    first, second = _values(words, *[SEAT.write(seat) for seat in SEATS])
    position.state.owed = (NUMBER.read(first), NUMBER.read(second))


def _write_movement(position: Position) -> Iterable[str]:
    if position.state.movement is not None:
        yield _fields(position.state.movement)


def _read_movement(position: Position, words: list[str]) -> None:
    position.state.movement = read_fields(Movement, words)


def _write_move(position: Position) -> Iterable[str]:
    movement = position.state.movement
    if movement is not None and movement.move is not None:
        yield _fields(movement.move)


def _read_move(position: Position, words: list[str]) -> None:
    movement = position.state.current_movement()
    position.state.movement = replace(movement, move=read_fields(StackMove, words))


def _write_groups(position: Position) -> Iterable[str]:
    movement = position.state.movement
    if movement is not None and movement.move is not None:
        for group in movement.move.groups:
            yield _fields(group)


def _read_group(position: Position, words: list[str]) -> None:
    movement = position.state.current_movement()
    assert movement.move is not None
    groups = (*movement.move.groups, read_fields(Group, words))
    position.state.movement = replace(movement, move=replace(movement.move, groups=groups))


def _write_combat(position: Position) -> Iterable[str]:
    if position.state.combat is not None:
        yield _fields(position.state.combat)


def _read_combat(position: Position, words: list[str]) -> None:
    position.state.combat = read_fields(Combat, words)


def _write_deployed(position: Position) -> Iterable[str]:
    if position.state.combat is not None:
        for block, seat in position.state.combat.deployed:
            yield f"{PIECE.write(block)} for={SEAT.write(seat)}"


def _read_deployed(position: Position, words: list[str]) -> None:
    combat = position.state.current_combat()
    block, seat = words[0], *_values(words[1:], "for")
    position.state.combat = replace(combat, deployed=(*combat.deployed, (PIECE.read(block), SEAT.read(seat))))


def _write_pending(position: Position) -> Iterable[str]:
    combat = position.state.combat
    if combat is not None and combat.pending is not None:
        yield _fields(combat.pending)


def _read_pending(position: Position, words: list[str]) -> None:
    combat = position.state.current_combat()
    position.state.combat = replace(combat, pending=read_fields(Deployment, words))


def _write_agenda(position: Position) -> Iterable[str]:
    for task in position.state.agenda:
        if isinstance(task, Draw):
            yield write_as(_DRAW, task)
        elif isinstance(task, Mix):
            yield write_as(_MIX, task)
        else:
            yield write(task)


def _read_task(position: Position, words: list[str]) -> None:
    name, *values = words
    if name == _DRAW.name:
        position.state.agenda.append(Draw(*_read_by_form(_DRAW, values)))
    elif name == _MIX.name:
        position.state.agenda.append(Mix(*_read_by_form(_MIX, values)))
    else:
        assert position.tasks is not None
        position.state.agenda.append(position.tasks.read(" ".join(words)))


def _write_result(position: Position) -> Iterable[str]:
    over = position.state.over
    if over is not None:
        yield f"{MAYBE_SEAT.write(over.winner)} {write(over.reason)}"


def _read_result(position: Position, words: list[str]) -> None:
    winner, *reason = words
    position.state.over = Over(MAYBE_SEAT.read(winner), _REASONS.read(" ".join(reason)))


def _fields(record: Formed) -> str:
    """A record without its name, which is that of the line."""
    return write(record).partition(" ")[2]


def _read_by_form(form: Form, words: list[str]) -> list[Any]:
    values = _values(words, *form.codecs)
    return [codec.read(value) for codec, value in zip(form.codecs.values(), values, strict=True)]


LINES: Final[tuple[Line, ...]] = (
    Line("time", _write_time, _read_time),
    Line("next", _write_next, _read_next),
    Line("castles", _write_castles, _read_castles),
    Line("resources", _write_resources, _read_resources),
    Line("disks", _write_disks, _read_disks),
    Line("stack", _write_stacks, _read_stack),
    Line("declared", _write_declared, _read_declared),
    Line("arrival", _write_arrivals, _read_arrival),
    Line("owed", _write_owed, _read_owed),
    Line("movement", _write_movement, _read_movement),
    Line("move", _write_move, _read_move),
    Line("group", _write_groups, _read_group),
    Line("combat", _write_combat, _read_combat),
    Line("deployed", _write_deployed, _read_deployed),
    Line("pending", _write_pending, _read_pending),
    Line("task", _write_agenda, _read_task),
    Line("result", _write_result, _read_result),
)
"""Every kind of line, in the order in which they stand."""

_LINE_NAMED: Final = {line.name: line for line in LINES}


def position_text(state: State, private: Mapping[Piece, Face] | None = None, seats: Iterable[Seat] = ()) -> str:
    """The canonical text of `state`, ending in a newline.

    `private` holds faces that are not public; those of the pools that an owner may look at are written for `seats`.
    """
    position = Position(state, dict(private or {}), frozenset(seats), None)
    lines = [HEADING]
    for line in LINES:
        lines += [f"{line.name} {words}" for words in line.write(position)]
    lines.append("")
    return "\n".join(lines)


def view_text(state: State, seat: Seat, private: Mapping[Piece, Face]) -> str:
    """The position as `seat` may see it: the public facts and the faces of its own hand, stacks and recruitment box."""
    return position_text(state, private, (seat,))


def read_position(text: str, tasks: Forms[Any]) -> tuple[State, dict[Piece, Face]]:
    """The state that a canonical text describes, and the private faces in it. Raises PositionError.

    The text must be the one canonical text of what it describes, but for the private faces, which may be there or not.
    `tasks` knows the game's questions and steps.
    """
    lines = text.split("\n")
    if lines[0] != HEADING or lines[-1] != "":
        raise PositionError(f"A position begins with the line {HEADING!r} and ends with a newline")
    state = State()
    state.holder = [None] * len(LOCATIONS)
    state.disks = ()
    position = Position(state, {}, frozenset(), tasks)
    for number, line in enumerate(lines[1:-1], start=2):
        name, *words = line.split(" ")
        try:
            _LINE_NAMED[name].read(position, words)
        except (KeyError, ValueError, IndexError, TypeError, AssertionError, MalformedAction) as problem:
            raise PositionError(f"Line {number} of the position does not make sense: {line[:80]!r}") from problem
    seats = [seat for seat in SEATS if any(piece in position.private for pool in state.pools[seat] for piece in pool)]
    if position_text(state, position.private, seats) != text:
        raise PositionError("The position is not written canonically: lines missing, doubled or out of order")
    return state, position.private
