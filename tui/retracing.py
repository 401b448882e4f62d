"""Where a step is from which an action came: what the player would do to come to it again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, Final

from engine.hidden import Piece
from tui.steps import Checklist, Menu, Party, Pieces, Step


def step_of(then: Step | Any, action: Any) -> tuple[Step, Pieces] | None:
    """The step, what an item leads to or one behind it, from which an action came, and what was marked in it.

    The pieces are those that the action names. None if it came of nothing that was chosen or marked there.
    """
    for step in _steps_on(then):
        if isinstance(step, Menu):
            if any(way.then() == action for item in step.all_items for way in item.ways):
                return step, ()
            continue
        marked = _named(action, {piece for piece, _ in step.items})
        if marked and _comes_of(step, marked, action):
            return step, marked
    return None


def _steps_on(then: Step | Any, depth: int = 1) -> Iterator[Step]:
    """What an item leads to, and what that leads to."""
    if not isinstance(then, Menu | Checklist | Party):
        return
    yield then
    if isinstance(then, Menu) and depth < _DEEPEST:
        for item in then.items:
            yield from _steps_on(item.then(), depth + 1)


_DEEPEST: Final = 2
"""After how many steps nothing is chosen any more."""


def _comes_of(step: Checklist | Party, marked: Pieces, action: Any) -> bool:
    """Whether a step with these marks comes to an action, or by an item of its to a menu that does."""
    if isinstance(step, Checklist):
        return step.problem(marked) is None and bool(step.then(marked) == action)
    results = [way.then() for item in step.menu(marked).all_items for way in item.ways]
    deeper = [item.then() for menu in results if isinstance(menu, Menu) for item in menu.items]
    return action in results or action in deeper


def _named(action: Any, pieces: set[Piece]) -> Pieces:
    """Those of the pieces that an action names in a part of its own."""
    parts = [getattr(action, part.name) for part in fields(action)] if is_dataclass(action) else []
    chosen = [tuple([each for each in part if each in pieces]) for part in parts if isinstance(part, tuple)]
    return next((part for part in chosen if part), ())
