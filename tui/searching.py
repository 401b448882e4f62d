"""Finds a word in lines of text, whatever its case and accents, and marks it there."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final
from unicodedata import normalize

from tui.lines import Line, plain_text

_LONG: Final = 4


def folded(text: str) -> str:
    """A text of the same length without capitals and accents: `mori` finds `Mōri`."""
    lower = text.lower()
    if len(lower) != len(text):
        lower = "".join([sign.lower()[0] for sign in text])
    return lower if lower.isascii() else "".join([normalize("NFD", sign)[0] for sign in lower])


def has(line: Line, word: str) -> bool:
    """Whether a line has a word, which is `folded`."""
    return word in folded(plain_text(line))


def stem(word: str) -> str:
    """What a word of four letters or more has in common with its singular or plural, as far as its end tells."""
    if len(word) < _LONG or not word.isalpha():
        return word
    if word.endswith("ies"):
        return word[:-3]
    word = word.removesuffix("s")
    return word[:-1] if len(word) >= _LONG and word[-1] in "aeiouy" else word


def as_found(text: str, word: str) -> str:
    """A word, which is `folded` as the text is, or else its `stem` if the text has that alone; empty if neither."""
    return next((each for each in (word, stem(word)) if each in text), "")


def places(text: str, word: str) -> list[tuple[int, int]]:
    """From where to where a text has a word, which is `folded`, one place after another."""
    return [found.span() for found in re.finditer(re.escape(word), folded(text))] if word else []


def marked(line: Line, word: str, style: str) -> Line:
    """A line with another style wherever it has the word, which is `folded`."""
    ends = places(plain_text(line), word)
    if not ends:
        return line
    pieces: list[tuple[str, str]] = []
    offset = 0
    for piece, own in line:
        cuts = {0, len(piece), *[end - offset for pair in ends for end in pair if offset < end < offset + len(piece)]}
        for first, last in pairwise(sorted(cuts)):
            within = any(start <= offset + first < end for start, end in ends)
            pieces.append((piece[first:last], style if within else own))
        offset += len(piece)
    return pieces
