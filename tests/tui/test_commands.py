"""The command palette: what it offers, what it finds, and that its line is seen with every set of signs."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.sekigahara.components import TOKUGAWA
from tests.engine.sekigahara.positions import combat_phase, position
from tests.tui.driving import (
    app_of,
    close_cards,
    game_screen,
    panel_of,
    rows_of,
    screen_lines,
    screen_text,
    strips_of,
    until,
)
from tests.tui.sekigahara.games import port_at, practice_game
from tui.glyphs import GLYPHS
from tui.log import Card
from tui.screens.commands import Command, CommandsScreen, commands_of, found
from tui.screens.result_screen import ResultScreen


@pytest.mark.asyncio
async def test_the_palette_offers_what_can_be_done_now() -> None:
    table = combat_phase(position({"sunpu": ["tokugawa-3"]}, {"sunpu": ["ukita-3"]}))
    app = app_of(port_at(table, TOKUGAWA))

    def offered() -> set[str]:
        return {command.title for command in commands_of(app, game_screen(app)) if not command.refused}

    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: bool(panel_of(app).rows))
        resigns = "Resign (concede, give up, surrender)"
        assert resigns in offered()
        commands = [*commands_of(app, game_screen(app))]
        assert all(found(commands, words)[0].title == resigns for words in ("resign", "concede", "give up", "surr"))
        [replays] = found(commands, "replay")
        assert replays.refused == "It is there only when the game is over."
        assert not replays.listed
        sieges = next(command for command in found(commands, "siege") if command.title.endswith("Sieges"))
        assert not sieges.listed, "all the rules would hide what there are keys for"
        sieges.callback()
        await until(lambda: app.screen.id == "rules" and "8.9.1 Sieges" in screen_text(app), "the rules")
        await pilot.press("escape")
        await until(lambda: game_screen(app).is_current)
        pages = [command.title for words in ("forces", "log") for command in found(commands, words)]
        assert {"Page: forces", "Page: log"} <= {*pages}
        next(command for command in commands if command.title == "Page: log").callback()
        assert game_screen(app).page == "log"
        assert "Rematch" not in offered()
        assert "Copy the invite" not in offered()
        game_screen(app).port.resign()
        await close_cards(app)
        await until(lambda: isinstance(app.screen, ResultScreen), "the result")
        await pilot.press("escape")
        await until(lambda: game_screen(app).is_current)
        assert not offered() & {resigns, "Hint", "Slower", "Faster"}
        assert "Leave (quit)" in offered()
        assert "Replay" not in " ".join(offered()), "it has no record"
        await pilot.press("R")
        await until(lambda: "The game is over." in screen_text(app), "why nobody resigns now")
        [result] = [each for each in commands_of(app, game_screen(app)) if each.title == "The result"]
        assert result.listed
        assert not result.refused
        result.callback()
        await until(lambda: isinstance(app.screen, ResultScreen), "the result again")


@pytest.mark.asyncio
@pytest.mark.parametrize("signs", ["colours", "NO_COLOR", "ascii"])
async def test_the_palette_finds_by_the_beginnings_of_words_and_its_line_stands_out(
    signs: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if signs == "NO_COLOR":
        monkeypatch.setenv("NO_COLOR", "1")
    app = app_of(practice_game(), glyphs=GLYPHS["ascii" if signs == "ascii" else "unicode"])
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: bool(panel_of(app).rows))
        await pilot.press("ctrl+p")
        await until(lambda: "All that can be done here" in screen_text(app), "the palette")
        assert signs != "ascii" or screen_text(app).isascii()

        def pointed() -> list[str]:
            """The lines that are drawn otherwise than the others, but for the cursor of the line that is typed."""
            lines = [[segment for segment in strip if segment.text.strip()] for strip in strips_of(app)]
            looks = [{(part.style.reverse, part.style.bgcolor) for part in line if part.style} for line in lines]
            plain = Counter([frozenset(look) for look in looks[3:12]]).most_common(1)[0][0]
            return [screen_lines(app)[row] for row in range(2, 12) if looks[row] - plain]

        await until(lambda: len(pointed()) == 1 and "Talk" in pointed()[0], "what is done in the game comes first")
        await pilot.press("down", "down", "up")
        await until(lambda: len(pointed()) == 1 and "About the place" in pointed()[0], "the second line")
        await pilot.press(*"resi")
        await until(lambda: "All that can be done here (1)" in screen_text(app), "what begins so")
        assert "Resign" in screen_text(app)
        await pilot.press(*"gnx")
        await until(lambda: "There is no such command." in screen_text(app), "nothing")
        await pilot.press("enter")
        assert isinstance(app.screen, CommandsScreen)
        for _ in range(8):
            await pilot.press("backspace")
        await pilot.press(*"sie", "enter")
        await until(lambda: app.screen.id == "rules", "the rules of sieges, which are found by name alone")


def test_of_what_is_found_comes_first_what_begins_so() -> None:
    def command(title: str, help_text: str, *, listed: bool = True, refused: str = "", plays: bool = False) -> Command:
        return Command(title, help_text, lambda: None, listed, plays, refused)

    commands = [
        command("Go to a place", "By its name"),
        command("Rules: placing", "", listed=False),
        command("Note", "On the place"),
        command("Place", "All about it"),
    ]
    assert [each.title for each in found(commands, "place")] == ["Place", "Go to a place", "Note"]
    assert [each.title for each in found(commands, "plac")] == ["Place", "Go to a place", "Rules: placing", "Note"]
    assert [each.title for each in found(commands, " ")] == ["Go to a place", "Note", "Place"]
    assert [each.title for each in found(commands, "go pl")] == ["Go to a place"]
    assert found(commands, "lace") == []
    first, last = command("Rematch", "", refused="The game goes on."), command("Zoom", "")
    talk, rules = command("Talk", "", plays=True), command("Rules", "")
    assert found([first, rules, last, talk], "") == [talk, rules, last, first]
    assert [each.title for each in found([first, command("Remark", "")], "rem")] == ["Remark", "Rematch"]


@pytest.mark.asyncio
async def test_what_cannot_be_done_now_is_found_and_says_why() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: bool(panel_of(app).rows))
        await pilot.press("ctrl+p")
        await until(lambda: "All that can be done here" in screen_text(app), "the palette")
        assert "in the page" not in screen_text(app), "what only scrolls is not listed"
        await pilot.press(*"undo the")
        await until(lambda: "All that can be done here (0)" in screen_text(app), "what begins so")
        assert "Not now: Nothing is planned now" in screen_text(app)
        await pilot.press("enter")
        palette = app.screen
        assert isinstance(palette, CommandsScreen)
        await until(lambda: str(palette.query_one("#box").border_subtitle).startswith("Not now: Nothing"), "why")
        await pilot.press("backspace")
        await until(lambda: str(palette.query_one("#box").border_subtitle).startswith("Enter: do it"), "the foot")


@pytest.mark.asyncio
async def test_over_a_card_the_palette_offers_what_the_screen_below_can_do() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: bool(panel_of(app).rows))
        screen = game_screen(app)
        for typed, opens, closes in (("zoom", "", False), ("forces", "forces", True)):
            card = screen.card_screen(Card("A battle", [[("It was won.", "plain")]]))
            app.push_screen(card)
            await until(lambda card=card: app.screen is card, "the card")  # type: ignore[misc]
            await pilot.press("ctrl+p", *typed)
            await until(lambda: "All that can be done here (" in screen_text(app), "the palette")
            await pilot.press("enter")
            await until(lambda: not isinstance(app.screen, CommandsScreen), "it is done")
            await pilot.pause()
            assert (app.screen is screen) == closes
            assert not opens or screen.page == opens
            if not closes:
                await pilot.press("escape")


@pytest.mark.asyncio
async def test_everyday_words_find_what_has_another_name() -> None:
    app = app_of(practice_game(2))
    async with app.run_test(size=(120, 36)):
        await until(lambda: bool(rows_of(app)), "what is asked")
        commands = [*commands_of(app, app.screen)]
        for word, name in (
            ("quit", "Leave"),
            ("language", "Settings"),
            ("colours", "Settings"),
            ("chat", "Talk"),
            ("new game", "Rematch"),
        ):
            assert found(commands, word)[0].title.startswith(name), word
