"""The lines of the log: added, folded, unfolded and searched."""

from __future__ import annotations

import math
import time
from bisect import bisect_right
from collections.abc import Collection
from dataclasses import replace
from typing import Any, Final

from textual.content import Content
from textual.events import Click
from textual.message import Message

from tui.boards import Spot
from tui.language import _
from tui.lines import Line, plain_text
from tui.log import GameLog, LogEntry, is_heading
from tui.searching import folded, has, marked
from tui.theme import Theme
from tui.widgets.log_title import Title, title_at_rest, title_further_back, title_of_found, way_at
from tui.widgets.text_view import TextView

READS: Final = 20.0
"""Seconds for which whoever has scrolled back reads there, whatever happens."""


class LogLines(TextView):
    """The lines of the log, of which those that lie beneath another can be folded away, and searched.

    What lies beneath a line, such as a battle, is shown while it goes on, and then when somebody unfolds it: all of it
    (`unfold`), or a line's by a click on that. What is said while it goes on stands there too, and behind it once it is
    over: it is never folded away. A word that is searched for is marked wherever it stands (`search`), and one place
    after another is gone to (`find`), which is unfolded for it, pointed at, and in the middle of the panel as far as
    there are lines around it.
    """

    class TitleClicked(Message):
        """The title was clicked, while nothing is searched for."""

        def __init__(self, view: LogLines) -> None:
            super().__init__()
            self.view = view

        @property
        def control(self) -> LogLines:
            """The log."""
            return self.view

    class FindWanted(Message):
        """A word of the title was clicked that goes to an older place (-1) or a newer one (1), or ends it all (0).

        That is also the one that leads back to the newest line.
        """

        def __init__(self, view: LogLines, direction: int) -> None:
            super().__init__()
            self.view = view
            self.direction = direction

        @property
        def control(self) -> LogLines:
            """The log."""
            return self.view

    class WayWanted(Message):
        """A line was clicked that tells of a way over the board. `number` is that of the item (`show_item`)."""

        def __init__(self, view: LogLines, trail: tuple[Spot, ...], number: int) -> None:
            super().__init__()
            self.view = view
            self.trail = trail
            self.number = number

        @property
        def control(self) -> LogLines:
            """The log."""
            return self.view

    def __init__(self, log: GameLog[Any, Any], theme: Theme, *, id: str | None = None) -> None:  # noqa: A002 (Textual's name)
        super().__init__(_("Log"), theme, follow=True, id=id)
        self.log_of_game = log
        self._items: list[LogEntry] = []
        self._unfolded: set[int] = set()
        self._all_unfolded = False
        self._starts: list[int] = []
        self._going = -1
        self._aside: dict[int, list[tuple[int, LogEntry]]] = {}
        """What was said while an item went on, each behind how many of its details."""
        self._word = ""
        self._again = ""
        self._title: Title = []
        self._told_back = False
        """Whether the title says how to come back to the newest line."""
        self._scrolled = -math.inf
        """When somebody has scrolled last, on the clock of `time.monotonic`."""
        self._found: tuple[int, int] | None = None
        """Which item is gone to, and which of its lines: 0 is the one that is always in sight."""

    def on_mount(self) -> None:
        """The title says that there is a search."""
        self._entitle()

    def on_hide(self) -> None:
        """Whoever has left it has found what he looked for: it shows what came last when it is there again."""
        if self.searching:
            self.search("")

    def last(self, count: int) -> list[Line]:
        """The last so many lines, whatever is folded; with what the player alone has learned, such as by drawing.

        The first of several is the heading that they stand under, which says whose turn they tell of.
        """
        found: list[Line] = []
        first = len(self._items)
        while first and len(found) < count:
            first -= 1
            found[:0] = self._whole(first)
        found = found[-count:]
        if len(found) > 1 and not any(is_heading(line) for line in found):
            heads = (item.line for item in reversed(self._items[: first + 1]) if item.heads)
            found[:1] = [next(heads, found[0])]
        return found

    @property
    def searching(self) -> bool:
        """Whether a word is marked."""
        return bool(self._word)

    def search(self, word: str) -> bool:
        """Mark a word and go to the last place that has it; the empty one ends the search. False if there is none."""
        was = self._word
        self._word, self._found = folded(word.strip()), None
        self._mark()
        if self._word and self.find(-1):
            return True
        self._word = ""  # nothing is marked
        self._entitle()
        if was or not word.strip():
            self.go_to_end()  # from then on it tells what happens
        return not word.strip()

    def _mark(self) -> None:
        """Show all as it is now, the same line in sight; what is far from there is wrapped when somebody looks."""
        line, row = self.line_at(int(self.scroll_y))
        lines = self._lines_from(0, 0)
        self.show(lines)
        self.scroll_to(y=self.row_of(min(line, len(lines))) + row, animate=False, immediate=True)

    def find(self, direction: int) -> bool:
        """Go to the place before (-1) or after (1) the one that was found last, beyond the ends to none."""
        places, was = self._places, self._found
        ahead = [place for place in places if was is None or (place > was if direction > 0 else place < was)]
        if not ahead:
            return False
        self._found = number, beneath = ahead[0 if direction > 0 else -1]
        if beneath and not self._is_open(number):
            self._unfolded ^= {number}
        # It is wrapped before it is shown anew: what lies between need not be wrapped twice.
        self.row_of(self._starts[number])
        for changed in {number, *([] if was is None else [was[0]])}:
            self._show_again(changed, stay=True)
        self._show_found()
        self._entitle()
        return True

    def on_resize(self) -> None:
        """What was found stays in sight, and the title in its room. Textual calls that of `TextView` too."""
        self._entitle()
        self.call_after_refresh(self._show_found)

    def _show_found(self) -> None:
        """Scroll to what was found, if anything was."""
        if self._found is not None and self.size.height:
            number, beneath = self._found
            row = self.row_of(self._starts[number] + beneath)
            self.scroll_to(y=max(0, row - self.size.height // 2), animate=False, force=True, immediate=True)

    @property
    def _places(self) -> list[tuple[int, int]]:
        """Where the word stands: the number of the item, and which of its lines."""
        return [
            (number, beneath)
            for number in range(len(self._items))
            for beneath, line in enumerate(self._whole(number))
            if has(line, self._word)
        ]

    def say_again(self, words: str) -> None:
        """Say in the title what the log's key does when it comes again; empty: nothing of that kind."""
        if words != self._again:
            self._again = words
            self._entitle()

    def _entitle(self) -> None:
        """Say what can be searched for, or what was found: the newest place, at which a search begins, is the first."""
        self._told_back = self._is_back
        if self._found is None and self._told_back:
            self._title = title_further_back(self.size.width)
        elif self._found is None:
            self._title = title_at_rest(self.size.width, self._again, unfolded=self._all_unfolded)
        else:
            places = self._places
            # What was found may tell something else meanwhile, such as how a battle stands.
            number = max(1, len([place for place in places if place >= self._found]))
            self._title = title_of_found(self._word, number, len(places), self.size.width)
        self.border_title = Content(self.theme_in_use.text("".join([text for text, _way in self._title])))

    def _change(self, entry: LogEntry, line: Line) -> None:
        """A line of its own says something else now."""
        entry.line = line
        among = [number for number, aside in self._aside.items() if any(said is entry for _behind, said in aside)]
        self._show_again(among[0] if among else next(n for n, item in enumerate(self._items) if item is entry))

    def note(self, text: str, style: str = "own") -> None:
        """Add a line that this program has to say, where it is said."""
        self._add([(text, style)])

    def unfold(self) -> None:
        """Show what lies beneath every line, or fold it all again; what stands first in sight still does.

        Of a line that is folded away it is the one that it lies beneath. Who sees the end goes on seeing it.
        """
        self._all_unfolded = not self._all_unfolded
        self._unfolded.clear()
        self._entitle()
        self._lay_out_all()

    def _lay_out_all(self) -> None:
        """Show every item as it is now; what stands first in sight still does."""
        line, row = self.line_at(int(self.scroll_y))
        number = bisect_right(self._starts, line) - 1
        beneath = line - self._starts[number] if number >= 0 else 0
        self._lay_out(0)
        if not self._at_end and number >= 0:
            is_there = beneath < len(self._shown(number))
            y = self.row_of(self._starts[number] + beneath) + row if is_there else self.row_of(self._starts[number])
            self.scroll_to(y=y, animate=False, force=True, immediate=True)
        self.call_after_refresh(self._show_found)

    @property
    def _is_back(self) -> bool:
        """Whether the newest line is out of sight because somebody has scrolled back."""
        return not self._at_end and self.scroll_y < self.max_scroll_y

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """See `TextView.watch_scroll_y`. The title says how to come back from there."""
        super().watch_scroll_y(old_value, new_value)
        if self._is_back != self._told_back:
            self._entitle()

    def release_anchor(self) -> None:
        """See `TextView.release_anchor`: somebody scrolls."""
        super().release_anchor()
        self._scrolled = time.monotonic()

    def follow_again(self) -> None:
        """Show the newest line, unless somebody has scrolled back just now, or searches."""
        if self._is_back and not self.searching and time.monotonic() - self._scrolled >= READS:
            self.go_to_end()

    def jump(self, direction: int) -> None:
        """To the heading before the first row in sight, or after it."""
        line, row = self.line_at(int(self.scroll_y))
        heads = [start for start, item in zip(self._starts, self._items, strict=True) if item.heads]
        # Within the rows of a heading, it lies before.
        ahead = [head for head in heads if head > line] if direction > 0 else [h for h in heads if h < line + bool(row)]
        if ahead:
            self.scroll_to(y=self.row_of(ahead[0 if direction > 0 else -1]), animate=False)
        elif direction > 0:
            self.go_to_end()

    def way_between(self, spots: Collection[Spot]) -> tuple[Spot, ...]:
        """The latest way that the log tells of which begins and ends at some of these spots; empty if none does."""
        ways = (item.trail for item in reversed(self._items) if len(item.trail) > 1)
        return next((way for way in ways if way[0] in spots and way[-1] in spots), ())

    def item_of(self, beginning: str) -> int | None:
        """The latest item with something beneath it whose line begins so; None if there is none."""
        items = list(enumerate(self._items)) if beginning else []
        return next(
            (n for n, item in reversed(items) if item.details and plain_text(item.line).startswith(beginning)), None
        )

    def show_item(self, number: int) -> None:
        """Go to an item, and unfold it."""
        if not self._is_open(number):
            self._toggle(number)
        self.scroll_to(y=self.row_of(self._starts[number]), animate=False)

    def bring_item_in_sight(self, number: int) -> None:
        """Scroll to an item, if it is out of sight, so that it stands in the middle; the end is left for it."""
        self._at_end = False
        row = self.row_of(self._starts[number])
        if not self.scroll_y <= row < self.scroll_y + self.size.height:
            self.scroll_to(y=max(0, row - self.size.height // 2), animate=False)

    def on_click(self, event: Click) -> None:
        """On a line with something beneath it: unfold or fold that. On one of a way: have that shown on the board.

        Any other leads to the place whose name was clicked, as in every page: also what lies beneath.
        """
        if event.y < self.gutter.top:
            event.stop()
            event.prevent_default()
            way = way_at(self._title, event.x - 1)  # the border begins before it
            if way is not None:
                self.post_message(self.FindWanted(self, way))
            elif not self.searching:
                self.post_message(self.TitleClicked(self))
            return
        line = self.line_under(event)
        number = None if line is None else bisect_right(self._starts, line) - 1
        if number is not None and self._items[number].details:
            if line != self._starts[number]:
                return
            event.stop()
            event.prevent_default()
            self._toggle(number)
        elif number is not None and self._items[number].trail:
            event.stop()
            event.prevent_default()
            self.post_message(self.WayWanted(self, self._items[number].trail, number))

    def _toggle(self, number: int) -> None:
        """Unfold an item, or fold it; the same rows stay in sight, but for as many as what is unfolded needs."""
        self._unfolded ^= {number}
        self._show_again(number, stay=True)
        if self._is_open(number):
            self.call_after_refresh(self._bring_all_in_sight, number)

    def _bring_all_in_sight(self, number: int) -> None:
        """Scroll on by as little as shows all lines of an item, but not past its first."""
        behind = self._starts[number + 1] if number + 1 < len(self._starts) else len(self._lines)
        least = min(self.row_of(self._starts[number]), self.row_of(behind) - self.size.height)
        if self.scroll_y < least:
            self._at_end = False
            self.scroll_to(y=least, animate=False)

    def _show_again(self, number: int, *, stay: bool = False) -> None:
        """Show an item as it is now."""
        first = self._starts[number]
        behind = self._starts[number + 1] if number + 1 < len(self._starts) else len(self._lines)
        shown = self._shown(number)
        self.replace(first, behind, shown, stay=stay or self.searching)
        more = len(shown) - (behind - first)
        if more:
            self._starts[number + 1 :] = [start + more for start in self._starts[number + 1 :]]

    @property
    def _goes_on(self) -> bool:
        """Whether something goes on, such as a battle, so that what is said now stands among its lines."""
        return self.log_of_game.goes_on and self._going >= 0

    def _add(self, line: Line) -> LogEntry:
        """Add a line of its own, which stands where it was said."""
        return self._add_entry(LogEntry(line))

    def _add_entry(self, said: LogEntry) -> LogEntry:
        """See `_add`."""
        end = len(self._items)
        if self._goes_on:
            self._aside.setdefault(self._going, []).append((len(self._items[self._going].details), said))
            self._show_again(self._going)
        else:
            self._items.append(said)
            self._lay_out(end)
        return said

    @property
    def _newest(self) -> LogEntry | None:
        """What was told last; None: a line of what goes on, or nothing yet."""
        last = len(self._items) - 1
        if last in self._aside:
            behind, said = self._aside[last][-1]
            return said if behind == len(self._items[last].details) else None
        return self._items[last] if last >= 0 else None

    def _beneath(self, number: int) -> list[Line]:
        """What lies beneath an item, and what was said meanwhile, in the order in which it happened."""
        lines = list(self._items[number].details)
        for behind, said in reversed(self._aside.get(number, ())):
            lines.insert(behind, said.line)
        return lines

    def _whole(self, number: int) -> list[Line]:
        """All that an item tells, unfolded."""
        return replace(self._items[number], details=self._beneath(number)).whole

    def _shown(self, number: int) -> list[Line]:
        """The lines of an item. What goes on is unfolded until another comes."""
        item, is_open = self._items[number], self._is_open(number)
        sign = ("- " if is_open else "+ ") if item.details else "" if is_heading(item.line) else " "
        beneath: list[Line] = [[("   ", "dim"), *line] for line in self._beneath(number)] if is_open else []
        # What was said is never folded away.
        said = [] if is_open else [each.line for _behind, each in self._aside.get(number, ())]
        # What the player drew stands under what the opponent did, where that is in sight.
        margin = "   " if is_open and item.details else " "
        own: list[Line] = [[(margin, "dim"), *line] for line in [*item.own, *said]]
        lines: list[Line] = [[(sign, "dim"), *item.line], *beneath, *own]
        if not self._word:
            return lines
        here = self._found[1] if self._found is not None and self._found[0] == number else None
        looked_at = [marked(line, self._word, "walk" if row == here else "match") for row, line in enumerate(lines)]
        if here is not None and here < len(looked_at):
            (before, style), *words = looked_at[here]
            point = (self.theme_in_use.glyphs.point, "walk")
            # The sign stands in the margin where there is one: a line wraps as it did.
            looked_at[here] = [point, (before.removeprefix(" "), style), *words]
        return looked_at

    def _is_open(self, number: int) -> bool:
        """Whether what lies beneath an item is shown."""
        return (self._all_unfolded or number == self._going) != (number in self._unfolded)

    def _lay_out(self, changed: int) -> None:
        """The lines of the items from `changed` on."""
        first = self._starts[changed] if changed < len(self._starts) else len(self._lines)
        # What was found stays where it is, whatever comes.
        self.replace(first, len(self._lines), self._lines_from(changed, first), stay=self.searching)

    def _lines_from(self, changed: int, first: int) -> list[Line]:
        """The lines of the items from `changed` on, which begin at line `first`; and where each of these begins."""
        lines: list[Line] = []
        del self._starts[changed:]
        for number in range(changed, len(self._items)):
            self._starts.append(first + len(lines))
            lines += self._shown(number)
        return lines
