"""The map as the client's board: its spots are the locations."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import ClassVar, Final

from engine.hidden import View, other
from engine.sekigahara.board import CAPITAL, LOCATION_KEYS, LOCATIONS, ROAD_BETWEEN, Location
from engine.sekigahara.components import SIDES
from engine.sekigahara.pieces import DAIMYO
from engine.sekigahara.recollection import Recollection
from engine.sekigahara.state import State
from tui.boards import Board, Cell, Layout, Spot
from tui.glyphs import Glyphs
from tui.language import N_
from tui.lines import TIE, Line, side_by_side
from tui.sekigahara.map.contents import MapContents, control_of, map_contents
from tui.sekigahara.map.labels import control_letter, control_style, location_sign
from tui.sekigahara.map.layout import SMALLEST, MapLayout, layout_of
from tui.sekigahara.map.painter import GROUND, NAMED, paint
from tui.sekigahara.map.placing import Placing
from tui.sekigahara.map.roads import road_cells
from tui.sekigahara.map.signs import signs_for
from tui.sekigahara.map.telling import MORE, SOLID, chip_style
from tui.sekigahara.panels.location import location_in_brief, location_lines
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import daimyo_code
from tui.sekigahara.words.recalled import tag_words

_PERCENT: Final = (100, 125, 160, 200)
"""How large the map is drawn, in percent of its window."""
_FEW: Final = 100
"""In fewer columns the rows of the map are now more and now fewer, by what is asked below it."""


class SekigaharaBoard(Board[State]):
    """The map of Japan."""

    name: ClassVar[str] = N_("map")
    key: ClassVar[str] = "m"
    spot_title: ClassVar[str] = N_("Place")
    ground: ClassVar[frozenset[str]] = GROUND
    names: ClassVar[frozenset[str]] = NAMED
    solid: ClassVar[frozenset[str]] = SOLID
    by_columns: ClassVar[bool] = True

    def __init__(self, glyphs: Glyphs, recollection: Recollection) -> None:
        self._glyphs = glyphs
        self.marks = signs_for(glyphs).used_road
        self._recollection = recollection
        self._placing = Placing(glyphs)

    @property
    def zooms(self) -> int:
        """See `Board.zooms`."""
        return len(_PERCENT)

    def layout(self, columns: int, rows: int, zoom: int = 0) -> Layout:
        """The map as large as the window, or larger, up to twice as large.

        A name stands on the same side of its marker at every scale, and in few columns however many rows there are.
        """
        columns, rows = max(columns, SMALLEST[0]), max(rows, SMALLEST[1])
        layout = layout_of(columns * _PERCENT[zoom] // 100, rows * _PERCENT[zoom] // 100)
        usual = SMALLEST if columns < _FEW else (columns, rows)
        return layout if usual == (layout.columns, layout.rows) else replace(layout, usual=usual)

    def contents(self, view: View[State]) -> MapContents:
        """See `Board.contents`."""
        return map_contents(view, self._recollection)

    def labelled(self, layout: Layout, contents: MapContents) -> Layout:
        """See `Board.labelled`."""
        assert isinstance(layout, MapLayout)
        chosen = self._placing.placed(layout.columns, layout.rows, contents, layout.usual)
        return layout.labelled([label.boxes for label in chosen])

    def paint(self, layout: Layout, contents: MapContents) -> list[list[Cell]]:
        """See `Board.paint`."""
        assert isinstance(layout, MapLayout)
        return paint(
            layout, contents, self._placing.placed(layout.columns, layout.rows, contents, layout.usual), self._glyphs
        )

    def piece_written(self, text: str, style: str) -> str:
        """See `Board.piece_written`: in a stack that names a daimyo once, of his other blocks their strength stands."""
        code = next((daimyo_code(daimyo) for daimyo in DAIMYO if chip_style(daimyo) == style), "")
        return text if text.startswith(code) else code + text

    def way(self, layout: Layout, stops: Sequence[Spot]) -> frozenset[tuple[int, int]]:
        """See `Board.way`."""
        assert isinstance(layout, MapLayout)
        roads = _roads_seen(layout, signs_for(self._glyphs).braille)
        return frozenset().union(*[roads[ROAD_BETWEEN[step]] for step in itertools.pairwise(stops)])

    def first_spot(self, view: View[State]) -> Spot:
        """The own capital."""
        return next(place for place in LOCATIONS if CAPITAL[place] == view.seat)

    def spots_named(self, beginning: str) -> Sequence[Spot]:
        """See `Board.spots_named`; o stands for ō. Its name on the English map will do in every language."""
        wanted = _folded(beginning.strip())
        if not wanted:
            return ()
        said = [place for place in LOCATIONS if _folded(NAMES[place]).startswith(wanted)]
        said.sort(key=lambda place: _folded(NAMES[place]) != wanted)
        return said or [place for place in LOCATIONS if LOCATION_KEYS[place].startswith(wanted)]

    def spot_name(self, spot: Spot) -> str:
        """See `Board.spot_name`."""
        return NAMES[spot]

    def spot_lines(self, view: View[State], spot: Spot, sent: View[State] | None = None) -> list[Line]:
        """See `Board.spot_lines`."""
        return location_lines(view, LOCATIONS[spot], self._recollection, sent, self._glyphs)

    def spot_in_brief(self, view: View[State], spot: Spot, sent: View[State] | None = None) -> list[Line]:
        """See `Board.spot_in_brief`."""
        return location_in_brief(view, LOCATIONS[spot], self._recollection, sent, self._glyphs)

    def spot_summary(self, view: View[State], spot: Spot, sent: View[State] | None = None) -> Sequence[Line]:
        """The same on one line. Where there is no room for all of it the blocks are told as on the map, in letters, so
        that the roads have some; then what the place is is told by its sign, and at last the roads are left out, the
        highways last of them: a sign says so.
        """
        place, *stacks, roads = self.spot_lines(view, spot, sent)
        location = LOCATIONS[spot]
        tags: list[Line] = [
            [(tag_words(view, side, location, self._recollection), SIDES[side])]
            for side in (view.seat, other(view.seat))
            if view.state.pools[side][location]
        ]
        name, *notes = place
        brief = [*self._sign_of(view, location), name]
        more: Line = [(self._glyphs.text(MORE), "dim")]
        one_kind = [roads[:2], more] if len(roads) > 2 else [roads]  # what goes before names, and these
        wordings = [[place, *stacks, roads], [place, *tags, roads], [brief, *tags, roads], [brief, *tags, *one_kind]]
        if stacks and notes:
            notes[0] = (notes[0][0].removeprefix("; "), notes[0][1])
            wordings.append([[name], *stacks, notes])
        wordings.append([brief, *tags, more])
        return [_in_line(parts) for parts in wordings]

    def _sign_of(self, view: View[State], location: Location) -> Line:
        """What a location is, who controls it, and a disk, as on the map; nothing where there is nothing to control."""
        control, signs = control_of(view.state, location), signs_for(self._glyphs)
        letter = control_letter(location, control)
        disk = signs.disk if location in view.state.disks else ""
        sign = location_sign(location, signs)
        return [(f"{sign}{letter}{disk}", control_style(control)), (" ", "plain")] if letter else []


def _in_line(parts: Sequence[Line]) -> Line:
    return [(text.replace(TIE, " "), style) for text, style in side_by_side(parts)]


@lru_cache(maxsize=4)
def _roads_seen(layout: MapLayout, dotted: bool) -> tuple[frozenset[tuple[int, int]], ...]:
    """The cells of every road in which nothing is written; a way is drawn in no space between two blocks either."""
    boxes = [*layout.boxes, *itertools.chain(*layout.lines)]
    written = {(x, box.y) for box in boxes for x in range(box.x, box.x + box.width)}
    roads = road_cells(layout.columns, layout.rows, dotted, layout.written)
    return tuple([frozenset([(x, y) for x, y, _ in road if (x, y) not in written]) for road in roads])


def _folded(name: str) -> str:
    return name.lower().replace("ō", "o")
