"""The panel in which every decision is made: a title, a note, and the list of what may be chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.timer import Timer
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tui.boards import Spot
from tui.dialogue import Checklist, Dialogue, Row, Step
from tui.theme import Theme
from tui.widgets.confirm_line import ConfirmLine

GRACE: Final = 0.3
"""Seconds for which a new decision takes no answer, so that a key meant for the last one does not answer it."""
NUMBERED: Final = 9
"""The lines that have a digit of their own."""


class DecisionPanel(Vertical):
    """Shows a dialogue and leads the player through it. Posts `Decided` when an action has come out of it.

    `fate` says in a few words what becomes of an action, for the title; see `GameScreen`.
    """

    class Decided(Message):
        """The player has decided on an action. `own_key`: by a line with a key of its own, which says what it does."""

        def __init__(self, panel: DecisionPanel, action: Any, *, own_key: bool) -> None:
            super().__init__()
            self.panel = panel
            self.action = action
            self.own_key = own_key

        @property
        def control(self) -> DecisionPanel:
            """The panel."""
            return self.panel

    class Changed(Message):
        """What may be picked on the board, or what is pointed at, has changed."""

        def __init__(self, panel: DecisionPanel, spots: frozenset[Spot], spot: Spot | None, path: Sequence[Spot]):
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
        self.fate: Callable[[Any], str] = lambda action: ""
        self._theme = theme
        self._grace = grace
        self._grace_over: Timer | None = None
        self._dialogue: Dialogue | None = None
        self._added_note = ""
        self._title = ""
        self._rows: list[Row] = []
        self._digits: list[int] = []
        self._picked: int | None = None
        self._pointed: Spot | None = None
        self._seconds: int | None = None
        self._detailed = False

    def compose(self) -> ComposeResult:
        """The note above, the list below."""
        yield Static(id="note", markup=False)
        yield OptionList(id="choices", markup=False)
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
    def choices(self) -> OptionList:
        """The list."""
        return self.query_one("#choices", OptionList)

    def ask(self, dialogue: Dialogue, note: str = "", *, at_once: bool = False) -> None:
        """Begin a decision. For a moment it takes no answer: what is pressed then was meant for the one before.

        `note` is added to that of every step. `at_once`: the player has brought it about, so there is no such moment.
        """
        self._dialogue = dialogue
        self._added_note = note
        if self._grace_over is not None:
            self._grace_over.stop()
        wait = self._grace and not at_once
        self._grace_over = self.set_timer(self._grace, self._take_answers) if wait else None
        self._show(0)
        self.set_class(False, "waiting")

    def wait(self, title: str, note: str, path: Sequence[Spot] = ()) -> None:
        """Nothing is to be decided now; say why. `path` is pointed at on the board meanwhile."""
        self._dialogue = None
        self._rows = []
        self.set_class(True, "waiting")
        self._title = title
        self.border_title = self._content(title)
        self._note(note)
        self.choices.clear_options()
        self._show_confirm()
        self.post_message(self.Changed(self, frozenset(), None, path))

    @property
    def takes_answers(self) -> bool:
        """Whether what is pressed counts: not in the first moment of a decision."""
        return self._grace_over is None

    def complain(self, sentence: str) -> None:
        """Say why something was refused."""
        self._note(sentence)

    def insist(self, step: Step) -> None:
        """Ask one thing more before the decision is done."""
        if self._dialogue is not None:
            self._dialogue.insist(step)
            self._show(0)

    # -- what comes from the board

    def pick_spot(self, spot: Spot) -> bool:
        """A spot was picked on the board. True if a choice belongs to it; if none does, say why where that is known.

        A choice that leads to another step is taken. One that decides is pointed at first, and taken when the spot
        is picked again; where there are several, they are pointed at one after another.
        """
        dialogue = self._dialogue
        rows = [] if dialogue is None else dialogue.rows_of(spot)
        if dialogue is None or not rows:
            self._say_why_closed(spot)
            return False
        at = self.choices.highlighted
        if len(rows) == 1 and (rows[0] == self._picked or not dialogue.decides(rows[0])):
            self._press(rows[0])
            return True
        following = rows[(rows.index(at) + 1) % len(rows)] if at in rows and self._picked in rows else rows[0]
        self.choices.highlighted = self._picked = following
        self._point(following)
        return True

    def point_at(self, spot: Spot) -> None:
        """The board's cursor has come to a spot: its line is the one that Enter takes. Without one, Enter says why."""
        dialogue = self._dialogue
        if dialogue is None or not dialogue.spots():
            return
        rows = dialogue.rows_of(spot)
        self._pointed = spot
        if self.choices.highlighted not in rows:
            self.choices.highlighted = rows[0] if rows else None

    def _say_why_closed(self, spot: Spot) -> None:
        why = None if self._dialogue is None else self._dialogue.why_closed(spot)
        if why is not None:
            self.complain(why)

    # -- what the player does, wherever the focus is

    def take(self) -> None:
        """Enter: confirm marks, or take what is highlighted."""
        dialogue = self._dialogue
        if dialogue is None:
            return
        if isinstance(dialogue.step, Checklist):
            self._press(len(self._rows) - 1)
        elif self.choices.highlighted is not None:
            self._press(self.choices.highlighted)
        elif self._pointed is not None:
            self._say_why_closed(self._pointed)

    def mark(self) -> None:
        """Space: mark, unmark or take what is highlighted."""
        if self.choices.highlighted is not None:
            self._press(self.choices.highlighted)

    def number(self, digit: int) -> None:
        """The line with this digit."""
        if digit <= len(self._digits):
            self.choices.highlighted = self._digits[digit - 1]
            self._press(self._digits[digit - 1])

    def press_key(self, key: str) -> bool:
        """The line that has this key of its own. False if there is none."""
        number = next((number for number, row in enumerate(self._rows) if row.key and row.key == key), None)
        if number is not None:
            self._press(number)
        return number is not None

    def mark_all(self) -> None:
        """Mark all, or none."""
        if self._dialogue is not None and self._dialogue.mark_all():
            self._update_rows()

    def back(self) -> None:
        """Take the last step back."""
        if self._dialogue is not None and self._dialogue.back():
            self._show(0)

    # -- what comes from the list

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Point at it on the board."""
        event.stop()
        self._point(event.option_index)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A line was clicked."""
        event.stop()
        self._press(event.option_index)

    def on_confirm_line_confirmed(self, event: ConfirmLine.Confirmed) -> None:
        """The line that confirms was clicked."""
        event.stop()
        self.take()

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
        step, row = dialogue.step, self._rows[number]
        action = dialogue.press(number)
        if action is not None:
            self.post_message(self.Decided(self, action, own_key=bool(row.key)))
        elif row.mark is not None and dialogue.step is step:
            self._update_rows()
        else:
            self._show(0)

    def _show(self, highlight: int) -> None:
        dialogue = self._dialogue
        assert dialogue is not None
        self._note_of(dialogue.step)
        self._rows = dialogue.rows()
        self._digits = [number for number, row in enumerate(self._rows) if not row.key and not row.confirms][:NUMBERED]
        self._picked = self._pointed = None
        choices = self.choices
        choices.clear_options()
        choices.add_options([Option(self._prompt(number, row)) for number, row in enumerate(self._rows)])
        choices.highlighted = highlight
        choices.scroll_home(animate=False)
        self._show_title()
        self._show_confirm()
        self._point(highlight)

    def count_down(self, seconds: int | None) -> None:
        """Show how many seconds there are left for the decision; None: as many as the player likes."""
        if seconds != self._seconds:
            self._seconds = seconds
            self._show_title()

    def _show_title(self) -> None:
        dialogue = self._dialogue
        if dialogue is None:
            return
        left = "" if self._seconds is None else f"({self._seconds} s) "
        back = " (Backspace: back)" if dialogue.depth else ""
        self._title = left + dialogue.step.title
        fate, keys = self._hints(dialogue)
        # Only where it leaves the whole title in sight; what becomes of the line comes before the keys.
        wordings = [[back, fate], [fate], [back, keys], [back], []] if fate else [[back, keys], [back], []]
        lines = [self._title + "".join(hints) for hints in wordings]
        self.border_title = self._content(
            next((line for line in lines if cell_len(line) <= self.size.width - 4), self._title)
        )

    def _hints(self, dialogue: Dialogue) -> tuple[str, str]:
        """What is said beside the title: what becomes of the line that Enter would take, and which keys there are."""
        marks = isinstance(dialogue.step, Checklist)
        number = len(self._rows) - 1 if marks else self.choices.highlighted
        action = None if number is None else dialogue.action_of(number)
        fate = "" if action is None else self.fate(action)
        hint = " · 1 to 9, Space: mark; Enter: confirm" if marks else " · 1 to 9, Enter: take a line"
        return f" · Enter: {fate}" if fate else "", hint

    def _update_rows(self) -> None:
        assert self._dialogue is not None
        new = self._dialogue.rows()
        for number, (old, row) in enumerate(zip(self._rows, new, strict=True)):
            if old != row:
                self.choices.replace_option_prompt_at_index(number, self._prompt(number, row))
        self._rows = new
        self._note_of(self._dialogue.step)
        self._show_title()
        self._show_confirm()

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
        if row.detail or self._detailed:
            self._note_of(self._dialogue.step, row.detail)
            self._detailed = bool(row.detail)
        self._show_title()
        self.post_message(self.Changed(self, self._dialogue.spots(), row.spot, row.path))

    def _prompt(self, number: int, row: Row) -> Content:
        sign = row.key or (str(self._digits.index(number) + 1) if number in self._digits else " ")
        if row.confirms:
            sign = "Enter" if row.ready else " "
        return Content.assemble((f"{sign} ", "bold" if row.key else "dim"), self._row_content(row))

    def _row_content(self, row: Row) -> Content:
        theme = self._theme
        mark = "" if row.mark is None else f"[{theme.glyphs.mark if row.mark else ' '}] "
        arrow = f"{theme.glyphs.point} " if row.confirms and row.ready else ""
        style = "" if row.ready else "dim"
        return Content.assemble((mark, "bold"), (theme.text(arrow + row.text), style))

    def _note_of(self, step: Step, detail: str = "") -> None:
        self._note(" ".join([note for note in (detail or step.note, self._added_note) if note]))

    def _note(self, text: str) -> None:
        note = self.query_one("#note", Static)
        note.update(self._content(text))
        note.display = bool(text)

    def _content(self, text: str) -> Content:
        return Content(self._theme.text(text))
