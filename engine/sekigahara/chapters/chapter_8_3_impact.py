"""Sections 8.3 and 8.4: the impact of blocks deployed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.hidden import Face, Piece, Seat
from engine.sekigahara.pieces import ARM_OF, DAIMYO_OF, MON_OF
from engine.sekigahara.state import Combat, Pieces, State


def added_impact(combat: Combat, side: Seat, blocks: Pieces, swords: bool, faces: Mapping[Piece, Face]) -> int:
    """The impact of `blocks` deployed on `side` now, one after the other (8.3.2, 8.3.3, 8.4.1, R21, R22).

    `swords`: by a card with a special attack, in a battle. `faces` knows `blocks` and all that fights for `side`.
    """
    comrades = [faces[block] for block, fights_for in combat.deployed if fights_for == side]
    impact = 0
    for block in blocks:
        face = faces[block]
        daimyo, arm = DAIMYO_OF[face], ARM_OF[face]
        impact += MON_OF[face]
        attack = swords and arm is not None
        if attack:
            impact += 2
        for comrade in comrades:
            if DAIMYO_OF[comrade] == daimyo:
                impact += 1
            if attack and ARM_OF[comrade] == arm:
                impact += 2
        comrades.append(face)
    return impact


def add_impact(state: State, side: Seat, blocks: Pieces, swords: bool) -> None:
    """`blocks` fight for `side` from now on; nothing is open to a challenge any more (8.3.1, 8.4.1)."""
    combat = state.current_combat()
    impact = list(combat.impact)
    impact[side] += added_impact(combat, side, blocks, swords, state.shown)
    state.combat = replace(
        combat,
        impact=(impact[0], impact[1]),
        deployed=combat.deployed + tuple([(block, side) for block in blocks]),
        pending=None,
    )
