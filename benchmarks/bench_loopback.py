"""Whole games between two bots in two programs over loopback, with the proofs and without any, in turn.

    python -m benchmarks.bench_loopback [--game NAME] [--games N]

The time of a game includes the start of both programs, each entry's fsync on both disks, and both audits at the end. It
is told as the clock has it and as the CPU time of both programs, which another load on the machine changes less. Games
differ in length, so the ratios are those of the times an entry. Memory is the most that one of the two programs had.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.two_programs import Game, play_game

WITH, WITHOUT = "with-proofs", "without-proofs"


@dataclass(frozen=True)
class Measured:
    """A game, and what it took: seconds by the clock, seconds of CPU time of both programs, megabytes of the larger."""

    game: Game
    cpu: float
    memory: float

    @property
    def wall(self) -> float:
        return self.game.seconds

    @property
    def entries(self) -> int:
        return self.game.entries


def measure(kind: str, bots: list[str], how: str) -> Measured:
    """Play one game. Raises BrokenGame if a program fails."""
    with tempfile.TemporaryDirectory(prefix="sekigahara-") as folder:
        command = ("benchmarks.measured_program", how)
        game = play_game(Path(folder), bots, "random", kind, command=command)
        used = [re.search(r"^used: (\d+) ms, (\d+) kB$", output, re.MULTILINE) for output in game.outputs]
        numbers = [(int(found[1]), int(found[2])) for found in used if found is not None]
        size = game.records[0].stat().st_size
    cpu, memory = sum(time for time, _ in numbers) / 1000, max(kilobytes for _, kilobytes in numbers) / 1024
    print(
        f"{how:<14} {game.bots[0]} against {game.bots[1]}: {game.seconds:>6.2f} s wall, {cpu:>5.2f} s CPU, "
        f"{memory:>5.1f} MB; {game.entries} entries, {game.round_trips} round trips, {sum(game.bytes_sent):,} bytes "
        f"sent, record {size:,}; {game.result}",
        flush=True,
    )
    return Measured(game, cpu, memory)


def main() -> int:
    """Play, and print what it took."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="sekigahara", help="which (default: %(default)s)")
    parser.add_argument("--games", type=int, default=3, help="how many of either kind (default: %(default)s)")
    parser.add_argument("--bots", nargs=2, metavar=("HOST", "JOINER"), default=["random", "random"])
    options = parser.parse_args()
    pairs = [
        (measure(options.game, options.bots, WITH), measure(options.game, options.bots, WITHOUT))
        for _ in range(options.games)
    ]
    readings: tuple[tuple[str, Callable[[Measured], float]], ...] = (
        ("wall time", lambda made: made.wall),
        ("CPU time", lambda made: made.cpu),
    )
    for name, value in readings:
        proven, bare = ([value(pair[which]) / pair[which].entries for pair in pairs] for which in (0, 1))
        ratio = sum(proven) / sum(bare)
        print(
            f"{name}: {1000 * median(proven):.1f} ms an entry, {1000 * median(bare):.1f} without proofs: "
            f"{ratio:.2f} times"
        )
    memory = [max(pair[which].memory for pair in pairs) for which in (0, 1)]
    print(f"memory: {memory[0]:.1f} MB, {memory[1]:.1f} without proofs")
    clean = all(proven.game.clean for proven, _ in pairs)
    print(f"audits with proofs: {'clean' if clean else 'NOT CLEAN'}")
    return 0 if clean else 1


if __name__ == "__main__":
    sys.exit(main())
