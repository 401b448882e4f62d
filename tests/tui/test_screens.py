"""What every screen looks like, as text, at three sizes, in ASCII and without colours; kept by syrupy.

After a change that is meant to change a screen: `pytest tests/tui/test_screens.py --snapshot-update`, and read the
difference.
"""

from __future__ import annotations

import html
import re
from collections.abc import AsyncIterator
from itertools import groupby

import pytest
from syrupy.assertion import SnapshotAssertion
from textual.pilot import Pilot

from engine.sekigahara.components import TOKUGAWA
from tests.engine.sekigahara.positions import combat_phase, position
from tests.tui.driving import app_of, game_screen, press_text, rows_of, settled, strips_of, until
from tests.tui.samurai.games import practice_game as samurai_game
from tests.tui.sekigahara.games import port_at, practice_game
from tests.tui.test_turns import enemy_turn
from tui.app import ClientApp, make_app
from tui.glyphs import ASCII, UNICODE, Glyphs
from tui.screens.game import GameScreen
from tui.screens.result_screen import ResultScreen
from tui.screens.text import TextScreen
from tui.session_port import SessionPort

SIZES = [(80, 24), (120, 36), (160, 48)]
LOOKS = [(*size, UNICODE) for size in SIZES] + [(80, 24, ASCII)]
_TEXT = re.compile(r'<text class="[^"]*" x="([\d.]+)" y="([\d.]+)" textLength="[^"]*" clip-path="[^"]*">(.*?)</text>')
_WIDTH = 12.2
"""How wide a column of the exported picture is."""


@pytest.fixture(autouse=True)
def every_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even what has one answer only is asked, so that it is seen."""
    monkeypatch.setenv("SEKIGAHARA_FORCED", "asked")


def look(app: ClientApp) -> str:
    """The text of the picture that the application exports, row by row."""
    rows = []
    found = [(float(y), float(x), html.unescape(text)) for x, y, text in _TEXT.findall(app.export_screenshot())]
    for _, pieces in groupby(sorted(found), key=lambda piece: piece[0]):
        row = ""
        for _, x, text in pieces:
            row = row.ljust(round(x / _WIDTH)) + text.replace("\xa0", " ")
        rows.append(row.rstrip())
    return "\n".join(rows)


def fresh(glyphs: Glyphs) -> ClientApp:
    """It is Tokugawa's turn, in the middle of a game."""
    table = position(
        {"edo": ["tokugawa-3", "date-2", "date-1-leader"], "mito": ["maeda-2"], "hand": ["date-single", "date-swords"]},
        {"oyama": ["ukita-3"], "osaka": ["mori-2", "mori-3"], "hand": ["ukita-single"]},
        paid=None,
    )
    return app_of(port_at(table, TOKUGAWA), glyphs)


async def turn_screens(pilot: Pilot[None], app: ClientApp) -> AsyncIterator[str]:
    """Every screen of an own turn, and what can be opened over it, by name."""
    yield "payment"
    for keys, name in (
        ("f1", "help"),
        ("question_mark", "explanation"),
        ("o", "odds"),
        ("r", "rules"),
        ("p", "place"),
        ("g", "go"),
        ("w", "note"),
        ("t", "talk"),
        ("q", "leaving"),
        ("R", "resigning"),
    ):
        await pilot.press(keys)
        await settled(pilot)
        yield name
        await pilot.press("escape")
        await settled(pilot)
    for key, name in (("d", "hand"), ("b", "no battle"), ("f", "forces"), ("l", "log"), ("i", "news")):
        await pilot.press(key)
        await settled(pilot)
        yield name
    await pilot.press("f2")
    await press_text(app, "Limited")
    await settled(pilot)
    yield "checklist"
    await pilot.press("1", "enter")
    await settled(pilot)
    yield "movement"
    await press_text(app, "March from Mito")
    await settled(pilot)
    yield "where to"
    await press_text(app, "Mito → Edo")
    await settled(pilot)
    yield "planned"
    await pilot.press("e")
    await settled(pilot)
    yield "ending"


async def battle_screens(pilot: Pilot[None], app: ClientApp) -> AsyncIterator[str]:
    """Every screen of a battle that is lost, and the end of the game."""
    yield "declaration"
    await press_text(app, "Sunpu")
    await settled(pilot)
    yield "deployment"
    await pilot.press("e", "e")
    await until(lambda: any(row.mark is not None for row in rows_of(app)), "losses")
    await settled(pilot)
    yield "losses"
    await pilot.press("1", "enter")
    await settled(pilot)
    yield "retreat"
    await pilot.press("1", "enter")
    await until(lambda: isinstance(app.screen, TextScreen), "the card")
    await settled(pilot)
    yield "card"
    # The week has ended with the battle: its card comes next.
    await pilot.press("enter")
    await until(lambda: "Week 2 of 7 is over" in look(app), "the week's card")
    await pilot.press("enter")
    await until(lambda: game_screen(app).is_current)
    await pilot.press("R")
    await settled(pilot)
    await pilot.press("y")
    await until(lambda: isinstance(app.screen, ResultScreen), "the result")
    await settled(pilot)
    yield "result"


def battle(glyphs: Glyphs) -> ClientApp:
    """A battle is to be fought, which cannot be won."""
    table = position(
        {"sunpu": ["tokugawa-3", "date-2", "maeda-2"], "hand": ["tokugawa-single", "date-single"]},
        {"sunpu": ["ukita-3", "mori-2"], "hand": []},
    )
    return app_of(port_at(combat_phase(table), TOKUGAWA), glyphs, pace=1e-3)


@pytest.mark.asyncio
@pytest.mark.painted
@pytest.mark.parametrize(("columns", "rows", "glyphs"), LOOKS, ids=["80x24", "120x36", "160x48", "80x24-ascii"])
async def test_every_screen(columns: int, rows: int, glyphs: Glyphs, snapshot: SnapshotAssertion) -> None:
    for app, screens in ((fresh(glyphs), turn_screens), (battle(glyphs), battle_screens)):
        async with app.run_test(size=(columns, rows)) as pilot:
            await settled(pilot)
            async for name in screens(pilot, app):
                shown = await still(pilot, app)
                if glyphs is ASCII:
                    assert shown.isascii(), name
                assert shown == snapshot(name=name)


@pytest.mark.asyncio
@pytest.mark.painted
@pytest.mark.parametrize(("columns", "rows", "glyphs"), LOOKS, ids=["80x24", "120x36", "160x48", "80x24-ascii"])
async def test_the_other_screens(columns: int, rows: int, glyphs: Glyphs, snapshot: SnapshotAssertion) -> None:
    lobby: SessionPort[object, object] = SessionPort("Ieyasu")
    lobby.show_invite("seki2INVITE")
    apps = {
        "lobby": make_app(lobby, glyphs),
        "bid": app_of(practice_game(), glyphs),
        "samurai": app_of(samurai_game(1, TOKUGAWA), glyphs),
        "shown step by step": app_of(enemy_turn(), glyphs, pace=1e6),
    }
    for name, app in apps.items():
        async with app.run_test(size=(columns, rows)) as pilot:
            await settled(pilot)
            if name == "shown step by step":
                await pilot.press("e", "y")
                await until(lambda app=app: game_screen(app).port.situation().behind == 3)  # type: ignore[misc]
                await settled(pilot)
            assert await still(pilot, app) == snapshot(name=name)


async def still(pilot: Pilot[None], app: ClientApp) -> str:
    """What is on the screen once nothing of it changes any more: one panel follows another."""
    for screen in app.screen_stack:
        if isinstance(screen, GameScreen):
            screen._asking.count_down()  # what is said anew twice a second, once all has its rows
    before = ""
    while (shown := look(app)) != before:
        before = shown
        for _ in range(3):
            await settled(pilot)
    return shown


@pytest.mark.asyncio
async def test_without_colours_the_text_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = []
    for no_color in (None, "1"):
        if no_color:
            monkeypatch.setenv("NO_COLOR", no_color)
        app = app_of(practice_game())
        async with app.run_test(size=(120, 36)) as pilot:
            await settled(pilot)
            shown.append(look(app))
    differ = [(one, other) for one, other in zip(*shown, strict=True) if one != other]
    assert differ == [(")", UNICODE.point)], "in the line of the list that is pointed at"


@pytest.mark.asyncio
async def test_every_dialog_bears_another_size() -> None:
    for make, screens in ((fresh, turn_screens), (battle, battle_screens)):
        app = make(UNICODE)
        async with app.run_test(size=SIZES[0]) as pilot:
            await settled(pilot)
            async for name in screens(pilot, app):
                before = look(app)
                for size in (SIZES[1], (60, 16), SIZES[0]):
                    await pilot.resize_terminal(*size)
                    await settled(pilot)
                    assert len(strips_of(app)) == size[1], name
                # A bar beside a text stays where it takes the columns that the text would need to do without: the title
                # counts the row that is out of sight then.
                first, again = [
                    re.sub(r" (· 1 more below )?─+", "", shown.split("\n")[0]) for shown in (before, look(app))
                ]
                assert again == first, name
