"""Chapter 5 in words: influence, captures, and what a tile would do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from engine.hidden import Seat, other
from engine.samurai.board import SETTLEMENTS_AROUND, Place
from engine.samurai.chapters.chapter_5_capture import Capture, influence
from engine.samurai.components import Figure
from engine.samurai.forecasts import Forecast, Outlook, outlook
from engine.samurai.state import State
from tui.grammar import listed
from tui.samurai.words.chapter_7_scoring import reason_words
from tui.samurai.words.names import FIGURE_LETTERS, FIGURE_WORDS, NAMES, SIDES, side_of

Option = TypeVar("Option")


def capture_words(capture: Capture) -> str:
    """What becomes of a figure that is surrounded: `Red takes the Buddha of Edo`."""
    what = f"the {FIGURE_WORDS[capture.figure]} of {NAMES[capture.place]}"
    return f"{what} is set aside" if capture.taker is None else f"{SIDES[capture.taker]} takes {what}"


def captures_words(captures: Iterable[Capture]) -> list[str]:
    """What becomes of several figures, side by side: `Red takes the Buddha and the rice field of Edo`."""
    by_taker: dict[Seat | None, dict[Place, list[str]]] = {}
    for capture in captures:
        by_taker.setdefault(capture.taker, {}).setdefault(capture.place, []).append(
            f"the {FIGURE_WORDS[capture.figure]}"
        )
    words = []
    for taker, places in by_taker.items():
        what = listed([f"{listed(figures)} of {NAMES[place]}" for place, figures in places.items()])
        one = sum(map(len, places.values())) == 1
        aside = f"{what} {'is' if one else 'are'} set aside"
        words.append(aside if taker is None else f"{SIDES[taker]} takes {what}")
    return words


def capture_log(after: State, capture: Capture) -> str:
    """The same with the influence that told, `after` it."""
    red, blue = influence(after, capture.place, capture.figure)
    words = capture_words(capture)
    return f"{words[:1].upper()}{words[1:]}, {max(red, blue)} to {min(red, blue)}."


def leads_words(found: Outlook) -> str:
    """Who would have a figure as things are: `Red's`."""
    return "tie, nobody's" if found.leader is None else f"{side_of(found.leader)}'s"


def outlook_code(found: Outlook, seat: Seat) -> str:
    """Influence on a figure where there is little room, the own side first: `H 3:1`."""
    return f"{FIGURE_LETTERS[found.figure]} {found.influence[seat]}:{found.influence[other(seat)]}"


def forecast_words(forecast: Forecast, before: State, seat: Seat) -> str:
    """What playing a tile would do at once, in a line: of influences those that it changes, the own first."""
    parts = captures_words(forecast.captures)
    if forecast.count is not None:
        winner = forecast.count.winner
        result = "a shared victory" if winner is None else f"{SIDES[winner]} wins"
        return "; ".join([*parts, f"the game ends, {result}: {reason_words(forecast.count)}"])
    for place in forecast.touched:
        found = outlook(forecast.after, place)
        was = influences(before, place)
        codes = ", ".join([outlook_code(each, seat) for each in found if (each.figure, each.influence) not in was])
        parts.append(f"{NAMES[place]} {codes or 'unchanged'}, {len(found[0].open_land)} open")
    return "; ".join(parts) or "touches no figure"


def influenced_by(state: State, seat: Seat, place: Place) -> list[str]:
    """The figures that a tile of `seat` influences from where it lies: `the Buddha of Edo`."""
    affects = state.tile_at(seat, place).affects
    return [
        f"the {FIGURE_WORDS[found.figure]} of {NAMES[settlement]}"
        for settlement in SETTLEMENTS_AROUND[place]
        for found in outlook(state, settlement)
        if found.figure in affects
    ]


def by_effect(forecasts: Iterable[tuple[Option, Forecast]], before: State, seat: Seat) -> list[tuple[Option, Forecast]]:
    """What wins figures for `seat` first; last what leaves all as it is, and what only loses figures.

    Between them what sets figures aside, and what changes an influence: the more figures `seat` would then have, the
    sooner it comes.
    """

    def leads(state: State, places: Iterable[Place]) -> int:
        leaders = [found.leader for place in places for found in outlook(state, place)]
        return leaders.count(seat) - leaders.count(other(seat))

    def rank(each: tuple[Option, Forecast]) -> tuple[int, int, bool, int, bool]:
        found = each[1]
        takers = [capture.taker for capture in found.captures]
        won = takers.count(seat) - takers.count(other(seat))
        aside = takers.count(None)
        changes = any(influences(found.after, place) != influences(before, place) for place in found.touched)
        gain = leads(found.after, found.touched) - leads(before, found.touched)
        return -won, -aside, not changes, -gain, not found.touched

    return sorted(forecasts, key=rank)


def influences(state: State, place: Place) -> list[tuple[Figure, tuple[int, int]]]:
    """The influence of both sides on the figures of a settlement."""
    return [(found.figure, found.influence) for found in outlook(state, place)]
