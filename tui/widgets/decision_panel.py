"""The panel in which every decision is made: a title, a note, and the list of what may be chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Any, ClassVar, Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from tui.boards import Spot, Tag
from tui.dialogue import Checklist, Dialogue, Party, Row, Step, Why
from tui.keys import keys_in_force, shown
from tui.language import _, ngettext
from tui.moment import GRACE, FirstMoment
from tui.theme import Theme
from tui.widgets.confirm_line import ConfirmLine
from tui.widgets.decision_title import instead_of, title_of
from tui.widgets.key_line import KeyLine
from tui.widgets.line_signs import LineSigns
from tui.widgets.note import Note

_BESIDE_TEXT: Final = 6
"""Columns of a line beside its text: its key, its edges, and the bar by which the list is scrolled."""


class Choices(OptionList, inherit_bindings=False):
    """The list of what may be chosen. What is taken is for the panel to say."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "cursor_down", show=False),
        Binding("up", "cursor_up", show=False),
        Binding("home", "first", show=False),
        Binding("end", "last", show=False),
    ]


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

    class Opened(Message):
        """A step was opened, in which something may be picked on the board or nothing; `origin`: where it begins."""

        def __init__(self, panel: DecisionPanel, *, on_board: bool, origin: Spot | None):
            super().__init__()
            self.panel = panel
            self.on_board = on_board
            self.origin = origin

        @property
        def control(self) -> DecisionPanel:
            """The panel."""
            return self.panel

    def __init__(self, theme: Theme, *, grace: float = GRACE, id: str | None = None) -> None:  # noqa: A002
        """`grace`: the seconds for which a new decision takes no answer, from when it is seen."""
        super().__init__(id=id)
        self.moment = FirstMoment(grace)
        self.fate: Callable[[Any], str] = lambda action: ""
        self._theme = theme
        self._dialogue: Dialogue | None = None
        self._added_note = ""
        self._title = ""
        self._aside = ""
        self._rows: list[Row] = []
        self._signs: dict[str, int] = {}
        self._kept_signs = LineSigns()
        self._picked: int | None = None
        self._pointed: Spot | None = None
        self._on_board: Spot | None = None
        """Where the player last was on the board."""
        self._aim: Spot | None = None
        self._left = 0
        self._dragging = False
        self._not_in_hand: Why | None = None
        """Why nothing was taken in hand where the mouse began to drag, until it is let go."""
        self._led = False
        self._seconds: int | None = None
        self._more = ""
        self._gives_way = False
        self._detailed = False
        self._complaint = ""
        self._complained_at: tuple[int | None, Spot | None] = (None, None)
        """Where the player was when that was said."""
        self._kind = ""
        self._short = False

    def compose(self) -> ComposeResult:
        """The note above, the list below."""
        yield Note(id="note")
        yield Choices(id="choices", markup=False)
        yield ConfirmLine(id="confirm", markup=False)
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """How many lines are below the edge changes as the list is scrolled."""
        self.watch(self.choices, "scroll_y", self._tell_more, init=False)
        for what in ("virtual_size", "show_vertical_scrollbar"):
            self.watch(self.choices, what, self._show_confirm, init=False)

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

    def ask(
        self,
        dialogue: Dialogue,
        note: str = "",
        *,
        at_once: bool = False,
        aside: str = "",
        kind: str = "",
    ) -> None:
        """Begin a decision. For a moment it takes no answer: what is pressed then was meant for the one before.

        `note` is added to that of every step. `at_once`: the player has brought it about, so there is no such moment.
        `aside` stands beside the title, where there is room. From one decision to the next of its `kind` the lines
        keep their keys until something happens.
        """
        self._kind = kind
        if not at_once:
            self._kept_signs = LineSigns()
        self._aside = aside
        self._dialogue = dialogue
        self._added_note = note
        self._show(dialogue.first_row)
        self.set_class(False, "waiting")
        if at_once:
            self.moment.end()
        else:
            self.begin_moment()

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
        self.post_message(self.Changed(self, {}, None, path))

    def begin_moment(self) -> None:
        """What is asked is seen anew, such as when a box that lay over it is gone."""
        self.moment.begin()
        self.call_after_refresh(self.moment.seen)

    @property
    def takes_answers(self) -> bool:
        """Whether what is pressed counts: not in the first moment of a decision."""
        return not self.moment.lasts

    def refuse_early(self) -> bool:
        """Whether something was pressed too early to be meant for this decision; the player is told."""
        if not self.moment.lasts:
            return False
        self.moment.stray()
        dialogue = self._dialogue
        told = _("This has only just been asked, so that was not taken: choose again.")
        self._note(f"{told} {'' if dialogue is None else dialogue.note}".strip())
        return True

    def complain(self, sentence: str) -> None:
        """Say why something was refused, until the player goes on to something else."""
        self._note(sentence)
        self._complaint, self._complained_at = sentence, (self.choices.highlighted, self._on_board)

    def forget_complaint(self) -> None:
        """What was refused last is no matter any more."""
        if self._complaint and self._dialogue is not None:
            self._note_of(self._dialogue)

    def _gone_on(self) -> None:
        """The player has pointed at something; what was refused somewhere else is no matter any more."""
        if self._complained_at != (self.choices.highlighted, self._on_board):
            self.forget_complaint()

    def insist(self, step: Step) -> None:
        """Ask one thing more before the decision is done."""
        if self._dialogue is not None:
            self._dialogue.insist(step)
            self._show(self._dialogue.first_row)

    # -- what comes from the board

    def pick_spot(self, spot: Spot, *, sure: bool = True) -> bool:
        """A spot was picked on the board. True if a choice belongs to it; if none does, say why where that is known.

        A choice that leads to another step is taken. One that decides is pointed at first, and taken when the spot
        is picked again and the player is `sure`. Of several the one that is pointed at is taken, at first the first;
        `next_of_spot` goes on.
        """
        dialogue = self._dialogue
        rows = [] if dialogue is None else dialogue.rows_of(spot)
        if dialogue is None or not rows:
            self._say_why_closed(spot)
            return False
        at = self.choices.highlighted
        own = dialogue.own_rows_of(spot) or rows
        self._on_board = spot
        if (sure and at in rows and at == self._picked) or (len(own) == 1 and not dialogue.decides(own[0])):
            self._press(own[0] if at is None or at not in rows else at)
            return True
        self._go_to(at if at is not None and at in rows else rows[0])
        return True

    def pick_text(self, text: str) -> bool:
        """Something was clicked that is written so: mark its line, or the next of several such; or point at it.

        With all of them marked the first is unmarked. False if there is no such line.
        """
        rows = [number for number, row in enumerate(self._rows) if text and text in row.text and not row.confirms]
        if not rows:
            return False
        marked = [number for number in rows if self._rows[number].mark]
        free = [number for number in rows if self._rows[number].mark is False]
        if free or marked:
            number = (free or marked)[0]
            self.choices.highlighted = number
            self._press(number)
        else:
            self._go_to(rows[0])
        return True

    def point_at(self, spot: Spot, *, alone: bool = False) -> None:
        """The board's cursor has come to a spot: its line is the one that is taken when the spot is picked.

        `alone`: the player goes by the board, so where the spot has no line none is pointed at, and Enter says why.
        """
        dialogue = self._dialogue
        if dialogue is None or not dialogue.spots():
            return
        # What it may lead to besides is not meant where it has lines of its own.
        rows, at = dialogue.own_rows_of(spot) or dialogue.rows_of(spot), self.choices.highlighted
        self._on_board = spot
        if rows:
            self._go_to(at if at is not None and at in rows else rows[0])
            self._gone_on()
        elif alone:
            self._left = self._left if at is None else at
            self._pointed, self.choices.highlighted = spot, None
            self._gone_on()
            self.post_message(self.Changed(self, dialogue.spots(), None, ()))

    def told_of(self, spot: Spot) -> tuple[str, ...]:
        """What picking a spot now would come to, or why it cannot be picked: at several lengths, the longest first."""
        dialogue = self._dialogue
        if dialogue is None or not dialogue.spots():
            return ()
        rows = dialogue.rows_of(spot)
        if not rows:
            why = self._not_in_hand or dialogue.why_closed(spot)
            # What the note says just now need not be said twice.
            return () if why is None or str(why) == self._complaint else (str(why), why.why)
        at = self.choices.highlighted
        row = self._rows[at if at in rows else rows[0]]
        wordings = [row.text, row.brief] if row.brief else [row.text]
        if len(rows) == row.ways == 1:
            return tuple(wordings)
        number = rows.index(at) + 1 if at in rows else 1
        number, count = (row.way, row.ways) if row.ways > 1 else (number, len(rows))
        several = _("{number} of {count} ({key}, or click here):").format(
            number=number, count=count, key=shown(keys_in_force()["game.next"])
        )
        return (*[f"{several} {wording}" for wording in wordings], *wordings[-1:])

    def retrace(self, action: Any) -> None:
        """Open the step in which the pieces of an action were marked, with its marks, and point at the action."""
        dialogue = self._dialogue
        if dialogue is None or not dialogue.retrace(action):
            return
        self._show(dialogue.first_row)
        number = dialogue.line_to(action)
        if number is not None:
            self._update_rows()
            self._go_to(number)

    def go_on(self) -> None:
        """The player goes by the list again: from the line at which it was left, if none is pointed at now."""
        if self._rows and self.choices.highlighted is None:
            self.choices.highlighted = min(self._left, len(self._rows) - 1)

    def next_of_spot(self) -> bool:
        """Point at the next way to the same spot, after the last at the first. False if it has no more."""
        at, dialogue = self.choices.highlighted, self._dialogue
        if dialogue is None or at is None or at >= len(self._rows):
            return False
        if dialogue.turn(at):
            self._update_rows()
            self._go_to(at)
            return True
        spot = self._rows[at].spot
        if spot is None:
            spot = self._on_board
        rows = [] if spot is None else dialogue.rows_of(spot)
        if at not in rows or len(rows) < 2:
            return False
        self._go_to(rows[(rows.index(at) + 1) % len(rows)])
        return True

    def drop(self, spot: Spot) -> None:
        """What was dragged is let go at a spot. Where nothing was taken in hand it is told why, not of this spot."""
        dialogue, why = self._dialogue, self._not_in_hand
        self._not_in_hand = None
        if why is None or (dialogue is not None and dialogue.rows_of(spot)):
            self.pick_spot(spot, sure=self._dragging)
        else:
            self.complain(str(why))

    def drop_nowhere(self) -> None:
        """What was dragged is let go where no spot is."""
        self._not_in_hand = None
        self.complain(_("That was let go at no place of the map: nothing was done."))

    def drag(self, origin: Spot) -> None:
        """What belongs to a spot is taken in hand: its choice, if it leads to another step.

        Pieces that are being marked there keep their marks; steps that came after such a choice are taken back. Where
        there is none nothing is taken in hand, and all stays as it is: the mouse may have slipped in a click.
        """
        dialogue = self._dialogue
        self._dragging, self._not_in_hand = dialogue is not None, None
        if dialogue is None or (isinstance(dialogue.step, Party) and dialogue.step.spot == origin):
            return
        row = dialogue.back_to(origin)
        if row is None:
            self._dragging, self._not_in_hand = False, dialogue.why_not_begun(origin)
            return
        self._led = True
        self._show(dialogue.first_row)
        self._press(row)
        self._led = False

    def _go_to(self, number: int) -> None:
        self.choices.highlighted = self._picked = number
        self._point(number)

    def _say_why_closed(self, spot: Spot) -> None:
        dialogue = self._dialogue
        if dialogue is not None:
            why = dialogue.why_closed(spot)
            nothing = _("Nothing is to be picked there now. You are asked: {title}").format(title=dialogue.step.title)
            self.complain(nothing if why is None else str(why))

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
        elif self._pointed is not None:
            self._say_why_closed(self._pointed)

    def number(self, digit: int) -> None:
        """The line with this digit."""
        if not self.press_key(str(digit)) and self._dialogue is not None:
            self.complain(_("No line has the digit {digit}.").format(digit=digit))

    def press_key(self, key: str) -> bool:
        """The line that has this key of its own, or this digit or letter by its place. False if there is none."""
        number = next((number for number, row in enumerate(self._rows) if row.key and row.key == key), None)
        if number is None and key in self._signs:
            number = self._signs[key]
            if self._rows[number].mark is None:  # what pieces march for stays what Enter takes
                self.choices.highlighted = number
        if number is not None:
            self._press(number)
        return number is not None

    def sign_of(self, number: int) -> str:
        """The digit or letter of a line, empty if it has none."""
        return next((sign for sign, line in self._signs.items() if line == number), "")

    def instead_of(self, key: str) -> str:
        """What to say of a key that ends or confirms, where nothing can be ended or confirmed by it."""
        return instead_of(key, self._dialogue, self._rows, self._title)

    def turn_page(self, direction: int) -> bool:
        """Go a page on or back in the list. False if all of it is in sight."""
        choices = self.choices
        if self._dialogue is None or choices.virtual_size.height <= choices.size.height:
            return False
        at = self._left if choices.highlighted is None else choices.highlighted
        page = direction * max(1, choices.size.height - 1)
        choices.highlighted = max(0, min(len(self._rows) - 1, at + page))
        return True

    def mark_all(self) -> None:
        """Mark all, or none."""
        if self._dialogue is not None and self._dialogue.mark_all():
            self._update_rows()

    def back(self) -> None:
        """Take the last step back. What was said last is about nothing that is asked any more."""
        dialogue = self._dialogue
        if dialogue is None:
            return
        self._not_in_hand, self._dragging = None, False
        if dialogue.back():
            self._show(dialogue.first_row)
        else:
            self._note_of(dialogue)

    # -- what comes from the list

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Point at it on the board."""
        event.stop()
        self._point(event.option_index)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A line was clicked."""
        event.stop()
        self._press(event.option_index)

    def on_click(self, event: Click) -> None:
        """The title was clicked, which names the key that takes the last step back."""
        if event.widget is self and event.y == 0:
            event.stop()
            self.back()

    def on_key_line_pressed(self, event: KeyLine.Pressed) -> None:
        """A key of the line below the list was clicked."""
        event.stop()
        self.press_key(event.key)

    def on_confirm_line_confirmed(self, event: ConfirmLine.Confirmed) -> None:
        """The line that confirms was clicked."""
        event.stop()
        self.take()

    # -- helpers

    def _press(self, number: int) -> None:
        dialogue = self._dialogue
        if dialogue is None or number >= len(self._rows):
            return
        if self.refuse_early():
            return
        if not self._rows[number].ready:
            not_yet = _("Not yet: {text}.").format(text=self._rows[number].text)
            self.complain(self._rows[number].detail or f"{not_yet} {dialogue.note}".strip())
            return
        step, row, here = dialogue.step, self._rows[number], self._on_board
        led = here is not None and number in dialogue.rows_of(here) and number not in dialogue.own_rows_of(here)
        action = dialogue.press(number)
        if action is not None:
            self.post_message(self.Decided(self, action, own_key=bool(row.key)))
        elif row.mark is not None and dialogue.step is step:
            self._update_rows()
        else:
            self._show(dialogue.first_row)
            there = dialogue.rows_of(here) if led and here is not None else []
            if there:
                self._go_to(there[0])

    def _show(self, highlight: int) -> None:
        dialogue = self._dialogue
        assert dialogue is not None
        self._take_rows(dialogue.rows())
        self._note_of(dialogue)
        self._picked = self._pointed = self._aim = None
        self._left = highlight
        choices = self.choices
        choices.clear_options()
        choices.add_options([Option(self._prompt(number, row)) for number, row in enumerate(self._rows)])
        choices.scroll_home(animate=False)
        choices.highlighted = highlight
        self.call_after_refresh(self._settle_scroll)
        self._show_title()
        self._show_confirm()
        # What is dragged is led by the mouse: the board's cursor stays with it.
        origin = None if self._led else dialogue.origin
        self.post_message(self.Opened(self, on_board=bool(dialogue.spots()), origin=origin))
        self._point(highlight)

    def _settle_scroll(self) -> None:
        """Once the list has its height: from its first line on, unless that leaves out the line that Enter takes.

        Where the pieces that can be marked leave no room for two things that they may do, these come first: the line
        above the list has the pieces, with the keys that mark them.
        """
        choices = self.choices
        choices.scroll_to(y=0, animate=False, immediate=True)
        party = self._dialogue is not None and isinstance(self._dialogue.step, Party)
        pieces = sum(row.mark is not None for row in self._rows)
        choices.scroll_to_highlight(top=party and pieces + 2 > choices.size.height)

    def count_down(self, seconds: int | None) -> None:
        """Show how many seconds there are left for the decision; None: as many as the player likes."""
        if seconds != self._seconds:
            self._seconds = seconds
            self._show_title()

    def _show_title(self) -> None:
        dialogue = self._dialogue
        if dialogue is None:
            return
        confirms = isinstance(dialogue.step, Checklist)
        number = len(self._rows) - 1 if confirms else self.choices.highlighted
        action = None if number is None else dialogue.action_of(number)
        fate = "" if action is None else self.fate(action)
        self.border_title = self._content(
            title_of(
                dialogue, list(self._signs), fate, self._aside, self._seconds, self.size.width - 4, below=self._more
            )
        )

    def _update_rows(self) -> None:
        dialogue = self._dialogue
        assert dialogue is not None
        old, aim, short = self._rows, self._aim, self._short
        new = dialogue.rows()
        self._take_rows(new)
        if len(new) == len(old) and short == self._short:
            for number, (before, row) in enumerate(zip(old, new, strict=True)):
                if before != row:
                    self.choices.replace_option_prompt_at_index(number, self._prompt(number, row))
        else:
            at = self.choices.highlighted
            self.choices.clear_options()
            self.choices.add_options([Option(self._prompt(number, row)) for number, row in enumerate(new)])
            self.choices.highlighted = at
        self._note_of(dialogue)
        self._show_title()
        self._show_confirm()
        if isinstance(dialogue.step, Party):
            rows = [] if aim is None else dialogue.rows_of(aim)
            if rows and not self.choices.has_focus:
                self._go_to(rows[0])
            else:
                self._point(self.choices.highlighted or 0)

    def _update_prompts(self) -> None:
        for number, row in enumerate(self._rows):
            self.choices.replace_option_prompt_at_index(number, self._prompt(number, row))
        self._point(self.choices.highlighted or 0)

    def _take_rows(self, rows: list[Row]) -> None:
        self._rows = rows
        first = self._dialogue is not None and self._dialogue.depth == 0
        self._signs = self._kept_signs.of(rows, self._kind if first else "")
        self._shorten()

    def _shorten(self) -> bool:
        """Find out whether the list has room for its long lines. Whether that has changed."""
        columns, short = self.content_size.width - _BESIDE_TEXT, self._short
        brief = [row for row in self._rows if _can_be_brief(row)]
        self._short = columns > 0 and any(cell_len(self._theme.text(row.text)) > columns for row in brief)
        return self._short != short

    def on_resize(self) -> None:
        """There may be room for all of the list now, or none any more."""
        if self._shorten() and self._dialogue is not None:
            self._update_prompts()
        self._fit_note()
        self._show_confirm()
        self._show_title()

    def _show_confirm(self) -> None:
        """The line that confirms, or those with keys of their own, once more below a list too long to show them."""
        confirm, keys = self.query_one("#confirm", ConfirmLine), self.query_one("#keys", KeyLine)
        if self._dialogue is None:
            confirm.display = keys.display = False
            return
        self._tell_more()
        self.call_after_refresh(self._settle_confirm)

    def _tell_more(self) -> None:
        """The same line, or else the title, says how many lines of the list are above its edge, and how many below."""
        if self._dialogue is None or not self._rows:
            return
        confirm, keys, row = self.query_one("#confirm", ConfirmLine), self.query_one("#keys", KeyLine), self._rows[-1]
        above, below = self._out_of_sight()
        more = _out_of_sight_words(above, below - row.confirms)
        if row.confirms:
            enter = f"{_('Enter')} " if row.ready else ""
            said = Content.assemble((enter, "dim"), self._row_content(row), (f"  {more}", "dim"))
            if said != confirm.content:
                confirm.update(said, layout=False)  # it is one line high, whatever it says
        else:
            # What ends stands last in the list, and first where all must be seen at a glance.
            own = [(row.key, self._theme.text(row.brief)) for row in self._own_keys]
            keys.show([*own[-1:], *own[:-1]], more)
        in_title = "" if row.confirms or self._own_keys else more
        if in_title != self._more:
            self._more = in_title
            self._show_title()

    @property
    def _own_keys(self) -> list[Row]:
        """The lines with keys of their own that the line below the list names."""
        return [row for row in self._rows if row.key and row.brief]

    def _out_of_sight(self) -> tuple[int, int]:
        """How many lines are not wholly in sight, above the edges of the list and below."""
        choices = self.choices
        top = int(choices.scroll_y)
        heights = self._heights(choices.scrollable_content_region.width)
        ends = list(accumulate(heights))
        above = sum(end - height < top for end, height in zip(ends, heights, strict=True))
        return above, sum(end > top + choices.size.height for end in ends)

    def _heights(self, columns: int) -> list[int]:
        """How high each line of the list is with so many columns: nothing as long as it has no place on the screen."""
        rows = enumerate(self._rows) if columns > 0 else ()
        return [self._prompt(*each).get_height({}, columns) for each in rows]

    def _settle_confirm(self) -> None:
        """Once the list has its height: the line is needed if the list is longer than that."""
        confirm, keys, choices = self.query_one("#confirm", ConfirmLine), self.query_one("#keys", KeyLine), self.choices
        if self._dialogue is not None and self._rows:
            shown = confirm.display or keys.display
            long = choices.virtual_size.height > choices.size.height + shown
            confirm.display = long and self._rows[-1].confirms
            keys.display = long and not confirm.display and bool(self._own_keys)
            self.call_after_refresh(self._tell_more)

    def _point(self, number: int) -> None:
        if self._dialogue is None or number >= len(self._rows):
            return
        row = self._rows[number]
        self._gone_on()
        detail = self._detail_of(row)
        if detail or self._detailed:
            self._note_of(self._dialogue, detail)
            self._detailed = bool(detail)
        self._show_title()
        self._aim = row.spot if row.path else self._aim
        self.post_message(self.Changed(self, self._dialogue.spots(), row.spot, row.path))

    def _prompt(self, number: int, row: Row) -> Content:
        sign = row.key or self.sign_of(number) or " "
        if row.confirms:
            sign = _("Enter") if row.ready else " "
        return Content.assemble((f"{sign} ", "bold" if row.key else "dim"), self._row_content(row))

    def _row_content(self, row: Row) -> Content:
        theme = self._theme
        mark = "" if row.mark is None else f"[{theme.glyphs.mark if row.mark else ' '}] "
        arrow = f"{theme.glyphs.point} " if row.confirms and row.ready else ""
        style = "" if row.ready else "dim"
        text = row.brief if self._shortens(row) else row.text
        ways = f" · {row.way}/{row.ways} {shown(keys_in_force()['game.next'])}" if row.ways > 1 else ""
        return Content.assemble((mark, "bold"), (theme.text(arrow + text), style), (ways, "dim"))

    def _shortens(self, row: Row) -> bool:
        """Whether a line stands in the list in brief: the note of the line that is pointed at says the rest."""
        return self._short and _can_be_brief(row)

    def _detail_of(self, row: Row) -> str:
        return row.detail or (row.text if self._shortens(row) else "")

    def _note_of(self, dialogue: Dialogue, detail: str = "") -> None:
        """The note of what is asked, or what is to be told of the line that is pointed at."""
        self._complaint = ""
        self._note(self._note_words(dialogue, detail), asked=not detail)

    def _note_words(self, dialogue: Dialogue, detail: str) -> str:
        """The note of a step, or of the line that is pointed at; of many pieces first who is marked, with the keys."""
        told = " ".join([note for note in (detail or dialogue.note, self._added_note) if note])
        coded = [(number, row) for number, row in enumerate(self._rows) if row.mark is not None and row.brief]
        if not coded:
            return told
        mark = self._theme.glyphs.mark
        pieces = " ".join([f"{self.sign_of(number)}[{mark if row.mark else ' '}]{row.brief}" for number, row in coded])
        return f"{_('Mark: {pieces}').format(pieces=pieces)}\n{told}"

    def _note(self, text: str, *, asked: bool = False) -> None:
        """Say it above the list. What belongs to all that is `asked` gives way to the list where both have no room."""
        note = self.query_one("#note", Note)
        note.say(self._content(text))
        note.set_class(not text, "empty")
        self._gives_way = asked
        self._fit_note()

    def _fit_note(self) -> None:
        columns, rows = self.content_size
        note = self.query_one("#note", Note)
        has_no_room = self._gives_way and columns > 0 and note.needs(columns) + sum(self._heights(columns)) > rows
        note.set_class(has_no_room, "brief")

    def _content(self, text: str) -> Content:
        return Content(self._theme.text(text))


def _can_be_brief(row: Row) -> bool:
    return bool(row.brief) and row.mark is None and not row.key


def _out_of_sight_words(above: int, below: int) -> str:
    """How many lines of a list are above its edges, and how many below."""
    if above > 0 and below > 0:
        return _("{above} more above, {below} below").format(above=above, below=below)
    if above > 0:
        return ngettext("{count} more above", "{count} more above", above).format(count=above)
    return ngettext("{count} more below", "{count} more below", below).format(count=below) if below > 0 else ""
