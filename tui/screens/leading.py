"""Where a click on what is told of what has happened leads: to a way on the board, a combat in the log, a place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from tui.boards import Spot
from tui.lines import Line, plain_text
from tui.widgets.log_view import LogView

PARTS: Final = ";"
"""What stands between two things that one line tells."""

Named: TypeAlias = Sequence[tuple[int, int, Spot]]
"""The spots that a text names, each from where to where."""


@dataclass(frozen=True, slots=True)
class Lead:
    """One of the three: a way, an item of the log, a spot."""

    trail: tuple[Spot, ...] = ()
    item: int | None = None
    spot: Spot | None = None


def lead_of(line: Line, part: str, at: int, named: Callable[[str], Named], log: LogView) -> Lead | None:
    """Where the piece `part` of a line leads, clicked on its character `at`; None if it leads nowhere.

    What is told between two semicolons is one thing. If it names both ends of a way of the log it is that way, and if
    it begins as something does that the log folds, such as a combat, it is that.
    """
    pieces = [text for text, _style in line]
    before = "".join(pieces[: pieces.index(part)]) if part in pieces else ""
    text, column = plain_text(line), len(before) + at
    first = text.rfind(PARTS, 0, column) + 1
    last = text.find(PARTS, column)
    clause = text[first : len(text) if last < 0 else last]
    spots = named(clause)
    trail = log.way_between({spot for _first, _last, spot in spots})
    if trail:
        return Lead(trail=trail)
    item = log.item_of(clause.partition(":")[0].strip())
    if item is not None:
        return Lead(item=item)
    found = [spot for begin, end, spot in spots if begin <= column - first < end]
    return Lead(spot=found[0]) if found else None
