"""Lines of text with named styles: what logs and pages are made of. Says what, not how it looks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from rich.cells import cell_len

Line: TypeAlias = Sequence[tuple[str, str]]
"""A line as pieces of text with the names of their styles (`tui.theme`). Nothing in it is ever read as markup."""

GAP: Final = "gap"
"""The style of spaces that a line with a row of its own (`LineView`) has so many of that its end is at the right."""

TIE: Final = "\u00a0"
"""Stands for a space at which no row of a page ends: see `tied`."""
HELD: Final = "\u2800"
"""What it is while lines are broken: Rich and Textual break them at a no-break space too."""


def tied(text: str) -> str:
    """A text that stays in one row of a page wherever that has room for it; a box has columns enough."""
    return text.replace(" ", TIE)


def plain_text(line: Line) -> str:
    """The text of a line without its styles."""
    return "".join([text for text, _ in line])


def side_by_side(parts: Iterable[Line]) -> Line:
    """Lines in one, apart from each other."""
    return [piece for number, part in enumerate(parts) for piece in [*([("  ", "plain")] if number else []), *part]]


def sided(text: str, names: Iterable[str], styles: Iterable[str], style: str = "plain") -> Line:
    """A line in which the one of `names` that it begins with has its own of `styles`."""
    for name, own in zip(names, styles, strict=True):
        if text.startswith(name):
            return [(name, own), (text[len(name) :], style)]
    return [(text, style)]


def first_sentence(text: str) -> str:
    """What a text says first."""
    first, ends, rest = text.partition(". ")
    return first + ends.strip() if rest else text


def clauses(text: str) -> list[str]:
    """A text, and what begins it as far as the end of each of its words, the longest first."""
    words = text.split(" ")
    return [text, *[" ".join(words[:count]).rstrip(";,—") + " …" for count in range(len(words) - 1, 0, -1)]]


def columns(text: str) -> int:
    """How many columns a text takes."""
    return cell_len(text)


def fits(line: Line, width: int) -> bool:
    """Whether a line has room in so many columns."""
    return cell_len(plain_text(line)) <= width


def longest_that_fits(lines: Sequence[Line], width: int) -> Line:
    """The first of several ways to say something, the longest first, that has room; the last if none has."""
    return next((line for line in lines if fits(line, width)), lines[-1])
