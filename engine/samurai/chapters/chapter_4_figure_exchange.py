"""Chapter 4, the figure exchange: two figures of the board change places (4.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar, Final

from engine.forms import PIECE, Form
from engine.hidden import IllegalAction, Piece, Seat, View
from engine.rules import DecisionRule, Rule, Shown
from engine.samurai.board import BOX, HAND, PLACE_KEYS, Place
from engine.samurai.chapters.chapter_3_turn import TurnDue, check_may_play, go_on
from engine.samurai.components import FIGURE_NAMES, TILES, Figure, Tile, TileKind
from engine.samurai.forms import FIGURE, PLACE
from engine.samurai.state import State, tile_played


@dataclass(frozen=True, slots=True)
class ExchangeFigures:
    """The `figure` at `first` and the `other` at `second` change places; `first` has the lower number."""

    tile: Piece
    first: Place
    figure: Figure
    second: Place
    other: Figure
    form: ClassVar[Form] = Form("exchange-figures", tile=PIECE, first=PLACE, figure=FIGURE, second=PLACE, other=FIGURE)


def after_exchange(standing: tuple[Figure, ...], given: Figure, got: Figure) -> tuple[Figure, ...] | None:
    """What stands on a settlement that gives one figure and gets another; None if that makes two of a kind (4.2)."""
    left = [figure for figure in standing if figure != given]
    return None if got in left else tuple(sorted([*left, got]))


def exchanges(state: State) -> Iterator[tuple[Place, Figure, Place, Figure]]:
    """All exchanges that may be made: two figures of different settlements, also of one kind (4.2, S5)."""
    for first, second in combinations(sorted(state.figures), 2):
        for figure in state.figures[first]:
            for other in state.figures[second]:
                if after_exchange(state.figures[first], figure, other) and after_exchange(
                    state.figures[second], other, figure
                ):
                    yield first, figure, second, other


def _sides(answer: ExchangeFigures) -> tuple[tuple[Place, Figure, Figure], ...]:
    """Each settlement with the figure that it gives and the one that it gets."""
    return ((answer.first, answer.figure, answer.other), (answer.second, answer.other, answer.figure))


def exchange(state: State, seat: Seat, answer: ExchangeFigures) -> None:
    """Let the figures change places; the tile goes to the box."""
    for place, given, got in _sides(answer):
        left = [figure for figure in state.figures[place] if figure != given]
        state.set_figures(place, (*left, got))
    state.transfer(seat, answer.tile, HAND, BOX)


class ExchangeFiguresRule(DecisionRule[State, TurnDue, ExchangeFigures, Tile]):
    """The figure exchange (4.2)."""

    question = TurnDue
    answer = ExchangeFigures

    def options(self, view: View[State], question: TurnDue) -> Sequence[ExchangeFigures]:
        """Each exchange that may be made."""
        state = view.state
        for piece in state.pools[view.seat][HAND]:
            if TILES[view.faces[piece]].kind is TileKind.FIGURE_EXCHANGE:
                return [ExchangeFigures(piece, *exchange) for exchange in exchanges(state)]
        return ()

    def to_show(self, state: State, question: TurnDue, answer: ExchangeFigures) -> tuple[Piece, ...]:
        """The figure exchange."""
        return (answer.tile,)

    def check(self, state: State, question: TurnDue, answer: ExchangeFigures, shown: Shown) -> Tile:
        """Two figures that stand there, of different settlements, and no two of a kind on one afterwards."""
        tile = tile_played(state, question.seat, answer.tile, shown)
        if tile.kind is not TileKind.FIGURE_EXCHANGE:
            raise IllegalAction("4.2", "This takes the figure exchange, and tile {piece} is another", piece=answer.tile)
        check_may_play(question, tile)
        if answer.first == answer.second:
            raise IllegalAction("S5", "The two figures stand on different settlements")
        if answer.first > answer.second:
            raise IllegalAction("table", "The settlement with the lower number is named first")
        sides = _sides(answer)
        for place, given, _ in sides:
            if given not in state.figures.get(place, ()):
                raise IllegalAction(
                    "4.2", "There is no {figure} at {place}", figure=FIGURE_NAMES[given], place=PLACE_KEYS[place]
                )
        for place, given, got in sides:
            if after_exchange(state.figures[place], given, got) is None:
                raise IllegalAction(
                    "4.2", "There is a {figure} at {place} already", figure=FIGURE_NAMES[got], place=PLACE_KEYS[place]
                )
        return tile

    def perform(self, state: State, question: TurnDue, answer: ExchangeFigures, shown: Shown, found: Tile) -> None:
        """Exchange them. The tile goes to the box; nothing can be surrounded by this."""
        exchange(state, question.seat, answer)
        go_on(state, question, found, None)


RULES: Final[tuple[Rule, ...]] = (ExchangeFiguresRule(),)
