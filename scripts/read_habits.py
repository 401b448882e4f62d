#!/usr/bin/env python3
"""Measures how far a bot of Sekigahara can be read: what a predictor learns from some of its games, tried on the next.

Run from the top of the project: python scripts/read_habits.py strong --games 10

The bot plays against `steady`, sides alternating. Of its choices that cost when they are read, each is a question about
what it hides, put from what its opponent sees: is its bid a high one; could a deployment not prove its loyalty, so that
a challenge would turn it; is a stack that it left near the enemy weaker than it looks. A logistic regression on what is
public learns from the first games, and foretells the next ones. Its loss, in bits a question, stands beside that of
whoever knows the mean of the first games alone: what is gained is what the habits give away. The same seed gives the
same figures.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from math import exp, log2, sqrt
from pathlib import Path
from random import Random
from typing import TypeAlias

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.hidden import SEATS, Over, Seat, View, other
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara.board import CASTLE, HAND, LOCATIONS
from engine.sekigahara.bots import BOTS, make_bot
from engine.sekigahara.bots.steady.assessment import DISTANCE
from engine.sekigahara.bots.steady.impact import enemy_impact, own_impact
from engine.sekigahara.bots.steady.weights import SHIPPED_WEIGHTS
from engine.sekigahara.chapters.chapter_2_victory import score
from engine.sekigahara.chapters.chapter_6_week import Bid
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement
from engine.sekigahara.chapters.chapter_8_2_deployment import Deploy
from engine.sekigahara.pieces import BID_OF, IS_LEADER, KIND_OF, MON_OF, matches
from engine.sekigahara.rules import SEKIGAHARA, Answer
from engine.sekigahara.state import State

Sample: TypeAlias = tuple[list[float], bool]
"""What is public, and what is hidden: the answer to the question."""

Game: TypeAlias = dict[str, list[Sample]]
"""The samples of one game, by question."""

STEPS = 400
PACE = 0.5
RIDGE = 0.02
NEAR = 2
"""Roads within which an enemy is near."""

HIGH_BID = 3


def public(view: View[State]) -> list[float]:
    """What is the same for all questions: time, points, hands."""
    state, seat = view.state, view.seat
    hands = [float(len(state.pools[side][HAND])) for side in (seat, other(seat))]
    return [float(state.week), float(seat), float(score(state, seat) - score(state, other(seat))), *hands]


def questions(view: View[State], answer: Answer) -> list[tuple[str, Sample]]:
    """The questions that a choice raises, with their true answers."""
    state, seat, faces = view.state, view.seat, view.faces
    mine, theirs = state.pools[seat], state.pools[other(seat)]
    if isinstance(answer, Bid) and answer.card is not None:
        return [("a high bid", (public(view), BID_OF[faces[answer.card]] >= HIGH_BID))]
    if isinstance(answer, Deploy) and answer.card is not None:
        combat = state.current_combat()
        if combat.siege:
            return []
        block = faces[answer.blocks[0]]
        rest = [faces[card] for card in mine[HAND] if card != answer.card]
        told = [
            *public(view),
            float(combat.impact[seat] - combat.impact[other(seat)]),
            float(seat == combat.attacker),
            float(combat.carded[seat]),
            float(len(mine[combat.location])),
            float(len(theirs[combat.location])),
            float(MON_OF[block]),
            float(KIND_OF[faces[answer.card]] == "swords"),
            float(len(answer.blocks)),
        ]
        return [("a deployment without a proof", (told, not any(matches(card, block) for card in rest)))]
    if isinstance(answer, EndMovement):
        found = []
        hand = tuple(sorted([faces[card] for card in mine[HAND]]))
        for place in LOCATIONS:
            near = sum([len(theirs[there]) for there in LOCATIONS if DISTANCE[place][there] <= NEAR])
            stack = tuple(sorted([faces[block] for block in mine[place]]))
            if not stack or not near:
                continue
            weights = SHIPPED_WEIGHTS[seat]
            weak = own_impact(stack, hand, weights) < enemy_impact(len(stack), len(hand), weights)
            told = [
                *public(view),
                float(len(stack)),
                float(near),
                float(CASTLE[place] is not None),
                float(any(block in state.shown for block in mine[place])),
                float(any(IS_LEADER[state.shown[block]] for block in mine[place] if block in state.shown)),
                float(state.movement is not None and bool(state.movement.moved.intersection(mine[place]))),
            ]
            found.append(("a weak stack left near the enemy", (told, weak)))
        return found
    return []


def play(name: str, seed: int) -> Game:
    """One game of the bot against `steady`."""
    table: OpenTable[State, Answer] = OpenTable(SEKIGAHARA, SeededChance(seed))
    seat = Seat(seed % 2)
    bots = {
        seat: make_bot(SEKIGAHARA, name, Random(f"{seed} bot")),
        other(seat): make_bot(SEKIGAHARA, "steady", Random(0)),
    }
    found: Game = defaultdict(list)
    while not isinstance(table.waiting, Over):
        asked = next(number for number in SEATS if table.asked(number) is not None)
        view = table.view(asked)
        answer = bots[asked].choose(view)
        if asked == seat:
            for question, sample in questions(view, answer):
                found[question].append(sample)
        table.act(asked, answer)
    return found


class Predictor:
    """A logistic regression on features brought to mean 0 and deviation 1."""

    def __init__(self, samples: list[Sample]) -> None:
        count = len(samples)
        columns = list(zip(*[told for told, _ in samples], strict=True))
        self._means = [sum(column) / count for column in columns]
        self._scales = [
            sqrt(sum([(number - mean) ** 2 for number in column]) / count) or 1.0
            for column, mean in zip(columns, self._means, strict=True)
        ]
        rows = [self._row(told) for told, _ in samples]
        weights = [0.0] * len(rows[0])
        for _ in range(STEPS):
            slopes = [0.0, *[-RIDGE * weight for weight in weights[1:]]]
            for row, (_, answer) in zip(rows, samples, strict=True):
                error = (answer - _logistic(row, weights)) / count
                slopes = [slope + error * number for slope, number in zip(slopes, row, strict=True)]
            weights = [weight + PACE * slope for weight, slope in zip(weights, slopes, strict=True)]
        self._weights = weights

    def chance(self, told: list[float]) -> float:
        """The chance that the answer is yes."""
        return _logistic(self._row(told), self._weights)

    def _row(self, told: list[float]) -> list[float]:
        return [1.0, *[(n - mean) / scale for n, mean, scale in zip(told, self._means, self._scales, strict=True)]]


def _logistic(row: list[float], weights: list[float]) -> float:
    total = sum([number * weight for number, weight in zip(row, weights, strict=True)])
    return 1 / (1 + exp(-max(min(total, 30.0), -30.0)))


def bits(chance: float, answer: bool) -> float:
    """What it costs to have given `chance` to yes."""
    return -log2(max(chance if answer else 1 - chance, 1e-6))


def main() -> None:
    """Play, learn, foretell, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bot", choices=BOTS)
    parser.add_argument("--games", type=int, default=10, help="to learn from, and to foretell (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=9000)
    options = parser.parse_args()
    games = [play(options.bot, options.seed + number) for number in range(2 * options.games)]
    learnt, next_games = games[: options.games], games[options.games :]
    print("| what is hidden | questions | yes | mean alone, bits | predictor, bits | gained, bits |")
    print("|---|---|---|---|---|---|")
    for question in dict.fromkeys([question for game in games for question in game]):
        samples = [sample for game in learnt for sample in game[question]]
        share = (sum(answer for _, answer in samples) + 1) / (len(samples) + 2)
        predictor = Predictor(samples)
        gains, asked, plain = [], [], 0.0
        for game in next_games:
            mean = sum([bits(share, answer) for _, answer in game[question]])
            plain += mean
            gains.append(mean - sum([bits(predictor.chance(told), answer) for told, answer in game[question]]))
            asked.append(len(game[question]))
        count = sum(asked)
        gained = sum(gains) / count
        # Games are independent of each other, the questions of one game are not.
        error = sqrt(sum([(gain - gained * number) ** 2 for gain, number in zip(gains, asked, strict=True)])) / count
        yes = sum([answer for game in next_games for _, answer in game[question]]) / count
        print(
            f"| {question} | {count} | {yes:.0%} | {plain / count:.3f} | {plain / count - gained:.3f} "
            f"| {gained:+.3f} ± {1.96 * error:.3f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
