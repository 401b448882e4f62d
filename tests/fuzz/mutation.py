"""Changes to an input that keep its encoding whole, so that they reach what lies behind the decoder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from protocol.canonical import Plain

ODD: Final[tuple[Plain, ...]] = (None, False, True, 0, 1, -1, 7, 2**31, "", b"", [], [[]])
"""Values that a field hardly ever holds."""


def leaves(value: Plain) -> Iterator[Plain]:
    """Everything in a value that is no list."""
    if isinstance(value, list):
        for each in value:
            yield from leaves(each)
    else:
        yield value


def changed(value: Plain, known: Sequence[Plain], chance: Random) -> Plain:
    """A copy of `value` in which one thing is another: a `known` or odd value, a number near by, or a list's length."""
    if isinstance(value, list) and value and chance.random() < 0.85:
        place = chance.randrange(len(value))
        return [*value[:place], changed(value[place], known, chance), *value[place + 1 :]]
    if isinstance(value, list):
        return _another_list(value, known, chance)
    if isinstance(value, int) and chance.random() < 0.4:
        return int(value) + chance.choice((-1, 1))
    return chance.choice(known if chance.random() < 0.9 else ODD)


def _another_list(value: list[Plain], known: Sequence[Plain], chance: Random) -> Plain:
    match chance.randrange(5):
        case 0 if value:
            place = chance.randrange(len(value))
            return value[:place] + value[place + 1 :]
        case 1 if value:
            return [*value, chance.choice(value)]
        case 2 if len(value) > 1:
            return chance.sample(value, len(value))
        case 3:
            return chance.choice(ODD)
        case _:
            return [*value, chance.choice(known)]
