"""Which label stands at each location: they begin as small as always fits, and grow as long as that is a gain."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from engine.hidden import Seat
from engine.sekigahara.board import HIGHWAY, LOCATIONS, Location
from tui.glyphs import Glyphs
from tui.sekigahara.map.contents import NOBODY, LocationContents, MapContents
from tui.sekigahara.map.labels import Label, Offer, bit_of, offer, spaced
from tui.sekigahara.map.layout import layout_of
from tui.sekigahara.map.nearness import Line
from tui.sekigahara.map.roads import road_cells
from tui.sekigahara.words.locations import NAMES

_ROUNDS: Final = 3
"""How often all labels are looked at again; they settle before."""
_TRIED: Final = 100
"""How many better labels are tried for which others have to make way."""
_PUSHED: Final = 2
"""How many at once."""
_NAMED: Final = 4
"""How many labels are tried that write a name whole for which more than so many have to make way."""
_TELLS: Final = 1500
"""How many cells a map has on which that is tried for stacks too: on a smaller one more have no room than have, and it
would only move all the others."""
_HIDDEN: Final = ((5, 3.4), (12, 10.5), (math.inf, 20.0))
"""What is lost when nothing is left to be seen of a road of at most so many cells: a long one is missed most."""
_ONE_CELL: Final = 0.25
"""How much of that where one cell is left of a road that has `_FOLLOWED` or more: it tells of no direction."""
_FOLLOWED: Final = 3
_END: Final = 4
_END_HIDDEN: Final = 2.4
"""What is lost where nothing is seen of so many cells of a highway before its end: it seems to lead elsewhere."""
_LOSS: Final = 1.5
"""What is lost where it is worth trying."""
_WORTH: Final = 0.01
"""What is no gain."""
_STAYS: Final = (13.0, 10.0)
_ROOM: Final = 100
"""What it is worth that a marker and its name are as on the empty map: a place is where the eye has found it before,
whatever has happened since. On a map with little room, and on one of so many columns that it need cost nothing else."""
_HOME_SIDE: Final = 40.0
"""What it is worth that a whole name stands on the side of its marker where the empty map has it: more than the leaders
of a stack, which are told by fewer signs before a name changes sides."""
_HOME_SIDE_CUT: Final = (25.0, 10.0)
"""What it is worth of a name that is not whole. On a map of many columns names are whole wherever they have room."""
_AT_EVERY_SCALE: Final = 3.0
"""What it is worth that the empty map has a name on the side where it stands at the usual scale."""
_SAME_SIDE: Final = 3.0
"""What it is worth that blocks stand on the side of their marker where others stood before them."""


_UNMOVED: Final = 9.0
"""What it is worth that a place where nothing has changed is told as it was told before: it is known at a glance."""
_KEPT: Final = 32
"""How many of the maps that were shown are kept: whoever takes something back sees the same again."""

_EMPTY: Final = (NOBODY,) * len(LOCATIONS)


Size: TypeAlias = tuple[int, int]
"""Columns and rows of a map."""
_Road: TypeAlias = tuple[int, float, float]
"""The cells of a road, or those that are still to be seen, as bits; what is lost if none is, and if one alone is."""


class _Sheet:
    """The labels chosen so far, and who may take whose place."""

    def __init__(
        self,
        offers: Sequence[Offer],
        markers: Sequence[tuple[int, int]],
        roads: Sequence[_Road],
        empty: Sequence[Label] | None,
        before: Sequence[Label | None],
        shown: Sequence[Label] | None,
        *,
        rightward: Sequence[bool] | None,
        roomy: bool,
    ) -> None:
        """`empty`: the labels of the empty map, None for those themselves; `before`: those that may well stay.

        `shown`: all that were shown before; `rightward`: of the empty map, whether a name stands to the right of
        its marker at the usual scale; `roomy`: it is a map of many columns.
        """
        self.offers = offers
        self._markers = markers
        self._rightward = rightward
        self._empty = empty
        self._before = before
        self._sides = None if shown is None else [_side(label) for label in shown]
        self._name_stays = _STAYS[roomy]
        self._home_side = _HOME_SIDE_CUT[roomy], _HOME_SIDE
        self._labels = [self._by_worth(place) for place in LOCATIONS]
        self.chosen = [each.least for each in offers] if empty is None else self._kept(empty)
        self._near = [
            [there for there in LOCATIONS if there != here and offers[there].reach & offers[here].reach]
            for here in LOCATIONS
        ]
        self._roads = [[road for road in roads if road[0] & each.reach] for each in offers]

    @property
    def _most(self) -> float:
        """What staying is worth at most, besides the side of the name."""
        return 0.0 if self._empty is None else self._name_stays + _UNMOVED + _SAME_SIDE

    def _by_worth(self, place: Location) -> list[tuple[float, Label]]:
        """What can be written at a place, the best first, by what it is worth on the side where the name stands."""
        labels = self.offers[place].labels
        worth = [(label.value + self._home(place, label), label) for label in labels]
        return sorted(worth, key=lambda each: -each[0])

    def _home(self, place: Location, label: Label) -> float:
        """What the side is worth on which a name stands."""
        if self._rightward is not None:
            return _AT_EVERY_SCALE if (label.lines[0].x == self._markers[place][0]) == self._rightward[place] else 0.0
        return self._home_side[label.named] if self._is_at_home(place, label) else 0.0

    def _is_at_home(self, place: Location, label: Label) -> bool:
        """Whether a name stands on the side of its marker where the empty map has it, whatever its length."""
        if self._empty is None:
            return False
        head, old = label.lines[0], self._empty[place].lines[0]
        return head.x == old.x or head.end == old.end  # one of its ends is the marker

    def _kept(self, empty: Sequence[Label]) -> list[Label]:
        """Each label as it was, else as on the empty map, if it can be that; the smallest of all others."""
        return [
            before or next((label for label in offer.labels if label.cells == old.cells), offer.least)
            for offer, old, before in zip(self.offers, empty, self._before, strict=True)
        ]

    def _stays(self, place: Location, label: Label) -> float:
        """What it is worth that a place is told as it was, besides the side; who holds it does not matter."""
        if self._empty is None:
            return 0.0
        worth = _UNMOVED if label is self._before[place] else 0.0
        # A stack that is cut is not kept so: elsewhere it may be whole.
        if label.whole and self._sides is not None and self._sides[place] == _side(label) is not None:
            worth += _SAME_SIDE
        head, old = label.lines[0], self._empty[place].lines[0]
        # A name stands where it stood without the letters after it too.
        stays = head.x == old.x and (label.named or len(head.cells) == len(old.cells))
        return worth + self._name_stays if stays else worth

    def _others(self, place: Location) -> tuple[int, int, list[_Road]]:
        """The cells of the other labels, those that are left clear for them, and what can be seen of the roads."""
        cells = clear = hidden = 0
        for there in self._near[place]:
            label = self.chosen[there]
            cells |= label.cells
            clear |= label.clear
            hidden |= label.hides
        roads = [(left, loss, less) for road, loss, less in self._roads[place] if (left := road & ~hidden)]
        return cells, clear, roads

    def best(self, place: Location) -> tuple[Label, float] | None:
        """The best label for which there is room, and what it is worth besides what is lost by hiding roads."""
        cells, clear, roads = self._others(place)
        found: tuple[Label, float] | None = None
        for least, label in self._labels[place]:
            if found is not None and least + self._most <= found[1]:
                break
            if not label.meets(cells, clear):
                value = least - _lost(label, roads) + self._stays(place, label)
                if found is None or value > found[1]:
                    found = label, value
        return found

    def settle(self, place: Location) -> None:
        """Where the smallest label has no room beside the others', let them make way for it."""
        cells, clear, _ = self._others(place)
        if not self.chosen[place].meets(cells, clear):
            return
        before = list(self.chosen)
        labels = self.offers[place].labels
        for label in sorted(labels, key=lambda label: (not self._is_at_home(place, label), label.cells.bit_count())):
            self.chosen[place] = label
            for there in self._near[place]:
                if label.meets(self.chosen[there].cells, self.chosen[there].clear):
                    found = self.best(there)
                    if found is None:
                        break
                    self.chosen[there] = found[0]
            else:
                return
            self.chosen[:] = before

    def worth(self, place: Location) -> float:
        """What the label that stands there is worth."""
        label = self.chosen[place]
        lost = _lost(label, self._others(place)[2])
        return label.value + self._home(place, label) - lost + self._stays(place, label)

    def grow(self, place: Location) -> bool:
        """Take the best label for which there is room. Whether that is a gain."""
        found = self.best(place)
        if found is None or found[1] <= self.worth(place) + _WORTH:
            return False
        self.chosen[place] = found[0]
        return True

    def space(self, place: Location, label: Label) -> None:
        """Take the label, which is the same with a space, if there is room and nothing more is lost of the roads."""
        cells, clear, roads = self._others(place)
        if not label.meets(cells, clear) and _lost(label, roads) <= _lost(self.chosen[place], roads):
            self.chosen[place] = label

    def push(self, place: Location) -> bool:
        """Take a better label for which some others make way, if all together gain by it."""
        before, worth = self.chosen[place], self.worth(place)
        for most, label in self._labels[place][:_TRIED]:
            if most + self._most <= worth + _WORTH:
                break
            if most + self._stays(place, label) <= worth + _WORTH:
                continue
            met = [
                there for there in self._near[place] if label.meets(self.chosen[there].cells, self.chosen[there].clear)
            ]
            if len(met) > _PUSHED:
                continue
            held = [self.chosen[there] for there in met]
            gain = -worth
            for there in met:
                gain -= self.worth(there)
            self.chosen[place] = label
            for there in met:
                found = self.best(there)
                if found is None:
                    gain = -math.inf
                    break
                gain += found[1]
                self.chosen[there] = found[0]
            if gain + self.worth(place) > _WORTH:
                return True
            self.chosen[place] = before
            for there, old in zip(met, held, strict=True):
                self.chosen[there] = old
        return False

    def tell(self, place: Location) -> bool:
        """Write a name whole, or a stack, for which all around make way, however many, if all together gain by it."""
        around = [there for there in self._near[place] if there != place]
        before, worth = list(self.chosen), self._whole()
        tried = 0
        wanted = self.chosen[place].named
        for label in [label for _, label in self._labels[place] if label.named and label.whole >= wanted]:
            if tried == _NAMED:
                break
            self.chosen[place] = label
            if self._make_way(place, around):
                tried += 1
                for _ in range(_ROUNDS):
                    gains = [self.grow(there) or self.push(there) for there in around]
                    if not any(gains):
                        break
                # Others whose names have gone for it may have taken it again.
                if self.chosen[place].named and self._whole() > worth + _WORTH:
                    return True
            self.chosen[:] = before
        return False

    def _make_way(self, place: Location, around: Sequence[Location]) -> bool:
        """Let those that a label meets be whatever has room beside it. False if one has none."""
        for there in around:
            if self.chosen[place].meets(self.chosen[there].cells, self.chosen[there].clear):
                found = self.best(there)
                if found is None:
                    return False
                self.chosen[there] = found[0]
        return True

    def _whole(self) -> float:
        """What all labels together are worth."""
        return sum([self.worth(place) for place in LOCATIONS])


def _side(label: Label) -> tuple[int, bool] | None:
    """Where blocks stand: in which row from their marker, and whether before it. None where nobody stands."""
    if len(label.lines) == 1:
        return None
    head, blocks = label.lines[:2]
    return blocks.y - head.y, blocks.x < head.x


def _name_line(label: Label) -> Line:
    """Where the marker and the name are."""
    head = label.lines[0]
    return head.y, head.x, head.end


def _lost(label: Label, roads: Sequence[_Road]) -> float:
    """What is lost by the roads that a label hides."""
    lost = 0.0
    for left, loss, less in roads:
        seen = left & ~label.hides
        if not seen:
            lost += loss
        elif not seen & (seen - 1):
            lost += less
    return lost


@lru_cache(maxsize=16)
def _roads(columns: int, rows: int) -> tuple[_Road, ...]:
    """Of each road that has cells between its markers."""
    markers = {*layout_of(columns, rows).markers}
    found = []
    for number, road in enumerate(road_cells(columns, rows, dotted=True)):
        cells = [(x, y) for x, y, _ in road if (x, y) not in markers]
        if cells:
            loss = next(loss for most, loss in _HIDDEN if len(cells) <= most)
            less = loss * _ONE_CELL if len(cells) >= _FOLLOWED else 0.0
            found.append((_bits(cells, columns), loss, less))
        if HIGHWAY[number] and len(cells) >= 2 * _END:
            found += [(_bits(end, columns), _END_HIDDEN, 0.0) for end in (cells[:_END], cells[-_END:])]
    return tuple(found)


def _bits(cells: Sequence[tuple[int, int]], columns: int) -> int:
    """A bit for each cell of the map."""
    return sum([bit_of(columns, x, y) for x, y in cells])


class Placing:
    """The labels of maps that are shown one after another: what has not changed stays where it was if it can."""

    def __init__(self, glyphs: Glyphs) -> None:
        self._glyphs = glyphs
        self._shown: dict[_Map, _Shown] = {}
        self._last: dict[tuple[int, int], _Map] = {}

    def placed(self, columns: int, rows: int, contents: MapContents, usual: Size | None = None) -> tuple[Label, ...]:
        """The labels of the map of this size, by the location's number.

        `usual`: the size at which names have chosen the side of their marker that they keep at this one if they can.
        """
        wanted = columns, rows, contents.seat, contents.locations, tuple(NAMES), usual
        shown = self._shown.pop(wanted, None)
        if shown is None:
            last = self._last.get((columns, rows))
            shown = _following(*wanted, self._glyphs, None if last is None else self._shown.get(last))
        self._shown[wanted] = shown
        self._last[columns, rows] = wanted
        for old in list(self._shown)[:-_KEPT]:
            del self._shown[old]
        return shown.labels


_Map: TypeAlias = tuple[int, int, Seat, tuple[LocationContents, ...], tuple[str, ...], Size | None]


@dataclass(frozen=True, slots=True, eq=False)
class _Shown:
    """A map that was shown, and its labels. It equals no other, so that what has followed it is found at once."""

    what: _Map
    labels: tuple[Label, ...]


@lru_cache(maxsize=128)
def _following(
    columns: int,
    rows: int,
    seat: Seat,
    contents: tuple[LocationContents, ...],
    names: tuple[str, ...],
    usual: Size | None,
    glyphs: Glyphs,
    last: _Shown | None,
) -> _Shown:
    """A map that is shown after another of its size, or the first one. Whoever begins anew begins with the same."""
    before: list[Label | None] = [None] * len(LOCATIONS)
    if last is not None and (last.what[2], last.what[4]) == (seat, names):
        unchanged = zip(last.what[3], contents, last.labels, strict=True)
        before = [label if was == now and label.whole else None for was, now, label in unchanged]
    shown = None if last is None else last.labels
    labels = _placed(columns, rows, seat, contents, names, glyphs, before, shown, usual)
    return _Shown((columns, rows, seat, contents, names, usual), labels)


@lru_cache(maxsize=16)
def _empty_map(
    columns: int, rows: int, seat: Seat, names: tuple[str, ...], glyphs: Glyphs, usual: Size | None
) -> tuple[Label, ...]:
    return _placed(columns, rows, seat, _EMPTY, names, glyphs, [None] * len(LOCATIONS), usual=usual)


def _placed(
    columns: int,
    rows: int,
    seat: Seat,
    contents: tuple[LocationContents, ...],
    names: tuple[str, ...],
    glyphs: Glyphs,
    before: Sequence[Label | None],
    shown: Sequence[Label] | None = None,
    usual: Size | None = None,
) -> tuple[Label, ...]:
    """The labels of a map; of all that were `shown`, `before` are those of locations that are told as they were.

    `usual`: the size of the map at the scale whose sides the names keep.
    """
    empty = None if contents == _EMPTY else _empty_map(columns, rows, seat, names, glyphs, usual)
    written = () if empty is None else tuple([_name_line(label) for label in empty])
    offers = [offer(columns, rows, place, contents[place], seat, names[place], glyphs, written) for place in LOCATIONS]
    markers = layout_of(columns, rows).markers
    rightward = None
    if empty is None and usual is not None and usual != (columns, rows):
        there = zip(_empty_map(*usual, seat, names, glyphs, None), layout_of(*usual).markers, strict=True)
        rightward = [label.lines[0].x == x for label, (x, _) in there]
    roads, roomy = _roads(columns, rows), columns >= _ROOM
    sheet = _Sheet(offers, markers, roads, empty, before, shown, rightward=rightward, roomy=roomy)
    for place in LOCATIONS:
        sheet.settle(place)
    # Where most is to be told is the first choice.
    order = sorted(LOCATIONS, key=lambda place: -offers[place].labels[0].value)
    for _ in range(_ROUNDS):
        grown = [sheet.grow(place) for place in order]
        pushed = [sheet.push(place) for place in order if sheet.worth(place) < offers[place].labels[0].value - _LOSS]
        if not any(grown) and not any(pushed):
            break
    chosen = [(place, sheet.chosen[place]) for place in order]
    wanting = [place for place, label in chosen if not label.named or (columns * rows >= _TELLS and not label.whole)]
    told = [sheet.tell(place) for place in wanting]
    if any(told):
        for place in order:
            sheet.grow(place)
    for place in LOCATIONS:
        label = spaced(columns, rows, sheet.chosen[place])
        if label is not None:
            sheet.space(place, label)
    return tuple(sheet.chosen)
