"""What the screen does not do again: to lay out everything anew costs more than all the rest of a key press."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest
from textual.screen import Screen

from engine.games import GAMES, GameKind
from engine.hidden import SEATS
from engine.open_table import SeededChance
from engine.sekigahara.components import TOKUGAWA
from tests.tui.driving import app_of, panel_of, press_row, rows_of, screen_text, until
from tests.tui.hands import drawn, resize
from tests.tui.sekigahara.games import practice_game
from tui.practice import PracticePort

TURNS = 100
"""Turns of the loop in which a key does what it does."""

LAID_OUT: list[Screen[Any]] = []


@pytest.fixture(autouse=True)
def count_layouts(monkeypatch: pytest.MonkeyPatch) -> None:
    lay_out = Screen._refresh_layout

    def counted(self: Screen[Any], *arguments: Any, **named: Any) -> None:
        LAID_OUT.append(self)
        lay_out(self, *arguments, **named)

    monkeypatch.setattr(Screen, "_refresh_layout", counted)


@pytest.mark.asyncio
async def test_a_mark_does_not_lay_the_screen_out_anew() -> None:
    app = app_of(practice_game(5, TOKUGAWA))
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        while not any(row.mark is not None for row in rows_of(app)):  # to a list of what can be marked
            await press_row(app, len(rows_of(app)) - 1)
        await press_row(app, 0)  # no box lies over the list, and it takes keys
        await pilot.pause()
        choices = panel_of(app).choices
        LAID_OUT.clear()
        for number in range(1, 4):
            app.simulate_key("down")
            app.simulate_key("space")
            await until(lambda number=number: bool(rows_of(app)[number].mark), "a mark")  # type: ignore[misc]
            await drawn(choices)
        assert len(LAID_OUT) <= 1, "but for the first, with which the note may change"


@pytest.mark.asyncio
@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
async def test_no_window_is_too_small(kind: GameKind) -> None:
    game = kind.make({})
    app = app_of(PracticePort(game, SEATS[0], kind.bot(game, "random", Random(1)), SeededChance(1)))
    async with app.run_test(size=(20, 5)) as pilot:
        await pilot.pause()
        for size in ((10, 3), (1, 1), (20, 5), (300, 4), (4, 100)):
            await resize(app, size)
            for key in ("down", "f1", "escape", "f3", "f2", "z", "exclamation_mark", "escape"):
                app.simulate_key(key)
                for _ in range(TURNS):
                    await asyncio.sleep(0)
            panel_of(app).choices.scroll_back()
        await resize(app, (120, 36))
        await until(lambda: "F1 help" in screen_text(app))
