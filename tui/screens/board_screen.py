"""What every screen with a board has: pages of which one is in sight, and the cursor, which can be sent to a place."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Final

from textual import events, on
from textual.binding import Binding
from textual.content import Content
from textual.geometry import Offset

from engine.hidden import View
from tui.boards import Spot
from tui.games import GameInterface
from tui.keys import keys_in_force, shown, usual
from tui.language import N_, _
from tui.lines import Line
from tui.screens.go_to import GoToScreen
from tui.screens.right_click import RightClickScreen
from tui.screens.text import TextScreen
from tui.theme import Theme
from tui.widgets.board_view import BoardView
from tui.widgets.text_view import TextView

WIDE_COLUMNS: Final = 118
"""From here on the pages stand beside the board."""
HUGE_COLUMNS: Final = 170
"""From here on there is room for whole words and all the pages."""
TALL_ROWS: Final = 44
"""From here on a board beside its pages is high enough."""
ALONE: Final = "alone"
"""The class of a screen that gives the board all there is: no pages beside it, and little below it."""
LARGER: Final = "larger"
"""The class of a screen that gives it still more rows: what is below has as few as it can do with."""
EVEN: Final = ""
"""Instead of such a class: board, pages and what is below the board have their usual shares."""
STRIP: Final = "strip"
"""The class of a screen whose pages stand in a strip below a board that has all there is."""
LONG_PAGE: Final = "long-page"
"""The class of a screen while a page is asked for that wants all rows there are."""
WHOLE_PAGE: Final = "whole-page"
"""The class of a screen while a page has all columns, and lies where the board is."""
_OWN_CLICKS: Final = ("news", "hint")
"""The pages that have another meaning for a click on their words than the spot of which they tell."""
PAGE_KEYS: Final = tuple(f"f{number}" for number in range(2, 10))
"""The keys of pages: F2 and those that follow."""


def board_bindings(group: str) -> list[Binding]:
    """The keys of pages and places on the screens of one group of `tui.keys`."""
    return [
        *(
            Binding(key, f"page_number({number})", show=False, id=f"{group}.page{number}")
            for number, key in enumerate(PAGE_KEYS)
        ),
        *(
            Binding(usual(f"game.{what}"), what, text, id=f"{group}.{what}", tooltip=tooltip)
            for what, text, tooltip in (
                ("go", N_("Go to a place"), N_("Move the cursor to a place by its name")),
                ("spot", N_("About the place"), N_("All about the place of the cursor")),
                ("zoom", N_("Zoom"), N_("Draw the board at another scale")),
            )
        ),
        # Wherever the focus is they scroll the text, and not the board.
        *(
            Binding(key, f"scroll_page({by})", text, id=f"{group}.{key}", tooltip=tooltip, priority=True)
            for key, by, text, tooltip in (
                ("pageup", -1, N_("Back in the text"), N_("Scroll the page back")),
                ("pagedown", 1, N_("On in the text"), N_("Scroll the page on")),
            )
        ),
    ]


class BoardScreen(RightClickScreen[None]):
    """Board and pages. Subclasses call `set_out` before they are composed, and bind `board_bindings`."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE_COLUMNS, "-wide"), (HUGE_COLUMNS, "-huge")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (28, "-medium"), (34, "-high"), (TALL_ROWS, "-tall")]  # noqa: RUF012

    BESIDE: ClassVar[str]
    """The text that is scrolled while the board is in sight."""

    look: Theme
    interface: GameInterface[Any, Any]
    pages: tuple[str, ...]
    """The names of the pages in the order of their keys, the board first."""
    letters: dict[str, str]
    """The pages by their letters."""
    page: str
    """The page in sight."""
    front: str | None
    """The page that belongs in front for now."""

    def set_out(self, interface: GameInterface[Any, Any], own: dict[str, str]) -> None:
        """Take the game's board and pages, and after them the screen's `own`, by their letters."""
        board = interface.board
        self.interface = interface
        self.letters = {board.key: board.name, **{page.key: page.name for page in interface.pages}, **own}
        self.pages = (board.name, *[page.name for page in interface.pages], *own.values())
        self.page = board.name
        self.front = None
        self._share: str | None = None
        self._share_before: str | None = None
        if interface.stylesheet is not None:
            self.css_path.append(interface.stylesheet)

    def class_by_size(self) -> None:
        """Get ready to be laid out for the size that there is: Textual asks for that after the first frame.

        Done before there is a widget, whose style would be worked out again.
        """
        for size, steps in zip(self.app.size, (self.HORIZONTAL_BREAKPOINTS, self.VERTICAL_BREAKPOINTS), strict=True):
            self.add_class([name for least, name in steps if size >= least][-1])

    @property
    def beside(self) -> bool:
        """Whether the screen is wide enough for pages beside the board."""
        return self.app.size.width >= WIDE_COLUMNS

    @property
    def alone(self) -> bool:
        """Whether the board has all there is."""
        return self.has_class(ALONE)

    @property
    def begins_alone(self) -> bool:
        """Whether the board has all there is until the player chooses."""
        return False

    @property
    def pages_below(self) -> bool:
        """Whether pages have a place below a board that has all there is: it keeps that whichever is asked for."""
        return False

    @property
    def shares(self) -> tuple[str, ...]:
        """The classes by which the board may have other shares, in the order in which its key goes through them."""
        # A page that belongs in front keeps its rows.
        larger = self.begins_alone and self.pages_below and self.front is None
        return (EVEN, ALONE, LARGER) if larger else (EVEN, ALONE)

    @property
    def share(self) -> str:
        """The one that is chosen. One that a window of this size does not have is as good as none."""
        chosen = (ALONE if self.begins_alone else EVEN) if self._share is None else self._share
        if chosen == LARGER and self.front is not None:
            chosen = ALONE
        return chosen if chosen in self.shares else EVEN

    @property
    def next_share(self) -> str:
        """The one that the board's key leads to."""
        return self.shares[(self.shares.index(self.share) + 1) % len(self.shares)]

    def _share_out(self, others: Mapping[str, bool] = MappingProxyType({})) -> None:
        """The board has the share that was chosen wherever it is in sight itself.

        `others`: what else the screen is from now on, or is not. All at once: each time the styles of all that is on it
        are worked out anew.
        """
        in_sight = self.pages_below or self.page == self.pages[0]
        share = self.share
        alone = in_sight and share in (ALONE, LARGER)
        shares = {name: in_sight and name == share for name in (*self.shares, LARGER) if name != EVEN}
        self.update_classes({**others, **shares, ALONE: alone, STRIP: alone and self.pages_below})

    @property
    def board_view(self) -> BoardView:
        """The board."""
        return self.query_one("#board", BoardView)

    def text_view(self, name: str) -> TextView:
        """The text of a page."""
        return self.query_one(f"#{name}", TextView)

    @abstractmethod
    def view_in_sight(self) -> View[Any] | None:
        """What the board shows."""

    @abstractmethod
    def show_bar(self) -> None:
        """Name the keys; the page in sight stands out."""

    def spot_lines(self, view: View[Any], spot: Spot) -> list[Line]:
        """All about a spot."""
        return self.interface.board.spot_lines(view, spot, self.sent)

    @property
    def sent(self) -> View[Any] | None:
        """What the player saw before what is planned on the board in sight; None if nothing is."""
        return None

    def happened_at(self, spot: Spot) -> list[Line]:
        """What has happened at a spot, for who asks all about it."""
        return []

    @abstractmethod
    def notice(self, text: str) -> None:
        """Say something for a moment."""

    def bring_to_front(self, front: str | None) -> None:
        """Where there is room, a page that belongs in front has more of it while that lasts.

        Beside the board it has all rows, unless the board is asked for again or pages have a place below it.
        """
        if self.beside and not self.pages_below and (front is None) != (self.front is None):
            self._share_before, self._share = self._share, self._share_before if front is None else EVEN
        pages = {f"front-{page}": page == front for page in (self.front, front) if page is not None}
        self.front = front
        self._share_out(pages)

    def on_key(self, event: events.Key) -> None:
        """The letters of the pages, which the game chooses."""
        page = self.letters.get(event.key)
        if page is not None:
            event.stop()
            self.action_choose_page(page)

    def right_clicked(self, at: Offset) -> None:
        """On a place of the board: all about that. Else a step back."""
        spot = None if self.board_view.dragging else self.board_view.spot_at(at)
        if spot is None:
            self.step_back()
        else:
            self.tell_of(spot)

    def step_back(self) -> None:
        """Back to the board."""
        if self.page != self.pages[0]:
            self.action_page(self.pages[0])

    def hovered_beside_box(self, at: Offset | None) -> None:
        """See `RightClickScreen.hovered_beside_box`. What is seen of the board is told of as ever."""
        self.board_view.hover_at(at)

    def widens(self, page: str) -> bool:
        """Whether a page that is asked for again has all columns, before the board comes back."""
        return False

    @property
    def whole_page(self) -> bool:
        """Whether the page in sight has all columns, and lies where the board is."""
        return self.has_class(WHOLE_PAGE)

    @property
    def hides_board(self) -> bool:
        """Whether there is no board beside the page in sight, which was asked for and does not belong in front."""
        return not self.beside and self.page not in (self.pages[0], self.front)

    def action_page_number(self, number: int) -> None:
        """Show the page of a function key; one that lies over the edge of the board, or hides it, gives it back by the
        same key, the one that gains by columns after it has had them all.
        """
        again, strip = number == self.pages.index(self.page), self.has_class(STRIP)
        lies_over = strip and self.has_class(LONG_PAGE)
        if again and not self.whole_page and self.widens(self.page) and (lies_over or not strip):
            self.add_class(WHOLE_PAGE)
            self.show_bar()
            self.page_resized()
        elif again and (lies_over or self.whole_page):
            self.action_page(self.pages[0])
        elif again and self.hides_board:
            self.action_page(self.front or self.pages[0])
        elif again and strip and self._is_long(self.page):
            self._lie_over(True)
        elif number < len(self.pages):
            self.action_choose_page(self.pages[number])
        else:
            words = _("{key} is for a page, but there is none for it: those here have {first} to {last}.")
            key, first, last = [shown(PAGE_KEYS[each]) for each in (number, 0, len(self.pages) - 1)]
            self.notice(words.format(key=key, first=first, last=last))

    def action_choose_page(self, page: str) -> None:
        """Show a page; the board, asked for again, has all there is, or its next share."""
        if page == self.page == self.pages[0]:
            self._share = self.next_share
        self.action_page(page)

    def action_page(self, page: str) -> None:
        """Show a page; on a wide screen beside the board, which has all there is again when it is asked for.

        Where pages have a place below the board it has all there is all the time.
        """
        self.page = page
        for name in self.pages[1:]:
            self.text_view(name).set_class(name == page, "chosen")
        pages = {f"page-{name}": name == page for name in self.pages[1:]}
        lies_over = {LONG_PAGE: self._is_long(page), WHOLE_PAGE: False}
        self._share_out({"page": page != self.pages[0], **pages, **lies_over})
        self._page_lies()

    def _is_long(self, page: str) -> bool:
        """Whether a page has no room in few rows."""
        brief = [each.name for each in self.interface.pages if each.brief is not None]
        return page not in (self.pages[0], *brief)

    def shorten_page(self) -> bool:
        """A page that lies over the edge of the board gives that back for what is shown there, and stays below it.

        Its key has it lie there again. False if there is none.
        """
        lies_over = self.whole_page or (self.has_class(STRIP) and self.has_class(LONG_PAGE))
        if lies_over:
            self._lie_over(False)
        return lies_over

    def show_board_beside(self) -> None:
        """A page that has all columns keeps those that it had before: what is shown on the board is to be seen."""
        if self.whole_page:
            self._lie_over(self._is_long(self.page))

    def _lie_over(self, lies_over: bool) -> None:
        """The page in sight lies over the edge of the board where it has its place below that, or not any more."""
        self.update_classes({LONG_PAGE: lies_over, WHOLE_PAGE: False})
        self._page_lies()

    def _page_lies(self) -> None:
        """The page in sight has its place."""
        self.show_bar()
        self.page_resized()

    def page_resized(self) -> None:
        """The page in sight has more rows than it had, or fewer."""

    def action_scroll_page(self, direction: int) -> None:
        """Scroll the page in sight."""
        self.scrolled_text.turn(direction)

    @property
    def scrolled_text(self) -> TextView:
        """The page in sight; below the board, where the text beside it has no place, what belongs in front."""
        text = self.text_view(self.BESIDE if self.page == self.pages[0] else self.page)
        return text if text.region or self.front is None else self.text_view(self.front)

    def action_zoom(self) -> None:
        """Draw the board at another scale; where a page hides it, show it first."""
        if self.board_view.region:
            number, of = self.board_view.zoom(), self.interface.board.zooms
            told = _("Scale {number} of {of}: the wheel or a click on → scrolls; {key}: the next one.")
            if not number:
                told = _("Scale {number} of {of}, which suits the window.")
            self.notice(told.format(number=number + 1, of=of, key=shown(keys_in_force()["game.zoom"])))
        else:
            self.action_page(self.pages[0])

    def action_spot(self) -> None:
        """All about the spot of the cursor."""
        self.tell_of(self.board_view.cursor)

    def tell_of(self, spot: Spot) -> None:
        """All about a spot, in a box."""
        view = self.view_in_sight()
        if view is not None:
            text = self.look.content([*self.spot_lines(view, spot), *self.happened_at(spot)])
            self.app.push_screen(self.text_box(self.interface.board.spot_name(spot), text, "game.spot"))

    def text_box(self, title: str, text: Content, asked_by: str) -> TextScreen:
        """A box with a text to lie over the screen. `asked_by`: what asks for it, by its name in `tui.keys`."""
        return TextScreen(title, text, self.look, asked_by=keys_in_force()[asked_by])

    def _spot_under(self, event: TextView.Clicked) -> Spot | None:
        """The spot whose name was clicked in a page that tells of spots; of names in names the longest."""
        if event.view.id in _OWN_CLICKS:
            return None
        found = self.spots_named(self.look.text(event.part))
        return next((spot for first, last, spot in found if first <= event.at < last), None)

    def spots_named(self, text: str) -> list[tuple[int, int, Spot]]:
        """The spots that a text names, each from where to where, of names in names the longest first."""
        board = self.interface.board
        names = [
            (self.look.text(board.spot_name(spot)), spot) for spot in range(len(self.board_view.layout_in_use.boxes))
        ]
        return [
            (found.start(), found.end(), spot)
            for name, spot in sorted(names, key=lambda named: -len(named[0]))
            for found in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text)
        ]

    @on(TextView.Clicked)
    def _name_clicked(self, event: TextView.Clicked) -> None:
        """A spot's name was clicked: the cursor goes there."""
        spot = self._spot_under(event)
        if spot is None:
            self.clicked_beside_names(event)
        else:
            self.board_view.cursor = spot
            self.gone_to(spot)

    def clicked_beside_names(self, event: TextView.Clicked) -> None:
        """Something else in a page was clicked."""

    def action_go(self) -> None:
        """Move the cursor to a spot by the beginning of its name."""

        def go(found: Spot | None) -> None:
            if found is not None:
                self.board_view.cursor = found
                self.gone_to(found)

        self.app.push_screen(GoToScreen(self.interface.board, self.look), go)

    def gone_to(self, spot: Spot) -> None:
        """The cursor has been sent to a spot by its name."""
        self.show_board_beside()
