#!/usr/bin/env python3
"""Looks for better places on the larger maps of Sekigahara, and writes them into its `locations.toml` as `spread`.

Run from the top of the project: python scripts/place_spread.py --seconds 1200. Better is a map that tells more of the
stacks of games between bots and on which its roads are told apart: none runs under what is told of a place that it does
not join, in the cells of another or across it, or has none of its own; and that keeps the shape of the printed one. A
place is moved a little, or with a neighbour, by simulated annealing; the best found is written in the end. Run it
several times, one after the other, each from what the last has left; `--places` names those that may move.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.sekigahara.board import ADJACENT, HIGHWAY, LOCATION_KEYS, LOCATIONS, Location, location_named
from engine.sekigahara.components import ROADS
from scripts.place_markers import EASTWARD, FILE, ROW, SOUTHWARD, anneal, lay_out, positions, search_parser
from tui.glyphs import UNICODE
from tui.sekigahara.map.contents import MapContents
from tui.sekigahara.map.labels import Label
from tui.sekigahara.map.layout import SMALLEST, SPREAD, crossings, layout_of
from tui.sekigahara.map.locations import ON_MAP
from tui.sekigahara.map.placing import Placing
from tui.sekigahara.map.roads import road_cells

JUDGED: Final = ((100, 18), (120, 20), (140, 26), (160, 25))
"""Columns and rows of the maps whose labels are judged."""
LAID_OUT: Final = (*JUDGED, (100, 21), (110, 19), (130, 23))
"""And those whose shape is."""
CROSSED: Final = 40.0
TURNED: Final = 30.0
NEAR: Final = 4.0
SHARED: Final = 1.0
"""What is lost for two roads that cross; for two places on the wrong side of one another; for neighbours between whom
no road is seen; for every cell that two roads share."""
OFF: Final = 0.8
FAR: Final = 0.2
"""What is lost for every column that a place is off where the scale has it, and for the square of those beyond five."""
TOLD: Final = 0.5
"""How much what is told of a map's stacks counts beside its shape."""
UNDER: Final = (6.0, 9.0)
ON_ROW: Final = 1.5
HIDDEN: Final = 20.0
"""What is lost for a road, and a highway, that runs under what is told of a place that it does not join; how much more
on the row of its marker; and for a road of which nothing is seen."""
CLEARLY: Final = 35
"""How far to the north a neighbour lies at least, in thousandths of the printed map's width, to stay there."""
SLACK: Final = 5.0
"""How much worse a map may be, judged in part, to be judged wholly."""
WARM: Final = 0.6
FIXED: Final = location_named("edo")
"""What stays: beside it lie three roads and the longest stack."""

Places: TypeAlias = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Trial:
    """Places in cells of the smallest map, and what the maps with them are worth: their shape, and each by itself."""

    places: Places
    parts: tuple[float, ...]

    @property
    def worth(self) -> float:
        """What they are worth all together."""
        return sum(self.parts)


class Search:
    """Larger maps, the stacks that they are to tell, and the places that may move."""

    def __init__(self, shown: Sequence[MapContents], movable: Sequence[Location]) -> None:
        self._shown = shown
        self._movable = [place for place in movable if place != FIXED]
        columns, rows = SPREAD
        project = layout_of(columns, rows).project
        across, down = SMALLEST[0] / columns, (SMALLEST[1] - 1) / (rows - 1)
        drawn = [project(place.x, place.y) for place in ON_MAP]
        self._scale: Places = tuple([(x * across, y * down) for x, y in drawn])

    def start(self) -> Trial:
        """The map as it is."""
        found = self.tried(tuple([place.spread or (place.column, place.row) for place in ON_MAP]))
        assert found is not None
        return found

    def tried(self, places: Places, than: Trial | None = None) -> Trial | None:
        """The maps with these places. None if they are much worse than others."""
        lay_out([replace(place, spread=spread) for place, spread in zip(ON_MAP, places, strict=True)])
        parts = [-self._off(places) - sum([misshapen(size) for size in LAID_OUT])]
        for size in JUDGED:
            if than is not None and sum(parts) < sum(than.parts[: len(parts)]) - SLACK:
                return None
            all_told = sum([told(size, each) for each in self._shown]) / len(self._shown)
            parts.append(TOLD * all_told - SHARED * shared_cells(size))
        return Trial(places, tuple(parts))

    def near(self, trial: Trial, chance: Random) -> Trial | None:
        """Maps a little different. None if they are much worse."""
        place = chance.choice(self._movable)
        if chance.random() < 0.75:
            across = chance.choice((-3, -2, -1.2, -0.8, -0.4, 0, 0.4, 0.8, 1.2, 2, 3))
            down = chance.choice((-1.2, -0.8, -0.4, 0, 0, 0.4, 0.8, 1.2))
            moved = {place}
        else:
            across, down = chance.choice((-2, -1, 0, 1, 2)), chance.choice((-0.8, -0.4, 0, 0.4, 0.8))
            moved = {place, chance.choice(ADJACENT[place])} - {FIXED}
        columns, rows = SMALLEST
        places = [
            (round(min(max(x + across, 2), columns - 1), 1), round(min(max(y + down, 0), rows - 1), 1))
            if number in moved
            else (x, y)
            for number, (x, y) in enumerate(trial.places)
        ]
        return self.tried(tuple(places), trial)

    def _off(self, places: Places) -> float:
        off = [math.hypot(x - at, ROW * (y - row)) for (x, y), (at, row) in zip(places, self._scale, strict=True)]
        return sum([OFF * far + FAR * max(0.0, far - 5) ** 2 for far in off])


def misshapen(size: tuple[int, int]) -> float:
    """What is lost by the shape of a map."""
    markers = layout_of(*size).markers
    lost = CROSSED * crossings(markers)
    lost += TURNED * sum([markers[a][0] >= markers[b][0] for a, b in EASTWARD])
    lost += TURNED * sum([markers[a][1] >= markers[b][1] for a, b in SOUTHWARD])
    for here in LOCATIONS:
        for there in ADJACENT[here]:
            (x, y), (across, down) = markers[here], markers[there]
            lost += TURNED * (ON_MAP[there].y - ON_MAP[here].y >= CLEARLY and y > down)
            lost += NEAR * (here < there and abs(y - down) <= 1 and abs(x - across) < 4)
    return lost


def shared_cells(size: tuple[int, int]) -> int:
    """How many cells two roads share but for where they meet."""
    markers = layout_of(*size).markers
    cells = [{(x, y) for x, y, dots in road if dots} for road in road_cells(*size, dotted=True)]
    shared = 0
    for one, another in combinations(range(len(ROADS)), 2):
        ends = [markers[end] for end in {*ROADS[one].ends} & {*ROADS[another].ends}]
        for x, y in cells[one] & cells[another]:
            shared += all(max(abs(x - across), abs(y - down)) > 1 for across, down in ends)
    return shared


def told(size: tuple[int, int], shown: MapContents) -> float:
    """What the labels of a map that was not shown before are worth, with what its roads lose by them."""
    columns, _ = size
    placed = Placing(UNICODE).placed(*size, shown)
    drawn = layout_of(*size).labelled([label.boxes for label in placed])
    written = 0
    for label in placed:
        written |= label.cells
    worth = sum([label.value for label in placed])
    for number, road in enumerate(road_cells(*size, dotted=True, written=drawn.written)):
        cells = 0
        for x, y, dots in road:
            cells |= (1 << (y * columns + x)) * (dots > 0 and (x, y) not in drawn.markers)
        others = [label for place, label in enumerate(placed) if place not in ROADS[number].ends]
        worth -= sum([under(label, cells, columns, UNDER[HIGHWAY[number]]) for label in others])
        worth -= HIDDEN * bool(cells and not cells & ~written)
    return worth


def under(label: Label, road: int, columns: int, loss: float) -> float:
    """What is lost by a road that runs under a label."""
    hidden = label.hides & road
    row = ((1 << columns) - 1) << (label.lines[0].y * columns)
    return loss * (ON_ROW if hidden & row else 1) if hidden else 0.0


def write(places: Places) -> None:
    """Put the places into the file."""
    text = FILE.read_text(encoding="utf-8")
    for key, (x, y) in zip(LOCATION_KEYS, places, strict=True):
        entry = re.search(rf"\[{re.escape(key)}\]\n(?:.+\n)*", text)
        assert entry is not None, key
        kept = re.sub(r"spread = .+\n", "", entry[0])
        text = text.replace(entry[0], f"{kept}spread = [{x:g}, {y:g}]\n")
    FILE.write_text(text, encoding="utf-8")


def main() -> None:
    """Search as long as is wished, and write what was found."""
    parser = search_parser(__doc__, every=90)
    parser.add_argument("--places", nargs="+", default=[*LOCATION_KEYS], choices=LOCATION_KEYS, metavar="PLACE")
    given = parser.parse_args()
    chance = Random(given.seed)
    search = Search([*positions(given.games, given.every)], [location_named(key) for key in given.places])
    best = anneal(search, chance, given.seconds, lambda gone: max(WARM * (1 - gone / given.seconds), 0.05))
    write(best.places)


if __name__ == "__main__":
    main()
