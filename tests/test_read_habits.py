"""The measure of habits: a habit that was planted is found, and where there is none nothing is."""

from __future__ import annotations

from math import exp
from random import Random

from scripts.read_habits import Game, row_of

QUESTION = "a question"


def games(count: int, seed: int, habit: float) -> list[Game]:
    """Games whose answers follow what is told first, as anybody's do, and by `habit` what is told second."""
    random = Random(seed)
    found = []
    for _ in range(count):
        told = [[random.gauss(0, 1), random.gauss(0, 1)] for _ in range(20)]
        answers = [random.random() < 1 / (1 + exp(-first - habit * second)) for first, second in told]
        found.append({QUESTION: list(zip(told, answers, strict=True))})
    return found


def gained(habit: float) -> tuple[float, float]:
    """What the reader gains over the stranger, and the half of its interval."""
    row = row_of(QUESTION, games(30, 1, habit), games(30, 2, 0.0), 10)
    gain, _, error = row.rstrip(" |").rpartition("| ")[2].partition(" ± ")
    return float(gain), float(error)


def test_a_habit_is_read_and_what_everybody_does_is_none() -> None:
    gain, error = gained(1.0)
    assert gain > 2 * error
    gain, error = gained(0.0)
    assert gain < error
