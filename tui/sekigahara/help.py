"""What the help says of Sekigahara: the signs of the map, the blocks, the course of a game."""

from __future__ import annotations

from typing import Final

from tui.glyphs import Glyphs
from tui.sekigahara.map.signs import signs_for

_HELP: Final = """\
SIGNS ON THE MAP
  {castle}T {castle}I      castle, and who holds it   {resource}- {resource}T {resource}I  resource, and its owner
  {capital}T {capital}I      capital                    {plain}          any other place
  [T5]       five Tokugawa blocks       (I3)       three Ishida blocks
  [T2 To3 Da1L]  of these two the faces are known to you
  {disk}          disk: Hideyori or Sanada   {besieged}          besieged in the castle
  The side in control stands first. Letters after a name: the daimyo who
  recruit there. Thick roads are highways. {used} on a road: it has been used
  this phase. Where there is little room a name has three letters, and t
  or i after an empty place says who controls it. The map fills its
  window; z draws it larger, twice as large, and as before.

BLOCKS
  To3    Tokugawa, 3 mon             Fu1g   Fukushima, 1 mon, gun
  Ma1c   Maeda, 1 mon, cavalry       Da1L   Date, 1 mon, leader
  To Tokugawa, Fu Fukushima, Ma Maeda, Da Date, Ii Ii,
  Is Ishida, Ko Kobayakawa, Mo Mōri, Ue Uesugi, Uk Ukita

MARCHES
  Choose a stack, on the map or in the list. Before every place that it
  can reach stands what the cheapest way costs: + nothing, L the claim
  that a leader is here, C a card, & both; then ! a battle, % an overrun.
  Go there and press Enter, click it twice, or drag the stack there. n:
  another way to the same place. Its digit leaves a block behind.
  A move is a tree of roads from one place. Blocks that have marched may
  go on from where they are, and blocks still at the origin may branch off
  by other roads: all that is one move and costs no other. No road is used
  twice. A march from another place begins a new move.

IN BATTLE
  A card deploys a block of its mon. Ii and Ishida blocks go with any card
  but a Loyalty Challenge (8.2.2). Leaders need no card, but only until
  your side has played its first card in the battle (8.2.4).

THE COURSE OF A GAME
  Seven weeks of two turns each. A week begins with discarding half the
  hand, new cards and blocks, and a bid for the turn order. In a turn you
  pay for movement, move and muster, then fight wherever both sides stand.
  In battle the side that is behind deploys, a block with a card of its
  mon. Every 7 impact cost the enemy a block; the loser loses one more.
  The death of Ieyasu or of Mitsunari, or the capture of Hideyori at
  Osaka, ends the game. Else a castle counts 2 points, a resource 1, and
  Ishida wins a tie.
"""


def help_text(glyphs: Glyphs) -> str:
    """The game's part of the help, in the signs in use."""
    signs = signs_for(glyphs)
    return _HELP.format(
        castle=signs.castle,
        resource=signs.resource,
        capital=signs.capital,
        plain=signs.plain,
        disk=signs.disk,
        besieged=signs.besieged,
        used=signs.used_road,
    )
