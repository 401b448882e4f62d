"""The list of what may be chosen: a line each, under its key, as long or as brief as there is room for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import ClassVar, Final

from rich.cells import cell_len
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.css.styles import RulesMap
from textual.events import Click
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

_BESIDE_TEXT: Final = 7
"""Columns of a line beside its text: its key, its edges, and the bar by which the list is scrolled."""
_TURNS: Final = "turns"
"""What marks the part of a line that says which of its ways stands there."""
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
        self.row_clicked = 0
        """The row of the screen in which a line was clicked last."""

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

    def row_of(self, number: int) -> int:
        """The row of the list in which a line begins."""
        return sum(self.heights(self.scrollable_content_region.width)[:number])

    def open(self, rows: Sequence[Row], signs: Mapping[str, int], highlight: int, columns: int, *, top: bool) -> None:
        """Show the lines of another step in so many columns, from the first on as far as `highlight` stays in sight.

        `top`: if it would not, it stands at the top.
        """
        self._hidden = 0
        self._take(rows, signs, columns)
        self.clear_options()
        self.add_options([Option(self._prompt(number)) for number in range(len(rows))])
        self.scroll_home(animate=False)
        self.highlighted = highlight
        self.call_after_refresh(self._settle, top)

    def change(self, rows: Sequence[Row], signs: Mapping[str, int], columns: int) -> None:
        """The same step has other lines now, or another width. Only what has changed is drawn anew."""
        old, old_signs, looked = self._rows, self._signs, (self._short, self._room)
        self._take(rows, signs, columns)
        if len(rows) == len(old):
            for number, (before, row) in enumerate(zip(old, rows, strict=True)):
                same = before == row and looked == (self._short, self._room)
                if not same or old_signs.get(number) != self._signs.get(number):
                    self.replace_option_prompt_at_index(number, self._prompt(number))
        else:
            at = self.highlighted
            self.clear_options()
            options = [Option(self._prompt(number), disabled=self.hides(number)) for number in range(len(rows))]
            self.add_options(options)
            self.highlighted = None if at is None else min(at, len(rows) - 1)
            self.call_after_refresh(self.scroll_to_highlight)

    def empty(self) -> None:
        """Nothing is to be chosen."""
        self._rows, self._signs = (), {}
        self.clear_options()

    def watch__mouse_hovering_over(self, number: int | None) -> None:
        """Tell which line the mouse is at."""
        self.post_message(self.Hovered(self, number))

    async def _on_click(self, event: Click) -> None:
        """A click on which of its ways stands in a line turns to the next, and takes nothing."""
        meta = event.style.meta
        self.row_clicked = round(event.screen_y)
        if _TURNS in meta:
            event.stop()
            event.prevent_default()
            self.post_message(self.Turned(self, meta["option"]))

    def on_resize(self) -> None:
        """What is pointed at stays in sight."""
        self.post_message(self.Resized(self))
        self.call_after_refresh(self.scroll_to_highlight)

    def _settle(self, top: bool) -> None:
        """Once the list has its height: from its first line on, unless that leaves out the line that Enter takes."""
        self.scroll_to(y=0, animate=False, immediate=True)
        pieces = sum(row.mark is not None for row in self._rows)
        # Where the pieces that can be marked leave no room for two things that they may do, these come first.
        self.scroll_to_highlight(top=top and not self._hidden and pieces + 2 > self.size.height)

    def scroll_to_highlight(self, top: bool = False) -> None:
        """See `OptionList.scroll_to_highlight`. The first row in sight begins a line, as far as that can be."""
        super().scroll_to_highlight(top)
        heights = self.heights(self.scrollable_content_region.width)
        starts = [end - height for end, height in zip(accumulate(heights), heights, strict=True)]
        at, first = self.highlighted, int(self.scroll_y)
        # What is pointed at stays in sight, all of it if it has room.
        whole = [start for start in starts if first <= start <= (first if at is None else starts[at])]
        if whole and whole[0] != first:
            self.scroll_to(y=whole[0], animate=False, force=True, immediate=True)

    def bring_in_sight(self, number: int) -> None:
        """Scroll as little as will do to show a line, which is not pointed at for that."""
        heights = self.heights(self.scrollable_content_region.width)
        if number >= len(heights) or self.hides(number):
            return
        start, top, page = sum(heights[:number]), int(self.scroll_y), self.size.height
        least, most = start + heights[number] - page, start
        if not least <= top <= most:
            self.scroll_to(y=min(max(top, least), most), animate=False, force=True, immediate=True)

    def turn_page(self, direction: int) -> None:
        """Show the lines that follow those in sight, or the ones before them; the first of them is pointed at."""
        top, page = int(self.scroll_y), self.size.height
        heights = self.heights(self.scrollable_content_region.width)
        ends = list(accumulate(heights))
        if direction > 0:
            wanted = [number for number, end in enumerate(ends) if end > top + page]
            number = wanted[0] if wanted else len(ends) - 1
        else:
            starts = [end - height for end, height in zip(ends, heights, strict=True)]
            number = next(number for number, start in enumerate(starts) if start >= max(0, top - page))
        self.highlighted = max(number, self._hidden)
        self.scroll_to_highlight(top=True)

    # -- how much there is room for

    def heights(self, columns: int, *, whole: bool = False) -> list[int]:
        """How high each line is with so many columns, one that is left out none; nothing without a place on the screen.

        `whole`: as if none were left out.
        """
        if columns <= 0:
            return []
        return [
            0 if self.hides(number) and not whole else self._shown(number).get_height({}, columns)
            for number in range(len(self._rows))
        ]

    def out_of_sight(self) -> tuple[int, int]:
        """How many lines are not wholly in sight, above the edges of the list and below."""
        top = int(self.scroll_y)
        heights = self.heights(self.scrollable_content_region.width)
        ends = list(accumulate(heights))
        above = sum(height and end - height < top for end, height in zip(ends, heights, strict=True))
        return above, sum(end > top + self.size.height for end in ends)

    def detail_of(self, row: Row) -> str:
        """What is to be told of a line while it is pointed at: at least what the list leaves out of it."""
        return row.detail or (row.text if self._shortens(row) else "")

    def _take(self, rows: Sequence[Row], signs: Mapping[str, int], columns: int) -> None:
        self._rows, self._signs = rows, {number: sign for sign, number in signs.items()}
        self._room = columns - _BESIDE_TEXT
        self._short = self._room > 0 and any(
            _can_be_brief(row) and not row.in_brief and cell_len(self._theme.text(row.text)) > self._room
            for row in rows
        )

    def _shortens(self, row: Row) -> bool:
        """Whether a line stands in the list in brief: the note of the line that is pointed at says the rest."""
        return (self._short or row.in_brief) and _can_be_brief(row)

    # -- how a line looks

    def _prompt(self, number: int) -> Hanging | Nothing:
        return Nothing() if self.hides(number) else self._shown(number)

    def _shown(self, number: int) -> Hanging:
        row = self._rows[number]
        sign = row.key or self._signs.get(number, " ")
        # The bracket keeps a key apart from what the text may begin with, such as the sign of what a march costs.
        key = f"{sign}) " if sign.strip() else "   "
        if row.confirms:
            key = f"{_('Enter')} " if row.ready else "   "
        mark = "" if row.mark is None else f"[{marks_words(row, self._theme.glyphs)}] "
        head = Content.assemble((key, "bold" if row.key else "dim"), (mark, "bold"))
        return Hanging(head, self.text_of(row))

    def text_of(self, row: Row) -> Content:
        """What a line says, without its key and its mark."""
        theme = self._theme
        arrow = f"{theme.glyphs.point} " if row.confirms and row.ready else ""
        text = row.brief if self._shortens(row) else row.text
        ways = self._ways_of(row, self._room - cell_len(text)) if row.ways > 1 else ""
        turning = Style(dim=True) + Style.from_meta({_TURNS: True})
        aside = f"  {row.aside}" if row.aside and cell_len(f"{text}  {row.aside}") <= self._room else ""
        news = f"  ← {row.news}" if row.news and cell_len(f"{text}  ← {row.news}") <= self._room else ""
        return Content.assemble(
            (theme.text(arrow + text), theme.textual_style("key") if row.news else "" if row.ready else "dim"),
            (theme.text(news), theme.textual_style("key")),
            (theme.text(aside), "dim"),
            (theme.text(ways), turning),
        )

    @staticmethod
    def _ways_of(row: Row, room: int) -> str:
        """The key of the next of several ways, what that is, and which one stands there: in full or in few signs."""
        key = shown(keys_in_force()["game.next"])
        whole = f" ({key}: {row.others_are or _('another way')}, {row.way}/{row.ways})"
        return whole if cell_len(whole) <= room else f" ({key}: {row.way}/{row.ways})"


def marks_words(row: Row, glyphs: Glyphs) -> str:
    """The mark of a line that has one, or how many of the pieces that share it are marked."""
    if row.pieces > 1:
        return _("{marks} of {pieces}").format(marks=row.marks, pieces=row.pieces)
    return glyphs.mark if row.mark else " "


def marks_in_brief(row: Row, glyphs: Glyphs) -> str:
    """The same in few columns, without a space."""
    if row.pieces > 1:
        return f"{row.marks}/{row.pieces}"
    return glyphs.mark if row.mark else "_"


def _can_be_brief(row: Row) -> bool:
    return bool(row.brief) and row.mark is None and not row.key
