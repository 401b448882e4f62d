#!/usr/bin/env python3
"""Plays every bot of a game against every other, sides alternating, and prints who beats whom how often.

Run from the top of the project: python scripts/ladder.py RESULTS random steady seasoned strong --games 100

RESULTS is a file to which each game is appended when it ends. The script can be stopped at any time: started again with
the same file, it goes on where it was, and with all games played it only prints. A game's seed gives the game; games of
other bots than the present ones are not counted in, the file is refused.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.games import GAMES, GameKind, game_kind
from engine.hidden import SEATS
from scripts.compare_bots import interval, play

TOP = Path(__file__).resolve().parent.parent


class Row(NamedTuple):
    """A game that was played: the bots by seat, who won (None: shared), and what a choice of each took, in seconds."""

    seed: int
    names: tuple[str, str]
    winner: int | None
    choices: tuple[int, int]
    mean: tuple[float, float]
    most: tuple[float, float]


def identity(game: str) -> str:
    """What the bots of a game are: a digest of their code and data."""
    digest = sha256()
    for path in sorted((TOP / "engine" / game / "bots").rglob("*")):
        if path.suffix in (".py", ".toml"):
            digest.update(path.relative_to(TOP).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def read(path: Path, bots: str) -> dict[tuple[int, tuple[str, str]], Row]:
    """The games of a file of results. Raises ValueError if they are not those of these `bots`."""
    found = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines() if path.exists() else (), 1):
        try:
            given = json.loads(line)
            if given.pop("bots") != bots:
                raise ValueError(f"{path}: line {number} is a game of other bots; give another file")
            parts: dict[str, Any] = {
                key: tuple(part) if isinstance(part, list) else part for key, part in given.items()
            }
            row = Row(**parts)
        except (json.JSONDecodeError, KeyError, TypeError) as problem:
            raise ValueError(f"{path}: line {number} is no result of a game") from problem
        found[row.seed, row.names] = row
    return found


def played(kind: GameKind, names: tuple[str, str], seed: int) -> Row:
    """One game."""
    times: dict[str, list[float]] = defaultdict(list)
    over = play(kind, kind.make({}), names, seed, times)
    spent = [times[name] for name in names]
    first, second = [(len(each), sum(each) / max(len(each), 1), max(each, default=0.0)) for each in spent]
    return Row(seed, names, over.winner, (first[0], second[0]), (first[1], second[1]), (first[2], second[2]))


def table(kind: GameKind, pairs: list[tuple[str, str]], rows: list[Row]) -> list[str]:
    """The table of results in Markdown: the stronger bot of each pair first."""
    first, second = kind.seats
    lines = [f"| | games | won | 95 % interval | as {first} | as {second} |", "|---|---|---|---|---|---|"]
    for pair in pairs:
        mine = [row for row in rows if set(row.names) == set(pair)]
        cells = [f"{pair[0]} against {pair[1]}", str(len(mine))]
        won = sum(row.winner is not None and row.names[row.winner] == pair[0] for row in mine)
        cells += [str(won), _interval(won, len(mine))]
        for seat in SEATS:
            there = [row for row in mine if row.names[seat] == pair[0]]
            won = sum(row.winner == seat for row in there)
            cells.append(f"{won} of {len(there)} {_interval(won, len(there))}")
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def _interval(won: int, games: int) -> str:
    low, high = interval(won, games)
    return f"[{low:.0%}, {high:.0%}]".replace("%", "")


def times(rows: list[Row]) -> list[str]:
    """What a choice of each bot took, in processor time."""
    lines = []
    for name in dict.fromkeys([name for row in rows for name in row.names]):
        mine = [(row, seat) for row in rows for seat in SEATS if row.names[seat] == name]
        choices = sum(row.choices[seat] for row, seat in mine)
        total = sum(row.choices[seat] * row.mean[seat] for row, seat in mine)
        most = max(row.most[seat] for row, seat in mine)
        lines.append(
            f"{name}: {choices} choices in {len(mine)} games, {1000 * total / choices:.2f} ms on average, "
            f"{most:.2f} s at most, {total / len(mine):.1f} s a game"
        )
    return lines


def main() -> None:
    """Play what is missing, then print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, metavar="RESULTS")
    parser.add_argument("bots", nargs="*", help="two or more, the weakest first (default: all)")
    parser.add_argument("--game", choices=[kind.name for kind in GAMES], default=GAMES[0].name)
    parser.add_argument("--games", type=int, default=100, help="of each pair (default: %(default)s); 0 only prints")
    parser.add_argument("--seed", type=int, default=5000, help="of each pair's first game (default: %(default)s)")
    options = parser.parse_args()
    kind = game_kind(options.game)
    names = options.bots or list(kind.bots)
    for name in names:
        if name not in kind.bots:
            parser.error(f"{options.game} has no bot called {name!r}; there are {', '.join(kind.bots)}")
    bots = identity(kind.name)
    try:
        rows = read(options.file, bots)
    except ValueError as problem:
        sys.exit(f"ladder.py: {problem}")
    pairs = [(strong, weak) for weak, strong in combinations(names, 2)]
    for pair in pairs:
        for number in range(options.games):
            order = pair if number % 2 == 0 else (pair[1], pair[0])
            if (options.seed + number, order) not in rows:
                row = played(kind, order, options.seed + number)
                rows[row.seed, row.names] = row
                with options.file.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({**row._asdict(), "bots": bots}) + "\n")
    counted = [row for row in rows.values() if any(set(row.names) == set(pair) for pair in pairs)]
    print("\n".join([*table(kind, pairs, counted), "", *times(counted)]))


if __name__ == "__main__":
    main()
