"""What lies over the game is opened and left by the mouse too."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic

import pytest
from textual.content import Content
from textual.widgets import Input

from engine.sekigahara.board import location_named
from engine.sekigahara.components import TOKUGAWA
from tests.engine.sekigahara.positions import position
from tests.tui.driving import (
    app_of,
    game_screen,
    panel_of,
    screen_lines,
    screen_text,
    settled,
    strips_of,
    until,
)
from tests.tui.sekigahara.games import port_at, practice_game, random_bot
from tui.app import ClientApp
from tui.glyphs import ASCII, UNICODE, Glyphs
from tui.lines import Line
from tui.log import Card
from tui.screens.card import CardScreen
from tui.screens.choice import ChoiceScreen
from tui.screens.confirm import ConfirmScreen
from tui.screens.dialog import Dialog
from tui.screens.go_to import GoToScreen
from tui.screens.help import HelpScreen
from tui.screens.prompt import PromptScreen
from tui.screens.result_screen import ResultScreen
from tui.screens.rules import RulesScreen
from tui.screens.text import TextScreen
from tui.theme import Theme


def cell_of(app: ClientApp, words: str) -> tuple[int, int]:
    """Where on the screen these words begin."""
    return next((line.index(words), y) for y, line in enumerate(screen_lines(app)) if words in line)


@pytest.mark.asyncio
async def test_the_bar_opens_dialogs_and_a_click_on_the_foot_or_beside_the_box_leaves_them() -> None:
    app = app_of(practice_game(5, TOKUGAWA))
    async with app.run_test(size=(160, 24)) as pilot:
        await pilot.pause()
        bar = cell_of(app, "F1 help")[1]
        for number, word in enumerate(("help", "talk", "explain", "rules", "note", "resign")):
            await pilot.click(offset=(screen_lines(app)[bar].index(f" {word} ") + 1, bar))
            await until(lambda: isinstance(app.screen, Dialog))
            await pilot.pause()
            box = app.screen.query_one("#box").region
            await pilot.click(offset=(box.x + 5, box.y + 1))
            assert isinstance(app.screen, Dialog), "within the box it stays"
            await pilot.click(offset=(0, 12) if number % 2 else (box.right - 5, box.bottom - 1))
            await until(lambda: app.screen is game_screen(app))


@pytest.mark.asyncio
async def test_the_bar_names_as_much_as_fits() -> None:
    app = app_of(practice_game(5, TOKUGAWA))
    async with app.run_test(size=(80, 24)) as pilot:
        for columns in (80, 100, 160):
            await pilot.resize_terminal(columns, 24)
            await pilot.pause()
            bar = screen_lines(app)[-1].rstrip()
            assert bar.endswith("^p more q leave" if columns > 80 else "^p q leave")
            assert "t talk" in bar
            assert ("R resign" in bar) == (columns >= 160)


@pytest.mark.asyncio
async def test_a_second_enter_closes_no_more_than_the_first() -> None:
    """It closed the game below the box as well; what was left was the lobby, for good."""
    app = app_of(practice_game(5, TOKUGAWA))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = app.screen
        box = PromptScreen("Go to which place?", Theme(UNICODE))
        await app.push_screen(box)
        box.dismiss("kyoto")
        box.dismiss("kyoto")
        assert app.screen is screen


@pytest.mark.asyncio
async def test_a_box_says_what_closes_it_when_a_key_does_nothing_in_it() -> None:
    app = app_of(practice_game(5, TOKUGAWA))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: bool(panel_of(app).rows), "the question")
        await pilot.press("f1")
        await until(lambda: isinstance(app.screen, TextScreen), "the help")
        for key in ("u", "8"):
            await pilot.press(key)
            told = f"{key} was not taken: Enter, Escape or q closes this first"
            await until(lambda told=told: told in screen_text(app), told)  # type: ignore[misc]
            await pilot.press("down")
            await until(lambda: "was not taken" not in screen_text(app), "a key that scrolls")
        await pilot.press("q")
        await until(lambda: app.screen is game_screen(app), "the game")


@pytest.mark.asyncio
@pytest.mark.parametrize("key", ["f1", "r", "question_mark", "R", "g"])
async def test_what_leaves_other_programs_leaves_every_box(key: str) -> None:
    app = app_of(practice_game(5, TOKUGAWA))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: bool(panel_of(app).rows), "the question")
        await pilot.press(key)
        await until(lambda: isinstance(app.screen, Dialog) and bool(app.screen.query("#box")), "the box")
        await settled(pilot)
        await pilot.press("ctrl+c")
        await until(lambda: app.screen is game_screen(app), "the game")


@pytest.mark.asyncio
async def test_keys_typed_behind_the_one_that_opens_a_box_go_to_the_box() -> None:
    app = app_of(port_at(position({"edo": ["tokugawa-3"]}, {"kyoto": ["ukita-3"]}), TOKUGAWA))
    async with app.run_test(size=(80, 24)):
        await until(lambda: bool(panel_of(app).rows), "the question")
        before = len(game_screen(app).port.situation().events)
        for key in ("g", "s", "e", "n", "d", "a", "i", "enter"):
            app.simulate_key(key)
        sendai = location_named("sendai")
        await until(lambda: game_screen(app).board_view.cursor == sendai and app.screen is game_screen(app), "Sendai")
        assert len(game_screen(app).port.situation().events) == before, "e has ended no movement"
        assert game_screen(app).page == "map", "s has shown no page"


def report(name: str, rows: int) -> Card:
    return Card(name, [[(f"{name}, line {row}", "plain")] for row in range(rows)])


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(80, 24), (120, 36)], ids=str)
async def test_reports_without_room_in_one_box_are_told_one_after_another(size: tuple[int, int]) -> None:
    app = app_of(practice_game(5, TOKUGAWA))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        screen = game_screen(app)
        box = screen.card_screen(report("Battle of Sunpu", 30), report("Battle of Gifu", 3), report("Week 2", 40))
        await app.push_screen(box)
        frame = box.query_one("#box")
        keys = ("enter", "space", "click")
        for at, title in enumerate(("Battle of Sunpu", "Battle of Gifu", "Week 2"), 1):
            await until(lambda at=at, title=title: str(frame.border_title) == f"{at}/3: {title}", title)  # type: ignore[misc]
            await settled(pilot)
            assert f"{title}, line 0" in screen_text(app), "from its beginning"
            assert [name for name in ("Sunpu, line", "Gifu, line", "2, line") if name in screen_text(app)] == [
                f"{title.split()[-1]}, line"
            ]
            assert ("next" in str(frame.border_subtitle)) == (at < 3)
            await pilot.press("end")
            await settled(pilot)
            if keys[at - 1] == "click":
                await pilot.click(offset=(1, 0))
            else:
                await pilot.press(keys[at - 1])
        await until(lambda: app.screen is screen, "the last is closed")
        await app.push_screen(screen.card_screen(report("Battle of Sunpu", 30), report("Battle of Gifu", 3)))
        await settled(pilot)
        assert "1/2: Battle of Sunpu" in screen_text(app)
        await pilot.press("escape")
        await until(lambda: app.screen is screen, "all of them are closed")


@pytest.mark.asyncio
async def test_reports_with_room_in_one_box_are_told_together() -> None:
    app = app_of(practice_game(5, TOKUGAWA))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        screen = game_screen(app)
        box = screen.card_screen(report("Battle of Sunpu", 2), report("Battle of Gifu", 3))
        await app.push_screen(box)
        await settled(pilot)
        assert "Battle of Sunpu · Battle of Gifu" in screen_text(app)
        assert "Sunpu, line 0" in screen_text(app)
        assert "Gifu, line 2" in screen_text(app)
        box.tell(report("Battle of Sunpu", 2), report("Battle of Gifu", 3), report("Week 2", 30))
        await settled(pilot)
        assert "1/3: Battle of Sunpu" in screen_text(app), "another has no room there"
        await pilot.press("enter", "enter", "enter")
        await until(lambda: app.screen is screen, "read")


@pytest.mark.asyncio
@pytest.mark.parametrize("columns", [60, 72, 80, 130])
async def test_no_box_is_wider_than_the_window(columns: int) -> None:
    app = app_of(practice_game(5, TOKUGAWA))
    theme = Theme(UNICODE)
    long = Card("Battle of Sunpu", [[("Ishida wins, and many a word is said of it. " * 5, "plain")]])
    async with app.run_test(size=(columns, 24)) as pilot:
        await pilot.pause()
        for box in (
            game_screen(app).card_screen(long),
            game_screen(app).card_screen(Card("Week 2", [[("Short.", "plain")]])),
            ResultScreen(long, theme, [], lambda choice: None),
            TextScreen("Help", theme.content(long.lines), theme),
            ConfirmScreen("Resign? " * 20, "resign", "go on", theme),
            PromptScreen("Search the log for which word? Empty: end the search", theme),
            GoToScreen(game_screen(app).interface.board, theme),
            ChoiceScreen("Settings", ["one " * 30, "two"], theme),
        ):
            await app.push_screen(box)
            await settled(pilot)
            region = box.query_one("#box").region
            assert 0 <= region.x < region.right <= columns, type(box)
            app.pop_screen()
            await until(lambda: app.screen is game_screen(app))


@pytest.mark.asyncio
async def test_a_box_whose_titles_have_no_room_says_of_how_many_other_things_it_tells() -> None:
    app = app_of(practice_game(5, TOKUGAWA))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        box = game_screen(app).card_screen(
            Card("Battle of Sunpu", [[("Ishida wins.", "plain")]]), *[Card("A long title " * 5, [])] * 2
        )
        await app.push_screen(box)
        title = str(box.query_one("#box").border_title)
        assert title == "Battle of Sunpu · 2 more", "from its first sight on"
        await settled(pilot)
        assert title in screen_text(app)
        box.tell(Card("Battle of Gifu", []), *[Card("A long title " * 5, [])] * 2)
        assert str(box.query_one("#box").border_title) == "Battle of Gifu · 2 more"


@pytest.mark.asyncio
@pytest.mark.parametrize("columns", [80, 120, 160])
async def test_the_title_of_a_box_is_the_same_before_and_after_it_is_laid_out(columns: int) -> None:
    app = app_of(practice_game(5, TOKUGAWA))
    async with app.run_test(size=(columns, 48)) as pilot:
        await settled(pilot)
        for length in (1, 20):
            line: Line = [("Of that there is a word to say. " * length, "plain")]
            titles = ["Tokugawa's turn: week 1 A", "Battle of Kyoto", "Week 2: what it brings you"]
            box = game_screen(app).card_screen(*[Card(title, [line]) for title in titles])
            await app.push_screen(box)
            before = str(box.query_one("#box").border_title)
            await settled(pilot)
            assert str(box.query_one("#box").border_title) == before
            app.pop_screen()
            await until(lambda: app.screen is game_screen(app))


@pytest.mark.asyncio
async def test_a_box_says_how_to_read_on_while_there_is_more_below() -> None:
    app = app_of(practice_game(5, TOKUGAWA))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        app.push_screen(game_screen(app).card_screen(Card("What came", [[(f"line {n}", "plain")] for n in range(60)])))
        await until(lambda: "PageDown: more" in screen_text(app) or "Page Down: more" in screen_text(app))
        await pilot.press("end")
        await until(lambda: "line 59" in screen_text(app))
        await until(lambda: "Down: more" not in screen_text(app))
        assert "click here: close" in screen_text(app)


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(80, 24), (120, 36)], ids=str)
async def test_in_a_box_that_comes_unasked_a_name_leads_to_its_place_and_a_click_on_nothing_closes_it(
    size: tuple[int, int],
) -> None:
    app = app_of(practice_game(5, TOKUGAWA))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        screen = game_screen(app)
        lines: list[Line] = [
            [("Lost: ", "bad"), ("the castle of Osaka; two resources, ", "plain")],
            [("no more", "dim")],
        ]
        box = screen.card_screen(Card("Ishida's turn", lines))
        await app.push_screen(box)
        await settled(pilot)
        box.moment.end()
        words = "castle of Osaka"
        x, y = cell_of(app, words)
        await pilot.click(offset=(x + len(words) - 1, y))
        await until(lambda: screen.board_view.cursor == location_named("osaka"), "the place")
        assert app.screen is box, "there is more to read"
        await settled(pilot)
        assert not box.query_one("#box").region.overlaps(screen.board_view.region) or box._small
        await pilot.press("f2" if box._small else "down")
        await settled(pilot)
        x, y = cell_of(app, "two resources")
        await pilot.click(offset=(x + 1, y))
        await until(lambda: app.screen is screen, "it is closed")


@pytest.mark.asyncio
async def test_the_line_under_the_map_does_what_it_says_by_the_click_that_closes_a_box(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = app_of(practice_game(5, TOKUGAWA))
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        screen, walked = game_screen(app), list[int]()
        monkeypatch.setattr(screen, "action_walk", walked.append)
        assert screen._pacing is not None
        screen._pacing.follow(screen.port.situation(), [report("Week 2", 3)])
        await until(lambda: isinstance(app.screen, CardScreen), "the box")
        await settled(pilot)
        app.screen.moment.end()  # type: ignore[attr-defined]
        line = screen.query_one("#ticker").region
        await pilot.click(offset=(line.x + 3, line.y))
        await until(lambda: app.screen is screen, "it is closed")
        await until(lambda: walked == [1], "what has happened")


@pytest.mark.asyncio
@pytest.mark.parametrize("columns", [118, 80, 60])
async def test_no_title_and_no_foot_of_a_box_that_comes_unasked_is_cut(columns: int) -> None:
    app = app_of(practice_game(5, TOKUGAWA))
    async with app.run_test(size=(columns, 36)) as pilot:
        await settled(pilot)
        screen = game_screen(app)
        while columns == 118 and screen.alone:
            await pilot.press("f2")  # the map with more rows, then with pages beside it
            await settled(pilot)
        for rows in (2, 60):
            reports = [report(f"Battle of Sunpu, number {number}", rows) for number in range(4)]
            await app.push_screen(screen.card_screen(*reports))
            await settled(pilot)
            box = app.screen.query_one("#box")
            room = box.outer_size.width - 6
            await until(lambda box=box, room=room: 0 < len(str(box.border_title)) <= room, "the title")  # type: ignore[misc]
            assert 0 < len(str(box.border_subtitle)) <= room
            assert str(box.border_subtitle) in screen_text(app)
            assert str(box.border_title) in screen_text(app)
            assert "Enter" in str(box.border_subtitle)
            app.pop_screen()
            await until(lambda: app.screen is screen)


@pytest.mark.asyncio
async def test_boxes_over_a_timed_question_count_down_and_what_explains_it_goes_with_it() -> None:
    port = practice_game(5, TOKUGAWA)
    now = port.situation()
    assert now.view is not None
    now = replace(now, even_default=random_bot(1).choose(now.view))
    port.situation = lambda: replace(now, answer_by=monotonic() + 90)  # type: ignore[method-assign]
    app = app_of(port)
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: "(90 s) Bid" in screen_text(app), "the question")
        for key, title in (("t", "Say to your opponent"), ("question_mark", "Bid for the turn order")):
            await pilot.press(key)
            await until(lambda: isinstance(app.screen, Dialog))
            await until(lambda title=title: f"(90 s) {title}" in str(app.screen.query_one("#box").border_title), title)  # type: ignore[misc]
            if key == "t":
                await pilot.press("escape")
                await until(lambda: app.screen is game_screen(app))
        port.situation = lambda: replace(now, question=None)  # type: ignore[method-assign]
        port._tell()
        await until(lambda: app.screen is game_screen(app), "the box to be closed")


@pytest.mark.asyncio
async def test_the_seconds_go_from_the_title_of_a_box_with_the_question() -> None:
    app = app_of(practice_game(5, TOKUGAWA))
    async with app.run_test(size=(80, 24)):
        await until(lambda: "help" in screen_text(app))
        box = TextScreen("Rules [1]", Content("text"), Theme(UNICODE))
        await app.push_screen(box)
        titles = []
        for seconds in (9, 8, None):
            box.count_down(seconds)
            titles.append(Content.from_markup(box.query_one("#box").border_title or "").plain)
        assert titles == ["(9 s) Rules [1]", "(8 s) Rules [1]", "Rules [1]"]


@pytest.mark.asyncio
async def test_a_box_that_was_asked_for_closes_for_a_key_that_shows_something_else() -> None:
    app = app_of(practice_game(5, TOKUGAWA))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: bool(panel_of(app).rows), "the question")
        screen = game_screen(app)
        for opens in ("p", "o", "question_mark", "f1"):
            for number, key in ((3, "f3"), (5, "f5")):
                await pilot.press(opens)
                await until(lambda: isinstance(app.screen, TextScreen), opens)
                await pilot.press(key)
                await until(lambda number=number: screen.page == screen.pages[number - 2], key)  # type: ignore[misc]
                assert app.screen is screen
                await pilot.press("f2")
                await settled(pilot)


@pytest.mark.asyncio
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
async def test_the_title_of_a_text_says_how_much_of_it_is_out_of_sight(glyphs: Glyphs) -> None:
    below, both, above = " more below", f"{glyphs.text('·')} 1 more above, ", " more above"
    app = app_of(practice_game(5, TOKUGAWA), glyphs=glyphs)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: bool(panel_of(app).rows), "the question")
        await pilot.press("f1")
        await until(lambda: below in screen_lines(app)[0], "the rows below")
        await pilot.press("down")
        await until(lambda: both in screen_lines(app)[0], "and one above")
        await pilot.press("end")
        await until(lambda: above in screen_lines(app)[0] and below not in screen_lines(app)[0], "those above alone")
        await pilot.press("escape")
        await until(lambda: app.screen is game_screen(app))
        await app.push_screen(TextScreen("Short", Content("text"), Theme(glyphs)))
        await settled(pilot)
        assert str(app.screen.query_one("#box").border_title) == "Short", "all of it is in sight"
        assert "/: search" not in screen_text(app)


def looks_of(app: ClientApp, words: str) -> list[tuple[bool, bool]]:
    """Whether each place in which a piece of these words alone stands is reversed, and whether it is underlined."""
    styles = [part.style for strip in strips_of(app) for part in strip if part.text == words and part.style]
    return [(bool(style.reverse), bool(style.underline)) for style in styles]


@pytest.mark.asyncio
@pytest.mark.parametrize("colours", [True, False], ids=["colours", "NO_COLOR"])
async def test_a_text_is_searched_for_a_word(colours: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not colours:
        monkeypatch.setenv("NO_COLOR", "1")
    app = app_of(practice_game(5, TOKUGAWA))
    lines = "\n".join([f"line {number}" + " Mōri" * (number in (3, 40, 41)) for number in range(60)])
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        box = TextScreen("Help", Content(lines), Theme(UNICODE))
        await app.push_screen(box)
        await until(lambda: "/: search" in screen_text(app), "the key")
        await pilot.press("slash", *"mori")
        await until(lambda: "1 of 3 · Enter, n: next" in screen_text(app), "the first")
        await settled(pilot)
        assert looks_of(app, "Mōri") == [(True, False)]
        assert box.query_one("#box").scroll_y == 0
        for key, at in (("enter", 2), ("n", 3), ("n", 1), ("N", 3)):
            await pilot.press(key)
            await until(lambda at=at: f"{at} of 3" in screen_text(app), f"place {at}")  # type: ignore[misc]
            row = f"line {(3, 40, 41)[at - 1]} Mōri"
            await until(lambda row=row: row in screen_text(app), row)  # type: ignore[misc]
        await settled(pilot)
        assert looks_of(app, "Mōri") == [(False, True), (True, False)], (
            "each is marked, and the one gone to is reversed"
        )
        await pilot.press("slash", "x")
        await until(lambda: "not found" in screen_text(app))
        await pilot.press("escape")
        await until(lambda: "Escape, q or click here: close" in screen_text(app), "the search has ended")
        assert app.screen is box
        await pilot.press("escape")
        await until(lambda: app.screen is game_screen(app), "the game")


@pytest.mark.asyncio
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
async def test_the_help_names_its_sections_and_leads_to_them(glyphs: Glyphs) -> None:
    app = app_of(practice_game(5, TOKUGAWA), glyphs)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: bool(panel_of(app).rows), "the question")
        await pilot.press("f1")
        await until(lambda: "Tab: next section" in screen_text(app), "the help")
        assert glyphs is UNICODE or screen_text(app).isascii()

        def first() -> str:
            return screen_lines(app)[1].strip(" │|")

        top = first()
        assert top.startswith("DECIDING")
        listed = " ".join(screen_lines(app)[1:3])
        for name in ("PAGES", "PLANNING", "WHAT THE OPPONENT DOES", "SIGNS ON THE MAP", "THE COURSE OF A GAME"):
            assert name in listed
        await pilot.press("tab")
        await until(lambda: first().startswith("PAGES (on"), "the second section")
        await pilot.press("tab")
        await until(lambda: first() == "PLANNING", "the third")
        await pilot.press("shift+tab", "shift+tab")
        await until(lambda: first() == top, "the top")
        await pilot.press("shift+tab")
        await until(lambda: "Ishida wins a tie." in screen_text(app), "the end")
        await pilot.press("tab")
        await until(lambda: first() == top, "around the end")
        row = next(row for row, line in enumerate(screen_lines(app)) if "BLOCKS" in line)
        await pilot.click(offset=(screen_lines(app)[row].index("BLOCKS") + 3, row))
        await until(lambda: first() == "BLOCKS", "the section that was clicked")


@pytest.mark.asyncio
async def test_the_help_names_the_palette_and_the_odds() -> None:
    app = app_of(practice_game(5, TOKUGAWA))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: bool(panel_of(app).rows), "the question")
        for word in ("odds", "palette", "Ctrl+P"):
            await pilot.press("f1", "slash", *["plus" if sign == "+" else sign for sign in word])
            await until(lambda: "1 of " in screen_text(app), f"{word} in the help")
            await pilot.press("escape", "escape")
            await until(lambda: app.screen is game_screen(app), "the game")


@pytest.mark.asyncio
async def test_the_help_comes_over_the_lists_of_values_and_keys_and_what_enter_does_there_is_said() -> None:
    app = app_of(practice_game(5, TOKUGAWA))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: bool(panel_of(app).rows), "the question")
        await pilot.press("comma")
        await until(lambda: isinstance(app.screen, ChoiceScreen), "the settings")
        for key, foot in (("home", "Enter: choose"), ("end", "Enter: change it")):
            settings = app.screen
            await pilot.press(key, "enter")
            await until(lambda settings=settings: app.screen is not settings, "the list")  # type: ignore[misc]
            await until(lambda foot=foot: foot in screen_text(app), foot)  # type: ignore[misc]
            await pilot.press("f1")
            await until(lambda: isinstance(app.screen, HelpScreen), "the help")
            await pilot.press("f1", "escape")
            await until(lambda: "─ Settings ─" in screen_text(app), "the settings again")


@pytest.mark.asyncio
async def test_the_key_that_has_opened_a_box_closes_it_and_the_help_comes_over_any() -> None:
    app = app_of(practice_game(5, TOKUGAWA))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: bool(panel_of(app).rows), "the question")
        screen = game_screen(app)

        def head() -> str:
            boxes = app.screen.query("#box")
            return str(boxes.first().border_title or "").partition(" · ")[0] if boxes else ""

        over = {"r": RulesScreen, "comma": ChoiceScreen}
        for key in ("o", "r", "comma", "p", "question_mark", "f1"):
            await pilot.press(key)
            await until(lambda: isinstance(app.screen, Dialog) and bool(head()), key)
            box = app.screen
            if key != "f1":
                await pilot.press("f1")
                await until(lambda: head() == "Help", f"the help over {key}")
                await pilot.press("f1")
                await until(lambda: head() != "Help", "it is closed")
                if key in over:
                    assert app.screen is box
                else:
                    await until(lambda: app.screen is screen, "the help has come instead")
                    await pilot.press(key)
                    await until(lambda: isinstance(app.screen, Dialog) and bool(head()), key)
            await pilot.press(key)
            await until(lambda: app.screen is screen, f"{key} again")
        await pilot.press("r", "slash", *"rr")
        await until(lambda: isinstance(app.screen, RulesScreen) and app.screen.query_one("#words", Input).value == "rr")


@pytest.mark.asyncio
@pytest.mark.parametrize(("opens", "foot"), [("comma", "Enter: change it"), ("R", "Enter: what is pointed at")])
async def test_a_key_that_does_nothing_in_a_list_or_a_question_is_said_to_until_the_next(opens: str, foot: str) -> None:
    app = app_of(practice_game(2))
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        await pilot.press(opens)
        await until(lambda: foot in screen_text(app), "the box")
        await pilot.press("x")
        await until(lambda: "x was not taken: " in screen_text(app), "that it does nothing")
        assert foot not in screen_text(app)
        await pilot.press("down")
        await until(lambda: foot in screen_text(app), "what the keys do")


@pytest.mark.asyncio
async def test_the_sign_of_no_line_does_nothing_in_a_list_and_is_said_to() -> None:
    app = app_of(practice_game(2))
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        await pilot.press("comma")
        await until(lambda: "Enter: change it" in screen_text(app), "the settings")
        box = app.screen
        await pilot.press("Z")
        await until(lambda: "Z was not taken: " in screen_text(app), "that it does nothing")
        assert app.screen is box
