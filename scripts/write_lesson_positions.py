#!/usr/bin/env python3
"""Writes the positions in which lessons begin, in tui/<game>/lessons/positions, from what stands where.

Run from the top of the project: python scripts/write_lesson_positions.py. Whatever is not named here lies in the bags
and the draw piles; all of it is shuffled as a lesson begins.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.hidden import SEATS, Mix, Pool
from engine.samurai.board import HAND, STOCK
from engine.samurai.text import position_text as samurai_position_text
from engine.sekigahara.board import POOL_KEYS
from engine.sekigahara.chapters.chapter_6_week import BeginWeek
from engine.sekigahara.chapters.chapter_7_1_movement import PaymentDue
from engine.sekigahara.chapters.chapter_8_1_declaring import CombatPhase
from engine.sekigahara.components import TOKUGAWA
from engine.sekigahara.text import position_text
from tests.engine.samurai.positions import position as samurai_position
from tests.engine.sekigahara.positions import Stacks, combat_phase, position

ROOT: Final = Path(__file__).resolve().parent.parent
MORI: Final = ["mori-1-leader", *["mori-3"] * 4]
HOME: Final[Stacks] = {
    "osaka": ["ishida-1-leader", "kobayakawa-1-leader", "kobayakawa-2", "ukita-1-leader", "mori-2"],
    "aizu": ["uesugi-1-leader", "uesugi-3", "uesugi-1-gun"],
    "mori_box": MORI,
}
"""Where Ishida stands when the lesson is about something else."""

POSITIONS: Final[dict[str, dict[str, Any]]] = {
    "movement": {
        "tokugawa": {
            "edo": ["tokugawa-1-leader", "tokugawa-3", "tokugawa-2", "tokugawa-1-gun"],
            "sendai": ["date-1-leader", "date-3"],
            "kiyosu": ["fukushima-3", "fukushima-2"],
            "recruitment": ["tokugawa-3", "tokugawa-1-cavalry", "maeda-2"],
            "hand": ["maeda-single", "maeda-single", "date-single", "fukushima-swords", "tokugawa-swords"],
        },
        "ishida": {
            **HOME,
            "takasaki": ["ukita-2"],
            "hand": ["mori-single", "ukita-single", "mori-single", "kobayakawa-single"],
        },
        "paid": None,
    },
    "battle": {
        "tokugawa": {
            "edo": ["tokugawa-1-leader", "tokugawa-2"],
            "sawayama": ["fukushima-1-leader", "fukushima-1-gun", "fukushima-2", "ii-4", "tokugawa-3"],
            "hand": ["fukushima-swords", "fukushima-single", "date-single", "tokugawa-single"],
        },
        "ishida": {
            **HOME,
            "sawayama": ["ukita-3", "ukita-2", "kobayakawa-2", "mori-1-cavalry"],
            "hand": ["ukita-single", "ukita-swords", "kobayakawa-single", "mori-swords"],
        },
        "arrivals": [(TOKUGAWA, "sawayama", "gifu")],
        "combat": True,
    },
    "loyalty": {
        "tokugawa": {
            "edo": ["tokugawa-1-leader", "tokugawa-2"],
            "kuwana": ["fukushima-2", "ii-4", "maeda-2"],
            "hand": ["fukushima-single", "fukushima-swords", "maeda-single", "tokugawa-loyalty", "tokugawa-loyalty"],
        },
        "ishida": {
            **HOME,
            "kuwana": ["ukita-3", "kobayakawa-3", "mori-2"],
            "hand": ["ukita-single", "ukita-swords", "kobayakawa-single", "ishida-loyalty"],
        },
        "arrivals": [(TOKUGAWA, "kuwana", "kiyosu")],
        "combat": True,
    },
    "siege": {
        "tokugawa": {
            "edo": ["tokugawa-1-leader"],
            "gifu": ["tokugawa-3", "tokugawa-3", "tokugawa-2", "tokugawa-1-gun"],
            "hand": ["tokugawa-double", "tokugawa-single", "tokugawa-swords"],
        },
        "ishida": {**HOME, "gifu": ["ukita-2", "kobayakawa-1-gun"], "hand": ["ukita-single", "mori-single"]},
        "arrivals": [(TOKUGAWA, "gifu", "kiyosu")],
        "combat": True,
    },
    "week": {
        "tokugawa": {
            "edo": ["tokugawa-1-leader", "tokugawa-3"],
            "kiyosu": ["fukushima-2"],
            "kanazawa": ["maeda-2"],
            "hand": ["maeda-single", "date-swords", "fukushima-single", "tokugawa-single", "maeda-single"],
        },
        "ishida": {**HOME, "ueda": ["ukita-2"], "hand": ["mori-single", "mori-single", "ukita-single"]},
        "paid": None,
        "last": True,
    },
    "end": {
        "tokugawa": {
            "edo": ["tokugawa-1-leader", "tokugawa-3"],
            "matsumoto": ["maeda-2", "maeda-1-leader"],
            "hand": ["maeda-single", "date-swords"],
        },
        "ishida": {**HOME, "ueda": ["ukita-2"], "hand": ["mori-single"]},
        "week": 7,
        "owners": {"kuwana": 1, "tsuruga": 1, "niigata": 1, "shirakawa": 1, "takeda": 0, "takasaki": 0},
        "paid": None,
        "last": True,
    },
}


def laid(text: str) -> dict[str, str]:
    """What stands or lies where, told as `q9=helmet o14=helmet+buddha+rice`."""
    places = [word.partition("=") for word in text.split()]
    return {place: what.replace("+", " ") for place, _, what in places}


SAMURAI_POSITIONS: Final[dict[str, dict[str, Any]]] = {
    "tiles": {
        "standing": laid(
            "f18=helmet g17=buddha i17=rice j15=helmet k18=rice l14=buddha l16=helmet+buddha "
            "m13=rice n15=helmet o8=buddha o10=buddha+rice o12=helmet o14=helmet+buddha+rice "
            "q9=rice q11=buddha q13=helmet q15=rice"
        ),
        "blue": laid("q14=samurai-2"),
        "red_hand": "rice-3 helmet-4 samurai-1 ship-2 buddha-2",
        "red_stock": "helmet-2 helmet-3 buddha-3 buddha-4 rice-2 rice-4 samurai-1 samurai-2 samurai-2 samurai-3"
        " tile-exchange ship-1 ship-1 ronin-1 figure-exchange",
        "blue_hand": "helmet-3 buddha-3 rice-2 ship-1 samurai-1",
        "blue_stock": "helmet-2 helmet-4 buddha-2 buddha-4 rice-3 rice-4 samurai-1 samurai-2 samurai-3"
        " tile-exchange ship-1 ship-2 ronin-1 figure-exchange",
    },
    "exchange": {
        "standing": laid(
            "f18=helmet g17=buddha i17=rice j15=helmet k18=rice l14=buddha l16=helmet+buddha "
            "m13=rice n15=helmet o8=buddha o10=buddha+rice o12=helmet o14=helmet+buddha+rice "
            "q9=helmet q11=buddha q13=rice"
        ),
        "captured": ((0, 0, 0), (0, 0, 1)),
        "red": laid("q10=samurai-3 p12=buddha-3 p14=rice-3"),
        "blue": laid("p8=helmet-4 q14=rice-4"),
        "red_hand": "helmet-2 samurai-1 tile-exchange figure-exchange ship-1",
        "red_stock": "helmet-3 helmet-4 buddha-2 buddha-4 rice-2 rice-4 samurai-1 samurai-2 samurai-2 ship-1"
        " ship-2 ronin-1",
        "blue_hand": "helmet-3 buddha-3 rice-2 ship-1 samurai-1",
        "blue_stock": "helmet-2 buddha-2 buddha-4 rice-3 samurai-1 samurai-2 samurai-2 samurai-3 tile-exchange ship-1"
        " ship-2 ronin-1 figure-exchange",
    },
    "end": {
        "standing": laid("q15=rice q13=buddha j15=helmet i17=buddha"),
        "captured": ((4, 1, 2), (2, 4, 2)),
        "aside": (0, 0, 2),
        "red": laid(
            "f17=helmet-3 k16=helmet-2 p13=helmet-4 m15=buddha-2 o11=buddha-3 m14=buddha-4 l17=rice-2 n12=rice-4"
            " q10=samurai-1 h16=samurai-2 p11=samurai-2 n14=samurai-3 o15=tile-exchange h17=ronin-1 f19=ship-1"
            " q12=ship-2 box=figure-exchange"
        ),
        "blue": laid(
            "j16=helmet-4 o13=helmet-2 p8=buddha-2 l13=buddha-3 n13=buddha-4 p9=rice-2 l15=rice-3 k17=rice-4"
            " g18=samurai-1 p12=samurai-1 p14=samurai-2 o9=samurai-2 m16=samurai-3 p10=tile-exchange n11=ship-1"
            " l12=ship-2 box=figure-exchange"
        ),
        "red_hand": "rice-3 samurai-1 ship-1",
        "blue_hand": "helmet-3 ship-1 ronin-1",
    },
}


def text_of(tokugawa: Stacks, ishida: Stacks, *, combat: bool = False, last: bool = False, **more: Any) -> str:
    """The canonical text of a position, in Tokugawa's combat phase (`combat`), or in the last turn of a week."""
    table = position(tokugawa, ishida, **more)
    if combat:
        combat_phase(table)
    state = table.state
    if last:
        state.turn, state.first = 1, SEATS[1]
        state.agenda = []
        state.push(PaymentDue(TOKUGAWA), CombatPhase(), BeginWeek(state.week + 1))
    # All lies open until it has been mixed, so that the text says what is where.
    state.shown.update(table.faces)
    hidden = {seat: [pool for pool in range(len(state.pools[seat])) if _is_hidden(table, seat, pool)] for seat in SEATS}
    state.push(*[Mix(seat, tuple(map(Pool, hidden[seat]))) for seat in SEATS])
    return position_text(state)


def _is_hidden(table: Any, seat: int, pool: int) -> bool:
    return bool(table.state.pools[seat][pool]) and POOL_KEYS[pool] not in ("discard", "played", "mori_box", "dead")


def samurai_text(standing: Mapping[str, str], **more: Any) -> str:
    """The canonical text of a position of Samurai, in red's turn."""
    table = samurai_position(standing, elsewhere=False, **more)
    state = table.state
    state.shown.update(table.faces)
    state.push(*[Mix(seat, (HAND, STOCK)) for seat in SEATS])
    return samurai_position_text(state)


def texts() -> dict[tuple[str, str], str]:
    """The text of every position, by its game and its name."""
    found = {("sekigahara", name): text_of(**told) for name, told in POSITIONS.items()}
    return found | {("samurai", name): samurai_text(**told) for name, told in SAMURAI_POSITIONS.items()}


def main() -> None:
    """Write them all."""
    for (game, name), text in texts().items():
        path = ROOT / f"tui/{game}/lessons/positions/{name}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
