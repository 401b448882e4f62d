"""The screens have room for their words in every language, at 80 columns and 24 rows."""

from __future__ import annotations

from typing import Any

import pytest
from rich.cells import cell_len

from engine.hidden import SEATS, Game, View
from engine.samurai import SAMURAI
from engine.sekigahara import SEKIGAHARA
from tests.tui.driving import app_of, game_screen, screen_lines
from tests.tui.sekigahara.games import played, practice_game
from tui.games import interface_of
from tui.glyphs import ASCII, UNICODE
from tui.language import LANGUAGES, _, long_text, speaking
from tui.lines import plain_text
from tui.screens.help import help_text
from tui.sekigahara.panels.forces import forces_lines

COLUMNS = 80
INSIDE = COLUMNS - 4
"""Columns of a box that fills the screen, within its frame."""

in_every_language = pytest.mark.parametrize("code", LANGUAGES)


@in_every_language
@pytest.mark.parametrize("game", [SEKIGAHARA, SAMURAI], ids=lambda game: game.name)
def test_the_key_bar_and_the_help_have_room(code: str, game: Game[Any, Any]) -> None:
    with speaking(code):
        for glyphs in (UNICODE, ASCII):
            interface = interface_of(game, glyphs)
            names = [interface.board.name, *[page.name for page in interface.pages], "log", "news"]
            words = [_("help"), *map(_, names), _("more"), _("leave")]
            keys = ["F1", *[f"F{number}" for number in range(2, 2 + len(names))], "^p", "q"]
            bar = " ".join(f"{key} {word}" for key, word in zip(keys, words, strict=True))
            assert cell_len(bar) <= COLUMNS, bar
            pages = [(f"F{number}", "x", name) for number, name in enumerate(names, start=2)]
            for line in help_text(names[0], pages, interface.help).splitlines():
                assert cell_len(line) <= INSIDE, line
        assert max(map(cell_len, long_text("tui", "replay.txt").splitlines())) <= INSIDE - 2, "beside the scroll bar"
        assert max(map(cell_len, long_text("tui", "plain.txt").splitlines())) <= COLUMNS


@in_every_language
def test_the_table_of_forces_keeps_its_columns(code: str) -> None:
    table = played(3, 60)
    with speaking(code):
        heads, *rows = [plain_text(line) for line in forces_lines(View(table.state, SEATS[0], table.faces))[:3]]
    assert len({cell_len(row) for row in rows}) == 1
    assert cell_len(heads) == cell_len(rows[0]) <= 37, heads
    assert "  " in heads.strip() or " " in heads.strip()
    assert len(heads.split()) == 7, "no two heads run into each other"


@pytest.mark.asyncio
@in_every_language
async def test_a_game_at_80_columns(code: str) -> None:
    with speaking(code):
        app = app_of(practice_game())
        async with app.run_test(size=(COLUMNS, 24)) as pilot:
            await pilot.pause()
            await pilot.pause()
            lines = screen_lines(app)
            assert _("Bid for the turn order") in "\n".join(lines)
            assert _("Week {week}").format(week=1) in lines[0]
            assert lines[-1].rstrip().endswith(_("leave"))
            assert "hand 5" in lines[0] or lines[0].count(" 5") == 2
            assert all(len(row.text) < 200 for row in game_screen(app).panel.rows)
