"""What may be told to a player, or to a bot, before a choice: worked out by the rules themselves, from a view alone.

- `outlook`, `outlooks`: the influence of both players on the figures of settlements, who would have them, and which
  land hexes are still open around them;
- `forecast`: what an answer in a turn would capture at once, how the settlements it touches would stand, and whether
  it would end the game, and how;
- `standing`: who would win if the game were counted now.

Where things may go is told by the chapters: `allowed_places`, `exchangeable`, `exchanges`, `free_settlements`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.hidden import Seat, View
from engine.samurai.board import SETTLEMENTS, SETTLEMENTS_AROUND, Place
from engine.samurai.chapters.chapter_3_placing import PlaceTile, lay
from engine.samurai.chapters.chapter_4_figure_exchange import ExchangeFigures, exchange
from engine.samurai.chapters.chapter_4_tile_exchange import ExchangeTile, replace
from engine.samurai.chapters.chapter_5_capture import Capture, captures_around, carry_out, influence, leader, open_land
from engine.samurai.chapters.chapter_7_scoring import Decided, FinalCount, decide, ending_now, final_count
from engine.samurai.components import Figure
from engine.samurai.state import State

Playing: TypeAlias = PlaceTile | ExchangeTile | ExchangeFigures
"""The answers that play a tile."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """A figure on the board: the influence of both seats on it, and the land hexes around it that are still open."""

    place: Place
    figure: Figure
    influence: tuple[int, int]
    open_land: tuple[Place, ...]

    @property
    def leader(self) -> Seat | None:
        """Who would have the figure if it were surrounded as things stand, None if nobody (5.2, 5.3)."""
        return leader(self.influence)


@dataclass(frozen=True, slots=True)
class Forecast:
    """What playing a tile would do: `after` is the position with its captures made, before anything is drawn.

    `touched` are the settlements that still have figures and whose influences or figures it changes; `count` how the
    game would end by it, None if it goes on.
    """

    after: State
    captures: tuple[Capture, ...]
    touched: tuple[Place, ...]
    count: FinalCount | None


def outlook(state: State, place: Place) -> tuple[Outlook, ...]:
    """The figures of one settlement."""
    left = open_land(state, place)
    return tuple(
        [Outlook(place, figure, influence(state, place, figure), left) for figure in state.figures.get(place, ())]
    )


def outlooks(state: State) -> tuple[Outlook, ...]:
    """All figures on the board, settlement by settlement."""
    return tuple([found for place in SETTLEMENTS for found in outlook(state, place)])


def forecast(view: View[State], answer: Playing) -> Forecast:
    """What `answer`, which must be legal for the view's seat now, would do."""
    state = view.state.copy()
    state.shown[answer.tile] = view.faces[answer.tile]
    captures: tuple[Capture, ...] = ()
    if isinstance(answer, ExchangeFigures):
        exchange(state, view.seat, answer)
        touched = {answer.first, answer.second}
    elif isinstance(answer, ExchangeTile):
        replace(state, view.seat, answer)
        captures = captures_around(state, answer.at)
        touched = {*SETTLEMENTS_AROUND[answer.lifted], *SETTLEMENTS_AROUND[answer.at]}
    else:
        lay(state, view.seat, answer)
        captures = captures_around(state, answer.at)
        touched = {*SETTLEMENTS_AROUND[answer.at]}
    carry_out(state, captures)
    ending = ending_now(state)
    count = None if ending is None else final_count(state, ending)
    return Forecast(state, captures, tuple(sorted(touched & state.figures.keys())), count)


def standing(state: State) -> tuple[Seat | None, Decided]:
    """Who would win if the figures were counted now, None if both, and which step of the scoring would tell."""
    return decide((state.captured[0], state.captured[1]))
