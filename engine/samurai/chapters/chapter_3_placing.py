"""Chapter 3, placing a tile: ships on the sea, all others on land (3.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from engine.forms import PIECE, Form
from engine.hidden import IllegalAction, Piece, Seat, View
from engine.lazy import Concatenated
from engine.rules import DecisionRule, Rule, Shown
from engine.samurai.board import HAND, IS_LAND, IS_SEA, LAND, PLACE_KEYS, SEA, SETTLEMENTS, Place
from engine.samurai.chapters.chapter_3_turn import TurnDue, check_may_play, go_on, may_play
from engine.samurai.components import TILES, Tile, TileKind
from engine.samurai.forms import PLACE
from engine.samurai.products import Product
from engine.samurai.state import State, tile_played


@dataclass(frozen=True, slots=True)
class PlaceTile:
    """A tile of the hand is laid on an empty hex."""

    tile: Piece
    at: Place
    form: ClassVar[Form] = Form("place-tile", tile=PIECE, at=PLACE)


def is_placed(tile: Tile) -> bool:
    """Whether a tile is simply laid on the board: all but the two exchanges."""
    return tile.kind not in {TileKind.TILE_EXCHANGE, TileKind.FIGURE_EXCHANGE}


def allowed_places(state: State, tile: Tile) -> tuple[Place, ...]:
    """The hexes where a tile may be laid now: empty ones, at sea for a ship, on land for any other (3.4)."""
    places = SEA if tile.kind is TileKind.SHIP else LAND
    return tuple([place for place in places if state.is_empty(place)])


def check_place(state: State, tile: Tile, place: Place) -> None:
    """Raise IllegalAction unless a tile may be laid on `place` (3.4)."""
    if place in SETTLEMENTS:
        raise IllegalAction("3.4", "No tile is laid on the settlement {place}", place=PLACE_KEYS[place])
    if tile.kind is TileKind.SHIP and not IS_SEA[place]:
        raise IllegalAction("3.4", "A ship is laid on the sea, and {place} is land", place=PLACE_KEYS[place])
    if tile.kind is not TileKind.SHIP and not IS_LAND[place]:
        raise IllegalAction("3.4", "Only ships are laid on the sea, as {place} is", place=PLACE_KEYS[place])
    if not state.is_empty(place):
        raise IllegalAction("3.4", "There is a tile at {place} already", place=PLACE_KEYS[place])


def lay(state: State, seat: Seat, answer: PlaceTile) -> None:
    """Lay the tile; what follows from it is not done here."""
    state.transfer(seat, answer.tile, HAND, answer.at)


class PlaceTileRule(DecisionRule[State, TurnDue, PlaceTile, Tile]):
    """Any tile but the exchanges is laid on an empty hex and stays there (3.4)."""

    question = TurnDue
    answer = PlaceTile

    def options(self, view: View[State], question: TurnDue) -> Sequence[PlaceTile]:
        """Each tile that may still be played, on each hex that is allowed."""
        state = view.state
        parts = []
        for piece in state.pools[view.seat][HAND]:
            tile = TILES[view.faces[piece]]
            if is_placed(tile) and may_play(question, tile):
                parts.append(Product((piece,), allowed_places(state, tile), PlaceTile))
        return Concatenated(parts)

    def to_show(self, state: State, question: TurnDue, answer: PlaceTile) -> tuple[Piece, ...]:
        """The tile."""
        return (answer.tile,)

    def check(self, state: State, question: TurnDue, answer: PlaceTile, shown: Shown) -> Tile:
        """A tile of the hand that may be played, on a hex that is allowed."""
        tile = tile_played(state, question.seat, answer.tile, shown)
        if not is_placed(tile):
            raise IllegalAction("3.4", "An exchange is not laid on a hex of its own")
        check_may_play(question, tile)
        check_place(state, tile, answer.at)
        return tile

    def perform(self, state: State, question: TurnDue, answer: PlaceTile, shown: Shown, found: Tile) -> None:
        """Lay it; what is surrounded is captured at once (3.5, 5.1)."""
        lay(state, question.seat, answer)
        go_on(state, question, found, answer.at)


RULES: Final[tuple[Rule, ...]] = (PlaceTileRule(),)
