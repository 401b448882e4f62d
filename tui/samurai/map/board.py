"""The board as the client knows it: its spots are the hexes."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import ClassVar, Final

from engine.hidden import View
from engine.samurai.board import CAPITAL, PLACE_KEYS, PLACES
from engine.samurai.state import State
from tui.boards import Board, Cell, Layout, Spot, fitting
from tui.glyphs import Glyphs
from tui.language import N_
from tui.lines import Line
from tui.samurai.map.contents import HexContents, board_contents
from tui.samurai.map.layout import SCALES, layout_at
from tui.samurai.map.painter import GROUND, paint
from tui.samurai.panels.place import place_line, place_lines
from tui.samurai.words.names import NAMES

_HEIGHTS: Final = sorted({scale.lines for scale in SCALES})
"""How many lines a hex has, at one scale or another."""


class SamuraiBoard(Board[State]):
    """Honshu."""

    name: ClassVar[str] = N_("map")
    key: ClassVar[str] = "m"
    spot_title: ClassVar[str] = N_("Place")
    ground: ClassVar[frozenset[str]] = GROUND

    def __init__(self, glyphs: Glyphs) -> None:
        self._glyphs = glyphs

    @property
    def zooms(self) -> int:
        """See `Board.zooms`: as many as a hex may have lines, since more columns alone show hardly more."""
        return len(_HEIGHTS)

    def layout(self, columns: int, rows: int, zoom: int = 0) -> Layout:
        """See `Board.layout`: the largest that fits, or of those with more lines the first, with fewer the last."""
        layouts: list[Layout] = [layout_at(scale) for scale in SCALES]
        fit = layouts.index(fitting(layouts, columns, rows, 0))
        height = _HEIGHTS[(_HEIGHTS.index(SCALES[fit].lines) + zoom) % len(_HEIGHTS)]
        if height == SCALES[fit].lines:
            return layouts[fit]
        others = [number for number, scale in enumerate(SCALES) if scale.lines == height]
        return layouts[others[0] if height > SCALES[fit].lines else others[-1]]

    def contents(self, view: View[State]) -> tuple[HexContents, ...]:
        """See `Board.contents`."""
        return board_contents(view.state)

    def paint(self, layout: Layout, contents: tuple[HexContents, ...]) -> list[list[Cell]]:
        """See `Board.paint`."""
        scale = next(scale for scale in SCALES if scale.name == layout.name)
        return paint(layout, scale, contents, self._glyphs)

    def way(self, layout: Layout, stops: Sequence[Spot]) -> frozenset[tuple[int, int]]:
        """Straight lines from hex to hex."""
        cells: set[tuple[int, int]] = set()
        for here, there in itertools.pairwise(stops):
            (x0, y0), (x1, y1) = layout.boxes[here].centre, layout.boxes[there].centre
            steps = max(abs(x1 - x0), abs(y1 - y0), 1)
            for step in range(steps + 1):
                cells.add((round(x0 + (x1 - x0) * step / steps), round(y0 + (y1 - y0) * step / steps)))
        return frozenset(cells)

    def first_spot(self, view: View[State]) -> Spot:
        """Edo."""
        return CAPITAL

    def spots_named(self, beginning: str) -> Sequence[Spot]:
        """See `Board.spots_named`: a key, such as `o14`, or the beginning of a name."""
        wanted = beginning.strip().lower()
        if not wanted:
            return ()
        found = [place for place in PLACES if PLACE_KEYS[place] == wanted]
        found += [
            place for place in PLACES if NAMES[place].lower().startswith(wanted) or PLACE_KEYS[place].startswith(wanted)
        ]
        return list(dict.fromkeys(found))

    def spot_name(self, spot: Spot) -> str:
        """See `Board.spot_name`."""
        return NAMES[spot]

    def spot_lines(self, view: View[State], spot: Spot, sent: View[State] | None = None) -> list[Line]:
        """See `Board.spot_lines`."""
        return place_lines(view, PLACES[spot])

    def spot_summary(self, view: View[State], spot: Spot, sent: View[State] | None = None) -> Sequence[Line]:
        """The same on one line, then in letters, then without what lies beside it."""
        place = PLACES[spot]
        return [*super().spot_summary(view, spot, sent), place_line(view, place), place_lines(view, place)[0]]
