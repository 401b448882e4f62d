"""The steps by which a player comes to a decision: choose from a menu, mark pieces, or both at once. Knows no screen.

A step ends in the next step or in an action; `tui.dialogue` leads from one to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from engine.hidden import Piece
from tui.boards import Spot, Tag

Pieces: TypeAlias = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class MenuItem:
    """Something to choose, and what follows from it, a step or an action; asking what follows changes nothing.

    `spot` can be picked on the board instead; `path` is shown there while the item is pointed at, and so is `scene`, a
    spot that many items share. `tag` marks the spot on the board; of several items of one spot the first one's does.
    `key` takes the item wherever it stands in the list; without one it has a digit. `detail` is
    told while it is pointed at, in the place of the menu's note. `brief` says the same as `text` in few words: under
    the board while its cursor is at the spot, with the key under a list too long to show the item, and in the list
    itself where that has no room for long lines. `at` are spots that lead to the item too, after those that they have:
    each is one to choose from in the step that follows. `others` are other ways to the same end, which share the item's
    line: one at a time stands there; `others_are` says what each is, if it is not a way. `aside` stands behind
    the text in a line that has room for both. `in_hand`: what the item begins with lies at its spot, so that a drag
    from there takes the item. `done` is what is told of the
    item once the mouse has taken it, what matters most first; `text` if that is empty.
    """

    text: str
    then: Callable[[], Step | Any]
    spot: Spot | None = None
    path: tuple[Spot, ...] = ()
    scene: Spot | None = None
    key: str = ""
    detail: str = ""
    tag: Tag | None = None
    brief: str = ""
    at: tuple[Spot, ...] = ()
    others: tuple[MenuItem, ...] = ()
    others_are: str = ""
    aside: str = ""
    in_hand: bool = True
    done: str = ""

    @property
    def ways(self) -> tuple[MenuItem, ...]:
        """The item and its others."""
        return (self, *self.others)


@dataclass(frozen=True, slots=True)
class Why:
    """Why something cannot be chosen, and what can be done instead."""

    why: str
    instead: str = ""

    def __str__(self) -> str:
        return f"{self.why} {self.instead}".strip()


Problem: TypeAlias = Callable[[Pieces], str | Why | None]
"""Says what is still wrong with a set of marked pieces, None if they may be confirmed."""


@dataclass(frozen=True, slots=True)
class Refused:
    """What a player may look for in a menu and cannot choose now, and `why`."""

    text: str
    why: str


@dataclass(frozen=True, slots=True)
class Menu:
    """Choose exactly one item. `note` explains; `closed` says why a spot that was picked belongs to no item.

    `more` are items of little weight: a line that says `more_text` stands for them until it is taken, or until one
    of their spots is come to on the board. `later` come after that line, and before what it stands for once that has
    lines: none changes another's digit.
    `spot` is where what is chosen begins: the board's cursor starts from there. `refused` stands below the items.
    `rule` is where the rules tell of this step and those after it, if it is not the rule of the question.
    `first` is the item that is pointed at to begin
    with, counted from 0, if it is not the first that has no key of its own; `first_key` that with this key.
    `in_brief`: its items stand in the list by their `brief` words, however much room there is; what they say in full is
    told of the one that is pointed at.
    """

    title: str
    items: Sequence[MenuItem]
    note: str = ""
    closed: Callable[[Spot], Why | None] | None = None
    spot: Spot | None = None
    refused: Sequence[Refused] = ()
    rule: str = ""
    more: Sequence[MenuItem] = ()
    more_text: str = ""
    later: Sequence[MenuItem] = ()
    in_brief: bool = False
    first: int | None = None
    first_key: str = ""

    @property
    def all_items(self) -> Sequence[MenuItem]:
        """What may be chosen, of whatever weight."""
        return [*self.items, *self.later, *self.more]


@dataclass(frozen=True, slots=True)
class Checklist:
    """Mark pieces, then confirm. `items` are the pieces with their words; `marked` those marked to begin with.

    Pieces with the same words are told apart by nothing: they share a line, which counts how many of them are marked.

    `confirmation` words the confirmation of the marked pieces; `then` is what follows from it. With a `limit`, marking
    one more than that takes the first mark away. `asides` are what each line says besides its words, where there is
    room: a wording for each, or several, the longest first; `codes` are the pieces as they are written on the board.
    `rule`: see `Menu`. `outlook` says what the marked pieces have to expect, before the note.
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
    asides: Sequence[str | tuple[str, ...]] = ()
    codes: Sequence[str] = ()
    rule: str = ""
    outlook: Callable[[Pieces], str] = lambda marked: ""


@dataclass(frozen=True, slots=True)
class Party:
    """Mark pieces and choose what they do, in one step: `menu` has what the marked ones may do.

    `items` are the pieces with their words; `marked` those marked to begin with; `spot` is where they stand. `codes`
    are the pieces in very few columns: with these they stand above the list, whatever room there is, and not in it.
    """

    title: str
    items: Sequence[tuple[Piece, str]]
    menu: Callable[[Pieces], Menu]
    marked: Pieces
    spot: Spot | None = None
    codes: Sequence[str] = ()


Step: TypeAlias = Menu | Checklist | Party


def only_answer(step: Step) -> Any | None:
    """The action of a step in which nothing else can be chosen; None if there is a choice, or another step."""
    if not isinstance(step, Menu) or len(step.all_items) != 1 or step.all_items[0].others:
        return None
    result = step.all_items[0].then()
    return None if isinstance(result, NOT_ACTIONS) else result


class Back:
    """What follows from an item that goes a step back."""


BACK: Final = Back()

ENDS: Final = "e"
"""The key of a line that ends something."""
MORE: Final = "0"
"""The key of the line that stands for items of little weight, and of no other."""


class Unfold:
    """What follows from the line that stands for the items of little weight."""


NOT_ACTIONS: Final = (Menu, Checklist, Party, Back, Unfold)
"""What may follow from an item beside an action."""
