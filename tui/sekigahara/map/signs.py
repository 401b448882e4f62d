"""The signs of the map: one set of Unicode signs, all one column wide, and one of ASCII alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tui.glyphs import Glyphs


@dataclass(frozen=True, slots=True)
class Signs:
    """A set of signs. Nothing on the map is told by colour alone: sides differ by letter and by bracket.

    `plain`: location without anything; `castle`, `resource`, `capital`: locations that have one; `disk`: a disk stands
    here; `besieged`: blocks shut in a castle; `braille`: roads and coast are drawn with Braille dots, else with `road`,
    `highway` and `coast`; `used_road`: on a road that was used; `ties`: right under a marker, before blocks and after
    them, and right over one: they tell whose these are.
    """

    plain: str
    castle: str
    resource: str
    capital: str
    disk: str
    besieged: str
    braille: bool
    road: str
    highway: str
    used_road: str
    coast: str
    ties: tuple[str, str, str, str]


USED_ROAD: Final = "×"
"""On a road that was used in this movement phase. Beside a name it is taken for none of its letters."""
BATTLE: Final = "B"
"""Where there would be a battle, in both sets."""
_UNICODE: Final = Signs(
    plain="○",
    castle="■",
    resource="◆",
    capital="★",
    disk="●",
    besieged="^",
    braille=True,
    road="·",
    highway="=",
    used_road=USED_ROAD,
    coast="~",
    ties=("└", "┘", "┌", "┐"),
)

_ASCII: Final = Signs(
    plain="o",
    castle="#",
    resource="$",
    capital="*",
    disk="@",
    besieged="|",
    braille=False,
    road=".",
    highway="=",
    used_road="x",
    coast="'",
    ties=("\\", "/", "/", "\\"),
)


def signs_for(glyphs: Glyphs) -> Signs:
    """The map's signs that go with the client's."""
    return _ASCII if glyphs.ascii else _UNICODE
