"""The board on the screen: a cursor goes from spot to spot, spots are picked, and pieces dragged between them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region
from textual.message import Message

from tui.boards import Board, Spot
from tui.language import N_
from tui.theme import Theme
from tui.widgets.drawn_board import DrawnBoard

_BESIDE: Final = [(across, down) for across in (-2, -1, 0, 1, 2) for down in (-1, 0, 1)]
"""Cells right beside one, which is higher than wide."""


class BoardView(DrawnBoard, can_focus=True):
    """The board as the player has it in hand, with the mouse and by keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1, 0)", N_("West"), show=False, id="board.west"),
        Binding("right", "step(1, 0)", N_("East"), show=False, id="board.east"),
        Binding("up", "step(0, -1)", N_("North"), show=False, id="board.north"),
        Binding("down", "step(0, 1)", N_("South"), show=False, id="board.south"),
    ]

    class OfBoard(Message):
        """Something has been done on the board."""

        def __init__(self, view: BoardView) -> None:
            super().__init__()
            self.view = view

        @property
        def control(self) -> BoardView:
            """The board."""
            return self.view

    class Hovered(OfBoard):
        """The mouse has come to rest on another spot than `hovered` was, or on none.

        It is told beside the map, to cover nothing of it.
        """

    class AtSpot(OfBoard):
        """Something has been done at a spot."""

        def __init__(self, view: BoardView, spot: Spot) -> None:
            super().__init__(view)
            self.spot = spot

    class Pointed(AtSpot):
        """The cursor has come to a spot."""

    class Picked(AtSpot):
        """A spot was picked with the mouse. `sure`: by a click on what the cursor stood on before.

        `written`: the piece that was clicked, as it is written on the board; empty if none was.
        """

        def __init__(self, view: BoardView, spot: Spot, written: str = "", *, sure: bool) -> None:
            super().__init__(view, spot)
            self.sure = sure
            self.written = written

    class Grabbed(AtSpot):
        """The mouse has begun to drag from a spot. What it passes is pointed at."""

    class Dropped(AtSpot):
        """The mouse has dragged to a spot."""

    class Brought(AtSpot):
        """What the mouse was pressed on elsewhere is let go at a spot."""

    class DroppedNowhere(AtSpot):
        """The mouse has dragged from a spot to where none is."""

    class DroppedFromNowhere(OfBoard):
        """The mouse has dragged to a spot from where none is."""

    class PickedNowhere(OfBoard):
        """A click where no spot is."""

    class Released(OfBoard):
        """The mouse has let go what it was pressed on (`held`), after whatever that has come to."""

    def __init__(self, board: Board[Any], theme: Theme, *, id: str | None = None) -> None:  # noqa: A002 (Textual's name)
        super().__init__(board, theme, id=id)
        self._pressed: Spot | None = None
        self._held_at: Offset | None = None
        """Where the mouse holds the board itself, to drag it."""
        self._pressed_at: Offset | None = None
        """Where the mouse was pressed on the board."""
        self._seeks_later: Spot | None = None
        """What is to be in sight once the mouse lets go what it holds."""
        self.hovered: Spot | None = None
        """Where the mouse rests."""
        self._dragging = False

    def _tell(self, message: AtSpot) -> None:
        """Post a message to the screen, where it is heard, without asking every widget in between."""
        self.screen.post_message(message)

    def watch_cursor(self, old: Spot, new: Spot) -> None:
        """Redraw the two spots, keep the new one in sight, and tell."""
        super().watch_cursor(old, new)
        self._tell(self.Pointed(self, new))

    def action_step(self, dx: int, dy: int) -> None:
        """Move the cursor to the next location in a direction: that is looked at now, wherever the mouse rests."""
        self._hover(None)
        self.cursor = self._layout.neighbour(self.cursor, dx, dy)

    def _under(self, event: events.MouseEvent) -> Spot | None:
        return self._spot_in_window(event.offset)

    def _dragged_to(self, event: events.MouseEvent) -> Spot | None:
        """Where what is dragged would be let go: the spot under the mouse, else the only one right beside it."""
        under = self._under(event)
        if under is not None:
            return under
        beside = {self._spot_in_window(event.offset + Offset(*step)) for step in _BESIDE} - {None}
        return beside.pop() if len(beside) == 1 else None

    def _spot_in_window(self, at: Offset) -> Spot | None:
        if not Region(0, 0, *self.size).contains_point(at):
            return None
        return self.spot_of_cell(at.x + int(self.scroll_x), at.y + int(self.scroll_y))

    def spot_at(self, at: Offset) -> Spot | None:
        """The spot in sight at a place of the screen; None if there is none."""
        return self._spot_in_window(at - self.region.offset)

    @property
    def window(self) -> Region:
        """Where on the screen the board is drawn."""
        return Region(*self.content_region.offset, *self.scrollable_content_region.size)

    def spots_seen(self, spots: Collection[Spot], scroll: Offset, cover: Region) -> int:
        """How many of these spots would be in sight if the board were scrolled so far and this of the screen covered.

        A spot is where it is marked and where it is written.
        """
        window = self.window
        to_screen = window.offset - scroll
        on_screen = [self._cells_of(spot).translate(to_screen) for spot in spots]
        return sum(window.contains_region(cells) and not cells.overlaps(cover) for cells in on_screen)

    def scroll_for(self, spots: Collection[Spot], part: Region) -> Offset:
        """How far the board is to be scrolled for these spots to lie in the middle of a part of the screen."""
        cells = Region.from_union([self._cells_of(spot) for spot in spots])
        x = cells.x + cells.width // 2 - (part.x + part.width // 2 - self.window.x)
        y = cells.y + cells.height // 2 - (part.y + part.height // 2 - self.window.y)
        return Offset(min(max(x, 0), self.max_scroll_x), min(max(y, 0), self.max_scroll_y))

    def _cells_of(self, spot: Spot) -> Region:
        box, marker = self._layout.boxes[spot], self._layout.marker_of(spot)
        cells = Region(box.x, box.y, box.width, box.height)
        return cells if marker is None else cells.union(Region(*marker, 1, 1))

    def hover_at(self, at: Offset | None) -> None:
        """The mouse rests at a place of the screen though a box lies over it, or nowhere on the board."""
        self._hover(None if at is None else self.spot_at(at))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """A click or a drag begins; where no spot is, the board itself is dragged."""
        self._pressed, self._dragging, self._pressed_at = self._under(event), False, event.offset
        if self._pressed is not None or self.max_scroll_x or self.max_scroll_y:
            self._held_at = None if self._pressed is not None else event.offset
            self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """What is dragged over is pointed at. Else the mouse has come to rest: what lies under it is told."""
        if self._held_at is not None:
            moved, self._held_at = event.offset - self._held_at, event.offset
            self.scroll_relative(-moved.x, -moved.y, animate=False, immediate=True)
            return
        spot = self._under(event)
        # Of what is dragged from beside the spots nothing comes: what it passes is neither offered nor refused.
        drags_nothing = self._pressed_at is not None and bool(event.button)
        self._hover(spot if self._pressed is None and not drags_nothing else None)
        if self._dragging:
            spot = self._dragged_to(event)
        if self._pressed is None or spot is None or spot == (self.cursor if self._dragging else self._pressed):
            return
        if not self._dragging:
            self._dragging = True
            self.cursor = self._pressed
            self._tell(self.Grabbed(self, self._pressed))
        self.cursor = spot

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """With Ctrl the wheel draws the board larger, alone it scrolls it."""
        if event.ctrl:
            self._scale_by_wheel(event, 1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """And smaller."""
        if event.ctrl:
            self._scale_by_wheel(event, -1)

    def _scale_by_wheel(self, event: events.MouseEvent, direction: int) -> None:
        event.stop()
        event.prevent_default()
        self.scale(direction)

    def on_leave(self) -> None:
        """The mouse is elsewhere."""
        self._hover(None)

    def _hover(self, spot: Spot | None) -> None:
        if spot != self.hovered:
            self.hovered = spot
            self.look_at(spot)
            self.screen.post_message(self.Hovered(self))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Pick what was clicked, or drop what was dragged."""
        held = self.held
        self._let_go_at(event)
        if held:
            self._released()

    def _let_go_at(self, event: events.MouseUp) -> None:
        spot = self._dragged_to(event) if self._dragging else self._under(event)
        pressed, self._pressed = self._pressed, None
        scrolled, self._held_at = self._held_at is not None, None
        begun_here, clicked = self._pressed_at is not None, event.offset == self._pressed_at
        self._pressed_at = None
        self.release_mouse()
        if clicked and self.go_on_at(event.x, event.y):
            return
        if pressed is None:
            if spot is None and clicked:
                self.screen.post_message(self.PickedNowhere(self))
            elif spot is not None and not scrolled:
                if begun_here:
                    self.screen.post_message(self.DroppedFromNowhere(self))
                else:
                    self._tell(self.Brought(self, spot))
            return
        if spot is None:
            self._tell(self.DroppedNowhere(self, pressed))
            return
        if self._dragging:
            self._tell(self.Dropped(self, spot))
            return
        sure = spot == self.cursor
        self.cursor = spot
        at = event.offset + Offset(int(self.scroll_x), int(self.scroll_y))
        self._tell(self.Picked(self, spot, self.written_at(*at), sure=sure))

    @property
    def held(self) -> bool:
        """Whether the mouse is pressed on a spot: no spot may move under it until it lets go."""
        return self._pressed is not None

    def centre_on(self, spot: Spot) -> None:
        """See `DrawnBoard.centre_on`. While the mouse is held nothing is scrolled."""
        self._seeks_later = spot if self.held else None
        if not self.held:
            super().centre_on(spot)

    def _released(self) -> None:
        if self._seeks_later is not None:
            self.centre_on(self._seeks_later)
        self.screen.post_message(self.Released(self))

    @property
    def dragging(self) -> bool:
        """Whether something is being dragged; the cursor is where it would be let go."""
        return self._dragging and self._pressed is not None

    def let_go(self) -> None:
        """What is clicked or dragged just now is not meant."""
        held = self.held
        self._pressed, self._held_at, self._pressed_at, self._dragging = None, None, None, False
        self.release_mouse()
        if held:
            self._released()
