"""The screen as text, as it was when somebody last looked at it: golden files, one for each size and set of signs.

After a change that is meant to change them: `SEKIGAHARA_REWRITE=1 pytest tests/tui/sekigahara/test_screens.py`, and
read the difference.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.sekigahara.board import location_named
from engine.sekigahara.components import TOKUGAWA
from tests.engine.sekigahara.positions import position
from tests.tui.driving import app_of, game_screen, press_text, screen_lines, screen_text, until
from tests.tui.sekigahara.games import Table, port_at
from tui.app import ClientApp
from tui.glyphs import ASCII, UNICODE, Glyphs
from tui.widgets.text_view import TextView

GOLDEN = Path(__file__).parent / "golden"


def campaign() -> Table:
    """Stacks of all kinds: large and small, besieged, with disks, and two at one place."""
    return position(
        {
            "edo": ["tokugawa-1-leader", "tokugawa-3", "tokugawa-3", "tokugawa-1-gun", "date-3"],
            "mito": ["date-1-leader", "date-2"],
            "kiyosu": ["fukushima-1-leader", "fukushima-2"],
            "gifu": ["tokugawa-2", "tokugawa-2"],
            "kanazawa": ["maeda-1-leader", "maeda-2", "maeda-3"],
            "hand": ["date-single", "tokugawa-swords", "maeda-double"],
        },
        {
            "gifu": ["kobayakawa-2"],
            "osaka": ["ishida-1-leader", "mori-3", "mori-2"],
            "aizu": ["uesugi-1-leader", "uesugi-3"],
            "iwaki": ["ukita-3"],
            "hand": ["mori-single"],
        },
    )


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("name", "size", "glyphs"),
    [
        ("80x24", (80, 24), UNICODE),
        ("120x36", (120, 36), UNICODE),
        ("160x48", (160, 48), UNICODE),
        ("80x24-ascii", (80, 24), ASCII),
    ],
)
async def test_the_screen_while_a_march_is_chosen(name: str, size: tuple[int, int], glyphs: Glyphs) -> None:
    await compare(name, size, glyphs)


@pytest.mark.asyncio
async def test_without_colours_everything_is_there_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    await compare("80x24-without-colours", (80, 24), UNICODE)


async def compare(name: str, size: tuple[int, int], glyphs: Glyphs) -> None:
    """Choose a march from Mito to Hakone, and hold the screen against the golden file."""
    app = app_of(port_at(campaign(), TOKUGAWA), glyphs)
    async with app.run_test(size=size) as pilot:
        await until(lambda: "March from Mito" in screen_text(app), "the movement phase")
        await press_text(app, "March from Mito")
        board = game_screen(app).board_view
        await until(lambda: board.cursor == location_named("mito"), "the cursor at the stack")
        board.focus()
        board.cursor = location_named("hakone")
        await pilot.pause()
        await pilot.pause()
        place = game_screen(app).query_one("#spot", TextView)
        await until(lambda: place.lines[0].startswith("Hakone"), "all about the place")
        path = GOLDEN / f"{name}.txt"
        if os.environ.get("SEKIGAHARA_REWRITE"):
            await pilot.pause(1)
            path.parent.mkdir(exist_ok=True)
            path.write_text(text_of(app), encoding="utf-8")
        golden = path.read_text(encoding="utf-8")
        # Textual says when a message has been handled, not when all that follows from it has been drawn.
        for _ in range(40):
            if text_of(app) != golden:
                await pilot.pause(0.05)
        assert text_of(app) == golden, f"see {path.name}; SEKIGAHARA_REWRITE=1 writes it anew"


def text_of(app: ClientApp) -> str:
    """The screen down to the decision, without what is blank at the end of its lines.

    How far the list below is scrolled depends on when it is drawn.
    """
    lines = [line.rstrip() for line in screen_lines(app)]
    end = next(number for number, line in enumerate(lines) if "March from Mito: who" in line)
    return "\n".join(lines[:end]) + "\n"
