"""A box that comes unasked: what a battle or a week has come to, the result. It is neither lost nor in the way."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Offset
from textual.widget import Widget

from tui.keys import SYSTEM, shown
from tui.language import N_, _
from tui.lines import Line
from tui.log import Card
from tui.moment import GRACE, FirstMoment
from tui.screens.text import TextScreen
from tui.theme import Theme

SCROLLING: Final = frozenset({"up", "down", "left", "right", "pageup", "pagedown", "home", "end"})
CLOSING: Final = ("enter", "space", "escape", "q")
"""The keys that close a box."""
STATUS_ROWS: Final = 2
"""The first rows of the screen, which say how the game stands."""
LEAST_COLUMNS: Final = 72
MOST_COLUMNS: Final = 112
"""A box has so many columns, as far as the window has them; the most is that of every box (`client.tcss`)."""
LEAST_ROWS: Final = 6
"""A box with less room than that is not squeezed into it."""


class CardScreen(TextScreen, inherit_bindings=False):
    """Enter, Space, Escape or a click beside it closes it. Any other key does nothing, and the box says so.

    In its first moment nothing closes it: what is pressed then was meant for what was there before. `keeps_free` gives
    the rows of the screen that stay in sight, from the first to before the last; `above` the row that it stays above if
    it has room there; `end` the row before which it ends instead, where the board is to stay in sight; `columns` how
    many it may take, from the left, None for all. `beside` gives the lines that are in sight beside it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(",".join(CLOSING), "dismiss(None)", N_("Close"), id="card.close"),
    ]

    def __init__(
        self,
        cards: Sequence[Card],
        theme: Theme,
        *,
        id: str | None = None,  # noqa: A002 (Textual's name)
        grace: float = GRACE,
        keeps_free: Callable[[], tuple[int, int] | None] = lambda: None,
        above: Callable[[], int | None] = lambda: None,
        end: Callable[[], int | None] = lambda: None,
        columns: Callable[[], int | None] = lambda: None,
        beside: Callable[[], Collection[Line]] = lambda: (),
    ) -> None:
        super().__init__(_title_of(cards), theme.content(_lines_of(cards, beside())), theme, id=id)
        self.add_class("card")
        self.moment = FirstMoment(grace)
        # Keys come to it before it is drawn.
        self.moment.begin()
        self.clicked: Offset | None = None
        """Where beside the box the click was that closed it."""
        self._theme = theme
        self._keeps_free = keeps_free
        self._above = above
        self._end = end
        self._columns = columns
        self._beside = beside
        self._cards = cards
        self._foot = theme.text(_("Enter, Space, Escape or click here: close"))

    def on_mount(self) -> None:
        """Its first moment goes on until it has been seen. Textual calls that of `TextScreen` after this."""
        self.call_after_refresh(self.moment.seen)
        self._take_room()
        self._settle()

    def _settle(self) -> None:
        """Take room, and once more when what lies below has its own, unless it is closed by then."""
        self.call_after_refresh(self._take_room)
        for below in self.app.screen_stack[-2:-1]:
            below.call_after_refresh(self._settled)

    def _settled(self) -> None:
        """What lies below is laid out: it is drawn anew around the box too."""
        if self.is_attached:
            self._take_room()
            self.refresh()

    def tell(self, *cards: Card) -> None:
        """There is more to tell: it is a new box in the same place."""
        self.change(*cards)
        self.moment.begin()
        self.call_after_refresh(self.moment.seen)
        self._settle()

    def change(self, *cards: Card) -> None:
        """Tell this instead; whoever has read on goes on reading."""
        self._cards = cards
        for box in self.query("#box"):
            box.border_title = Content(self._theme.text(_title_of(cards)))
        self._show_cards()

    def on_resize(self) -> None:
        """What must stay in sight may be elsewhere now."""
        self._settle()

    def on_key(self, event: events.Key) -> None:
        """A key that closes nothing says what does; in the first moment none does anything."""
        if event.key in SYSTEM:
            return
        if self.moment.lasts:
            self.moment.stray()
            event.stop()
        elif event.key not in SCROLLING and event.key not in self._bindings.key_to_bindings:
            event.stop()
            words = _("{key} was not taken: Enter, Space or Escape closes this first")
            self._box.border_subtitle = Content(self._theme.text(words.format(key=shown(event.key))))

    def leave(self) -> None:
        """Close it, unless it has only just been shown."""
        if self.moment.lasts:
            self.moment.stray()
        else:
            super().leave()

    def on_click(self, event: events.Click) -> None:
        """Where it was; `Dialog` closes the box for it."""
        if not self._box.region.contains_point(event.screen_offset) and not self.moment.lasts:
            self.clicked = event.screen_offset

    @property
    def _box(self) -> Widget:
        return self.query_one("#box")

    def _show_cards(self) -> None:
        text = self._theme.content(_lines_of(self._cards, self._beside()))
        if text != self._text:
            self.show(text)

    def _take_room(self) -> None:
        """Stand above what is to stay in sight, or below it, where there is more room; and left of it."""
        self._show_cards()  # what is beside it is laid out by now
        columns = self._columns()
        self.styles.align_horizontal = "center" if columns is None else "left"
        window = self.app.size.width
        self._box.styles.max_width = window if columns is None and window < MOST_COLUMNS else columns
        self._box.styles.min_width = min(LEAST_COLUMNS, window)
        kept, end = self._keeps_free(), self._end()
        if kept is None and end is not None:
            self.styles.align_vertical = "bottom"
            self._box.styles.offset = (0, end - self.app.size.height)
            self._box.styles.max_height = end - STATUS_ROWS
            return
        if kept is None:
            self._stay_above(self._above())
            return
        above, below = kept[0], self.app.size.height - kept[1]
        rows = max(above, below)
        self.styles.align_vertical = "top" if above >= below else "bottom"
        self._box.styles.max_height = rows if rows >= LEAST_ROWS else None

    def _stay_above(self, row: int | None) -> None:
        """Begin with the first row; leave those of the status in sight where the box stays above `row` all the same."""
        if row is not None:
            self.styles.align_vertical = "top"
            left = row - self._box.virtual_size.height - self._box.gutter.height
            self._box.styles.offset = (0, max(0, min(STATUS_ROWS, left)))


def _title_of(cards: Sequence[Card]) -> str:
    """The title of all says what there is, however much of it is out of sight."""
    return " · ".join([card.title for card in cards])


def _lines_of(cards: Sequence[Card], beside: Collection[Line]) -> list[Line]:
    """Cards as one, each under its title: a key that closes the first does not meet a second."""
    lines: list[Line] = []
    for number, card in enumerate(cards):
        lines += [[("", "plain")], [(card.title, "heading")]] if number else []
        if card.rest and all(line in beside for line in card.rest):
            lines += [*card.lines, [(_("What else was done stands beside."), "dim")]]
        else:
            lines += card.whole
    return lines
