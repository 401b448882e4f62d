"""Players' names: short, printable, and the same to every program (THREATS 32).

What a character is, is looked up in the tables of Unicode 3.2, whatever Python's own are: a peer with newer ones must
not take what another refuses. (Internationalised protocols pin the same version, RFC 3454.) Python carries them along.
"""

from __future__ import annotations

from typing import Final
from unicodedata import ucd_3_2_0 as unicode_3_2

MOST_NAME_CHARACTERS: Final = 32
MOST_MARKS: Final = 3
"""How many combining marks may follow each other."""

NAMELESS: Final = "Nameless"

_MARKS: Final = frozenset({"Mn", "Mc"})
_LETTERS: Final = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Nd", "Nl", "No"})
_SIGNS: Final = frozenset({"Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po", "Sm", "Sc", "Sk", "So"})
_VISIBLE: Final = _LETTERS | _SIGNS | _MARKS

_BLANK: Final = frozenset(
    "\u00ad"  # soft hyphen
    "\u034f"  # combining grapheme joiner
    "\u115f\u1160\u3164\uffa0"  # Hangul fillers
    "\u17b4\u17b5"  # Khmer inherent vowels
    "\u180b\u180c\u180d"  # Mongolian variation selectors
    "\u2800"  # Braille pattern without dots
    "\ufe00\ufe01\ufe02\ufe03\ufe04\ufe05\ufe06\ufe07\ufe08\ufe09\ufe0a\ufe0b\ufe0c\ufe0d\ufe0e\ufe0f"
    "\ufffc"  # object replacement character
    "\U0001d159"  # musical symbol null notehead
)
"""Visible by their category, and yet nothing is seen of them."""

_MARKUP: Final = str.maketrans({"[": "(", "]": ")", "<": "(", ">": ")", "\\": "/"})


def clean_name(wish: str) -> str:
    """`wish` made fit: NFC, one line, printable, no brackets that a screen might take for markup, not too long."""
    composed = unicode_3_2.normalize("NFC", wish[: 16 * MOST_NAME_CHARACTERS]).translate(_MARKUP)
    shown = "".join([character if _is_visible(character) else " " for character in composed])
    words = " ".join(filter(None, map(_without_loose_marks, shown.split(" "))))
    shortened = words[:MOST_NAME_CHARACTERS].strip(" ")
    return unicode_3_2.normalize("NFC", shortened) or NAMELESS


def is_clean(name: str) -> bool:
    """Whether `name` is just as `clean_name` would have it. A peer's name that is not is refused, not mended."""
    return len(name) <= MOST_NAME_CHARACTERS and clean_name(name) == name


def _is_visible(character: str) -> bool:
    return character not in _BLANK and unicode_3_2.category(character) in _VISIBLE


def _without_loose_marks(word: str) -> str:
    """`word` without marks that stand on nothing, or on too many others."""
    kept: list[str] = []
    marks = MOST_MARKS
    for character in word:
        marks = marks + 1 if unicode_3_2.category(character) in _MARKS else 0
        if marks <= MOST_MARKS:
            kept.append(character)
    return "".join(kept)
