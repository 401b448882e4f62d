"""What the help says of Samurai: the signs of the board, the tiles, the course of a game."""

from __future__ import annotations

from engine.samurai.components import FIGURE_NAMES, Terrain
from tui.glyphs import Glyphs
from tui.language import long_text
from tui.samurai.map.signs import signs_for


def help_text(glyphs: Glyphs) -> str:
    """The game's part of the help, in the signs in use."""
    signs = signs_for(glyphs)
    shapes = dict(zip(FIGURE_NAMES, signs.figures, strict=True))
    return long_text("tui.samurai", "help.txt").format(
        **{terrain.value: signs.terrain[terrain] for terrain in Terrain}, **shapes
    )
