"""Nothing English is left in Spanish and Italian: whole games in lines of text, and every screen, are read for it.

Every game in every language, with the screens of more moments: `SEKIGAHARA_HUNT=1 pytest tests/tui/test_remnants.py`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.games import GAMES, GameKind
from engine.hidden import SEATS
from tests.tui.driving import app_of, game_screen, press_row, rows_of, screen_lines, settled, until
from tests.tui.english_remnants import foreign, remnants
from tests.tui.samurai.games import practice_game as samurai_game
from tests.tui.sekigahara.games import practice_game
from tests.tui.test_menu import GAMES as KEPT
from tests.tui.test_plain import client_of
from tui.cli.catalogue import OFFERED
from tui.glyphs import UNICODE
from tui.language import LANGUAGES, speaking
from tui.menu_app import MenuApp

LONG = bool(os.environ.get("SEKIGAHARA_HUNT"))
OTHERS = [code for code in LANGUAGES if code != "en"]
ASKED = ("status", "board", "log 5", "rule", "place o", "back", "4000", "xyzzy", "help")
KEYS = ("f1", "question_mark", "o", "r", "p", "g", "w", "t", "q", "R", "comma", "ctrl+p", "l", "i", "d", "b", "f", "f2")
WAYS = (
    ("2", "1"),
    ("2", "1", "2"),
    ("2", "2", "1"),
    ("2", "2", "1", "1"),
    ("3", "1", "3"),
    ("4",),
    ("6",),
    ("6", "2"),
    ("6", "1", "6"),
    ("8",),
    ("9",),
    ("9", "1"),
    ("9", "3"),
)


def test_a_remnant_is_found() -> None:
    assert {"the", "and", "strong", "dark", "you"} <= foreign("es") & foreign("it")
    assert remnants("es", ["Bot Strong: 3 losetas", "Edo (principal), [T5] Da1L"]) == {
        "strong": "Bot Strong: 3 losetas"
    }


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
def test_a_whole_game_in_lines_of_text(kind: GameKind, code: str) -> None:
    for seed in range(10 if LONG else 1):
        with speaking(code):
            assert remnants(code, _told(kind, seed)) == {}


def _told(kind: GameKind, seed: int) -> list[str]:
    """All that is said in a game that chance plays."""
    client, said, _ = client_of(kind, seed)
    random = Random(seed)
    step = 0
    while not client.leaving:
        assert client.dialogue is not None
        if step % 40 == 0:
            for asked in (*ASKED, *[page.name for page in client._begin().pages]):
                client.hear(asked)
        rows = client.dialogue.rows()
        number = len(rows) - 1 if random.random() < 0.3 else random.randrange(len(rows))
        client.hear("done" if rows[number].confirms else str(number + 1))
        step += 1
    return said


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("code", "name"),
    [(code, kind.name) for code in OTHERS for kind in GAMES] if LONG else [("es", "sekigahara"), ("it", "samurai")],
)
async def test_every_screen_of_a_game(code: str, name: str) -> None:
    with speaking(code):
        port: Any = practice_game() if name == "sekigahara" else samurai_game(1, SEATS[0])
        app = app_of(port)
        shown: list[str] = []
        random = Random(1)
        async with app.run_test(size=(120, 36)) as pilot:
            await pilot.pause()
            for step in range(40 if LONG else 1):
                shown += seen(app)
                if step % 10 == 0:
                    for key in KEYS:
                        app.simulate_key(key)
                        await settled(pilot)
                        shown += seen(app)
                        if app.screen is not game_screen(app):
                            app.simulate_key("escape")
                            await settled(pilot)
                            await until(lambda: app.screen is game_screen(app), f"the game below what {key} opened")
                if port.situation().ended is not None:
                    break
                await press_row(app, random.choice([number for number, row in enumerate(rows_of(app)) if row.ready]))
        assert remnants(code, shown) == {}


@pytest.mark.asyncio
@pytest.mark.parametrize("code", OTHERS)
async def test_the_menu_and_the_settings(code: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SEKIGAHARA_HOME", str(tmp_path))
    with speaking(code):
        shown: list[str] = []
        for keys in WAYS if LONG else WAYS[:: 2 if code == "es" else 5]:
            app = MenuApp(OFFERED, lambda: KEPT, UNICODE, taught=["sekigahara", "samurai"])
            async with app.run_test(size=(80, 24)) as pilot:
                await pilot.pause()
                for key in keys:
                    app.simulate_key(key)
                    await pilot.pause()
                shown += seen(app)
        assert remnants(code, shown) == {}


def seen(app: Any) -> list[str]:
    """What stands on the screen, and what is told beside it to whoever rests the mouse on it."""
    return [*screen_lines(app), *tooltips(app)]


def tooltips(app: Any) -> Iterator[str]:
    for widget in app.screen.walk_children():
        if widget.tooltip:
            yield str(widget.tooltip)
