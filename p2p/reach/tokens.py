"""Words that are copied by hand or by chat: an invite, an answer to it.

Five bits a letter, 32 bits of a hash at the end. Letters and digits only, so that no chat program makes a link or a
smiley of them. Whatever was mistyped or cut off is refused, and a single slip is located.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from p2p.reach.ways import Fact, Facts, facts

ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz234567"
LONGEST_TEXT: Final = 4000
"""Characters of pasted text that are looked at."""
_CHECK_SIZE: Final = 4
_VALUES: Final = {character: value for value, character in enumerate(ALPHABET)}
_INVISIBLE: Final = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))
_AROUND: Final = "\"'`´<>()[]{}.,;:*_~|«»“”‘’"


class Slip(StrEnum):
    """What is wrong with a word. Places count from 1, in the word without spaces."""

    EMPTY = "empty"
    TOO_LONG = "too-long"
    """length, most"""
    NO_INVITE = "no-invite"
    """It does not begin as such a word does. begins"""
    OTHER_VERSION = "other-version"
    """version"""
    WRONG_CHARACTER = "wrong-character"
    """place; right: the character that should be there"""
    MISSING_CHARACTER = "missing-character"
    """place, right"""
    EXTRA_CHARACTER = "extra-character"
    """place"""
    SWAPPED_CHARACTERS = "swapped-characters"
    """place: of the first of the two"""
    STRANGE_CHARACTER = "strange-character"
    """place: of the first character that no such word contains, if there are several"""
    DAMAGED = "damaged"
    """length: it is cut, or has several slips"""
    OTHER_GAME = "other-game"
    """It is whole, and answers another invite."""
    CONTENTS = "contents"
    """The check fits, but not what stands in it. field"""


class TokenError(Exception):
    """A word that is none. The exception's text is for programmers only."""

    def __init__(self, slip: Slip, **named: Fact) -> None:
        super().__init__(slip.value, *facts(**named))
        self.slip: Final = slip
        self.facts: Final[Facts] = facts(**named)


@dataclass(frozen=True, slots=True)
class Spelling:
    """How one kind of word is written: `prefix` ends in the digit of its version, `label` goes into the check."""

    prefix: str
    label: bytes
    longest: int
    """Characters of the longest word."""

    def write(self, data: bytes) -> str:
        """The word for `data`."""
        whole = data + self.check(data)
        length = -(-len(whole) * 8 // 5)
        value = int.from_bytes(whole, "big") << (length * 5 - len(whole) * 8)
        return self.prefix + "".join(ALPHABET[value >> 5 * place & 31] for place in reversed(range(length)))

    def read(self, text: str) -> bytes:
        """The data of the word in `text`, in either case, wrapped, and with what chat programs put around it.

        Raises TokenError that says where the slip is; takes a fraction of a second whatever the text.
        """
        if len(text) > LONGEST_TEXT:
            raise TokenError(Slip.TOO_LONG, length=len(text), most=LONGEST_TEXT)
        word = "".join(text.translate(_INVISIBLE).split()).lower().strip(_AROUND)
        if not word:
            raise TokenError(Slip.EMPTY)
        if not word.startswith(self.prefix):
            version = re.match(rf"{self.prefix[:-1]}([0-9])", word)
            if version is not None:
                raise TokenError(Slip.OTHER_VERSION, version=int(version[1]))
            raise TokenError(Slip.NO_INVITE, begins=self.prefix)
        if len(word) > self.longest:
            raise TokenError(Slip.TOO_LONG, length=len(word), most=self.longest)
        body = word[len(self.prefix) :]
        value = value_of(body)
        data = None if value is None else self.checked(value, len(body))
        if data is None:
            raise self._slip(body)
        return data

    def check(self, data: bytes) -> bytes:
        """What stands behind the data."""
        return hashlib.sha256(self.label + b"\0" + data).digest()[:_CHECK_SIZE]

    def checked(self, value: int, length: int) -> bytes | None:
        """The data in `length` characters of `value` together; None unless spare bits and check are right."""
        spare = length * 5 % 8
        size = length * 5 // 8
        if spare >= 5 or value & ((1 << spare) - 1) or size <= _CHECK_SIZE:
            return None
        whole = (value >> spare).to_bytes(size, "big")
        data, check = whole[:-_CHECK_SIZE], whole[-_CHECK_SIZE:]
        return data if self.check(data) == check else None

    def _slip(self, body: str) -> TokenError:
        """What is wrong with a body that does not pass the check."""
        strange = [index for index, character in enumerate(body) if character not in _VALUES]
        before = len(self.prefix) + 1
        if len(strange) <= 1:
            value = value_of("".join(character if character in _VALUES else "a" for character in body)) or 0
            for slip, place, changed, length, right in _neighbours(value, len(body), strange):
                if self.checked(changed, length) is not None:
                    named: dict[str, Fact] = {} if right is None else {"right": ALPHABET[right]}
                    return TokenError(slip, place=place + before, **named)
        if strange:
            return TokenError(Slip.STRANGE_CHARACTER, place=strange[0] + before)
        return TokenError(Slip.DAMAGED, length=len(self.prefix) + len(body))


def value_of(body: str) -> int | None:
    """The number that a word spells behind its prefix; None if a character is none of ours."""
    value = 0
    for character in body:
        digit = _VALUES.get(character)
        if digit is None:
            return None
        value = value << 5 | digit
    return value


def _neighbours(value: int, length: int, only: list[int]) -> Iterator[tuple[Slip, int, int, int, int | None]]:
    """Every body one slip away, in numbers: what slip, at which index, the value, its length, the right digit.

    `only`: the indexes where the slip is known to be, if it is known.
    """
    for index in only or range(length):
        below = 5 * (length - 1 - index)
        high, low = value >> below + 5, value & ((1 << below) - 1)
        yield Slip.EXTRA_CHARACTER, index, high << below | low, length - 1, None
        for digit in range(32):
            yield Slip.WRONG_CHARACTER, index, (high << 5 | digit) << below | low, length, digit
    if only:
        return
    for index in range(length - 1):
        below = 5 * (length - 2 - index)
        pair = value >> below & 1023
        swapped = (pair & 31) << 5 | pair >> 5
        yield Slip.SWAPPED_CHARACTERS, index, value ^ (pair ^ swapped) << below, length, None
    for index in range(length + 1):
        below = 5 * (length - index)
        high, low = value >> below, value & ((1 << below) - 1)
        for digit in range(32):
            yield Slip.MISSING_CHARACTER, index, (high << 5 | digit) << below | low, length + 1, digit
