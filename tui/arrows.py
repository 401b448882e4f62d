"""Where the arrow keys lead on a board whose spots lie anywhere: to what lies that way, ways of the game before others.

Pure geometry, worked out once a scale. Each spot that is beside another by a way of the game is one or two arrows from
it, so that the keys lead from everywhere to everywhere.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final, TypeAlias

ROW: Final = 2.2
"""How many columns look as far as one row."""
DIRECTIONS: Final = ((1, 0), (-1, 0), (0, 1), (0, -1))
"""Of the four arrows, as steps (column, row)."""

Points: TypeAlias = tuple[tuple[float, float], ...]
"""Of every spot: column and row, or halves and other parts of them."""
Links: TypeAlias = tuple[tuple[int, ...], ...]
"""Of every spot: those beside it by a way of the game."""

_QUARTER: Final = math.radians(50)
"""How far off an arrow something may lie for the eye to expect it there."""
_HALF: Final = math.radians(85)
"""How far off it what is beside a spot may lie, if no two other arrows lead there."""
_AHEAD: Final = math.radians(25)
"""How far off it what lies straight ahead may lie."""
_LINKED: Final = 0.45
"""How much nearer than it is a spot looks to which there is a way."""
_ROUNDS: Final = 4
"""How often all spots are looked through for what no two arrows lead to: what is mended for one may hurt another."""


@lru_cache(maxsize=64)
def arrow_table(points: Points, links: Links) -> tuple[tuple[int, ...], ...]:
    """Of every spot, where each of `DIRECTIONS` leads; to itself where nothing lies that way."""
    table = [[_seen(points, links, spot, direction) for direction in DIRECTIONS] for spot in range(len(points))]
    for _ in range(_ROUNDS):
        missed = [
            (spot, there) for spot in range(len(points)) for there in links[spot] if not _near(table, spot, there)
        ]
        for spot, there in missed:
            _lead(points, links, table, spot, there)
        if not missed:
            break
    return tuple([tuple(arrows) for arrows in table])


def _near(table: list[list[int]], spot: int, there: int) -> bool:
    """Whether one or two arrows lead there."""
    return there in table[spot] or any(there in table[between] for between in table[spot])


def _lead(points: Points, links: Links, table: list[list[int]], spot: int, there: int) -> None:
    """Have an arrow lead to `there`, else an arrow of what one arrow leads to already."""
    any(_turned(points, links, table, here, there) for here in (spot, *table[spot]) if here != there)


def _turned(points: Points, links: Links, table: list[list[int]], spot: int, there: int) -> bool:
    """Turn to `there` the arrow that points at it best, of those that no other way needs. False if there is none."""
    vector = _vector(points, spot, there)
    off = [_off(vector, direction) for direction in DIRECTIONS]
    for number in sorted([number for number in range(len(off)) if off[number] <= _HALF], key=off.__getitem__):
        before = table[spot][number]
        if there not in links[spot] and _is_passed(points, links, spot, before, DIRECTIONS[number]):
            continue
        table[spot][number] = there
        if before not in links[spot] or _near(table, spot, before):
            return True
        table[spot][number] = before
    return False


def _is_passed(points: Points, links: Links, spot: int, before: int, direction: tuple[int, int]) -> bool:
    """Whether a way of the game leads straight ahead to where an arrow leads: nothing farther is expected there."""
    return before in links[spot] and _off(_vector(points, spot, before), direction) < _AHEAD


def _vector(points: Points, here: int, there: int) -> tuple[float, float]:
    """The way from one spot to another, in rows."""
    return (points[there][0] - points[here][0]) / ROW, points[there][1] - points[here][1]


def _off(vector: tuple[float, float], direction: tuple[int, int]) -> float:
    """The angle between a way and an arrow."""
    (x, y), (dx, dy) = vector, direction
    return abs(math.atan2(x * dy - y * dx, x * dx + y * dy))


def _seen(points: Points, links: Links, spot: int, direction: tuple[int, int]) -> int:
    """What the eye expects where an arrow points: the nearest, and what lies straight ahead looks nearer."""
    best, best_far = spot, math.inf
    for there in range(len(points)):
        vector = _vector(points, spot, there)
        off = _off(vector, direction)
        if there != spot and off <= _QUARTER:
            far = math.hypot(*vector) * (1 + 2 * (off / _QUARTER) ** 2) * (_LINKED if there in links[spot] else 1)
            if far < best_far:
                best, best_far = there, far
    return best
