"""What stays together where lines are broken into rows: an item of a list, a few words in brackets, a figure's sign."""

from __future__ import annotations

import re
from typing import Final

from rich.segment import Segment
from textual.content import Content
from textual.geometry import Region
from textual.strip import Strip
from textual.widgets import Static

from tui.lines import HELD, TIE

_TIMES: Final = " × "
"""How many there are of what follows stands before it."""
_TOGETHER: Final = re.compile(
    rf"{_TIMES}"
    r"|(?:(?<=, )|(?<=: )|^)[^\W_a-z][^,.;:()\n]{1,22}(?=[,.;)\n]| \(|$)"  # a short item of a list: `Mōri 2 +2`
    r"|\([^()\n]{1,16}\)"
    r"| \+\d",
    re.MULTILINE,
)

_PIECES: Final = re.compile(r"[A-Z][a-z]?\d\S? [A-Z][a-z]?\d")
"""Codes of pieces beside each other: a row may end between them, for a list of them may be long."""


def held(text: str, columns: int | None = None) -> str:
    """The text, as long as it is, with blanks that hold together what belongs in one row.

    Of what is longer than a row has `columns` a count is held to what is counted, and nothing else.
    """

    def joined(found: re.Match[str]) -> str:
        if _PIECES.search(found[0]):
            return found[0]
        if columns is None or len(found[0]) < columns:  # with the comma behind it
            return found[0].replace(" ", HELD)
        return found[0].replace(_TIMES, _TIMES.replace(" ", HELD))

    return _TOGETHER.sub(joined, text).replace(TIE, HELD)


def let_go(text: str) -> str:
    """The same with spaces again, once rows are made of it."""
    return text.replace(HELD, " ")


class HeldStatic(Static):
    """A text whose content is `held`: it is shown with spaces."""

    def __init__(self, text: Content, *, id: str | None = None) -> None:  # noqa: A002 (Textual's name)
        super().__init__(_held(text), id=id, markup=False)

    def say(self, text: Content) -> None:
        """Show another text."""
        self.update(_held(text))

    def render_lines(self, crop: Region) -> list[Strip]:
        """See `Widget.render_lines`."""
        return [
            Strip([Segment(let_go(text), style, control) for text, style, control in strip], strip.cell_length)
            for strip in super().render_lines(crop)
        ]


def _held(text: Content) -> Content:
    return Content(held(text.plain), spans=list(text.spans))
