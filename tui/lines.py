"""Lines of text with named styles: what logs and pages are made of. Says what, not how it looks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from rich.cells import cell_len

Line: TypeAlias = Sequence[tuple[str, str]]
"""A line as pieces of text with the names of their styles (`tui.theme`). Nothing in it is ever read as markup."""


def plain_text(line: Line) -> str:
    """The text of a line without its styles."""
    return "".join([text for text, _ in line])


def columns(text: str) -> int:
    """How many columns a text takes."""
    return cell_len(text)


def fits(line: Line, width: int) -> bool:
    """Whether a line has room in so many columns."""
    return cell_len(plain_text(line)) <= width


def longest_that_fits(lines: Sequence[Line], width: int) -> Line:
    """The first of several ways to say something, the longest first, that has room; the last if none has."""
    return next((line for line in lines if fits(line, width)), lines[-1])
