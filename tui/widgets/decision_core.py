"""What a decision panel shows: a title, who is marked, the list, and a note, and how these share the rows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message

from tui.boards import Spot, Tag
from tui.dialogue import Dialogue, Row
from tui.keys import keys_in_force, shown
from tui.language import _
from tui.moment import GRACE, TWICE, FirstMoment
from tui.steps import Checklist, Menu, Party, Why
from tui.theme import Theme
from tui.widgets.choices import Choices, marks_in_brief
from tui.widgets.confirm_line import ConfirmLine
from tui.widgets.decision_title import title_of
from tui.widgets.key_line import KeyLine
from tui.widgets.line_signs import LastingSigns, signs_of
from tui.widgets.mark_line import MarkLine
from tui.widgets.note import Note, first_sentence

CONFIRMS: Final = "y"
"""The key of a line that answers whether something is meant: nobody is asked again. Where no line has it, it answers
for the one that is pointed at and waits for that answer."""

_FEWEST: Final = 5
"""The rows that a list has at least, with the line of keys below it, whatever a note has to say."""
_CLICKS_TWICE: Final = 3
"""For so many times the moment in which a list takes no click the second click on a row may be meant for the line that
stood there when it was clicked first."""
_LOW: Final = 10
"""A panel with fewer rows keeps one of them for its note where the list has no room, any other two, or as many as the
first sentence takes."""


class DecisionCore(Vertical):
    """Shows a dialogue. Posts `Decided` when an action has come out of it.

    `fate` says in a few words what becomes of an action, for the title; `for_good` whether it goes out at once; see
    `DecidingScreen`.
    """

    class Decided(Message):
        """The player has decided on an action.

        `dropped`: what the line says, if it was taken by what the mouse has dragged; empty if it was not.
        `led_by_drop`: what the mouse has dragged has led to the step whose line it is.
        """

        def __init__(
            self,
            panel: DecisionCore,
            action: Any,
            *,
            dropped: str = "",
            led_by_drop: bool = False,
        ) -> None:
            super().__init__()
            self.panel = panel
            self.action = action
            self.dropped = dropped
            self.led_by_drop = led_by_drop

        @property
        def control(self) -> DecisionCore:
            """The panel."""
            return self.panel

    class Changed(Message):
        """What may be picked on the board, or what is pointed at, has changed."""

        def __init__(
            self, panel: DecisionCore, spots: Mapping[Spot, Tag | None], spot: Spot | None, path: Sequence[Spot]
        ):
            super().__init__()
            self.panel = panel
            self.spots = spots
            self.spot = spot
            self.path = tuple(path)

        @property
        def control(self) -> DecisionCore:
            """The panel."""
            return self.panel

    class Opened(Message):
        """A step was opened, in which something may be picked on the board or nothing; `origin`: where it begins."""

        def __init__(self, panel: DecisionCore, *, on_board: bool, origin: Spot | None):
            super().__init__()
            self.panel = panel
            self.on_board = on_board
            self.origin = origin

        @property
        def control(self) -> DecisionCore:
            """The panel."""
            return self.panel

    class Wanted(Message):
        """With so many rows, its border among them, the panel would show all of a step, and all that is told of it."""

        def __init__(self, panel: DecisionCore, rows: int) -> None:
            super().__init__()
            self.panel = panel
            self.rows = rows

        @property
        def control(self) -> DecisionCore:
            """The panel."""
            return self.panel

    def __init__(self, theme: Theme, *, grace: float = GRACE, id: str | None = None) -> None:  # noqa: A002
        """`grace`: the seconds for which a new decision takes no answer, from when it is seen."""
        super().__init__(id=id)
        self.moment = FirstMoment(grace)
        self.fate: Callable[[Any], str] = lambda action: ""
        self.for_good: Callable[[Any], bool] = lambda action: False
        self.why_for_good: Callable[[Any], str] = lambda action: ""
        """What is to be known of what is for good before the same again does it."""
        self.looks_back: Callable[[], bool] = lambda: False
        """Whether the board shows what was the case earlier."""
        self.come_back: Callable[[], None] = lambda: None
        """Have the board show what is the case now."""
        self._from_then = False
        """Whether the player looked back when he pressed or clicked what was heard last."""
        self._theme = theme
        self._closed_by: Collection[str] = ()
        """The keys that may have been meant for a box that has just been closed."""
        self._dialogue: Dialogue | None = None
        self._added_note = ""
        self._title = ""
        self._aside = ""
        self._rows: list[Row] = []
        self._signs: dict[str, int] = {}
        self._lasting = LastingSigns()
        self._picked: int | None = None
        self._armed: int | None = None
        """The line for good of which the player has been told that the same again does it."""
        self._insisted: int | None = None
        """The line for good that Enter has only pointed at, so that the same again does it."""
        self.asks_always = True
        """Whether Enter asks about whatever is for good; if not, only about a line that nobody has come to yet."""
        self._first = 0
        """The line that was pointed at when the step was opened."""
        self._just_insisted = False
        """Whether what the player did last is what the same again would complete."""
        self._asked_by = ""
        """The key of a line that has led to the question whether that is meant."""
        self._pointed: Spot | None = None
        self._on_board: Spot | None = None
        """Where the player last was on the board."""
        self._aim: Spot | None = None
        self._left = 0
        self._dragging = False
        self._not_in_hand: Why | None = None
        """Why nothing was taken in hand where the mouse began to drag, until it is let go."""
        self._dragged_from: Spot | None = None
        self._dropped = ""
        """What the line says that is being taken by what was dragged."""
        self._led_by_drop = False
        """Whether what was taken so has led to the open step."""
        self.given_up = ""
        """What was asked in the step that what was dragged last has taken the place of, if marks were changed there."""
        self._opened_at: Spot | None = None
        """Where on the board the player was when the step was opened, until he has gone anywhere on it: nothing was
        asked of that spot, so nothing is refused."""
        self._offered: Spot | None = None
        """Where picking once more takes other pieces in hand instead: the player has been told."""
        self._told_instead: Spot | None = None
        """Where the mouse has let go what was refused: nothing else is told of that spot while it is told why."""
        self._led = False
        self._by_sign = FirstMoment(grace)
        """From when a digit or letter has taken a line."""
        self._under_mouse = FirstMoment(grace)
        """From when another list lies where the mouse may have clicked in the one before."""
        self._clicked = FirstMoment(_CLICKS_TWICE * grace)
        """From when a line was clicked: who clicks twice to be sure may click where another line stands by then."""
        self._clicked_line: tuple[int, str] | None = None
        """In which row of the screen that was, and what the line said."""
        self._pointing = FirstMoment(min(grace, TWICE))
        """From when the player has been told that."""
        self._seconds: int | None = None
        self._unseen = (0, 0)
        self._detailed = False
        self._complaint = self._refused = ""
        """What is said of something that was refused, with what is told anyway, and without."""
        self._telling = ""
        """What is told of the line that is pointed at, or of what is asked, if nothing was refused."""
        self._complained_at: tuple[int | None, Spot | None] = (None, None)
        """Where the player was when that was said."""
        self._note_rows = 0
        """The rows that the note needs for the most that is told in this step."""
        self._shared_out: int | None = None
        """The note's rows while pieces are marked, which stay the same."""

    def compose(self) -> ComposeResult:
        """The list first, so that none of its lines moves whatever the note has to say."""
        yield MarkLine(id="marks")
        yield Choices(self._theme, id="choices")
        yield Note(ellipsis=self._theme.text("…"), id="note")
        yield ConfirmLine(id="confirm", markup=False)
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """How many lines are out of sight changes as the list is scrolled, or laid out."""
        for what in ("scroll_y", "virtual_size", "show_vertical_scrollbar"):
            self.watch(self.choices, what, self._tell_unseen, init=False)

    @property
    def dialogue(self) -> Dialogue | None:
        """The dialogue in progress."""
        return self._dialogue

    @property
    def rows(self) -> list[Row]:
        """The lines shown; another list whenever they have changed."""
        return self._rows

    @property
    def choices(self) -> Choices:
        """The list."""
        return self.query_one("#choices", Choices)

    @property
    def _said(self) -> Note:
        return self.query_one("#note", Note)

    def ask(self, dialogue: Dialogue, note: str = "", *, at_once: bool = False, aside: str = "") -> None:
        """Begin a decision. For a moment it takes no answer: what is pressed then was meant for the one before.

        `note` is added to that of every step. `at_once`: the player has brought it about, so there is no such moment.
        `aside` stands beside the title, where there is room.
        """
        self._aside = aside
        self._led_by_drop = False
        self._dialogue = dialogue
        self._sort(dialogue)
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
        self.choices.empty()
        self._fit()
        self.post_message(self.Changed(self, {}, None, path))

    def begin_moment(self, *, closed_by: Collection[str] = ()) -> None:
        """What is asked is seen anew, such as when a box that lay over it is gone.

        `closed_by`: the keys that close the box; the player who presses another has done with it.
        """
        self._closed_by = closed_by
        self.moment.begin()
        self.call_after_refresh(self.moment.seen)

    @property
    def takes_answers(self) -> bool:
        """Whether what is pressed counts: not in the first moment of a decision."""
        return not self.moment.lasts

    def refuse_early(self, number: int | None = None) -> bool:
        """Whether something was pressed too early to be meant for this decision; the player is told.

        The line of that `number` is pointed at, so that Enter takes it if it was meant after all; one for good is not.
        """
        if not self.moment.lasts:
            return False
        self.moment.stray()
        if number is not None and self._rows[number].mark is None and not self.is_for_good(number):
            self._go_to(number)
        self._say_early()
        return True

    def refuse_second_click(self) -> bool:
        """Whether a click came too soon after the list has changed to be meant for this one; the player is told.

        A second click in the same place was meant for what stood there.
        """
        if not self._under_mouse.lasts:
            return False
        self._under_mouse.stray()
        self._say_early()
        return True

    def _say_early(self) -> None:
        self.complain(_("This has only just been asked, so that was not taken: choose again."))

    def complain(self, sentence: str, *, elsewhere: bool = False, stands_out: bool = False) -> None:
        """Say why something was refused, until the player goes on to something else; after that what is told anyway.

        `elsewhere`: it is of a spot without a line, so that what is told of another line would be taken for part of it.
        `stands_out`: it tells of something that was done and that may not have been meant.
        """
        told = "" if elsewhere or self._dialogue is None or sentence.endswith(self._telling) else self._telling
        self._told_instead = None
        apart = sentence if not told or sentence.endswith((".", "!", "?")) else f"{sentence}."
        self._refused, self._complaint = sentence, f"{apart} {told}".strip()
        self._complained_at = (self.choices.highlighted, self._on_board)
        self._note(self._complaint)
        self._said.set_class(stands_out, "stands-out")

    def forget_complaint(self) -> None:
        """What was refused last is no matter any more."""
        if self._complaint and self._dialogue is not None:
            self._note_of(self._dialogue, self._detail)

    @property
    def _detail(self) -> str:
        """What is told of the line that is pointed at, empty if none is, or nothing is told of it."""
        at = self.choices.highlighted
        return self.choices.detail_of(self._rows[at]) if at is not None and at < len(self._rows) else ""

    @property
    def pointed_line(self) -> str:
        """All that is to be told of the line that is pointed at, for which the note may have no room."""
        at = self.choices.highlighted
        if at is None or at >= len(self._rows) or self._rows[at].mark is not None or self._rows[at].confirms:
            return ""
        row = self._rows[at]
        if row.in_brief:
            return row.detail or row.text
        return f"{row.text.rstrip('.')}. {row.detail}".strip()

    def _gone_on(self) -> None:
        """The player has pointed at something; what was refused somewhere else is no matter any more."""
        if self._complained_at != (self.choices.highlighted, self._on_board):
            self.forget_complaint()

    def count_down(self, seconds: int | None) -> None:
        """Show how many seconds there are left for the decision; None: as many as the player likes."""
        if seconds != self._seconds:
            self._seconds = seconds
            self._show_title()

    def sign_of(self, number: int) -> str:
        """The digit or letter of a line, empty if it has none."""
        return next((sign for sign, line in self._signs.items() if line == number), "")

    # -- what is pointed at and taken

    def heard(self, key: str = "", *, elsewhere: bool = False) -> None:
        """The player does something: whatever comes between two that are the same, the second is the first again.

        `key`: that was pressed; empty for a click, which is `elsewhere` if nothing is decided by it.
        """
        self._from_then = self.looks_back()
        if key and self._closed_by and key not in self._closed_by:
            self.moment.end()
        just, self._just_insisted = self._just_insisted, False
        asked = [number for number in (self._armed, self._insisted) if number is not None]
        force = keys_in_force()
        again = {"", force["game.take"], force["game.mark"], CONFIRMS}
        again |= {sign for number in asked for sign in (self.sign_of(number), self._own_key_of(number))}
        if self._asked_by and (elsewhere or (key and key != self._asked_by)):
            self._asked_by = ""
            self._show_title()
        if asked and (elsewhere or not just or key not in again):
            if self._picked in asked:
                self._picked = None
            self._armed = self._insisted = None
            self.forget_complaint()
            self._show_title()

    def only_comes_back(self) -> bool:
        """Whether what was pressed or clicked only leads back from what was then: nothing is taken under an old map."""
        if not self._from_then:
            return False
        self._from_then = False
        self.come_back()
        return True

    def left_alone(self) -> None:
        """The player goes to something else: Enter once too often there is no answer here, so it is asked for anew."""
        at = self.choices.highlighted
        self._asked_by = ""
        if at is not None and at in (self._armed, self._insisted):
            self.forget_complaint()
            self._picked = None
        self._armed = self._insisted = None
        self._show_title()

    def _own_key_of(self, number: int) -> str:
        return self._rows[number].key if number < len(self._rows) else ""

    def _go_to(self, number: int) -> None:
        if number != self._armed:
            self._armed = None
        if number != self._insisted:
            self._insisted = None
        self.choices.highlighted = number
        self._picked = number
        self._point(number)

    def _point(self, number: int) -> None:
        if self._dialogue is None or number >= len(self._rows):
            return
        row = self._rows[number]
        self._gone_on()
        detail = self.choices.detail_of(row)
        if not self._complaint and (detail or self._detailed):
            self._note_of(self._dialogue, detail)
            self._detailed = bool(detail)
        self._show_title()
        self._aim = row.spot if row.path else self._aim
        self.post_message(self.Changed(self, self._dialogue.spots(), row.spot, row.path))

    def _press(self, number: int) -> None:
        dialogue = self._dialogue
        if dialogue is None or number >= len(self._rows):
            return
        if self.refuse_early(number):
            return
        if not self._rows[number].ready:
            row = self._rows[number]
            self.complain(row.instead or row.detail or _("Not yet: {text}.").format(text=row.text))
            return
        step, row, here = dialogue.step, self._rows[number], self._on_board
        led = here is not None and number in dialogue.rows_of(here) and number not in dialogue.own_rows_of(here)
        depth = dialogue.depth
        action = dialogue.press(number)
        if action is not None:
            self.post_message(self.Decided(self, action, dropped=self._dropped, led_by_drop=self._led_by_drop))
        elif dialogue.step is step:
            self._armed = None  # the marks are others now
            self._update_rows()
            if dialogue.replaced:
                words = _("That takes the mark from {piece}: no more can be marked.")
                self.complain(words.format(piece=dialogue.replaced), stands_out=True)
            else:
                self.forget_complaint()
            if row.mark is None:
                self._go_to(number)
                self.call_after_refresh(self.choices.scroll_to_highlight, top=True)
        else:
            self._show(dialogue.row_gone_on_from if dialogue.depth < depth else dialogue.first_row)
            there = dialogue.rows_of(here) if led and here is not None else []
            if there:
                self._go_to(there[0])

    def is_for_good(self, number: int) -> bool:
        """Whether a line decides what cannot be taken back, with no other question: it is pointed at first.

        Where there is nothing else to choose it may be taken at once.
        """
        choices = sum(row.ready for row in self._rows)
        if number >= len(self._rows) or self._rows[number].confirms or choices == 1:
            return False
        return self._goes_out(number)

    def is_click_for_good(self, number: int) -> bool:
        """Whether the first click on a line only points at it: a line that confirms marks is no exception by mouse."""
        if number >= len(self._rows) or self._rows[number].key == CONFIRMS:
            return False
        return self.is_for_good(number) or (self._rows[number].confirms and self._goes_out(number))

    def _goes_out(self, number: int) -> bool:
        dialogue = self._dialogue
        action = None if dialogue is None else dialogue.action_of(number)
        return action is not None and self.for_good(action)

    def asks_twice(self, number: int) -> bool:
        """Whether Enter only says of a line that the same again takes it: it is for good, and has not been said yet.

        However the player has come to the line: how many it takes must not depend on that.
        """
        if number in (self._armed, self._insisted) or not self.is_for_good(number):
            return False
        return self.asks_always or (number == self._first and number != self._picked)

    # -- what is shown

    def _show(self, highlight: int) -> None:
        dialogue = self._dialogue
        assert dialogue is not None
        self._picked = self._armed = self._insisted = self._pointed = self._aim = None
        self._asked_by = ""
        self._left = self._first = highlight
        self._offered = None
        self._opened_at = self._on_board
        self._note_rows, self._shared_out = 0, None
        self._under_mouse.begin()
        self.call_after_refresh(self._under_mouse.seen)
        self._open_list(dialogue, highlight)
        self._note_of(dialogue)
        if dialogue.folded and dialogue.folded - 1 <= self.empty_rows and dialogue.unfold():
            self._open_list(dialogue, highlight)
        self._fit()
        self._want()
        self._show_title()
        # What is dragged is led by the mouse: the board's cursor stays with it.
        origin = None if self._led else dialogue.origin
        self.post_message(self.Opened(self, on_board=bool(dialogue.spots()), origin=origin))
        self._point(highlight)

    def _open_list(self, dialogue: Dialogue, highlight: int) -> None:
        self._take_rows(dialogue)
        party = isinstance(dialogue.step, Party)
        self.choices.open(self._rows, self._signs, highlight, self.content_size.width, top=party)

    def _update_rows(self) -> None:
        dialogue = self._dialogue
        assert dialogue is not None
        aim = self._aim
        self._take_rows(dialogue)
        self.choices.change(self._rows, self._signs, self.content_size.width)
        self._note_of(dialogue)
        self._fit()
        self._show_title()
        if isinstance(dialogue.step, Party):
            rows, at = [] if aim is None else dialogue.rows_of(aim), self.choices.highlighted
            shown = at is not None and at < len(self._rows) and not self.choices.hides(at)
            marking = shown and at is not None and self._rows[at].mark is not None
            # Where it leads may have another line now; whoever goes through the pieces goes on there.
            if rows and not (marking and self.choices.has_focus):
                self._go_to(rows[0])
            else:
                self._point(self.choices.highlighted or 0)

    def _sort(self, dialogue: Dialogue) -> None:
        """Have lines that keep their keys stand in the order of these, whoever has come and gone between them."""
        step = dialogue.first
        if isinstance(step, Menu) and step.lasting:
            dialogue.arrange(list(self._lasting.signs_of(dialogue.rows(), step.lasting).values()))

    def _take_rows(self, dialogue: Dialogue) -> None:
        self._rows, step = dialogue.rows(), dialogue.step
        lasting = step.lasting if isinstance(step, Menu) else ""
        self._signs = self._lasting.signs_of(self._rows, lasting) if lasting else signs_of(self._rows)

    def on_resize(self) -> None:
        """There may be room for all of the list now, or none any more."""
        if self._dialogue is not None:
            self._note_rows, self._shared_out = 0, None
            self.choices.change(self._rows, self._signs, self.content_size.width)
            self._fit()
            self._want()
            if self.choices.highlighted is not None and not self._complaint:
                self._point(self.choices.highlighted)
        self._show_title()

    def _fit(self) -> None:
        """Share out the rows.

        The note keeps as many as it needs for the line of which most is told; but for the least it gives way to a list
        that has no room. While pieces are marked nothing moves: the next click is meant for the line that stands there.
        """
        note, marks = self._said, self.query_one("#marks", MarkLine)
        confirm, keys = self.query_one("#confirm", ConfirmLine), self.query_one("#keys", KeyLine)
        dialogue, (columns, rows) = self._dialogue, self.content_size
        if dialogue is None:
            confirm.display = keys.display = False
            marks.show(())
            note.keep(None)
            return
        if not columns:
            return
        told = self._rows_told(columns)
        heights = self.choices.heights(columns - 1, whole=True)
        lines = sum(heights)
        # What the list leaves empty it may have too.
        self._note_rows = min(max(note.most, rows - lines - 1), max(self._note_rows, told))
        pieces = self._pieces()
        marks.show(pieces, all_marked=dialogue.all_marked)
        hidden = len(pieces)  # who stands above the list need not stand in it as well
        self.choices.hide(hidden)
        lines -= sum(heights[:hidden])
        rows -= marks.get_content_height(self.size, self.size, columns) if marks.display else 0
        if self._shared_out is None:
            least = 1 if rows < _LOW else 2
            # What comes first in a note may be what the player would lose: no word of that is cut for a line below.
            least = min(self._note_rows, max(least, min(self._rows_first_told(columns), note.most, rows - _FEWEST)))
            kept = max(least, min(self._note_rows, rows - lines))
        else:
            kept = self._shared_out
        if isinstance(dialogue.step, Party):
            self._shared_out = kept
        cut = lines > rows - kept
        if self._complaint:
            # A list in very few rows keeps them: a note is no more than a row there.
            most = 1 if self.content_size.height < _FEWEST else note.most
            refused = min(most, self._height_of(self._refused, columns))
            kept = max(kept, refused, min(rows - lines - 1, self._height_of(self._complaint, columns)))
        note.keep(kept)
        confirm.display = cut and self._rows[-1].confirms
        keys.display = cut and not confirm.display and bool(self._own_keys)
        room = max(1, rows - kept - (confirm.display or keys.display))
        # An empty row keeps the note apart from a list that has room for it.
        self.choices.styles.height = min(lines + 1, room)
        self._tell_unseen()
        self.call_after_refresh(self._tell_unseen)

    def _rows_told(self, columns: int) -> int:
        """The rows of the most that is told of a line, or of what is asked."""
        told = {self.choices.detail_of(row) for row in self._rows} | {""}
        return max(self._height_of(self._told(detail), columns) for detail in told)

    def _rows_first_told(self, columns: int) -> int:
        """The rows of the longest sentence that a note of the step begins with."""
        told = {self._told(self.choices.detail_of(row)) for row in self._rows} | {self._told("")}
        return max(self._height_of(first_sentence(words), columns) for words in told)

    def _want(self) -> None:
        """Say how many rows would do. Not while pieces are marked: nothing moves then."""
        columns = self.content_size.width
        if columns:
            lines = sum(self.choices.heights(columns - 1))
            marks = self.query_one("#marks", MarkLine)
            lines += marks.get_content_height(self.size, self.size, columns) if marks.display else 0
            told = min(self._said.most, self._rows_told(columns))
            self.post_message(self.Wanted(self, self.outer_size.height - self.content_size.height + lines + told))

    @property
    def _has_rows(self) -> bool:
        """Whether the note has rows for all of what it tells."""
        return self.content_size.height >= _LOW

    @property
    def empty_rows(self) -> int:
        """How many rows the list leaves empty."""
        columns, rows = self.content_size
        return max(0, rows - self._note_rows - sum(self.choices.heights(columns - 1))) if columns else 0

    @on(Choices.Resized)
    def _list_resized(self, event: Choices.Resized) -> None:
        event.stop()
        self._tell_unseen()

    def _tell_unseen(self) -> None:
        """The title says how many lines are out of sight; below the list stands what is always wanted of them."""
        if self._dialogue is None or not self._rows:
            return
        confirm, keys, row = self.query_one("#confirm", ConfirmLine), self.query_one("#keys", KeyLine), self._rows[-1]
        above, below = self.choices.out_of_sight()
        if row.confirms:
            # Not twice: at the end of the list its own line is in sight, and this one's place is kept empty.
            enter = f"{_('Enter')} " if row.ready else ""
            said = Content.assemble((enter, "dim"), self.choices.text_of(row)) if below else Content()
            if said != confirm.content:
                confirm.update(said, layout=False)  # it is one line high, whatever it says
        else:
            # What ends stands last in the list, and first where all must be seen at a glance.
            own = [(row.key, self._theme.text(row.brief)) for row in self._own_keys]
            keys.show([*own[-1:], *own[:-1]])
        # What stands below the list in full is not out of sight; of the lines with keys no more than a name does.
        unseen = (above, max(0, below - int(row.confirms and confirm.display)))
        if unseen != self._unseen:
            self._unseen = unseen
            self._show_title()

    @property
    def _own_keys(self) -> list[Row]:
        """The lines with keys of their own that the line below the list names."""
        return [row for row in self._rows if row.key and row.brief]

    def _pieces(self) -> list[tuple[int, str, str]]:
        """The pieces that stand above the list, having codes: the line of each, its key and mark, and its code."""
        glyphs = self._theme.glyphs
        return [
            (
                number,
                # A line may break at a space: there is none in it.
                f"{self.sign_of(number)}[{marks_in_brief(row, glyphs)}]",
                self._theme.text(row.brief),
            )
            for number, row in enumerate(self._rows)
            if row.mark is not None and row.brief
        ]

    def _show_title(self) -> None:
        dialogue = self._dialogue
        if dialogue is None:
            return
        number = self._line_of_enter
        action = None if number is None else dialogue.action_of(number)
        fate = "" if action is None else self.fate(action)
        # What the rules say of an action is asked once: whether it goes out is tried on the game.
        for_good = action is not None and self.for_good(action)
        armed = number is not None and number == self._armed and self.is_click_for_good(number)
        self.border_title = self._content(
            title_of(
                dialogue,
                list(self._signs),
                fate,
                _("{key} again: yes").format(key=shown(self._asked_by)) if self._asked_by else self._aside,
                self._seconds,
                self.size.width - 4,
                out_of_sight=self._unseen,
                for_good=for_good,
                again=armed,
                twice=for_good and number is not None and self.asks_twice(number),
            )
        )

    @property
    def _line_of_enter(self) -> int | None:
        """The line that Enter takes: whatever is pointed at, marks are confirmed."""
        confirms = self._dialogue is not None and isinstance(self._dialogue.step, Checklist)
        return len(self._rows) - 1 if confirms else self.choices.highlighted

    def _note_of(self, dialogue: Dialogue, detail: str = "") -> None:
        """The note of what is asked, or what is to be told of the line that is pointed at."""
        complained, self._complaint, self._refused = self._complaint, "", ""
        self._telling = self._told(detail)
        self._said.remove_class("stands-out")
        self._note(self._telling)
        if complained:
            self._fit()

    def _told(self, detail: str) -> str:
        """What is told with a line that is pointed at: what it says in full, else what explains the step.

        Both where there is room, of a list whose lines are brief always: its note has the legend of their signs.
        """
        note = "" if self._dialogue is None else self._dialogue.note
        both = self._has_rows and any(row.in_brief for row in self._rows)
        told = (detail, note) if both else (detail or note,)
        parts = [each for each in (*told, self._added_note) if each]
        return " ".join([each if each.endswith((".", "!", "?")) else f"{each}." for each in parts[:-1]] + parts[-1:])

    def _note(self, text: str) -> None:
        self._said.say(self._content(text))
        if self._complaint:
            self._fit()

    def _height_of(self, text: str, columns: int) -> int:
        return self._content(text).get_height({}, columns) if text else 0

    def _content(self, text: str) -> Content:
        return Content(self._theme.text(text))
