"""Section 8.8: retreats, into castles, to a neighbour, into combat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from engine.forms import PIECES, Form
from engine.hidden import IllegalAction, Seat, View, other
from engine.lazy import Concatenated, Subsets
from engine.rules import DecisionRule, Question, Rule, Shown, Step
from engine.sekigahara.board import ADJACENT, LOCATION_KEYS, Location
from engine.sekigahara.chapters.chapter_3_pieces import Hide, require_in
from engine.sekigahara.chapters.chapter_4_control import has_units, update_control
from engine.sekigahara.chapters.chapter_7_4_overruns import CheckOverrun, DrawOwed
from engine.sekigahara.chapters.chapter_8_10_replenishment import EndCombat
from engine.sekigahara.forms import LOCATION, MAYBE_LOCATION, SEAT
from engine.sekigahara.state import Combat, Pieces, State

CASTLE_LIMIT: Final = 2
"""Blocks that fit into a castle (8.8.4, 8.9.2)."""


@dataclass(frozen=True, slots=True)
class RetreatDue(Question):
    """`seat` has lost the battle at `location` and retreats what it has left (8.8)."""

    seat: Seat
    location: Location
    form: ClassVar[Form] = Form("retreat-due", seat=SEAT, location=LOCATION)


@dataclass(frozen=True, slots=True)
class Retreat:
    """`staying` blocks go into the castle, the others to `location`, None if none are left (8.8)."""

    staying: Pieces
    location: Location | None
    form: ClassVar[Form] = Form("retreat", staying=PIECES, location=MAYBE_LOCATION)

    def __post_init__(self) -> None:
        object.__setattr__(self, "staying", tuple(sorted(self.staying)))


def entered_from(state: State, seat: Seat, location: Location) -> frozenset[Location]:
    """The locations from which blocks of `seat` entered `location` for the combat there (8.8.2, 8.8.3, R34)."""
    return frozenset([origin for side, target, origin in state.arrivals if side == seat and target == location])


def retreat_refusal(state: State, combat: Combat, seat: Seat, target: Location) -> IllegalAction | None:
    """Why `seat`, having lost the battle, may not retreat to `target`, None if it may (8.8.2, 8.8.3, R26, R34).

    The facts tell whether another neighbour is better: an attacker's own way back, or one that is free.
    """
    location = combat.location
    facts = {"location": LOCATION_KEYS[location], "target": LOCATION_KEYS[target]}
    if target not in ADJACENT[location]:
        return IllegalAction("8.8.1", "{target} is not adjacent to {location}", **facts)
    if seat == combat.attacker:
        entered = entered_from(state, seat, location)
        if entered and target not in entered:
            return IllegalAction(
                "8.8.2", "An attacker at {location} goes back the way it came, not to {target}", **facts
            )
        return None
    if _is_free(state, combat, seat, target) or not any(
        _is_free(state, combat, seat, neighbour) for neighbour in ADJACENT[location]
    ):
        return None
    if has_units(state, other(seat), target):
        return IllegalAction(
            "8.8.3", "There are enemy units at {target}; another neighbour of {location} is free", **facts
        )
    return IllegalAction("8.8.3", "Attackers of {location} came from {target}; another neighbour is free", **facts)


def _is_free(state: State, combat: Combat, seat: Seat, target: Location) -> bool:
    """Whether the defender may go to `target` without need: no enemy is there, and no attacker came from it."""
    enemy = other(seat)
    return target not in entered_from(state, enemy, combat.location) and not has_units(state, enemy, target)


def retreat_locations(state: State, combat: Combat, seat: Seat) -> tuple[Location, ...]:
    """Where `seat`, having lost the battle, may retreat to outside a castle (8.8.2, 8.8.3, R26)."""
    return tuple(
        [target for target in ADJACENT[combat.location] if retreat_refusal(state, combat, seat, target) is None]
    )


def castle_room(combat: Combat, seat: Seat) -> int:
    """How many of the loser's blocks may stay in the castle: two for the side that held it before (8.8.4)."""
    return CASTLE_LIMIT if combat.holder == seat else 0


def is_only_retreat(state: State, combat: Combat, seat: Seat) -> bool:
    """Whether the loser of a battle has one location to go to, and no castle to stay in (8.8.2, 8.8.4)."""
    return not castle_room(combat, seat) and len(retreat_locations(state, combat, seat)) == 1


class RetreatFromBattle(DecisionRule[State, RetreatDue, Retreat, Pieces]):
    """The loser goes into its castle, or to one adjacent location, or some each (8.8, R26, R27)."""

    question = RetreatDue
    answer = Retreat

    def options(self, view: View[State], question: RetreatDue) -> Sequence[Retreat]:
        """All into the castle, then for each location every choice of those who stay."""
        state, seat = view.state, view.seat
        combat = state.current_combat()
        stack = state.pools[seat][question.location]
        room = min(castle_room(combat, seat), len(stack))
        parts: list[Sequence[Retreat]] = []
        if room == len(stack):
            parts.append([Retreat(stack, None)])
        for target in retreat_locations(state, combat, seat):
            leave = _leaving_for(target)
            parts += [Subsets(stack, staying, leave) for staying in range(min(room, len(stack) - 1) + 1)]
        return Concatenated(parts)

    def check(self, state: State, question: RetreatDue, answer: Retreat, shown: Shown) -> Pieces:
        """See `DecisionRule.check`. Returns the blocks that leave."""
        combat = state.current_combat()
        seat, location = question.seat, question.location
        room = castle_room(combat, seat)
        if len(answer.staying) > room:
            raise IllegalAction(
                "8.8.4",
                "{count} blocks would stay in the castle, at most {room} may",
                count=len(answer.staying),
                room=room,
            )
        require_in(state, seat, answer.staying, location, "8.8.4")
        leaving = tuple([block for block in state.pools[seat][location] if block not in answer.staying])
        if leaving and answer.location is None:
            raise IllegalAction(
                "8.8.1", "{count} blocks must retreat to an adjacent location; none was named", count=len(leaving)
            )
        if answer.location is not None:
            if not leaving:
                raise IllegalAction("8.8.1", "All blocks stay in the castle, so none retreats to another location")
            refusal = retreat_refusal(state, combat, seat, answer.location)
            if refusal is not None:
                raise refusal
        return leaving

    def perform(self, state: State, question: RetreatDue, answer: Retreat, shown: Shown, found: Pieces) -> None:
        """See `DecisionRule.perform`."""
        target = answer.location
        if target is None:
            return
        seat, location = question.seat, question.location
        enemy_there = has_units(state, other(seat), target)
        starts_combat = enemy_there and not has_units(state, seat, target)
        attacker = state.current_combat().attacker
        state.transfer(seat, found, location, target)
        if enemy_there:
            # R34: a retreat enters only what is, or will be, a combat.
            state.arrivals |= {(seat, target, location)}
        update_control(state, location)
        update_control(state, target)
        # 8.10, R39: what is on the agenda already, the battle's own replenishment and its end, comes before the draws
        # of an overrun and before any combat that the retreat causes.
        after: list[Step] = [DrawOwed(attacker)]
        if starts_combat:
            after.append(FollowOn(seat, target))
        state.push_after(EndCombat(location), *after)
        state.push(CheckOverrun(location), CheckOverrun(target), Hide(seat, (target,)))


def _leaving_for(target: Location) -> Callable[[Pieces], Retreat]:
    return lambda staying: Retreat(staying, target)


@dataclass(frozen=True, slots=True)
class FollowOn(Step):
    """Blocks of `seat` that retreated into enemy units with no friends there attack them at once (8.8.5, R27, R35).

    What it does stands with the beginning of any combat (8.1).
    """

    seat: Seat
    location: Location
    form: ClassVar[Form] = Form("follow-on", seat=SEAT, location=LOCATION)


RULES: Final[tuple[Rule, ...]] = (RetreatFromBattle(),)
