"""The list of what may be chosen: a line each, under its key, as long or as brief as there is room for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any, ClassVar, Final

from rich.cells import cell_len
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.css.styles import RulesMap
from textual.events import Click, MouseDown, MouseMove
from textual.geometry import Offset, Region
from textual.message import Message
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from tui.dialogue import Row
from tui.glyphs import Glyphs
from tui.keys import keys_in_force, shown
from tui.language import _
from tui.theme import Theme
from tui.widgets.beside import BESIDE, Beside
from tui.widgets.strips import with_end_cut, with_sign

_BESIDE_TEXT: Final = 7
"""Columns of a line beside its text: its key, its edges, and the bar by which the list is scrolled."""
_KEY: Final = 3
"""Columns of the key of a line."""
_EDGES: Final = 2
"""Columns at the left and the right of a line in which nothing is written."""
_OPTION: Final = "option-list--option"
_TURNS: Final = "turns"
"""What marks the part of a line that says which of its ways stands there."""
_EACH_MARKED: Final = 3
"""So many pieces that share a line have a mark each, in the columns that their count would take."""
_NARROWEST: Final = 8
"""Columns of text under which nothing is indented any more."""


class Hanging(Visual):
    """A text behind its head: where it takes more rows than one, these begin under the text."""

    def __init__(self, head: Content, text: Content) -> None:
        self.head = head
        self.text = text

    @property
    def plain(self) -> str:
        """Head and text, without styles."""
        return self.head.plain + self.text.plain

    def _indent(self, width: int) -> int:
        return self.head.cell_length if width - self.head.cell_length >= _NARROWEST else 0

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        """See `Visual.render_strips`."""
        indent = self._indent(width)
        if not indent:
            return (self.head + self.text).render_strips(width, height, style, options)
        lines = self.text.render_strips(width - indent, None, style, options) or [Strip([])]
        beside = self.head.render_strips(indent, 1, style, options)
        beside += [Strip.blank(indent, style.rich_style)] * (len(lines) - 1)
        return [Strip.join(parts) for parts in zip(beside, lines, strict=True)][:height]

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        """See `Visual.get_optimal_width`."""
        return (self.head + self.text).get_optimal_width(rules, container_width)

    def get_height(self, rules: RulesMap, width: int) -> int:
        """See `Visual.get_height`."""
        indent = self._indent(width)
        return (
            self.text.get_height(rules, width - indent) if indent else (self.head + self.text).get_height(rules, width)
        )


class Nothing(Visual):
    """What a line shows that is left out: no row at all."""

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        """See `Visual.render_strips`."""
        return []

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        """See `Visual.get_optimal_width`."""
        return 0

    def get_height(self, rules: RulesMap, width: int) -> int:
        """See `Visual.get_height`."""
        return 0


class Choices(OptionList, inherit_bindings=False):
    """The list of what may be chosen. What is taken is for the panel to say.

    The line that is pointed at is in sight whenever the list has been made anew or has another height.
    """

    class Turned(Message):
        """Which way stands in a line was clicked: the next is wanted. `number` is the line."""

        def __init__(self, choices: Choices, number: int) -> None:
            super().__init__()
            self.choices = choices
            self.number = number

        @property
        def control(self) -> Choices:
            """The list."""
            return self.choices

    class Hovered(Message):
        """The mouse has come to another line, or to none: `number` is None then."""

        def __init__(self, choices: Choices, number: int | None) -> None:
            super().__init__()
            self.choices = choices
            self.number = number

        @property
        def control(self) -> Choices:
            """The list."""
            return self.choices

    class Shifted(Message):
        """A click has ended on another line than it has begun on: the list has moved. `number`: where it has ended."""

        def __init__(self, choices: Choices, number: int) -> None:
            super().__init__()
            self.choices = choices
            self.number = number

        @property
        def control(self) -> Choices:
            """The list."""
            return self.choices

    class Resized(Message):
        """Another number of lines is in sight."""

        def __init__(self, choices: Choices) -> None:
            super().__init__()
            self.choices = choices

        @property
        def control(self) -> Choices:
            """The list."""
            return self.choices

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "cursor_down", show=False),
        Binding("up", "cursor_up", show=False),
        Binding("home", "first", show=False),
        Binding("end", "last", show=False),
    ]

    def __init__(self, theme: Theme, *, id: str | None = None) -> None:  # noqa: A002 (Textual's name)
        super().__init__(id=id, markup=False)
        self._theme = theme
        self._rows: Sequence[Row] = ()
        self._signs: dict[int, str] = {}
        self._short = False
        self._room = 0
        self._hidden = 0
        self._folded = 0
        self.has_more_room = False
        """Whether there are more rows than before for it and what is told below it, since it was last pointed in."""
        self.row_clicked = 0
        """The row of the screen in which a line was clicked last."""
        self._again: tuple[Row | None, str] = None, ""
        """The line that the same again takes, and what it says of that."""
        self._pressed_on: tuple[int | None, str] | None = None
        """The line on which the mouse was pressed, and what it said; None: it was not pressed on the list."""

    def say_again(self, number: int | None, words: str) -> None:
        """Have a line say what a second click on it does, or none: `number` is None then."""
        row = self._rows[number] if number is not None and number < len(self._rows) else None
        before, self._again = self._again, (row, words)
        if (before[0] is not row) or before[1] != words:
            for at, each in enumerate(self._rows):
                if each is row or each is before[0]:
                    drawn_with = at - self._half if self._half <= at < self._folded else at
                    self.replace_option_prompt_at_index(drawn_with, self._prompt(drawn_with))

    def hide(self, count: int) -> None:
        """Leave out the first so many lines, which are told above the list: none can be gone to."""
        if count != self._hidden:
            changed = range(min(count, self._hidden), max(count, self._hidden))
            self._hidden = count
            for number in changed:
                self.replace_option_prompt_at_index(number, self._prompt(number))
                if number < count:
                    self.disable_option_at_index(number)
                else:
                    self.enable_option_at_index(number)

    def hides(self, number: int) -> bool:
        """Whether a line is left out."""
        return number < self._hidden

    def can_fold(self, count: int, columns: int) -> bool:
        """Whether the first so many lines have room in half of so many columns each, without what is said aside."""
        room = (columns - _EDGES) // 2 - 1
        return all(
            self._head(number).cell_length + cell_len(self._theme.text(row.text)) <= room
            for number, row in enumerate(self._rows[:count])
        )

    def fold(self, count: int, columns: int) -> None:
        """Have the first so many lines stand in two columns, the second half of them beside the first."""
        if count != self._folded:
            changed = range(max(count, self._folded))
            self._folded = count
            self._take_room(columns)
            for number in changed:
                self.replace_option_prompt_at_index(number, self._prompt(number))
            self.scroll_to_highlight()

    @property
    def has_columns(self) -> bool:
        """Whether lines stand in two columns."""
        return self._folded > 0

    @property
    def _half(self) -> int:
        """How many lines stand in the first of two columns."""
        return (self._folded + 1) // 2

    def place_of(self, number: int) -> Offset:
        """The column and the row of the list in which a line begins."""
        columns = self.scrollable_content_region.width
        if self._half <= number < self._folded:
            return Offset((columns - _EDGES) // 2, number - self._half)
        return Offset(0, sum(self.heights(columns)[:number]))

    def words_of(self, number: int) -> str:
        """What a line says behind its key and its mark, without what is said aside."""
        return f"{self._head(number).plain.lstrip()}{self._rows[number].text}"

    def line_at(self, meta: Mapping[str, Any]) -> int | None:
        """The line of a cell of the screen that carries this, None if it belongs to none."""
        line: int | None = meta.get(BESIDE, meta.get("option"))
        return line

    def open(self, rows: Sequence[Row], signs: Mapping[str, int], highlight: int, columns: int, *, top: bool) -> None:
        """Show the lines of another step in so many columns, from the first on as far as `highlight` stays in sight.

        `top`: if it would not, it stands at the top.
        """
        self._hidden = self._folded = 0
        self._take(rows, signs, columns)
        self.clear_options()
        self.add_options([Option(self._prompt(number)) for number in range(len(rows))])
        self.scroll_home(animate=False)
        self.highlighted = highlight
        self.call_after_refresh(self._settle, top)

    def change(self, rows: Sequence[Row], signs: Mapping[str, int], columns: int) -> None:
        """The same step has other lines now, or another width. Only what has changed is drawn anew."""
        old, old_signs, looked = self._rows, self._signs, (self._short, self._room)
        if len(rows) != len(old):
            self._folded = 0
        self._take(rows, signs, columns)
        if len(rows) == len(old):
            for number, (before, row) in enumerate(zip(old, rows, strict=True)):
                same = before == row and looked == (self._short, self._room)
                if not same or old_signs.get(number) != self._signs.get(number):
                    drawn_with = number - self._half if self._half <= number < self._folded else number
                    self.replace_option_prompt_at_index(drawn_with, self._prompt(drawn_with))
        else:
            at = self.highlighted
            self.clear_options()
            options = [Option(self._prompt(number), disabled=self.hides(number)) for number in range(len(rows))]
            self.add_options(options)
            self.highlighted = None if at is None else min(at, len(rows) - 1)
            self.call_after_refresh(self.scroll_to_highlight)

    def empty(self) -> None:
        """Nothing is to be chosen."""
        self._rows, self._signs, self._folded = (), {}, 0
        self.clear_options()

    def watch__mouse_hovering_over(self, number: int | None) -> None:
        """Tell which line the mouse is at."""
        self._draw_columns()
        self.post_message(self.Hovered(self, number))

    def watch_highlighted(self, highlighted: int | None) -> None:
        """See `OptionList.watch_highlighted`."""
        self._draw_columns()
        self.has_more_room = False
        super().watch_highlighted(highlighted)

    def render_line(self, y: int) -> Strip:
        """See `OptionList.render_line`. Without colours a sign stands behind the key of the line that is pointed at.

        What goes on below the edge of the list ends in a sign of that, so that it does not read as the whole.
        """
        strip, at = super().render_line(y), self.highlighted
        if y == self.size.height - 1 and self._goes_on_behind(self.scroll_offset.y + y):
            strip = with_end_cut(strip, self._theme.glyphs)
        if not self.app.no_color or at is None or self._rows[at].confirms:  # that has the sign always
            return strip
        beside = self._half <= at < self._folded
        drawn_with, start = (at - self._half, strip.cell_length // 2) if beside else (at, 0)
        x = start + 1
        rows = self._lines[self.scroll_offset.y + y : self.scroll_offset.y + y + 1]
        if rows != [(drawn_with, 0)]:
            return strip
        return with_sign(strip, x, self._theme.glyphs.point)

    def _goes_on_behind(self, row: int) -> bool:
        """Whether a row of the list is not the last of its line."""
        lines = [line for line, _row in self._lines[row : row + 2]]
        return len(lines) == 2 and lines[0] == lines[1]

    def _draw_columns(self) -> None:
        """Of two lines in a row only one may look as it did."""
        if self._folded:
            self.replace_option_prompt_at_index(0, self._prompt(0))

    def _on_mouse_move(self, event: MouseMove) -> None:
        """See `OptionList`."""
        event.prevent_default()
        self._mouse_hovering_over = self.line_at(event.style.meta)

    def go_beside(self) -> None:
        """Point at the line beside the one that is pointed at."""
        at = self.highlighted
        if at is not None and at < self._folded:
            self.highlighted = at - self._half if at >= self._half else min(at + self._half, self._folded - 1)

    def _line_and_words(self, meta: Mapping[str, Any]) -> tuple[int | None, str]:
        line = self.line_at(meta)
        return line, self._rows[line].text if line is not None and line < len(self._rows) else ""

    def on_mouse_down(self, event: MouseDown) -> None:
        """A click is meant for the line that stands there now."""
        self._pressed_on = self._line_and_words(event.style.meta)

    async def _on_click(self, event: Click) -> None:
        """A click on which of its ways stands in a line turns to the next, and takes nothing.

        One during which the list has moved takes nothing either.
        """
        meta = event.style.meta
        self.row_clicked = round(event.screen_y)
        (pressed_on, self._pressed_on), clicked = (self._pressed_on, None), self._line_and_words(meta)
        if pressed_on not in (None, clicked):
            event.stop()
            event.prevent_default()
            if clicked[0] is not None:
                self.post_message(self.Shifted(self, clicked[0]))
        elif _TURNS in meta:
            event.stop()
            event.prevent_default()
            self.post_message(self.Turned(self, meta["option"]))
        elif BESIDE in meta:
            event.prevent_default()
            if (line := self.line_at(meta)) is not None:
                self.highlighted = line
                self.action_select()

    def on_resize(self) -> None:
        """What is pointed at stays in sight."""
        self.post_message(self.Resized(self))
        self.call_after_refresh(self.scroll_back if self.has_more_room else self.scroll_to_highlight)

    def _settle(self, top: bool) -> None:
        """Once the list has its height: from its first line on, unless that leaves out the line that Enter takes."""
        self.scroll_to(y=0, animate=False, immediate=True)
        pieces = sum(row.mark is not None for row in self._rows)
        # Where the pieces that can be marked leave no room for two things that they may do, these come first.
        self.scroll_to_highlight(top=top and not self._hidden and pieces + 2 > self.size.height)

    def scroll_to_highlight(self, top: bool = False) -> None:
        """See `OptionList.scroll_to_highlight`. The first row in sight begins a line, as far as that can be."""
        super().scroll_to_highlight(top)
        if self._folded and self.highlighted is not None and self.is_mounted:
            row = Region(0, self.place_of(self.highlighted).y, 1, 1)
            self.scroll_to_region(row, force=True, animate=False, top=top, immediate=True)
        heights = self.heights(self.scrollable_content_region.width)
        starts = [end - height for end, height in zip(accumulate(heights), heights, strict=True)]
        at, first = self.highlighted, int(self.scroll_y)
        # What is pointed at stays in sight, all of it if it has room.
        whole = [start for start in starts if first <= start <= (first if at is None else starts[at])]
        if whole and whole[0] != first:
            self.scroll_to(y=whole[0], animate=False, force=True, immediate=True)

    def scroll_back(self) -> None:
        """Show as many lines before the one that is pointed at as there is room for."""
        number, heights = self.highlighted, self.heights(self.scrollable_content_region.width)
        if number is not None and number < len(heights):
            first = max(0, self.place_of(number).y + max(1, heights[number]) - self.size.height)
            if first < self.scroll_y:
                self.scroll_to(y=first, animate=False, force=True, immediate=True)
        self.scroll_to_highlight()

    def bring_in_sight(self, number: int) -> None:
        """Scroll as little as will do to show a line, which is not pointed at for that."""
        heights = self.heights(self.scrollable_content_region.width)
        if number >= len(heights) or self.hides(number):
            return
        start, top, page = self.place_of(number).y, int(self.scroll_y), self.size.height
        least, most = start + max(1, heights[number]) - page, start
        if not least <= top <= most:
            self.scroll_to(y=min(max(top, least), most), animate=False, force=True, immediate=True)

    def turn_page(self, direction: int) -> bool:
        """Show the lines that follow those in sight, or the ones before them; the first of them is pointed at.

        False if there are none, and the outermost line is pointed at already.
        """
        top, page = int(self.scroll_y), self.size.height
        heights = self.heights(self.scrollable_content_region.width)
        ends = list(accumulate(heights))
        if direction > 0:
            wanted = [number for number, end in enumerate(ends) if end > top + page]
            number = wanted[0] if wanted else len(ends) - 1
        else:
            starts = [end - height for end, height in zip(ends, heights, strict=True)]
            number = next(number for number, start in enumerate(starts) if start >= max(0, top - page))
        number = max(number, self._hidden)
        if number == self.highlighted and self.scroll_y == (self.max_scroll_y if direction > 0 else 0):
            return False
        self.highlighted = number
        self.scroll_to_highlight(top=True)
        return True

    # -- how much there is room for

    def heights(self, columns: int, *, whole: bool = False) -> list[int]:
        """How high each line is with so many columns, one that is left out none, nor one beside another.

        Nothing without a place on the screen. `whole`: as if all stood in lines of their own.
        """
        if columns <= 0:
            return []
        return [
            0 if self._takes_no_row(number) and not whole else self._shown(number).get_height({}, columns)
            for number in range(len(self._rows))
        ]

    def _takes_no_row(self, number: int) -> bool:
        return self.hides(number) or self._half <= number < self._folded

    def out_of_sight(self) -> tuple[int, int]:
        """How many lines are not wholly in sight, above the edges of the list and below."""
        top = int(self.scroll_y)
        heights = self.heights(self.scrollable_content_region.width)
        ends = list(accumulate(heights))
        starts = [end - height for end, height in zip(ends, heights, strict=True)]
        for number in range(self._half, min(self._folded, len(starts))):  # beside the line that has the row
            starts[number] = starts[number - self._half]
            ends[number] = ends[number - self._half]
        told = [number for number in range(len(ends)) if not self.hides(number)]
        above = sum(starts[number] < top for number in told)
        return above, sum(ends[number] > top + self.size.height for number in told)

    def detail_of(self, row: Row) -> str:
        """What is to be told of a line while it is pointed at: at least what the list leaves out of it."""
        whole = f"  {row.aside}" if row.aside else ""
        aside = row.text + whole if self._folded and self._aside_of(row, row.text) != whole else ""
        return row.detail or (row.text if self._shortens(row) else aside)

    def _take(self, rows: Sequence[Row], signs: Mapping[str, int], columns: int) -> None:
        self._rows, self._signs = rows, {number: sign for sign, number in signs.items()}
        self._take_room(columns)

    def _take_room(self, columns: int) -> None:
        rows = self._rows
        # In two columns the edges are those of the row, and a column stays free between the lines.
        self._room = (columns - _EDGES - 1) // 2 - _KEY - 1 if self._folded else columns - _BESIDE_TEXT
        self._short = self._room > 0 and any(
            _can_be_brief(row) and not row.in_brief and cell_len(self._theme.text(row.text)) > self._room
            for row in rows
        )

    def _shortens(self, row: Row) -> bool:
        """Whether a line stands in the list in brief: the note of the line that is pointed at says the rest."""
        return (self._short or row.in_brief) and _can_be_brief(row)

    # -- how a line looks

    def _prompt(self, number: int) -> Visual:
        if self._takes_no_row(number):
            return Nothing()
        if number >= self._folded:
            return self._shown(number)
        other = number + self._half
        beside = (other, self._shown(other)) if other < self._folded else None
        return Beside((number, self._shown(number)), beside, self._style_now)

    def _style_now(self, number: int | None) -> Style:
        """How a line is drawn now, or a place without a line."""
        if number is not None and number == self.highlighted:
            return self.get_visual_style(_OPTION, f"{_OPTION}-highlighted")
        if number is not None and number == self._mouse_hovering_over:
            return self.get_visual_style(_OPTION, f"{_OPTION}-hover")
        return self.get_visual_style(_OPTION)

    def _shown(self, number: int) -> Hanging:
        return Hanging(self._head(number), self.text_of(self._rows[number]))

    def _head(self, number: int) -> Content:
        """What stands before the text of a line: its key and its mark."""
        row = self._rows[number]
        sign = row.key or self._signs.get(number, " ")
        # The bracket keeps a key apart from what the text may begin with, such as the sign of what a march costs.
        key = f"{sign}) " if sign.strip() else "   "
        if row.confirms:
            key = f"{_('Enter')} " if row.ready else "   "
        mark = self._mark_of(row)
        return Content.assemble((key, "bold" if row.key else "dim"), (mark, "bold"))

    def _mark_of(self, row: Row) -> str:
        return "" if row.mark is None else f"[{marks_words(row, self._theme.glyphs)}] "

    def text_of(self, row: Row) -> Content:
        """What a line says, without its key and its mark."""
        theme = self._theme
        arrow = f"{theme.glyphs.point} " if row.confirms and row.ready else ""
        text = row.brief if self._shortens(row) else row.text
        ways = self._ways_of(row, self._room - cell_len(text)) if row.ways > 1 else ""
        turning = Style(dim=True) + Style.from_meta({_TURNS: True})
        aside = self._aside_of(row, text)
        said = f"{self._mark_of(row)}{text}  ← {row.news}"
        news = f"  ← {row.news}" if row.news and cell_len(said) <= self._room else ""
        again = f"  ← {self._again[1]}" if row is self._again[0] else ""
        if cell_len(self._mark_of(row) + arrow + text + again) > self._room:
            again = ""
        aside = "" if again else aside  # it stands where what is told aside has to go for it
        return Content.assemble(
            (theme.text(arrow + text), theme.textual_style("key") if row.news else "" if row.ready else "dim"),
            (theme.text(news + again), theme.textual_style("key")),
            (theme.text(aside), "dim"),
            (theme.text(ways), turning),
        )

    def _aside_of(self, row: Row, text: str) -> str:
        """What is said aside behind the text of a line, as much as there is room for; empty without any."""
        asides = [f"  {words}" for words in (row.aside, *row.less_aside) if words]
        return next((words for words in asides if cell_len(self._mark_of(row) + text + words) <= self._room), "")

    @staticmethod
    def _ways_of(row: Row, room: int) -> str:
        """The key of the next of several ways, what these are, and which one stands there: in full or in few signs."""
        key = shown(keys_in_force()["game.next"])
        whole = f" ({key}: {row.others_are or _('way')} {row.way}/{row.ways})"
        # Without a space: it is not broken where the line is.
        return whole if cell_len(whole) <= room else f" ({key}:{row.way}/{row.ways})"


def marks_words(row: Row, glyphs: Glyphs) -> str:
    """The mark of a line that has one, or how many of the pieces that share it are marked."""
    if row.pieces > 1:
        return _("{marks} of {pieces}").format(marks=row.marks, pieces=row.pieces)
    return glyphs.mark if row.mark else " "


def marks_in_brief(row: Row, glyphs: Glyphs) -> str:
    """The same in few columns, without a space: of few pieces each has its mark."""
    if row.pieces > _EACH_MARKED:
        return f"{row.marks}/{row.pieces}"
    return glyphs.mark * row.marks + "_" * (row.pieces - row.marks)


def _can_be_brief(row: Row) -> bool:
    return bool(row.brief) and row.mark is None and not row.key
