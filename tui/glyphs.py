"""The signs that the screen is drawn with: one set of Unicode signs, all one column wide, and one of ASCII alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Glyphs:
    """A set of signs. Nothing on the screen is told by colour alone: sides differ by letter and by bracket.

    `plain`: place without anything; `castle`, `resource`, `capital`: places that have one; `disk`: a disk stands here;
    `besieged`: blocks shut in a castle; `bar`, `bar_left`: what is full and what is empty of a bar; `mark`: chosen;
    `point`: what a cursor points at; `braille`: roads are drawn with Braille dots, else with `road` and `highway`;
    `used_road`: on a road that was used.
    """

    name: str
    plain: str
    castle: str
    resource: str
    capital: str
    disk: str
    besieged: str
    bar: str
    bar_left: str
    mark: str
    point: str
    braille: bool
    road: str
    highway: str
    used_road: str

    def text(self, text: str) -> str:
        """`text` in this set: ASCII look-alikes, column for column, if the set is ASCII."""
        return text if self.braille else text.translate(_ASCII).encode("ascii", "replace").decode("ascii")


UNICODE: Final = Glyphs(
    name="unicode",
    plain="○",
    castle="■",
    resource="◆",
    capital="★",
    disk="●",
    besieged="!",
    bar="█",
    bar_left="░",
    mark="■",
    point="▶",
    braille=True,
    road="·",
    highway="=",
    used_road="x",
)

ASCII: Final = Glyphs(
    name="ascii",
    plain="o",
    castle="#",
    resource="$",
    capital="*",
    disk="+",
    besieged="!",
    bar="#",
    bar_left="-",
    mark="x",
    point=">",
    braille=False,
    road=".",
    highway="=",
    used_road="x",
)

GLYPHS: Final[dict[str, Glyphs]] = {glyphs.name: glyphs for glyphs in (UNICODE, ASCII)}

_ASCII: Final = str.maketrans(
    {
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
        "■": "#",
        "○": "o",
        "◆": "$",
        "★": "*",
        "●": "+",
        "█": "#",
        "░": "-",
        "│": "|",
        "’": "'",
    }
)
