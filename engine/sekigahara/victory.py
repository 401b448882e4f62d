"""Chapter 2: instant victory and the final count."""

from __future__ import annotations

from engine.sekigahara.board import DEAD, OSAKA
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.pieces import PROTAGONIST
from engine.sekigahara.procedure import task
from engine.sekigahara.state import State


@task("victory")
def check_victory(state: State) -> None:
    """Instant victory (2.1, 9.1, 9.5, R4, R29): asked when all losses of a battle, a siege or an overrun are known."""
    shown = state.shown
    if any(shown[block] == PROTAGONIST[TOKUGAWA] for block in state.pools[TOKUGAWA][DEAD]):
        state.result = (ISHIDA, "Tokugawa Ieyasu has been killed")
    elif any(shown[block] == PROTAGONIST[ISHIDA] for block in state.pools[ISHIDA][DEAD]):
        state.result = (TOKUGAWA, "Ishida Mitsunari has been killed")
    elif OSAKA not in state.disks:
        state.result = (TOKUGAWA, "Toyotomi Hideyori has been captured")


def final_count(state: State) -> None:
    """Victory points after the last week; Ishida wins a tie (2.2, R4)."""
    tokugawa, ishida = state.score(TOKUGAWA), state.score(ISHIDA)
    winner = TOKUGAWA if tokugawa > ishida else ISHIDA
    high, low = max(tokugawa, ishida), min(tokugawa, ishida)
    state.result = (winner, f"victory points {high} to {low}")
