"""The steps by which a player comes to a decision: choose from a menu, or mark pieces in a checklist. Knows no screen.

A step ends in the next step or in an action. A dialogue is the stack of steps on the way there, so that the last step
can be taken back; it never takes an action itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from engine.hidden import Piece
from tui.boards import Spot

Pieces: TypeAlias = tuple[Piece, ...]
Problem: TypeAlias = Callable[[Pieces], str | None]
"""Says what is still wrong with a set of marked pieces, None if they may be confirmed."""


@dataclass(frozen=True, slots=True)
class MenuItem:
    """Something to choose, and what follows from it, a step or an action; asking what follows changes nothing.

    `detail` is told while the item is pointed at, in the place of the menu's note.
    `spot` can be picked on the board instead; `path` is shown there while the item is pointed at, and so is `scene`, a
    spot that many items share. `key` takes it wherever it stands in the list; without one it has a digit, by its place.
    """

    text: str
    then: Callable[[], Step | Any]
    spot: Spot | None = None
    path: tuple[Spot, ...] = ()
    scene: Spot | None = None
    key: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Menu:
    """Choose exactly one item. `note` explains; `closed` says why a spot that was picked belongs to no item."""

    title: str
    items: Sequence[MenuItem]
    note: str = ""
    closed: Callable[[Spot], str | None] | None = None


@dataclass(frozen=True, slots=True)
class Checklist:
    """Mark pieces, then confirm. `items` are the pieces with their words; `marked` those marked to begin with.

    `confirmation` words the confirmation of the marked pieces; `then` is what follows from it. With a `limit`, marking
    one more than that takes the first mark away.
    """

    title: str
    items: Sequence[tuple[Piece, str]]
    problem: Problem
    confirmation: Callable[[Pieces], str]
    then: Callable[[Pieces], Step | Any]
    marked: Pieces = ()
    note: str = ""
    spot: Spot | None = None
    limit: int | None = None


Step: TypeAlias = Menu | Checklist


class Back:
    """What follows from an item that goes a step back."""


BACK: Final = Back()


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the list that the player sees. `mark`: marked or not, None for what cannot be marked.

    `ready`: choosing it does something now. `confirms`: it is the line that confirms the marks. `key`: see `MenuItem`.
    """

    text: str
    mark: bool | None
    ready: bool = True
    confirms: bool = False
    spot: Spot | None = None
    path: tuple[Spot, ...] = ()
    key: str = ""
    detail: str = ""


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
        if isinstance(step, Menu):
            return ()
        return tuple([piece for piece, _ in step.items if piece in self._marked[-1]])

    def rows(self) -> list[Row]:
        """The lines to show."""
        step = self.step
        if isinstance(step, Menu):
            return [
                Row(
                    item.text,
                    None,
                    spot=item.scene if item.spot is None else item.spot,
                    path=item.path,
                    key=item.key,
                    detail=item.detail,
                )
                for item in step.items
            ]
        rows = [Row(text, piece in self._marked[-1]) for piece, text in step.items]
        problem = step.problem(self.marked)
        text = step.confirmation(self.marked) if problem is None else problem
        return [*rows, Row(text, None, ready=problem is None, confirms=True, spot=step.spot)]

    def spots(self) -> frozenset[Spot]:
        """The spots that can be picked on the board in the open step."""
        step = self.step
        if isinstance(step, Checklist):
            return frozenset()
        return frozenset([item.spot for item in step.items if item.spot is not None])

    def rows_of(self, spot: Spot) -> list[int]:
        """The lines that belong to a spot."""
        step = self.step
        if isinstance(step, Checklist):
            return []
        return [number for number, item in enumerate(step.items) if item.spot == spot]

    def why_closed(self, spot: Spot) -> str | None:
        """Why no line belongs to a spot, if that can be said."""
        step = self.step
        return step.closed(spot) if isinstance(step, Menu) and step.closed is not None else None

    def decides(self, number: int) -> bool:
        """Whether choosing a line is the last step."""
        return self.action_of(number) is not None

    def action_of(self, number: int) -> Any | None:
        """The action that choosing a line comes to, or confirming the marks; None if it leads to another step."""
        step = self.step
        if isinstance(step, Menu):
            result = step.items[number].then()
        elif number < len(step.items) or step.problem(self.marked) is not None:
            return None
        else:
            result = step.then(self.marked)
        return None if isinstance(result, Menu | Checklist | Back) else result

    def mark_all(self) -> bool:
        """Mark everything that can be marked, or nothing if all of it is marked. False if nothing can be."""
        step = self.step
        if isinstance(step, Menu):
            return False
        everything = [piece for piece, _ in step.items][: step.limit]
        self._marked[-1] = [] if len(self._marked[-1]) == len(everything) else everything
        return True

    def press(self, number: int) -> Any | None:
        """Choose a line: take it, mark or unmark it, or confirm. The action, once the last step is done."""
        step = self.step
        if isinstance(step, Menu):
            return self._follow(step.items[number].then())
        if number >= len(step.items):
            return self.confirm()
        piece = step.items[number][0]
        marked = self._marked[-1]
        if piece in marked:
            marked.remove(piece)
        else:
            if step.limit and len(marked) >= step.limit:
                # What was marked to begin with is what the rules want.
                marked.remove(next((one for one in marked if one not in step.marked), marked[0]))
            marked.append(piece)
        return None

    def insist(self, step: Step) -> None:
        """Ask one thing more before the last step is done."""
        self._open(step)

    def confirm(self) -> Any | None:
        """Confirm the marks. Nothing happens while there is something wrong with them; the last line says what."""
        step = self.step
        if isinstance(step, Menu) or step.problem(self.marked) is not None:
            return None
        return self._follow(step.then(self.marked))

    def back(self) -> bool:
        """Take the last step back. False if there is none."""
        if len(self._steps) < 2:
            return False
        self._steps.pop()
        self._marked.pop()
        return True

    def _follow(self, result: Step | Any) -> Any | None:
        if isinstance(result, Menu | Checklist):
            self._open(result)
            return None
        if isinstance(result, Back):
            self.back()
            return None
        return result

    def _open(self, step: Step) -> None:
        self._steps.append(step)
        self._marked.append([] if isinstance(step, Menu) else list(step.marked))


# -- what may be wrong with marks


def exactly(count: int, what: str) -> Problem:
    """The check that exactly `count` pieces are marked."""

    def problem(marked: Pieces) -> str | None:
        if len(marked) == count:
            return None
        return f"Mark {count} {what}{'' if count == 1 else 's'}: {len(marked)} marked so far"

    return problem


def at_least_one(what: str) -> Problem:
    """The check that something is marked."""
    return lambda marked: None if marked else f"Mark at least 1 {what}: 0 marked so far"


def at_most(limit: int, what: str) -> Problem:
    """The check that no more than `limit` pieces are marked."""

    def problem(marked: Pieces) -> str | None:
        if len(marked) <= limit:
            return None
        return f"Mark at most {limit} {what}{'' if limit == 1 else 's'}: {len(marked)} marked so far"

    return problem


def all_of(*problems: Problem) -> Problem:
    """The first of several checks that finds something wrong."""

    def problem(marked: Pieces) -> str | None:
        return next((found for check in problems if (found := check(marked)) is not None), None)

    return problem
