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
_MOST_RUNS: Final = 3
"""So many ranges of letters are named, as letters between them that are keys of something else part them."""


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
    """Which keys these are, and no other: `1 to 3`, or `1 to 9, A, E to K` where there are more lines."""
    letters = sorted(sign for sign in signs if not sign.isdecimal())
    if not letters:
        return _run_words(sorted(signs, key=DIGITS.index))
    runs: list[list[str]] = []
    for letter in letters:
        if runs and ord(letter) == ord(runs[-1][-1]) + 1:
            runs[-1].append(letter)
        else:
            runs.append([letter])
    if len(runs) > _MOST_RUNS:
        return _("1 to 9, and the letters shown")
    return _("1 to 9, {letters}").format(letters=", ".join(map(_run_words, runs)))


def _run_words(signs: Sequence[str]) -> str:
    """Signs one after another: `A`, `A, B`, `A to C`."""
    return ", ".join(signs) if len(signs) < 3 else _("{first} to {last}").format(first=signs[0], last=signs[-1])
