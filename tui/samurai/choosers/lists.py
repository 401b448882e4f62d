"""Lists of tiles, in the order in which they are shown everywhere."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from engine.hidden import Piece
from engine.samurai import Answer
from engine.samurai.components import TILES, Tile
from engine.samurai.state import State
from tui.games import Player

SamuraiPlayer: TypeAlias = Player[State, Answer]


def by_face(player: SamuraiPlayer, pieces: Iterable[Piece]) -> list[Piece]:
    """Tiles in the order of their faces."""
    return sorted(pieces, key=lambda piece: (player.faces[piece], piece))


def one_of_each(player: SamuraiPlayer, pieces: Iterable[Piece]) -> list[Piece]:
    """A tile of every face among `pieces`: equal ones are as good as each other."""
    return list({player.faces[piece]: piece for piece in reversed(by_face(player, pieces))}.values())[::-1]


def tile_of(player: SamuraiPlayer, piece: Piece) -> Tile:
    """The face of an own tile."""
    return TILES[player.faces[piece]]
