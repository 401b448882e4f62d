"""Chapter 4, the tile exchange: it takes the place of an own tile, which is laid elsewhere at once (4.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Final

from engine.forms import PIECE, Form
from engine.hidden import IllegalAction, Piece, Seat, View
from engine.lazy import Concatenated
from engine.rules import DecisionRule, Rule, Shown
from engine.samurai.board import HAND, LAND, PLACE_KEYS, Place
from engine.samurai.chapters.chapter_3_placing import allowed_places, check_place
from engine.samurai.chapters.chapter_3_turn import TurnDue, check_may_play, go_on, may_play
from engine.samurai.components import TILES, Tile, TileKind
from engine.samurai.forms import PLACE
from engine.samurai.products import Product
from engine.samurai.state import State, tile_played


@dataclass(frozen=True, slots=True)
class ExchangeTile:
    """The tile exchange takes the place of the own tile on `lifted`, which is laid on `at`."""

    tile: Piece
    lifted: Place
    at: Place
    form: ClassVar[Form] = Form("exchange-tile", tile=PIECE, lifted=PLACE, at=PLACE)


def exchangeable(state: State, seat: Seat) -> tuple[Place, ...]:
    """The places of the own tiles that may be taken up: those without the character (4.1, S6)."""
    pools = state.pools[seat]
    return tuple([place for place in LAND if pools[place] and not state.tile_at(seat, place).character])


def replace(state: State, seat: Seat, answer: ExchangeTile) -> None:
    """Lay the exchange in the place of the tile, and that on its new hex; what follows from it is not done here."""
    [lifted] = state.pools[seat][answer.lifted]
    state.transfer(seat, lifted, answer.lifted, answer.at)
    state.transfer(seat, answer.tile, HAND, answer.lifted)


class ExchangeTileRule(DecisionRule[State, TurnDue, ExchangeTile, Tile]):
    """The tile exchange (4.1)."""

    question = TurnDue
    answer = ExchangeTile

    def options(self, view: View[State], question: TurnDue) -> Sequence[ExchangeTile]:
        """Each own tile without the character to each empty land hex."""
        state, seat = view.state, view.seat
        parts = []
        for piece in state.pools[seat][HAND]:
            tile = TILES[view.faces[piece]]
            if tile.kind is TileKind.TILE_EXCHANGE and may_play(question, tile):
                make = partial(ExchangeTile, piece)
                parts.append(Product(exchangeable(state, seat), allowed_places(state, tile), make))
        return Concatenated(parts)

    def to_show(self, state: State, question: TurnDue, answer: ExchangeTile) -> tuple[Piece, ...]:
        """The tile exchange."""
        return (answer.tile,)

    def check(self, state: State, question: TurnDue, answer: ExchangeTile, shown: Shown) -> Tile:
        """An own tile without the character, to a hex where it may be laid."""
        seat = question.seat
        tile = tile_played(state, seat, answer.tile, shown)
        if tile.kind is not TileKind.TILE_EXCHANGE:
            raise IllegalAction("4.1", "This takes the tile exchange, and tile {piece} is another", piece=answer.tile)
        check_may_play(question, tile)
        if state.owner_at(answer.lifted) != seat:
            raise IllegalAction("4.1", "There is no own tile at {place}", place=PLACE_KEYS[answer.lifted])
        lifted = state.tile_at(seat, answer.lifted)
        if lifted.character:
            raise IllegalAction("4.1", "The tile at {place} bears the character", place=PLACE_KEYS[answer.lifted])
        check_place(state, lifted, answer.at)
        return tile

    def perform(self, state: State, question: TurnDue, answer: ExchangeTile, shown: Shown, found: Tile) -> None:
        """The exchange fills the old hex without influence; the tile on its new hex may capture."""
        replace(state, question.seat, answer)
        go_on(state, question, found, answer.at)


RULES: Final[tuple[Rule, ...]] = (ExchangeTileRule(),)
