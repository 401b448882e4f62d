"""How the player comes to an action: what is marked in a step on the way, and which of its items is taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, Final

from engine.hidden import Piece
from tui.steps import Checklist, Menu, MenuItem, Party, Pieces, Step

_DEEPEST: Final = 3
"""After how many steps nothing is chosen any more."""


def item_to(items: Sequence[MenuItem], action: Any, depth: int = _DEEPEST) -> tuple[int, int] | None:
    """The first item that leads to an action, at once or by so many steps, and by which of its ways; None if none does.

    Both are counted from 0.
    """
    for number, item in enumerate(items):
        for way, each in enumerate(item.ways):
            if _comes_to(each.then(), action, depth):
                return number, way
    return None


def marks_to(step: Checklist | Party, action: Any, depth: int = _DEEPEST) -> Pieces | None:
    """The pieces that are marked in a step from which an action comes; None if it comes of no marks there."""
    for marked in _named(action, {piece for piece, _ in step.items}):
        if isinstance(step, Party):
            if item_to(step.menu(marked).all_items, action, depth) is not None:
                return marked
        elif step.problem(marked) is None and _comes_to(step.then(marked), action, depth):
            return marked
    return None


def _comes_to(then: Step | Any, action: Any, depth: int) -> bool:
    """Whether what an item leads to is an action, or comes to it by so many steps."""
    if not isinstance(then, Menu | Checklist | Party):
        return bool(then == action)
    if not depth:
        return False
    if isinstance(then, Menu):
        return item_to(then.all_items, action, depth - 1) is not None
    return marks_to(then, action, depth - 1) is not None


def _named(action: Any, pieces: set[Piece]) -> Iterator[Pieces]:
    """Those of the pieces that an action names in a part of its own, part by part; then none, as where all leave."""
    for part in [getattr(action, part.name) for part in fields(action)] if is_dataclass(action) else ():
        several = part if isinstance(part, tuple) else (part,)
        named = tuple([Piece(each) for each in several if isinstance(each, int) and each in pieces])
        if named:
            yield named
    yield ()
