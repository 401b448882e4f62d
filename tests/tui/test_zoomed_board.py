"""A map that is larger than its window: what happens comes in sight, and what the window cuts off is marked so."""

from __future__ import annotations

import pytest
from textual.geometry import Region
from textual.pilot import Pilot

from engine.sekigahara.board import Location, location_named
from tests.tui.driving import app_of, game_screen, screen_lines, settled
from tests.tui.sekigahara.games import practice_game
from tui.app import ClientApp
from tui.boards import Cell, Layout, Trail
from tui.glyphs import ASCII, UNICODE, Glyphs
from tui.sekigahara.map.board import SekigaharaBoard
from tui.sekigahara.map.contents import MapContents

SIZE = (100, 30)


async def enlarge(pilot: Pilot[None], app: ClientApp, place: Location) -> None:
    """Draw the map as large as it can be, around a place."""
    board = game_screen(app).board_view
    for _ in range(board.board.zooms - 1):
        board.zoom()
    await settled(pilot)
    board.centre_on(place)
    await settled(pilot)


def in_sight(app: ClientApp, place: Location) -> bool:
    board = game_screen(app).board_view
    box, room = board.layout_in_use.boxes[place], board.scrollable_content_region
    window = Region(int(board.scroll_x), int(board.scroll_y), room.width, room.height)
    return window.contains_region(Region(box.x, box.y, box.width, box.height))


@pytest.mark.asyncio
async def test_the_map_is_drawn_for_the_room_that_it_has_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Layout] = []
    paint = SekigaharaBoard.paint

    def painted(board: SekigaharaBoard, layout: Layout, contents: MapContents) -> list[list[Cell]]:
        drawn.append(layout)
        return paint(board, layout, contents)

    monkeypatch.setattr(SekigaharaBoard, "paint", painted)
    app = app_of(practice_game())
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        assert {layout.columns for layout in drawn} == {SIZE[0]}, "none is drawn before it has any room"


@pytest.mark.asyncio
async def test_what_the_opponent_does_comes_in_sight_on_an_enlarged_map() -> None:
    sendai, kyoto, osaka, himeji = map(location_named, ("sendai", "kyoto", "osaka", "himeji"))
    app = app_of(practice_game())
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        board = game_screen(app).board_view
        await enlarge(pilot, app, sendai)
        assert in_sight(app, sendai)
        assert not in_sight(app, osaka)
        first = [Trail((kyoto, osaka), "trail")]
        board.show_trails(first)
        await settled(pilot)
        assert in_sight(app, osaka)
        board.centre_on(sendai)
        board.show_trails([Trail((kyoto, osaka), "plan")])
        board.show_trails(first)
        await settled(pilot)
        assert in_sight(app, sendai), "what was told is not told anew where it stands there again"
        board.show_trails(first, {himeji: (("»", "trail"),)})
        await settled(pilot)
        assert in_sight(app, himeji), "what is no way is told by its sign"


@pytest.mark.asyncio
async def test_it_is_told_at_which_scale_the_map_is_drawn() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        for told in (
            "Scale 2 of 4: the wheel",
            "Scale 3 of 4: the wheel",
            "Scale 4 of 4: the wheel",
            "Scale 1 of 4, which suits",
        ):
            await pilot.press("z")
            await settled(pilot)
            assert any(told in line for line in screen_lines(app)), told


@pytest.mark.asyncio
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
async def test_what_the_window_cuts_off_of_an_enlarged_map_is_marked_so(glyphs: Glyphs) -> None:
    app = app_of(practice_game(), glyphs)
    cut = 0
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        board = game_screen(app).board_view
        for place in map(location_named, ("kyoto", "gifu", "ueda", "edo", "aizu")):
            await enlarge(pilot, app, place)
            left, width = int(board.scroll_x), board.size.width
            for y in range(board.size.height):
                row, text = y + int(board.scroll_y), board.render_line(y).text
                assert len(text) == width
                for edge, beyond in ((left, left - 1), (left + width - 1, left + width)):
                    if board.painted.is_written(edge, row) and board.painted.is_written(beyond, row):
                        assert text[edge - left] == glyphs.text("…"), text
                        cut += 1
            board.zoom()
    assert cut
