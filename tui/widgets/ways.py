"""Ways over a painted board: what is seen of each, and in what signs it is drawn."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Final

from rich.style import Style

from tui.boards import Spot, Tag, Trail
from tui.theme import Theme
from tui.widgets.painted_board import PaintedBoard
from tui.widgets.row_cells import Over

_MOST_NUMBER: Final = 9
"""The number of a step has one cell."""
_NUMBER: Final = Style(reverse=True)
"""Laid over the style of a way where its number stands."""
_NUMBERED: Final = frozenset({"trail", "trail-back", "plan", "advised"})
"""The styles of ways whose steps have numbers."""
_ARROWS: Final = {(1, 0): "→", (-1, 0): "←", (0, 1): "↓", (0, -1): "↑"}


def _around(cells: frozenset[tuple[int, int]]) -> set[tuple[int, int]]:
    """These cells and all that touch one of them."""
    return {(x + across, y + down) for x, y in cells for across in (-1, 0, 1) for down in (-1, 0, 1)}


def sign_style(theme: Theme, sign: str, style: str) -> Style:
    """How a sign of this style is drawn: the number of a step stands out from those of the ground."""
    drawn = theme.style(style)
    return drawn + _NUMBER if sign.isdigit() and style in _NUMBERED else drawn


class Ways:
    """What has happened and what is planned, and a way that is pointed at, on a board at one scale."""

    def __init__(
        self,
        painted: PaintedBoard,
        trails: Sequence[Trail] = (),
        path: tuple[Spot, ...] = (),
        taken: Mapping[tuple[int, int], Spot] | None = None,
    ) -> None:
        """`path`: the way that is pointed at; `taken`: the cells in which the signs of spots stand."""
        self._painted, self._trails, self._path = painted, trails, path
        way, layout, spots = painted.board.way, painted.layout, taken or {}
        self.path_cells = way(layout, path) if path else frozenset()
        ways = [(trail.stops, trail.style, way(layout, trail.stops)) for trail in trails]
        self.trail_cells = {cell: style for _, style, cells in ways for cell in cells}
        self.kept_apart = frozenset(
            {
                cell
                for stops, cells in ((path, self.path_cells), *[(stops, cells) for stops, _, cells in ways])
                for cell in painted.against(stops, cells, spots)
            }
        )
        """What is left free of a way right beside what is written of a spot that it does not come to."""
        self._hardly_seen = frozenset(painted.single_cells({*self.trail_cells} - self.kept_apart - {*spots}))
        """Where so little is seen of a way that it is drawn with the signs of the ground."""
        # Of the way that is pointed at every place is told by which it comes.
        self._through = {
            **{spot: trail.style for trail in trails for spot in painted.hidden_at(trail.stops, self.kept_apart)},
            **dict.fromkeys(path[1:-1], "path"),
        }
        """The spots that have a sign because a way comes through there, with its style."""
        self.numbers_of_ends: dict[Spot, Tag] = {}
        """The numbers of steps that have no room on their ways, by the spots they lead to, each with the style."""
        self._marks = {cell for cell in (*self.trail_cells, *self.path_cells) if painted.is_marked(*cell)}
        self.signs = self._found_signs({*self.kept_apart, *self._hardly_seen, *spots}, [cells for _, _, cells in ways])
        """The numbers of steps of a plan, and arrows, by the cells of the ways in which they stand, each with the style
        of its way."""
        self._arrows = self._arrows_on(path, {*self.kept_apart, *spots})
        """The arrows of the way that is pointed at, by their cells: its dots alone do not say where it leads."""
        self._rows: dict[int, list[tuple[int, str]]] = {}
        for (x, y), style in (*self.trail_cells.items(), *[(cell, "path") for cell in self.path_cells]):
            self._rows.setdefault(y, []).append((x, style))

    def _found_signs(
        self, taken: set[tuple[int, int]], ways: Sequence[frozenset[tuple[int, int]]]
    ) -> dict[tuple[int, int], tuple[str, str]]:
        """The number of a step of a plan, and an arrow on every leg, where it leads.

        `ways`: the cells of each trail. A number stands apart from all others if it can, or seems to be one of theirs.
        """
        painted, found = self._painted, dict[tuple[int, int], tuple[str, str]]()

        def put(cell: tuple[int, int] | None, sign: str, style: str) -> None:
            if cell is not None:
                found[cell] = sign, style
                taken.add(cell)

        steps = zip(self._trails, ways, strict=True)
        planned = frozenset().union(*[cells for trail, cells in steps if trail.style == "plan"])
        for at, (stops, style, number) in enumerate(self._trails):
            if 0 < number <= _MOST_NUMBER:
                others = _around(frozenset().union(*ways[:at], *ways[at + 1 :]))
                cell = painted.cell_for_number(stops, taken | self._marks, others)
                cell = cell or painted.cell_for_number(stops, taken, others)
                put(cell, str(number), style)
                if cell is None:
                    known = self.numbers_of_ends.get(stops[-1], ())
                    self.numbers_of_ends[stops[-1]] = (*known, (str(number), style))
            # Where a road has been used by both, an arrow of what has happened would be read as one of what is planned.
            over = planned if style == "trail" else frozenset()
            for cell, arrow in self._arrows_on(stops, taken | over, found).items():
                put(cell, arrow, style)
        return found

    def _arrows_on(
        self, stops: tuple[Spot, ...], taken: set[tuple[int, int]], signs: Collection[tuple[int, int]] = ()
    ) -> dict[tuple[int, int], str]:
        """An arrow on every leg of a way, where it leads, in cells that are then `taken` as well.

        It touches none of the `signs` of other legs, with which it would tell of a way that there is not.
        """
        painted, found = self._painted, dict[tuple[int, int], str]()
        for step in pairwise(stops):
            way = painted.board.way(painted.layout, step)
            strange = _around(frozenset({*signs, *found}) - way)
            cell = painted.cell_for_arrow(step, taken | strange | self._marks)
            cell = cell or painted.cell_for_arrow(step, taken | strange)
            if cell is not None:
                found[cell] = _ARROWS[painted.direction(*step)]
                taken.add(cell)
        return found

    @property
    def ends(self) -> dict[Spot, str]:
        """Where the trails lead, with their styles."""
        return {trail.stops[-1]: trail.style for trail in self._trails if trail.stops}

    def _drawn_with(self, theme: Theme) -> dict[str, str]:
        """The signs of ways by their style. Of one that is pointed at the others stand back."""
        taken, own = theme.glyphs.trail, theme.glyphs.way
        if any(trail.style == "walk" for trail in self._trails):
            return {"walk": taken, "path": own}
        return {"trail": taken, "plan": own, "advised": theme.glyphs.advised, "path": own}

    def lay_over(self, row: int, over: Over, theme: Theme, *, back: bool = False, colourless: bool = False) -> None:
        """Draw what lies in a row, over the ground alone.

        In colours a way is drawn on the roads that it takes, whose kind is still seen; where they are `colourless`, or
        are no more than a sign each, it has a sign of its own. What has happened stands `back` while it is chosen
        where to go.
        """
        cells, ground, drawn_with = self._painted.rows[row], self._painted.board.ground, self._drawn_with(theme)
        signed = colourless or theme.glyphs.ascii
        faint = {"trail": "trail-back"} if back else {}
        for x, style in self._rows.get(row, ()):
            if cells[x][1] in ground:
                hardly = style == "trail" and (x, row) in self._hardly_seen
                plain = hardly or (not signed and style != "walk")
                sign = cells[x][0] if plain else drawn_with.get(style, cells[x][0])
                apart = (x, row) in self.kept_apart
                over[x] = (" ", theme.style("plain")) if apart else (sign, theme.style(faint.get(style, style)))
        for (x, y), (sign, style) in self.signs.items():
            shown = style in drawn_with or (sign.isdigit() and style != "trail")
            if y == row and shown and (x, y) not in self.path_cells:
                over[x] = theme.text(sign), sign_style(theme, sign, faint.get(style, style))
        for (x, y), sign in self._arrows.items():
            if y == row:
                over[x] = theme.text(sign), theme.style("path")

    def lay_beside_spots(self, row: int, over: Over, theme: Theme) -> None:
        """What the labels hide of a way is told by where it comes through, but not far from there."""
        painted, drawn_with = self._painted, self._drawn_with(theme)
        for spot, style in self._through.items():
            if (
                style in drawn_with
                and painted.is_near(spot)
                and painted.layout.boxes[spot].y == row
                and (before := painted.head(spot) - 1) >= 0
            ):
                over.setdefault(before, (drawn_with[style], theme.style(style)))
