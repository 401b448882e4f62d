"""The canonical text of a position: one fact a line, the same for tests, golden files, digests and error messages.

A piece is written as its number. A face that both players see follows after `:`, one that the reader alone knows after
`~`:

    pool owner=red at=hand pieces=61~samurai-2,62~ship-1,63

Each kind of line is one entry of `LINES`: a record with its codecs, how it is got from a state, and how it is put into
one. The same entry writes and reads. `position_text(state)` is the public position; given the faces of a view, which
holds no others, it is what one seat sees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, TypeAlias, TypeVar

from engine.forms import NUMBER, PIECE, Codec, Form, Formed, Forms, Many, Named, read_fields, write
from engine.hidden import SEATS, Draw, Face, MalformedAction, Mix, Piece, Pool, Seat, View
from engine.rules import Task
from engine.samurai.board import PLACES, Place
from engine.samurai.chapters.chapter_7_scoring import FinalCount, final_over
from engine.samurai.components import FACE_KEYS, Figure
from engine.samurai.forms import COUNTS, FIGURES, PLACE, POOL, POOLS, SEAT
from engine.samurai.state import Counts, State

HEADING: Final = "samurai position 1"


class PositionError(ValueError):
    """A text that is not a position; the message names the line and what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A piece in a pool, with its face if the reader knows it; `public` if everybody does."""

    piece: Piece
    face: Face | None = None
    public: bool = False


class LyingCodec(Codec[Lying]):
    """`61`, `61:ship-1` or `61~ship-1`. Only ever written as text."""

    _face = Named("a face", FACE_KEYS)

    def pack(self, value: Lying) -> object:
        """See `Codec.pack`."""
        raise NotImplementedError("positions are not sent")

    def unpack(self, plain: object) -> Lying:
        """See `Codec.unpack`."""
        raise NotImplementedError("positions are not sent")

    def write(self, value: Lying) -> str:
        """See `Codec.write`."""
        number = PIECE.write(value.piece)
        if value.face is None:
            return number
        return f"{number}{':' if value.public else '~'}{self._face.write(value.face)}"

    def read(self, word: str) -> Lying:
        """See `Codec.read`."""
        for mark in ":~":
            number, found, face = word.partition(mark)
            if found:
                return Lying(PIECE.read(number), self._face.read(face), mark == ":")
        return Lying(PIECE.read(word))


@dataclass(frozen=True, slots=True)
class Next:
    """The next number that a piece will get."""

    piece: int
    form: ClassVar[Form] = Form("next", piece=NUMBER)


@dataclass(frozen=True, slots=True)
class Supply:
    """The figures of each kind that are still to be placed."""

    figures: Counts
    form: ClassVar[Form] = Form("supply", figures=COUNTS)


@dataclass(frozen=True, slots=True)
class Standing:
    """The figures on one settlement."""

    at: Place
    figures: tuple[Figure, ...]
    form: ClassVar[Form] = Form("standing", at=PLACE, figures=FIGURES)


@dataclass(frozen=True, slots=True)
class Captured:
    """The figures of each kind that one seat has captured."""

    seat: Seat
    figures: Counts
    form: ClassVar[Form] = Form("captured", seat=SEAT, figures=COUNTS)


@dataclass(frozen=True, slots=True)
class Aside:
    """The figures of each kind that have been set aside."""

    figures: Counts
    form: ClassVar[Form] = Form("aside", figures=COUNTS)


@dataclass(frozen=True, slots=True)
class InPool:
    """The pieces of one pool in their order."""

    owner: Seat
    at: Pool
    pieces: tuple[Lying, ...]
    form: ClassVar[Form] = Form("pool", owner=SEAT, at=POOL, pieces=Many(LyingCodec()))


@dataclass(frozen=True, slots=True)
class DrawTask:
    """`engine.hidden.Draw` on the agenda."""

    owner: Seat
    source: Pool
    target: Pool
    count: int
    form: ClassVar[Form] = Form("draw", owner=SEAT, source=POOL, target=POOL, count=NUMBER)


@dataclass(frozen=True, slots=True)
class MixTask:
    """`engine.hidden.Mix` on the agenda."""

    owner: Seat
    pools: tuple[Pool, ...]
    form: ClassVar[Form] = Form("mix", owner=SEAT, pools=POOLS)


_TABLE_TASKS: Final[Forms[Any]] = Forms([DrawTask, MixTask], "task")
_TABLE_TASK_NAMES: Final = (DrawTask.form.name, MixTask.form.name)


def _written(task: Task) -> Formed:
    """A task as a record with a form: those of the table have none of their own."""
    if isinstance(task, Draw):
        return DrawTask(task.owner, task.source, task.target, task.count)
    if isinstance(task, Mix):
        return MixTask(task.owner, task.pools)
    return task


def _read_task(line: str, tasks: Forms[Any]) -> Task:
    """The task that a line describes, one of the table's or of the game's `tasks`."""
    if line.split(" ", maxsplit=1)[0] not in _TABLE_TASK_NAMES:
        task: Task = tasks.read(line)
        return task
    record = _TABLE_TASKS.read(line)
    if isinstance(record, DrawTask):
        return Draw(record.owner, record.source, record.target, record.count)
    return Mix(record.owner, record.pools)


@dataclass(frozen=True, slots=True)
class Position:
    """A state, and the faces that are not public but known to the reader."""

    state: State
    private: dict[Piece, Face]


Record = TypeVar("Record")


@dataclass(frozen=True, slots=True)
class Line(Generic[Record]):
    """One kind of line: the record it holds, the records of a position in order, and how one is put into a position."""

    record: type[Record]
    take: Callable[[Position], Iterable[Record]]
    put: Callable[[Position, Record], None]


def _take_pools(position: Position) -> Iterable[InPool]:
    shown, private = position.state.shown, position.private
    for seat in SEATS:
        for pool, pieces in enumerate(position.state.pools[seat]):
            if pieces:
                lying = [Lying(piece, shown.get(piece, private.get(piece)), piece in shown) for piece in pieces]
                yield InPool(seat, Pool(pool), tuple(lying))


def _put_pool(position: Position, line: InPool) -> None:
    position.state.pools[line.owner][line.at] = tuple([lying.piece for lying in line.pieces])
    for lying in line.pieces:
        if lying.face is not None:
            (position.state.shown if lying.public else position.private)[lying.piece] = lying.face


def _take_standing(position: Position) -> Iterable[Standing]:
    figures = position.state.figures
    return [Standing(place, figures[place]) for place in PLACES if place in figures]


def _put_standing(position: Position, line: Standing) -> None:
    position.state.set_figures(line.at, line.figures)


def _put_next(position: Position, line: Next) -> None:
    position.state.next_piece = line.piece


def _put_supply(position: Position, line: Supply) -> None:
    position.state.supply = line.figures


def _put_captured(position: Position, line: Captured) -> None:
    position.state.captured[line.seat] = line.figures


def _put_aside(position: Position, line: Aside) -> None:
    position.state.aside = line.figures


def _take_over(position: Position) -> Iterable[FinalCount]:
    over = position.state.over
    return () if over is None else (over.reason,)


def _put_over(position: Position, line: FinalCount) -> None:
    position.state.over = final_over(line)


LINES: Final[tuple[Line[Any], ...]] = (
    Line(Next, lambda position: (Next(position.state.next_piece),), _put_next),
    Line(Supply, lambda position: (Supply(position.state.supply),), _put_supply),
    Line(Standing, _take_standing, _put_standing),
    Line(
        Captured,
        lambda position: [Captured(seat, position.state.captured[seat]) for seat in SEATS],
        _put_captured,
    ),
    Line(Aside, lambda position: (Aside(position.state.aside),), _put_aside),
    Line(InPool, _take_pools, _put_pool),
    Line(FinalCount, _take_over, _put_over),
)
"""The lines of a position in their order, after the heading. The lines of the agenda come last, each after `task`."""

TASK: Final = "task "

Faces: TypeAlias = Mapping[Piece, Face]


def position_text(state: State, faces: Faces | None = None) -> str:
    """The canonical text of `state`, ending in a newline. Of `faces`, those that are not public are the reader's."""
    position = Position(state, dict(faces or {}))
    lines = [HEADING]
    for line in LINES:
        lines += [write(record) for record in line.take(position)]
    lines += [TASK + write(_written(task)) for task in state.agenda]
    return "\n".join([*lines, ""])


def view_text(view: View[State]) -> str:
    """The position as the view's seat sees it."""
    return position_text(view.state, view.faces)


_LINE_NAMED: Final[dict[str, Line[Any]]] = {line.record.form.name: line for line in LINES}


def read_position(text: str, tasks: Forms[Any]) -> tuple[State, dict[Piece, Face]]:
    """The state that a canonical text describes, and the faces in it that are not public. Raises PositionError.

    The text must be the one canonical text of what it describes. `tasks` knows the game's questions and steps.
    """
    lines = text.split("\n")
    if lines[0] != HEADING or lines[-1]:
        raise PositionError(f"A position begins with the line {HEADING!r} and ends with a newline")
    position = Position(State(), {})
    for number, line in enumerate(lines[1:-1], start=2):
        try:
            _read_line(position, line, tasks)
        except (ValueError, MalformedAction) as problem:
            raise PositionError(f"Line {number} of the position does not make sense: {problem}") from problem
    if position_text(position.state, position.private) != text:
        raise PositionError("The position is not written canonically: lines missing, doubled or out of order")
    return position.state, position.private


def _read_line(position: Position, line: str, tasks: Forms[Any]) -> None:
    if line.startswith(TASK):
        position.state.agenda.append(_read_task(line.removeprefix(TASK), tasks))
        return
    name, *words = line.split(" ")
    if name not in _LINE_NAMED:
        raise ValueError(f"there is no line called {name[:40]!r}")
    kind = _LINE_NAMED[name]
    kind.put(position, read_fields(kind.record, words))
