"""What can be done when a game is over: all of it from lines that keys and the mouse take, and back to the result."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.chapters.chapter_2_victory import PointsCounted
from engine.sekigahara.components import TOKUGAWA
from tests.engine.sekigahara.positions import position
from tests.tui.driving import game_screen, panel_of, rows_of, screen_text, until
from tests.tui.sekigahara.games import port_at, practice_game
from tests.tui.test_replay import reel_of
from tests.whole_games.played import SHORT
from tui.app import ClientApp, make_app
from tui.glyphs import UNICODE
from tui.screens.confirm import ConfirmScreen
from tui.screens.replay import ReplayScreen
from tui.screens.result_screen import ResultScreen
from tui.sekigahara.words.chapter_2_victory import reason_words

SEKIGAHARA_CASE = next(case for case in SHORT if case.kind == SEKIGAHARA.name)


def over() -> ClientApp:
    table = position({"edo": ["tokugawa-3"]}, {"kyoto": ["ukita-3"]})
    port = port_at(table, TOKUGAWA)
    port.resign()
    return make_app(port, UNICODE, grace=0, pace=0, replay=lambda: reel_of(SEKIGAHARA_CASE).replay)


async def click_line(pilot: Pilot[None], app: ClientApp, words: str) -> None:
    """Click where these words stand."""
    await until(lambda: words in screen_text(app), words)
    row, line = next((row, line) for row, line in enumerate(screen_text(app).splitlines()) if words in line)
    await pilot.click(offset=(line.index(words), row))


@pytest.mark.asyncio
async def test_the_result_leads_to_the_replay_and_back_by_the_mouse_alone() -> None:
    app = over()
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: isinstance(app.screen, ResultScreen))
        await click_line(pilot, app, "Replay the game")
        await until(lambda: isinstance(app.screen, ReplayScreen))
        await until(lambda: "leave" in screen_text(app))
        await click_line(pilot, app, "leave")
        await until(lambda: isinstance(app.screen, ResultScreen))
        await click_line(pilot, app, "The log")
        await until(lambda: game_screen(app).is_current and game_screen(app)._page == "log")
        await until(lambda: [row.text for row in rows_of(app)][:1] == ["The result"], "the way back")
        await click_line(pilot, app, "The result")
        await until(lambda: isinstance(app.screen, ResultScreen))
        await click_line(pilot, app, "Look at the board")
        await until(lambda: game_screen(app).is_current)
        assert panel_of(app).dialogue is not None


@pytest.mark.asyncio
async def test_what_is_not_there_is_not_offered_and_keys_do_the_same() -> None:
    port = practice_game(2)
    port.resign()
    app = make_app(port, UNICODE, grace=0, pace=0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, ResultScreen) and "Look at the board" in screen_text(app))
        text = screen_text(app)
        assert "Replay" not in text
        assert "rematch" not in text
        assert "What decided" not in text
        assert "Leave" in text
        await pilot.press("2")
        await until(lambda: game_screen(app).is_current and game_screen(app)._page == "log")
        await until(lambda: bool(rows_of(app)))
        await pilot.press("1")
        await until(lambda: isinstance(app.screen, ResultScreen))
        await pilot.press("down", "down", "enter")
        await until(lambda: game_screen(app).is_current and game_screen(app)._page == "news")
        assert not isinstance(app.screen, ConfirmScreen)


def test_a_tie_says_by_what_it_was_decided() -> None:
    assert reason_words(PointsCounted(13, 13)) == "victory points 13 to 13, and a tie is Ishida's (2.2)"
    assert reason_words(PointsCounted(14, 13)) == "victory points 14 to 13"
