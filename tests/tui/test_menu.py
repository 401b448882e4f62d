"""The menu that the command alone opens: each way through it ends in a command that can be typed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from p2p.store.data_folder import open_data_folder
from p2p.store.game_folder import About, Progress
from tests.tui.driving import screen_text, until
from tests.tui.test_cli import run_main
from tui.cli import menu
from tui.cli.catalogue import OFFERED
from tui.cli.parser import make_parser
from tui.games import bot_told
from tui.glyphs import UNICODE
from tui.go_on_app import GoOnApp
from tui.menu_app import Command, Kept, MenuApp
from tui.screens.choice import ChoiceScreen
from tui.screens.review import ReviewScreen

GAMES = [Kept("aaaa1111", "samurai aaaa1111", True, True), Kept("bbbb2222", "sekigahara bbbb2222", False, True)]


async def reviewed(tell: Callable[[str], None]) -> str:
    return "Decision 2 turned it."


async def chosen(
    keys: list[str], games: list[Kept], size: tuple[int, int] = (80, 24), *, newcomer: bool = False
) -> Command | None:
    app = MenuApp(
        OFFERED, lambda: games, UNICODE, taught=["sekigahara"], newcomer=newcomer, review_of=lambda game: reviewed
    )
    async with app.run_test(size=size) as pilot:
        await until(lambda: shows(app, games))
        await pilot.pause()
        for key in keys:
            await pilot.press(*(list(key[1:]) if key.startswith("=") else [key]))
            await pilot.pause()
    return app.return_value


def shows(app: MenuApp, games: list[Kept]) -> bool:
    """Whether the menu is there, with the lines for these games."""
    screen = app.screen
    return isinstance(screen, ChoiceScreen) and (not games or any("Games:" in text for text in screen._choices))


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("keys", "words"),
    [
        (["1"], "resume aaaa1111"),
        (["2", "1", "2", "1"], "solo --game sekigahara --side ishida --bot steady"),
        (["3", "1", "3", "=Ieyasu", "enter"], "host --game sekigahara --side random --name Ieyasu"),
        (["4", "=-abc", "enter", "=Me", "enter"], "join --name Me -- -abc"),
        (["5"], "tutorial --game sekigahara"),
        (["6", "2", "1"], "replay bbbb2222"),
        (["6", "2", "3"], "audit bbbb2222"),
        (["6", "2", "4", "=a", "enter"], "export bbbb2222 --html a"),
        (["6", "1", "6", "y"], "games --delete aaaa1111"),
        (["6", "escape", "7"], "stats"),
        # Back leads to the question before, not to the top.
        (["6", "2", "escape", "1", "6", "y"], "games --delete aaaa1111"),
        (["2", "2", "escape", "1", "1", "escape", "2", "1"], "solo --game sekigahara --side ishida --bot steady"),
        (["8", "2"], "rules --game samurai"),
        (["up", "up", "enter"], "doctor"),
    ],
    ids=lambda value: value.split()[0] if isinstance(value, str) else "",
)
async def test_a_way_through_the_menu_is_a_command(keys: list[str], words: str) -> None:
    command = await chosen(keys, GAMES)
    assert command == words.split()
    make_parser().parse_args(command)


@pytest.mark.asyncio
async def test_of_several_games_that_go_on_it_is_asked_which() -> None:
    games = [*GAMES, Kept("cccc3333", "sekigahara cccc3333", True, True)]
    assert await chosen(["1", "2"], games) == ["resume", "cccc3333"]


def test_whoever_chooses_a_bot_is_told_how_each_plays() -> None:
    told = [bot_told(bot) for kind in OFFERED for bot in kind.bots]
    assert "Steady bot: a sound game" in told
    assert all(": " in each for each in told)


@pytest.mark.asyncio
async def test_without_games_there_is_nothing_to_continue_and_escape_leaves() -> None:
    assert await chosen(["1", "2", "1"], []) is None
    assert await chosen(["escape"], []) is None
    assert await chosen(["1", "2", "1", "1", "1", "1"], [], (120, 36)) == [
        *["solo", "--game", "samurai", "--side", "red", "--option"],
        "setup=placed" if "placed" in OFFERED[1].options["setup"] else f"setup={OFFERED[1].options['setup'][0]}",
        "--option",
        f"tiles={OFFERED[1].options['tiles'][0]}",
        "--bot",
        OFFERED[1].bots[0],
    ]


@pytest.mark.asyncio
async def test_a_newcomer_is_offered_the_tutorial_before_all_else() -> None:
    assert await chosen(["1"], [], newcomer=True) == ["tutorial", "--game", "sekigahara"]
    assert await chosen(["2", "4"], [], newcomer=True) == ["tutorial", "--game", "sekigahara"]
    assert await chosen(["escape", "escape"], [], newcomer=True) is None


def test_the_menu_comes_back_until_it_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEKIGAHARA_HOME", str(tmp_path))
    folder = open_data_folder("sekigahara").new_game(About(role="host", name="Me", invite="", game="samurai"))
    folder.save_progress(Progress(stage="set-up", seat=0, opponent="Ieyasu"))
    ways = [["audit", folder.name], ["rules"], None]
    seen: list[list[str]] = []

    def run(app: MenuApp) -> Command | None:
        (game,) = app._list_games()
        assert game.name == folder.name
        assert "against Ieyasu" in game.line
        assert not app.newcomer, "whoever has a game has played"
        return ways[len(seen)]

    monkeypatch.setattr(menu, "need_a_screen", lambda: None)
    monkeypatch.setattr(MenuApp, "run", run)
    monkeypatch.setattr(menu, "wait_for_the_player", lambda: None)

    def carry_out(words: list[str]) -> int:
        seen.append(list(words))
        return len(seen)

    assert menu.run_menu(carry_out) == 2  # type: ignore[arg-type]
    assert seen == [["audit", str(folder.path)], ["rules"]]


@pytest.mark.parametrize("begun", [False, True], ids=["no game", "a game"])
def test_the_tutorial_is_offered_once_and_to_nobody_who_has_a_game(
    begun: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SEKIGAHARA_HOME", str(tmp_path))
    if begun:
        open_data_folder("sekigahara").new_game(About(role="host", name="Me", invite="", game="samurai"))
    offered: list[bool] = []

    def run(app: MenuApp) -> Command | None:
        offered.append(app.newcomer)
        return ["rules"] if len(offered) == 1 else None

    monkeypatch.setattr(menu, "need_a_screen", lambda: None)
    monkeypatch.setattr(MenuApp, "run", run)
    assert menu.run_menu(lambda words: 0) == 0
    assert offered == [not begun, False]


def test_without_a_terminal_a_command_is_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = run_main(capsys)
    assert status == 2
    assert "required: command" in err


@pytest.mark.asyncio
async def test_games_that_cannot_be_listed_end_the_menu_with_the_reason() -> None:
    def unreadable() -> list[Kept]:
        raise OSError("no")

    app = MenuApp(OFFERED, unreadable, UNICODE)
    async with app.run_test():
        await until(lambda: app.mistake is not None)
    assert str(app.mistake) == "no"


@pytest.mark.asyncio
async def test_a_review_opens_over_the_menu_and_is_left_by_the_mouse() -> None:
    app = MenuApp(OFFERED, lambda: GAMES, UNICODE, review_of=lambda game: reviewed)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: shows(app, GAMES))
        for key in ("5", "2", "2"):
            choice = app.screen
            await pilot.press(key)
            await until(lambda choice=choice: app.screen is not choice)  # type: ignore[misc]
        await until(lambda: isinstance(app.screen, ReviewScreen))
        await until(lambda: "turned it" in screen_text(app))
        await pilot.click(offset=(40, 1))
        await until(lambda: isinstance(app.screen, ChoiceScreen))


@pytest.mark.asyncio
@pytest.mark.parametrize("how", ["enter", "space", "escape", "click"])
async def test_what_a_command_has_printed_is_left_by_a_key_or_by_a_click(how: str) -> None:
    app = GoOnApp("back to the menu")
    async with app.run_test(size=(80, 1)) as pilot:
        await until(lambda: bool(app.screen.query("#words")))
        if how == "click":
            await pilot.click(offset=(3, 0))
        else:
            await pilot.press(how)
        await until(lambda: not app.is_running)
