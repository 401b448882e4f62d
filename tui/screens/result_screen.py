"""The box that shows the result, and from which all that can be done then is a line to be clicked or taken."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets.option_list import Option

from tui.keys import shown
from tui.language import N_, _
from tui.log import Card
from tui.moment import GRACE
from tui.screens.after_game import OF_REMATCH, AfterGame, text_of
from tui.screens.card import CardScreen
from tui.screens.text import take_words
from tui.theme import Theme
from tui.widgets.held import HeldStatic
from tui.widgets.pointed_list import PointedList

CLOSING: Final = frozenset({AfterGame.BOARD, AfterGame.LOG, AfterGame.NEWS})
"""What is to be seen on the screen below; all else lies over the result, or changes it."""
FRAME: Final = 3
"""Rows of the box that are neither text nor choices: its border, and an empty one between the two."""


def _foots() -> list[str]:
    """What its keys do, the longest wording first."""
    return [*take_words(), _("{key}: close").format(key="q")]


class ResultScreen(CardScreen):
    """The result. `choose` is called with what the player wants to do; to look at the board is always there."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("M,r", "choose('rematch')", N_("Rematch"), id="result.rematch"),
        Binding("v", "choose('review')", N_("Review"), id="result.review"),
        Binding("l", "choose('log')", N_("Log"), id="result.log"),
        Binding("i", "choose('news')", N_("What happened last"), id="result.news"),
        *(Binding(str(n), f"take({n - 1})", show=False, id=f"result.{n}") for n in range(1, 10)),
        Binding("pageup", "scroll_text(-1)", show=False, id="result.pageup", priority=True),
        Binding("pagedown", "scroll_text(1)", show=False, id="result.pagedown", priority=True),
    ]

    class ReviewWanted(Message):
        """The player wants to know what decided the game."""

    class ReplayWanted(Message):
        """The player wants to see the game again."""

    def __init__(
        self,
        result: Card,
        theme: Theme,
        choices: Sequence[AfterGame],
        choose: Callable[[AfterGame], None],
        *,
        opponent: str = "",
        grace: float = GRACE,
        over: Mapping[str, Callable[[], object]] | None = None,
        below: Callable[[str], object] | None = None,
    ) -> None:
        super().__init__([result], theme, grace=grace, over=over, below=below)
        self._foot = theme.text(_foots()[0])
        self._opponent = opponent
        self._choices = (AfterGame.BOARD, *choices)
        self._choose = choose

    def compose(self) -> ComposeResult:
        """The text, which scrolls, and the choices under it."""
        with Vertical(id="box") as box:
            box.border_title = Content(self._title)
            box.border_subtitle = Content(self._foot)
            with VerticalScroll(id="told", can_focus=False):
                yield HeldStatic(self._text, id="text")
            yield PointedList(self._options(), self._theme, id="answers")

    def on_mount(self) -> None:
        """The choices take the keys."""
        for answers in self.query("#answers").results(PointedList):
            answers.highlighted = 0
            answers.focus()
        for told in self.query("#told"):
            self.watch(told, "scroll_y", self._scrolled, init=False)

    def _is_on_text(self, event: events.Click) -> bool:
        """See `CardScreen._is_on_text`. A click there does nothing: it is asked what is to be done now."""
        return False

    def _take_room(self) -> None:
        """However long the text, what can be done stays in sight under it."""
        rows = self.app.size.height - FRAME - len(self._choices)
        for told in self.query("#told"):
            told.styles.max_height = max(rows, 1)
        self.call_after_refresh(self._show_foot)

    def _show_foot(self) -> None:
        """What closes it, after whether there is more of the text below."""
        for told in self.query("#told"):
            more = told.scroll_y < told.max_scroll_y
            before = f"{_('{key}: more below').format(key=shown('pagedown'))} · " if more else ""
            *closes, brief = _foots()
            words = [*[f"{before}{each}" for each in (*closes, brief)], brief]
            if not self._complains:
                self._box.border_subtitle = self._fitting(self._with_said(words, brief), self._box.outer_size.width)

    def show_choices(self, choices: Sequence[AfterGame]) -> None:
        """There is more to be done now, or less."""
        if self._choices != (AfterGame.BOARD, *choices):
            self._choices = (AfterGame.BOARD, *choices)
            self._forget_complaint()  # it may be said of what is another now
            # What is pressed in that moment was meant for what stood there before.
            self.moment.begin()
            self.call_after_refresh(self.moment.seen)
            for answers in self.query("#answers").results(PointedList):
                # Where no line has come or gone, what is pointed at stays in its place.
                pointed = answers.highlighted if answers.option_count == len(self._choices) else 0
                answers.clear_options()
                answers.add_options(self._options())
                answers.highlighted = pointed
            self._take_room()

    def on_option_list_option_selected(self, event: PointedList.OptionSelected) -> None:
        """A line was taken."""
        event.stop()
        self.action_take(event.option_index)

    def action_take(self, number: int) -> None:
        """Take a line by its place."""
        if self.moment.lasts or number >= len(self._choices):
            self.moment.stray()
            return
        choice = self._choices[number]
        if choice in CLOSING:
            self.dismiss(None)
        if choice is not AfterGame.BOARD:
            self._choose(choice)

    def action_choose(self, name: str) -> None:
        """Take a line by its letter, if there is such a line now."""
        for choice in OF_REMATCH if name == AfterGame.REMATCH.value else [AfterGame(name)]:
            if choice in self._choices:
                self.action_take(self._choices.index(choice))
                return

    def action_scroll_text(self, direction: int) -> None:
        """Scroll the text."""
        told = self.query_one("#told")
        told.scroll_relative(y=direction * max(1, told.size.height - 1), animate=False)

    def _options(self) -> list[Option]:
        return [
            Option(Content.assemble((f"{number} ", "dim"), self._theme.text(text_of(choice, self._opponent))))
            for number, choice in enumerate(self._choices, 1)
        ]
