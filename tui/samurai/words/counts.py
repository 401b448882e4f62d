"""What is counted of a game of Samurai for the player's statistics."""

from __future__ import annotations

from collections.abc import Iterator

from engine.hidden import SEATS, Acted, Event, Seat
from engine.samurai.chapters.chapter_3_passing import Pass
from engine.samurai.chapters.chapter_3_placing import PlaceTile
from engine.samurai.chapters.chapter_4_figure_exchange import ExchangeFigures
from engine.samurai.chapters.chapter_4_tile_exchange import ExchangeTile
from engine.samurai.state import State
from tui.language import N_

AVERAGES = ((N_("figures per tile"), N_("figures captured"), N_("tiles laid")),)
"""What is divided by what, and what that is called."""


def counts(before: State, event: Event, after: State) -> Iterator[tuple[Seat, str, int]]:
    """What `event` adds to which of a seat's counts."""
    for seat in SEATS:
        yield seat, N_("figures captured"), sum(after.captured[seat]) - sum(before.captured[seat])
    if isinstance(event, Acted):
        yield event.seat, N_("ties set aside"), sum(after.aside) - sum(before.aside)
        if isinstance(event.action, PlaceTile):
            yield event.seat, N_("tiles laid"), 1
        elif isinstance(event.action, ExchangeTile | ExchangeFigures):
            yield event.seat, N_("exchanges"), 1
        elif isinstance(event.action, Pass):
            yield event.seat, N_("passes"), 1
