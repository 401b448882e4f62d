"""Whose a stack seems to be: what is lost where another place's name is near blocks that stand apart from their own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from engine.sekigahara.board import Location

Line: TypeAlias = tuple[int, int, int]
"""A row and the columns of something written in it: the first, and the one behind the last."""

_CLEAR: Final = (10, 5)
"""How many columns off another name nobody takes the blocks for its own: one in their row, and in the next row."""
_UNCLEAR: Final = 1.6
"""What is lost by every column that is missing to that."""
_OVER: Final = (1.2, 0.7)
"""What is lost by every column of blocks that stands right over or under another name: of those that stand apart from
their own, and of those right before their marker."""


class Nearness:
    """The names of all other places, with their markers, as the empty map has them: for the blocks of one."""

    def __init__(self, location: Location, names: Sequence[Line]) -> None:
        self._names: dict[int, list[tuple[int, int, int]]] = {}
        for row, first, end in [name for place, name in enumerate(names) if place != location]:
            for down in (-1, 0, 1):
                self._names.setdefault(row + down, []).append((first, end, _CLEAR[abs(down)]))
        self._known: dict[Line, float] = {}
        self._beside: dict[Line, float] = {}

    def lost(self, line: Line) -> float:
        """What is lost where blocks stand on this line, which are not those right beside their own marker or name."""
        found = self._known.get(line)
        if found is None:
            row, start, end = line
            names = self._names.get(row, ())
            missing = [clear - max(start - behind, first - end, 0) for first, behind, clear in names]
            found = self._known[line] = _UNCLEAR * max([0, *missing]) + _OVER[0] * self._over(line)
        return found

    def lost_beside(self, line: Line) -> float:
        """What is lost where blocks stand on this line before their marker: right over or under another name."""
        found = self._beside.get(line)
        if found is None:
            found = self._beside[line] = _OVER[1] * self._over(line)
        return found

    def _over(self, line: Line) -> int:
        """How many columns of a line stand right over or under another name."""
        row, start, end = line
        names = [(first, behind) for first, behind, clear in self._names.get(row, ()) if clear == _CLEAR[1]]
        return sum([max(min(end, behind) - max(start, first), 0) for first, behind in names])


@lru_cache(maxsize=1024)
def nearness_of(location: Location, names: Sequence[Line]) -> Nearness:
    """What is near a place of a map on which the names stand so."""
    return Nearness(location, names)
