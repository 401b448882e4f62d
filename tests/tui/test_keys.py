"""Other keys than usual: what is refused, and that screens, bars and the help go by those in force."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.binding import Binding
from textual.widgets import OptionList

from engine.games import GAMES
from tests.tui.driving import app_of, game_screen, screen_text, until
from tests.tui.sekigahara.games import practice_game
from tui.games import interface_of
from tui.glyphs import UNICODE
from tui.keys import (
    ACTIONS,
    PAGES,
    VARIABLE,
    KeyProblem,
    Shows,
    changed_keys,
    checked_key,
    keys_in_force,
    looking_keys,
    named,
    shown,
    usual,
)
from tui.screens.choice import ChoiceScreen
from tui.screens.game import GameScreen
from tui.screens.replay import ReplayScreen
from tui.screens.settings import KeyScreen
from tui.screens.text import TextScreen
from tui.sekigahara.words.names import write_daimyo
from tui.settings import CHOICES, VARIABLES, SettingsError, change_setting, read_keys, read_settings, settings_path


@pytest.fixture(autouse=True)
def settings_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing that is chosen in a test is chosen in another."""
    monkeypatch.setenv("SEKIGAHARA_HOME", str(tmp_path))
    yield
    for variable in (*VARIABLES.values(), VARIABLE):
        os.environ.pop(variable, None)
    write_daimyo(kanji=False)


USUAL = {name: action.key for name, action in ACTIONS.items()}


def test_every_action_is_a_binding_of_a_screen_and_the_letters_of_pages_are_taken() -> None:
    bindings = {
        binding.id: binding.key
        for screen in (GameScreen, ReplayScreen)
        for kind in screen.__mro__
        for binding in getattr(kind, "BINDINGS", [])
        if isinstance(binding, Binding)
    }
    assert {action: bindings.get(action) for action in ACTIONS} == USUAL
    for kind in GAMES:
        interface = interface_of(kind.make({}), UNICODE)
        assert {interface.board.key, *[page.key for page in interface.pages]} <= PAGES


@pytest.mark.parametrize(
    ("action", "key", "why"),
    [
        ("game.zoom", "o", "is for “what the opponent can hold”"),
        ("game.zoom", "q", "is for “leave”"),
        ("game.zoom", "e", "means something else"),
        ("game.zoom", "3", "means something else"),
        ("game.zoom", "F2", "means something else"),
        ("game.zoom", "ctrl+c", "means something else"),
        ("game.zoom", "escape", "no key"),
        ("game.zoom", "Ö", "no key"),
        ("game.zoom", "", "no key"),
        ("replay.play", "v", "is for “replay: through other eyes”"),
    ],
)
def test_a_key_that_is_taken_is_refused_with_a_sentence(action: str, key: str, why: str) -> None:
    with pytest.raises(KeyProblem, match=why):
        checked_key(action, key, USUAL)


def test_what_only_shows_something_is_told_by_the_keys_that_are_in_force() -> None:
    environment = {VARIABLE: "game.odds=x game.hint=f11"}
    below, meanwhile = [looking_keys(where, environment) for where in (Shows.BELOW_A_BOX, Shows.MEANWHILE)]
    assert {"x", "f1", "f9", "question_mark", "g", "w", "slash"} <= below & meanwhile
    assert {"V", "f11"} <= below - meanwhile, "what is still to be shown comes first"
    assert {"less_than_sign", "greater_than_sign", "t"} <= meanwhile - below
    decides = {action.key for action in ACTIONS.values() if not action.shows} | {"o", "h"}
    assert not decides & (below | meanwhile) - {"n", "t"}, "the replay has the letters of the game"


def test_keys_are_named_as_they_are_typed_and_shown_as_they_are_printed() -> None:
    for typed, name, sign in (("?", "question_mark", "?"), ("F11", "f11", "F11"), ("Enter", "enter", "Enter")):
        assert (named(typed), shown(name)) == (name, sign)
    assert shown("ctrl+x") == "^x"
    assert named("-") == "minus"
    assert all(shown(key) for key in USUAL.values())
    chosen = {VARIABLE: "game.zoom=x game.odds=f11 game.rules=x no.such=y junk"}
    assert changed_keys(chosen) == {"game.zoom": "x", "game.odds": "f11"}
    assert keys_in_force(chosen)["game.rules"] == usual("game.rules"), "what is at odds with another is as usual"


def test_keys_are_kept_with_the_settings() -> None:
    path = settings_path()
    change_setting(path, "key.game.zoom", "x")
    change_setting(path, "names", "kanji")
    assert read_keys(path) == {"game.zoom": "x"}
    with pytest.raises(SettingsError):
        change_setting(path, "key.game.odds", "x")
    with pytest.raises(SettingsError):
        change_setting(path, "key.no.such", "x")
    change_setting(path, "key.game.zoom", "")
    assert read_keys(path) == {}
    assert read_settings(path)["names"] == "kanji"


@pytest.mark.asyncio
@pytest.mark.parametrize("colours", [True, False], ids=["colours", "NO_COLOR"])
async def test_where_there_are_no_colours_the_settings_say_so_beside_the_theme(
    colours: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not colours:
        monkeypatch.setenv("NO_COLOR", "1")
    app = app_of(practice_game())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("comma")
        told = "(colours)" if colours else "(no colours here)"
        await until(lambda: f"theme: dark {told}" in screen_text(app), "the settings")
        await pilot.press("1")
        await until(lambda: f"theme: {told[1:-1]} ─" in screen_text(app), "what it can be")


@pytest.mark.asyncio
async def test_settings_are_chosen_on_the_screen_and_count_at_once() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        before = screen_text(app)

        async def choose(title: str, number: int) -> None:
            await until(lambda: isinstance(app.screen, ChoiceScreen) and title in screen_text(app), title)
            app.screen.query_one("#answers", OptionList).highlighted = number
            await pilot.press("enter")

        await pilot.press("comma")
        await until(lambda: isinstance(app.screen, ChoiceScreen))
        await pilot.resize_terminal(80, 24)
        await until(lambda: "Settings" in screen_text(app))
        await choose("Settings", list(CHOICES).index("names"))
        await choose("names:", 1)
        await choose("Settings", len(CHOICES))
        await choose("Keys", list(ACTIONS).index("game.zoom"))
        await until(lambda: isinstance(app.screen, KeyScreen))
        await pilot.resize_terminal(120, 36)
        await pilot.press("x")
        await choose("Keys", list(ACTIONS).index("game.odds"))
        await pilot.press("x")
        await until(lambda: "The key x is for" in screen_text(app), "why it is refused")
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, ChoiceScreen))
        await pilot.pause()
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, ChoiceScreen) and "keys: 1" in screen_text(app))
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, GameScreen) and "伊" in screen_text(app), "names in kanji")
        assert "伊" not in before
        board = game_screen(app).board_view
        scale = board.layout_in_use
        assert " x zoom" in screen_text(app)
        await pilot.press("z")
        assert board.layout_in_use is scale
        await pilot.press("x")
        assert board.layout_in_use is not scale
        await pilot.press("f1")
        await until(lambda: isinstance(app.screen, TextScreen) and "KEYS OF YOUR OWN" in screen_text(app))
        assert "x          another scale" in screen_text(app)


@pytest.mark.asyncio
async def test_a_function_key_without_a_page_says_what_it_is_for() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        await pilot.press("f8")
        await until(lambda: "F8 is for a page" in screen_text(app), "what it is for")
        assert "F8 is for a page, but there is none for it: those here have F2 to F7." in screen_text(app)
