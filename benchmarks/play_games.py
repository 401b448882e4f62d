"""Play many games between two programs over TCP, audit both records of each, and print a table.

    python -m benchmarks.play_games --games 100

The exit status is 0 only if every game ended and every audit was clean.
"""

from __future__ import annotations

import argparse
import itertools
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.two_programs import BrokenGame, Game, play_game

PAIRINGS = (("random", "random"), ("steady", "random"), ("random", "steady"), ("steady", "steady"))
SIDES = ("tokugawa", "ishida", "random")
FORMAT = "{:>4}  {:<18}  {:<18}  {:<9} {:>5} {:>8} {:>8} {:>8} {:>6} {:>8}  {:<6} {:<6}"


def main() -> int:
    """Play, print, and say by the exit status whether all was clean."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100, help="how many (default: %(default)s)")
    parser.add_argument("--bots", nargs=2, metavar=("HOST", "JOINER"), help="always these (default: all pairings)")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep homes and records there")
    options = parser.parse_args()
    pairings = [tuple(options.bots)] if options.bots else PAIRINGS
    with tempfile.TemporaryDirectory(prefix="sekigahara-") as temporary:
        folder: Path = options.keep or Path(temporary)
        return play_all(folder, options.games, pairings, keep=options.keep is not None)


def play_all(folder: Path, count: int, pairings: object, *, keep: bool) -> int:
    """Play `count` games in sub-folders of `folder`, with pairings and sides in turn."""
    print(FORMAT.format(*TITLES))
    games: list[Game] = []
    broken = 0
    begun = time.perf_counter()
    plan = itertools.cycle(itertools.product(SIDES, pairings))  # type: ignore[call-overload]
    for number, (side, bots) in zip(range(1, count + 1), plan, strict=False):
        place = folder / f"game-{number}"
        place.mkdir(parents=True)
        try:
            game = play_game(place, bots, side)
        except BrokenGame as error:
            broken += 1
            print(f"{number:>4}  broken: {error}", flush=True)
            continue
        games.append(game)
        print(row(number, game), flush=True)
        if game.clean and not keep:
            shutil.rmtree(place)
    print(summary(games, broken, time.perf_counter() - begun))
    return 0 if games and not broken and all(game.clean for game in games) else 1


TITLES = (
    "game",
    "host",
    "joiner",
    "winner",
    "weeks",
    "entries",
    "B host",
    "B join",
    "trips",
    "seconds",
    "audit",
    "audit",
)


def row(number: int, game: Game) -> str:
    """One game as a line of the table."""
    players = [f"{side} {bot}" for side, bot in zip(game.sides, game.bots, strict=True)]
    audits = ["clean" if status == 0 else f"BAD {status}" for status in game.statuses]
    return FORMAT.format(
        number,
        *players,
        game.winner,
        game.weeks,
        game.entries,
        *game.bytes_sent,
        game.round_trips,
        f"{game.seconds:.2f}",
        *audits,
    )


def summary(games: list[Game], broken: int, seconds: float) -> str:
    """All games in a line."""
    if not games:
        return f"summary: no game was finished, {broken} broke"
    clean = sum(game.clean for game in games)
    tokugawa = sum(game.winner == "tokugawa" for game in games)
    times = [game.seconds for game in games]
    return (
        f"summary: {len(games)} games, {broken} broken, {clean} with both audits clean; tokugawa won {tokugawa}, "
        f"ishida {len(games) - tokugawa}; median {statistics.median(times):.2f} s a game, "
        f"{statistics.median([sum(game.bytes_sent) for game in games]) / 1024:.0f} kB, "
        f"{statistics.median([game.round_trips for game in games]):.0f} round trips; {seconds:.0f} s in all"
    )


if __name__ == "__main__":
    sys.exit(main())
