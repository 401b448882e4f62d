"""Play many disturbed games between two whole peers in a simulated world; print what struck where, and what came of it.

    python -m benchmarks.simulate --games 10000
    python -m benchmarks.simulate --seed 657          one game, with everything that happened in it
    python -m benchmarks.simulate --bugs              in how many seeds each planted mistake is found

The exit status is 0 only if every game ended as it should and every pair of a point and a fault was reached.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

from tests.simulation.bugs import BUGS
from tests.simulation.faults import Kind
from tests.simulation.judge import explain, fails, judge, outcome, shrink
from tests.simulation.scenarios import Pair, pairs, scenario, sekigahara_scenario
from tests.simulation.world import Scenario, run

CHUNK = 50
MOST_SEEDS = 300
OUTCOMES = ("same game", "another game", "resigned", "mended", "violation")


@dataclass(frozen=True, slots=True)
class Played:
    """What became of one game."""

    seed: int
    outcome: str
    wrong: tuple[str, ...]
    fired: frozenset[Pair]
    seconds: float
    """Virtual ones."""
    points: int
    programs: int


def play(make: Callable[[int], Scenario], seed: int) -> Played:
    """One game."""
    world = run(make(seed))
    wrong = judge(world)
    fired = frozenset((fault.point, fault.kind) for fault in world.plan.fired)
    programs = sum(len(machine.ends) for machine in world.machines.values())
    return Played(seed, outcome(world, wrong), tuple(wrong), fired, world.ended_at, world.plan.passed, programs)


def play_some(sekigahara: bool, seeds: range) -> list[Played]:
    """In a process of its own."""
    return [play(sekigahara_scenario if sekigahara else scenario, seed) for seed in seeds]


def play_all(first: int, games: int, processes: int, *, sekigahara: bool) -> Iterator[Played]:
    """Games of the seeds from `first` on, in `processes` processes."""
    pairs()  # so that no process has to find them again
    chunks = [range(begin, min(begin + CHUNK, first + games)) for begin in range(first, first + games, CHUNK)]
    with ProcessPoolExecutor(processes) as pool:
        for played in pool.map(partial(play_some, sekigahara), chunks):
            yield from played


def family(point: str) -> str:
    """The sort of points that one belongs to."""
    words = point.split()
    if words[0] == "net":
        return "a message on its way"
    if words[1] == "disk":
        return "a step of a disk"
    return {
        "send": "a program that sends",
        "receive": "a program that receives",
        "await": "a program that waits",
    }[words[1]]


def print_kinds(games: list[Played]) -> None:
    """Which fault came to what."""
    print(f"\n{'fault':<22} {'struck':>7} " + " ".join(f"{name:>12}" for name in OUTCOMES))
    for kind in Kind:
        struck = [game for game in games if any(known is kind for _, known in game.fired)]
        outcomes = Counter(game.outcome for game in struck)
        print(f"{kind:<22} {len(struck):>7} " + " ".join(f"{outcomes[name]:>12}" for name in OUTCOMES))
    outcomes = Counter(game.outcome for game in games)
    print(f"{'all games':<22} {len(games):>7} " + " ".join(f"{outcomes[name]:>12}" for name in OUTCOMES))


def print_reach(games: list[Played]) -> bool:
    """Which pairs of a point and a fault were reached; whether all were."""
    struck = Counter(pair for game in games for pair in game.fired)
    every = Counter(family(point) for point, _ in pairs())
    reached = Counter(family(point) for point, kind in pairs() if (point, kind) in struck)
    points = Counter(family(point) for point in {point for point, _ in pairs()})
    print(f"\n{'where':<26} {'points':>7} {'pairs':>7} {'reached':>8} {'fewest':>7} {'median':>7}")
    for name, count in every.items():
        often = sorted(struck[pair] for pair in pairs() if family(pair[0]) == name)
        print(f"{name:<26} {points[name]:>7} {count:>7} {reached[name]:>8} {often[0]:>7} {often[count // 2]:>7}")
    missing = [pair for pair in pairs() if pair not in struck]
    print(f"{'all':<26} {points.total():>7} {every.total():>7} {reached.total():>8}")
    for point, kind in missing[:40]:
        print(f"not reached: {kind} at {point}")
    return not missing


def print_games(first: int, games: int, processes: int, *, sekigahara: bool) -> int:
    """Play and print; the exit status."""
    begun = time.perf_counter()
    played = []
    for game in play_all(first, games, processes, sekigahara=sekigahara):
        played.append(game)
        if game.wrong:
            make = sekigahara_scenario if sekigahara else scenario
            options = f"--seed {game.seed}" + (" --sekigahara" if sekigahara else "")
            print(explain(make(game.seed), list(game.wrong), options), flush=True)
    took = time.perf_counter() - begun
    print(
        f"{games} games, {sum(len(game.fired) for game in played)} faults, "
        f"{sum(game.programs for game in played)} programs, {sum(game.points for game in played):,} points passed, "
        f"{sum(game.seconds for game in played) / 3600:,.0f} virtual hours (the longest game "
        f"{max(game.seconds for game in played):,.0f} s), {took:.0f} s on {processes} cores"
    )
    print_kinds(played)
    complete = sekigahara or print_reach(played)
    return 0 if complete and not any(game.wrong for game in played) else 1


def print_one(seed: int, *, sekigahara: bool) -> int:
    """Everything that happens in one game."""
    made = sekigahara_scenario(seed) if sekigahara else scenario(seed)
    world = run(made, log=True)
    print("\n".join(world.plan.log or []))
    wrong = judge(world)
    print("faults:", *[f"  {fault}" for fault in made.faults], sep="\n")
    for machine in world.machines.values():
        print(f"{machine.name}: {', '.join(machine.ends)}")
    print(*(wrong or ["all is well"]), sep="\n")
    return 1 if wrong else 0


def print_bugs() -> int:
    """In how many seeds each planted mistake is found, and the shortest list of faults that shows it."""
    pairs()
    missed = 0
    for name, plant in BUGS.items():
        with plant():
            found = next((seed for seed in range(MOST_SEEDS) if fails(scenario(seed))), None)
            if found is None:
                missed += 1
                print(f"{name:<44} not found in {MOST_SEEDS} seeds", flush=True)
                continue
            made = scenario(found)
            faults = "; ".join(map(str, shrink(made).faults)) or "no fault is needed"
        print(f"{name:<44} {found + 1:>4}  {len(made.faults)} faults, enough: {faults}", flush=True)
    return 1 if missed else 0


def main() -> int:
    """Do what the options say."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=300, help="how many (default: %(default)s)")
    parser.add_argument("--first", type=int, default=0, help="the first seed (default: %(default)s)")
    parser.add_argument("--processes", type=int, default=2, help="how many at once (default: %(default)s)")
    parser.add_argument("--sekigahara", action="store_true", help="whole games of Sekigahara between random bots")
    parser.add_argument("--seed", type=int, help="play this one, and print everything")
    parser.add_argument("--bugs", action="store_true", help="look for the planted mistakes")
    options = parser.parse_args()
    if options.bugs:
        return print_bugs()
    if options.seed is not None:
        return print_one(options.seed, sekigahara=options.sekigahara)
    return print_games(options.first, options.games, options.processes, sekigahara=options.sekigahara)


if __name__ == "__main__":
    sys.exit(main())
