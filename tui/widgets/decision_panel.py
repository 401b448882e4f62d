"""The panel in which every decision is made: a title, a note, and the list of what may be chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.timer import Timer
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tui.boards import Spot, Tag
from tui.dialogue import Checklist, Dialogue, Menu, Party, Row
from tui.theme import Theme
from tui.widgets.choice_list import NUMBERED, ChoiceList
from tui.widgets.confirm_line import ConfirmLine

GRACE: Final = 0.3
"""Seconds for which a new decision takes no answer, so that a key meant for the last one does not answer it."""


_HINTS: Final = {
    Menu: " · 1 to 9 take a line at once",
    Checklist: " · 1 to 9 mark, Enter confirms",
    Party: " · 1 to 9 mark, Enter goes",
}


class DecisionPanel(Vertical):
    """Shows a dialogue and leads the player through it. Posts `Decided` when an action has come out of it."""

    class Decided(Message):
        """The player has decided on an action."""

        def __init__(self, panel: DecisionPanel, action: Any) -> None:
            super().__init__()
            self.panel = panel
            self.action = action

        @property
        def control(self) -> DecisionPanel:
            """The panel."""
            return self.panel

    class Changed(Message):
        """What may be picked on the board, or what is pointed at, has changed."""

        def __init__(
            self, panel: DecisionPanel, spots: Mapping[Spot, Tag | None], spot: Spot | None, path: Sequence[Spot]
        ):
            super().__init__()
            self.panel = panel
            self.spots = spots
            self.spot = spot
            self.path = tuple(path)

        @property
        def control(self) -> DecisionPanel:
            """The panel."""
            return self.panel

    def __init__(self, theme: Theme, *, grace: float = GRACE, id: str | None = None) -> None:  # noqa: A002
        """`grace`: the seconds for which a new decision takes no answer."""
        super().__init__(id=id)
        self._theme = theme
        self._grace = grace
        self._grace_over: Timer | None = None
        self._dialogue: Dialogue | None = None
        self._added_note = ""
        self._rows: list[Row] = []
        self._picked: int | None = None
        self._aim: Spot | None = None
        self._seconds: int | None = None

    def compose(self) -> ComposeResult:
        """The note above, the list below."""
        yield Static(id="note", markup=False)
        yield ChoiceList(id="choices", markup=False)
        yield ConfirmLine(id="confirm", markup=False)

    @property
    def dialogue(self) -> Dialogue | None:
        """The dialogue in progress."""
        return self._dialogue

    @property
    def rows(self) -> list[Row]:
        """The lines shown; another list whenever they have changed."""
        return self._rows

    @property
    def choices(self) -> ChoiceList:
        """The list."""
        return self.query_one("#choices", ChoiceList)

    def ask(self, dialogue: Dialogue, note: str = "") -> None:
        """Begin a decision. For a moment it takes no answer: what is pressed then was meant for the one before.

        `note` is added to that of every step.
        """
        self._dialogue = dialogue
        self._added_note = note
        if self._grace_over is not None:
            self._grace_over.stop()
        self._grace_over = self.set_timer(self._grace, self._take_answers) if self._grace else None
        self._show(0)
        self.set_class(False, "waiting")

    def wait(self, title: str, note: str, path: Sequence[Spot] = ()) -> None:
        """Nothing is to be decided now; say why. `path` is pointed at on the board meanwhile."""
        self._dialogue = None
        self._rows = []
        self.set_class(True, "waiting")
        self.border_title = self._content(title)
        self._note(note)
        self.choices.clear_options()
        self._show_confirm()
        self.post_message(self.Changed(self, {}, None, path))

    @property
    def takes_answers(self) -> bool:
        """Whether what is pressed counts: not in the first moment of a decision."""
        return self._grace_over is None

    def complain(self, sentence: str) -> None:
        """Say why something was refused."""
        self._note(sentence)

    def pick_spot(self, spot: Spot, *, sure: bool = True) -> bool:
        """A spot was picked on the board. True if a choice belongs to it; if none does, say why where that is known.

        A choice that leads to another step is taken. One that decides is pointed at first, and taken when the spot
        is picked again and the player is `sure`. Of several the one that is pointed at is taken, at first the first;
        `next_of_spot` goes on.
        """
        dialogue = self._dialogue
        rows = [] if dialogue is None else dialogue.rows_of(spot)
        if dialogue is None or not rows:
            why = None if dialogue is None else dialogue.why_closed(spot)
            if why is not None:
                self.complain(why)
            return False
        at = self.choices.highlighted
        if (sure and at in rows and at == self._picked) or (len(rows) == 1 and not dialogue.decides(rows[0])):
            self._press(rows[0] if at is None or at not in rows else at)
            return True
        self._go_to(at if at is not None and at in rows else rows[0])
        return True

    def point_at(self, spot: Spot) -> None:
        """The board's cursor has come to a spot: its first line is the one that is taken when the spot is picked."""
        rows = [] if self._dialogue is None else self._dialogue.rows_of(spot)
        if rows:
            at = self.choices.highlighted
            self._go_to(at if at is not None and at in rows else rows[0])

    def next_of_spot(self) -> bool:
        """Point at the next line of the same spot, after the last at the first. False if it has no more."""
        at, dialogue = self.choices.highlighted, self._dialogue
        if dialogue is None or at is None or at >= len(self._rows):
            return False
        spot = self._rows[at].spot
        rows = [] if spot is None else dialogue.rows_of(spot)
        if at not in rows or len(rows) < 2:
            return False
        self._go_to(rows[(rows.index(at) + 1) % len(rows)])
        return True

    def drag(self, origin: Spot) -> None:
        """What belongs to a spot is taken in hand: its choice, if it leads to another step."""
        dialogue = self._dialogue
        while dialogue is not None and dialogue.depth and not dialogue.rows_of(origin):
            dialogue.back()
        rows = [] if dialogue is None else dialogue.rows_of(origin)
        if dialogue is not None and rows and not dialogue.decides(rows[0]):
            self._press(rows[0])
        elif dialogue is not None:
            self._show(dialogue.first_row)

    def _go_to(self, number: int) -> None:
        self.choices.highlighted = self._picked = number
        self._point(number)

    # -- what comes from the list

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Point at it on the board."""
        event.stop()
        self._point(event.option_index)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A line was clicked, numbered or marked."""
        event.stop()
        self._press(event.option_index)

    def on_choice_list_taken(self, event: ChoiceList.Taken) -> None:
        """Enter: confirm marks, or pick what is highlighted."""
        event.stop()
        dialogue = self._dialogue
        if dialogue is None or self.choices.highlighted is None:
            return
        if isinstance(dialogue.step, Checklist):
            self._press(len(self._rows) - 1)
        else:
            self._press(self.choices.highlighted)

    def on_choice_list_all(self, event: ChoiceList.All) -> None:
        """Mark all, or none."""
        event.stop()
        if self._dialogue is not None and self._dialogue.mark_all():
            self._update_rows()

    def on_choice_list_back(self, event: ChoiceList.Back) -> None:
        """Take the last step back."""
        event.stop()
        if self._dialogue is not None and self._dialogue.back():
            self._show(self._dialogue.first_row)

    # -- helpers

    def _take_answers(self) -> None:
        self._grace_over = None

    def _press(self, number: int) -> None:
        dialogue = self._dialogue
        if dialogue is None or number >= len(self._rows) or not self.takes_answers:
            return
        if not self._rows[number].ready:
            self.complain(f"Not yet: {self._rows[number].text}.")
            return
        step, marking = dialogue.step, self._rows[number].mark is not None
        action = dialogue.press(number)
        if action is not None:
            self.post_message(self.Decided(self, action))
        elif marking and dialogue.step is step:
            self._update_rows()
        else:
            self._show(dialogue.first_row)

    def _show(self, highlight: int) -> None:
        dialogue = self._dialogue
        assert dialogue is not None
        self._show_title()
        self._note_of(dialogue)
        self._rows = dialogue.rows()
        self._picked = self._aim = None
        choices = self.choices
        choices.clear_options()
        choices.add_options([Option(self._prompt(number, row)) for number, row in enumerate(self._rows)])
        choices.highlighted = highlight
        choices.scroll_home(animate=False)
        self._show_confirm()
        self._point(highlight)

    def count_down(self, seconds: int | None) -> None:
        """Show how many seconds there are left for the decision; None: as many as the player likes."""
        if seconds != self._seconds:
            self._seconds = seconds
            self._show_title()

    def _show_title(self) -> None:
        dialogue = self._dialogue
        if dialogue is not None:
            left = "" if self._seconds is None else f"({self._seconds} s) "
            back = " (Backspace: back)" if dialogue.depth else ""
            title = left + dialogue.step.title + back
            hint = _HINTS[type(dialogue.step)]
            # Only where it leaves the whole title in sight.
            room = self.size.width - 4
            self.border_title = self._content(title + hint if cell_len(title + hint) <= room else title)

    def _update_rows(self) -> None:
        dialogue = self._dialogue
        assert dialogue is not None
        old, aim = self._rows, self._aim
        new = self._rows = dialogue.rows()
        if len(new) == len(old):
            for number, (before, row) in enumerate(zip(old, new, strict=True)):
                if before != row:
                    self.choices.replace_option_prompt_at_index(number, self._prompt(number, row))
        else:
            at = self.choices.highlighted
            self.choices.clear_options()
            self.choices.add_options([Option(self._prompt(number, row)) for number, row in enumerate(new)])
            self.choices.highlighted = at
        self._note_of(dialogue)
        self._show_confirm()
        if isinstance(dialogue.step, Party):
            rows = [] if aim is None else dialogue.rows_of(aim)
            if rows and not self.choices.has_focus:
                self._go_to(rows[0])
            else:
                self._point(self.choices.highlighted or 0)

    def on_resize(self) -> None:
        """There may be room for all of the list now, or none any more."""
        self._show_confirm()
        self._show_title()

    def _show_confirm(self) -> None:
        line = self.query_one("#confirm", ConfirmLine)
        if self._dialogue is None or not self._rows[-1].confirms:
            line.display = False
            return
        row = self._rows[-1]
        line.update(Content.assemble(("Enter " if row.ready else "", "dim"), self._row_content(row)))
        self.call_after_refresh(self._settle_confirm)

    def _settle_confirm(self) -> None:
        """Once the list has its height: the line is needed if the list is longer than that."""
        line, choices = self.query_one("#confirm", ConfirmLine), self.choices
        if self._dialogue is not None and self._rows[-1].confirms:
            line.display = choices.virtual_size.height > choices.size.height + line.display

    def _point(self, number: int) -> None:
        if self._dialogue is None or number >= len(self._rows):
            return
        row = self._rows[number]
        self._aim = row.spot if row.path else self._aim
        self.post_message(self.Changed(self, self._dialogue.spots(), row.spot, row.path))

    def _prompt(self, number: int, row: Row) -> Content:
        digit = str(number + 1) if number < NUMBERED else " "
        return Content.assemble((f"{digit} ", "dim"), self._row_content(row))

    def _row_content(self, row: Row) -> Content:
        theme = self._theme
        mark = "" if row.mark is None else f"[{theme.glyphs.mark if row.mark else ' '}] "
        arrow = f"{theme.glyphs.point} " if row.confirms and row.ready else ""
        style = "" if row.ready else "dim"
        return Content.assemble((mark, "bold"), (theme.text(arrow + row.text), style))

    def _note_of(self, dialogue: Dialogue) -> None:
        self._note(" ".join([note for note in (dialogue.note, self._added_note) if note]))

    def _note(self, text: str) -> None:
        note = self.query_one("#note", Static)
        note.update(self._content(text))
        note.display = bool(text)

    def _content(self, text: str) -> Content:
        return Content(self._theme.text(text))
