"""The list of choices, with its keys."""

from __future__ import annotations

from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import OptionList

NUMBERED: Final = 9
"""The lines that have a digit of their own."""


class ChoiceList(OptionList):
    """The list of choices. Enter takes or confirms, Space marks, a digit chooses a line, Backspace goes a step back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", "Take", show=False, id="choices.take"),
        Binding("space", "select", "Mark", show=False, id="choices.mark"),
        Binding("backspace,escape", "back", "Back", show=False, id="choices.back"),
        Binding("a", "all", "Mark all or none", show=False, id="choices.all"),
        *(Binding(str(n), f"number({n})", show=False, id=f"choices.{n}") for n in range(1, NUMBERED + 1)),
    ]

    class Taken(Message):
        """Enter was pressed."""

    class Back(Message):
        """The last step is to be taken back."""

    class All(Message):
        """Everything is to be marked, or nothing."""

    def action_all(self) -> None:
        """Mark all, or none."""
        self.post_message(self.All())

    def action_take(self) -> None:
        """Take what is highlighted, or confirm the marks."""
        self.post_message(self.Taken())

    def action_back(self) -> None:
        """Go a step back."""
        self.post_message(self.Back())

    def action_number(self, number: int) -> None:
        """Choose the line with this number."""
        if number <= self.option_count:
            self.highlighted = number - 1
            self.action_select()
