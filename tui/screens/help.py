"""The help: what it says of the keys, to which the game adds what is to be known of itself, and its box."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar, Final

from textual.binding import Binding, BindingType
from textual.content import Content, Span
from textual.style import Style

from tui.keys import ACTIONS, changed_keys, shown, usual
from tui.language import N_, _, long_text
from tui.lines import HELD
from tui.screens.text import TextScreen
from tui.theme import Theme

_WIDTH: Final = 74
_HEADING: Final = re.compile(r"(?:\A|(?<=\n\n))\S[^(\n]*[^(\n ]")
"""What heads a section, behind an empty line and without what is added in brackets."""
_SECTION: Final = "section"
"""What the headings are marked with, to be found again in the rows of the text: their number."""


class HelpScreen(TextScreen):
    """The help. Its sections are named above it: a click on one leads there, Tab to the next, around the end."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "next_section(1)", N_("Next section"), show=False, id="help.next"),
        Binding("shift+tab", "next_section(-1)", N_("Section before"), show=False, id="help.previous"),
    ]

    def __init__(self, text: str, theme: Theme, **options: Any) -> None:
        """`options` are those of `TextScreen`."""
        self._count, content = _with_sections(theme.text(text), theme)
        super().__init__(_("Help"), content, theme, **options)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """See `DOMNode.check_action`. In a search Tab goes to its line and back."""
        return not self.searches if action == "next_section" else super().check_action(action, parameters)

    def _further_keys(self) -> list[str]:
        return [_("{key}: next section").format(key=shown("tab"))]

    def action_next_section(self, direction: int) -> None:
        """Go to the next section or to the one before; from the last that can be gone to, to the top."""
        box = self.query_one("#box")
        at, end = round(box.scroll_y), round(box.max_scroll_y)
        # The first section is in sight at the top, below the list of all.
        rows = [0, *[row for row in map(self._row_of_section, range(1, self._count)) if row is not None]]
        if direction > 0:
            row = 0 if at >= end else min([row for row in rows if row > at], default=0)
        else:
            row = end if at <= 0 else max([row for row in rows if row < at], default=0)
        box.scroll_to(y=row, animate=False)

    def action_section(self, number: int) -> None:
        """Go to one of the sections."""
        self.query_one("#box").scroll_to(y=self._row_of_section(number), animate=False)

    def _row_of_section(self, number: int) -> int | None:
        return self._row_of(_SECTION, number)


def _with_sections(text: str, theme: Theme) -> tuple[int, Content]:
    """How many sections a text has, and the text with their headings marked, below a list of them."""
    found = list(_HEADING.finditer(text))
    style = Style.parse(theme.textual_style("heading"))
    spans = [
        Span(heading.start(), heading.end(), style + Style.from_meta({_SECTION: number}))
        for number, heading in enumerate(found)
    ]
    names: list[Content] = []
    for number, heading in enumerate(found):
        # Held together, a name is not broken into two rows, nor found by a search that is for the section.
        names.append(Content(heading[0].replace(" ", HELD)).stylize(f"@click=screen.section({number})"))
    listed = Content(theme.text(" · ")).join(names)
    return len(found), Content.assemble(listed, "\n\n", Content(text, spans=spans))


def help_text(board: str, pages: Sequence[tuple[str, str, str]], game: str) -> str:
    """The help. `pages` are those of the key bar: function key, letter, name. `game` is the game's part."""
    return (
        own_keys("game", "port")
        + long_text("tui", "keys.txt").format(board=_(board), heading=_(board).upper(), pages=_page_lines(pages))
        + "\n"
        + game
    )


def own_keys(*groups: str) -> str:
    """The keys that the player has chosen, before those that are told as usual; empty if there are none."""
    lines = [
        f"  {shown(key):<10} {_(ACTIONS[name].what)}  ({_('not {key}').format(key=shown(usual(name)))})"
        for name, key in changed_keys().items()
        if name.partition(".")[0] in groups
    ]
    return "\n".join([_("KEYS OF YOUR OWN"), *lines, "", ""]) if lines else ""


def _page_lines(pages: Sequence[tuple[str, str, str]]) -> str:
    lines = [""]
    for key, letter, name in pages:
        entry = f"  {key} {letter}  {_(name)}  "
        if len(lines[-1]) + len(entry) > _WIDTH:
            lines.append("")
        lines[-1] += entry
    return "\n".join([line.rstrip() for line in lines])
