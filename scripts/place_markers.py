#!/usr/bin/env python3
"""Looks for better cells for the markers of the smallest map of Sekigahara, and writes them into its `locations.toml`.

Run from the top of the project: python scripts/place_markers.py --seconds 1200. Better is a map that tells more of the
stacks of games between bots, by the worth that its labels have, and that keeps the shape of the printed one; the maps
that are somewhat larger, and laid out after it, count as well. Markers
are moved a little, or exchanged, by simulated annealing; the best found is written in the end. Run it several times,
one after the other, each from what the last has left.
"""

from __future__ import annotations

import argparse
import math
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from pathlib import Path
from random import Random
from typing import Any, Final, Protocol, TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.games import game_kind
from engine.hidden import SEATS, Over
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara.board import ADJACENT, LOCATION_KEYS, LOCATIONS, Location
from tui.boards import Box
from tui.glyphs import UNICODE
from tui.sekigahara.map import labels, layout, placing, roads
from tui.sekigahara.map.contents import MapContents, map_contents
from tui.sekigahara.map.layout import GAP, SMALLEST, layout_of
from tui.sekigahara.map.locations import ON_MAP, OnMap
from tui.sekigahara.words.locations import NAMES

SIZES: Final = (SMALLEST, (84, 20), (96, 18))
"""Columns and rows of the maps that are judged: larger ones are laid out after other places (`place_spread.py`)."""
FILE: Final = Path(__file__).resolve().parent.parent / "tui/sekigahara/map/locations.toml"
ROW: Final = 2.1
"""How many columns are as long as a row is high."""
APART: Final = 130
"""How far apart, in thousandths of the printed map's width, two locations lie that keep their order in any case."""
FOLDED: Final = 12.0
TURNED: Final = 2.5
STRETCHED: Final = 0.12
OFF: Final = 0.35
"""What is lost for two that lie apart and changed sides; for a road turned by twice the 30 degrees that are free; for
every column that a road is longer than 16; for every column that a marker is off where the scale would have it."""
SHORT: Final = 6.0
"""What is lost besides by a name that is not whole."""
HIDDEN: Final = (4.0, 40.0)
"""What is lost besides by a road of which nothing is seen, and by one that names alone hide."""
WARM: Final = 0.9
COOLS: Final = 300.0
"""How much worse a map may be at first, roughly, to be gone on from; in how many seconds that falls to a third."""

ROADS: Final = tuple([(a, b) for a in LOCATIONS for b in ADJACENT[a] if a < b])
EASTWARD: Final = tuple([(a, b) for a in LOCATIONS for b in LOCATIONS if ON_MAP[b].x - ON_MAP[a].x > APART])
SOUTHWARD: Final = tuple([(a, b) for a in LOCATIONS for b in LOCATIONS if ON_MAP[b].y - ON_MAP[a].y > APART])

Markers = tuple[tuple[int, int], ...]


def positions(games: int, every: int) -> Iterator[MapContents]:
    """What one side sees at the start of games between bots and then after every so many answers."""
    kind = game_kind("sekigahara")
    for seed in range(games):
        game: Any = kind.make({})
        table: OpenTable[Any, Any] = OpenTable(game, SeededChance(seed))
        bots = [kind.bot(game, "steady", Random(f"{seed} {seat}")) for seat in SEATS]
        answers = 0
        while not isinstance(table.waiting, Over):
            seat = next(seat for seat in SEATS if table.asked(seat) is not None)
            if answers % every == 0:
                yield map_contents(table.view(SEATS[seed % 2]))
            table.act(seat, bots[seat].choose(table.view(seat)))
            answers += 1


def shape(markers: Markers, scale: Markers) -> float:
    """What is lost by being off the shape of the printed map."""
    lost = FOLDED * sum([markers[a][0] >= markers[b][0] for a, b in EASTWARD])
    lost += FOLDED * sum([markers[a][1] >= markers[b][1] for a, b in SOUTHWARD])
    for a, b in ROADS:
        across, down = markers[b][0] - markers[a][0], ROW * (markers[b][1] - markers[a][1])
        true = math.atan2(ON_MAP[b].y - ON_MAP[a].y, ON_MAP[b].x - ON_MAP[a].x)
        turned = math.degrees(abs((math.atan2(down, across) - true + math.pi) % (2 * math.pi) - math.pi))
        lost += TURNED * max(0.0, turned / 30 - 1) ** 1.5
        lost += STRETCHED * max(0.0, math.hypot(across, down) - 16)
    for (x, y), (true_x, true_y) in zip(markers, scale, strict=True):
        off = math.hypot(x - true_x, ROW * (y - true_y))
        lost += OFF * off + 0.1 * max(0.0, off - 5) ** 2
    return lost


@dataclass(frozen=True, slots=True)
class Trial:
    """A map, and what it is worth."""

    markers: Markers
    boxes: tuple[Box, ...]
    worth: float


class Search:
    """Maps of small sizes, and the stacks that they are to tell."""

    def __init__(self, shown: list[MapContents]) -> None:
        self._shown = shown
        drawn = [layout_of(*SMALLEST).project(place.x, place.y) for place in ON_MAP]
        self._scale: Markers = tuple([(round(x), round(y)) for x, y in drawn])

    def start(self) -> Trial:
        """The map as it is."""
        return self.tried(tuple([(place.column, place.row) for place in ON_MAP]))

    def tried(self, wished: Markers) -> Trial:
        """The maps laid out after these cells."""
        placed = zip(ON_MAP, wished, strict=True)
        lay_out([replace(place, column=column, row=row) for place, (column, row) in placed])
        small = layout_of(*SMALLEST)
        told = sum([worth(size, shown) for size in SIZES for shown in self._shown])
        return Trial(
            small.markers, small.boxes, told / len(self._shown) / len(SIZES) - shape(small.markers, self._scale)
        )

    def near(self, trial: Trial, chance: Random) -> Trial | None:
        """A map a little different. None if two of its boxes would touch."""
        markers, boxes = list(trial.markers), list(trial.boxes)

        def put(place: Location, x: int, y: int) -> None:
            old = markers[place]
            markers[place] = x, y
            boxes[place] = replace(boxes[place], x=boxes[place].x + x - old[0], y=y)

        place = chance.choice(LOCATIONS)
        x, y = markers[place]
        if chance.random() < 0.2:
            by_distance = sorted(
                LOCATIONS, key=lambda there: math.hypot(markers[there][0] - x, ROW * (markers[there][1] - y))
            )
            other = chance.choice(by_distance[1:6])
            put(place, *markers[other])
            put(other, x, y)
        else:
            down = chance.choice((-1, 0, 0, 1))
            across = chance.choice((-8, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 8))
            put(place, x + across * (down == 0 or chance.random() < 0.6), y + down)
            # Half the time its neighbours in the row make way.
            for other in sorted(LOCATIONS, key=lambda there: abs(markers[there][0] - x)) * (chance.random() < 0.5):
                mine, theirs = boxes[place], boxes[other]
                if other != place and theirs.near(mine, GAP, 0):
                    left = theirs.x < mine.x
                    to = mine.x - GAP - theirs.width if left else mine.x + mine.width + GAP
                    put(other, markers[other][0] + to - theirs.x, markers[other][1])
        if not fits(boxes):
            return None
        return self.tried(tuple(markers))


def lay_out(places: Sequence[OnMap]) -> None:
    """Have all maps laid out after these places."""
    setattr(layout, "ON_MAP", tuple(places))  # noqa: B010
    of_places = layout._layout_of, labels.offer, labels._ground, placing._roads, roads.road_cells, roads._touched
    for each in (*of_places, placing._empty_map, placing._following):
        each.cache_clear()


def worth(size: tuple[int, int], shown: MapContents) -> float:
    """What the labels of a map that was not shown before are worth."""
    placed = placing.Placing(UNICODE).placed(*size, shown)
    heads = ["".join([sign for sign, _ in label.lines[0].cells]) for label in placed]
    short = sum([name not in head for name, head in zip(NAMES, heads, strict=True)])
    named = 0
    for label in placed:
        for x in range(label.lines[0].x, label.lines[0].end):
            named |= labels.bit_of(size[0], x, label.lines[0].y)
    hidden = [unseen(size, cells) for cells in (reduce(or_, [label.hides for label in placed]), named)]
    lost = sum([price * number for price, number in zip(HIDDEN, hidden, strict=True)])
    return sum([label.value for label in placed]) - SHORT * short - lost


def unseen(size: tuple[int, int], covered: int) -> int:
    """Of how many roads nothing is seen where these cells are covered."""
    between = labels._ground(*size)._roads
    return sum([bool(cells) and all(covered & labels.bit_of(size[0], x, y) for x, y in cells) for cells in between])


def fits(boxes: list[Box]) -> bool:
    """Whether all boxes lie on the map, with free columns before and between them."""
    columns, rows = SMALLEST
    inside = all(GAP <= box.x <= columns - box.width and 0 <= box.y < rows for box in boxes)
    return inside and not any(a.near(b, GAP, 0) for number, a in enumerate(boxes) for b in boxes[:number])


class Tried(Protocol):
    """A map that was tried."""

    @property
    def worth(self) -> float:
        """What it is worth."""


TriedT = TypeVar("TriedT", bound=Tried)


class Tries(Protocol[TriedT]):
    """What tries maps, from the one that there is."""

    def start(self) -> TriedT:
        """The map as it is."""

    def near(self, trial: TriedT, chance: Random) -> TriedT | None:
        """One a little different, if there is any."""


def anneal(search: Tries[TriedT], chance: Random, seconds: float, heat: Callable[[float], float]) -> TriedT:
    """The best map that is found in so many seconds. `heat`: how much worse one may be to be gone on from, by then."""
    now = best = search.start()
    print(f"as it is: {now.worth:.1f}", flush=True)
    began = time.monotonic()
    while (gone := time.monotonic() - began) < seconds:
        found = search.near(now, chance)
        if found is None or chance.random() >= math.exp(min((found.worth - now.worth) / heat(gone), 0)):
            continue
        now = found
        if now.worth > best.worth:
            best = now
            print(f"after {gone:.0f} s: {best.worth:.1f}", flush=True)
    return best


def write(markers: Markers) -> None:
    """Put the cells of the markers into the file."""
    text = FILE.read_text(encoding="utf-8")
    for key, (column, row) in zip(LOCATION_KEYS, markers, strict=True):
        text, found = re.subn(
            rf"(\[{re.escape(key)}\]\n(?:.+\n)*?column = )\d+(\nrow = )\d+", rf"\g<1>{column}\g<2>{row}", text
        )
        assert found == 1, key
    FILE.write_text(text, encoding="utf-8")


def search_parser(description: str | None, every: int) -> argparse.ArgumentParser:
    """What can be typed for a search. `every`: how many answers lie between two positions unless it is said."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--seconds", type=float, default=1200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=3, help="games whose positions are to be told")
    parser.add_argument("--every", type=int, default=every, help="answers between two positions")
    return parser


def main() -> None:
    """Search as long as is wished, and write what was found."""
    given = search_parser(__doc__, every=60).parse_args()
    chance = Random(given.seed)
    search = Search([*positions(given.games, given.every)])
    best = anneal(search, chance, given.seconds, lambda gone: max(WARM * math.exp(-gone / COOLS), 0.1))
    write(best.markers)


if __name__ == "__main__":
    main()
