"""Plays games between two bots with sides alternating, and prints who won, how, and how long a decision took.

Run from the top of the project: python -m tests.engine.samurai.compare_bots steady random --games 100
"""

from __future__ import annotations

import argparse
import time
from collections import Counter, defaultdict
from random import Random

from engine.hidden import SEATS, Over, Seat
from engine.samurai import OPTIONS, Samurai, samurai_with
from engine.samurai.bots import BOTS, make_bot
from engine.samurai.chapters.chapter_7_scoring import FinalCount
from engine.samurai.components import SEAT_NAMES
from tests.engine.samurai.positions import asked_seat, new_table

Times = dict[str, list[float]]


def play(game: Samurai, names: tuple[str, str], seed: int, times: Times) -> FinalCount:
    """One game; how it ended. Adds each decision's seconds to `times` by bot."""
    table = new_table(game, seed)
    bots = [make_bot(game, name, Random(f"{seed} {seat}")) for seat, name in zip(SEATS, names, strict=True)]
    while not isinstance(table.waiting, Over):
        seat = asked_seat(table)
        began = time.perf_counter()
        answer = bots[seat].choose(table.view(seat))
        times[names[seat]].append(time.perf_counter() - began)
        table.act(seat, answer)
    reason = table.waiting.reason
    assert isinstance(reason, FinalCount)
    return reason


def compare(game: Samurai, first: str, second: str, games: int, seed: int, times: Times) -> Counter[tuple[str, str]]:
    """How often `first` won, lost or shared on each side, and how it ended."""
    found: Counter[tuple[str, str]] = Counter()
    for number in range(games):
        side: Seat = SEATS[number % 2]
        count = play(game, (first, second) if side == 0 else (second, first), seed + number, times)
        outcome = "shared" if count.winner is None else "won" if count.winner == side else "lost"
        found[SEAT_NAMES[side], outcome] += 1
        found[count.ending, count.decided] += 1
    return found


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", choices=BOTS, nargs="?", default="steady")
    parser.add_argument("second", choices=BOTS, nargs="?", default="random")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0, help="of the first game; each later game adds one")
    for option, choices in OPTIONS.items():
        parser.add_argument(f"--{option}", choices=choices, default=choices[0])
    options = parser.parse_args()
    game = samurai_with({option: getattr(options, option) for option in OPTIONS})
    times: Times = defaultdict(list)
    found = compare(game, options.first, options.second, options.games, options.seed, times)
    print(f"{options.games} games, seeds {options.seed} to {options.seed + options.games - 1}")
    print(f"{options.first:>10} as {'won':>6} {'lost':>6} {'shared':>6}")
    for side in SEAT_NAMES:
        print(f"{side:>13} " + " ".join([f"{found[side, outcome]:>6}" for outcome in ("won", "lost", "shared")]))
    for (ending, decided), number in sorted(found.items()):
        if ending not in SEAT_NAMES:
            print(f"{number:>6} ended by {ending}, decided by {decided}")
    for name, spent in times.items():
        mean, worst = 1000 * sum(spent) / len(spent), 1000 * max(spent)
        print(f"{name}: {len(spent)} decisions, {mean:.2f} ms on average, {worst:.1f} ms at most")


if __name__ == "__main__":
    main()
