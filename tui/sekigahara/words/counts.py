"""What is counted of a game of Sekigahara for the player's statistics."""

from __future__ import annotations

from collections.abc import Iterator

from engine.hidden import SEATS, Acted, Event, Seat
from engine.sekigahara.board import DEAD, PLAYED
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_8_6_loyalty import Challenge
from engine.sekigahara.chapters.chapter_8_9_sieges import combat_begun
from engine.sekigahara.state import Combat, State
from tui.language import N_

AVERAGES = (
    (N_("impact per card"), N_("impact dealt"), N_("cards in battle")),
    (N_("blocks lost per battle"), N_("blocks lost"), N_("battles")),
)
"""What is divided by what, and what that is called."""


def counts(before: State, event: Event, after: State) -> Iterator[tuple[Seat, str, int]]:
    """What `event` adds to which of a seat's counts."""
    old, new = combat_begun(before), combat_begun(after)
    if _fight(old) == _fight(new):
        new = None
    for seat in SEATS:
        if new is not None:
            yield seat, N_("sieges") if new.siege else N_("battles"), 1
        if before.combat is not None and after.combat is not None and new is None:
            yield seat, N_("impact dealt"), max(0, after.combat.impact[seat] - before.combat.impact[seat])
        for what, pool in ((N_("cards in battle"), PLAYED), (N_("blocks lost"), DEAD)):
            yield seat, what, max(0, len(after.pools[seat][pool]) - len(before.pools[seat][pool]))
    if isinstance(event, Acted):
        if isinstance(event.action, March):
            yield event.seat, N_("marches"), 1
        elif isinstance(event.action, Muster):
            yield event.seat, N_("musters"), 1
        elif isinstance(event.action, Challenge) and event.action.card is not None:
            yield event.seat, N_("loyalty challenges"), 1


def _fight(combat: Combat | None) -> object:
    return None if combat is None else (combat.location, combat.attacker, combat.siege)
