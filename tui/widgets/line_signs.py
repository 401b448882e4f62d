"""The digits and letters by which the lines of a list are taken: a key each, whatever the length of the list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tui.dialogue import Row
from tui.keys import TAKEN, keys_in_force
from tui.language import _

DIGITS: Final = "123456789"
"""The lines that have a digit of their own; those after them have a capital letter. (0 is `tui.steps.MORE`.)"""
LETTERS: Final = "AEFGHIJKOPQTYZ"
"""The capital letters that are no usual keys and no marks of places."""
MARKS: Final = "BCLX"
"""Those that a board marks places with, for what a march costs or a battle. Where it does so for the lines of a list
they are keys only when all others are given."""


def free_letters(*, marked: bool = True) -> list[str]:
    """The capital letters that do nothing else: in order, but last those that are marks on a board that is `marked`."""
    chosen = [key for action, key in keys_in_force().items() if not action.startswith("replay.")]
    used = TAKEN["game"].union(chosen)
    letters = LETTERS + MARKS if marked else sorted(LETTERS + MARKS)
    return [letter for letter in letters if letter not in used]


def signs_of(rows: Sequence[Row]) -> dict[str, int]:
    """The key of each line that has none of its own and can be chosen, as far as there are keys."""
    taken = _without_key(rows)
    marked = any(row.tag for row in rows)
    return dict(zip(_keys(len(taken), marked=marked), taken, strict=False))


def _without_key(rows: Sequence[Row]) -> list[int]:
    return [number for number, row in enumerate(rows) if row.ready and not row.key and not row.confirms]


def _keys(lines: int, *, marked: bool) -> list[str]:
    return [*DIGITS, *free_letters(marked=marked)] if lines > len(DIGITS) else [*DIGITS]


def range_words(signs: Sequence[str]) -> str:
    """Which keys these are: `1 to 3`, or `1 to 9, A to K` where there are more lines."""
    letters = sorted(sign for sign in signs if not sign.isdecimal())
    if not letters:
        digits = sorted(signs, key=DIGITS.index)
        if len(digits) < 3:
            return ", ".join(digits)
        return _("{first} to {last}").format(first=digits[0], last=digits[-1])
    if len(letters) == 1:
        return _("1 to 9, {letter}").format(letter=letters[0])
    return _("1 to 9, {first} to {last}").format(first=letters[0], last=letters[-1])
