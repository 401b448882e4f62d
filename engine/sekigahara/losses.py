"""Sections 8.7, 8.9.4 and 8.10: losses of battles and sieges, and the cards drawn after them."""

from __future__ import annotations

from engine.hidden import IllegalAction, Seat, other
from engine.sekigahara.actions import Lose, LoseInSiege
from engine.sekigahara.board import DISCARD, NAMES, OSAKA, PLAYED
from engine.sekigahara.overrun import bury
from engine.sekigahara.procedure import Shown, face_of, performs, require_in, show, task
from engine.sekigahara.state import Pieces, State

IMPACT_PER_LOSS = 7
"""Impact that costs the enemy a block (8.7.1), or a unit in a siege (8.9.4)."""


@task("losses")
def battle_losses(state: State) -> None:
    """Both sides lose a block for every 7 impact against them, the loser one more; the attacker first (8.7.1, R25)."""
    combat = state.current_combat()
    winner = combat.leading
    lost = [0, 0]
    for seat in (combat.attacker, combat.defender):
        due = combat.impact[other(seat)] // IMPACT_PER_LOSS + (seat != winner)
        lost[seat] = min(due, len(state.pools[seat][combat.place]))
    attacker, defender = combat.attacker, combat.defender
    state.push(
        *(("lose", seat, lost[seat]) for seat in (attacker, defender) if lost[seat]),
        ("victory",),
        ("hide", attacker, combat.place),
        ("hide", defender, combat.place),
        ("after-battle", other(winner), lost[0], lost[1]),
    )


def loss_classes(state: State, seat: Seat) -> tuple[Pieces, Pieces, Pieces]:
    """Own blocks in the order in which they are lost: defectors, other deployed blocks, the rest (8.7.2, R25)."""
    combat = state.current_combat()
    sides = dict(combat.deployed)
    stack = state.pools[seat][combat.place]
    return (
        tuple(block for block in stack if sides.get(block, seat) != seat),
        tuple(block for block in stack if sides.get(block) == seat),
        tuple(block for block in stack if block not in sides),
    )


@performs("lose", Lose)
def lose(state: State, seat: Seat, action: Lose, shown: Shown) -> None:
    """The owner picks losses, first among defectors, then deployed blocks, then the rest (8.7.2, R25)."""
    combat = state.current_combat()
    due = int(state.agenda[-1][2])
    if len(action.blocks) != due:
        raise IllegalAction("8.7.1", f"{due} blocks are lost here, got {len(action.blocks)}")
    require_in(state, seat, action.blocks, combat.place, "8.7.2", f"a block at {NAMES[combat.place]}")
    left = due
    for kind, blocks in zip(("defectors", "deployed blocks", "blocks"), loss_classes(state, seat), strict=True):
        wanted = min(left, len(blocks))
        chosen = sum(block in blocks for block in action.blocks)
        if chosen != wanted:
            raise IllegalAction("8.7.2", f"{wanted} {kind} must be lost before any others, got {chosen}")
        left -= wanted
    for block in action.blocks:
        face_of(state, shown, block)
    show(state, shown)
    state.agenda.pop()
    bury(state, seat, action.blocks, combat.place)


@task("after-battle")
def after_battle(state: State, loser: Seat, lost_by_first: int, lost_by_second: int) -> None:
    """The loser retreats what it has left; then cards are replenished (8.8.1, 8.10, R26)."""
    combat = state.current_combat()
    lost = (lost_by_first, lost_by_second)
    state.push(*(("replenish", seat, lost[seat] // 2) for seat in (combat.attacker, combat.defender)), ("combat-over",))
    if state.pools[loser][combat.place]:
        state.push(("retreat", loser))


@task("replenish")
def replenish(state: State, seat: Seat, extra: int) -> None:
    """Played cards are discarded and replaced, and `extra` cards drawn for blocks lost (8.10)."""
    played = state.pools[seat][PLAYED]
    if played:
        state.transfer(seat, played, PLAYED, DISCARD)
    state.push(("cards", seat, len(played) + extra))


@task("combat-over")
def end_combat(state: State) -> None:
    """Nothing of the combat is left but its consequences."""
    state.combat = None


@task("siege-losses")
def siege_losses(state: State) -> None:
    """The defender loses a unit for every 7 impact; the attacker none (8.9.4, R28)."""
    combat = state.current_combat()
    place, attacker, defender = combat.place, combat.attacker, combat.defender
    blocks = len(state.pools[defender][place])
    lost = min(combat.impact[attacker] // IMPACT_PER_LOSS, blocks + (place in state.disks))
    state.push(
        ("victory",),
        ("hide", attacker, place),
        ("after-siege", blocks),
    )
    if lost:
        state.push(("lose-in-siege", defender, lost))


@performs("lose-in-siege", LoseInSiege)
def lose_in_siege(state: State, seat: Seat, action: LoseInSiege, shown: Shown) -> None:
    """The defender picks units: Hideyori's disk when nothing else is left, Sanada's any time (8.9.4, 9.1, 9.2)."""
    combat = state.current_combat()
    place = combat.place
    due = int(state.agenda[-1][2])
    if action.disk and place not in state.disks:
        raise IllegalAction("8.9.3", f"No disk stands at {NAMES[place]}")
    if len(action.blocks) + action.disk != due:
        raise IllegalAction("8.9.4", f"{due} units are lost here, got {len(action.blocks) + action.disk}")
    require_in(state, seat, action.blocks, place, "8.9.4", f"a block at {NAMES[place]}")
    if action.disk and place == OSAKA and len(action.blocks) < len(state.pools[seat][place]):
        raise IllegalAction("9.1", "Toyotomi Hideyori is the last unit lost at Osaka")
    for block in action.blocks:
        face_of(state, shown, block)
    show(state, shown)
    state.agenda.pop()
    if action.disk:
        state.disks = tuple(disk for disk in state.disks if disk != place)
    bury(state, seat, action.blocks, place)


@task("after-siege")
def after_siege(state: State, blocks_before: int) -> None:
    """The attacker replaces the cards played; the defender draws a card for each block lost (8.9.4, 8.10, R28)."""
    combat = state.current_combat()
    defender = combat.defender
    lost = blocks_before - len(state.pools[defender][combat.place])
    state.push(("replenish", combat.attacker, 0), ("replenish", defender, lost), ("combat-over",))
