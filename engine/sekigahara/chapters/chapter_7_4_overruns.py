"""Section 7.4: overruns, by either side, in any phase (R15)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from engine.forms import Form
from engine.hidden import Seat, View, other
from engine.rules import DecisionRule, Question, Rule, Shown, Step, StepRule
from engine.sekigahara.board import DEAD, Location
from engine.sekigahara.chapters.chapter_2_victory import check_victory
from engine.sekigahara.chapters.chapter_3_pieces import DrawCards, require_shown
from engine.sekigahara.chapters.chapter_4_control import update_control
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.forms import LOCATION, SEAT
from engine.sekigahara.state import Pieces, State

ODDS: Final = 4
"""How many times the enemy's blocks an overrun needs (7.4.1)."""


def overrun_side(tokugawa: int, ishida: int, holder: Seat | None) -> Seat | None:
    """The side that is overrun where so many blocks meet and `holder` controls the castle, None if neither is."""
    if not tokugawa or not ishida:
        return None
    if tokugawa >= ODDS * ishida:
        victim = ISHIDA
    elif ishida >= ODDS * tokugawa:
        victim = TOKUGAWA
    else:
        return None
    return None if holder == victim else victim


def overrun_victim(state: State, location: Location) -> Seat | None:
    """The side whose blocks at `location` are overrun as things stand, None if neither's (7.4.1, 7.4.3, R15)."""
    pools = state.pools
    return overrun_side(len(pools[TOKUGAWA][location]), len(pools[ISHIDA][location]), state.holder[location])


@dataclass(frozen=True, slots=True)
class CheckOverrun(Step):
    """Destroy what is overrun at `location`, once its owner has shown it (7.4.2)."""

    location: Location
    form: ClassVar[Form] = Form("check-overrun", location=LOCATION)


def check_overrun(state: State, step: CheckOverrun) -> None:
    """See `CheckOverrun`."""
    victim = overrun_victim(state, step.location)
    if victim is None:
        return
    if all(block in state.shown for block in state.pools[victim][step.location]):
        destroy(state, victim, step.location)
    else:
        state.push(RevealDue(victim, step.location))


@dataclass(frozen=True, slots=True)
class RevealDue(Question):
    """`seat` shows its blocks at `location`, which are overrun (7.4.2, R15)."""

    seat: Seat
    location: Location
    form: ClassVar[Form] = Form("reveal-due", seat=SEAT, location=LOCATION)


@dataclass(frozen=True, slots=True)
class Reveal:
    """The overrun blocks are shown. There is nothing to choose."""

    form: ClassVar[Form] = Form("reveal")


class RevealOverrun(DecisionRule[State, RevealDue, Reveal, None]):
    """The owner shows the overrun blocks and they are destroyed (7.4.2)."""

    question = RevealDue
    answer = Reveal

    def options(self, view: View[State], question: RevealDue) -> Sequence[Reveal]:
        """The only one."""
        return [Reveal()]

    def to_show(self, state: State, question: RevealDue, answer: Reveal) -> Pieces:
        """All blocks that stand there."""
        return state.pools[question.seat][question.location]

    def check(self, state: State, question: RevealDue, answer: Reveal, shown: Shown) -> None:
        """See `DecisionRule.check`."""
        require_shown(state, shown, state.pools[question.seat][question.location])

    def perform(self, state: State, question: RevealDue, answer: Reveal, shown: Shown, found: None) -> None:
        """See `DecisionRule.perform`."""
        destroy(state, question.seat, question.location)


def destroy(state: State, victim: Seat, location: Location) -> None:
    """Remove the victim's blocks; it will draw a card for every two of them (8.7.3, 8.10, R15)."""
    blocks = state.pools[victim][location]
    bury(state, victim, blocks, location)
    update_control(state, location)
    owed = list(state.owed)
    owed[victim] += len(blocks) // 2
    state.owed = (owed[0], owed[1])
    check_victory(state)


def bury(state: State, seat: Seat, blocks: Pieces, location: Location) -> None:
    """Put blocks, whose faces are public, among the dead for good (8.7.3). Control is for the caller to update."""
    state.transfer(seat, blocks, location, DEAD)
    movement = state.movement
    if movement is None or movement.move is None or not movement.move.groups:
        return
    groups = []
    for group in movement.move.groups:
        alive = tuple([block for block in group.blocks if block not in blocks])
        if alive:
            groups.append(replace(group, blocks=alive))
    state.movement = replace(movement, move=replace(movement.move, groups=tuple(groups)))


@dataclass(frozen=True, slots=True)
class DrawOwed(Step):
    """Draw the cards that overruns owe, those of `first`, the attacker, before the other side's (8.10, R39)."""

    first: Seat
    form: ClassVar[Form] = Form("draw-owed", first=SEAT)


def draw_owed(state: State, step: DrawOwed) -> None:
    """See `DrawOwed`."""
    owed = state.owed
    if owed != (0, 0):
        state.owed = (0, 0)
        state.push(*[DrawCards(seat, owed[seat]) for seat in (step.first, other(step.first))])


RULES: Final[tuple[Rule, ...]] = (
    StepRule(CheckOverrun, check_overrun),
    RevealOverrun(),
    StepRule(DrawOwed, draw_owed),
)
