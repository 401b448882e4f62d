"""Play many disturbed games between two whole peers in a simulated world; print what struck where, and what came of it.

    python -m benchmarks.simulate --games 10000
    python -m benchmarks.simulate --seed 657          one game, with everything that happened in it
    python -m benchmarks.simulate --bugs              in how many games each planted mistake is found
    python -m benchmarks.simulate --days 7            a week of ping and pong, with a fault every four hours

The exit status is 0 only if every game ended as it should and every pair of a point and a fault was reached.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import count, islice
from pathlib import Path

import msgspec

from tests.simulation.bugs import BUGS, likely
from tests.simulation.faults import Kind
from tests.simulation.games import REAL
from tests.simulation.judge import explain, fails, judge, outcome, shrink
from tests.simulation.scenarios import (
    Pair,
    clocked_scenario,
    long_scenario,
    pairs,
    real_scenario,
    resigning_scenario,
    scenario,
)
from tests.simulation.world import Scenario, run

CHUNK = 50
MOST_GAMES = 300
OUTCOMES = ("same game", "another game", "resigned", "violation")


class Played(msgspec.Struct, frozen=True):
    """What became of one game."""

    seed: int
    outcome: str
    wrong: tuple[str, ...]
    fired: tuple[Pair, ...]
    seconds: float
    """Virtual ones."""
    points: int
    programs: int


def play(make: Callable[[int], Scenario], seed: int) -> Played:
    """One game."""
    world = run(make(seed))
    wrong = judge(world)
    fired = tuple(sorted({(fault.point, fault.kind) for fault in world.plan.fired}))
    programs = sum(len(machine.ends) for machine in world.machines.values())
    return Played(seed, outcome(world, wrong), tuple(wrong), fired, world.ended_at, world.plan.passed, programs)


def play_some(make: Callable[[int], Scenario], seeds: range) -> list[Played]:
    """In a process of its own."""
    return [play(make, seed) for seed in seeds]


def play_all(make: Callable[[int], Scenario], seeds: range, processes: int) -> Iterator[Played]:
    """Games of `seeds`, in order, in `processes` processes."""
    pairs()  # so that no process has to find them again
    gc.freeze()
    if processes == 1:
        yield from (play(make, seed) for seed in seeds)
        return
    chunks = [seeds[begin : begin + CHUNK] for begin in range(0, len(seeds), CHUNK)]
    with ProcessPoolExecutor(processes) as pool:
        for played in pool.map(partial(play_some, make), chunks):
            yield from played


def read_results(path: Path | None) -> list[Played]:
    """The games that an earlier run has kept."""
    if path is None or not path.exists():
        return []
    return [msgspec.json.decode(line, type=Played) for line in path.read_bytes().splitlines()]


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
    for name, all_pairs in every.items():
        often = sorted(struck[pair] for pair in pairs() if family(pair[0]) == name)
        print(
            f"{name:<26} {points[name]:>7} {all_pairs:>7} {reached[name]:>8} {often[0]:>7} {often[all_pairs // 2]:>7}"
        )
    missing = [pair for pair in pairs() if pair not in struck]
    print(f"{'all':<26} {points.total():>7} {every.total():>7} {reached.total():>8}")
    for point, kind in missing[:40]:
        print(f"not reached: {kind} at {point}")
    return not missing


def print_games(make: Callable[[int], Scenario], options: argparse.Namespace) -> int:
    """Play and print; the exit status."""
    begun = time.process_time()
    played = read_results(options.results)
    kept = len(played)
    first = played[-1].seed + 1 if played else options.first
    with options.results.open("ab") if options.results else contextlib.nullcontext() as results:
        for game in play_all(make, range(first, options.first + options.games), options.processes):
            played.append(game)
            if results is not None:
                results.write(msgspec.json.encode(game) + b"\n")
                results.flush()
            if game.wrong:
                print(
                    explain(make(game.seed), list(game.wrong), f"--game {options.game} --seed {game.seed}"), flush=True
                )
    print(
        f"{len(played)} games, {sum(len(game.fired) for game in played)} faults, "
        f"{sum(game.programs for game in played)} programs, {sum(game.points for game in played):,} points passed, "
        f"{sum(game.seconds for game in played) / 3600:,.0f} virtual hours (the longest game "
        f"{max(game.seconds for game in played):,.0f} s)"
    )
    if options.processes == 1 and len(played) > kept:
        print(f"{(time.process_time() - begun) / (len(played) - kept) * 1000:.0f} ms of one core for a game")
    print_kinds(played)
    complete = options.game != "toy" or print_reach(played)
    return 0 if complete and not any(game.wrong for game in played) else 1


def print_one(made: Scenario) -> int:
    """Everything that happens in one game."""
    world = run(made, log=True)
    print("\n".join(world.plan.log or []))
    wrong = judge(world)
    print("faults:", *[f"  {fault}" for fault in made.faults], sep="\n")
    for machine in world.machines.values():
        print(f"{machine.name}: {', '.join(machine.ends)}")
    print(*(wrong or ["all is well"]), sep="\n")
    return 1 if wrong else 0


def print_days(days: float) -> int:
    """One long game."""
    begun = time.process_time()
    world = run(long_scenario(days))
    wrong = judge(world)
    pings = sum(world.plan.counts[f"{name} send ping after"] for name in ("host", "joiner"))
    pongs = sum(world.plan.counts[f"{name} receive pong after"] for name in ("host", "joiner"))
    programs = sum(len(machine.ends) for machine in world.machines.values())
    print(
        f"{world.ended_at / 86400:.2f} days: {pings:,} pings, {pongs:,} pongs, {len(world.plan.fired)} faults, "
        f"{programs} programs; {time.process_time() - begun:.0f} s of one core"
    )
    print(*(wrong or [outcome(world, wrong)]), sep="\n")
    return 1 if wrong else 0


def print_bugs() -> int:
    """In how many games each planted mistake is found, and the shortest list of faults that shows it."""
    pairs()
    missed = 0
    for name, plant in BUGS.items():
        games = [*islice((made for made in map(scenario, count()) if likely(name, made)), MOST_GAMES)]
        with plant():
            place = next((place for place, made in enumerate(games, 1) if fails(made)), None)
            if place is None:
                missed += 1
                print(f"{name:<44} not found in {MOST_GAMES} games", flush=True)
                continue
            made = games[place - 1]
            faults = "; ".join(map(str, shrink(made).faults)) or "no fault is needed"
        print(f"{name:<44} {place:>4}  seed {made.seed}, {len(made.faults)} faults, enough: {faults}", flush=True)
    return 1 if missed else 0


def main() -> int:
    """Do what the options say."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=300, help="how many (default: %(default)s)")
    parser.add_argument("--first", type=int, default=0, help="the first seed (default: %(default)s)")
    parser.add_argument("--processes", type=int, default=1, help="how many at once (default: %(default)s)")
    parser.add_argument(
        "--game", choices=("toy", "clocked", "resigned", *REAL), default="toy", help="which game (default: %(default)s)"
    )
    parser.add_argument(
        "--results", type=Path, help="keep what became of each game there, and go on behind what it has"
    )
    parser.add_argument("--seed", type=int, help="play this one, and print everything")
    parser.add_argument("--days", type=float, help="play one game in which nobody decides for so long")
    parser.add_argument("--bugs", action="store_true", help="look for the planted mistakes")
    options = parser.parse_args()
    makers: dict[str, Callable[[int], Scenario]] = {
        "toy": scenario,
        "clocked": clocked_scenario,
        "resigned": resigning_scenario,
    }
    make = makers.get(options.game) or partial(real_scenario, options.game)
    if options.bugs:
        return print_bugs()
    if options.days:
        return print_days(options.days)
    if options.seed is not None:
        return print_one(make(options.seed))
    return print_games(make, options)


if __name__ == "__main__":
    sys.exit(main())
