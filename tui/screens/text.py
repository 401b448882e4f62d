"""A text over the game, to be read and closed, and to be searched for a word."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content, Span
from textual.geometry import Region
from textual.style import Style
from textual.widgets import Input

from tui.keys import SYSTEM, keys_in_force, shown
from tui.language import N_, _
from tui.lines import Line, longest_that_fits, plain_text
from tui.screens.bound import bound
from tui.screens.dialog import CORNERS, Dialog
from tui.searching import folded, places
from tui.theme import Theme
from tui.widgets.held import HeldStatic
from tui.widgets.unseen import unseen_in_title

_FOUND: Final = "found"
"""What a place that has the word is marked with, to be found again in the rows of the text: its number."""


def close_words() -> list[str]:
    """What closes a box to be read, the longest wording first."""
    brief = _("{key}: close").format(key=shown("enter"))
    return [_("Enter, Escape, q or click here: close"), _("Enter or click here: close"), brief]


def take_words() -> list[str]:
    """The same of a box over which Enter takes a line."""
    return [_("Enter: take the line · Escape, q or click here: close"), _("Enter: take the line · Escape: close")]


class TextScreen(Dialog[None]):
    """Something to read: the help, a spot, an explanation. Escape, q, Enter or a click beside it closes it.

    So does a key that `goes_below`: what it does on the screen that lies there is done then, by `below`. The keys
    `asked_by` have opened it, and close it too.

    Its title says how many rows are out of sight. A line at its foot takes a word that is searched for, which is marked
    wherever it stands: Enter goes on to the next place, and Escape ends the search before it closes the box.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", N_("Close"), id="text.close"),
        Binding("enter", "on", show=False, id="text.on"),
        Binding("q", "dismiss(None)", show=False, id="text.leave"),
        bound("game.search", "search", N_("Search"), tooltip=N_("Search this text for a word")),
        bound("game.next", "match(1)", N_("Next place"), show=False),
        bound("game.matchon", "match(-1)", N_("Place before"), show=False),
    ]

    def __init__(
        self,
        title: str,
        text: Content,
        theme: Theme,
        *,
        id: str | None = None,  # noqa: A002 (Textual's name)
        asked_by: str = "",
        below: Callable[[str], object] | None = None,
        goes_below: Callable[[str], bool] = lambda key: False,
    ) -> None:
        super().__init__(id=id, classes=theme.glyphs.name)
        self._title = theme.text(title)
        self._text = text
        self._foot = theme.text(close_words()[0])
        self._theme = theme
        self._below = below
        self._goes_below = goes_below
        self._found: list[tuple[int, int]] = []
        """From where to where the text has what is searched for."""
        self._found_at = 0
        """Which of these places is gone to."""
        self.leave_by(asked_by)

    def compose(self) -> ComposeResult:
        """A box with the text, which scrolls."""
        with VerticalScroll(id="box") as box:
            box.border_title = Content(self._title)
            box.border_subtitle = Content(self._foot)
            yield HeldStatic(self._text, id="text")

    def show(self, text: Content) -> None:
        """Show another text."""
        self._text = text
        self._find()

    def leave(self) -> None:
        """Close it."""
        self.dismiss(None)

    def on_key(self, event: events.Key) -> None:
        """A key that does nothing here says what closes the box, until the next."""
        self._say_foot()
        if event.key in SYSTEM or event.key in self.active_bindings:
            return
        event.stop()
        if not self.done_below(event.key):
            self.say_not_taken(event.key)

    def done_below(self, key: str) -> bool:
        """Close it for a key that does something below, and have that done. False if it is no such key."""
        if self._below is None or not self._goes_below(key):
            return False
        self.dismiss(None)
        self._below(key)
        return True

    def say_not_taken(self, key: str) -> None:
        """Say of a key that nothing came of it, and what closes the box."""
        told = [words.format(key=shown(key)) for words in self.not_taken_words()]
        lines: list[Line] = [[(self._theme.text(words), "plain")] for words in told]
        for box in self.query("#box"):
            box.border_subtitle = Content(plain_text(longest_that_fits(lines, box.outer_size.width - CORNERS)))

    def not_taken_words(self) -> Sequence[str]:
        """What is said of a `key` that does nothing, the longest wording first."""
        return [_("{key} was not taken: Enter, Escape or q closes this first"), _("{key} not taken: Enter closes")]

    def on_mount(self) -> None:
        """The keys scroll the text."""
        for box in self.query("#box"):  # it may be gone again, if the program ends now
            box.focus()
            for what in ("scroll_y", "virtual_size"):
                self.watch(box, what, self._scrolled, init=False)
        self._scrolled()

    def on_resize(self) -> None:
        """Other rows are in sight."""
        self._scrolled()

    def _scrolled(self) -> None:
        """Other rows may be out of sight, once all is laid out."""
        self.call_after_refresh(self._say_unseen)

    def _say_unseen(self) -> None:
        for box in self.query("#box"):
            above, below = round(box.scroll_y), round(box.max_scroll_y - box.scroll_y)
            wordings = unseen_in_title(above, below, self._theme.glyphs)
            self.say_unseen([self._theme.text(words) for words in wordings])
            self._say_foot()

    def _say_foot(self) -> None:
        """Say in the frame what the keys do: those of a search while there is one, or something to search through."""
        for box in self.query("#box"):
            keys = {name: shown(key) for name, key in keys_in_force().items()}
            feet = [self._foot]
            if self.searches:
                ends = _("Escape: end the search")
                on = _("Enter, {on}: next · {back}: back").format(on=keys["game.next"], back=keys["game.matchon"])
                at = _("{at} of {count}").format(at=self._found_at + 1, count=len(self._found))
                if not self._found:
                    at, on = (_("not found"), "") if self._line.value.strip() else ("", "")
                told = [" · ".join(filter(None, parts)) for parts in ((at, on, ends), (at, ends))]
                feet = [self._theme.text(words) for words in told]
            elif box.max_scroll_y > 0:
                told = [*self._further_keys(), _("{key}: search").format(key=keys["game.search"])]
                feet = [self._theme.text(" · ".join([*told[at:], self._foot])) for at in range(len(told) + 1)]
            lines: list[Line] = [[(foot, "plain")] for foot in feet]
            box.border_subtitle = Content(plain_text(longest_that_fits(lines, box.outer_size.width - CORNERS)))

    def _further_keys(self) -> list[str]:
        """What keys beside those of every text do, for its foot while there is more than is in sight."""
        return []

    # -- the search

    @property
    def searches(self) -> bool:
        """Whether a word is searched for, or asked for."""
        return bool(self.query("#searched"))

    @property
    def _line(self) -> Input:
        return self.query_one("#searched", Input)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """See `DOMNode.check_action`. There are places to go to while something is searched for."""
        return self.searches if action == "match" else super().check_action(action, parameters)

    async def action_search(self) -> None:
        """Type a word that is searched for, at the foot of the box."""
        if not self.searches:
            await self.query_one("#box").mount(Input(placeholder=self._theme.text(_("a word")), id="searched"))
        self._line.focus()
        self._say_foot()

    def on_input_changed(self, event: Input.Changed) -> None:
        """What is found from its beginning on is in sight."""
        event.stop()
        self._found_at = 0
        self._go()

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go on, and give the keys back to the text: those that go through the places are letters."""
        event.stop()
        if not event.value.strip():
            await self._end_search()
            return
        self.query_one("#box").focus()
        self.action_match(1)

    def action_on(self) -> None:
        """Enter: the next place that has what is searched for, else close it."""
        if self.searches:
            self.action_match(1)
        else:
            self.leave()

    def action_match(self, direction: int) -> None:
        """Go to the next of these places or to the one before, around the end."""
        if self._found:
            self._found_at = (self._found_at + direction) % len(self._found)
            self._go()

    async def action_back(self) -> None:
        """Escape: end the search, else close it."""
        if self.searches:
            await self._end_search()
        else:
            self.leave()

    async def _end_search(self) -> None:
        await self._line.remove()  # as long as it is there its keys are said at the foot
        self.query_one("#box").focus()
        self._found = []
        self.query_one("#text", HeldStatic).say(self._text)
        self.call_after_refresh(self._say_unseen)

    def _find(self) -> None:
        """Show the text, and in it all places that have what is searched for; the one that is gone to is reversed."""
        self._found = places(self._text.plain, folded(self._line.value.strip())) if self.searches else []
        spans = []
        for number, (start, end) in enumerate(self._found):
            style = self._theme.textual_style("cursor" if number == self._found_at else "match")
            spans.append(Span(start, end, Style.parse(style) + Style.from_meta({_FOUND: number})))
        for static in self.query("#text").results(HeldStatic):
            static.say(self._text.add_spans(spans))

    def _go(self) -> None:
        """Mark the places, and scroll, once all is drawn, to the one that is gone to, with some rows above it."""
        self._find()
        self._say_foot()

        def scroll() -> None:
            for box in self.query("#box"):
                row, rows = self._row_of(_FOUND, self._found_at), box.size.height - 1  # the last has the word
                if row is not None and not box.scroll_y <= row < box.scroll_y + rows:
                    box.scroll_to(y=max(0, row - rows // 3), animate=False)

        self.call_after_refresh(scroll)

    def _row_of(self, mark: str, number: int) -> int | None:
        """The row of the text in which what has this mark with this number begins."""
        text = self.query_one("#text", HeldStatic)
        rows = text.render_lines(Region(0, 0, *text.size))
        return next(
            (
                row
                for row, strip in enumerate(rows)
                for segment in strip
                if segment.style is not None and segment.style.meta.get(mark) == number
            ),
            None,
        )
