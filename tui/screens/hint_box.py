"""The box in which a hint is told whole: it leaves the ways in sight that the hint draws on the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final, NamedTuple

from rich.cells import cell_len
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Offset, Region

from tui.boards import Spot, Trail
from tui.keys import shown
from tui.language import N_, _
from tui.screens.bound import bound
from tui.screens.card import FRAME_ROWS, MOST_COLUMNS
from tui.screens.placed import PlacedTextScreen
from tui.screens.text import close_words, take_words
from tui.theme import Theme
from tui.widgets.board_view import BoardView

_BESIDE_FOOT: Final = 6
"""Columns of the frame beside what its foot says, or its title."""
_LEAST_ROWS: Final = 8
"""A box that would hide what is drawn is made lower, but not lower than this."""
_LEAST_PART: Final = 0.6
"""Nor than this part of what it needs for all of its text."""
_LEAST_BESIDE: Final = 16
"""What a box would leave beside it of a part of the screen is covered too if it has fewer columns: shreds are read by
nobody."""


class Ground(NamedTuple):
    """What a box can lie over: the board, `pages` beside what is asked, and `rooms` that hide that, but no board.

    The best of them come first. `asked` is the row in which what is asked begins.
    """

    board: BoardView
    pages: Sequence[Region]
    rooms: Sequence[Region]
    asked: int
    bottom: int


class HintScreen(PlacedTextScreen, inherit_bindings=False):
    """A hint, whole. The key that has asked for it closes it too, and takes away what is drawn.

    A key that takes a line of the list `goes_below`: who has read what to do does it. So does Enter where the line that
    is advised is pointed at and not for good (`takes`), as without a box, and a key that only shows something there. It
    lies over what is least needed now on the `ground`: over pages, else over a part of the board that has none of the
    spots of its `ways`, and few that are `named`. If there is no such part it covers what is asked, else as few of them
    as may be, to which the board is scrolled; without a board it lies below or above. Where it would hide any it is
    made lower, if that helps, and is scrolled. What it covers but a part of the board it covers from side to side. If
    what is asked or the line that is pointed at is `hidden` then, its title says both. Tab puts it elsewhere: what it
    hides in one place is in sight in another.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss(None)", N_("Close"), id="hint.close"),
        Binding("enter", "take", N_("Take the line"), id="hint.take"),
        bound("game.hint", "take_away", N_("Close")),
        Binding("tab", "elsewhere", N_("Put it elsewhere"), id="hint.elsewhere"),
    ]

    def __init__(
        self,
        text: Content,
        theme: Theme,
        *,
        ground: Callable[[], Ground | None],
        hidden: Callable[[Region, int], str],
        ways: Sequence[Trail],
        named: frozenset[Spot] = frozenset(),
        take_away: Callable[[], object],
        below: Callable[[str], object],
        goes_below: Callable[[str], bool],
        takes: Callable[[], bool] = lambda: False,
    ) -> None:
        super().__init__(_("Hint"), text, theme, below=below, goes_below=goes_below)
        self._ground = ground
        self._hidden = hidden
        self._ways = ways
        self._named = named
        self._take_away = take_away
        self._takes = takes
        self._turned = 0
        """How often it has been put elsewhere."""

    def action_take_away(self) -> None:
        """Close it, and take away what is drawn with it."""
        self.dismiss(None)
        self._take_away()

    def action_take(self) -> None:
        """Close it, and take the line that is advised, where that is pointed at."""
        takes = self._takes()
        self.dismiss(None)
        if takes and self._below is not None:
            self._below("enter")

    def action_elsewhere(self) -> None:
        """Lie over another part of the screen."""
        self._turned += 1
        self._take_room()

    def not_taken_words(self) -> Sequence[str]:
        """See `TextScreen.not_taken_words`. Enter may do more than close it."""
        if not self._takes():
            return super().not_taken_words()
        return [
            _("{key} was not taken: Enter takes the line, Escape or q closes this"),
            _("{key} not taken: Enter takes the line"),
        ]

    def on_mount(self) -> None:
        """Have its place from the first frame on. Textual calls that of `TextScreen` after this."""
        self._take_room()
        self._settle()

    def _scrolled(self) -> None:
        """See `TextScreen._scrolled`. Here the foot says whether there is more below."""
        self.call_after_refresh(self._show_keys)

    def _show_keys(self) -> None:
        """Say what its keys do now: whether there is more below may be another answer."""
        for box in self.query("#box"):
            self._foot = self._keys(box.region)
            box.border_subtitle = Content(self._foot)

    def _take_room(self) -> None:
        if not self.query("#text"):
            return
        ground = self._ground()
        self.styles.align_horizontal, self.styles.align_vertical = "left", "top"
        if ground is None:
            self._lie(self._without_board())
            return
        board = ground.board
        place, scroll = self._best(ground)
        others = [each for each in self._above_or_below(ground) if each != place]
        if turned := self._turned % (len(others) + 1):
            place = others[turned - 1]
            scroll = _seen(board, self._ways, place)[1]
        self._lie(place)
        if scroll != board.scroll_offset:
            board.scroll_to(*scroll, animate=False)

    def _lie(self, place: Region) -> None:
        """Lie there, and say in the frame what the keys do and what is hidden."""
        box = self._box.styles
        box.offset = place.offset
        box.width = box.max_width = place.width
        box.max_height = place.height
        self._foot = self._keys(place)
        self._box.border_subtitle = Content(self._foot)
        self._tell_hidden(place)

    def _without_board(self) -> Region:
        """Below if that hides neither what is asked nor what is pointed at, else above; elsewhere is the other."""
        size = self.app.size
        rows = min(self._rows(size.width), size.height)
        above, below = Region(0, 0, size.width, rows), Region(0, max(0, size.height - 1 - rows), size.width, rows)
        places = (above, below) if self._hidden(below, size.width) else (below, above)
        return places[self._turned % 2]

    def _keys(self, place: Region) -> str:
        """What its keys do, as far as there is room for it in its frame."""
        box = self._box
        below = place.height < self._rows(place.width) and (not box.max_scroll_y or box.scroll_y < box.max_scroll_y)
        more = [_("{key}: more").format(key=shown("pagedown"))] if below else []
        elsewhere = self._theme.text(_("{key}: elsewhere").format(key=shown("tab")))
        closes = take_words() if self._takes() else close_words()
        wordings = [[*more, elsewhere, close] for close in closes]
        told = [self._theme.text(" · ".join(parts)) for parts in (*wordings, closes[-1:])]
        return next((keys for keys in told if cell_len(keys) + _BESIDE_FOOT <= place.width), told[-1])

    def _best(self, ground: Ground) -> tuple[Region, Offset]:
        """Where it lies unless it is put elsewhere, and how far the board is scrolled then."""
        board, spots = ground.board, _spots_of(self._ways)
        room = self._first_with_room(ground.pages)
        places = [room] if room else self._parts(board, spots)
        if not places and (room := self._first_with_room(ground.rooms)):
            places = [room]
        places = places or self._edges(ground)
        found = [_seen(board, self._ways, place) for place in places]
        at = max(range(len(places)), key=lambda number: (found[number][0], -number))
        place, (seen, scroll) = places[at], found[at]
        if seen < len(spots):
            return self._cut(ground, places[-1], seen) or (place, scroll)
        return place, scroll

    def _tell_hidden(self, place: Region) -> None:
        """Say in the title what the question is, and where the player is in it, if the box hides that there."""
        words = self._hidden(place, place.width - _BESIDE_FOOT - cell_len(f"{self._title} · "))
        self.title_anew(Content(self._theme.text(f"{self._title} · {words}" if words else self._title)))

    def _first_with_room(self, rooms: Sequence[Region]) -> Region | None:
        """The rows that it needs at the bottom of the first of these places that has so many; None if none has."""
        for room in rooms:
            if (rows := self._rows(room.width)) <= room.height:
                return Region(room.x, room.bottom - rows, room.width, rows)
        return None

    def _parts(self, board: BoardView, spots: frozenset[Spot]) -> list[Region]:
        """The part of the board, no more than half, that has none of these spots, nor its cursor, and fewest others.

        Empty if each that has room for all of the text has some of them.
        """
        whole, places = board.region, []
        most = MOST_COLUMNS if whole.width >= MOST_COLUMNS + _LEAST_BESIDE else whole.width
        for columns in (most, whole.width * 2 // 3, whole.width // 2):
            rows = self._rows(columns)
            if rows <= whole.height and 2 * rows * columns <= whole.area:
                corners = [(x, y) for y in (whole.bottom - rows, whole.y) for x in (whole.x, whole.right - columns)]
                places += [Region(x, y, columns, rows) for x, y in corners]
        free = [
            place
            for place in places
            if _seen(board, self._ways, place)[0] == len(spots)
            and board.spots_seen({board.cursor}, board.scroll_offset, place)
        ]
        every = range(len(board.layout_in_use.boxes))

        def worth(place: Region) -> tuple[int, int]:
            named, others = [board.spots_seen(spots, board.scroll_offset, place) for spots in (self._named, every)]
            return named, others

        return [max(free, key=worth)] if free else []

    def _cut(self, ground: Ground, lowest: Region, seen: int) -> tuple[Region, Offset] | None:
        """The most rows, from the bottom on, that hide fewest spots, and the scroll for them: the rest is scrolled.

        None if none of them has more of the spots in sight than those that are `seen` beside all of the text.
        """
        least = max(_LEAST_ROWS, int(_LEAST_PART * self._rows(lowest.width)))
        least = max(least, min([room.height for room in ground.rooms], default=0))
        found: list[tuple[int, int, Region, Offset]] = []
        for rows in range(least, lowest.height):
            place = Region(lowest.x, lowest.bottom - rows, lowest.width, rows)
            in_sight, scroll = _seen(ground.board, self._ways, place)
            found.append((in_sight, rows, place, scroll))
        in_sight, _rows, place, scroll = max(found, default=(0, 0, lowest, Offset()))
        return (place, scroll) if in_sight > seen else None

    def _above_or_below(self, ground: Ground) -> list[Region]:
        """Where it can be put: over some of the board, and none of what is asked, or over what is asked."""
        asked = ground.asked
        edges = [
            Region(each.x, each.y, each.width, min(each.height, asked - each.y)) if each.y < asked // 2 else each
            for each in self._edges(ground)
        ]
        return list(dict.fromkeys(edges))

    def _edges(self, ground: Ground) -> list[Region]:
        """Where it can lie over some of the board, the best first if it covers as much of what is drawn."""
        size = self.app.size
        columns, half = size.width, size.width // 2
        rows, high = min(self._rows(columns), size.height), self._rows(half)
        above = max(0, ground.asked - rows)
        corners = [(0, 0), (half, 0), (0, ground.asked - high), (half, ground.asked - high)]
        return [
            Region(0, 0, columns, rows),
            Region(0, above, columns, rows),
            *[Region(left, top, half, high) for left, top in corners if high <= ground.asked],
            Region(0, max(0, ground.bottom - rows), columns, rows),
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
