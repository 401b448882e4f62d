"""Section 8.9 in words: inside or outside, sieges and what is lost in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.hidden import Face, Piece, other
from engine.sekigahara.chapters.chapter_8_9_sieges import FightInside, LoseInSiege
from engine.sekigahara.forecasts import CombatForecast
from engine.sekigahara.state import State
from tui.english import plural
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import SIDES, pieces_words

CASTLE_CHOICE_DUE: Final = "fight inside or outside the castle"
SIEGE_LOSSES_DUE: Final = "choose losses of the siege"


def fight_inside_words(answer: FightInside) -> str:
    """8.9.2."""
    return "stays inside the castle" if answer.inside else "fights outside the castle"


def lose_in_siege_words(answer: LoseInSiege, faces: Mapping[Piece, Face]) -> str:
    """8.9.4."""
    lost = [pieces_words(answer.blocks, faces)] if answer.blocks else []
    return f"loses {' and '.join([*lost, *(['the disk'] if answer.disk else [])])}"


def siege_words(before: State, after: State) -> list[str]:
    """That a combat has become a siege, that a disk is lost."""
    lines = []
    old, new = before.combat, after.combat
    if old is not None and new is not None and new.location == old.location and new.siege and not old.siege:
        lines.append(f"It is a siege: {SIDES[new.defender]} stays inside.")
    lost = [location for location in before.disks if location not in after.disks]
    return lines + [f"The disk at {NAMES[location]} is lost." for location in lost]


def siege_forecast(forecast: CombatForecast) -> str:
    """What a siege costs as the impact stands (8.9.4)."""
    defender = other(forecast.leading)
    return f"As it stands {SIDES[defender]} would lose {plural(forecast.losses[defender], 'unit')}."
