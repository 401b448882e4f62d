"""Chapter 2, the tiles: each player chooses the five tiles to begin with in secret (2.1, 2.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from engine.forms import PIECES, Form
from engine.hidden import SEATS, IllegalAction, Piece, Seat, View
from engine.lazy import Subsets
from engine.rules import Rule, SealedQuestion, SealedRule, Shown
from engine.samurai.board import HAND, STOCK
from engine.samurai.components import HAND_SIZE
from engine.samurai.state import State


@dataclass(frozen=True, slots=True)
class OpeningTilesDue(SealedQuestion):
    """Which five of the twenty tiles does each player begin with? (2.1)"""

    form: ClassVar[Form] = Form("opening-tiles-due")


@dataclass(frozen=True, slots=True)
class ChooseTiles:
    """The tiles to begin with; they stay hidden."""

    tiles: tuple[Piece, ...]
    form: ClassVar[Form] = Form("choose-tiles", tiles=PIECES)

    def __post_init__(self) -> None:
        # An order that is free to choose could carry a message.
        object.__setattr__(self, "tiles", tuple(sorted(self.tiles)))


class ChooseTilesRule(SealedRule[State, OpeningTilesDue, ChooseTiles]):
    """Five tiles stay in the hand, the others become the stock (2.1, 2.2).

    All twenty have been mixed before, and the stock is mixed afterwards: which numbers are chosen tells nothing.
    """

    question = OpeningTilesDue
    answer = ChooseTiles

    def options(self, view: View[State], question: OpeningTilesDue) -> Sequence[ChooseTiles]:
        """Any five tiles."""
        return Subsets(view.state.pools[view.seat][HAND], HAND_SIZE, ChooseTiles)

    def to_show(self, state: State, question: OpeningTilesDue, answer: ChooseTiles) -> tuple[Piece, ...]:
        """Nothing: the choice stays secret."""
        return ()

    def check(self, state: State, question: OpeningTilesDue, seat: Seat, answer: ChooseTiles, shown: Shown) -> None:
        """Five different tiles of the twenty."""
        if len(answer.tiles) != HAND_SIZE:
            raise IllegalAction("2.1", "{wanted} tiles are chosen, got {got}", wanted=HAND_SIZE, got=len(answer.tiles))
        if len(set(answer.tiles)) != HAND_SIZE:
            raise IllegalAction("2.1", "No tile is chosen twice")
        hand = state.pools[seat][HAND]
        for piece in answer.tiles:
            if piece not in hand:
                raise IllegalAction("2.1", "Piece {piece} is not one of the twenty tiles", piece=piece)

    def perform(
        self, state: State, question: OpeningTilesDue, answers: tuple[ChooseTiles, ChooseTiles], shown: Shown
    ) -> None:
        """What was not chosen goes to the stock."""
        for seat in SEATS:
            chosen = answers[seat].tiles
            pools = state.pools[seat]
            pools[STOCK] += tuple([piece for piece in pools[HAND] if piece not in chosen])
            pools[HAND] = chosen


RULES: Final[tuple[Rule, ...]] = (ChooseTilesRule(),)
