"""Play many games between two programs over TCP, audit both records of each, and print a table.

    python -m benchmarks.play_games --games 100
    python -m benchmarks.play_games --games 100 --game samurai

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
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from benchmarks.two_programs import BrokenGame, Game, play_game
from engine.games import GAMES, GameKind, game_kind

PAIRINGS = (("random", "random"), ("steady", "random"), ("random", "steady"), ("steady", "steady"))
FORMAT = "{:>4}  {:<18}  {:<18}  {:>8} {:>8} {:>8} {:>6} {:>8}  {:<6} {:<6}  {}"


def main() -> int:
    """Play, print, and say by the exit status whether all was clean."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100, help="how many (default: %(default)s)")
    parser.add_argument("--game", choices=[kind.name for kind in GAMES], default=GAMES[0].name)
    parser.add_argument("--bots", nargs=2, metavar=("HOST", "JOINER"), help="always these (default: all pairings)")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep homes and records there")
    options = parser.parse_args()
    pairings = [tuple(options.bots)] if options.bots else PAIRINGS
    with tempfile.TemporaryDirectory(prefix="sekigahara-") as temporary:
        folder: Path = options.keep or Path(temporary)
        return play_all(folder, game_kind(options.game), options.games, pairings, keep=options.keep is not None)


def play_all(folder: Path, kind: GameKind, count: int, pairings: Sequence[Sequence[str]], *, keep: bool) -> int:
    """Play `count` games in sub-folders of `folder`, with settings, sides and pairings in turn."""
    print(FORMAT.format(*TITLES))
    games: list[Game] = []
    broken = 0
    begun = time.perf_counter()
    settings = itertools.product(*[[f"{name}={choice}" for choice in kind.options[name]] for name in kind.options])
    plan = itertools.cycle(itertools.product(settings, (*kind.seats, "random"), pairings))
    for number, (options, side, bots) in zip(range(1, count + 1), plan, strict=False):
        place = folder / f"game-{number}"
        place.mkdir(parents=True)
        try:
            game = play_game(place, bots, side, kind.name, options)
        except BrokenGame as error:
            broken += 1
            print(f"{number:>4}  broken: {error}", flush=True)
            continue
        games.append(game)
        print(row(number, game), flush=True)
        if game.clean and not keep:
            shutil.rmtree(place)
    print(summary(kind, games, broken, time.perf_counter() - begun))
    return 0 if games and not broken and all(game.clean for game in games) else 1


TITLES = (
    "game",
    "host",
    "joiner",
    "entries",
    "B host",
    "B join",
    "trips",
    "seconds",
    "audit",
    "audit",
    "result",
)


def row(number: int, game: Game) -> str:
    """One game as a line of the table."""
    players = [f"{side} {bot}" for side, bot in zip(game.sides, game.bots, strict=True)]
    audits = ["clean" if status == 0 else f"BAD {status}" for status in game.statuses]
    return FORMAT.format(
        number,
        *players,
        game.entries,
        *game.bytes_sent,
        game.round_trips,
        f"{game.seconds:.2f}",
        *audits,
        game.result,
    )


def summary(kind: GameKind, games: list[Game], broken: int, seconds: float) -> str:
    """All games in a line."""
    if not games:
        return f"summary: no game was finished, {broken} broke"
    clean = sum(game.clean for game in games)
    won = Counter(game.winner for game in games)
    winners = ", ".join([f"{winner} {won[winner]}" for winner in (*kind.seats, "both") if won[winner]])
    times = [game.seconds for game in games]
    return (
        f"summary: {len(games)} games, {broken} broken, {clean} with both audits clean; won by {winners}; "
        f"median {statistics.median(times):.2f} s a game, "
        f"{statistics.median([sum(game.bytes_sent) for game in games]) / 1024:.0f} kB, "
        f"{statistics.median([game.round_trips for game in games]):.0f} round trips; {seconds:.0f} s in all"
    )


if __name__ == "__main__":
    sys.exit(main())
