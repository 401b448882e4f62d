"""A box that comes unasked: what a battle or a week has come to, the result. It is neither lost nor in the way."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final

from textual import events
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.content import Content, Span
from textual.geometry import Offset, Region
from textual.style import Style

from tui.keys import SYSTEM, Shows, keys_in_force, looking_keys, shown
from tui.language import N_, _
from tui.lines import Line, clauses, longest_that_fits, plain_text
from tui.log import Card
from tui.moment import GRACE, FirstMoment
from tui.screens.dialog import CORNERS
from tui.screens.placed import PlacedTextScreen
from tui.screens.text import close_words
from tui.theme import Theme

SCROLLING: Final = frozenset({"up", "down", "left", "right", "pageup", "pagedown", "home", "end"})
CLOSING: Final = ("enter", "space", "escape", "q")
"""The keys that close a box."""
GOING_ON: Final = ("enter", "space")
"""Those that go on to the next card first, where the box tells one after another."""
STATUS_ROWS: Final = 1
"""The rows at the top of the screen, which say how the game stands."""
LEAST_COLUMNS: Final = 72
MOST_COLUMNS: Final = 112
"""A box has so many columns, as far as the window has them, and the most where it has no room with the least; the most
is that of every box (`client.tcss`)."""
LEAST_ROWS: Final = 6
"""A box with less room than that is not squeezed into it."""
_IN_SIGHT: Final = 0.4
_OF_USE: Final = 8
"""Several cards that would leave less than this part of the board in sight are told one after another, if that part has
so many rows: fewer tell nothing of where the cards lead."""
FRAME_ROWS: Final = 2
"""What is left of a box that is made small: its title, and the foot that names the keys."""
_PLACE: Final = "place"
"""What a word of the text is marked with, to be found by a click: its line, its piece, where in it it begins."""
PEEK: Final = "f2"
"""Makes a box small that covers some of the board, and large again: in the game it is the key of the board."""


_WIDE: Final = 100
"""From so many columns on a place beside the board is wide."""
_NARROWED: Final = 0.8
_MORE_ROWS: Final = 0
_STEP: Final = 4
"""Of a wide place a box has no more than this part if that takes no more rows more than these; it is tried in steps of
so many columns."""


class CardScreen(PlacedTextScreen, inherit_bindings=False):
    """Enter, Space, Escape or a click beside it closes it. So does a key that shows something on the screen below.

    That is done then (`below`). Any other key does nothing, and the box says so.

    Several cards stand in it together, where they have room and leave some of the board in sight. Else it tells one
    after another, and says which it is of how many: Enter, Space or a click goes on to the next, and Escape closes it
    with all of them.

    In its first moment nothing closes it: what is pressed then was meant for what was there before. `column` gives the
    place of its own that it has beside the board; where there is none it ends before the row that `end` gives, and
    grows upward from there, or stands clear of the rows that `keeps_free` gives, from the first to before the last.
    `asked` is the row in which what is asked begins: where all of it has room above that, it ends there, so that the
    answers can be read meanwhile, if something is asked.
    `board` is what it should cover least of, and `panel` where something is asked: where it covers some of either, a
    key makes it small (`PEEK`). `question` is where that stands in there, nothing if nothing is asked; `asked_title`
    says what it is, for the foot of a box that covers it.

    `leads` says what a click on a piece of a line does, which may be to show something on the board; what it does
    returns whether the box is in its way. A click on anything else in the box leaves it. `walk` shows on the board what
    has happened, one thing after another, for which the box is closed. `over` has the keys of what is read or said in a
    box over this one, which is there again when that is closed.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(",".join(GOING_ON), "leave", N_("Next"), id="card.next"),
        Binding(",".join(key for key in CLOSING if key not in GOING_ON), "dismiss(None)", N_("Close"), id="card.close"),
    ]

    def __init__(
        self,
        cards: Sequence[Card],
        theme: Theme,
        *,
        grace: float = GRACE,
        column: Callable[[], Region | None] = lambda: None,
        end: Callable[[], int | None] = lambda: None,
        asked: Callable[[], int] = lambda: 0,
        keeps_free: Callable[[], tuple[int, int] | None] = lambda: None,
        board: Callable[[], Region] = Region,
        panel: Callable[[], Region] = Region,
        question: Callable[[], Region] = Region,
        asked_title: Callable[[], str] = lambda: "",
        leads: Callable[[Line, str, int], Callable[[], bool] | None] = lambda line, part, at: None,
        walk: Callable[[], object] | None = None,
        over: Mapping[str, Callable[[], object]] | None = None,
        below: Callable[[str], object] | None = None,
    ) -> None:
        super().__init__(
            _title_of(cards),
            _content_of(cards, theme),
            theme,
            below=below,
            goes_below=lambda key: key in looking_keys(Shows.BELOW_A_BOX),
        )
        self.add_class("card")
        self.moment = FirstMoment(grace)
        # Keys come to it before it is drawn.
        self.moment.begin()
        self.clicked: Offset | None = None
        """Where beside the box the click was that closed it."""
        self._column = column
        self._end = end
        self._asked = asked
        self._keeps_free = keeps_free
        self._board = board
        self._panel = panel
        self._question = question
        self._asked_title = asked_title
        self._leads = leads
        self._walk = walk
        self._over = over or {}
        self._small = False
        """Whether the player looks at the board that it has covered."""
        self._behind: Sequence[str] = ()
        """What its key shows of what it covers, or would if it were not small; nothing if it covers neither."""
        self._cards = cards
        self._at: int | None = None
        """Which of the cards is told, where they have no room together."""
        self.left_question_in_sight = False
        """Whether all of what is asked was in sight below it when it was closed."""
        self._before = False
        """Whether the board is further than what it tells."""
        self._waits = ""
        """Who waits for the player meanwhile."""
        self._complains = False
        """Whether the frame says that a key was not taken."""
        self._said = ""
        """What the frame says until the next key."""

    def dismiss(self, result: None = None) -> AwaitComplete:
        """See `Dialog.dismiss`."""
        asked = self._question()
        self.left_question_in_sight = bool(asked) and not any(box.region.overlaps(asked) for box in self.query("#box"))
        return super().dismiss(result)

    def on_mount(self) -> None:
        """Its first moment goes on until it has been seen. Textual calls that of `TextScreen` after this."""
        self.call_after_refresh(self.moment.seen)
        self._take_room()
        self._settle()

    def _scrolled(self) -> None:
        """See `TextScreen._scrolled`. Here the foot says whether there is more below."""
        self.call_after_refresh(self._show_foot)

    def _settle(self) -> None:
        """See `PlacedTextScreen._settle`. It takes room before that too."""
        self.call_after_refresh(self._take_room)
        super()._settle()

    def tell(self, *cards: Card) -> None:
        """There is more to tell: it is a new box in the same place."""
        self._small = False
        self.change(*cards)
        self.moment.begin()
        self.call_after_refresh(self.moment.seen)
        self._settle()

    def say_whether_before(self, before: bool) -> None:
        """Whether it tells of what came before that which the board shows by now: its title says so."""
        if before != self._before:
            self._before = before
            self.call_after_refresh(self._show_foot)

    def say_who_waits(self, name: str) -> None:
        """Somebody waits for the player to decide what lies below, or nobody: the foot says so."""
        if name != self._waits:
            self._waits = name
            self.call_after_refresh(self._show_foot)

    def change(self, *cards: Card) -> None:
        """Tell this instead; whoever has read on goes on reading."""
        self._cards = cards
        self._show_cards()

    def _show_cards(self) -> None:
        self.show(_content_of(self._shown_cards, self._theme))
        self._entitle()

    def _entitle(self) -> None:
        """Head the box with the wording that will have room, before it is laid out: none is seen to change into it."""
        for text in self.query("#text"):
            box, size = self._box, self.app.size
            least, most = box.styles.min_width, box.styles.max_width
            columns = text.get_content_width(size, size) + box.gutter.width
            if least is not None and most is not None:
                columns = round(min(max(columns, least.value), most.value))
            box.border_title = self._fitting(self._titles(), columns)

    @property
    def _shown_cards(self) -> Sequence[Card]:
        """The cards that are told just now."""
        return self._cards if self._at is None else self._cards[self._at : self._at + 1]

    @property
    def read(self) -> int:
        """How many of the cards have been told already, one by one, with the one that is told just now."""
        return 0 if self._at is None else self._at + 1

    @property
    def _goes_on(self) -> bool:
        """Whether another card is still to be told."""
        return self._at is not None and self._at + 1 < len(self._cards)

    def _tell_card(self, number: int) -> None:
        """Tell one of the cards alone: it is read from its beginning, and in its first moment nothing closes it."""
        self._at = number
        self._show_cards()
        self._box.scroll_home(animate=False)
        self._settle()

    def on_key(self, event: events.Key) -> None:
        """A key that closes nothing says what does, until the next; in the first moment none does anything."""
        event.prevent_default()  # that of `TextScreen`
        self._forget_complaint()
        if event.key in SYSTEM:
            return
        if self.moment.lasts:
            self.moment.stray()
            event.stop()
        elif self._walk is not None and event.key == keys_in_force()["game.walk"]:
            event.stop()
            self.dismiss(None)
            self._walk()
        elif event.key in self._over:
            event.stop()
            self._over[event.key]()
        elif event.key == PEEK and (self._behind or self._small):
            event.stop()
            self._small = not self._small
            self._take_room()
        elif event.key in SCROLLING or event.key in self._bindings.key_to_bindings:
            return
        elif self.done_below(event.key):
            event.stop()
        else:
            event.stop()
            self._complains = True
            self.say_not_taken(event.key)

    def make_small(self) -> None:
        """Be no more than its frame: something below is to be seen. The key that makes it large again is told there."""
        self._small = True
        self._take_room()

    def say(self, sentence: str) -> None:
        """Say something in the frame, until the next key: it may cover where that is said.

        What closes it stays there, and is the last to be cut.
        """
        self._said, self._complains = sentence, False
        self._show_foot()

    def on_screen_suspend(self) -> None:
        """Another box lies over this one: what was said of a key is long past when that is closed."""
        self._forget_complaint()

    def _forget_complaint(self) -> None:
        if self._complains or self._said:
            self._said, self._complains = "", False
            self._show_foot()

    def leave(self) -> None:
        """Close it, unless it has only just been shown."""
        if self.moment.lasts:
            self.moment.stray()
        elif self._goes_on:
            assert self._at is not None
            self.clicked = None
            self._small = False
            self._tell_card(self._at + 1)
            self.moment.begin()
            self.call_after_refresh(self.moment.seen)
        else:
            super().leave()

    def action_leave(self) -> None:
        """Go on to the next card, else close it."""
        self.leave()

    def on_click(self, event: events.Click) -> None:
        """Beside the box: where it was; `Dialog` closes the box for it. On what is told: see where that leads."""
        if not self._box.region.contains_point(event.screen_offset):
            if not self.moment.lasts:
                self.clicked = event.screen_offset
        elif self._is_on_text(event) and not self.get_selected_text():
            event.stop()
            self._follow(event.style.meta.get(_PLACE))

    def _is_on_text(self, event: events.Click) -> bool:
        """Whether a click is on what is told or beside its words, and not on the frame or what scrolls it."""
        under, _region = self.get_widget_at(*event.screen_offset)
        return under.id == "text" or (under is self._box and under.content_region.contains_point(event.screen_offset))

    def _follow(self, place: tuple[int, int, int] | None) -> None:
        """Do what a click on a piece of a line does: line, piece, and character of that; or leave."""
        lead = None
        if place is not None and not self.moment.lasts:
            number, piece, at = place
            line = _lines_of(self._shown_cards)[number]
            lead = self._leads(line, line[piece][0], at)
        if lead is None:
            self.leave()
        elif lead():
            self.dismiss(None)
        elif self._behind:
            self._small = True
            self._take_room()

    def do_below(self, key: str, do: Callable[[], object]) -> None:
        """Do what can be done on the screen below; this is closed for it, unless its key is one of those over this."""
        if key in self._over:
            self._over[key]()
        else:
            self.dismiss(None)
            self.app.call_later(do)

    def _take_room(self) -> None:
        """Have the place beside the board, or what the board can do without best."""
        if not self.query("#text"):
            return  # it may be closed before it has been laid out
        box, size = self._box, self.app.size
        column, kept, end = self._own_column(), self._keeps_free(), self._end()
        above, width = self._asked() - STATUS_ROWS, min(LEAST_COLUMNS, size.width)
        if column is not None:
            width = column.width
        elif not self._fits(above, width):
            width = min(MOST_COLUMNS, size.width)
        if self._question() and not self._small and above >= LEAST_ROWS and self._fits(above, width):
            end = self._asked()
        self.styles.align_horizontal = "center" if column is None else "right"
        box.styles.width = None if column is None else column.width
        box.styles.min_width = width
        box.styles.max_width = min(MOST_COLUMNS, size.width) if column is None else column.width
        box.styles.offset = (0, 0)
        self._entitle()
        if column is not None:
            self.styles.align_vertical = "bottom"
            box.styles.offset = (column.right - size.width, column.bottom - size.height)
            rows: int | None = column.height
        elif kept is not None:
            above, below = kept[0], size.height - kept[1]
            self.styles.align_vertical = "top" if above >= below else "bottom"
            rows = max(above, below)
            rows = rows if rows >= LEAST_ROWS else None
        elif end is not None:
            self.styles.align_vertical = "bottom"
            box.styles.offset = (0, end - size.height)
            rows = end - STATUS_ROWS
        else:
            rows = None
        room = size.height if rows is None else rows
        # What it tells of is on the board, and has numbers there: some of that stays in sight.
        kept_free = round(self._board().height * _IN_SIGHT)
        most = room - kept_free if column is None and kept_free >= _OF_USE else room
        if self._at is None and len(self._cards) > 1 and not self._small and not self._fits(most, width):
            # Before it has been seen as one: what it tells first stands where it will stay.
            self._at = 0
            self._show_cards()
            self._take_room()
            return
        box.styles.max_height = FRAME_ROWS if self._small else rows
        self.call_after_refresh(self._show_foot)

    def _own_column(self) -> Region | None:
        """The place that it has beside the board, of a wide one no more than it needs: the rest stays in sight."""
        column = self._column()
        if column is None or column.width < _WIDE:
            return column
        most = self._rows(column.width) + _MORE_ROWS
        widths = range(LEAST_COLUMNS, int(column.width * _NARROWED), _STEP)
        width = next((width for width in widths if self._rows(width) <= most), column.width)
        return Region(column.right - width, column.y, width, column.height)

    def _fits(self, rows: int, columns: int) -> bool:
        """Whether all of the text has room in a box of so many rows and columns."""
        return self._rows(columns) <= rows

    def _rows(self, columns: int) -> int:
        """The rows of a box of so many columns that has all of the text."""
        text, size = self.query_one("#text"), self.app.size
        return text.get_content_height(size, size, columns - self._box.gutter.width) + FRAME_ROWS

    def _show_foot(self) -> None:
        """Say what closes it and, where it covers some of the board, what shows that whole; all as there is room."""
        for box in self.query("#box"):
            if not self._small:
                self._behind = self._what_is_behind(box.region)
            more = not self._small and box.scroll_y < box.max_scroll_y
            *closes, brief = close_words()
            if self._goes_on:
                closes, brief = [_("Enter or click here: next")], _("{key}: next").format(key=shown("enter"))
            before = f"{_('{key}: more').format(key=shown('pagedown'))} · " if more else ""
            behind = [_("read on")] if self._small else self._behind
            keys = [f"{shown(PEEK)}: {what}" for what in behind]
            # What is asked is worth more than further ways to close it.
            feet = [f"{before}{words} · {key}" for key in keys for words in (*closes, brief)]
            feet += [f"{before}{words}" for words in (*closes, brief)] + [brief]
            if self._waits:
                waits = _("{opponent} waits for you").format(opponent=self._waits)
                feet = [f"{waits} · {foot}" for foot in feet] + feet[-1:]
            if not self._complains:
                box.border_subtitle = self._fitting(self._with_said(feet, brief), box.outer_size.width)
            box.border_title = self._fitting(self._titles(), box.outer_size.width)

    def _what_is_behind(self, region: Region) -> list[str]:
        """What a box there covers that its key shows, in the longest wording first: what is asked before the board."""
        if region.overlaps(self._panel()):
            return [self._asked_title(), _("what is asked")]
        return [_("the map whole")] if region.overlaps(self._board()) else []

    def _with_said(self, feet: Sequence[str], brief: str) -> list[str]:
        """The wordings of the foot, the longest first, behind what the frame says; all of `brief` has always room."""
        if not self._said:
            return list(feet)
        whole, *parts = clauses(self._said)
        return [*[f"{whole} · {foot}" for foot in feet], *[f"{part} · {brief}" for part in parts], brief]

    def _titles(self) -> list[str]:
        """What the box is headed with, the longest wording first."""
        titles = self._titles_of_cards()
        if not self._before:
            return titles
        before = _("Before that: {title}")
        return [*[before.format(title=title) for title in titles], titles[-1]]

    def _titles_of_cards(self) -> list[str]:
        if self._at is None:
            several = len(self._cards) - 1
            title = self._cards[0].title if self._cards else ""
            if several < 1:
                return [title]
            # Translators: the title of a box, and how many other things it tells of under that
            more = _("{title} · {count} more").format(title=title, count=several)
            return [_title_of(self._cards), more, f"{title} · +{several}"]
        title = _title_of(self._shown_cards)
        return [f"{self._at + 1}/{len(self._cards)}: {title}", title]

    def _fitting(self, wordings: Sequence[str], columns: int) -> Content:
        """The longest wording that has room in the frame of a box of so many columns."""
        lines = [[(self._theme.text(words), "plain")] for words in wordings]
        return Content(plain_text(longest_that_fits(lines, columns - CORNERS)))


def _title_of(cards: Sequence[Card]) -> str:
    """The title of all says what there is, however much of it is out of sight."""
    return " · ".join([card.title for card in cards])


def _content_of(cards: Sequence[Card], theme: Theme) -> Content:
    """What the cards say. What stands where is known by styles that have the numbers."""
    spans: list[Span] = []
    lines, end = _lines_of(cards), 0
    for number, line in enumerate(lines):
        for piece, (words, _style) in enumerate(line):
            text = theme.text(words)
            for word in re.finditer(r"\S+|\s+", text):
                meta = Style.from_meta({_PLACE: (number, piece, word.start())})
                spans.append(Span(end + word.start(), end + word.end(), meta))
            end += len(text)
        end += 1
    return theme.content(lines).add_spans(spans)


def _lines_of(cards: Sequence[Card]) -> list[Line]:
    """Cards as one, each under its title: a key that closes the first does not meet a second."""
    lines: list[Line] = []
    for number, card in enumerate(cards):
        lines += [[("", "plain")], [(card.title, "heading")]] if number else []
        lines += card.lines
    return lines
