"""The box in which a hint is told whole: it leaves the ways in sight that the hint draws on the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final, NamedTuple

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Offset, Region

from tui.boards import Spot, Trail
from tui.keys import shown
from tui.language import N_, _
from tui.screens.bound import bound
from tui.screens.card import FRAME_ROWS, MOST_COLUMNS
from tui.screens.placed import PlacedTextScreen
from tui.theme import Theme
from tui.widgets.board_view import BoardView

_LEAST_ROWS: Final = 8
"""A box that would hide what is drawn is made lower, but not lower than this."""


class Ground(NamedTuple):
    """What a box can lie over: the board, and places that hide nothing of that, the best first.

    `asked` is the row in which what is asked begins, which is the better for it to stay in sight.
    """

    board: BoardView
    rooms: Sequence[Region]
    asked: int
    bottom: int


class HintScreen(PlacedTextScreen, inherit_bindings=False):
    """A hint, whole. The key that has asked for it closes it too, and takes away what is drawn.

    A key that takes a line of the list `goes_below`: who has read what to do does it. So does one that only shows
    something there. The box lies where it covers none of the board on the `ground`, else as few as may be of the spots
    of its `ways`, to which the board is scrolled; without a board it lies above. Where it would hide any it is made
    lower, if that helps, and is scrolled.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter", "dismiss(None)", N_("Close"), id="hint.close"),
        bound("game.hint", "take_away", N_("Close")),
    ]

    def __init__(
        self,
        text: Content,
        theme: Theme,
        *,
        ground: Callable[[], Ground | None],
        ways: Sequence[Trail],
        take_away: Callable[[], object],
        below: Callable[[str], object],
        goes_below: Callable[[str], bool],
    ) -> None:
        super().__init__(_("Hint"), text, theme, below=below, goes_below=goes_below)
        self._ground = ground
        self._ways = ways
        self._take_away = take_away
        self._closed_by = self._foot

    def action_take_away(self) -> None:
        """Close it, and take away what is drawn with it."""
        self.dismiss(None)
        self._take_away()

    def on_mount(self) -> None:
        """Have its place from the first frame on. Textual calls that of `TextScreen` after this."""
        self._take_room()
        self._settle()

    def _take_room(self) -> None:
        if not self.query("#text"):
            return
        ground, box = self._ground(), self._box.styles
        if ground is None:
            self.styles.align_horizontal, self.styles.align_vertical = "center", "top"
            box.offset = (0, 0)
            box.width, box.max_width, box.max_height = "100%", MOST_COLUMNS, "100%"
            return
        board, spots = ground.board, _spots_of(self._ways)
        room = next((room for room in ground.rooms if self._rows(room.width) <= room.height), None)
        if room is not None:
            rows = self._rows(room.width)
            places = [Region(room.x, room.bottom - rows, room.width, rows)]
        else:
            places = self._edges(ground)
        found = [_seen(board, self._ways, place) for place in places]
        at = max(range(len(places)), key=lambda number: (found[number][0], -number))
        place, (seen, scroll) = places[at], found[at]
        if seen < len(spots):
            place, scroll = self._cut(ground, places[-1]) or (place, scroll)
        self.styles.align_horizontal, self.styles.align_vertical = "left", "top"
        box.offset = place.offset
        box.width = box.max_width = place.width
        box.max_height = place.height
        more = f"{_('{key}: more').format(key=shown('pagedown'))} · " if place.height < self._rows(place.width) else ""
        self._foot = f"{more}{self._closed_by}"
        self._box.border_subtitle = Content(self._foot)
        if scroll != board.scroll_offset:
            board.scroll_to(*scroll, animate=False)

    def _cut(self, ground: Ground, lowest: Region) -> tuple[Region, Offset] | None:
        """The most rows, from the bottom on, that hide no spot, and the scroll for them: the rest of it is scrolled.

        None if that takes more than there is below the board.
        """
        least = max(_LEAST_ROWS, min([room.height for room in ground.rooms], default=0))
        for rows in range(lowest.height - 1, least - 1, -1):
            place = Region(lowest.x, lowest.bottom - rows, lowest.width, rows)
            seen, scroll = _seen(ground.board, self._ways, place)
            if seen == len(_spots_of(self._ways)):
                return place, scroll
        return None

    def _edges(self, ground: Ground) -> list[Region]:
        """Where it can lie over some of the board, the best first if it covers as much of what is drawn."""
        size = self.app.size
        columns = min(MOST_COLUMNS, size.width)
        x, rows = (size.width - columns) // 2, min(self._rows(columns), size.height)
        half = size.width // 2
        high = self._rows(half)
        above = max(0, ground.asked - rows)
        corners = [(0, 0), (half, 0), (0, ground.asked - high), (half, ground.asked - high)]
        return [
            Region(x, 0, columns, rows),
            Region(x, above, columns, rows),
            *[Region(left, top, half, high) for left, top in corners if high <= ground.asked],
            Region(x, max(0, ground.bottom - rows), columns, rows),
        ]

    def _rows(self, columns: int) -> int:
        """The rows of a box of so many columns that has all of the text."""
        text, size = self.query_one("#text"), self.app.size
        return text.get_content_height(size, size, columns - self._box.gutter.width) + FRAME_ROWS


def _seen(board: BoardView, ways: Sequence[Trail], box: Region) -> tuple[int, Offset]:
    """How many spots of the ways are in sight beside a box, and how far the board is scrolled then.

    It is scrolled only if it does not show all of them as it is: to the middle of all, or else of one of the ways.
    """
    spots, now = _spots_of(ways), board.scroll_offset
    counted = [(board.spots_seen(spots, now, box), now)]
    if counted[0][0] < len(spots):
        free = max(_beside(board.window, box), key=lambda part: part.area)
        scrolls = [board.scroll_for(group, free) for group in (spots, *[way.stops for way in ways])]
        counted += [(board.spots_seen(spots, scroll, box), scroll) for scroll in scrolls]
    return max(counted, key=lambda each: each[0])


def _spots_of(ways: Sequence[Trail]) -> frozenset[Spot]:
    return frozenset({spot for way in ways for spot in way.stops})


def _beside(window: Region, box: Region) -> list[Region]:
    """What a box leaves of a window: above it, below, left and right."""
    over = window.intersection(box)
    if not over:
        return [window]
    return [
        Region(window.x, window.y, window.width, over.y - window.y),
        Region(window.x, over.bottom, window.width, window.bottom - over.bottom),
        Region(window.x, window.y, over.x - window.x, window.height),
        Region(over.right, window.y, window.right - over.right, window.height),
    ]
