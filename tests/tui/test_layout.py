"""Everything that has a place on the screen has it inside the window, whatever the window's size and the page."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest

from engine.games import GAMES, GameKind
from engine.hidden import SEATS
from tests.tui.driving import app_of, close_cards, screen_text, until
from tests.tui.hands import Keys, assert_in_window, drawn, play_on, resize
from tests.tui.test_replay import reel_of, screen_of
from tests.tui.test_whole_games import new
from tests.whole_games.played import SHORT, Case
from tui.app import ClientApp
from tui.glyphs import UNICODE
from tui.replay_app import ReplayApp, make_replay_app
from tui.screens.beside import LISTED
from tui.screens.board_screen import BoardScreen

WIDTHS = (80, 110, 160, 240)
HEIGHTS = (20, 27, 33, 38, 45, 60)
PAGES = ("f2", "f3", "f4", "f5", "f6", "f7")


@pytest.mark.asyncio
@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
async def test_nothing_runs_out_of_the_window(kind: GameKind) -> None:
    random = Random(kind.name)
    app = app_of(new(kind, random, SEATS[0], 1))
    async with app.run_test(size=(120, 36)):
        await until(lambda: app.screen.is_mounted)
        await drawn(app.screen)
        assert await play_on(app, Keys(app, random), random, [(120, 36)], 3)
        await close_cards(app)
        screen = app.screen
        await sweep(app)
        assert app.screen is screen


@pytest.mark.asyncio
@pytest.mark.parametrize("case", SHORT, ids=str)
async def test_nothing_of_a_replay_runs_out_of_the_window(case: Case) -> None:
    app = make_replay_app(reel_of(case).replay, UNICODE)
    async with app.run_test(size=(120, 36)):
        screen = screen_of(app)
        await drawn(screen)
        for _ in range(6):
            app.simulate_key("t")
        await sweep(app, WIDTHS[1:3])
        assert app.screen is screen


async def sweep(app: ClientApp | ReplayApp, widths: Sequence[int] = WIDTHS) -> None:
    """Every page at every size, and each of them when the window has changed below it."""
    for number, size in enumerate(product(widths, HEIGHTS)):
        first = number % len(PAGES)
        await resize(app, size)
        assert_in_window(app.screen)
        for page in PAGES[first:] + PAGES[:first]:
            app.simulate_key(page)
            await drawn(app.screen)
            await drawn(app.screen)
            assert_in_window(app.screen)


@pytest.mark.asyncio
@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
async def test_the_board_asked_for_again_has_all_there_is(kind: GameKind) -> None:
    app = app_of(new(kind, Random(kind.name), SEATS[0], 1))
    async with app.run_test(size=(120, 36)):
        await until(lambda: app.screen.is_mounted)
        await drawn(app.screen)
        await close_cards(app)
        screen = app.screen
        assert isinstance(screen, BoardScreen)
        board, bar = screen.board_view, screen.query_one("#bar")

        async def press(key: str, columns: int) -> str:
            app.simulate_key(key)
            await until(lambda: board.size.width == columns, f"{columns} columns after {key}")
            assert f"F2 {screen.interface.board.name} " in str(bar.render()), "one name, whatever it has"
            return screen_text(app)

        more_rows = screen.begins_alone  # as a board that gains by columns does

        async def still_larger() -> None:
            rows = board.size.height
            app.simulate_key("f2")
            await until(lambda: board.size.height > rows, "more rows")
            assert board.size.width == 120
            assert "F2: map with more rows. F2 again: map with pages beside it." in screen_text(app)
            assert screen.query_one("#decision").region.bottom <= 36

        if more_rows:
            await still_larger()
            app.simulate_key("f2")
            await until(lambda: board.size.width < 90, "the pages")
        beside = board.size.width
        assert beside < 90
        again = "more rows" if more_rows else "pages beside it"
        assert f"F2 again: map with {again}." in await press("f2", 120)
        if more_rows:
            await still_larger()
        assert "F2: map with pages beside it. F2 again: map with all columns." in await press(
            screen.interface.board.key, beside
        )
        await press("f2", 120)
        screen.action_page(screen.pages[0])  # as whatever is shown on the board does
        await drawn(screen)
        assert board.size.width == 120
        await press("f3", 120)  # a page has its place below it
        await press("f2", 120)  # as it was chosen
        if more_rows:
            await still_larger()
        await press("f2", beside)
        await resize(app, (80, 24))
        await until(lambda: not screen.beside and not screen.alone, "the board")
        await drawn(screen)
        rows, status = board.size.height, screen.query_one("#status")
        app.simulate_key("f2")
        await until(lambda: screen.alone, "the board alone")
        await until(lambda: board.size.height > rows, "more rows for the board")
        assert board.size.height >= 15
        assert screen.query_one("#decision").size.height >= 4, "what is pointed at, and what it leads to"
        assert status.region.height == 1
        assert_in_window(screen)
        app.simulate_key("f2")
        await until(lambda: screen.share == LISTED, "rows for the list")
        await until(lambda: board.size.height < rows, "fewer rows for the board")
        await drawn(screen)
        assert board.size.height >= 7
        assert screen.query_one("#decision").size.height >= 10, (
            "seven lines, a note, the line below, and what was said above"
        )
        assert "F2: more rows for the list. F2 again: map and list as usual." in screen_text(app)
        assert status.region.height == 1
        assert_in_window(screen)
        app.simulate_key("f2")
        await until(lambda: board.size.height == rows, "the board as it was")
