"""One whole game between two bots in two programs over loopback: time, bytes, entries, round trips.

    python -m benchmarks.bench_loopback

The time includes the start of both programs, each entry's fsync on both disks, and both audits at the end.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from benchmarks.two_programs import play_game


def main() -> int:
    """Play one game and print what it took."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bots", nargs=2, metavar=("HOST", "JOINER"), default=("random", "random"))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="sekigahara-") as folder:
        game = play_game(Path(folder), options.bots, "tokugawa")
        size = game.records[0].stat().st_size
    print(f"game: {game.bots[0]} against {game.bots[1]}, {game.result}")
    print(f"wall time: {game.seconds:.2f} s, {1000 * game.seconds / game.entries:.1f} ms an entry")
    print(f"bytes: host to joiner {game.bytes_sent[0]}, joiner to host {game.bytes_sent[1]}, record {size}")
    print(f"entries: {game.entries}, round trips: {game.round_trips}")
    print(f"audit: {'clean' if game.clean else 'NOT CLEAN'}")
    return 0 if game.clean else 1


if __name__ == "__main__":
    sys.exit(main())
