"""The digits and letters by which the lines of a list are taken: a key each, whatever the length of the list."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase
from typing import Any, Final

from tui.dialogue import Row
from tui.keys import TAKEN, keys_in_force
from tui.language import _

NUMBERED: Final = 9
"""The lines that have a digit of their own; those after them have a capital letter."""


def free_letters() -> list[str]:
    """The capital letters that do nothing else, in the order of the alphabet."""
    chosen = [key for action, key in keys_in_force().items() if not action.startswith("replay.")]
    used = TAKEN["game"].union(chosen)
    return [letter for letter in ascii_uppercase if letter not in used]


def signs_of(rows: Sequence[Row]) -> dict[str, int]:
    """The key of each line that has none of its own and can be chosen, as far as there are keys."""
    taken = [number for number, row in enumerate(rows) if row.ready and not row.key and not row.confirms]
    keys = [str(digit) for digit in range(1, NUMBERED + 1)]
    if len(taken) > NUMBERED:
        keys += free_letters()
    return dict(zip(keys, taken, strict=False))


class LineSigns:
    """The keys of the lines of one list, from the first on: while it is open, what has had a key keeps it."""

    def __init__(self) -> None:
        self._kept: dict[tuple[Any, ...], str] = {}

    def of(self, rows: Sequence[Row]) -> dict[str, int]:
        """The key of each line.

        A line is known again by its spot, by its text if it has none, and by how many of such come before it.
        """
        known: dict[tuple[Any, ...], int] = {}
        for number, row in enumerate(rows):
            if row.ready and not row.key and not row.confirms:
                what = ("", row.text) if row.spot is None else (row.spot,)
                nth = next(n for n in range(len(rows)) if (*what, n) not in known)
                known[(*what, nth)] = number
        if not self._kept:
            self._kept = dict(zip(known, signs_of(rows), strict=False))
        free = [sign for sign in _all_signs() if sign not in self._kept.values()]
        for line, sign in zip([line for line in known if line not in self._kept], free, strict=False):
            self._kept[line] = sign
        signs = {self._kept[line]: number for line, number in known.items() if line in self._kept}
        return {sign: signs[sign] for sign in sorted(signs, key=signs.__getitem__)}


def _all_signs() -> list[str]:
    """All keys that lines may have, the digits first."""
    return [*[str(digit) for digit in range(1, NUMBERED + 1)], *free_letters()]


def range_words(signs: Sequence[str]) -> str:
    """Which keys these are: `1 to 9`, or `1 to 9, A to F` where there are more lines."""
    letters = sorted(sign for sign in signs if not sign.isdecimal())
    if not letters:
        return _("1 to 9")
    if len(letters) == 1:
        return _("1 to 9, {letter}").format(letter=letters[0])
    return _("1 to 9, {first} to {last}").format(first=letters[0], last=letters[-1])
