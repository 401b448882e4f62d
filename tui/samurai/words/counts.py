"""What is counted of a game of Samurai for the player's statistics."""

from __future__ import annotations

from collections.abc import Iterator

from engine.hidden import SEATS, Acted, Event, Seat
from engine.samurai.chapters.chapter_3_passing import Pass
from engine.samurai.chapters.chapter_3_placing import PlaceTile
from engine.samurai.chapters.chapter_4_figure_exchange import ExchangeFigures
from engine.samurai.chapters.chapter_4_tile_exchange import ExchangeTile
from engine.samurai.state import State

AVERAGES = (("figures per tile", "figures captured", "tiles laid"),)
"""What is divided by what, and what that is called."""


def counts(before: State, event: Event, after: State) -> Iterator[tuple[Seat, str, int]]:
    """What `event` adds to which of a seat's counts."""
    for seat in SEATS:
        yield seat, "figures captured", sum(after.captured[seat]) - sum(before.captured[seat])
    if isinstance(event, Acted):
        yield event.seat, "ties set aside", sum(after.aside) - sum(before.aside)
        if isinstance(event.action, PlaceTile):
            yield event.seat, "tiles laid", 1
        elif isinstance(event.action, ExchangeTile | ExchangeFigures):
            yield event.seat, "exchanges", 1
        elif isinstance(event.action, Pass):
            yield event.seat, "passes", 1
