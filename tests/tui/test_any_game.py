"""The client plays any game that gives it words and an interface: here one that it has never heard of."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random
from typing import TypeAlias

import pytest

from engine.hidden import SEATS, Seat
from engine.open_table import SeededChance
from engine.random_bot import RandomBot
from tests.toy_game import Move, Position, ToyGame
from tests.tui import toy_client
from tests.tui.driving import app_of, game_screen, press_row, random_rows, rows_of, screen_text, until
from tui.practice import PracticePort
from tui.screens.text import TextScreen
from tui.widgets.text_view import TextView

Port: TypeAlias = PracticePort[Position, Move]


@pytest.fixture(autouse=True)
def toy_package() -> Iterator[None]:
    """`tui.toy` is there as long as the test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "tui.toy", toy_client)
        yield


def toy_port(seat: Seat, seed: int) -> Port:
    game = ToyGame()
    return PracticePort(game, seat, RandomBot(game, Random(seed)), SeededChance(seed))


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)], ids=["80x24", "120x40", "200x60"])
@pytest.mark.parametrize("seat", SEATS)
async def test_a_whole_game_is_played_with_keys(size: tuple[int, int], seat: Seat) -> None:
    port = toy_port(seat, 5)
    app = app_of(port)
    async with app.run_test(size=size) as pilot:
        lines = random_rows(app, Random(seat))
        while port.situation().ended is None:
            text = screen_text(app)
            assert "Round " in text
            assert "It is for you to" in text
            await press_row(app, next(lines))
            await pilot.pause()
        await until(lambda: isinstance(app.screen, TextScreen))
        await pilot.pause()
        text = screen_text(app)
        assert " wins — you have " in text
        assert " points to " in text
        log = game_screen(app).query_one("#log", TextView).lines
        assert sum(line.strip().startswith("One ") for line in log) >= 4


@pytest.mark.asyncio
async def test_the_pages_and_the_board_have_the_names_and_keys_that_the_game_gives_them() -> None:
    app = app_of(toy_port(SEATS[0], 1))
    assert app.title != "Sekigahara"
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "F2 table F3 cards F4 log" in screen_text(app)
        for key, wanted in (("k", "─Cards─"), ("f2", "One box 1"), ("f3", "─Cards─"), ("t", "Say to your opponent")):
            await pilot.press(key)
            await pilot.pause()
            assert wanted in screen_text(app), key
        await pilot.press("escape", "f2", "g", *"two", "enter", "p")
        await pilot.pause()
        assert "Two's box holds 1" in screen_text(app)
        await pilot.press("q", "f1", "tab")
        await until(lambda: "F3 k  cards" in screen_text(app), "the pages, in the help")


@pytest.mark.asyncio
async def test_a_spot_of_the_board_stands_for_the_choices_that_belong_to_it() -> None:
    port = toy_port(SEATS[0], 3)
    app = app_of(port)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        while not any(row.text.startswith("Dump") for row in rows_of(app)):
            await press_row(app, 0)
            await pilot.pause()
        await pilot.press("tab")
        await pilot.pause()
        choices = game_screen(app).panel.choices
        assert choices.highlighted is not None
        assert rows_of(app)[choices.highlighted].text.startswith("Dump")


@pytest.mark.asyncio
@pytest.mark.parametrize("seat", SEATS)
async def test_a_whole_game_is_played_with_the_mouse_alone(seat: Seat) -> None:
    port = toy_port(seat, 6)
    app = app_of(port)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        random = Random(seat)
        while port.situation().ended is None:
            panel = game_screen(app).panel
            rows = panel.rows
            number = random.randrange(min(len(rows), panel.choices.size.height))
            for _ in range(1 + panel.is_for_good(number)):  # that is pointed at first
                await pilot.click("#choices", offset=(5, number))
            await until(lambda panel=panel, rows=rows: panel.rows is not rows)  # type: ignore[misc]
            await pilot.resize_terminal(*random.choice([(80, 24), (120, 36), (160, 48)]))
            await pilot.pause()
        await until(lambda: isinstance(app.screen, TextScreen))
        assert " wins — you have " in screen_text(app)
