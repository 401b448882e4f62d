"""The tiles to begin with (2.1)."""

from __future__ import annotations

from engine.samurai.board import HAND
from engine.samurai.chapters.chapter_2_opening import ChooseTiles
from engine.samurai.components import HAND_SIZE
from tui.language import _
from tui.marks import all_of, exactly
from tui.samurai.choosers.lists import SamuraiPlayer, by_face, tile_of
from tui.samurai.words.names import full_tile_words, tiles_words
from tui.steps import Checklist, Step


def choose_opening_tiles(player: SamuraiPlayer) -> Step:
    """Five of the twenty, in secret."""
    tiles = by_face(player, player.state.pools[player.seat][HAND])
    return Checklist(
        _("Choose {count} tiles to begin with").format(count=HAND_SIZE),
        [(piece, full_tile_words(tile_of(player, piece))) for piece in tiles],
        all_of(exactly(HAND_SIZE, "tile"), player.allowed(ChooseTiles)),
        lambda tiles: _("Begin with {tiles}").format(tiles=tiles_words(tiles, player.faces)),
        ChooseTiles,
        note=_("Both sides choose in secret; the other tiles are shuffled and drawn later (2.1, 2.2)."),
        limit=HAND_SIZE,
    )
