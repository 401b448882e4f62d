"""Section 7.4: overruns, by either side, in any phase (R15)."""

from __future__ import annotations

from engine.hidden import SEATS, Seat, other
from engine.sekigahara.actions import Reveal
from engine.sekigahara.board import DEAD, Place
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.procedure import Shown, face_of, performs, show, task
from engine.sekigahara.state import Pieces, State
from engine.sekigahara.victory import check_victory

ODDS = 4
"""How many times the enemy's blocks an overrun needs (7.4.1)."""


def overrun_victim(state: State, place: Place) -> Seat | None:
    """The side whose blocks at `place` are overrun as things stand, None if neither's are (7.4.1, 7.4.3, R15)."""
    tokugawa = len(state.pools[TOKUGAWA][place])
    ishida = len(state.pools[ISHIDA][place])
    if not tokugawa or not ishida:
        return None
    if tokugawa >= ODDS * ishida:
        victim = ISHIDA
    elif ishida >= ODDS * tokugawa:
        victim = TOKUGAWA
    else:
        return None
    return None if state.holder[place] == victim else victim


@task("overrun")
def check_overrun(state: State, place: Place) -> None:
    """Destroy what is overrun at `place`, once its owner has shown it (7.4.2)."""
    victim = overrun_victim(state, place)
    if victim is None:
        return
    blocks = state.pools[victim][place]
    if all(block in state.shown for block in blocks):
        destroy(state, victim, place)
    else:
        state.push(("reveal", victim, place))


@performs("reveal", Reveal)
def reveal(state: State, seat: Seat, action: Reveal, shown: Shown) -> None:
    """The owner shows the overrun blocks and they are destroyed (7.4.2)."""
    _, _, number = state.agenda[-1]
    place = Place(int(number))
    for block in state.pools[seat][place]:
        face_of(state, shown, block)
    state.agenda.pop()
    show(state, shown)
    destroy(state, seat, place)


def destroy(state: State, victim: Seat, place: Place) -> None:
    """Remove the victim's blocks; it will draw a card for every two of them (8.7.3, 8.10, R15)."""
    blocks = state.pools[victim][place]
    bury(state, victim, blocks, place)
    owed = list(state.owed)
    owed[victim] += len(blocks) // 2
    state.owed = (owed[0], owed[1])
    check_victory(state)


def bury(state: State, seat: Seat, blocks: Pieces, place: Place) -> None:
    """Put blocks, whose faces are public, among the dead for good, and see who controls the place now (8.7.3)."""
    state.transfer(seat, blocks, place, DEAD)
    state.settle(place)
    movement = state.movement
    if movement is not None and movement.groups:
        left = []
        for group in movement.groups:
            alive = tuple(block for block in group.blocks if block not in blocks)
            if alive:
                left.append(group if len(alive) == len(group.blocks) else group.of(alive))
        movement.groups = tuple(left)


@task("owed")
def draw_owed(state: State, attacker: Seat) -> None:
    """Draw the cards that overruns owe, the attacker's before the defender's (8.10, R39)."""
    owed, state.owed = state.owed, (0, 0)
    assert attacker in SEATS
    state.push(("cards", attacker, owed[attacker]), ("cards", other(attacker), owed[other(attacker)]))
