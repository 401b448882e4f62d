#!/usr/bin/env python3
"""Plays games between two bots with sides alternating, and prints who won, how, and how long a decision took.

Run from the top of the project: python scripts/compare_bots.py steady random --games 100
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.hidden import SEATS, Decision, Over, Seat
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.bots import BOTS, bot
from engine.sekigahara.components import SIDE_NAMES

Times = dict[str, list[float]]


def play(names: tuple[str, str], seed: int, times: Times) -> tuple[Seat, str, int]:
    """One game; the seat that won, why, and in which week. Adds each decision's seconds to `times` by bot."""
    table = OpenTable(SEKIGAHARA, SeededChance(seed))
    bots = [bot(name, Random(f"{seed} {seat}")) for seat, name in zip(SEATS, names, strict=True)]
    while not isinstance(table.waiting, Over):
        if isinstance(table.waiting, Decision):
            seat = table.waiting.seat
        else:
            seat = next(seat for seat in SEATS if not table.has_sealed(seat))
        began = time.perf_counter()
        action = bots[seat].choose(table.state, seat, table.faces)
        times[names[seat]].append(time.perf_counter() - began)
        table.act(seat, action)
    return table.waiting.winner, table.waiting.reason, table.state.week


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", choices=BOTS, nargs="?", default="steady")
    parser.add_argument("second", choices=BOTS, nargs="?", default="random")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0, help="of the first game; each later game adds one")
    options = parser.parse_args()
    times: Times = defaultdict(list)
    won: Counter[tuple[str, int]] = Counter()
    played: Counter[int] = Counter()
    reasons: Counter[tuple[str, str]] = Counter()
    for game in range(options.games):
        side = game % 2
        names = (options.first, options.second) if side == 0 else (options.second, options.first)
        winner, reason, _ = play(names, options.seed + game, times)
        played[side] += 1
        first_won = winner == side
        won["first" if first_won else "second", side] += 1
        ending = "the count of victory points" if reason.startswith("victory") else reason
        reasons["first" if first_won else "second", ending] += 1
    print(f"{options.games} games, seeds {options.seed} to {options.seed + options.games - 1}")
    print(f"{options.first:>10} as {'games':>12} {'won':>5} {'lost':>5}")
    for side, name in enumerate(SIDE_NAMES):
        print(f"{name:>13} {played[side]:>12} {won['first', side]:>5} {won['second', side]:>5}")
    total = won["first", 0] + won["first", 1]
    print(f"{'both':>13} {options.games:>12} {total:>5} {options.games - total:>5}")
    for (who, ending), count in sorted(reasons.items()):
        print(f"{count:>5} won by {options.first if who == 'first' else options.second} ({who}): {ending}")
    for name, spent in times.items():
        mean, worst = 1000 * sum(spent) / len(spent), 1000 * max(spent)
        print(f"{name}: {len(spent)} decisions, {mean:.2f} ms on average, {worst:.1f} ms at most")


if __name__ == "__main__":
    main()
