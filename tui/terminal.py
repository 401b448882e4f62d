"""What the terminal says of itself before the screen is taken over: how wide its signs are, and if it has colours."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import MutableMapping
from typing import Final

from p2p.system import ask_terminal, colours_of
from tui.glyphs import ASCII, Glyphs, glyphs_for
from tui.palettes import NO_COLOUR

SIGNS: Final = "■○◆★●▶█░"
"""Signs of the client whose width is left to the terminal (Unicode's "ambiguous" ones)."""
PATIENCE: Final = 0.15
"""Seconds that a terminal is given to answer; one that says nothing is taken to be like most."""
_REPORT: Final = re.compile(rb"\x1b\[\d+;(\d+)R")


def glyphs_of_terminal() -> Glyphs:
    """The signs to draw with: those of the environment, but ASCII where the terminal would draw others too wide."""
    glyphs = glyphs_for()
    if glyphs.ascii or not on_a_terminal():
        return glyphs
    columns = columns_of(SIGNS, sys.stdin.fileno(), sys.stdout.fileno())
    return ASCII if columns is not None and columns != len(SIGNS) else glyphs


def on_a_terminal() -> bool:
    """Whether a person sits at both ends of the program."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def heed_colours(environment: MutableMapping[str, str] = os.environ) -> None:
    """Want no colours of a terminal that has none: there what stands out by a colour alone would not.

    One of which nothing is known is taken to have them.
    """
    name = environment.get("TERM")
    if NO_COLOUR in environment or not name:
        return
    colours = colours_of(name)
    if colours is not None and colours <= 1:
        environment[NO_COLOUR] = "1"


def columns_of(text: str, keys: int, screen: int, patience: float = PATIENCE) -> int | None:
    """How many columns a terminal draws `text` over, by its report of where the cursor is; None if it does not say.

    `keys` and `screen` are the descriptors that it is read from and written to. The text is taken away again.
    """
    told = ask_terminal(b"\r" + text.encode() + b"\x1b[6n", b"R", keys, screen, patience)
    os.write(screen, b"\r\x1b[K")
    report = _REPORT.search(told)
    return None if report is None else int(report[1]) - 1
