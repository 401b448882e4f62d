"""The board drawn: cached lines that scroll, with what is marked on it and a cursor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from rich.color import Color, ColorType, blend_rgb
from rich.color_triplet import ColorTriplet
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region, Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from engine.hidden import View
from tui.boards import SIGNS, Board, Spot, Tag, Trail
from tui.theme import Theme
from tui.widgets.painted_board import PaintedBoard
from tui.widgets.row_cells import Over, regions_of, runs_of, strip_of
from tui.widgets.ways import Ways, sign_style

_MORE: Final = "…"
"""What stands where the window cuts off what is written."""
_WHITE: Final = ColorTriplet(255, 255, 255)
_LIGHTER: Final = 0.25
"""How much of it is in the colour of a sign where letters have that."""
_EDGE: Final = Style(reverse=True)
"""Laid over the style of the arrows at the edges behind which the board goes on."""
_NAMED: Final = 2
"""In more columns a marker has a name, or the beginning of one, beside it, and a letter."""


def _as_ink(style: Style) -> Style:
    """The colour that a sign stands on as that of letters, lighter, so that they are read on a dark ground."""
    paper = style.bgcolor
    if paper is None or paper.type is not ColorType.TRUECOLOR:
        return Style(color=paper)
    return Style(color=Color.from_triplet(blend_rgb(paper.get_truecolor(), _WHITE, _LIGHTER)))


class DrawnBoard(ScrollView):
    """The board. Draws only lines that are asked for, and keeps them until something on them changes."""

    cursor: reactive[Spot] = reactive(0, init=False, repaint=False)

    def __init__(self, board: Board[Any], theme: Theme, *, id: str | None = None) -> None:  # noqa: A002 (Textual's name)
        super().__init__(id=id)
        self.board = board
        self._theme = theme
        self._zoom = 0
        self._layout = board.layout(0, 0)
        self._contents: Any = None
        self.painted = PaintedBoard(board, self._layout, [])
        """The board without what is marked on it."""
        self._strips: dict[int, Strip] = {}
        self._finished: dict[int, Strip] = {}
        self._finished_for: tuple[int, int, Style] | None = None
        self._under_lines = Style()
        self._targets: Mapping[Spot, Tag | None] = {}
        self._path: tuple[Spot, ...] = ()
        self._ways = Ways(self.painted)
        self._near_cells: frozenset[tuple[int, int]] = frozenset()
        """The ways of the board that are followed from one spot to all beside it."""
        self._looked_at: Spot | None = None
        self._told_of: Spot | None = None
        """The spot of which all is told, if it is not that of the cursor."""
        self._edges: dict[tuple[int, int], str] = {}
        """The signs at the edges behind which the board goes on, by where they stand in the window."""
        self._sought: Spot | None = None
        """What was to be in sight last."""
        self._view: View[Any] | None = None
        self._trails: tuple[Trail, ...] = ()
        self._marks: Mapping[Spot, Tag] = {}
        self._signed: Mapping[Spot, Tag] = {}
        """The same with the numbers of steps that have no room on their ways, and stand at the spots they lead to."""
        self._sign_at: Mapping[tuple[int, int], Spot] = {}
        """The cells of signs that stand right before what is written of their spots, or aside, by their spots."""
        self._signs: dict[int, dict[int, Spot]] = {}
        """Whose sign stands in which column of a row that has been drawn."""
        self._told_trails: set[tuple[Spot, ...]] = set()
        self._told_marks: dict[Spot, Tag] = {}
        """The ways and the signs of what has happened that were shown last."""
        self._marked: tuple[Spot | None, Sequence[str]] = (None, ())
        self._marked_cells: frozenset[tuple[int, int]] = frozenset()

    # -- what it shows

    @property
    def layout_in_use(self) -> Any:
        """The scale at which the board is drawn."""
        return self._layout

    def show(self, view: View[Any]) -> None:
        """Show the board as it is now. The first time the cursor goes to the game's first spot."""
        if self._contents is None:
            self.cursor = self.board.first_spot(view)
        self._view = view
        contents = self.board.contents(view)
        if contents != self._contents:
            self._contents = contents
            self._repaint()

    def mark(self, targets: Mapping[Spot, Tag | None], path: tuple[Spot, ...] = ()) -> None:
        """Mark the spots that may be picked, with their tags, and a way that is pointed at."""
        if (targets, path) == (self._targets, self._path):
            return
        changed = [spot for spot in {*targets, *self._targets} if self._differs(targets, spot)]
        regions, chosen = [*self._regions_of(changed), *self._regions_of_path()], self._is_chosen_where_to_go
        self._targets, self._path = targets, path
        if self._is_chosen_where_to_go != chosen:
            regions += self._regions_of_trails()
        self._find_ways()
        self._refresh_regions([*regions, *self._regions_of_path()])
        if path:
            self.centre_on(path[-1])

    @property
    def _is_chosen_where_to_go(self) -> bool:
        """Whether spots have tags of what it takes to come there."""
        return any(self._targets.values())

    def _differs(self, targets: Mapping[Spot, Tag | None], spot: Spot) -> bool:
        return (spot in targets) != (spot in self._targets) or targets.get(spot) != self._targets.get(spot)

    def show_trails(self, trails: Iterable[Trail], marks: Mapping[Spot, Tag] | None = None) -> None:
        """Draw these ways under what is pointed at, until others take their place.

        `marks`: the signs of what has happened, by the spot; they give way to the tags of what may be done.
        """
        # A letter is kept apart from names: so it matters here in which signs they are drawn.
        wanted, signs = tuple(trails), {spot: self._drawn(tag) for spot, tag in (marks or {}).items()}
        if (wanted, signs) == (self._trails, self._marks):
            return
        told = self._told_anew(wanted, signs)
        regions = [*self._regions_of_trails(), *self._regions_of(self._marks)]
        self._trails, self._marks = wanted, signs
        self._find_ways()
        self._refresh_regions([*regions, *self._regions_of_trails(), *self._regions_of(signs)])
        if told is not None and (self.max_scroll_x or self.max_scroll_y):
            self.centre_on(told)

    def _drawn(self, tag: Tag) -> Tag:
        """The same in the signs of the theme."""
        return tuple([(self._theme.text(sign), style) for sign, style in tag])

    def _told_anew(self, trails: Iterable[Trail], marks: Mapping[Spot, Tag]) -> Spot | None:
        """Where the last thing has happened that was not told before; what is hidden for a while has been told."""
        happened = [trail.stops for trail in trails if trail.style == "trail" and trail.stops]
        new_marks = [spot for spot, tag in marks.items() if self._told_marks.get(spot) != tag]
        new_ends = [stops[-1] for stops in happened if stops not in self._told_trails]
        if happened:
            self._told_trails = {*happened}
        if marks:
            self._told_marks = dict(marks)
        return next(iter([*new_ends[::-1], *new_marks[::-1]]), None)

    def mark_pieces(self, spot: Spot | None, codes: Sequence[str]) -> None:
        """Mark these pieces of a spot where they are written; with None there are none."""
        if (spot, codes) == self._marked:
            return
        before = self._marked_cells
        self._marked = spot, codes
        self._find_marked()
        self._refresh_regions(regions_of(before ^ self._marked_cells))

    def _find_marked(self) -> None:
        spot, codes = self._marked
        left, found = Counter(codes), set()
        for box in () if spot is None or not self.painted.rows else self._layout.boxes_of(spot):
            x = box.x
            while x < box.x + box.width:
                first, last, code = self.painted.piece_at(x, box.y)
                if code and left[code]:
                    left[code] -= 1
                    found.update({(column, box.y) for column in range(first, last + 1)})
                x = last + 1
        self._marked_cells = frozenset(found)

    def zoom(self) -> int:
        """Go to the next scale, the last followed by the one that suits the window: 0. Its number."""
        self._draw_at((self._zoom + 1) % self.board.zooms)
        return self._zoom

    def scale(self, direction: int) -> None:
        """Go to the scale that is next larger (1) or smaller (-1); there may be none."""
        scales = [(self.board.layout(*self.size, zoom), zoom) for zoom in range(self.board.zooms)]
        sizes = sorted((layout.columns * layout.rows, zoom) for layout, zoom in scales)
        at = [zoom for _size, zoom in sizes].index(self._zoom) + direction
        if 0 <= at < len(sizes):
            self._draw_at(sizes[at][1])

    def _draw_at(self, zoom: int) -> None:
        """Draw the board at a scale, around its cursor."""
        self._zoom = zoom
        self._repaint()
        self.call_after_refresh(self.centre_on, self.cursor)

    def look_changed(self) -> None:
        """The styles are others now."""
        self._repaint()

    def centre_on(self, spot: Spot) -> None:
        """Scroll so that `spot` is in sight: not at all if it is, else to the middle. It stays so in another window."""
        self._sought = spot
        box, room = self._layout.boxes[spot], self.scrollable_content_region  # without the bars
        window = Region(int(self.scroll_x), int(self.scroll_y), room.width, room.height)
        if not window.contains_region(Region(box.x, box.y, box.width, box.height)):
            x, y = box.centre
            self.scroll_to(x - room.width // 2, y - room.height // 2, animate=False)

    def written_at(self, x: int, y: int) -> str:
        """What is written at a cell of the board with that of its row on both sides in the same style: a piece."""
        return self.painted.piece_at(x, y)[2]

    # -- drawing

    def _repaint(self) -> None:
        # Cells and boxes change together: a line may be asked for while the size is new and the cells are not.
        # What has room without scroll bars is drawn as if there were none: they may stand there from the size before.
        whole = self.outer_size - self.styles.gutter.totals
        if not whole:
            return  # it has no room yet: it is drawn when it has
        layout = self.board.layout(*whole, self._zoom)
        if layout.columns > whole.width or layout.rows > whole.height:
            layout = self.board.layout(*self.size, self._zoom)
        elif self.show_vertical_scrollbar or self.show_horizontal_scrollbar:
            self.show_vertical_scrollbar = self.show_horizontal_scrollbar = False
            self.scroll_to(0, 0, animate=False, force=True, immediate=True)
        self._layout = layout if self._contents is None else self.board.labelled(layout, self._contents)
        self.virtual_size = Size(layout.columns, layout.rows)
        rows = [] if self._contents is None else self.board.paint(layout, self._contents)
        self.painted = PaintedBoard(self.board, self._layout, rows)
        self._find_marked()
        self._find_near()
        self._find_ways()
        self._strips.clear()
        self._finished.clear()
        self._signs.clear()
        self.refresh()

    def look_at(self, spot: Spot | None) -> None:
        """Have the ways from this spot stand out, else those from the one that does: it is seen which goes on where."""
        self._looked_at = spot
        before = self._near_cells
        self._find_near()
        if before != self._near_cells:
            self._refresh_regions(regions_of(before ^ self._near_cells))

    def tell_of(self, spot: Spot | None, looked_at: Spot | None) -> None:
        """Have this spot stand out, of which all is told, and not that of the cursor; None: that of the cursor.

        `looked_at`: see `look_at`.
        """
        if spot != self._told_of:
            before, self._told_of = self._told_of, spot
            self._refresh_regions(self._regions_of([each for each in (self.cursor, before, spot) if each is not None]))
        self.look_at(looked_at)

    @property
    def _stood_at(self) -> Spot | None:
        """The spot that is drawn as the cursor's. The end of a way that is pointed at has a sign of its own."""
        return None if self._told_of in self._path else self._told

    @property
    def _told(self) -> Spot:
        """The spot of which all is told."""
        return self.cursor if self._told_of is None else self._told_of

    def _find_near(self) -> None:
        here = self._told if self._looked_at is None else self._looked_at
        beside = self._layout.links[here] if self.painted.rows else ()
        self._near_cells = frozenset().union(*[self.board.way(self._layout, (here, there)) for there in beside])

    def _find_ways(self) -> None:
        self._signed = self._marks
        # Signs of two spots in one string would be one's, or nobody's: the first of each says most.
        crowded = self._touching()
        self._signed = marks = {spot: tag[: 1 if spot in crowded else None] for spot, tag in self._marks.items()}
        self._ways = Ways(self.painted, self._trails, self._path, self._sign_cells())
        beside = self._ways.numbers_of_ends
        if beside:
            numbered = {spot: (*marks.get(spot, ()), *tag) for spot, tag in beside.items()}
            self._signed = {**marks, **numbered}
            # With the signs of another spot right behind it a number would be read as one of a way between the two.
            touching = self._touching() & {*numbered}
            self._signed = {**self._signed, **{spot: marks.get(spot, ()) for spot in touching}}
            self._ways = Ways(self.painted, self._trails, self._path, self._sign_cells())
        self._sign_at = self._sign_cells(pushed=False)

    def _touching(self) -> set[Spot]:
        """The spots of which a sign stands right beside one of another's."""
        cells = self._sign_cells(pushed=False)
        pairs = [(spot, cells.get((x + 1, y), spot)) for (x, y), spot in cells.items()]
        return {spot for pair in pairs if pair[0] != pair[1] for spot in pair}

    def _sign_cells(self, *, pushed: bool = True) -> dict[tuple[int, int], Spot]:
        """The cells beside the spots at which something has happened, in which its signs stand.

        `pushed`: with that in which they begin where the cursor comes, whose sign pushes those before a spot by one.
        """
        found = {}
        for spot in self._signed if self.painted.rows else ():
            tag = self._shown(spot)
            aside, row = self.painted.aside(spot, tag), self._layout.boxes[spot].y
            first = self.painted.head(spot) - len(tag) if aside is None else aside
            beyond = self._beyond(spot)
            more = pushed and aside is None and beyond is None
            first, row = beyond or (first, row)
            found.update({(x, row): spot for x in range(first - more, first + len(tag))})
        return found

    def _regions_of(self, spots: Iterable[Spot]) -> list[Region]:
        """Where marks on these spots are drawn: the first row of each box and the cells beside what stands there."""
        regions = []
        for spot in spots:
            box = self._layout.boxes[spot]
            x = max(min(box.x, self.painted.head(spot) - 3), 0)
            regions.append(Region(x, box.y, box.x + box.width + 1 + SIGNS - x, 1))
            marker = self._layout.marker_of(spot)
            if marker is not None:
                left = max(marker[0] - SIGNS, 0)
                above = max(marker[1] - 1, 0)
                regions.append(Region(left, above, marker[0] + SIGNS + 1 - left, marker[1] + 2 - above))
        return regions

    def _shown(self, spot: Spot) -> Tag:
        """The signs of a spot: of what may be done, or else of what has happened."""
        return self._targets.get(spot) or self._marks_at(spot)

    def _marks_at(self, spot: Spot) -> Tag:
        """The signs of what has happened at a spot, as far as there is room for them."""
        return self.painted.kept(spot, self._signed.get(spot, ()))

    def _beyond(self, spot: Spot) -> tuple[int, int] | None:
        return self.painted.beyond(spot, self._shown(spot))

    def _regions_of_path(self) -> list[Region]:
        return [*regions_of(self._ways.path_cells), *self._regions_of(self._path)]

    def _regions_of_trails(self) -> list[Region]:
        return [
            *regions_of(self._ways.trail_cells),
            *self._regions_of({spot for trail in self._trails for spot in trail.stops[1:]}),
        ]

    def _refresh_regions(self, regions: Iterable[Region]) -> None:
        """Have these cells of the board drawn anew."""
        left, top = int(self.scroll_x), int(self.scroll_y)
        window = Region(0, 0, *self.size)
        shown = []
        for region in regions:
            for y in range(region.y, region.bottom):
                self._finished.pop(y, None)
            seen = region.translate((-left, -top)).intersection(window)
            if seen:
                shown.append(seen)
        if shown:
            self.refresh(*shown)

    def render_lines(self, crop: Region) -> list[Strip]:
        """See `Widget.render_lines`. What style lies under the lines is found out once, and not for each of them."""
        self._under_lines = self.rich_style
        self._edges = self._edge_signs()
        return super().render_lines(crop)

    def _edge_signs(self) -> dict[tuple[int, int], str]:
        """An arrow at every edge behind which the board goes on, as near to its middle as it stands beside nothing."""
        if not (self.max_scroll_x or self.max_scroll_y):
            return {}  # as nearly always, and for every row that is drawn anew
        room, left, top = self.scrollable_content_region, int(self.scroll_x), int(self.scroll_y)
        right, bottom = room.width - 1, room.height - 1
        rows, columns = ([*range(length)] for length in (room.height, right + 1))
        edges = (
            (left > 0, "←", [(0, y) for y in rows]),
            (left + right + 1 < self._layout.columns, "→", [(right, y) for y in rows]),
            (top > 0, "↑", [(x, 0) for x in columns]),
            (top + room.height < self._layout.rows, "↓", [(x, bottom) for x in columns]),
        )
        signs, is_written = {}, self.painted.is_written
        for goes_on, sign, cells in edges:
            # Beside what is written its marks have room.
            free = [
                (x, y)
                for x, y in (cells if goes_on else ())
                if not any(is_written(x + left + beside, y + top) for beside in range(-1 - SIGNS, SIGNS + 2))
            ]
            if free:
                signs[min(free, key=lambda cell: sum(map(abs, (cell[0] - right // 2, cell[1] - bottom // 2))))] = sign
        return signs

    def go_on_at(self, x: int, y: int) -> bool:
        """Scroll half a window on if an arrow stands there that says that the board goes on. False if there is none."""
        sign = self._edges.get((x, y))
        if sign is None:
            return False
        across, down = {"←": (-1, 0), "→": (1, 0), "↑": (0, -1), "↓": (0, 1)}[sign]
        self.scroll_relative(across * self.size.width // 2, down * self.size.height // 2, animate=False)
        return True

    def render_line(self, y: int) -> Strip:
        """See `ScrollView.render_line`."""
        left, width, style = int(self.scroll_x), self.size.width, self._under_lines
        if self._finished_for != (left, width, style):
            self._finished_for = (left, width, style)
            self._finished.clear()
        row = y + int(self.scroll_y)
        strip = self._finished.get(row)
        if strip is None:
            strip = self._row(row).crop_extend(left, left + width, style)
            if self.max_scroll_x:
                strip = self._cut_off(row, strip)
            strip = strip.apply_style(style)
            self._finished[row] = strip
        for (x, at), sign in self._edges.items():
            if at == y:
                # In reverse no arrow of a way is like it.
                drawn = self._theme.style("key") + _EDGE
                arrow = strip_of([(self._theme.text(sign), drawn)]).apply_style(style)
                strip = Strip.join([strip.crop(0, x), arrow, strip.crop(x + 1, strip.cell_length)])
        return strip

    def _cut_off(self, row: int, strip: Strip) -> Strip:
        """The same with a sign where the window cuts off what is written: nobody takes the rest for all of it."""
        left, width = int(self.scroll_x), self.size.width
        for edge, beyond in ((left, left - 1), (left + width - 1, left + width)):
            if self.painted.is_written(edge, row) and self.painted.is_written(beyond, row):
                at = edge - left
                styles = [segment.style for segment in strip.crop(at, at + 1)]
                sign = Strip([Segment(self._theme.text(_MORE), styles[0] if styles else None)], 1)
                strip = Strip.join([strip.crop(0, at), sign, strip.crop(at + 1, width)])
        return strip

    def _row(self, row: int) -> Strip:
        """A row of the board with what lies over it."""
        if not 0 <= row < len(self.painted.rows):
            return Strip([], 0)
        strip = self._strips.get(row)
        if strip is None:
            style = self._theme.style
            strip = self._strips[row] = strip_of([(sign, style(name)) for sign, name in self.painted.rows[row]])
        over = self._over(row)
        if not over:
            return strip
        parts, done = [], 0
        for first, cells in runs_of(over):
            parts += [strip.crop(done, first), strip_of(cells)]
            done = first + len(cells)
        return Strip.join([*parts, strip.crop(done, strip.cell_length)])

    def _over(self, row: int) -> Over:
        """Trails and the path, over the ground alone; marks; the cursor; pieces that are marked."""
        cells, ground, theme = self.painted.rows[row], self.board.ground, self._theme
        over: Over = {}
        self._signs[row] = {}
        for x, y in self._near_cells:
            if y == row and cells[x][1] in ground and not self.painted.is_marked(x, y):
                over[x] = cells[x][0], theme.style(cells[x][1]) + theme.style("near")
        self._ways.lay_over(row, over, theme, back=self._is_chosen_where_to_go, colourless=self.app.no_color)
        ends = self._ways.ends
        here = self._stood_at
        for spot in {*ends, *self._signed, *self._targets, *self._path, *(() if here is None else (here,))}:
            if self._layout.boxes[spot].y == row:
                self._lay_over(spot, row, over, ends.get(spot))
        self._ways.lay_beside_spots(row, over, theme)
        for spot in {*self._signed, *self._targets}:
            beyond = self._beyond(spot) if abs(self._layout.boxes[spot].y - row) == 1 else None
            if beyond is not None and beyond[1] == row:
                self._sign(spot, row, beyond[0], self._shown(spot), over)
        for x, y in self._marked_cells:
            if y == row:
                over[x] = cells[x][0], theme.style(cells[x][1]) + theme.style("marked")
        for x, (sign, style) in over.items():
            # The ground goes on under what is laid over it.
            if style.bgcolor is None and cells[x][1] not in self.board.solid:
                over[x] = sign, theme.style(cells[x][1]).background_style + style
        return over

    def _lay_over(self, spot: Spot, row: int, over: Over, end: str | None) -> None:
        """`end`: the style of the way that has been taken there."""
        box, cells, theme = self._layout.boxes[spot], self.painted.rows[row], self._theme
        here = self._stood_at
        name = "cursor" if spot == here else "path" if spot in self._path else "target"
        if end == "walk":
            name = "walk"
        elif name == "target" and spot not in self._targets:
            name = "plain"  # where the opponent came must not look like where one may go
        style = theme.style(name)
        alone = {*self.board.ground, *self.board.solid}
        # A square that is reversed is a hole in the ground.
        kept = self._layout.marker_of(spot) if name == "cursor" and box.width > _NAMED else None
        tag, head = self._targets.get(spot), self.painted.head(spot)
        # What stands far from its marker is read with the name all the same.
        costs = style + _as_ink(theme.style(tag[-1][1])) if tag and name == "target" else style
        for x in range(box.x, box.x + box.width):
            sign, base = cells[x]
            if base not in alone:
                laid = costs if base in self.board.names else style
                over[x] = sign, theme.style(base) if (x, row) == kept else theme.style(base) + laid
        marks: Tag | None = self._marks_at(spot)
        shown = self._shown(spot)
        aside = self.painted.aside(spot, shown) if shown else None
        if aside is not None:
            self._sign(spot, row, aside, shown, over)
        if aside is not None or self._beyond(spot) is not None:
            tag = marks = None
        if not tag and spot != here:
            tag = marks
        if tag:
            # A letter right before a name would be read as part of it.
            room = head - len(tag) - 1
            apart = cells[head][0].isalnum() and room >= 0 and cells[room][1] in self.board.ground
            pointed = spot == here or self._path[-1:] == (spot,)
            if apart and not pointed and not tag[-1][0].isalnum():
                # Else it would stand as near to what is before it, and be read as a sign of that.
                others = self._sign_at.get((room - 1, row), spot) != spot
                apart = not (others or any(self.painted.is_written(x, row) for x in (room - 2, room - 1)))
            first = head - len(tag) - apart
            self._sign(spot, row, first, tag[:head], over)
            before = head - 1 if apart else first - 1
            if apart:
                over[before] = " ", theme.style("plain")
            # Whoever sees no colour sees where it is pointed, unless another label is in the way.
            if pointed and (apart or (before >= 0 and cells[before][1] in self.board.ground)):
                sign = theme.glyphs.point if spot == here else theme.glyphs.aim
                over[before] = sign, theme.style("path")
        elif spot == here and head > 0:
            over[head - 1] = theme.glyphs.point, theme.style("path")
            if marks:
                room = head > 2 and not any(self.painted.is_written(x, row) for x in (head - 4, head - 3))
                shown = marks if room else marks[:1]
                self._sign(spot, row, head - 1 - len(shown), shown, over)
        elif self._path[-1:] == (spot,) and head > 0:
            over[head - 1] = theme.glyphs.aim, theme.style("path")

    def _sign(self, spot: Spot, row: int, first: int, tag: Tag, over: Over) -> None:
        """Write the signs of a spot from a column on: they are the spot's for the mouse too."""
        for place, (sign, style) in enumerate(tag, first):
            # Where ways of the opponent's stand back, their numbers do too.
            faint = sign.isdigit() and style == "trail" and self._is_chosen_where_to_go
            over[place] = self._theme.text(sign), sign_style(self._theme, sign, "trail-back" if faint else style)
            self._signs[row][place] = spot

    def spot_of_cell(self, x: int, y: int) -> Spot | None:
        """The spot whose sign stands in a cell of the board, or else in whose box that is."""
        sign = self._signs.get(y, {}).get(x)
        return self._layout.at(x, y) if sign is None else sign

    def watch_cursor(self, old: Spot, new: Spot) -> None:
        """Redraw the two spots and the ways to them, and keep the new one in sight."""
        told, self._told_of = self._told_of, None
        self._refresh_regions(self._regions_of((old, new) if told is None else (old, new, told)))
        self.look_at(None)  # what has moved last is looked at, and no longer where a mouse rests
        self.centre_on(new)

    def on_resize(self) -> None:
        """The board is drawn to the size of its window."""
        self._repaint()
        self.call_after_refresh(self._seek)

    def _seek(self) -> None:
        self.centre_on(self.cursor if self._sought is None else self._sought)
