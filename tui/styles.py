"""The colours of what is drawn cell by cell. What a colour says, a letter, a sign or a bracket says as well."""

from __future__ import annotations

from typing import Final

from rich.style import Style

STYLES: Final[dict[str, Style]] = {
    name: Style.parse(definition)
    for name, definition in {
        "sea": "",
        "road": "#7a7a7a",
        "highway": "bold #d7a84a",
        "used": "bold #d75f5f",
        "name": "#dedede",
        "nobody": "#9a9a9a",
        "tokugawa": "bold #f4f4f4 on #3b4a86",
        "ishida": "bold #1c1400 on #d8b13c",
        "tokugawa-control": "bold #93a8ff",
        "ishida-control": "bold #e8c557",
        "faces": "italic #b9c6b0",
        "battle": "bold #ffffff on #9c2f2f",
        "heading": "bold",
        "dim": "dim",
        "bold": "bold",
        "good": "bold #7fd07f",
        "bad": "bold #f08080",
        "chat": "#8fd3ff",
        "own": "#a8d8a0",
        "key": "bold #e8c557",
        "plain": "",
    }.items()
}

TARGET: Final = Style.parse("bold underline")
"""Laid over a location that may be picked."""

PATH: Final = Style.parse("bold #7fff7f")
"""Laid over a road that is pointed at."""

CURSOR: Final = Style.parse("bold reverse")
"""Laid over the location of the cursor."""

SIDE_STYLE: Final = ("tokugawa", "ishida")
