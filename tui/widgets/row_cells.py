"""Cells of a board that is drawn: put together to regions, strips and runs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip

Over: TypeAlias = dict[int, tuple[str, Style]]
"""What is laid over a row: sign and style by column."""


def regions_of(cells: Iterable[tuple[int, int]]) -> list[Region]:
    """The cells, row by row."""
    rows: dict[int, list[int]] = {}
    for x, y in cells:
        rows.setdefault(y, []).append(x)
    return [Region(min(columns), y, max(columns) - min(columns) + 1, 1) for y, columns in rows.items()]


def strip_of(cells: list[tuple[str, Style]]) -> Strip:
    """Cells as a strip, those of one style together."""
    segments: list[Segment] = []
    start = 0
    for x in range(1, len(cells) + 1):
        if x == len(cells) or (cells[x][1] is not cells[start][1] and cells[x][1] != cells[start][1]):
            segments.append(Segment("".join([sign for sign, _ in cells[start:x]]), cells[start][1]))
            start = x
    return Strip(segments, len(cells))


def runs_of(over: Over) -> list[tuple[int, list[tuple[str, Style]]]]:
    """The cells of a row that lie side by side, together, with the column of the first."""
    runs: list[tuple[int, list[tuple[str, Style]]]] = []
    for x in sorted(over):
        if runs and runs[-1][0] + len(runs[-1][1]) == x:
            runs[-1][1].append(over[x])
        else:
            runs.append((x, [over[x]]))
    return runs
