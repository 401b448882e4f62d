"""The digits and letters by which the lines of a list are taken: a key each, whatever the length of the list."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase
from typing import Final

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


def range_words(signs: Sequence[str]) -> str:
    """Which keys these are: `1 to 9`, or `1 to 9, A to F` where there are more lines."""
    letters = sorted(sign for sign in signs if not sign.isdecimal())
    if not letters:
        return _("1 to 9")
    if len(letters) == 1:
        return _("1 to 9, {letter}").format(letter=letters[0])
    return _("1 to 9, {first} to {last}").format(first=letters[0], last=letters[-1])
