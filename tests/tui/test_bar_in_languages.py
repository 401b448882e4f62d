"""The bar of keys fits into a terminal of 80 columns in every language."""

from __future__ import annotations

import pytest

from engine.games import GAMES, GameKind
from tests.tui.driving import game_screen, screen_lines, until
from tests.tui.test_hints import app_with, told
from tui.games import interface_of
from tui.glyphs import UNICODE
from tui.language import LANGUAGES, _, speaking
from tui.screens.result_screen import ResultScreen
from tui.widgets.page_bar import PageBar


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
def test_the_bar_fits(kind: GameKind, code: str) -> None:
    interface = interface_of(kind.make({}), UNICODE)
    names = [interface.board.name, *[page.name for page in interface.pages], "log", "news"]
    with speaking(code):
        words = [f"F1 {_('help')}", *[f"F{number} {_(name)}" for number, name in enumerate(names, start=2)]]
        bar = " ".join([*words, f"^p {_('more')}", f"q {_('leave')}"])
    assert len(bar) <= 80, bar


@pytest.mark.asyncio
@pytest.mark.parametrize("code", LANGUAGES)
async def test_the_bar_names_what_explains_and_hints_in_80_columns_and_the_page_in_sight(code: str) -> None:
    with speaking(code):
        app = app_with(told)
        async with app.run_test(size=(80, 24)) as pilot:
            bar = f"? {_('explain')} h {_('hint')} ^p q {_('leave')}"
            await until(lambda: screen_lines(app)[-1].rstrip().endswith(bar), bar)
            await pilot.press("f7")
            await until(lambda: f"F7 {_('close')} ? {_('explain')} h {_('hint')}" in screen_lines(app)[-1], "its key")


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("columns", "named"),
    [
        (80, ["F7 ? explain h hint ^p q"]),
        (100, ["F7 news ? explain h hint r rules ^p more"]),
        (140, ["? explain h hint r rules t talk z zoom"]),
    ],
)
async def test_what_explains_is_named_before_what_else_can_be_done(columns: int, named: list[str]) -> None:
    app = app_with(told)
    async with app.run_test(size=(columns, 24)):
        await until(lambda: "F1 help" in screen_lines(app)[-1], "the bar")
        bar = screen_lines(app)[-1]
        assert [each for each in named if each in bar] == named
        assert bar.rstrip().endswith(" q leave")
        assert "F2 map F3" in bar


@pytest.mark.asyncio
async def test_no_page_gives_its_word_for_a_key_that_nobody_looks_for() -> None:
    """Once the game is over there is nothing to explain or to hint at."""
    app = app_with(told)
    async with app.run_test(size=(80, 24)):
        await until(lambda: "h hint" in screen_lines(app)[-1], "the bar")
        bar = game_screen(app).query_one("#bar", PageBar)
        app.port.resign()
        await until(lambda: isinstance(app.screen, ResultScreen), "the result")
        await until(lambda: str(bar.render()).endswith("F7 news t talk ^p more q leave"), "the bar")
