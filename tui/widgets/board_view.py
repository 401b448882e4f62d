"""The map on the screen: a scrolling widget of cached lines, with a cursor that goes from location to location."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from engine.sekigahara.board import OSAKA, PLACES, ROAD_BETWEEN, Place
from tui.glyphs import UNICODE, Glyphs
from tui.sekigahara.map.contents import Sight
from tui.sekigahara.map.layout import SCALES, Box, Layout, Scale, layout
from tui.sekigahara.map.painter import Cell, paint, road_cells
from tui.styles import CURSOR, PATH, STYLES, TARGET

_SIDEWAYS: Final = 2.2
"""How many columns look as far as one row."""


def neighbour(boxes: Layout, place: Place, dx: int, dy: int) -> Place:
    """The location that an arrow key leads to from `place`: the nearest within the quarter that the key points at."""
    x, y = boxes.boxes[place].centre
    best, best_far = place, float("inf")
    for other in PLACES:
        other_x, other_y = boxes.boxes[other].centre
        across, down = (other_x - x) / _SIDEWAYS, float(other_y - y)
        along, aside = (across * dx, abs(down)) if dx else (down * dy, abs(across))
        if along <= 0 or aside > along * 1.5:
            continue
        far = along + 1.5 * aside
        if far < best_far:
            best, best_far = other, far
    return best


class MapView(ScrollView, can_focus=True):
    """The map. Draws only lines that are asked for, and keeps them until something on them changes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1, 0)", "West", show=False, id="map.west"),
        Binding("right", "step(1, 0)", "East", show=False, id="map.east"),
        Binding("up", "step(0, -1)", "North", show=False, id="map.north"),
        Binding("down", "step(0, 1)", "South", show=False, id="map.south"),
        Binding("enter,space", "pick", "Pick this place", show=False, id="map.pick"),
    ]

    cursor: reactive[Place] = reactive(OSAKA, init=False)

    class Pointed(Message):
        """The cursor has come to a location."""

        def __init__(self, view: MapView, place: Place) -> None:
            super().__init__()
            self.view = view
            self.place = place

        @property
        def control(self) -> MapView:
            """The map."""
            return self.view

    class Picked(Message):
        """A location was picked, by key or by mouse."""

        def __init__(self, view: MapView, place: Place) -> None:
            super().__init__()
            self.view = view
            self.place = place

        @property
        def control(self) -> MapView:
            """The map."""
            return self.view

    def __init__(self, glyphs: Glyphs = UNICODE, *, id: str | None = None) -> None:  # noqa: A002 (Textual's name)
        super().__init__(id=id)
        self._glyphs = glyphs
        self._scale: Scale | None = None
        self._sight: Sight | None = None
        self._cells: list[list[Cell]] = []
        self._strips: dict[int, Strip] = {}
        self._targets: frozenset[Place] = frozenset()
        self._path: tuple[Place, ...] = ()
        self._path_cells: frozenset[tuple[int, int]] = frozenset()

    # -- what it shows

    @property
    def scale(self) -> Scale:
        """The scale in use: the one chosen, else the largest that fits."""
        if self._scale is not None:
            return self._scale
        fitting = [s for s in SCALES if layout(s).columns <= self.size.width and layout(s).rows <= self.size.height]
        return fitting[-1] if fitting else SCALES[0]

    @property
    def boxes(self) -> Layout:
        """Where the locations are at this scale."""
        return layout(self.scale)

    def show(self, sight: Sight) -> None:
        """Show the board as it is now."""
        if sight != self._sight:
            self._sight = sight
            self._repaint()

    def mark(self, targets: Iterable[Place], path: tuple[Place, ...] = ()) -> None:
        """Mark the locations that may be picked, and a way along roads that is pointed at."""
        targets = frozenset(targets)
        if (targets, path) == (self._targets, self._path):
            return
        rows = self._rows_of_path() | self._rows_of(self._targets | targets)
        self._targets, self._path = targets, path
        self._find_path()
        self._refresh_rows(rows | self._rows_of_path())
        if path:
            self.centre_on(path[-1])

    def zoom(self) -> str:
        """Go to the next scale, the last followed by the first. Its name."""
        following = SCALES[(SCALES.index(self.scale) + 1) % len(SCALES)]
        self._scale = following
        self._repaint()
        self.call_after_refresh(self.centre_on, self.cursor)
        return following.name

    def centre_on(self, place: Place) -> None:
        """Scroll so that `place` is in sight: not at all if it is, else to the middle."""
        box = self.boxes.boxes[place]
        window = Region(int(self.scroll_x), int(self.scroll_y), self.size.width, self.size.height)
        if not window.contains_region(Region(box.x, box.y, box.width, box.height)):
            x, y = box.centre
            self.scroll_to(x - self.size.width // 2, y - self.size.height // 2, animate=False)

    # -- drawing

    def _repaint(self) -> None:
        boxes = self.boxes
        self.virtual_size = Size(boxes.columns, boxes.rows)
        self._cells = paint(boxes, self._sight, self._glyphs) if self._sight is not None else []
        self._find_path()
        self._strips.clear()
        self.refresh()

    def _find_path(self) -> None:
        roads = road_cells(self.boxes, self._glyphs.braille)
        cells: set[tuple[int, int]] = set()
        for here, there in zip(self._path, self._path[1:], strict=False):
            cells |= {cell[:2] for cell in roads[ROAD_BETWEEN[here, there]].cells}
        self._path_cells = frozenset(cells)

    def _rows_of(self, places: Iterable[Place]) -> set[int]:
        rows: set[int] = set()
        for place in places:
            box = self.boxes.boxes[place]
            rows |= set(range(box.y, box.y + box.height))
        return rows

    def _rows_of_path(self) -> set[int]:
        return {y for _, y in self._path_cells} | self._rows_of(self._path)

    def _refresh_rows(self, rows: set[int]) -> None:
        for y in rows:
            self._strips.pop(y, None)
        if rows:
            top = min(rows) - int(self.scroll_y)
            self.refresh(Region(0, top, self.size.width, max(rows) - min(rows) + 1))

    def render_line(self, y: int) -> Strip:
        """See `ScrollView.render_line`."""
        row = y + int(self.scroll_y)
        width = self.size.width
        if not 0 <= row < len(self._cells):
            return Strip.blank(width, self.rich_style)
        strip = self._strips.get(row)
        if strip is None:
            strip = self._strips[row] = self._draw(row)
        left = int(self.scroll_x)
        return strip.crop_extend(left, left + width, self.rich_style).apply_style(self.rich_style)

    def _draw(self, row: int) -> Strip:
        styles = [STYLES[name] for _, name in self._cells[row]]
        signs = [sign for sign, _ in self._cells[row]]
        for x, y in self._path_cells:
            if y == row and self._cells[row][x][1] in ("road", "highway", "used"):
                styles[x] = PATH
        for place in {*self._targets, *self._path, self.cursor}:
            box = self.boxes.boxes[place]
            if box.y <= row < box.y + box.height:
                self._lay_over(place, box, row, signs, styles)
        segments: list[Segment] = []
        start = 0
        for x in range(1, len(signs) + 1):
            if x == len(signs) or styles[x] != styles[start]:
                segments.append(Segment("".join(signs[start:x]), styles[start]))
                start = x
        return Strip(segments, len(signs))

    def _lay_over(self, place: Place, box: Box, row: int, signs: list[str], styles: list[Style]) -> None:
        over = CURSOR if place == self.cursor else PATH if place in self._path else TARGET
        if row > box.y:
            return
        end = box.x + box.width
        while end > box.x + 1 and self._cells[row][end - 1][1] in ("sea", "road", "highway", "used"):
            end -= 1
        for x in range(box.x, end):
            styles[x] = styles[x] + over
        if place == self.cursor and box.x > 0:
            signs[box.x - 1] = self._glyphs.point
            styles[box.x - 1] = PATH

    # -- what the player does

    def watch_cursor(self, old: Place, new: Place) -> None:
        """Redraw the two locations, keep the new one in sight, and tell."""
        self._refresh_rows(self._rows_of((old, new)))
        self.centre_on(new)
        self.post_message(self.Pointed(self, new))

    def action_step(self, dx: int, dy: int) -> None:
        """Move the cursor to the next location in a direction."""
        self.cursor = neighbour(self.boxes, self.cursor, dx, dy)

    def action_pick(self) -> None:
        """Pick the location of the cursor."""
        self.post_message(self.Picked(self, self.cursor))

    def on_click(self, event: events.Click) -> None:
        """Pick the location that was clicked."""
        place = self.boxes.at(event.x + int(self.scroll_x), event.y + int(self.scroll_y))
        if place is not None:
            self.cursor = place
            self.post_message(self.Picked(self, place))

    def on_resize(self) -> None:
        """A larger window may have room for a larger scale."""
        self._repaint()
        self.call_after_refresh(self.centre_on, self.cursor)
