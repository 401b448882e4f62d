"""Finding the one slip of the hand in a word of base32 that ends in a checksum.

Words are handled as one large number, five bits a character, so that trying a candidate costs a few microseconds: a
word of the longest size that is searched takes about a third of a second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz234567"
LONGEST_SEARCHED: Final = 1000
"""Characters; the time to search grows with the square of the length."""

_VALUES: Final = {character: value for value, character in enumerate(ALPHABET)}
_BITS: Final = 5

Check = Callable[[bytes], bool]
"""Whether these bytes end in the right checksum."""


class Slip(Enum):
    """What a hand does wrong."""

    EXTRA = auto()
    SWAPPED = auto()
    REPLACED = auto()
    MISSING = auto()


@dataclass(frozen=True, slots=True)
class TypingError:
    """A slip at `index` (from 0): `found` is what stands there, `right` what should ('' for an extra character)."""

    slip: Slip
    index: int
    found: str = ""
    right: str = ""


def decode_base32(word: str) -> bytes | None:
    """The bytes of `word` in lower case without padding; None if another word than theirs spells them, or none."""
    number = 0
    for character in word:
        value = _VALUES.get(character)
        if value is None:
            return None
        number = number << _BITS | value
    return _to_bytes(number, len(word))


def find_typing_error(word: str, check: Check) -> TypingError | None:
    """The slip that made `word` of one whose bytes pass `check`; None if it is not one slip, or the word too long."""
    if len(word) > LONGEST_SEARCHED:
        return None
    for length, number, error in _candidates(word):
        data = _to_bytes(number, length)
        if data is not None and check(data):
            return error
    return None


def _to_bytes(number: int, length: int) -> bytes | None:
    """The bytes that `length` characters spell, if they spell them in the one right way."""
    spare = length * _BITS % 8
    if spare >= _BITS or number & ((1 << spare) - 1):
        return None
    return (number >> spare).to_bytes(length * _BITS // 8, "big")


def _candidates(word: str) -> Iterator[tuple[int, int, TypingError]]:
    """Every word one slip away from `word`: its length, its number, and the slip."""
    foreign = [index for index, character in enumerate(word) if character not in _VALUES]
    if len(foreign) > 1:
        return
    length = len(word)
    values = [_VALUES.get(character, 0) for character in word]
    number = 0
    for value in values:
        number = number << _BITS | value
    for index in foreign or range(length):
        shift = _BITS * (length - index - 1)
        low = number & ((1 << shift) - 1)
        high = number >> (shift + _BITS)
        yield length - 1, high << shift | low, TypingError(Slip.EXTRA, index, word[index])
        if not foreign and index + 1 < length:
            change = (values[index] ^ values[index + 1]) * ((1 << _BITS) + 1)
            yield length, number ^ (change << (shift - _BITS)), TypingError(Slip.SWAPPED, index)
        rest = (high << _BITS) << shift | low
        for right, value in _VALUES.items():
            yield length, rest | value << shift, TypingError(Slip.REPLACED, index, word[index], right)
    for index in range(length + 1) if not foreign else ():
        shift = _BITS * (length - index)
        rest = (number >> shift) << (shift + _BITS) | (number & ((1 << shift) - 1))
        for right, value in _VALUES.items():
            yield length + 1, rest | value << shift, TypingError(Slip.MISSING, index, right=right)
