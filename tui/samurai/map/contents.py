"""What both players see of the board, hex by hex: tiles laid are open, figures too (5.4)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.hidden import SEATS, Seat
from engine.samurai.board import PLACES, Place
from engine.samurai.components import Figure, Tile
from engine.samurai.forecasts import outlook
from engine.samurai.state import State


@dataclass(frozen=True, slots=True)
class HexContents:
    """A hex: the tile on it and whose it is, or the figures of a settlement, each with who would have it."""

    owner: Seat | None
    tile: Tile | None
    figures: tuple[tuple[Figure, Seat | None], ...]


def board_contents(state: State) -> tuple[HexContents, ...]:
    """The whole board, by place."""
    return tuple([_hex_contents(state, place) for place in PLACES])


def _hex_contents(state: State, place: Place) -> HexContents:
    owner = next((seat for seat in SEATS if state.pools[seat][place]), None)
    tile = None if owner is None else state.tile_at(owner, place)
    return HexContents(owner, tile, tuple([(found.figure, found.leader) for found in outlook(state, place)]))
