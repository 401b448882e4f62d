"""What the help says of Samurai: the signs of the board, the tiles, the course of a game."""

from __future__ import annotations

from typing import Final

from engine.samurai.components import FIGURE_NAMES, Terrain
from tui.glyphs import Glyphs
from tui.samurai.map.signs import signs_for

_HELP: Final = """\
SIGNS ON THE BOARD
  {capital}     Edo, the capital       H {helmet}   high helmet
  {city}     city                   B {buddha}   Buddha
  {village}     village                R {rice}   rice field
  {land}     land                   [S3]  a tile of Red
  {sea}     sea                    (S3)  a tile of Blue
  {village}R    a village with a rice field; {village}- one without a figure.
  Underlined is where you may lay or place, and what was laid last.
  At larger scales those who would have the figure as things are stand
  below the letters: r, b, or - for nobody; at the largest the shapes too.
  The board is turned so that rows of hexes lie across the screen: north
  is to the upper right. A hex is named by letter and number; Edo is o14.

TILES (20 of each side)
  H2-H4 helmet, B2-B4 Buddha, R2-R4 rice: influence on that kind alone
  S1 S1 S2 S2 S3 samurai: influence on all three kinds
  V1 V1 V2 ship*: the same, laid on the sea; N1 ronin*: the same, on land
  X tile exchange: takes the place of an own tile, which is laid elsewhere
  F figure exchange*: two figures on the board change places
  * bears the character: any number of these may be played in a turn, but
  only one tile without it.

THE COURSE OF A GAME
  Each side chooses five tiles to begin with. The figures are set up by
  turns: two different ones in each city, one in each village; Edo has one
  of each kind. In a turn you play a tile or more, then draw up to five.
  A tile acts on the figures of all settlements next to it. When all land
  around a settlement holds tiles (the sea need not), each of its figures
  goes to the side with more influence on it; in a tie it is set aside.
  The game ends when a kind has left the board, or a fourth figure is set
  aside. Who has the most of two kinds wins. Else, of those who have the
  most of a kind, who has more figures of the other kinds; then who has
  more in all; then both share the victory.
"""


def help_text(glyphs: Glyphs) -> str:
    """The game's part of the help, in the signs in use."""
    signs = signs_for(glyphs)
    shapes = dict(zip(FIGURE_NAMES, signs.figures, strict=True))
    return _HELP.format(**{terrain.value: signs.terrain[terrain] for terrain in Terrain}, **shapes)
