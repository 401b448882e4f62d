"""Random games on the open table beside python-chess making random legal moves: one core, one run, ratios.

python benchmarks/bench_engine.py [GAMES]
"""

from __future__ import annotations

import sys
from random import Random
from time import perf_counter

import chess

from engine.hidden import SEATS, Decision, Over
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara import SEKIGAHARA, Answer
from engine.sekigahara.bots import make_bot
from engine.sekigahara.state import State

ROUNDS = 5
COPIES = 2000


def random_games(games: int, first_seed: int) -> tuple[int, float]:
    """Play whole games; return the decisions taken and the seconds they took."""
    decisions = 0
    started = perf_counter()
    for seed in range(first_seed, first_seed + games):
        player = make_bot(SEKIGAHARA, "random", Random(seed))
        table: OpenTable[State, Answer] = OpenTable(SEKIGAHARA, SeededChance(seed))
        while not isinstance(table.waiting, Over):
            seats = (table.waiting.seat,) if isinstance(table.waiting, Decision) else SEATS
            for seat in seats:
                table.act(seat, player.choose(table.view(seat)))
                decisions += 1
    return decisions, perf_counter() - started


def random_chess_moves(seconds: float, seed: int) -> tuple[int, float]:
    """Make random legal chess moves for about `seconds`; return how many and the seconds they took."""
    random = Random(seed)
    moves = 0
    started = perf_counter()
    while perf_counter() - started < seconds:
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 300:
            legal = list(board.legal_moves)
            board.push(legal[int(random.random() * len(legal))])
            moves += 1
    return moves, perf_counter() - started


def mid_game_copy() -> float:
    """Seconds for one copy of a state of week 4."""
    player = make_bot(SEKIGAHARA, "random", Random(7))
    table: OpenTable[State, Answer] = OpenTable(SEKIGAHARA, SeededChance(7))
    while table.state.week < 4 and not isinstance(table.waiting, Over):
        seats = (table.waiting.seat,) if isinstance(table.waiting, Decision) else SEATS
        for seat in seats:
            table.act(seat, player.choose(table.view(seat)))
    started = perf_counter()
    for _ in range(COPIES):
        table.state.copy()
    return (perf_counter() - started) / COPIES


def main() -> None:
    """Print the table."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    random_games(5, 10_000)
    print(f"{'round':>5} {'decisions/s':>12} {'games/s':>8} {'chess moves/s':>14} {'ratio':>6}")
    ratios = []
    per_decision = []
    # The two take turns, so that a machine that changes its pace meets both alike.
    for number in range(ROUNDS):
        decisions, took = random_games(games, number * games)
        moves, chess_took = random_chess_moves(took, number)
        ratio = (decisions / took) / (moves / chess_took)
        ratios.append(ratio)
        per_decision.append(took / decisions)
        print(f"{number:>5} {decisions / took:>12,.0f} {games / took:>8.1f} {moves / chess_took:>14,.0f} {ratio:>6.2f}")
    ratios.sort()
    per_decision.sort()
    copy = mid_game_copy()
    print(f"median ratio of decisions to chess moves: {ratios[ROUNDS // 2]:.2f}")
    print(
        f"copying a mid-game state: {copy * 1e6:.1f} us, {copy / per_decision[ROUNDS // 2]:.2f} of one decision "
        f"({per_decision[ROUNDS // 2] * 1e6:.0f} us)"
    )


if __name__ == "__main__":
    main()
