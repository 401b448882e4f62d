"""The steady bot: sensible rules of thumb, no search and no memory. Plays like a beginner who has read the rules.

It plays the tile after which the figures look best: those captured count in full, those on the board by how far ahead
it is there and how soon they will be decided. The same view gives the same choice: it uses no chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf, tanh
from typing import Final

from engine.hidden import Face, Seat, View, other
from engine.samurai.board import HAND, LAND_AROUND, SETTLEMENTS_AROUND, Place
from engine.samurai.chapters.chapter_2_figures import FigureDue, PlaceFigure, TurnUpDue, TurnUpFigures
from engine.samurai.chapters.chapter_2_opening import ChooseTiles, OpeningTilesDue
from engine.samurai.chapters.chapter_3_passing import Pass
from engine.samurai.chapters.chapter_3_placing import PlaceTile
from engine.samurai.chapters.chapter_3_turn import EndTurn
from engine.samurai.chapters.chapter_4_figure_exchange import ExchangeFigures
from engine.samurai.chapters.chapter_4_tile_exchange import ExchangeTile
from engine.samurai.components import FACE_KEYS, FIGURES, FIGURES_OF_EACH_KIND, TILES
from engine.samurai.forecasts import Playing, forecast, outlook
from engine.samurai.rules import Answer, Samurai
from engine.samurai.state import State

_OPENING: Final = ("samurai-3", "helmet-4", "buddha-4", "rice-4", "ship-2")
"""The tiles to begin with: what is strong anywhere, and one that may be added to another."""

_COST: Final = {"ship-1": 0.18, "ship-2": 0.3, "ronin-1": 0.2, "figure-exchange": 0.35, "tile-exchange": 0.1}
"""What it costs that a tile is not there later. The others cost by their values."""

_COST_OF_A_POINT: Final = 0.05
_WILD: Final = 1.8
"""How much more a point costs on a tile for all kinds of figure."""

_MAJORITY: Final = FIGURES_OF_EACH_KIND // 2 + 1
"""So many figures of a kind are certainly the most."""

_DECIDED: Final = 0.4
"""What a figure still counts once one player has the most of its kind for certain: it may decide a tie."""

_GAME: Final = 1000.0
"""What winning or losing the game at once weighs against figures."""


class SteadyBot:
    """Weighs every answer by the figures that it leads to."""

    def __init__(self, game: Samurai) -> None:
        self._game = game

    def choose(self, view: View[State]) -> Answer:
        """See `engine.hidden.Bot.choose`."""
        question = view.state.agenda[-1]
        if isinstance(question, OpeningTilesDue):
            return _opening(view)
        if isinstance(question, TurnUpDue):
            return TurnUpFigures()
        options: Iterable[Answer] = self._game.options(view)
        if isinstance(question, FigureDue):
            return _place_figure(view, options)
        return _play(view, options)


def _opening(view: View[State]) -> ChooseTiles:
    """The tiles of the list (2.1)."""
    wanted = list(_OPENING)
    chosen = []
    for piece in view.state.pools[view.seat][HAND]:
        key = FACE_KEYS[view.faces[piece]]
        if key in wanted:
            wanted.remove(key)
            chosen.append(piece)
    return ChooseTiles(tuple(sorted(chosen)))


def _place_figure(view: View[State], options: Iterable[Answer]) -> Answer:
    """The kind that is left most, where the fewest land hexes lie around: one strong tile may do there (2.4, 2.5)."""
    supply = view.state.supply
    placings = [answer for answer in options if isinstance(answer, PlaceFigure)]
    return max(placings, key=lambda answer: (supply[answer.figure], -len(LAND_AROUND[answer.at]), -answer.at))


def ranked(view: View[State], options: Iterable[Answer]) -> list[Answer]:
    """The answers of a turn, those that gain most first, and last the one that plays no tile (3.1)."""
    weights = _weights(view.state)
    gained = {playing: _gain(view, playing, weights) - _cost(view, playing) for playing in _candidates(view, options)}
    rest = [answer for answer in options if isinstance(answer, EndTurn | Pass)]
    return [*sorted(gained, key=lambda playing: -gained[playing]), *rest]


def standing_of(state: State, seat: Seat) -> float:
    """What a seat has captured and what the board promises it, in figures."""
    weights = _weights(state)
    captured = sum([weights[figure] * state.captured[seat][figure] for figure in FIGURES])
    return captured + max(_prospects(state, state.figures, seat, weights), 0.0)


def _play(view: View[State], options: Iterable[Answer]) -> Answer:
    """The tile that gains most. Once one has been played, another only if it gains more than it costs (3.1)."""
    weights = _weights(view.state)
    best: Answer | None = None
    most = -inf
    for playing in _candidates(view, options):
        gained = _gain(view, playing, weights) - _cost(view, playing)
        if gained > most:
            best, most = playing, gained
    rest = next((answer for answer in options if isinstance(answer, EndTurn | Pass)), None)
    chosen = rest if rest is not None and most <= 0.0 else best
    assert chosen is not None
    return chosen


def _candidates(view: View[State], options: Iterable[Answer]) -> Iterator[Playing]:
    """The answers that play a tile; of those that come to the same, one."""
    figures = view.state.figures
    seen: set[tuple[Face, object]] = set()
    for answer in options:
        match answer:
            case PlaceTile(_, at):
                effect: object = at if any(near in figures for near in SETTLEMENTS_AROUND[at]) else None
            case ExchangeTile(_, lifted, at):
                effect = (lifted, at)
            case ExchangeFigures(_, first, figure, second, other_figure):
                effect = (first, figure, second, other_figure)
            case _:
                continue
        key = (view.faces[answer.tile], effect)
        if key not in seen:
            seen.add(key)
            yield answer


def _cost(view: View[State], answer: Playing) -> float:
    """What it costs not to have the tile later."""
    tile = TILES[view.faces[answer.tile]]
    points = tile.value * (_WILD if len(tile.affects) > 1 else 1.0)
    return _COST.get(tile.key, _COST_OF_A_POINT * points)


def _weights(state: State) -> tuple[float, ...]:
    """What a figure of each kind is worth: less once nobody can take the most of its kind from a player (7.1, 7.2)."""
    decided = [any(state.captured[seat][figure] >= _MAJORITY for seat in (0, 1)) for figure in FIGURES]
    return tuple([_DECIDED if done else 1.0 for done in decided])


def _gain(view: View[State], answer: Playing, weights: tuple[float, ...]) -> float:
    """By how much the figures look better for the seat after `answer`."""
    seat = view.seat
    found = forecast(view, answer)
    if found.count is not None:
        winner = found.count.winner
        return 0.0 if winner is None else _GAME if winner == seat else -_GAME
    sign = {seat: 1.0, other(seat): -1.0, None: 0.0}
    gained = sum([sign[capture.taker] * weights[capture.figure] for capture in found.captures])
    gained += _prospects(found.after, found.touched, seat, weights)
    before = {*found.touched, *[capture.place for capture in found.captures]}
    return gained - _prospects(view.state, before, seat, weights)


def _prospects(state: State, places: Iterable[Place], seat: Seat, weights: tuple[float, ...]) -> float:
    """What the figures of some settlements promise to a seat."""
    total = 0.0
    for place in places:
        for figure in outlook(state, place):
            lead = figure.influence[seat] - figure.influence[other(seat)]
            total += weights[figure.figure] * _prospect(lead, len(figure.open_land))
    return total


def _prospect(lead: int, open_land: int) -> float:
    """How much of a figure is the seat's, from -1 to 1, with that lead and so many hexes still open around it."""
    return 0.9 * tanh(lead / (2.5 + 1.5 * open_land))
