"""Section 8.1: the combat phase, and how a combat begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from engine.forms import Form
from engine.hidden import IllegalAction, Seat, View, other
from engine.lazy import Each
from engine.rules import DecisionRule, Question, Rule, Shown, Step, StepRule
from engine.sekigahara.board import CASTLE, LOCATION_KEYS, LOCATIONS, MORI_BOX, OSAKA, Location
from engine.sekigahara.chapters.chapter_3_pieces import Hide
from engine.sekigahara.chapters.chapter_4_control import has_units, update_control
from engine.sekigahara.chapters.chapter_7_4_overruns import CheckOverrun, DrawOwed
from engine.sekigahara.chapters.chapter_8_2_deployment import NextDeployment
from engine.sekigahara.chapters.chapter_8_8_retreats import CASTLE_LIMIT, FollowOn
from engine.sekigahara.chapters.chapter_8_9_sieges import CastleChoiceDue
from engine.sekigahara.chapters.chapter_8_10_replenishment import forget_arrivals
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.forms import LOCATION, SEAT
from engine.sekigahara.state import Combat, Pieces, State


def locations_to_declare(state: State) -> tuple[Location, ...]:
    """Where the active player must still declare combat: units of both sides, not yet declared (8.1, R19, R30)."""
    active = state.active
    assert active is not None
    mine, theirs = state.pools[active], state.pools[other(active)]
    found = []
    for location in LOCATIONS:
        if not mine[location]:
            # R30: the owner of a lone disk does nothing there.
            continue
        enemy = theirs[location] or (active == TOKUGAWA and location in state.disks)
        if enemy and not state.declared >> location & 1:
            found.append(location)
    return tuple(found)


def may_stay_inside(state: State, seat: Seat, location: Location, attacker: Seat | None = None) -> bool:
    """Whether `seat` may stay inside its castle when `attacker` declares at `location` (8.9.2, R19).

    None: `seat` itself declares there; if it stays inside then, nothing happens.
    """
    joining = () if attacker in {None, seat} else mori_who_join(state, location, other(seat))
    held = CASTLE[location] is not None and state.holder[location] == seat
    return held and _has_choice(len(state.pools[seat][location]) + len(joining))


def _has_choice(blocks: int) -> bool:
    """Whether a castle's holder with so many blocks chooses between a battle and the inside (8.9.2)."""
    return 0 < blocks <= CASTLE_LIMIT


@dataclass(frozen=True, slots=True)
class CombatPhase(Step):
    """The combat phase goes on until no combat is left to declare (8.1)."""

    form: ClassVar[Form] = Form("combat-phase")


def combat_phase(state: State, step: CombatPhase) -> None:
    """See `CombatPhase`."""
    if locations_to_declare(state):
        assert state.active is not None
        state.push(DeclarationDue(state.active), step)


@dataclass(frozen=True, slots=True)
class DeclarationDue(Question):
    """`seat`, the active player, declares the next combat (8.1, R19)."""

    seat: Seat
    form: ClassVar[Form] = Form("declaration-due", seat=SEAT)
    commits: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Declare:
    """Combat is declared at `location` (8.1)."""

    location: Location
    form: ClassVar[Form] = Form("declare", location=LOCATION)


class DeclareCombat(DecisionRule[State, DeclarationDue, Declare, None]):
    """The active player declares combat at one location after the other (8.1, R19)."""

    question = DeclarationDue
    answer = Declare

    def options(self, view: View[State], question: DeclarationDue) -> Sequence[Declare]:
        """Every location that is still to be declared."""
        return Each(locations_to_declare(view.state), Declare)

    def check(self, state: State, question: DeclarationDue, answer: Declare, shown: Shown) -> None:
        """See `DecisionRule.check`."""
        if answer.location not in locations_to_declare(state):
            raise IllegalAction(
                "8.1", "There is no combat to declare at {location}", location=LOCATION_KEYS[answer.location]
            )

    def perform(self, state: State, question: DeclarationDue, answer: Declare, shown: Shown, found: None) -> None:
        """See `DecisionRule.perform`."""
        begin_combat(state, answer.location, question.seat)


def mori_who_join(state: State, location: Location, attacker: Seat) -> Pieces:
    """The blocks of the Mōri box, all of which enter Osaka when Tokugawa attacks it (9.3); of other combats none."""
    return state.pools[ISHIDA][MORI_BOX] if location == OSAKA and attacker == TOKUGAWA else ()


def begin_combat(state: State, location: Location, attacker: Seat) -> None:
    """Combat at `location`; the Mōri box enters Osaka first when Tokugawa attacks it (9.3, R19, R36)."""
    state.declared |= 1 << location
    holder = state.holder[location] if CASTLE[location] is not None else None
    state.combat = Combat(location, attacker, holder)
    box = mori_who_join(state, location, attacker)
    state.push(MeetInCombat())
    if box:
        state.transfer(ISHIDA, box, MORI_BOX, OSAKA)
        update_control(state, location)
        state.push(Hide(ISHIDA, (OSAKA,)), CheckOverrun(OSAKA), DrawOwed(attacker))


@dataclass(frozen=True, slots=True)
class MeetInCombat(Step):
    """A battle, a siege, or the choice of the castle's holder between them (8.9.1, 8.9.2, R19)."""

    form: ClassVar[Form] = Form("meet-in-combat")


def meet_in_combat(state: State, step: MeetInCombat) -> None:
    """See `MeetInCombat`. No combat is left if an overrun came before it (R36)."""
    combat = state.current_combat()
    location = combat.location
    if not (has_units(state, combat.attacker, location) and has_units(state, combat.defender, location)):
        state.combat = None
        forget_arrivals(state, location)
        return
    state.push(NextDeployment())
    if combat.holder is not None:
        if not state.pools[combat.holder][location]:
            state.combat = Combat(location, combat.attacker, combat.holder, siege=True)
        elif _has_choice(len(state.pools[combat.holder][location])):
            state.push(CastleChoiceDue(combat.holder, location))


def follow_on(state: State, step: FollowOn) -> None:
    """See `FollowOn`: the retreating side is the attacker in everything (R35)."""
    if has_units(state, step.seat, step.location) and has_units(state, other(step.seat), step.location):
        begin_combat(state, step.location, step.seat)


RULES: Final[tuple[Rule, ...]] = (
    StepRule(CombatPhase, combat_phase),
    DeclareCombat(),
    StepRule(MeetInCombat, meet_in_combat),
    StepRule(FollowOn, follow_on),
)
