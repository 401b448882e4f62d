"""What the help says of Sekigahara: the signs of the map, the blocks, the course of a game."""

from __future__ import annotations

from tui.glyphs import Glyphs
from tui.language import long_text
from tui.sekigahara.map.signs import signs_for


def help_text(glyphs: Glyphs) -> str:
    """The game's part of the help, in the signs in use."""
    signs = signs_for(glyphs)
    return long_text("tui.sekigahara", "help.txt").format(
        castle=signs.castle,
        resource=signs.resource,
        capital=signs.capital,
        plain=signs.plain,
        disk=signs.disk,
        besieged=signs.besieged,
        used=signs.used_road,
        tie=signs.ties[0],
        trail=glyphs.trail,
        way=glyphs.way,
        advised=glyphs.advised,
        point=glyphs.point,
        aim=glyphs.aim,
        mark=glyphs.mark,
    )
