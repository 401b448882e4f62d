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
from tui.language import _, ngettext
from tui.samurai.words.chapter_7_scoring import reason_words
from tui.samurai.words.names import FIGURE_LETTERS, FIGURE_WORDS, NAMES, SIDES, side_of

Option = TypeVar("Option")


def capture_words(capture: Capture) -> str:
    """What becomes of a figure that is surrounded: `Red takes the Buddha of Edo`."""
    if capture.taker is None:
        words = _("the {figure} of {place} is set aside")
    else:
        words = _("{side} takes the {figure} of {place}")
    return words.format(side=side_of(capture.taker), figure=FIGURE_WORDS[capture.figure], place=NAMES[capture.place])


def captures_words(captures: Iterable[Capture]) -> list[str]:
    """What becomes of several figures: `Red takes the Buddha of Edo and the rice field of Edo`."""
    by_taker: dict[Seat | None, list[str]] = {}
    for capture in captures:
        by_taker.setdefault(capture.taker, []).append(figure_of(capture.figure, capture.place))
    return [
        ngettext("{figures} is set aside", "{figures} are set aside", len(figures)).format(figures=listed(figures))
        if taker is None
        else _("{side} takes {figures}").format(side=SIDES[taker], figures=listed(figures))
        for taker, figures in by_taker.items()
    ]


def figure_of(figure: Figure, place: Place) -> str:
    """`the Buddha of Edo`."""
    return _("the {figure} of {place}").format(figure=FIGURE_WORDS[figure], place=NAMES[place])


def capture_log(after: State, capture: Capture) -> str:
    """The same with the influence that told, `after` it."""
    red, blue = influence(after, capture.place, capture.figure)
    words = capture_words(capture)
    return _("{captured}, {more} to {less}.").format(
        captured=words[:1].upper() + words[1:], more=max(red, blue), less=min(red, blue)
    )


def leads_words(found: Outlook) -> str:
    """Who would have a figure as things are: `Red's`."""
    return _("tie, nobody's") if found.leader is None else _("{side}'s").format(side=side_of(found.leader))


def outlook_code(found: Outlook, seat: Seat) -> str:
    """Influence on a figure where there is little room, the own side first: `H 3:1`."""
    return f"{FIGURE_LETTERS[found.figure]} {found.influence[seat]}:{found.influence[other(seat)]}"


def forecast_words(forecast: Forecast, before: State, seat: Seat) -> str:
    """What playing a tile would do at once, in a line: of influences those that it changes, the own first."""
    parts = captures_words(forecast.captures)
    if forecast.count is not None:
        winner = forecast.count.winner
        result = _("a shared victory") if winner is None else _("{side} wins").format(side=SIDES[winner])
        return "; ".join(
            [*parts, _("the game ends, {result}: {reason}").format(result=result, reason=reason_words(forecast.count))]
        )
    for place in forecast.touched:
        found = outlook(forecast.after, place)
        was = influences(before, place)
        codes = ", ".join([outlook_code(each, seat) for each in found if (each.figure, each.influence) not in was])
        parts.append(
            ngettext("{place} {codes}, {count} open", "{place} {codes}, {count} open", len(found[0].open_land)).format(
                place=NAMES[place], codes=codes or _("unchanged"), count=len(found[0].open_land)
            )
        )
    return "; ".join(parts) or _("touches no figure")


def influenced_by(state: State, seat: Seat, place: Place) -> list[str]:
    """The figures that a tile of `seat` influences from where it lies: `the Buddha of Edo`."""
    affects = state.tile_at(seat, place).affects
    return [
        figure_of(found.figure, settlement)
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
