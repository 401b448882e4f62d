"""The board on the screen: a scrolling widget of cached lines, with a cursor that goes from spot to spot."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from engine.hidden import View
from tui.boards import Board, Box, Cell, Layout, Spot
from tui.theme import Theme


class BoardView(ScrollView, can_focus=True):
    """The board. Draws only lines that are asked for, and keeps them until something on them changes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1, 0)", "West", show=False, id="board.west"),
        Binding("right", "step(1, 0)", "East", show=False, id="board.east"),
        Binding("up", "step(0, -1)", "North", show=False, id="board.north"),
        Binding("down", "step(0, 1)", "South", show=False, id="board.south"),
    ]

    cursor: reactive[Spot] = reactive(0, init=False)

    class Pointed(Message):
        """The cursor has come to a spot."""

        def __init__(self, view: BoardView, spot: Spot) -> None:
            super().__init__()
            self.view = view
            self.spot = spot

        @property
        def control(self) -> BoardView:
            """The board."""
            return self.view

    class Picked(Message):
        """A spot was picked with the mouse."""

        def __init__(self, view: BoardView, spot: Spot) -> None:
            super().__init__()
            self.view = view
            self.spot = spot

        @property
        def control(self) -> BoardView:
            """The board."""
            return self.view

    def __init__(self, board: Board[Any], theme: Theme, *, id: str | None = None) -> None:  # noqa: A002 (Textual's name)
        super().__init__(id=id)
        self.board = board
        self._theme = theme
        self._chosen: Layout | None = None
        self._layout = board.layouts[0]
        self._contents: Any = None
        self._cells: list[list[Cell]] = []
        self._strips: dict[int, Strip] = {}
        self._targets: frozenset[Spot] = frozenset()
        self._path: tuple[Spot, ...] = ()
        self._path_cells: frozenset[tuple[int, int]] = frozenset()
        self._trails: tuple[tuple[tuple[Spot, ...], str], ...] = ()
        self._trail_cells: dict[tuple[int, int], str] = {}

    # -- what it shows

    @property
    def layout_in_use(self) -> Layout:
        """The scale at which the board is drawn."""
        return self._layout

    def _fitting_layout(self) -> Layout:
        """The scale chosen, else the largest that fits."""
        if self._chosen is not None:
            return self._chosen
        layouts = self.board.layouts
        fitting = [one for one in layouts if one.columns <= self.size.width and one.rows <= self.size.height]
        return fitting[-1] if fitting else layouts[0]

    def show(self, view: View[Any]) -> None:
        """Show the board as it is now. The first time the cursor goes to the game's first spot."""
        if self._contents is None:
            self.cursor = self.board.first_spot(view)
        contents = self.board.contents(view)
        if contents != self._contents:
            self._contents = contents
            self._repaint()

    def mark(self, targets: Iterable[Spot], path: tuple[Spot, ...] = ()) -> None:
        """Mark the spots that may be picked, and a way that is pointed at."""
        targets = frozenset(targets)
        if (targets, path) == (self._targets, self._path):
            return
        rows = self._rows_of_path() | self._rows_of(self._targets | targets)
        self._targets, self._path = targets, path
        self._find_path()
        self._refresh_rows(rows | self._rows_of_path())
        if path:
            self.centre_on(path[-1])

    def show_trails(self, trails: Iterable[tuple[tuple[Spot, ...], str]]) -> None:
        """Draw these ways under what is pointed at, each in the style named, until others take their place."""
        wanted = tuple(trails)
        if wanted == self._trails:
            return
        rows = self._rows_of_trails()
        self._trails = wanted
        self._find_path()
        self._refresh_rows(rows | self._rows_of_trails())

    def zoom(self) -> str:
        """Go to the next scale, the last followed by the first. Its name."""
        layouts = self.board.layouts
        following = layouts[(layouts.index(self.layout_in_use) + 1) % len(layouts)]
        self._chosen = following
        self._repaint()
        self.call_after_refresh(self.centre_on, self.cursor)
        return following.name

    def centre_on(self, spot: Spot) -> None:
        """Scroll so that `spot` is in sight: not at all if it is, else to the middle."""
        box = self.layout_in_use.boxes[spot]
        window = Region(int(self.scroll_x), int(self.scroll_y), self.size.width, self.size.height)
        if not window.contains_region(Region(box.x, box.y, box.width, box.height)):
            x, y = box.centre
            self.scroll_to(x - self.size.width // 2, y - self.size.height // 2, animate=False)

    # -- drawing

    def _repaint(self) -> None:
        # Cells and boxes change together: a line may be asked for while the size is new and the cells are not.
        layout = self._layout = self._fitting_layout()
        self.virtual_size = Size(layout.columns, layout.rows)
        self._cells = [] if self._contents is None else self.board.paint(layout, self._contents)
        self._find_path()
        self._strips.clear()
        self.refresh()

    def _find_path(self) -> None:
        layout = self.layout_in_use
        self._path_cells = self.board.way(layout, self._path) if self._path else frozenset()
        self._trail_cells = {cell: style for way, style in self._trails for cell in self.board.way(layout, way)}

    def _rows_of(self, spots: Iterable[Spot]) -> set[int]:
        rows: set[int] = set()
        for spot in spots:
            box = self.layout_in_use.boxes[spot]
            rows |= set(range(box.y, box.y + box.height))
        return rows

    def _rows_of_path(self) -> set[int]:
        return {y for _, y in self._path_cells} | self._rows_of(self._path)

    def _rows_of_trails(self) -> set[int]:
        return {y for _, y in self._trail_cells} | self._rows_of({way[-1] for way, _ in self._trails})

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
        styles = [self._theme.style(name) for _, name in self._cells[row]]
        signs = [sign for sign, _ in self._cells[row]]
        ground, path = self.board.ground, self._theme.style("path")
        for (x, y), style in self._trail_cells.items():
            if y == row and self._cells[row][x][1] in ground:
                styles[x] = self._theme.style(style)
        for spot in {way[-1] for way, _ in self._trails}:
            box = self.layout_in_use.boxes[spot]
            if box.y == row:
                styles[box.x : box.x + box.width] = [
                    old + Style(underline=True) if self._cells[row][box.x + place][1] not in ground else old
                    for place, old in enumerate(styles[box.x : box.x + box.width])
                ]
        for x, y in self._path_cells:
            if y == row and self._cells[row][x][1] in ground:
                styles[x] = path
        for spot in {*self._targets, *self._path, self.cursor}:
            box = self.layout_in_use.boxes[spot]
            if box.y <= row < box.y + box.height:
                self._lay_over(spot, box, row, signs, styles)
        segments: list[Segment] = []
        start = 0
        for x in range(1, len(signs) + 1):
            if x == len(signs) or styles[x] != styles[start]:
                segments.append(Segment("".join(signs[start:x]), styles[start]))
                start = x
        return Strip(segments, len(signs))

    def _lay_over(self, spot: Spot, box: Box, row: int, signs: list[str], styles: list[Style]) -> None:
        name = "cursor" if spot == self.cursor else "path" if spot in self._path else "target"
        over = self._theme.style(name)
        if row > box.y:
            return
        end = box.x + box.width
        while end > box.x + 1 and self._cells[row][end - 1][1] in self.board.ground:
            end -= 1
        for x in range(box.x, end):
            styles[x] = styles[x] + over
        if spot == self.cursor and box.x > 0:
            signs[box.x - 1] = self._theme.glyphs.point
            styles[box.x - 1] = self._theme.style("path")

    # -- what the player does

    def watch_cursor(self, old: Spot, new: Spot) -> None:
        """Redraw the two spots, keep the new one in sight, and tell."""
        self._refresh_rows(self._rows_of((old, new)))
        self.centre_on(new)
        self.post_message(self.Pointed(self, new))

    def action_step(self, dx: int, dy: int) -> None:
        """Move the cursor to the next location in a direction."""
        self.cursor = self.layout_in_use.neighbour(self.cursor, dx, dy)

    def on_click(self, event: events.Click) -> None:
        """Pick the spot that was clicked."""
        spot = self.layout_in_use.at(event.x + int(self.scroll_x), event.y + int(self.scroll_y))
        if spot is not None:
            self.cursor = spot
            self.post_message(self.Picked(self, spot))

    def on_resize(self) -> None:
        """A larger window may have room for a larger scale."""
        self._repaint()
        self.call_after_refresh(self.centre_on, self.cursor)
