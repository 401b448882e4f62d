#!/usr/bin/env python3
"""Tunes the weights of Sekigahara's bots by playing: writes a TOML file for each side.

Run from the top of the project: python scripts/tune_weights.py FOLDER --rounds 3 --games 600

The seasoned bot's files, some five minutes of one core:

    python scripts/tune_weights.py engine/sekigahara/bots/seasoned --rounds 1 --games 800 \\
        --factors engine/sekigahara/bots/seasoned/factors.toml

Each round plays games between players whose weights are those of the round, each multiplied by chance with e to the
power of a normal distribution of `SPREAD`; in every second game the opponent's are the shipped ones, multiplied
likewise, so that nothing is learnt that only beats oneself. How a weight's factor goes together with winning says which
way to move it, for each side apart; what is within the noise is left alone. Factors found by hand may multiply what
was found, at the end. The same seed and factors give the same files.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from dataclasses import fields, replace
from math import exp, log
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.hidden import SEATS, Over
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara.bots.steady.bot import SteadyBot
from engine.sekigahara.bots.steady.weights import SHIPPED_WEIGHTS, UNITS, Weights, weights_toml
from engine.sekigahara.components import SIDES
from engine.sekigahara.rules import SEKIGAHARA, Answer
from engine.sekigahara.state import State

SPREAD = 0.33
"""Standard deviation of the logarithm of the factors."""

TUNED = tuple([field.name for field in fields(Weights) if isinstance(getattr(SHIPPED_WEIGHTS[0], field.name), float)])
"""The weights that are moved: counts and lists stay."""

Factors = dict[str, float]
"""For each weight of `TUNED`, the logarithm of its factor in units of `SPREAD`."""


class Job(NamedTuple):
    """A game to be played: its seed, the weights to start from, and which seats are learnt from."""

    seed: int
    weights: tuple[Weights, Weights]
    learning: tuple[bool, bool]


class Played(NamedTuple):
    """How a game went: the factors of each seat, and the winner."""

    job: Job
    factors: tuple[Factors, Factors]
    winner: int


def multiplied(weights: Weights, factors: Factors, scale: float) -> Weights:
    """`weights`, each by e to the power of its factor times `scale`; kept within the limits of its unit."""
    changed = {}
    for name, factor in factors.items():
        unit = UNITS[name][1]
        value = getattr(weights, name) * exp(factor * scale)
        changed[name] = round(min(max(value, unit.least), unit.greatest), 4)
    return replace(weights, **changed)


def play(job: Job) -> Played:
    """One game between two players with factors of their own."""
    random = Random(job.seed)
    first, second = [{name: random.gauss(0, 1) for name in TUNED} for _ in SEATS]
    weights = (multiplied(job.weights[0], first, SPREAD), multiplied(job.weights[1], second, SPREAD))
    table: OpenTable[State, Answer] = OpenTable(SEKIGAHARA, SeededChance(job.seed))
    bot = SteadyBot(weights)
    while not isinstance(table.waiting, Over):
        seat = next(seat for seat in SEATS if table.asked(seat) is not None)
        table.act(seat, bot.choose(table.view(seat)))
    assert table.waiting.winner is not None
    return Played(job, (first, second), table.waiting.winner)


def jobs(weights: tuple[Weights, Weights], first_seed: int, games: int) -> list[Job]:
    """Of four games two are between learners, and one each against the shipped weights of either side."""
    found = []
    for number in range(games):
        learning = ((True, True), (True, True), (True, False), (False, True))[number % 4]
        used = [weights[seat] if learning[seat] else SHIPPED_WEIGHTS[seat] for seat in SEATS]
        found.append(Job(first_seed + number, (used[0], used[1]), learning))
    return found


def slopes(seat: int, games: list[Played]) -> Factors:
    """How much each factor goes together with winning, shrunk by what chance alone would show."""
    learnt = [game for game in games if game.job.learning[seat]]
    won = sum(game.winner == seat for game in learnt) / len(learnt)
    noise = won * (1 - won) / len(learnt)
    found = {}
    for name in TUNED:
        slope = sum([((game.winner == seat) - won) * game.factors[seat][name] for game in learnt]) / len(learnt)
        found[name] = slope * max(0.0, 1 - noise / slope**2) if slope else 0.0
    return found


def read_factors(path: Path | None) -> Factors:
    """The logarithms of the factors in a file, none without one. Raises OSError and ValueError."""
    given = {} if path is None else tomllib.loads(path.read_text(encoding="utf-8"))
    for name, factor in given.items():
        if name not in TUNED or not isinstance(factor, float) or factor <= 0:
            raise ValueError(f"{path}: {name} = {factor!r} is no factor of a weight")
    return {name: log(factor) for name, factor in given.items()}


def main() -> None:
    """Play, step, and write the files after each round."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where tokugawa.toml and ishida.toml are written")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", type=int, default=600, help="in each round (default: %(default)s)")
    parser.add_argument("--step", type=float, default=6.0, help="how far to go along the slopes (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--factors", type=Path, metavar="FILE", help="by which the weights are multiplied at the end, as TOML"
    )
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args()
    try:
        factors = read_factors(options.factors)
    except (OSError, ValueError) as problem:
        sys.exit(f"tune_weights.py: {problem}")
    options.folder.mkdir(parents=True, exist_ok=True)
    weights = SHIPPED_WEIGHTS
    with Pool(options.processes) as pool:
        for number in range(options.rounds):
            first_seed = options.seed + number * options.games
            games = pool.map(play, jobs(weights, first_seed, options.games), chunksize=4)
            steps = [slopes(seat, games) for seat in SEATS]
            tokugawa, ishida = [multiplied(weights[seat], steps[seat], SPREAD * options.step) for seat in SEATS]
            weights = (tokugawa, ishida)
            for seat, side in enumerate(SIDES):
                title = f"{side.capitalize()}: weights tuned by scripts/tune_weights.py"
                text = weights_toml(multiplied(weights[seat], factors, 1.0), title)
                (options.folder / f"{side}.toml").write_text(text, encoding="utf-8")
                moved = sorted(steps[seat].items(), key=lambda item: -abs(item[1]))[:8]
                words = ", ".join([f"{name} x{exp(SPREAD * options.step * step):.2f}" for name, step in moved])
                against = [game for game in games if game.job.learning[seat] and not game.job.learning[1 - seat]]
                won = sum(game.winner == seat for game in against)
                print(
                    f"round {number + 1}: {side} won {won} of {len(against)} against the shipped; {words}", flush=True
                )


if __name__ == "__main__":
    main()
