"""Games by the keys alone and by the mouse alone, on both sides, with another size of the window at every step.

The beginning of one of each is always played. For whole games: `SEKIGAHARA_WHOLE_GAMES=1 pytest
tests/tui/test_whole_games.py`, with a number for so many of each kind.
"""

from __future__ import annotations

import os
from random import Random

import pytest

from engine.games import GAMES, GameKind
from engine.hidden import SEATS, Seat
from engine.open_table import SeededChance
from tests.tui.driving import app_of, screen_text, until
from tests.tui.hands import Hand, Keys, Mouse, drawn, play_on
from tui.practice import PracticePort

SIZES = [(80, 24), (120, 36), (160, 48), (100, 30), (200, 60)]
LINES = 6
"""How many lines are taken of a game that is only begun."""
WHOLE = int(os.environ.get("SEKIGAHARA_WHOLE_GAMES") or 0)


async def play(kind: GameKind, hand: type[Hand], seat: Seat, seed: int, lines: int | None) -> None:
    random = Random(f"{kind.name} {hand.__name__} {seat} {seed}")
    game = kind.make({option: random.choice(choices) for option, choices in kind.options.items()})
    port = PracticePort(game, seat, kind.bot(game, "random", random), SeededChance(seed))
    app = app_of(port)
    async with app.run_test(size=SIZES[0]):
        await until(lambda: app.screen.is_mounted)
        await drawn(app.screen)
        await play_on(app, hand(app, random), random, SIZES, lines)
        if lines is None:
            await until(lambda: app.screen.id == "result", "the result")
            await drawn(app.screen)
            found = port.situation().ended
            assert found is not None
            assert ("The victory is shared" if found.shared else " wins — you have ") in screen_text(app)


@pytest.mark.asyncio
@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
@pytest.mark.parametrize("hand", [Keys, Mouse])
async def test_a_game_is_begun(kind: GameKind, hand: type[Hand]) -> None:
    await play(kind, hand, SEATS[hand is Keys], 1, LINES)


@pytest.mark.asyncio
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(WHOLE))
@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("hand", [Keys, Mouse])
@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
async def test_a_whole_game_is_played(kind: GameKind, hand: type[Hand], seat: Seat, seed: int) -> None:
    await play(kind, hand, seat, seed, None)
