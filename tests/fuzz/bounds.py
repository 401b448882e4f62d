"""Measure the worst inputs of each kind: time and memory to take or to refuse them.

    python -m tests.fuzz.bounds [TARGET ...] [--corpus FOLDER]

Tries what each target holds for its worst, its seeds, what was ever found and kept, and with `--corpus` what else
the fuzzer has gathered. Time is the processor's, the best of three goes; memory is the peak of what Python
allocated in another.
"""

from __future__ import annotations

import argparse
import sys
import time
import tracemalloc
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tests.fuzz.found import found_inputs
from tests.fuzz.kept import kept_inputs
from tests.fuzz.target import Target
from tests.fuzz.targets import NAMES, target_named


@dataclass(slots=True)
class Worst:
    """The most of what was measured, with the size of the input that took it."""

    count: int = 0
    seconds: float = 0.0
    seconds_of: int = 0
    memory: int = 0
    memory_of: int = 0


def measure(target: Target, inputs: Iterable[bytes]) -> tuple[Worst, Worst]:
    """The worst of what was refused and of what was taken."""
    worst = (Worst(), Worst())
    for data in inputs:
        seconds = []
        taken = False
        for _ in range(3):
            begun = time.process_time()
            taken = target.attempt(data)
            seconds.append(time.process_time() - begun)
            if seconds[0] > 1:
                break
        tracemalloc.start()
        target.attempt(data)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        of = worst[taken]
        of.count += 1
        if min(seconds) > of.seconds:
            of.seconds, of.seconds_of = min(seconds), len(data)
        if peak > of.memory:
            of.memory, of.memory_of = peak, len(data)
    return worst


def main() -> int:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"of {', '.join(NAMES)} (default: all)")
    parser.add_argument("--corpus", type=Path, help="what `tests.fuzz.run` has gathered")
    options = parser.parse_args()
    print(f"{'target':<17} {'':<8} {'inputs':>6} {'worst ms':>9} {'of bytes':>9} {'worst kB':>9} {'of bytes':>9}")
    for name in options.targets or NAMES:
        target = target_named(name)
        inputs = [*target.seeds(), *target.worst(), *found_inputs(name), *kept_inputs(name)]
        if options.corpus is not None:
            inputs += [path.read_bytes() for path in sorted((options.corpus / name).glob("*")) if path.is_file()]
        target.attempt(inputs[0])  # what is made once is not counted
        for word, worst in zip(("refused", "taken"), measure(target, inputs), strict=True):
            print(
                f"{name:<17} {word:<8} {worst.count:>6} {1000 * worst.seconds:>9.2f} {worst.seconds_of:>9} "
                f"{worst.memory / 1024:>9.0f} {worst.memory_of:>9}",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
