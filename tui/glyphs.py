"""The signs that the screen is drawn with: one set of Unicode signs, all one column wide, and one of ASCII alone."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Glyphs:
    """A set of signs.

    `bar`, `bar_left`: what is full and what is empty of a bar; `mark`: chosen; `point`: what a cursor points at; `aim`:
    what a line of the list points at; `trail`: a way that the opponent has taken; `way`: one that the
    player plans or points at; `advised`: one that a hint advises.
    """

    name: str
    ascii: bool
    bar: str
    bar_left: str
    mark: str
    point: str
    aim: str
    trail: str
    way: str
    advised: str

    def text(self, text: str) -> str:
        """`text` in this set: ASCII look-alikes, column for column, if the set is ASCII."""
        return text.translate(_ASCII).encode("ascii", "replace").decode("ascii") if self.ascii else text


UNICODE: Final = Glyphs(
    "unicode", ascii=False, bar="█", bar_left="░", mark="■", point="▶", aim="▷", trail="▚", way="•", advised="◦"
)
ASCII: Final = Glyphs(
    "ascii", ascii=True, bar="#", bar_left="-", mark="x", point=">", aim="?", trail=":", way='"', advised=","
)

GLYPHS: Final[dict[str, Glyphs]] = {glyphs.name: glyphs for glyphs in (UNICODE, ASCII)}


def glyphs_for(environment: Mapping[str, str] = os.environ) -> Glyphs:
    """The signs to draw with: ASCII if SEKIGAHARA_ASCII is set or the locale's encoding is not Unicode."""
    if environment.get("SEKIGAHARA_ASCII"):
        return ASCII
    locale = next((environment[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environment.get(name)), "")
    encoding = locale.partition(".")[2].partition("@")[0].lower().replace("-", "")
    return UNICODE if encoding == "utf8" or not locale else ASCII


_ASCII: Final = str.maketrans(
    {
        "\u00a0": " ",
        "ō": "o",
        "Ō": "O",
        "→": ">",
        "←": "<",
        "↑": "^",
        "↓": "v",
        "—": "-",
        "–": "-",
        "─": "-",
        "·": ".",
        "×": "x",
        "…": "~",
        "▶": ">",
        "▷": "?",
        "■": "#",
        "○": "o",
        "◆": "$",
        "★": "*",
        "●": "@",
        "█": "#",
        "░": "-",
        "│": "|",
        "▲": "^",
        "▼": "v",
        "▽": "V",
        "»": "}",
        "«": "{",
        "›": ">",
        "‹": "<",
        "⊕": "m",
        "’": "'",
        "†": "f",
    }
)
