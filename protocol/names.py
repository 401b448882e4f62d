"""Players' names: short, printable, and safe to show anywhere (THREATS 32)."""

from __future__ import annotations

import unicodedata
from typing import Final

MOST_NAME_CHARACTERS: Final = 32
NAMELESS: Final = "Nameless"

_MARKUP: Final = str.maketrans({"[": "(", "]": ")", "<": "(", ">": ")", "\\": "/"})


def clean_name(wish: str) -> str:
    """`wish` made fit: NFC, one line, printable, no brackets that a screen might take for markup, not too long."""
    composed = unicodedata.normalize("NFC", wish[: 16 * MOST_NAME_CHARACTERS]).translate(_MARKUP)
    printable = "".join(character if _printable(character) else " " for character in composed)
    shortened = " ".join(printable.split())[:MOST_NAME_CHARACTERS].strip()
    return unicodedata.normalize("NFC", shortened) or NAMELESS


def is_clean(name: str) -> bool:
    """Whether `name` is just as `clean_name` would have it. A peer's name that is not is refused, not mended."""
    return len(name) <= MOST_NAME_CHARACTERS and clean_name(name) == name


def _printable(character: str) -> bool:
    return character.isprintable() and unicodedata.category(character) not in {"Cf", "Co", "Cn", "Cs"}
