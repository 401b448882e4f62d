"""Rows of the screen that Textual has drawn, with signs of the client's own in them."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len
from rich.segment import Segment
from textual.strip import Strip

from tui.glyphs import Glyphs

CUT: Final = "…"
"""Stands where a line is cut."""


def with_sign(strip: Strip, x: int, sign: str) -> Strip:
    """A row with another sign in one of its columns, drawn as what it covers."""
    [*_, before] = strip.crop(x, x + 1)
    return Strip.join([strip.crop(0, x), Strip([Segment(sign, before.style)], 1), strip.crop(x + 1)])


def with_end_cut(strip: Strip, glyphs: Glyphs) -> Strip:
    """A row whose words go on where nobody sees them, and say so by a sign behind the last, or in its last column."""
    if not strip.cell_length:
        return strip
    return with_sign(strip, min(cell_len(strip.text.rstrip()), strip.cell_length - 1), glyphs.text(CUT))


def in_signs(strip: Strip, glyphs: Glyphs) -> Strip:
    """A row that Textual has cut, with the sign of that in those in use."""
    if not glyphs.ascii or CUT not in strip.text:
        return strip
    return Strip([Segment(glyphs.text(text), style) for text, style, _control in strip], strip.cell_length)
