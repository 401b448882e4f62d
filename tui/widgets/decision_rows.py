"""What a decision panel shows: a title, who is marked, the list, and a note, and how these share the rows."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Region
from textual.message import Message

from tui.dialogue import Dialogue, Row
from tui.keys import keys_in_force, shown
from tui.language import _
from tui.steps import Checklist, Party
from tui.theme import Theme
from tui.widgets.choices import Choices, marks_in_brief
from tui.widgets.confirm_line import ConfirmLine
from tui.widgets.key_line import KeyLine
from tui.widgets.line_signs import signs_of
from tui.widgets.mark_line import MarkLine
from tui.widgets.note import Note, first_part

_FEWEST: Final = 5
"""The rows that a list has at least, with the line of keys below it, whatever a note has to say."""
_IN_SIGHT: Final = 2
"""The lines that a list has at least beside what must be read whole, with the line of keys below it."""
_LOW: Final = 10
"""A panel with fewer rows keeps one of them for its note where the list has no room, any other two, or as many as the
first sentence takes."""


class DecisionRows(Vertical):
    """Shows the lines of a dialogue, and what is told of them."""

    class Wanted(Message):
        """With so many rows, its border among them, the panel would show all of a step, and all that is told of it.

        `least`: so many it needs for what must be read whole; 0 if nothing of that kind is said.
        """

        def __init__(self, panel: DecisionRows, rows: int, least: int) -> None:
            super().__init__()
            self.panel = panel
            self.rows = rows
            self.least = least

        @property
        def control(self) -> DecisionRows:
            """The panel."""
            return self.panel

    def __init__(self, theme: Theme, *, id: str | None = None) -> None:  # noqa: A002 (Textual's name)
        super().__init__(id=id)
        self._theme = theme
        self._dialogue: Dialogue | None = None
        self.undo_key = ""
        """The key of the line that takes back what was planned last, where there is one."""
        self.first_keys: Sequence[str] = ()
        """Of the keys that the line below the list names those that have room before the others, but for what ends."""
        self._added_note = ""
        self._rows: list[Row] = []
        self._signs: dict[str, int] = {}
        self._unseen = (0, 0)
        self._complaint = self._refused = ""
        """What is said of something that was refused, with what is told anyway, and without."""
        self._telling = ""
        """What is told of the line that is pointed at, or of what is asked, if nothing was refused."""
        self._asks_whether_meant = self._warns = False
        """Whether the step asks whether something is meant, and whether what was refused is for good: of either no word
        is cut, for nothing of it can be taken back."""
        self._note_rows = 0
        """The rows that the note needs for the most that is told in this step."""
        self._two_columns: bool | None = None
        """Whether what can be marked stands in two columns in this step; None: that is not known yet."""
        self._shared_out: int | None = None
        """The note's rows while pieces are marked, which stay the same."""
        self._kept = 0
        """The note's rows now, but for that of the keys below it while these are in sight above."""
        self._has_keys = False
        """Whether the keys of the last lines have a row below the list where these are out of sight."""

    @abstractmethod
    def _show_title(self) -> None:
        """The title says what is asked, and how many lines are out of sight."""

    def compose(self) -> ComposeResult:
        """The list first, so that none of its lines moves whatever the note has to say."""
        yield MarkLine(id="marks")
        yield Choices(self._theme, id="choices")
        yield Note(ellipsis=self._theme.text("…"), more=self._key_to_explain, id="note")
        yield ConfirmLine(self._theme, id="confirm")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """How many lines are out of sight changes as the list is scrolled, or laid out."""
        for what in ("scroll_y", "virtual_size", "show_vertical_scrollbar"):
            self.watch(self.choices, what, self._tell_unseen, init=False)

    @staticmethod
    def _key_to_explain() -> str:
        """By what key all is told of which the note has room for a part."""
        # Translators: stands after words that are cut short
        return _("({key}: all)").format(key=shown(keys_in_force()["game.explain"]))

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

    @property
    def written(self) -> Region:
        """Where on the screen title and list have anything written; nothing if nothing is asked."""
        if self._dialogue is None:
            return Region()
        list_region, written = self.choices.region, self.choices.virtual_size.height
        rows = list_region.y + min(list_region.height, written) - self.region.y
        return Region(self.region.x, self.region.y, self.region.width, rows)

    def sign_of(self, number: int) -> str:
        """The digit or letter of a line, empty if it has none."""
        return next((sign for sign, line in self._signs.items() if line == number), "")

    def _own_key_of(self, number: int) -> str:
        return self._rows[number].key if number < len(self._rows) else ""

    @property
    def _detail(self) -> str:
        """What is told of the line that is pointed at, empty if none is, or nothing is told of it."""
        at = self.choices.highlighted
        return self.choices.detail_of(self._rows[at]) if at is not None and at < len(self._rows) else ""

    @property
    def _line_of_enter(self) -> int | None:
        """The line that Enter takes: whatever is pointed at, marks are confirmed."""
        confirms = self._dialogue is not None and isinstance(self._dialogue.step, Checklist)
        return len(self._rows) - 1 if confirms else self.choices.highlighted

    def _open_list(self, dialogue: Dialogue, highlight: int) -> None:
        self._take_rows(dialogue)
        party = isinstance(dialogue.step, Party)
        self.choices.open(self._rows, self._signs, highlight, self.content_size.width, top=party)

    def _take_rows(self, dialogue: Dialogue) -> None:
        self._rows = dialogue.rows()
        self._signs = signs_of(self._rows)

    def _forget_room(self) -> None:
        """Another step, or another size: the rows are shared out anew."""
        self._note_rows, self._shared_out, self._two_columns = 0, None, None

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
        told = self._rows_told(columns, self._rows)
        heights = self.choices.heights(columns - 1, whole=True)
        lines = sum(heights)
        # What the list leaves empty it may have too, to the last row: that keeps nothing apart that is cut for it.
        self._note_rows = min(max(note.most, rows - lines), max(self._note_rows, told))
        pieces = self._pieces()
        marks.show(pieces, all_marked=dialogue.all_marked)
        hidden = len(pieces)  # who stands above the list need not stand in it as well
        self.choices.hide(hidden)
        lines -= sum(heights[:hidden])
        rows -= marks.get_content_height(self.size, self.size, columns) if marks.display else 0
        if self._shared_out is None:
            # What is told of a line that has a key of its own is asked for there: it keeps no row from the others.
            least = 1 if rows < _LOW else min(2, self._rows_told(columns, [row for row in self._rows if not row.key]))
            # What comes first in a note may be what the player would lose: no word of that is cut for a line below.
            least = min(self._note_rows, max(least, min(self._rows_first_told(columns), note.most, rows - _FEWEST)))
            lines -= self._put_in_columns(dialogue, lines > rows - least)
            if self._two_columns:
                # What can be marked comes before what explains it: its last line says how many are to be marked.
                least = max(0, min(least, rows - lines))
            kept = max(least, min(self._note_rows, rows - lines))
        else:
            kept = self._shared_out
        if isinstance(dialogue.step, Party):
            self._shared_out = kept
        cut = lines > rows - kept
        own = [number for number, row in enumerate(self._rows) if row.key and row.brief]
        to_last_key = sum(heights[hidden : own[-1] + 1]) if own else lines
        if cut and to_last_key <= rows - kept and self._shared_out is None:
            # Below the last line with a key stands what cannot be chosen: what is told of the others comes before it.
            kept = max(kept, min(self._note_rows, rows - to_last_key))
        if self._complaint:
            # A list in very few rows keeps them, and one in two columns: a note is no more than a row there.
            most = 1 if self.content_size.height < _FEWEST else note.most
            most = max(1, rows - lines) if self._two_columns else most
            if self._warns:
                most = rows - 2  # the line that is meant, and the one below the list
            refused = min(most, self._height_of(self._refused, columns))
            kept = max(kept, refused, min(rows - lines, self._height_of(self._complaint, columns)))
        note.keep(kept)
        self._kept = kept
        confirm.display = cut and self._rows[-1].confirms
        # What lines in sight say needs no row of its own below the list.
        keys.display = cut and not confirm.display and bool(own) and to_last_key > rows - kept
        self._has_keys = keys.display
        room = max(1, rows - kept - (confirm.display or keys.display))
        # An empty row keeps the note apart from a list that has room for it.
        self.choices.styles.height = min(lines + 1, room)
        self._tell_unseen()
        self.call_after_refresh(self._tell_unseen)

    def _put_in_columns(self, dialogue: Dialogue, cut: bool) -> int:
        """Have what can be marked stand in two columns if the list would be cut. How many rows that saves.

        It stays so for the step: nothing moves while pieces are marked.
        """
        columns = self.content_size.width
        count = sum(row.mark is not None for row in self._rows) if isinstance(dialogue.step, Checklist) else 0
        if self._two_columns is None:
            self._two_columns = cut and count > 1 and self.choices.can_fold(count, columns)
        self.choices.fold(count if self._two_columns else 0, columns)
        return count // 2 if self._two_columns else 0

    def _rows_told(self, columns: int, rows: Sequence[Row]) -> int:
        """The rows of the most that is told of one of these lines, or of what is asked."""
        told = {self.choices.detail_of(row) for row in rows} | {""}
        return max(self._height_of(self._told(detail), columns) for detail in told)

    def _rows_first_told(self, columns: int) -> int:
        """The rows of the longest sentence that a note of the step begins with."""
        told = {self._told(self.choices.detail_of(row)) for row in self._rows} | {self._told("")}
        return max(self._height_of(first_part(words), columns) for words in told)

    def _want(self) -> None:
        """Say how many rows would do. Not while pieces are marked: nothing moves then."""
        columns = self.content_size.width
        if columns:
            # Lines that stand beside others for want of room would have rows of their own.
            heights = self.choices.heights(columns - 1, whole=True)
            lines = sum([height for number, height in enumerate(heights) if not self.choices.hides(number)])
            marks = self.query_one("#marks", MarkLine)
            lines += marks.get_content_height(self.size, self.size, columns) if marks.display else 0
            told, besides, least = (
                self._rows_told(columns, self._rows),
                self.outer_size.height - self.content_size.height,
                0,
            )
            if self._warns and self._complaint:
                least = besides + min(lines, _IN_SIGHT) + 1 + self._height_of(self._refused, columns)
            elif self._asks_whether_meant:
                least = besides + lines + told
            self.post_message(self.Wanted(self, besides + lines + min(self._said.most, told), least))

    @property
    def _has_rows(self) -> bool:
        """Whether the note has rows for all of what it tells."""
        return self.content_size.height >= _LOW

    @property
    def empty_rows(self) -> int:
        """How many rows the list leaves empty; less than 0: so many more it would need with all that is told of it."""
        columns, rows = self.content_size
        if not columns:
            return 0
        marks = self.query_one("#marks", MarkLine)
        rows -= marks.get_content_height(self.size, self.size, columns) if marks.display else 0
        return rows - self._note_rows - sum(self.choices.heights(columns - 1))

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
            self._say_confirming(confirm, row, below)
        else:
            # Not twice: at the end of the list these lines are in sight, and nothing moves for that.
            own, first = self._own_keys if below else [], [*self.first_keys]
            # What ends stands last in the list, and first where all must be seen at a glance.
            others = sorted(own[:-1], key=lambda row: first.index(row.key) if row.key in first else len(first))
            keys.show([(row.key, self._theme.text(row.brief)) for row in (*own[-1:], *others)])
            if self._has_keys:
                # Where it names none the note has its row.
                keys.display = bool(own)
                self._said.keep(self._kept + (not own))
        # What stands below the list in full is not out of sight; of the lines with keys no more than a name does.
        unseen = (above, max(0, below - int(row.confirms and confirm.display)))
        if unseen != self._unseen:
            self._unseen = unseen
            self._show_title()

    def _say_confirming(self, confirm: ConfirmLine, row: Row, below: int) -> None:
        """The line that confirms, where it is below the edge of the list: not twice, where its own is in sight."""
        enter = f"{_('Enter')} " if row.ready else ""
        said = Content.assemble((enter, "dim"), self.choices.text_of(row)) if below else Content()
        if said != confirm.content:
            confirm.update(said, layout=False)  # it is one line high, whatever it says

    def _tell_unseen_confirming(self) -> None:
        """The line that confirms may say something else now."""
        if self._rows and self._rows[-1].confirms:
            self._say_confirming(
                self.query_one("#confirm", ConfirmLine), self._rows[-1], self.choices.out_of_sight()[1]
            )

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

        Both where there is room, of a list whose lines are brief always: its note has the legend of their signs. First
        comes what was added to the step, such as that there is a time for it.
        """
        note = "" if self._dialogue is None else self._dialogue.note
        both = self._has_rows and any(row.in_brief for row in self._rows)
        told = (detail, note) if both else (detail or note,)
        parts = [each for each in (self._added_note, *told) if each]
        return " ".join([each if each.endswith((".", "!", "?")) else f"{each}." for each in parts[:-1]] + parts[-1:])

    def _note(self, text: str) -> None:
        self._said.say(self._content(text))
        if self._complaint:
            self._fit()

    def _height_of(self, text: str, columns: int) -> int:
        return self._content(text).get_height({}, columns) if text else 0

    def _content(self, text: str) -> Content:
        return Content(self._theme.text(text))
