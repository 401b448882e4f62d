"""Where a step is from which an action came: what the player would do to come to it again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, Final

from engine.hidden import Piece
from tui.steps import Checklist, Menu, Party, Pieces, Step


def ways_on(*steps: Step) -> Iterator[tuple[Step, ...]]:
    """The ways from a step on to each of those behind it."""
    step = steps[-1]
    if len(steps) > 1:
        yield steps
    if isinstance(step, Menu) and len(steps) < _DEEPEST:
        for item in step.items:
            after = item.then()
            if isinstance(after, Menu | Checklist | Party):
                yield from ways_on(*steps, after)


_DEEPEST: Final = 3
"""After how many steps nothing is chosen any more."""


def comes_of(step: Checklist | Party, marked: Pieces, action: Any) -> bool:
    """Whether a step with these marks comes to an action, or by an item of its to a menu that does."""
    if isinstance(step, Checklist):
        return step.problem(marked) is None and bool(step.then(marked) == action)
    results = [way.then() for item in step.menu(marked).all_items for way in item.ways]
    deeper = [item.then() for menu in results if isinstance(menu, Menu) for item in menu.items]
    return action in results or action in deeper


def named(action: Any, pieces: set[Piece]) -> Pieces:
    """Those of the pieces that an action names in a part of its own."""
    parts = [getattr(action, part.name) for part in fields(action)] if is_dataclass(action) else []
    chosen = [tuple([each for each in part if each in pieces]) for part in parts if isinstance(part, tuple)]
    return next((part for part in chosen if part), ())
