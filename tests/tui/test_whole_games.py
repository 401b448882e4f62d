"""Whole games of Sekigahara by the mouse alone, on both sides, with another size in every dialog.

They take minutes: `SEKIGAHARA_GAMES_BY_MOUSE=1 pytest tests/tui/test_whole_games.py`.
"""

from __future__ import annotations

import os
from random import Random

import pytest

from engine.hidden import SEATS, Seat
from tests.tui.driving import app_of, game_screen, rows_of, screen_text, until
from tests.tui.sekigahara.games import practice_game
from tui.screens.card import CardScreen

pytestmark = pytest.mark.skipif(
    not os.environ.get("SEKIGAHARA_GAMES_BY_MOUSE"), reason="SEKIGAHARA_GAMES_BY_MOUSE is not set"
)

SIZES = [(80, 24), (120, 36), (160, 48), (100, 30)]


@pytest.mark.asyncio
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seat", SEATS)
async def test_a_whole_game_is_played_with_the_mouse_alone(seat: Seat) -> None:
    port = practice_game(5, seat)
    app = app_of(port)
    random = Random(seat)
    async with app.run_test(size=SIZES[0]) as pilot:
        await pilot.pause()
        while port.situation().ended is None:
            if isinstance(app.screen, CardScreen):
                await pilot.click(offset=(0, 0))
                await until(lambda: not isinstance(app.screen, CardScreen) or port.situation().ended is not None)
                continue
            panel = game_screen(app).panel
            rows = panel.rows
            lines = min(len(rows), max(1, panel.choices.size.height))
            ready = [number for number in range(lines) if rows[number].ready and rows[number].key not in {"u", "U"}]
            line = panel.query_one("#confirm")
            if line.display and rows[-1].ready:
                await pilot.click("#confirm")
            elif rows[-1].key and lines == len(rows) and random.random() < 0.3:
                await pilot.click("#choices", offset=(5, len(rows) - 1))
            else:
                await pilot.click("#choices", offset=(5, random.choice(ready)))
            await until(lambda rows=rows: rows_of(app) is not rows or port.situation().ended is not None)  # type: ignore[misc]
            await pilot.resize_terminal(*random.choice(SIZES))
            await pilot.pause()
        await until(lambda: app.screen.id == "result")
        await pilot.pause()
        assert " wins — you have " in screen_text(app)
