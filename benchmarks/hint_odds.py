"""How often the combats of which hints tell the odds end as they tell, strong bots on both sides.

    python -m benchmarks.hint_odds                   8 games, three weeks of each
    python -m benchmarks.hint_odds --games 40 --processes 2

Every movement phase, and the first deployment of each side in a combat, is played as the hint for it advises, all
else by the bot. A hint tells odds by trials in worlds dealt from what its seat knows: what comes of the true one is
news to it. With fixed seeds: the same figures every time.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from random import Random
from typing import Final

from engine.hidden import SEATS, Over, Seat, other
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara.advice import SekigaharaAdviser
from engine.sekigahara.board import Location
from engine.sekigahara.bots.strong.bot import StrongBot
from engine.sekigahara.bots.strong.plans import Plan
from engine.sekigahara.chapters.chapter_4_control import has_units
from engine.sekigahara.chapters.chapter_7_1_movement import PaymentDue
from engine.sekigahara.chapters.chapter_8_2_deployment import DeploymentDue
from engine.sekigahara.preferences import asks_for_movement
from engine.sekigahara.reasons import Battle
from engine.sekigahara.rules import SEKIGAHARA, Answer
from engine.sekigahara.state import State

WEEKS: Final = 3
"""So many weeks of each game are played: after them few blocks are left to fight."""

BOUNDS: Final = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95)
"""From where on odds are counted together."""

PLANNED, DEPLOYED = "planned with the movement", "at the first deployment"


@dataclass(frozen=True, slots=True)
class Told:
    """A combat of which a hint has told how often it is won, and whether it was. `when` it was told."""

    when: str
    odds: float
    won: bool


def told_in(number: int) -> list[Told]:
    """All that hints tell of combats in a game."""
    table: OpenTable[State, Answer] = OpenTable(SEKIGAHARA, SeededChance(number))
    bots = tuple([StrongBot(Random(f"{number} {seat}")) for seat in SEATS])
    adviser, chance = SekigaharaAdviser(), Random(number)
    found: list[Told] = []
    awaited: list[tuple[str, Seat, Battle]] = []
    deployed: set[tuple[Seat, Location]] = set()
    plan: Plan = ()
    phase = None
    while not isinstance(table.waiting, Over) and table.state.week <= WEEKS:
        state = table.state
        if (now := (state.week, state.turn, state.active)) != phase:
            phase = now
            found += [
                Told(when, battle.won / battle.fought, not has_units(state, other(seat), battle.location))
                for when, seat, battle in awaited
            ]
            awaited, deployed, plan = [], set(), ()
        seat = next(seat for seat in SEATS if table.asked(seat) is not None)
        question, view, combat = table.asked(seat), table.view(seat), state.combat
        first = isinstance(question, DeploymentDue) and combat is not None and (seat, combat.location) not in deployed
        if first or isinstance(question, PaymentDue):
            advice = adviser.advise(view, chance)
            plan = advice.plan
            when = DEPLOYED if first else PLANNED
            awaited += [(when, seat, reason) for reason in advice.reasons if isinstance(reason, Battle)]
        if first and combat is not None:
            deployed.add((seat, combat.location))
        if plan and (first or asks_for_movement(question)):
            table.act(seat, plan[0])
            plan = plan[1:]
        else:
            table.act(seat, bots[seat].choose(view))
    return found


def table_of(found: Sequence[Told]) -> list[str]:
    """A line for odds of each range: how many combats, how often they were to be won, how often they were."""
    lines = []
    for low, high in zip(BOUNDS, (*BOUNDS[1:], 1.01), strict=True):
        told = [each for each in found if low <= each.odds < high]
        if told:
            mean, won = sum([each.odds for each in told]) / len(told), sum([each.won for each in told])
            lines.append(
                f"  told {100 * low:3.0f} to {min(100 * high, 100):3.0f} of 100: {len(told):4} combats, "
                f"on average {100 * mean:3.0f}, won {100 * won / len(told):3.0f} of 100"
            )
    return lines


def main(arguments: list[str] | None = None) -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args(arguments)
    with ProcessPoolExecutor(options.processes) as pool:
        found = [told for game in pool.map(told_in, range(options.games)) for told in game]
    for when in (PLANNED, DEPLOYED):
        print(f"{options.games} games, combats {when}:")
        print("\n".join(table_of([told for told in found if told.when == when])))
    return 0


if __name__ == "__main__":
    sys.exit(main())
