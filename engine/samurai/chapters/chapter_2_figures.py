"""Chapter 2, the figures: by turns into cities, then villages (2.3 to 2.6), or by chance (S3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from engine.forms import Form
from engine.hidden import IllegalAction, Piece, Seat, View, other
from engine.rules import DecisionRule, Question, Rule, Shown
from engine.samurai.board import CAPITAL, CITIES, DRAWN, PLACE_KEYS, SETTLEMENTS, VILLAGES, Place, room
from engine.samurai.components import FIGURE_NAMES, FIGURES, Figure, figure_of, is_tile
from engine.samurai.forms import FIGURE, PLACE, SEAT
from engine.samurai.state import NO_FIGURES, State, changed


@dataclass(frozen=True, slots=True)
class FigureDue(Question):
    """Which figure does `seat` place where? (2.4, 2.5)"""

    seat: Seat
    form: ClassVar[Form] = Form("figure-due", seat=SEAT)


@dataclass(frozen=True, slots=True)
class PlaceFigure:
    """A figure of the supply is put on a settlement."""

    figure: Figure
    at: Place
    form: ClassVar[Form] = Form("place-figure", figure=FIGURE, at=PLACE)


def free_settlements(state: State) -> tuple[Place, ...]:
    """Where figures may be placed now: cities as long as one has room, then villages (2.4, 2.5)."""
    for group in (CITIES, VILLAGES):
        free = tuple([place for place in group if len(state.figures.get(place, ())) < room(place)])
        if free:
            return free
    return ()


def may_stand(state: State, figure: Figure, place: Place) -> bool:
    """Whether a figure may join those of a settlement: no two of a kind stand on one (2.4)."""
    return figure not in state.figures.get(place, ())


class PlaceFigureRule(DecisionRule[State, FigureDue, PlaceFigure, None]):
    """One figure a turn, first into the cities, then into the villages (2.4, 2.5)."""

    question = FigureDue
    answer = PlaceFigure

    def options(self, view: View[State], question: FigureDue) -> Sequence[PlaceFigure]:
        """Each kind that is left, wherever it may stand."""
        state = view.state
        free = free_settlements(state)
        left = [figure for figure in FIGURES if state.supply[figure]]
        return [PlaceFigure(figure, place) for place in free for figure in left if may_stand(state, figure, place)]

    def check(self, state: State, question: FigureDue, answer: PlaceFigure, shown: Shown) -> None:
        """A figure that is left, on a settlement whose turn it is, that has none of its kind."""
        if answer.at not in SETTLEMENTS:
            raise IllegalAction("2.3", "{place} is no settlement", place=PLACE_KEYS[answer.at])
        if answer.at not in free_settlements(state):
            rule = "2.5" if answer.at in VILLAGES else "2.4"
            raise IllegalAction(rule, "No figure is placed at {place} now", place=PLACE_KEYS[answer.at])
        if not state.supply[answer.figure]:
            raise IllegalAction("1.2", "There is no {figure} left to be placed", figure=FIGURE_NAMES[answer.figure])
        if not may_stand(state, answer.figure, answer.at):
            raise IllegalAction(
                "2.4",
                "There is a {figure} at {place} already",
                figure=FIGURE_NAMES[answer.figure],
                place=PLACE_KEYS[answer.at],
            )

    def perform(self, state: State, question: FigureDue, answer: PlaceFigure, shown: Shown, found: None) -> None:
        """Place it; the other player goes on until none is left (2.6)."""
        put(state, answer.figure, answer.at)
        if any(state.supply):
            state.push(FigureDue(other(question.seat)))


def put(state: State, figure: Figure, place: Place) -> None:
    """Take a figure from the supply and let it stand on a settlement."""
    state.supply = changed(state.supply, figure, -1)
    state.set_figures(place, (*state.figures.get(place, ()), figure))


def put_in_capital(state: State) -> None:
    """One figure of each kind stands in the capital before anything is placed (2.3)."""
    for figure in FIGURES:
        put(state, figure, CAPITAL)


SLOTS: Final[tuple[Place, ...]] = tuple([place for place in (*CITIES, *VILLAGES) for _ in range(room(place))])
"""Where figures stand in a random set-up, in the order in which they are put there (S3)."""


@dataclass(frozen=True, slots=True)
class TurnUpDue(Question):
    """`seat` is to turn up the figures that have been drawn for a random set-up (S3)."""

    seat: Seat
    form: ClassVar[Form] = Form("turn-up-due", seat=SEAT)


@dataclass(frozen=True, slots=True)
class TurnUpFigures:
    """All figures drawn are shown. There is nothing to choose."""

    form: ClassVar[Form] = Form("turn-up-figures")


class TurnUpFiguresRule(DecisionRule[State, TurnUpDue, TurnUpFigures, tuple[Figure, ...]]):
    """The figures drawn fill cities and villages in a set order (S3)."""

    question = TurnUpDue
    answer = TurnUpFigures

    def options(self, view: View[State], question: TurnUpDue) -> Sequence[TurnUpFigures]:
        """The only answer."""
        return (TurnUpFigures(),)

    def to_show(self, state: State, question: TurnUpDue, answer: TurnUpFigures) -> tuple[Piece, ...]:
        """All of them, in the order in which they were drawn."""
        return state.pools[question.seat][DRAWN]

    def check(self, state: State, question: TurnUpDue, answer: TurnUpFigures, shown: Shown) -> tuple[Figure, ...]:
        """They are the figures of the supply, no more and no fewer of any kind."""
        figures = []
        for piece in state.pools[question.seat][DRAWN]:
            face = shown.get(piece)
            if face is None or is_tile(face):
                raise IllegalAction("table", "Figure {piece} is not shown", piece=piece)
            figures.append(figure_of(face))
        if any(figures.count(figure) != state.supply[figure] for figure in FIGURES):
            raise IllegalAction("S3", "The figures shown are not those of the supply")
        return tuple(figures)

    def perform(
        self,
        state: State,
        question: TurnUpDue,
        answer: TurnUpFigures,
        shown: Shown,
        found: tuple[Figure, ...],
    ) -> None:
        """Each place in order takes the first figure drawn that may stand there."""
        waiting = list(found)
        for place in SLOTS:
            figure = next(figure for figure in waiting if may_stand(state, figure, place))
            waiting.remove(figure)
            put(state, figure, place)
        assert state.supply == NO_FIGURES


RULES: Final[tuple[Rule, ...]] = (PlaceFigureRule(), TurnUpFiguresRule())
