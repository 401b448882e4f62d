"""The digits and letters by which the lines of a list are taken: a key each, whatever the length of the list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tui.boards import Spot
from tui.dialogue import Row
from tui.keys import TAKEN, keys_in_force
from tui.language import _

DIGITS: Final = "123456789"
"""The lines that have a digit of their own; those after them have a capital letter. (0 is `tui.steps.MORE`.)"""
LETTERS: Final = "AEFGHIJKOPQTYZ"
"""The capital letters that are no usual keys and no marks of places."""
MARKS: Final = "BCLX"
"""Those that a board marks places with, for what a march costs or a battle: keys only where all others are given."""


def free_letters() -> list[str]:
    """The capital letters that do nothing else, those last that are marks on a board."""
    chosen = [key for action, key in keys_in_force().items() if not action.startswith("replay.")]
    used = TAKEN["game"].union(chosen)
    return [letter for letter in LETTERS + MARKS if letter not in used]


def signs_of(rows: Sequence[Row]) -> dict[str, int]:
    """The key of each line that has none of its own and can be chosen, as far as there are keys."""
    taken = _without_key(rows)
    return dict(zip(_keys(len(taken)), taken, strict=False))


def _without_key(rows: Sequence[Row]) -> list[int]:
    return [number for number, row in enumerate(rows) if row.ready and not row.key and not row.confirms]


def _keys(lines: int) -> list[str]:
    return [*DIGITS, *free_letters()] if lines > len(DIGITS) else [*DIGITS]


class LastingSigns:
    """The keys of lists that follow one another: a line keeps its own while others come and go.

    A line is known by its spot, and by how many before it have the same; one that is `passing` counts apart.
    """

    def __init__(self) -> None:
        self._name = ""
        self._kept: dict[tuple[Spot | None, int], str] = {}
        self._last: dict[tuple[Spot | None, int], str] = {}

    def signs_of(self, rows: Sequence[Row], name: str) -> dict[str, int]:
        """As the function so called, for the next of the lists of this `name`.

        The lines of the first of them keep their keys for all that follow, others as long as they stand there.
        """
        lines = dict(zip(_named(rows), _without_key(rows), strict=True))
        if name != self._name:
            self._name, self._kept, self._last = name, dict(zip(lines, _keys(len(lines)), strict=False)), {}
        keys = _keys(len({*self._kept, *self._last, *lines}))
        held = self._last | self._kept
        now = {line: held[line] for line in lines if line in held}
        taken = {*now.values(), *self._kept.values()}
        free = [key for key in keys if key not in taken]
        now |= dict(zip([line for line in lines if line not in now], free, strict=False))
        order = [*DIGITS, *LETTERS, *MARKS].index
        for spot in {spot for spot, _number in now}:
            # Of several lines of a spot the first has the first key: lines can stand in the order of their keys.
            here = sorted(line for line in now if line[0] == spot and line[1] >= 0)
            now |= dict(zip(here, sorted([now[line] for line in here], key=order), strict=True))
        self._last = now
        return {key: lines[line] for line, key in sorted(now.items(), key=lambda each: order(each[1]))}


def _named(rows: Sequence[Row]) -> list[tuple[Spot | None, int]]:
    """What each line that gets a key is known by."""
    lines = [(rows[number].spot, rows[number].passing) for number in _without_key(rows)]
    found = []
    for number, (spot, passing) in enumerate(lines):
        before = lines[:number].count((spot, passing))
        found.append((spot, -1 - before if passing else before))
    return found


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
