"""The steps that every choice is made of: pick one of several options, or mark some of several pieces.

A step ends in the next step or in an action. A dialogue is the stack of steps on the way there, so that the last step
can be taken back; it never takes an action itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from engine.hidden import Face, Piece, Seat
from engine.sekigahara.actions import Action
from engine.sekigahara.board import Place
from engine.sekigahara.legal import refusal
from engine.sekigahara.state import Pieces, State


@dataclass(frozen=True, slots=True)
class Asked:
    """A decision of `kind` that `seat` owes in `state`; `faces` are those that the seat sees."""

    state: State
    seat: Seat
    faces: Mapping[Piece, Face]
    kind: str


@dataclass(frozen=True, slots=True)
class Option:
    """Something to pick, and what follows from it; asking what follows changes nothing.

    `place` can be picked on the map instead; `path` is shown there while the option is pointed at, and so is `scene`,
    a location that many options share.
    """

    text: str
    then: Callable[[], Step | Action]
    place: Place | None = None
    path: tuple[Place, ...] = ()
    scene: Place | None = None


@dataclass(frozen=True, slots=True)
class Pick:
    """Pick exactly one option. `note` explains;"""

    title: str
    options: Sequence[Option]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Marks:
    """Mark pieces, then confirm. `items` are the pieces with their words; `marked` those marked to begin with.

    `problem` says what is still wrong with a set of marked pieces, None if they may be confirmed; `verb` words the
    confirmation for them.
    """

    title: str
    items: Sequence[tuple[Piece, str]]
    problem: Callable[[Pieces], str | None]
    verb: Callable[[Pieces], str]
    then: Callable[[Pieces], Step | Action]
    marked: Pieces = ()
    note: str = ""
    place: Place | None = None


Step: TypeAlias = Pick | Marks


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the list that the player sees. `mark`: marked or not, None for what cannot be marked.

    `ready`: choosing it does something now. `confirms`: it is the line that confirms the marks.
    """

    text: str
    mark: bool | None
    ready: bool = True
    confirms: bool = False
    place: Place | None = None
    path: tuple[Place, ...] = ()


@dataclass(slots=True)
class Dialogue:
    """The way to an action: the steps taken so far, the last one still open."""

    first: Step
    _steps: list[Step] = field(init=False)
    _marked: list[list[Piece]] = field(init=False)

    def __post_init__(self) -> None:
        self._steps = []
        self._marked = []
        self._open(self.first)

    @property
    def step(self) -> Step:
        """The open step."""
        return self._steps[-1]

    @property
    def depth(self) -> int:
        """How many steps have been taken."""
        return len(self._steps) - 1

    @property
    def marked(self) -> Pieces:
        """What is marked in the open step, in the order of its items."""
        step = self.step
        if isinstance(step, Pick):
            return ()
        return tuple(piece for piece, _ in step.items if piece in self._marked[-1])

    def rows(self) -> list[Row]:
        """The lines to show."""
        step = self.step
        if isinstance(step, Pick):
            return [
                Row(option.text, None, place=option.scene if option.place is None else option.place, path=option.path)
                for option in step.options
            ]
        rows = [Row(text, piece in self._marked[-1]) for piece, text in step.items]
        problem = step.problem(self.marked)
        text = step.verb(self.marked) if problem is None else problem
        return [*rows, Row(text, None, ready=problem is None, confirms=True, place=step.place)]

    def places(self) -> frozenset[Place]:
        """The locations that can be picked on the map in the open step."""
        step = self.step
        if isinstance(step, Marks):
            return frozenset()
        return frozenset(option.place for option in step.options if option.place is not None)

    def rows_of(self, place: Place) -> list[int]:
        """The lines that belong to a location."""
        step = self.step
        if isinstance(step, Marks):
            return []
        return [number for number, option in enumerate(step.options) if option.place == place]

    def decides(self, number: int) -> bool:
        """Whether choosing a line is the last step, after which there is no way back."""
        step = self.step
        return isinstance(step, Pick) and not isinstance(step.options[number].then(), Pick | Marks)

    def mark_all(self) -> bool:
        """Mark everything that can be marked, or nothing if all of it is marked. False if nothing can be."""
        step = self.step
        if isinstance(step, Pick):
            return False
        everything = [piece for piece, _ in step.items]
        self._marked[-1] = [] if len(self._marked[-1]) == len(everything) else everything
        return True

    def press(self, number: int) -> Action | None:
        """Choose a line: pick it, mark or unmark it, or confirm. The action, once the last step is done."""
        step = self.step
        if isinstance(step, Pick):
            return self._follow(step.options[number].then())
        if number >= len(step.items):
            return self.confirm()
        piece = step.items[number][0]
        marked = self._marked[-1]
        if piece in marked:
            marked.remove(piece)
        else:
            marked.append(piece)
        return None

    def confirm(self) -> Action | None:
        """Confirm the marks. Nothing happens while there is something wrong with them; the last line says what."""
        step = self.step
        if isinstance(step, Pick) or step.problem(self.marked) is not None:
            return None
        return self._follow(step.then(self.marked))

    def back(self) -> bool:
        """Take the last step back. False if there is none."""
        if len(self._steps) < 2:
            return False
        self._steps.pop()
        self._marked.pop()
        return True

    def _follow(self, result: Step | Action) -> Action | None:
        if isinstance(result, Pick | Marks):
            self._open(result)
            return None
        return result

    def _open(self, step: Step) -> None:
        self._steps.append(step)
        self._marked.append([] if isinstance(step, Pick) else list(step.marked))


def exactly(count: int, what: str) -> Callable[[Pieces], str | None]:
    """The check that exactly `count` pieces are marked."""

    def problem(marked: Pieces) -> str | None:
        if len(marked) == count:
            return None
        return f"Mark {count} {what}{'' if count == 1 else 's'}: {len(marked)} marked so far"

    return problem


def at_least_one(problem: Callable[[Pieces], str | None], what: str) -> Callable[[Pieces], str | None]:
    """The check that something is marked, before `problem` looks at what it is."""

    def check(marked: Pieces) -> str | None:
        return problem(marked) if marked else f"Mark at least 1 {what}: 0 marked so far"

    return check


def at_most(limit: int, what: str) -> Callable[[Pieces], str | None]:
    """The check that no more than `limit` pieces are marked."""

    def problem(marked: Pieces) -> str | None:
        if len(marked) <= limit:
            return None
        return f"Mark at most {limit} {what}{'' if limit == 1 else 's'}: {len(marked)} marked so far"

    return problem


def all_of(*problems: Callable[[Pieces], str | None]) -> Callable[[Pieces], str | None]:
    """The first of several checks that finds something wrong."""

    def problem(marked: Pieces) -> str | None:
        return next((found for check in problems if (found := check(marked)) is not None), None)

    return problem


def allowed(asked: Asked, make: Callable[[Pieces], Action]) -> Callable[[Pieces], str | None]:
    """The check that the rules allow the action made of the marked pieces; else their own words say why not."""

    def problem(marked: Pieces) -> str | None:
        refused = refusal(asked.state, asked.seat, make(marked), asked.faces)
        return None if refused is None else str(refused)

    return problem
