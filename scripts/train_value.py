#!/usr/bin/env python3
"""Fits the worth of positions, by which Sekigahara's strong bot judges, to games between bots; writes the file.

Run from the top of the project: python scripts/train_value.py value.toml --games 600

The players take the seasoned weights, each multiplied by chance as in `tune_weights.py`, so that positions are seen
that no single taste leads to. Every position before a payment counts, with who won in the end. Half of the games are
kept back to say how well the fit foretells: the log loss, beside that of the games' mean. The same seed gives the same
file.
"""

from __future__ import annotations

import argparse
import sys
from math import log
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import TypeAlias

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.hidden import SEATS, Over
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara.bots.seasoned import SEASONED_WEIGHTS
from engine.sekigahara.bots.steady.bot import SteadyBot
from engine.sekigahara.bots.strong.value import FEATURES, chance, features
from engine.sekigahara.chapters.chapter_7_1_movement import PaymentDue
from engine.sekigahara.components import TOKUGAWA
from engine.sekigahara.rules import SEKIGAHARA, Answer
from engine.sekigahara.state import State
from scripts.tune_weights import SPREAD, TUNED, multiplied

Sample: TypeAlias = tuple[list[float], bool]
"""The features of a position, and whether Tokugawa won."""

ROUNDS = 150
PACE = 2.0
RIDGE = 1e-3
"""How the fit is made: steps along the slope of the log likelihood, their size, and the pull of coefficients to 0."""


def play(seed: int) -> list[Sample]:
    """The positions of one game."""
    random = Random(seed)
    first, second = [
        multiplied(weights, {name: random.gauss(0, 1) for name in TUNED}, SPREAD) for weights in SEASONED_WEIGHTS
    ]
    table: OpenTable[State, Answer] = OpenTable(SEKIGAHARA, SeededChance(seed))
    bot = SteadyBot((first, second))
    seen = []
    while not isinstance(table.waiting, Over):
        seat = next(seat for seat in SEATS if table.asked(seat) is not None)
        if isinstance(table.asked(seat), PaymentDue):
            seen.append(features(table.state))
        table.act(seat, bot.choose(table.view(seat)))
    return [(numbers, table.waiting.winner == TOKUGAWA) for numbers in seen]


def fit(samples: list[Sample]) -> tuple[float, ...]:
    """Coefficients that make the outcomes likely."""
    coefficients = [0.0] * len(FEATURES)
    momentum = [0.0] * len(FEATURES)
    for _ in range(ROUNDS):
        slopes = [-RIDGE * coefficient for coefficient in coefficients]
        for numbers, won in samples:
            error = (won - chance(numbers, tuple(coefficients))) / len(samples)
            slopes = [slope + error * number for slope, number in zip(slopes, numbers, strict=True)]
        momentum = [0.9 * speed + PACE * slope for speed, slope in zip(momentum, slopes, strict=True)]
        coefficients = [coefficient + speed for coefficient, speed in zip(coefficients, momentum, strict=True)]
    return tuple([round(coefficient, 4) for coefficient in coefficients])


def log_loss(samples: list[Sample], coefficients: tuple[float, ...]) -> float:
    """The mean of minus the logarithm of the chance given to what happened."""
    chances = [chance(numbers, coefficients) for numbers, _ in samples]
    return -sum([log(p if won else 1 - p) for p, (_, won) in zip(chances, samples, strict=True)]) / len(samples)


def main() -> None:
    """Play, fit, say how good it is, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1_000_000)
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args()
    with Pool(options.processes) as pool:
        games = pool.map(play, range(options.seed, options.seed + options.games), chunksize=4)
    halves = [[sample for game in games[half::2] for sample in game] for half in (0, 1)]
    mean = sum([won for _, won in halves[0]]) / len(halves[0])
    even = tuple([log(mean / (1 - mean)) if name == "always" else 0.0 for name in FEATURES])
    losses = [log_loss(halves[1], coefficients) for coefficients in (even, fit(halves[0]))]
    print(f"{len(halves[1])} positions kept back: log loss {losses[1]:.3f}, of the mean alone {losses[0]:.3f}")
    coefficients = fit(halves[0] + halves[1])
    lines = [f"{name} = {coefficient}" for name, coefficient in zip(FEATURES, coefficients, strict=True)]
    title = "# How much each measure of value.py speaks for Tokugawa: scripts/train_value.py"
    options.file.write_text("\n".join([title, "", *lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
