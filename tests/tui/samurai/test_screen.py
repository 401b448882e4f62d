"""Samurai on the client's screen: what is to be seen, and whole games by keys."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.hidden import Acted, Seat
from engine.samurai import Samurai, samurai_with
from engine.samurai.chapters.chapter_3_placing import PlaceTile
from tests.engine.samurai.positions import BLUE, RED, place, position
from tests.tui.driving import (
    app_of,
    game_screen,
    panel_of,
    press_row,
    press_text,
    random_rows,
    rows_of,
    screen_text,
    settled,
    until,
)
from tests.tui.samurai.games import port_at, practice_game
from tui.app import ClientApp
from tui.glyphs import ASCII
from tui.ports import GamePort
from tui.screens.text import TextScreen
from tui.widgets.board_view import BoardView
from tui.widgets.text_view import TextView

NARROW = (80, 24)
WIDE = (160, 48)
sizes = pytest.mark.parametrize("size", [NARROW, WIDE, (200, 60)], ids=["80x24", "160x48", "200x60"])


def port_of(app: ClientApp) -> GamePort[Any, Any]:
    """The port of the screen, which knows what is planned."""
    return game_screen(app).port


@pytest.mark.asyncio
@sizes
async def test_the_screen_shows_the_game(size: tuple[int, int]) -> None:
    app = app_of(practice_game(1, RED))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        text = screen_text(app)
        assert "Choose 5 tiles to begin with" in text
        assert "★HBR" in text
        assert sum(row.pieces for row in rows_of(app)) == 21, "equal tiles share a line"
        board = game_screen(app).query_one("#board", BoardView)
        assert board.layout_in_use.columns <= board.size.width
        assert board.layout_in_use.rows <= board.size.height


@pytest.mark.asyncio
async def test_the_key_bar_has_room_for_all_its_keys() -> None:
    app = app_of(practice_game(1, RED))
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        assert "q leave" in screen_text(app).splitlines()[-1]


@pytest.mark.asyncio
async def test_the_choices_have_the_rows_that_the_smallest_board_leaves() -> None:
    table = position({"o8": "rice"}, red_hand="rice-4 samurai-1 ship-1 ship-2 ronin-1")
    app = app_of(port_at(table, RED))
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        assert app.screen.query_one("#choices").size.height >= 5
        board = game_screen(app).query_one("#board", BoardView)
        assert board.size.height >= board.layout_in_use.rows


@pytest.mark.asyncio
async def test_the_screen_is_ascii_where_it_has_to_be() -> None:
    app = app_of(practice_game(2, BLUE), ASCII)
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        assert screen_text(app).replace("\n", "").isascii()


@pytest.mark.asyncio
async def test_the_pages_come_by_their_letters() -> None:
    table = position({"o8": "rice"}, red_hand="rice-4 samurai-1", blue_hand="rice-4")
    app = app_of(port_at(table, RED))
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        for key, name, words in (
            ("d", "hand", "R4 rice 4"),
            ("f", "figures", "on board"),
            ("s", "influence", "rice field of village o8"),
            ("p", "spot", "Edo, the capital"),
        ):
            await pilot.press(key)
            await settled(pilot)
            assert any(words in line for line in game_screen(app).query_one(f"#{name}", TextView).lines)
            assert words in screen_text(app)


@pytest.mark.asyncio
async def test_a_tile_is_chosen_in_the_list_and_its_hex_on_the_board() -> None:
    table = position({"o8": "rice"}, red_hand="rice-4 samurai-1 ronin-1", blue_hand="rice-4")
    port = port_at(table, RED)
    app = app_of(port)
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        await press_text(app, "R4 ")
        await settled(pilot)
        board = game_screen(app).query_one("#board", BoardView)
        board.focus()
        for there in ("o14", "p8"):
            board.cursor = place(there)
            await settled(pilot)
            await pilot.press("enter")
            await settled(pilot)
            if there == "o14":
                assert "Edo is one (3.4)" in screen_text(app)
        await pilot.press("S", "S")
        await settled(pilot)
        situation = port.situation()
        acts = [event.action for event in situation.events if isinstance(event, Acted)]
        laid = [action for action in acts if isinstance(action, PlaceTile)]
        assert laid[0].at == place("p8")
        assert "[R4]" in screen_text(app)
        assert [row.text[:3] for row in rows_of(app)] == ["N1 ", "End"]


@pytest.mark.asyncio
async def test_what_a_line_points_at_is_shown_on_the_board() -> None:
    app = app_of(port_at(position({"o8": "rice"}, red_hand="rice-4 samurai-1", blue_hand="rice-4"), RED))
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        await press_text(app, "R4 ")
        await settled(pilot)
        board = game_screen(app).query_one("#board", BoardView)
        for _ in range(2):
            await pilot.press("down")
            await settled(pilot)
            spot = rows_of(app)[game_screen(app).panel.choices.highlighted or 0].spot
            assert spot is not None
            box = board.layout_in_use.boxes[spot]
            row = screen_text(app).splitlines()[box.y + board.region.y]
            assert row[box.x - 1 : box.x + box.width].strip() == "▷·"
        assert screen_text(app).count("▷") == 1


@pytest.mark.asyncio
async def test_enter_never_takes_another_hex_than_the_one_named_last() -> None:
    port = port_at(position({"o8": "rice"}, red_hand="rice-4 samurai-1", blue_hand="rice-4"), RED)
    app = app_of(port)
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        await press_text(app, "R4 ")
        await settled(pilot)
        await pilot.press("g", *"o14", "enter")
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
        assert "Edo is one (3.4)" in screen_text(app)
        assert port_of(app).situation().planned == ()
        await pilot.press("g", *"p8", "enter")
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
        assert "Undo: lays rice 4 on p8" in screen_text(app)


@pytest.mark.asyncio
async def test_from_the_board_one_comes_back_to_the_line_that_one_left() -> None:
    app = app_of(port_at(position({"o8": "rice"}, red_hand="rice-4 samurai-1", blue_hand="rice-4"), RED))
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        await press_text(app, "R4 ")
        await settled(pilot)
        choices = game_screen(app).panel.choices
        await pilot.press("down", "down", "tab")
        await settled(pilot)
        assert choices.highlighted == 2, "the cursor stands where the line is about"
        board, view = game_screen(app).board_view, port_of(app).situation().view
        assert view is not None
        board.cursor = board.board.first_spot(view)
        await settled(pilot)
        assert choices.highlighted is None, "Edo has no line"
        await pilot.press("tab")
        await settled(pilot)
        assert choices.highlighted == 2


@pytest.mark.asyncio
async def test_in_the_middle_of_the_next_step_that_is_undone_first_and_then_the_planned_one() -> None:
    table = position({"o8": "rice"}, red_hand="ship-1 ship-2 samurai-1", blue_hand="rice-4")
    port = port_at(table, RED)
    app = app_of(port)
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        await press_text(app, "V1 ")
        await settled(pilot)
        await pilot.press("1")
        await settled(pilot)
        [laid] = port_of(app).situation().planned
        await press_text(app, "V2 ")
        await settled(pilot)
        await pilot.press("u")
        await settled(pilot)
        assert port_of(app).situation().planned == (laid,)
        await pilot.press("u")
        await settled(pilot)
        assert port_of(app).situation().planned == ()
        assert rows_of(app)[panel_of(app).choices.highlighted or 0].text.startswith("V1 "), "the line by which it came"


@pytest.mark.asyncio
async def test_the_mouse_may_slip_in_a_click_without_losing_the_tile_or_laying_it() -> None:
    app = app_of(port_at(position({"o8": "rice"}, red_hand="rice-4 samurai-1", blue_hand="rice-4"), RED))
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        await press_text(app, "R4 ")
        await settled(pilot)
        board = game_screen(app).query_one("#board", BoardView)

        def at(key: str) -> tuple[int, int]:
            x, y = board.layout_in_use.boxes[place(key)].centre
            return x, y

        await pilot.mouse_down("#board", offset=at("p8"))
        await pilot.hover("#board", offset=at("o9"))
        await settled(pilot)
        await pilot.mouse_up("#board", offset=at("o9"))
        await settled(pilot)
        assert "Lay rice 4 where?" in screen_text(app)
        assert port_of(app).situation().planned == ()


@pytest.mark.asyncio
async def test_a_tile_is_dragged_to_its_new_hex_with_the_tile_exchange() -> None:
    table = position({"o8": "rice"}, red={"p12": "rice-3"}, red_hand="tile-exchange samurai-1", blue_hand="rice-4")
    app = app_of(port_at(table, RED))
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        await press_text(app, "X ")
        await settled(pilot)
        board = game_screen(app).query_one("#board", BoardView)

        def at(key: str) -> tuple[int, int]:
            x, y = board.layout_in_use.boxes[place(key)].centre
            return x, y

        await pilot.mouse_down("#board", offset=at("p12"))
        await pilot.hover("#board", offset=at("o9"))
        await settled(pilot)
        await pilot.mouse_up("#board", offset=at("o9"))
        await settled(pilot)
        assert "Undo: moves rice 3 from p12 to o9" in screen_text(app)


async def play_through(game: Samurai, seat: Seat, size: tuple[int, int], seed: int) -> None:
    """A whole game, every decision made with keys on the lines of the list."""
    port = practice_game(seed, seat, game)
    app = app_of(port)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        lines = random_rows(app, Random(seed))
        while port.situation().ended is None:
            await press_row(app, next(lines))
        await until(lambda: isinstance(app.screen, TextScreen))
        await settled(pilot)
        text = screen_text(app)
        ended = port.situation().ended
        assert ended is not None
        assert ("The victory is shared" if ended.shared else " wins — you have ") in text
        assert "Set aside: " in text


@pytest.mark.asyncio
async def test_a_game_with_figures_drawn_by_chance_is_played_on_the_screen() -> None:
    await play_through(samurai_with({"setup": "random", "tiles": "drawn"}), BLUE, WIDE, 2)
