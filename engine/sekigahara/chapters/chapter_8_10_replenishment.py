"""Section 8.10: cards are replaced after a combat, and its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from engine.forms import NUMBER, Form
from engine.hidden import SEATS, Seat
from engine.rules import Rule, Step, StepRule
from engine.sekigahara.board import DISCARD, PLAYED, Location
from engine.sekigahara.chapters.chapter_3_pieces import DrawCards
from engine.sekigahara.forms import LOCATION, SEAT
from engine.sekigahara.state import State

BLOCKS_PER_CARD: Final = 2
"""Blocks lost in a battle or an overrun for which a card is drawn (8.10)."""


@dataclass(frozen=True, slots=True)
class Replenish(Step):
    """Played cards are discarded and replaced, and `extra` cards drawn for blocks lost (8.10)."""

    seat: Seat
    extra: int
    form: ClassVar[Form] = Form("replenish", seat=SEAT, extra=NUMBER)


def replenish(state: State, step: Replenish) -> None:
    """See `Replenish`."""
    played = state.pools[step.seat][PLAYED]
    if played:
        state.transfer(step.seat, played, PLAYED, DISCARD)
    state.push(DrawCards(step.seat, len(played) + step.extra))


@dataclass(frozen=True, slots=True)
class EndCombat(Step):
    """Nothing of the combat at `location` is left but its consequences (R34)."""

    location: Location
    form: ClassVar[Form] = Form("end-combat", location=LOCATION)


def end_combat(state: State, step: EndCombat) -> None:
    """See `EndCombat`."""
    state.combat = None
    forget_arrivals(state, step.location)


def forget_arrivals(state: State, location: Location) -> None:
    """Where a side has no block left after a combat, it has entered no more: the next combat is another (R34)."""
    gone = [seat for seat in SEATS if not state.pools[seat][location]]
    if gone:
        state.arrivals = frozenset(
            [arrival for arrival in state.arrivals if arrival[1] != location or arrival[0] not in gone]
        )


RULES: Final[tuple[Rule, ...]] = (StepRule(Replenish, replenish), StepRule(EndCombat, end_combat))
