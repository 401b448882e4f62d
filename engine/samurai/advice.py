"""What the strong bot would do, why, and what a choice has cost: see `engine.advice`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from engine.advice import Advice, Comparison, told_apart
from engine.hidden import Face, Over, Piece, Pool, Seat, View, other
from engine.samurai.board import HAND
from engine.samurai.bots.steady import SteadyBot
from engine.samurai.bots.strong import WORLDS, answers, chance, deal, fill, weighed
from engine.samurai.chapters.chapter_3_placing import PlaceTile
from engine.samurai.chapters.chapter_3_turn import TurnDue
from engine.samurai.chapters.chapter_4_figure_exchange import ExchangeFigures
from engine.samurai.chapters.chapter_4_tile_exchange import ExchangeTile
from engine.samurai.forecasts import forecast, outlook
from engine.samurai.reasons import Captures, Leads, Nears, Reason
from engine.samurai.rules import Answer, Samurai
from engine.samurai.state import State

MOST: Final = 3
"""Reasons that are told."""

TRIALS: Final = 2 * WORLDS
"""In how many worlds an answer is tried: nobody waits for the opponent's turn meanwhile."""


class SamuraiAdviser:
    """See `engine.advice.Adviser`."""

    def __init__(self, game: Samurai) -> None:
        self._game = game

    def advise(self, view: View[State], random: Random) -> Advice[Answer]:
        """See `Adviser.advise`. In the set-up nothing is tried."""
        tried = weighed(self._game, view, self._answers(view), deal(view, random, TRIALS))
        best, *others = sorted(tried, key=lambda answer: -tried[answer])
        next_best = tried[others[0]] if others else None
        return Advice((best,), tried[best], next_best, TRIALS, _reasons(view, best), len(tried), tuple(others[:1]))

    def compare(
        self, view: View[State], played: tuple[Answer, ...], faces: Mapping[Piece, Face], random: Random
    ) -> Comparison[Answer]:
        """See `Adviser.compare`. The better answer is looked for in other worlds than it is judged in."""
        game = self._game
        tried = weighed(game, view, [played[0], *self._answers(view)], deal(view, random, TRIALS))
        better = max(tried, key=lambda answer: tried[answer])
        pair = (played[0], better)
        then = weighed(game, view, pair, deal(view, random, TRIALS))
        true = weighed(game, view, pair, fill(view.state, faces, random, TRIALS))
        return Comparison(
            (better,),
            then[played[0]],
            then[better],
            true[played[0]],
            true[better],
            *told_apart(_reasons(view, better), _reasons(view, played[0])),
        )

    def continues(self, question: object) -> bool:
        """Every answer stands for itself."""
        return False

    def lost_by(self, over: Over, decisions: Sequence[tuple[Seat, object]]) -> int | None:
        """See `Adviser.lost_by`. No figure decides a game alone."""
        return None

    def value(self, state: State, faces: Mapping[Piece, Face]) -> float:
        """See `Adviser.value`."""
        return chance(state, Seat(0))

    def concerned(self, view: View[State], plan: tuple[Answer, ...]) -> tuple[Pool, ...]:
        """The opponent's hand."""
        return (HAND,) if view.state.pools[other(view.seat)][HAND] else ()

    def _answers(self, view: View[State]) -> list[Answer]:
        if isinstance(view.state.agenda[-1], TurnDue):
            return answers(self._game, view)
        return [SteadyBot(self._game).choose(view)]


def make_adviser(game: Samurai) -> SamuraiAdviser:
    """The adviser of such a game."""
    return SamuraiAdviser(game)


def _reasons(view: View[State], answer: Answer) -> tuple[Reason, ...]:
    """What an answer captures, what it leads for, and where else it adds to what the seat has."""
    if not isinstance(answer, PlaceTile | ExchangeTile | ExchangeFigures):
        return ()
    seat = view.seat
    found = forecast(view, answer)
    captures: list[Reason] = [Captures(capture.place, capture.figure, capture.taker) for capture in found.captures]
    leads: list[Reason] = []
    nears: list[Reason] = []
    for place in found.touched:
        before = {look.figure: look for look in outlook(view.state, place)}
        for look in outlook(found.after, place):
            past = before.get(look.figure)
            if look.leader == seat:
                if past is None or past.leader != seat:
                    leads.append(Leads(place, look.figure))
            elif past is not None and look.influence[seat] > past.influence[seat]:
                nears.append(Nears(place, look.figure, look.influence[seat], look.influence[other(seat)]))
    return (*captures, *leads, *nears)[:MOST]
