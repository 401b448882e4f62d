"""What widgets keep of what they have drawn is what they would draw."""

from __future__ import annotations

import pytest
from textual.widget import Widget

from tests.tui.driving import app_of, game_screen, screen_lines
from tests.tui.sekigahara.games import practice_game
from tui.widgets.kept_lines import KeptLines


@pytest.mark.asyncio
@pytest.mark.painted
async def test_what_is_kept_is_what_would_be_drawn() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        screen = game_screen(app)
        widgets = [screen, *screen.query("*").results(Widget)]
        assert sum(isinstance(widget._styles_cache, KeptLines) for widget in widgets) > 10
        for keys in (
            ["tab"],
            ["right", "right", "down"],
            ["h"],
            ["tab", "down"],
            ["z"],
            ["1"],
            ["f5"],
            ["tab", "left"],
        ):
            await pilot.press(*keys)
            await pilot.hover("#bar", offset=(len(keys) * 4, 0))
            await pilot.pause()
            kept = screen_lines(app)
            for widget in widgets:
                widget._styles_cache.clear()
            assert screen_lines(app) == kept, keys
