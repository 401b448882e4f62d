#!/usr/bin/env python3
"""Plays games between two bots of a game, sides alternating: who won how often and why, and how long a choice took.

Run from the top of the project: python scripts/compare_bots.py steady random --games 100
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter, defaultdict
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.games import GAMES, GameKind, game_kind
from engine.hidden import SEATS, Over
from engine.open_table import OpenTable, SeededChance

SURE = 1.96
"""Standard deviations to either side that hold 95 % of a normal distribution."""


def interval(won: int, played: int) -> tuple[float, float]:
    """The 95 % interval of the chance to win, by Wilson's formula: right for few games and for extreme results too."""
    if not played:
        return 0.0, 1.0
    share = won / played
    middle = share + SURE**2 / (2 * played)
    width = SURE * sqrt(share * (1 - share) / played + SURE**2 / (4 * played**2))
    scale = 1 + SURE**2 / played
    return max((middle - width) / scale, 0.0), min((middle + width) / scale, 1.0)


def line(name: str, won: int, shared: int, played: int) -> str:
    """A line of the table of results."""
    low, high = interval(won, played)
    share = f"{won / played:6.1%}" if played else "     -"
    return f"{name:>16} {played:>6} {won:>5} {shared:>6} {share} {low:>7.1%} to {high:.1%}"


def play(kind: GameKind, game: Any, names: tuple[str, str], seed: int, times: dict[str, list[float]]) -> Over:
    """One game; how it ended. Adds the processor's seconds for each choice to `times`, by bot."""
    table: OpenTable[Any, Any] = OpenTable(game, SeededChance(seed))
    bots = [kind.bot(game, name, Random(f"{seed} {seat}")) for seat, name in zip(SEATS, names, strict=True)]
    while not isinstance(table.waiting, Over):
        seat = next(seat for seat in SEATS if table.asked(seat) is not None)
        view = table.view(seat)
        began = time.process_time()
        action = bots[seat].choose(view)
        times[names[seat]].append(time.process_time() - began)
        table.act(seat, action)
    return table.waiting


def arguments() -> argparse.Namespace:
    """What to play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = [kind.name for kind in GAMES]
    parser.add_argument("first", nargs="?", help="a bot of the game (default: its usual one)")
    parser.add_argument("second", nargs="?", default="random", help="the bot it plays against (default: %(default)s)")
    parser.add_argument("--game", choices=kinds, default=kinds[0], help="default: %(default)s")
    parser.add_argument("--set", metavar="OPTION=CHOICE", action="append", default=[], help="an option of the game")
    parser.add_argument("--games", type=int, default=100, help="how many (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of the first game; each later game adds one")
    options = parser.parse_args()
    bots = game_kind(options.game).bots
    options.first = options.first or bots[0]
    for name in (options.first, options.second):
        if name not in bots:
            parser.error(f"{options.game} has no bot called {name!r}; there are {', '.join(bots)}")
    if options.games < 1:
        parser.error("at least one game must be played")
    return options


def main() -> None:
    """Play and print."""
    options = arguments()
    kind = game_kind(options.game)
    try:
        game = kind.make({option: choice for option, _, choice in (text.partition("=") for text in options.set)})
    except ValueError as problem:
        sys.exit(f"compare_bots.py: {problem}")
    times: dict[str, list[float]] = defaultdict(list)
    played: Counter[int] = Counter()
    won: Counter[int] = Counter()
    shared: Counter[int] = Counter()
    endings: Counter[tuple[str, str]] = Counter()
    for number in range(options.games):
        side = number % 2
        names = (options.first, options.second) if side == 0 else (options.second, options.first)
        over = play(kind, game, names, options.seed + number, times)
        played[side] += 1
        won[side] += over.winner == side
        shared[side] += over.winner is None
        how = "shared" if over.winner is None else f"won by the {'first' if over.winner == side else 'second'}"
        endings[how, type(over.reason).__name__] += 1
    print(f"{options.first} (first) against {options.second} (second) at {kind.name}, ", end="")
    print(f"{options.games} games, seeds {options.seed} to {options.seed + options.games - 1}")
    print(f"{'first bot as':>16} {'played':>6} {'won':>5} {'shared':>6} {'part':>6}   95 % interval")
    for side, key in enumerate(kind.seats):
        print(line(key, won[side], shared[side], played[side]))
    print(line("either", won.total(), shared.total(), options.games))
    for (how, ending), count in sorted(endings.items()):
        print(f"{count:>5} {how}: {ending}")
    for name, spent in times.items():
        mean, worst = 1000 * sum(spent) / len(spent), 1000 * max(spent)
        print(f"{name}: {len(spent)} choices, {mean:.2f} ms on average, {worst:.1f} ms at most")


if __name__ == "__main__":
    main()
