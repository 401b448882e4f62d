"""What points at a line of a list in a box."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult
from textual.widgets.option_list import Option

from engine.sekigahara.components import TOKUGAWA
from tests.tui.driving import app_of, panel_of, screen_lines, settled, until
from tests.tui.sekigahara.games import practice_game
from tui.glyphs import ASCII, UNICODE, Glyphs
from tui.theme import Theme
from tui.widgets.pointed_list import PointedList


@pytest.mark.asyncio
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize(
    ("opens", "first"), [("comma", "1 "), ("ctrl+p", "Talk"), ("r", "2.1 "), ("R", "n ")], ids=lambda value: value
)
async def test_a_sign_points_at_a_line_without_colours(
    glyphs: Glyphs, opens: str, first: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = app_of(practice_game(5, TOKUGAWA), glyphs=glyphs)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: bool(panel_of(app).rows), "the question")
        await pilot.press(opens)
        await until(lambda: bool(app.screen.query(PointedList)), "the box")
        await settled(pilot)
        await pilot.press("home")
        listed = app.screen.query_one(PointedList)

        def rows() -> list[str]:
            """The rows of the list, each from the column on in which a sign may point at it."""
            region = listed.region
            return [line[region.x :] for line in screen_lines(app)[region.y : region.bottom]]

        def pointed() -> list[int]:
            return [number for number, row in enumerate(rows()) if row.startswith(glyphs.point)]

        await until(lambda: pointed() == [0], "the first line")
        assert rows()[0].startswith(f"{glyphs.point}{first}"), "nothing of the line makes way for the sign"
        await pilot.press("down")
        await until(lambda: len(pointed()) == 1 and pointed() != [0], "the next line")
        assert rows()[0].startswith(f" {first}")


@pytest.mark.asyncio
async def test_with_colours_the_bar_does() -> None:
    app = app_of(practice_game(5, TOKUGAWA))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: bool(panel_of(app).rows), "the question")
        await pilot.press("comma")
        await until(lambda: bool(app.screen.query(PointedList)), "the box")
        await settled(pilot)
        row = screen_lines(app)[app.screen.query_one(PointedList).region.y]
        assert UNICODE.point not in row


@pytest.mark.asyncio
@pytest.mark.parametrize(("glyphs", "sign"), [(UNICODE, "…"), (ASCII, "~")], ids=["unicode", "ascii"])
async def test_a_line_without_room_ends_in_a_sign(glyphs: Glyphs, sign: str) -> None:
    class ListApp(App[None]):
        CSS = "PointedList { border: none; padding: 0; text-wrap: nowrap; text-overflow: ellipsis; }"

        def compose(self) -> ComposeResult:
            yield PointedList([Option("Resign the game for good")], Theme(glyphs))

    app = ListApp()
    async with app.run_test(size=(20, 3)):
        assert screen_lines(app)[0].rstrip() == f"Resign the game for{sign}"
