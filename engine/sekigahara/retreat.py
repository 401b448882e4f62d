"""Section 8.8: retreats, into castles, to a neighbour, into combat."""

from __future__ import annotations

from engine.hidden import IllegalAction, Seat, other
from engine.sekigahara.actions import Retreat
from engine.sekigahara.board import ADJACENT, NAMES, Place
from engine.sekigahara.combat import CASTLE_LIMIT
from engine.sekigahara.procedure import Shown, performs, require_in, task
from engine.sekigahara.state import Combat, State


def retreat_places(state: State, combat: Combat, seat: Seat) -> tuple[Place, ...]:
    """Where `seat`, having lost the battle, may retreat to outside a castle (8.8.2, 8.8.3, R26, R34)."""
    neighbours = ADJACENT[combat.place]
    if seat == combat.attacker:
        entered = _entered_from(state, seat, combat.place)
        return tuple(place for place in neighbours if place in entered) or neighbours
    enemy = other(seat)
    entered = _entered_from(state, enemy, combat.place)
    free = tuple(place for place in neighbours if place not in entered and not state.has_units(enemy, place))
    return free or neighbours


def _entered_from(state: State, seat: Seat, place: Place) -> set[Place]:
    return {origin for side, target, origin in state.arrivals if side == seat and target == place}


def castle_room(combat: Combat, seat: Seat) -> int:
    """How many of the loser's blocks may stay in the castle: two for the side that held it before (8.8.4)."""
    return CASTLE_LIMIT if combat.holder == seat else 0


@performs("retreat", Retreat)
def retreat(state: State, seat: Seat, action: Retreat, shown: Shown) -> None:
    """The loser goes into its castle, or to one adjacent location, or some each (8.8, R26, R27)."""
    combat = state.current_combat()
    stack = state.pools[seat][combat.place]
    room = castle_room(combat, seat)
    if len(action.staying) > room:
        raise IllegalAction("8.8.4", f"{len(action.staying)} blocks would stay in the castle, at most {room} may")
    require_in(state, seat, action.staying, combat.place, "8.8.4", f"a block at {NAMES[combat.place]}")
    leaving = tuple(block for block in stack if block not in action.staying)
    target = action.place
    if leaving and target is None:
        raise IllegalAction("8.8.1", f"{len(leaving)} blocks must retreat to an adjacent location; none was named")
    if not leaving and target is not None:
        raise IllegalAction("8.8.1", "All blocks stay in the castle, so none retreats to another location")
    if target is not None and target not in retreat_places(state, combat, seat):
        rule = "8.8.2" if seat == combat.attacker else "8.8.3"
        raise IllegalAction(rule, f"A retreat from {NAMES[combat.place]} may not go to {NAMES[target]}")
    state.agenda.pop()
    if target is None:
        return
    enemy = other(seat)
    starts_combat = state.has_units(enemy, target) and not state.has_units(seat, target)
    state.transfer(seat, leaving, combat.place, target)
    state.arrivals |= {(seat, target, combat.place)}
    state.settle(combat.place)
    state.settle(target)
    # 8.10, R39: what is on the agenda already, the battle's own replenishment and its end, comes before the draws of
    # an overrun and before any combat that the retreat causes.
    after = state.agenda.index(("combat-over",))
    later: list[tuple[str | int, ...]] = [("follow-on", target, seat)] if starts_combat else []
    state.agenda[after:after] = [*later, ("owed", combat.attacker)]
    state.push(("overrun", combat.place), ("overrun", target), ("hide", seat, target))


@task("follow-on")
def follow_on(state: State, place: Place, seat: Seat) -> None:
    """Retreating blocks that met enemy units with no friends there attack them at once (8.8.5, R27, R35)."""
    if state.has_units(seat, place) and state.has_units(other(seat), place):
        state.push(("combat", place, seat))
