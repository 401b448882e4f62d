"""Games by the keys alone and by the mouse alone, on both sides, with another size of the window at every step.

The beginning and the end of one of each are always played. For whole games: `SEKIGAHARA_WHOLE_GAMES=1 pytest
tests/tui/test_whole_games.py`, with a number for so many of each kind.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from engine.games import GAMES, GameKind
from engine.hidden import SEATS, Face, Over, Piece, Sealed, Seat, other
from engine.open_table import OpenTable, SeededChance
from engine.random_bot import RandomBot
from tests.tui.driving import app_of, close_cards, game_screen, screen_text, until
from tests.tui.hands import Hand, Keys, Mouse, drawn, play_on, resize
from tui.practice import PracticePort
from tui.screens.after_game import AfterGame
from tui.screens.card import CardScreen
from tui.screens.result_screen import ResultScreen

SIZES = [(80, 24), (120, 36), (160, 48), (100, 30), (200, 60)]
LINES = 6
"""How many lines are taken of a game that is only begun."""
BEFORE_THE_END = 3
"""How many decisions of the player before its end the end of a game begins."""
pytestmark = pytest.mark.painted
WHOLE = int(os.environ.get("SEKIGAHARA_WHOLE_GAMES") or 0)


def new(kind: GameKind, random: Random, seat: Seat, seed: int) -> PracticePort[Any, Any]:
    """A new game, of a kind chosen by chance."""
    game = kind.make({option: random.choice(choices) for option, choices in kind.options.items()})
    return PracticePort(game, seat, kind.bot(game, "random", random), SeededChance(seed))


def late(kind: GameKind, random: Random, seat: Seat, seed: int) -> PracticePort[Any, Any]:
    """A game some decisions of `seat` before its end, as bots have played it until then."""
    game = kind.make({})
    table = OpenTable(game, SeededChance(seed))
    bot = RandomBot(game, random)
    latest: deque[tuple[Any, Mapping[Piece, Face]]] = deque(maxlen=BEFORE_THE_END)
    while not isinstance(table.waiting, Over):
        sealed = isinstance(table.waiting, Sealed) and table.asked(other(seat)) is None
        if table.asked(seat) is not None and not sealed:
            latest.append((game.copy(table.state), dict(table.faces)))
        asked = next(each for each in SEATS if table.asked(each) is not None)
        table.act(asked, bot.choose(table.view(asked)))
    state, faces = latest[0]
    return PracticePort(game, seat, bot, SeededChance(seed), state=state, faces=faces)


async def play(port: PracticePort[Any, Any], hand: type[Hand], random: Random, lines: int | None) -> None:
    app = app_of(port)
    async with app.run_test(size=SIZES[0]):
        await until(lambda: app.screen.is_mounted)
        await drawn(app.screen)
        assert await play_on(app, hand(app, random), random, SIZES, lines)
        if lines is None:
            screen = game_screen(app)
            await until(lambda: screen._result_shown or isinstance(app.screen, CardScreen), "the last box")
            await close_cards(app)
            await until(lambda: screen._result_shown, "the result")
            if app.screen is screen:  # a page that was asked for right before the end has closed it
                screen.after_game(AfterGame.RESULT)
            await until(lambda: isinstance(app.screen, ResultScreen), "the result again")
            await resize(app, random.choice(SIZES))
            found = port.situation().ended
            assert found is not None
            assert ("The victory is shared" if found.shared else " wins — you have ") in screen_text(app)


def chance(kind: GameKind, hand: type[Hand], seat: Seat, seed: int) -> Random:
    return Random(f"{kind.name} {hand.__name__} {seat} {seed}")


@pytest.mark.asyncio
@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
@pytest.mark.parametrize("hand", [Keys, Mouse])
async def test_a_game_is_begun(kind: GameKind, hand: type[Hand]) -> None:
    seat = SEATS[hand is Keys]
    random = chance(kind, hand, seat, 1)
    await play(new(kind, random, seat, 1), hand, random, LINES)


@pytest.mark.asyncio
@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
@pytest.mark.parametrize("hand", [Keys, Mouse])
async def test_a_game_is_played_to_its_end(kind: GameKind, hand: type[Hand]) -> None:
    seat = SEATS[hand is Mouse]
    random = chance(kind, hand, seat, 1)
    await play(late(kind, random, seat, 1), hand, random, None)


@pytest.mark.asyncio
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(WHOLE))
@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("hand", [Keys, Mouse])
@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
async def test_a_whole_game_is_played(kind: GameKind, hand: type[Hand], seat: Seat, seed: int) -> None:
    random = chance(kind, hand, seat, seed)
    await play(new(kind, random, seat, seed), hand, random, None)
