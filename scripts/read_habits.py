#!/usr/bin/env python3
"""Measures how far a bot of Sekigahara can be read: what its games tell of the next, beside what is told anyway.

Run from the top of the project: python scripts/read_habits.py strong --games 10 --times 3

The bot plays against `steady`, sides alternating. Of its choices that cost when they are read, each is a question about
what it hides, put from what its opponent sees: is its bid a high one; could a deployment not prove its loyalty, so that
a challenge would turn it; is a stack that it left near the enemy weaker than it looks. Three foretell the answers:

- the *mean*: how often it was yes in its last games, and nothing else;
- a *stranger*, who has never seen it play: what is public, how often the answer is yes when the hidden faces are dealt
  by chance, and what has come of that in games of the other bots;
- a *reader*, who begins with what the stranger says, and has learnt from its last games where that was wrong.

The reader learns from so many games and foretells as many next ones, several times over. What it gains over the
stranger, in bits a question, is what the bot's own habits give away; what the stranger gains over the mean is what the
rules and the position give away whoever plays. The same seed gives the same figures.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import exp, log, log2, sqrt
from pathlib import Path
from random import Random
from typing import TypeAlias

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.hidden import SEATS, Face, Over, Piece, Seat, View, other
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara.board import CASTLE, HAND, LOCATIONS
from engine.sekigahara.bots import BOTS, make_bot
from engine.sekigahara.bots.steady.assessment import DISTANCE
from engine.sekigahara.bots.steady.impact import enemy_impact, own_impact
from engine.sekigahara.bots.steady.weights import SHIPPED_WEIGHTS
from engine.sekigahara.bots.strong.worlds import fill, known_faces
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
RIDGE_OF_READER = 0.05
"""How hard coefficients are drawn to 0."""
NEAR = 2
"""Roads within which an enemy is near."""

HIGH_BID = 3

DEALS = 24
"""How often hidden faces are dealt by chance to see how often the answer is yes."""

OTHERS = 30
"""Games of each of the other bots from which the stranger has learnt."""


def public(state: State, seat: Seat) -> list[float]:
    """What is the same for all questions: time, points, hands."""
    hands = [float(len(state.pools[side][HAND])) for side in (seat, other(seat))]
    return [float(state.week), float(seat), float(score(state, seat) - score(state, other(seat))), *hands]


def asked(state: State, seat: Seat, answer: Answer, faces: Mapping[Piece, Face]) -> list[tuple[str, Sample]]:
    """The questions that a choice raises, with their answers by `faces`."""
    mine, theirs = state.pools[seat], state.pools[other(seat)]
    if isinstance(answer, Bid) and answer.card is not None:
        return [("a high bid", (public(state, seat), BID_OF[faces[answer.card]] >= HIGH_BID))]
    if isinstance(answer, Deploy) and answer.card is not None and not state.current_combat().siege:
        combat = state.current_combat()
        block = faces[answer.blocks[0]]
        rest = [faces[card] for card in mine[HAND] if card != answer.card]
        told = [
            *public(state, seat),
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
    if not isinstance(answer, EndMovement):
        return []
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
            *public(state, seat),
            float(len(stack)),
            float(near),
            float(CASTLE[place] is not None),
            float(any(block in state.shown for block in mine[place])),
            float(any(IS_LEADER[state.shown[block]] for block in mine[place] if block in state.shown)),
            float(state.movement is not None and bool(state.movement.moved.intersection(mine[place]))),
        ]
        found.append(("a weak stack left near the enemy", (told, weak)))
    return found


def questions(view: View[State], seat: Seat, answer: Answer, truth: Mapping[Piece, Face]) -> list[tuple[str, Sample]]:
    """The questions that a choice of `seat` raises for its opponent, whose view this is, with their true answers.

    The first that is told is how likely yes is by counting, as the logarithm of the odds.
    """
    state = view.state
    true = asked(state, seat, answer, truth)
    if not true:
        return []
    known = known_faces(view)
    if isinstance(answer, Deploy) and answer.card is not None:
        known.update({piece: truth[piece] for piece in (answer.card, *answer.blocks)})
    random = Random(0)
    counts = [1.0] * len(true)
    for _ in range(DEALS):
        for number, (_, (_, yes)) in enumerate(asked(state, seat, answer, fill(state, known, random))):
            counts[number] += yes
    odds = [log(count / (DEALS + 2 - count)) for count in counts]
    return [(name, ([number, *told], yes)) for number, (name, (told, yes)) in zip(odds, true, strict=True)]


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
        player = next(number for number in SEATS if table.asked(number) is not None)
        answer = bots[player].choose(table.view(player))
        if player == seat:
            for question, sample in questions(table.view(other(seat)), seat, answer, table.faces):
                found[question].append(sample)
        table.act(player, answer)
    return found


class Predictor:
    """A logistic regression on features brought to mean 0 and deviation 1, that mends what another one says."""

    def __init__(self, samples: Sequence[Sample], before: Predictor | None = None) -> None:
        """`before` is what is mended. Coefficients are drawn to 0, so that without evidence nothing is."""
        count = len(samples)
        columns = list(zip(*[told for told, _ in samples], strict=True))
        self._means = [sum(column) / count for column in columns]
        self._scales = [
            sqrt(sum([(number - mean) ** 2 for number in column]) / count) or 1.0
            for column, mean in zip(columns, self._means, strict=True)
        ]
        self._before = before
        rows = [(self._row(told), before.odds(told) if before else 0.0, answer) for told, answer in samples]
        weights = [0.0] * (len(columns) + 1)
        drawn = RIDGE if before is None else RIDGE_OF_READER
        for _ in range(STEPS):
            slopes = [-drawn * weight for weight in weights] if before else [0.0, *[-drawn * w for w in weights[1:]]]
            for row, offset, answer in rows:
                error = (answer - _logistic(offset + _product(row, weights))) / count
                slopes = [slope + error * number for slope, number in zip(slopes, row, strict=True)]
            weights = [weight + PACE * slope for weight, slope in zip(weights, slopes, strict=True)]
        self._weights = weights

    def odds(self, told: list[float]) -> float:
        """The logarithm of the odds that the answer is yes."""
        return (self._before.odds(told) if self._before else 0.0) + _product(self._row(told), self._weights)

    def chance(self, told: list[float]) -> float:
        """The chance that the answer is yes."""
        return _logistic(self.odds(told))

    def _row(self, told: list[float]) -> list[float]:
        return [1.0, *[(n - mean) / scale for n, mean, scale in zip(told, self._means, self._scales, strict=True)]]


def _product(row: list[float], weights: list[float]) -> float:
    return sum([number * weight for number, weight in zip(row, weights, strict=True)])


def _logistic(odds: float) -> float:
    return 1 / (1 + exp(-max(min(odds, 30.0), -30.0)))


def bits(chance: float, answer: bool) -> float:
    """What it costs to have given `chance` to yes."""
    return -log2(max(chance if answer else 1 - chance, 1e-6))


def share(samples: Sequence[Sample]) -> float:
    """How often the answer is yes."""
    return (sum([answer for _, answer in samples]) + 1) / (len(samples) + 2)


def gain(gains: Sequence[float], counts: Sequence[int]) -> str:
    """What is gained a question, by games, with its 95 % interval: games are independent, questions of one are not."""
    count = sum(counts)
    gained = sum(gains) / count
    error = sqrt(sum([(each - gained * number) ** 2 for each, number in zip(gains, counts, strict=True)])) / count
    return f"{gained:+.3f} ± {1.96 * error:.3f}"


def row_of(question: str, games: Sequence[Game], others: Sequence[Game], size: int) -> str:
    """A row of the table: what the stranger gains over the mean, and the reader over the stranger."""
    stranger = Predictor([sample for game in others for sample in game[question]])
    told: list[float] = []
    read: list[float] = []
    counts: list[int] = []
    yes = 0
    losses = [0.0, 0.0, 0.0]
    for start in range(size, len(games), size):
        samples = [sample for game in games[start - size : start] for sample in game[question]]
        mean, reader = share(samples), Predictor(samples, stranger)
        for game in games[start : start + size]:
            asked_here = game[question]
            foretold = [
                sum([bits(mean, answer) for _, answer in asked_here]),
                sum([bits(stranger.chance(told_of), answer) for told_of, answer in asked_here]),
                sum([bits(reader.chance(told_of), answer) for told_of, answer in asked_here]),
            ]
            losses = [loss + more for loss, more in zip(losses, foretold, strict=True)]
            told.append(foretold[0] - foretold[1])
            read.append(foretold[1] - foretold[2])
            counts.append(len(asked_here))
            yes += sum([answer for _, answer in asked_here])
    count = sum(counts)
    cells = [question, str(count), f"{yes / count:.0%}", *[f"{loss / count:.3f}" for loss in losses]]
    return f"| {' | '.join([*cells, gain(told, counts), gain(read, counts)])} |"


def main() -> None:
    """Play, learn, foretell, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bot", choices=BOTS)
    parser.add_argument("--games", type=int, default=10, help="to learn from, and to foretell (default: %(default)s)")
    parser.add_argument("--times", type=int, default=3, help="how often (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=9000)
    options = parser.parse_args()
    games = [play(options.bot, options.seed + number) for number in range((1 + options.times) * options.games)]
    population = [name for name in BOTS if name not in (options.bot, "strong")]
    others = [play(name, options.seed + 1000 + number) for name in population for number in range(OTHERS)]
    print("| what is hidden | questions | yes | mean, bits | stranger | reader | told anyway | read |")
    print("|---|---|---|---|---|---|---|---|")
    for question in dict.fromkeys([question for game in games for question in game]):
        print(row_of(question, games, others, options.games), flush=True)


if __name__ == "__main__":
    main()
