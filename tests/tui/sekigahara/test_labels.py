"""Who stands where can be read off the map at every size, and nothing known is left out without a sign.

The map is read here as by an eye that knows nothing but the signs. All sizes from 80x24 to 160x48:
`SEKIGAHARA_MAPS=1 .venv/bin/pytest -n 2 tests/tui/sekigahara/test_labels.py`.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass

import pytest

from engine.hidden import SEATS, Seat
from engine.sekigahara.board import LOCATIONS
from engine.sekigahara.components import ISHIDA, SIDES, TOKUGAWA
from tests.tui.sekigahara.games import Table, played
from tui.boards import Box, Cell
from tui.glyphs import UNICODE
from tui.sekigahara.map.contents import LocationContents, map_contents
from tui.sekigahara.map.layout import MapLayout, layout_of
from tui.sekigahara.map.painter import MORE, SOLID, paint
from tui.sekigahara.words.locations import NAMES

ALL = [(columns, rows) for columns in range(80, 161, 8) for rows in range(13, 42, 3)]
SIZES = ALL if os.environ.get("SEKIGAHARA_MAPS") else [(80, 13), (80, 24), (96, 34), (112, 20), (120, 36)]
NEAR = 3
"""Text nearer than so many columns may be taken for part of a label."""
NUMBER = re.compile(r"[TI](\d*)")
NAME_STYLES = {"name", "battle", "nobody", *[f"{side}-control" for side in SIDES]}


@dataclass(frozen=True)
class Run:
    """What is told of blocks on a row, from `first` to before `end`."""

    y: int
    first: int
    end: int
    text: str


def runs_of(rows: list[list[Cell]]) -> list[Run]:
    """The cells of blocks, those with no more than a space between them together."""
    runs = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            if row[x][1] not in SOLID:
                x += 1
                continue
            end = x + 1
            while end < len(row) and (
                row[end][1] in SOLID or (row[end][0] == " " and end + 1 < len(row) and row[end + 1][1] in SOLID)
            ):
                end += 1
            runs.append(Run(y, x, end, "".join([sign for sign, _ in row[x:end]])))
            x = end
    return runs


def is_name(cell: Cell) -> bool:
    return cell[1].split("@")[0] in NAME_STYLES and cell[0] != " "


def beside(rows: list[list[Cell]], run: Run, near: int) -> list[tuple[int, int]]:
    """The nearest cells of names on the row of a run, at most so many columns away."""
    row = rows[run.y]
    left = next((x for x in range(run.first - 1, max(run.first - 1 - near, -1), -1) if is_name(row[x])), None)
    right = next((x for x in range(run.end, min(run.end + near, len(row))) if is_name(row[x])), None)
    return [(x, run.y) for x in (left, right) if x is not None]


def owner_of(box_of: list[Box], layout: MapLayout, x: int, y: int) -> int:
    """Whose name a cell is part of: names stand on the first row of their boxes."""
    return min(LOCATIONS, key=lambda place: (abs(box_of[place].y - y), box_of[place].distance(x, y)))


def read(rows: list[list[Cell]], layout: MapLayout) -> dict[int, str]:
    """What is told of every location, as it is read; fails where it may be read in two ways."""
    boxes = list(layout.boxes)
    told: dict[int, str] = {}
    last: dict[int, Run] = {}
    one_line = min(box.height for box in boxes) == 1
    for run in runs_of(rows):
        near = beside(rows, run, 2)
        assert len(near) < 2, f"{run} stands between two names"
        if near:
            place = owner_of(boxes, layout, *near[0])
        else:
            # It stands below its name, or goes on from the line above.
            above = [(x, run.y - 1) for x in range(run.first, run.end) if is_name(rows[run.y - 1][x])]
            owners = {owner_of(boxes, layout, *cell) for cell in above}
            owners |= {
                place
                for place, one in last.items()
                if one.y == run.y - 1 and one.first < run.end and run.first < one.end
            }
            assert len(owners) == 1, f"{run} may be of {[NAMES[place] for place in owners]}"
            [place] = owners
            if one_line:
                assert not beside(rows, run, NEAR), f"{run} stands near another name"
                if run.y + 1 < len(rows):
                    under = [x for x in range(run.first, run.end) if is_name(rows[run.y + 1][x])]
                    assert not under, f"{run} stands over another name"
        told[place] = f"{told[place]} {run.text}" if place in told else run.text
        last[place] = run
    return told


def check(seen: LocationContents, text: str, name: str) -> None:
    """The numbers are right, and what is not told is not told with a sign."""
    for side in seen.sides:
        number = re.search(f"{'TI'[side]}([0-9]*)", text)
        assert number is not None, (name, text)
        assert int(number[1] or 0) == seen.blocks[side], (name, text)
    faces = [chip.code for side in SEATS for chip in seen.faces[side]]
    complete = all(code in text for code in faces) and (not seen.disk or "●" in text)
    assert complete or MORE in text, (name, text)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_what_stands_where_is_read_in_one_way(size: tuple[int, int]) -> None:
    layout = layout_of(*size)
    for seed in range(3):
        for events in (40, 100, 150):
            table: Table = played(seed, events)
            seat: Seat = (TOKUGAWA, ISHIDA)[(seed + events) % 2]
            contents = map_contents(table.view(seat))
            told = read(paint(layout, contents, UNICODE), layout)
            for place in LOCATIONS:
                seen = contents.locations[place]
                assert (place in told) == bool(seen.sides), NAMES[place]
                if seen.sides:
                    check(seen, told[place], NAMES[place])
