"""One of several things to choose, over whatever is on the screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from string import ascii_uppercase
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets.option_list import Option

from tui.keys import shown
from tui.language import N_, _
from tui.screens.dialog import Dialog
from tui.theme import Theme
from tui.widgets.pointed_list import PointedList

SIGNS: Final = f"123456789{ascii_uppercase}"
"""The keys that take the choices, one each, as far as there are keys."""


class ChoiceScreen(Dialog[int]):
    """Asks for one of `choices`; gives its number, -1 for none. Keys, Enter, mouse choose; Escape and q go back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,backspace", "dismiss(-1)", N_("Back"), id="choice.back", tooltip=N_("Go back")),
        *(Binding(sign, f"take({number})", show=False, id=f"choice.{sign}") for number, sign in enumerate(SIGNS)),
    ]

    def __init__(
        self,
        title: str,
        choices: Sequence[str],
        theme: Theme,
        *,
        foot: str = "",
        at: int = 0,
        asked_by: str = "",
        ask_help: Callable[[], object] | None = None,
    ) -> None:
        """`at`: the line to begin with. `asked_by`: the key that has opened it. `ask_help`: shows the help, if any."""
        super().__init__(classes=theme.glyphs.name)
        self._look = theme
        self._title = theme.text(title)
        self._choices = [theme.text(choice) for choice in choices]
        self._foot = theme.text(foot or _("Enter: choose · Escape, or click here: back"))
        self._at = at
        self.leave_by(asked_by)
        self.lead_to_help(ask_help)

    def compose(self) -> ComposeResult:
        """A box with the list."""
        with Vertical(id="box") as box:
            box.border_title = Content(self._title)
            box.border_subtitle = Content(self._foot)
            signs = SIGNS.ljust(len(self._choices))
            options = [
                Option(Content.assemble((f"{sign} ", "dim"), choice))
                for sign, choice in zip(signs, self._choices, strict=False)
            ]
            yield PointedList(options, self._look, id="answers")

    def leave(self) -> None:
        """Go back."""
        self.dismiss(-1)

    def on_mount(self) -> None:
        """The list takes the keys."""
        answers = self.query_one("#answers", PointedList)
        answers.highlighted = self._at
        answers.focus()

    def on_option_list_option_selected(self, event: PointedList.OptionSelected) -> None:
        """A line was chosen."""
        event.stop()
        self.dismiss(event.option_index)

    def on_key(self, event: events.Key) -> None:
        """A key that does nothing here says what does, until the next."""
        self.answer_key(event.key, self._foot, self._not_taken(event.key))

    def action_take(self, number: int) -> None:
        """Choose a line by its key, if there is one that has it."""
        if number < len(self._choices):
            self.dismiss(number)
        else:
            self.query_one("#box").border_subtitle = Content(self._not_taken(SIGNS[number]))

    def _not_taken(self, key: str) -> str:
        words = _("{key} was not taken: Enter or a line's key chooses, Escape goes back")
        return self._look.text(words.format(key=shown(key)))
