"""The player who can play no tile (S7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from engine.forms import Form
from engine.hidden import Claim, Face, IllegalAction, Seat, View, other
from engine.rules import DecisionRule, Rule, Shown
from engine.samurai.board import HAND
from engine.samurai.chapters.chapter_3_placing import allowed_places
from engine.samurai.chapters.chapter_3_turn import NextTurn, TurnDue
from engine.samurai.chapters.chapter_4_figure_exchange import exchanges
from engine.samurai.chapters.chapter_4_tile_exchange import exchangeable
from engine.samurai.chapters.chapter_7_scoring import Ending, finish
from engine.samurai.components import TILES, Tile, TileKind
from engine.samurai.state import State


@dataclass(frozen=True, slots=True)
class Pass:
    """No tile of the hand can be played; they stay hidden."""

    form: ClassVar[Form] = Form("pass")


def is_playable(state: State, seat: Seat, tile: Tile) -> bool:
    """Whether `seat` could play such a tile at the beginning of a turn; public facts alone tell."""
    if tile.kind is TileKind.FIGURE_EXCHANGE:
        return next(exchanges(state), None) is not None
    if tile.kind is TileKind.TILE_EXCHANGE and not exchangeable(state, seat):
        return False
    return bool(allowed_places(state, tile))


def unplayable_faces(state: State, seat: Seat) -> tuple[Face, ...]:
    """The faces of the tiles that `seat` could not play now (S7)."""
    return tuple([Face(face) for face, tile in enumerate(TILES) if not is_playable(state, seat, tile)])


class PassRule(DecisionRule[State, TurnDue, Pass, None]):
    """Who can play nothing claims so, tile by tile, and shows nothing (S7)."""

    question = TurnDue
    answer = Pass

    def options(self, view: View[State], question: TurnDue) -> Sequence[Pass]:
        """Only if nothing has been played in this turn, and nothing in the hand can be."""
        if question.played:
            return ()
        unplayable = unplayable_faces(view.state, view.seat)
        stuck = all(view.faces[piece] in unplayable for piece in view.state.pools[view.seat][HAND])
        return (Pass(),) if stuck else ()

    def claims(self, state: State, question: TurnDue, answer: Pass) -> tuple[Claim, ...]:
        """Each tile of the hand is one that cannot be played."""
        unplayable = unplayable_faces(state, question.seat)
        return tuple([Claim(question.seat, (piece,), unplayable, "S7") for piece in state.pools[question.seat][HAND]])

    def check(self, state: State, question: TurnDue, answer: Pass, shown: Shown) -> None:
        """What the claims say is possible at all."""
        if question.played:
            raise IllegalAction("S7", "A tile has been played in this turn: it is ended, not passed")
        if not unplayable_faces(state, question.seat):
            raise IllegalAction("S7", "Any tile could be played now")

    def perform(self, state: State, question: TurnDue, answer: Pass, shown: Shown, found: None) -> None:
        """The other player goes on; if that one could not play either, the game ends (S8)."""
        if question.stuck:
            finish(state, Ending.NOBODY_CAN_PLAY)
        else:
            state.push(NextTurn(other(question.seat), stuck=True))


RULES: Final[tuple[Rule, ...]] = (PassRule(),)
