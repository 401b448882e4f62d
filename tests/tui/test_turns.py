"""What the player sees of the opponent's turn, and plans in the own one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from textual.drivers.headless_driver import HeadlessDriver
from textual.geometry import Offset
from textual.pilot import Pilot
from textual.widgets import Static

from engine.hidden import BothActed, View
from engine.sekigahara import Answer
from engine.sekigahara.board import ADJACENT, HAND, RECRUITMENT, location_named
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, Pay
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_8_1_declaring import Declare
from engine.sekigahara.chapters.chapter_8_2_deployment import EndDeployment
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.forms import Degree
from engine.sekigahara.state import State
from tests.engine.sekigahara.positions import combat_phase, position
from tests.tui.driving import (
    app_of,
    close_cards,
    game_screen,
    note_in_sight,
    panel_of,
    press_text,
    rows_of,
    screen_lines,
    screen_text,
    settled,
    until,
)
from tests.tui.hands import resize
from tests.tui.sekigahara.games import port_at, practice_game, random_bot
from tui.app import ClientApp
from tui.attention import title_codes
from tui.boards import Spot, Trail
from tui.glyphs import UNICODE
from tui.lines import Line, plain_text
from tui.log import Card, Change, LogEntry
from tui.news import News
from tui.playback import PlaybackPort
from tui.ports import Ended
from tui.practice import PracticePort
from tui.screens.card import FRAME_ROWS, CardScreen
from tui.screens.explain import ExplainScreen
from tui.screens.game import GameScreen
from tui.screens.prompt import PromptScreen
from tui.screens.result_screen import ResultScreen
from tui.screens.rules import RulesScreen
from tui.screens.text import TextScreen
from tui.sekigahara.log import SekigaharaLog
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import pieces_words
from tui.widgets.held import let_go
from tui.widgets.line_view import LineView
from tui.widgets.note import Note
from tui.widgets.text_view import TextView

NARROW = (80, 24)
MIDDLE = (120, 36)
LARGE = (160, 48)
KYOTO = location_named("kyoto")
FIRST, SECOND = ADJACENT[KYOTO][:2]


class Scripted:
    """Does what it is told, then what the random bot does."""

    def __init__(self, answers: Iterable[Answer]) -> None:
        self._answers = list(answers)
        self._after = random_bot(1)

    def choose(self, view: View[State]) -> Answer:
        return self._answers.pop(0) if self._answers else self._after.choose(view)


MARCHED = "Kyoto → "
"""So a march of the enemy's begins in the log."""


def enemy_turn(paid: Degree | None = Degree.TOTAL) -> PracticePort[State, Answer]:
    """It is Tokugawa's to move, with nothing to move or nothing `paid` as yet; then Ishida marches twice."""
    stacks = {"kyoto": ["ukita-3", "mori-2", "mori-3"], "osaka": ["ukita-2"]}
    table = position({"edo": ["tokugawa-3"]}, stacks, paid=paid)
    stack = table.state.pools[ISHIDA][KYOTO]
    script: list[Answer] = [
        Pay(Degree.MINIMAL, ()),
        March(stack[:2], (FIRST,), False, None),
        March(stack[2:], (SECOND,), False, None),
        EndMovement(),
    ]
    return port_at(table, TOKUGAWA, Scripted(script))


def enemy_attack() -> PracticePort[State, Answer]:
    """It is Tokugawa's to end its movement; then Ishida marches where Tokugawa stands and attacks."""
    minakuchi = location_named("minakuchi")
    own = {"minakuchi": ["tokugawa-2", "date-2"], "hand": ["tokugawa-single", "date-single"]}
    table = position({"edo": ["tokugawa-3"], **own}, {"kyoto": ["ukita-3", "mori-2", "mori-3"], "osaka": ["ukita-2"]})
    march = March(table.state.pools[ISHIDA][KYOTO], (minakuchi,), False, None)
    script: list[Answer] = [Pay(Degree.MINIMAL, ()), march, EndMovement(), Declare(minakuchi), EndDeployment()]
    return port_at(table, TOKUGAWA, Scripted(script))


async def end_movement(app: ClientApp) -> None:
    await press_text(app, "End your movement")
    if any(row.text.startswith("Yes, end") for row in rows_of(app)):
        await press_text(app, "Yes, end")


async def through_the_enemy_s_turn(pilot: Pilot[None], app: ClientApp) -> None:
    """End the own movement, and read what the enemy did then."""
    await settled(pilot)
    await end_movement(app)
    await settled(pilot)
    await close_cards(app)
    await settled(pilot)


def log_of(app: ClientApp) -> list[str]:
    return game_screen(app).query_one("#log", TextView).lines


def news_of(app: ClientApp) -> list[str]:
    return game_screen(app).query_one("#news", TextView).lines


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [NARROW, (160, 48)], ids=["narrow", "large"])
async def test_of_a_march_that_takes_a_place_the_march_is_shown_as_well(size: tuple[int, int]) -> None:
    """While it is shown, the line under the board tells who has marched where, and what came of it if it has room."""
    stacks = {"kyoto": ["ukita-3", "mori-2"]}
    table = position({"edo": ["tokugawa-3"]}, stacks)
    way = location_named("minakuchi"), location_named("kuwana")
    march = March(table.state.pools[ISHIDA][KYOTO], way, False, None)
    script: list[Answer] = [Pay(Degree.MINIMAL, ()), march, EndMovement()]
    app = app_of(port_at(table, TOKUGAWA, Scripted(script)), pace=1e6)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await end_movement(app)
        screen = game_screen(app)
        await until(lambda: any("Minimal movement, free" in line for line in log_of(app)), "the first event")
        screen.playback.step()
        screen.update_all()
        await settled(pilot)
        line = screen.query_one("#ticker", LineView).render_line(0).text
        assert "Ishida marches 2 blocks Kyoto → Minakuchi → Kuwana." in line
        assert ("Ishida now owns the resource Kuwana." in line) == (size != NARROW)


@pytest.mark.asyncio
async def test_a_key_that_only_asks_something_skips_nothing_of_what_is_being_shown() -> None:
    app = app_of(enemy_turn(), pace=1e6)
    async with app.run_test(size=MIDDLE) as pilot:
        await settled(pilot)
        await end_movement(app)
        screen = game_screen(app)
        await until(lambda: any("Minimal movement, free" in line for line in log_of(app)), "the first event")
        behind = screen.playback.situation().behind
        for key in ("g", "w", "slash"):
            await pilot.press(key)
            await settled(pilot)
            assert app.screen is not screen, f"{key} asks something"
            await pilot.press("escape")
            await settled(pilot)
            assert app.screen is screen
            assert screen.playback.situation().behind == behind
        await pilot.press("h")
        await settled(pilot)
        assert not screen.playback.situation().behind, "a hint is for what is asked then"


@pytest.mark.asyncio
async def test_what_the_opponent_does_is_shown_step_by_step_and_a_key_skips() -> None:
    port = enemy_turn()
    app = app_of(port, pace=1e6)
    async with app.run_test(size=MIDDLE) as pilot:
        await settled(pilot)
        await end_movement(app)
        screen = game_screen(app)
        await until(lambda: any("Minimal movement, free" in line for line in log_of(app)), "the first event")
        assert port.situation().question is not None, "the game itself is further"
        assert screen.port.situation().question is None
        assert "What happens · Enter or click: skip" in screen_text(app), "not how many: not each of them is seen"
        assert not any(MARCHED in line for line in log_of(app))
        screen.playback.step()
        screen.update_all()
        await settled(pilot)
        assert sum(MARCHED in line for line in log_of(app)) == 1
        for key, page in (("f7", "news"), ("l", "log"), ("f2", "map")):
            await pilot.press(key)
            await until(lambda page=page: screen.page == page, "the page that was asked for")  # type: ignore[misc]
        assert sum(MARCHED in line for line in log_of(app)) == 1, "a page skips nothing"
        for key in ("plus", "minus"):
            await pilot.press(key)
            await settled(pilot)
        assert sum(MARCHED in line for line in log_of(app)) == 1, "nor does who reads on in it"
        await pilot.press("t")
        await settled(pilot)
        assert isinstance(app.screen, PromptScreen), "one may talk meanwhile"
        await pilot.press("escape")
        await settled(pilot)
        assert sum(MARCHED in line for line in log_of(app)) == 1
        await pilot.press("1")
        await settled(pilot)
        assert sum(MARCHED in line for line in log_of(app)) == 2
        assert rows_of(app), "the question is asked"
        assert not screen.port.situation().planned, "the key that skipped has answered nothing"


@pytest.mark.asyncio
async def test_what_is_shown_has_the_line_under_the_map_wherever_the_mouse_and_the_cursor_are() -> None:
    app = app_of(enemy_turn(), pace=1e6)
    async with app.run_test(size=MIDDLE) as pilot:
        await settled(pilot)
        await end_movement(app)
        screen = game_screen(app)
        ticker = screen.query_one("#ticker").region.y
        first = "Minimal movement, free"
        await until(lambda: any(first in line for line in log_of(app)), "the first event")
        screen.announce("what was said of the decision before")
        screen.board_view.focus()
        board = screen.board_view
        box = board.layout_in_use.boxes[location_named("mito")]
        await pilot.hover(board, offset=(int(box.centre[0] - board.scroll_x), int(box.centre[1] - board.scroll_y)))
        screen.playback.step()
        screen.update_all()
        await until(lambda: "Ishida marches" in screen_lines(app)[ticker], "the second")
        assert screen.text_view("spot").lines[0].startswith(NAMES[FIRST]), "the page of the place goes with it"
        await pilot.press("1")
        await until(lambda: not screen.playback.situation().behind, "the end of it")
        await until(lambda: "Ishida marches" not in screen_lines(app)[ticker], "the line is the place's again")
        # That of the mouse, or of the line that is pointed at in the list that has come.
        page = screen.text_view("spot")
        await until(lambda: page.lines[0].startswith(NAMES[screen.spot_told_of]), "and so is the page")


@pytest.mark.asyncio
async def test_while_it_is_shown_the_last_line_of_what_happens_is_whole() -> None:
    app = app_of(enemy_turn(), pace=1e6)
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        await end_movement(app)
        screen = game_screen(app)
        await until(lambda: any("Minimal movement, free" in line for line in log_of(app)), "the first event")
        told = "what takes more than one row of the panel, long as it is, to be told at all"
        for number in range(12):
            screen.log_view.note(f"{number}: {told}")
        screen.update_all()
        await until(lambda: f"11: {told}" in note_in_sight(app), "the last line, whole")


@pytest.mark.asyncio
async def test_what_was_said_of_a_key_goes_with_the_next_one_and_what_came_unasked_stays() -> None:
    app = app_of(enemy_turn())
    async with app.run_test(size=MIDDLE) as pilot:
        await settled(pilot)
        screen = game_screen(app)
        await pilot.press("v")
        await until(lambda: "Your opponent has done nothing" in screen_text(app))
        await pilot.press("down")
        await until(lambda: "Your opponent has done nothing" not in screen_text(app))
        await pilot.press("9")
        await until(lambda: "No line has the digit 9." in screen_text(app))
        await pilot.press("f6")
        await until(lambda: "No line has the digit 9." not in screen_text(app))
        screen.announce("Somebody says something")
        await pilot.press("f2", "down")
        await until(lambda: "Somebody says something" in screen_text(app))


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [MIDDLE, LARGE], ids=["middle", "large"])
async def test_all_that_happened_since_the_last_decision_stays_in_sight(size: tuple[int, int]) -> None:
    port = enemy_turn()
    app = app_of(port)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await end_movement(app)
        await settled(pilot)
        assert not any("What you have decided" in line for line in news_of(app))
        ways = f"1 (I2) Kyoto → {NAMES[FIRST]}; 2 (I1) Kyoto → {NAMES[SECOND]}"
        assert ways in " ".join(news_of(app))
        await until(lambda: isinstance(app.screen, CardScreen), "the account of the turn")
        await close_cards(app)
        assert "nothing lost" in screen_text(app)
        assert "2 marches  (v: one by one)" in screen_text(app)
        news = game_screen(app).text_view("news")
        while "Marches: 1 (I2) Kyoto" not in screen_text(app):  # until the player acts
            assert "more below" in str(news.border_title) or "↓" in str(news.border_title), "it goes on"
            before = news.scroll_y
            await pilot.press("plus")
            await until(lambda before=before: news.scroll_y > before, "the rest of it")  # type: ignore[misc]
            await settled(pilot)
        assert game_screen(app)._telling.news.trails == [(KYOTO, FIRST), (KYOTO, SECOND)]
        drawn = {(trail.stops, trail.style, trail.number) for trail in game_screen(app).board_view._trails}
        assert drawn == {((KYOTO, FIRST), "trail", 1), ((KYOTO, SECOND), "trail", 2)}, "numbered as in the account"


@pytest.mark.asyncio
async def test_of_what_has_happened_and_what_is_planned_the_plan_alone_has_numbers_on_the_map() -> None:
    own = {"edo": ["tokugawa-3"], "mito": ["date-2"], "hand": ["tokugawa-single"]}
    table = position(own, {"kyoto": ["ukita-3", "mori-2", "mori-3"]}, active=ISHIDA)
    stack = table.state.pools[ISHIDA][KYOTO]
    script: list[Answer] = [March(stack[:2], (FIRST,), False, None), March(stack[2:], (SECOND,), False, None)]
    app = app_of(port_at(table, TOKUGAWA, Scripted([*script, EndMovement()])))
    async with app.run_test(size=LARGE) as pilot:
        await settled(pilot)
        await close_cards(app)
        await press_text(app, "Limited movement")

        def numbers() -> dict[str, list[int]]:
            trails = game_screen(app).board_view._trails
            return {style: [trail.number for trail in trails if trail.style == style] for style in ("trail", "plan")}

        numbered = [{"trail": [1, 2], "plan": [0]}, {"trail": [0, 0], "plan": [1, 2]}]
        for planned, expected in enumerate(numbered, start=2):
            await until(lambda: any("March from" in row.text for row in rows_of(app)), "the stacks")
            await press_text(app, "March from")
            await pilot.press("enter")
            await until(lambda at=planned: len(game_screen(app).port.situation().planned) == at, "planned")  # type: ignore[misc]
            await settled(pilot)
            assert numbers() == expected


@pytest.mark.asyncio
async def test_of_a_wide_place_below_the_map_the_account_of_a_turn_has_no_more_than_it_needs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(GameScreen, "_tells_beside", lambda screen, card: False)
    app = app_of(enemy_turn())
    async with app.run_test(size=(140, 43)) as pilot:
        await settled(pilot)
        await end_movement(app)
        await until(lambda: isinstance(app.screen, CardScreen), "the account of the turn")
        await settled(pilot)
        screen, box = game_screen(app), app.screen.query_one("#box")
        assert screen.alone
        await until(lambda: box.region.right == screen.query_one("#middle").region.right, "its place")
        assert box.region.width < 113
        assert not box.max_scroll_y, "all of it is in sight"
        assert screen.query_one("#middle").region.width == 140


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [MIDDLE, (120, 44), LARGE])
async def test_the_account_of_a_turn_stands_beside_the_map_and_leaves_what_it_speaks_of_in_sight(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GameScreen, "_tells_beside", lambda screen, card: False)  # else no box would come at all
    app = app_of(enemy_turn())
    ways = f"1 (I2) Kyoto → {NAMES[FIRST]}; 2 (I1) Kyoto → {NAMES[SECOND]}"
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await end_movement(app)
        await until(lambda: isinstance(app.screen, CardScreen), "the account of the turn")
        await settled(pilot)
        screen, box = game_screen(app), app.screen.query_one("#box")
        place = screen.query_one("#middle" if screen.alone else "#side").region

        def lies_there() -> bool:
            """Beside the map, or where that has all columns below it, with no more than its last five rows."""
            board = screen.board_view.region
            clear = box.region.y >= board.bottom - 5 if screen.alone else not box.region.overlaps(board)
            return clear and box.region.right == place.right and (screen.alone or box.region.width == place.width)

        await until(lies_there, "its place")
        assert screen.alone or not box.region.overlaps(screen.panel.region)
        assert box.region.bottom == screen.query_one("#side").region.bottom
        assert ways in box_of(app)
        assert {trail.style for trail in screen.board_view._trails} == {"trail"}
        await until(lambda: "click here: close" in screen_text(app), "what closes it")
        await pilot.press("3")
        said = ("3 was not taken: Enter, Escape or q closes this first", "3 not taken: Enter closes")
        await until(lambda: any(words in screen_text(app) for words in said), "that the key did nothing")
        if screen.alone:  # it covers what is asked, and leaves it on demand
            await pilot.press("f2")
            await until(lambda: box.region.height == FRAME_ROWS, "what lies behind it")
            await pilot.press("f2")
        await until(lambda: box.region.height > FRAME_ROWS, "the box")
        await resize(app, NARROW)
        await until(lambda: box.region.bottom <= screen.panel.region.bottom, "its place without pages")
        await resize(app, size)
        await until(lies_there, "its place again")
        while app.screen is not screen:  # one box after another, where they had no room together
            await pilot.press("enter")
            await settled(pilot)


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(120, 44), LARGE])
async def test_no_box_repeats_the_account_of_a_turn_without_losses_that_is_in_sight_beside_the_map(
    size: tuple[int, int],
) -> None:
    app = app_of(enemy_turn())
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await end_movement(app)
        await until(lambda: isinstance(app.screen, CardScreen), "the week that is over with it")
        await settled(pilot)
        assert box_of(app).startswith("Points: Tokugawa"), "nothing of the turn"
        assert "Marches" not in box_of(app)
        await close_cards(app)
        await settled(pilot)
        assert "You have lost nothing in this" in screen_text(app)
        assert f"(I2) Kyoto → {NAMES[FIRST]}" in screen_text(app)


@pytest.mark.asyncio
async def test_a_box_over_the_map_alone_grows_from_below() -> None:
    app = app_of(enemy_turn())
    async with app.run_test(size=MIDDLE) as pilot:
        await settled(pilot)
        screen = game_screen(app)
        await until(lambda: screen.alone, "the map alone")
        box = screen.card_screen(Card("Battle of Sunpu", [[("Ishida wins.", "plain")]] * 3))
        app.push_screen(box)
        await until(lambda: box.is_mounted and box.query_one("#box").region.bottom == screen.panel.region.bottom)
        assert not box.query_one("#box").region.overlaps(screen.board_view.region)


def box_of(app: ClientApp) -> str:
    """What the box over the game tells."""
    return " ".join(let_go(str(app.screen.query_one("#text", Static).content)).split())


@pytest.mark.asyncio
async def test_a_box_makes_room_for_the_result_of_a_game_that_is_broken_off() -> None:
    port = enemy_turn()
    app = app_of(port)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await end_movement(app)
        await until(lambda: isinstance(app.screen, CardScreen), "the account of the turn")
        ended = replace(port.situation(), question=None, ended=Ended(TOKUGAWA, "Ishida resigned", early=True))
        port.situation = lambda: ended  # type: ignore[method-assign]
        port._tell()
        await until(lambda: isinstance(app.screen, ResultScreen), "the result")
        assert [each for each in app.screen_stack if isinstance(each, CardScreen)] == [app.screen]


@pytest.mark.asyncio
async def test_no_box_covers_what_the_player_is_writing() -> None:
    app = app_of(enemy_turn())
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        await pilot.press("t", *"well")
        await settled(pilot)
        port = game_screen(app).playback.inner
        port.act(EndMovement())
        await settled(pilot)
        assert isinstance(app.screen, PromptScreen), "the account of the turn waits"
        await pilot.press(*" done", "enter")
        await until(lambda: isinstance(app.screen, CardScreen), "the account of the turn")
        assert [line.text for line in port.chats()] == ["well done"]


@pytest.mark.asyncio
async def test_the_key_that_the_line_under_the_map_names_closes_the_box_over_it() -> None:
    app = app_of(enemy_turn())
    async with app.run_test(size=MIDDLE) as pilot:
        await settled(pilot)
        await end_movement(app)
        await until(lambda: isinstance(app.screen, CardScreen), "the account of the turn")
        await settled(pilot)
        await pilot.press("v")
        await until(lambda: not isinstance(app.screen, CardScreen), "the board")
        await until(lambda: "1/3 " in screen_text(app), "the first thing that has happened")


@pytest.mark.asyncio
@pytest.mark.parametrize("key", ["r", "o", "question_mark", "f1", "w"])
async def test_a_box_is_there_again_when_what_was_read_over_it_is_closed(key: str) -> None:
    """Else the next Enter, which is meant for the box, would take the first line of what is asked below."""
    app = app_of(enemy_turn())
    async with app.run_test(size=MIDDLE) as pilot:
        await settled(pilot)
        await end_movement(app)
        await until(lambda: isinstance(app.screen, CardScreen), "the account of the turn")
        await settled(pilot)
        box = app.screen
        await pilot.press(key)
        await until(lambda: app.screen is not box, "what is read over it")
        await settled(pilot)
        assert app.screen is not game_screen(app)
        await pilot.press("escape")
        await settled(pilot)
        assert app.screen is box
        await pilot.press("enter")
        await until(lambda: app.screen is game_screen(app), "the board")
        assert not game_screen(app).port.situation().planned


@pytest.mark.asyncio
async def test_what_the_opponent_did_is_walked_through_on_the_map() -> None:
    app = app_of(enemy_turn())
    async with app.run_test(size=NARROW) as pilot:
        await through_the_enemy_s_turn(pilot, app)
        board = game_screen(app).board_view
        assert {board._marks[place] for place in (FIRST, SECOND)} == {(("»", "trail"),)}
        assert "»" in screen_text(app)
        await pilot.press("v", "v")
        await until(lambda: f"2/3 (I2) Kyoto → {NAMES[FIRST]}" in screen_text(app))
        assert board._trails[-1] == Trail((KYOTO, FIRST), "walk")
        drawn = board.board.way(board._layout, (KYOTO, FIRST))
        sign = UNICODE.trail
        shown = screen_text(app)
        assert 0 < shown.count(sign) <= len(drawn), "the other way stands back"
        line = shown.splitlines()[game_screen(app).query_one("#ticker").region.y]
        await pilot.click("#ticker", offset=(line.index("v: on"), 0))
        await until(lambda: f"3/3 (I1) Kyoto → {NAMES[SECOND]}" in screen_text(app))
        await pilot.click("#ticker", offset=(line.index("V: back"), 0))
        await until(lambda: "2/3 " in screen_text(app))
        await pilot.press("v", "v")
        await until(lambda: "/3 " not in screen_text(app))
        assert all(trail.style == "trail" for trail in board._trails), "after the last all are shown alike"
        board.focus()
        await pilot.press("v", "v")
        await pilot.click("#ticker", offset=(line.index("v: on"), 0))
        await until(lambda: "3/3 " in screen_text(app), "a click goes on whatever has the keys")
        await pilot.click("#ticker", offset=(line.index("v: on"), 0))
        await until(lambda: "2 marches  (v: one by one)" in screen_text(app), "after the last all in a line")
        await pilot.click("#ticker", offset=(4, 0))
        await until(lambda: "1/3 " in screen_text(app), "and from the first again")


@pytest.mark.asyncio
@pytest.mark.parametrize("keys", ["list", "board"])
async def test_a_place_that_is_named_is_told_of_wherever_the_keys_are_and_the_cursor_was(keys: str) -> None:
    app = app_of(enemy_turn())
    async with app.run_test(size=NARROW) as pilot:
        await through_the_enemy_s_turn(pilot, app)
        screen = game_screen(app)
        news = "2 marches  (v: one by one)"

        def told() -> str:
            return screen_lines(app)[screen.query_one("#ticker").region.y]

        if keys == "board":
            screen.board_view.focus()
            await until(lambda: app.focused is screen.board_view, "the board")
        await pilot.press("v", "v", "v", "v")
        await settled(pilot)
        assert news in told(), "after the last all in a line"
        name = NAMES[screen.board_view.cursor]
        await pilot.press("g", *name.lower(), "enter")
        await until(lambda: f" {name} " in told() and "Highways: " in told(), "the place")
        if keys == "list":
            await pilot.press("down")
            await until(lambda: news in told(), "the news again")


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [NARROW, MIDDLE])
async def test_what_is_looked_back_at_is_seen_on_the_map_as_it_was_then(size: tuple[int, int]) -> None:
    app = app_of(enemy_turn())
    async with app.run_test(size=size) as pilot:
        await through_the_enemy_s_turn(pilot, app)
        screen = game_screen(app)
        board = screen.board_view

        def held() -> list[int]:
            assert board._view is not None
            return [len(board._view.state.pools[ISHIDA][place]) for place in (KYOTO, FIRST, SECOND)]

        there = held()[1] - 2
        before, now = [3, there, 0], [0, there + 2, 1]
        assert held() == now
        await pilot.press("f7")  # from whatever page

        def scores(view: View[Any], names: tuple[str, str]) -> list[Line]:
            return [[(f"{len(view.state.pools[ISHIDA][FIRST])} for {now[1]}", "plain")]]

        screen.interface.scores = scores  # type: ignore[method-assign]
        for expected in (before, [1, there + 2, 0], now):
            await pilot.press("v")
            await settled(pilot)
            assert board.region, "the map is in sight"
            assert held() == expected
            board.cursor = FIRST
            screen.show_spot()
            assert f"(I{expected[1]})" in "\n".join(screen.text_view("spot").lines)
            assert f"{expected[1]} for {now[1]}" in screen_lines(app)[0], "the score of then"
        await pilot.press("v")
        await settled(pilot)
        assert screen.page == "news", "after the last the page that one came from"
        await pilot.press("v", "escape")
        await settled(pilot)
        assert held() == now, "who goes back looks at what is the case"
        assert screen.page == "news" or size == MIDDLE


@pytest.mark.asyncio
@pytest.mark.parametrize("columns", [60, 80])
async def test_every_step_that_is_looked_back_at_says_that_it_is_as_it_was_then(columns: int) -> None:
    app = app_of(enemy_turn())
    async with app.run_test(size=(columns, 24)) as pilot:
        await settled(pilot)
        await end_movement(app)
        await close_cards(app)
        for at in ("1/3 ", "2/3 ", "3/3 "):
            await pilot.press("v")
            await until(lambda at=at: at in screen_text(app), at)  # type: ignore[misc]
            [line] = [line for line in screen_text(app).splitlines() if at in line]
            assert "as it was then" in line or line.startswith(f" then: {at}"), line


@pytest.mark.asyncio
async def test_what_came_before_the_last_decision_is_looked_back_at_with_the_turn_of_then() -> None:
    app = app_of(enemy_turn(paid=None))
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        await press_text(app, "Minimal")
        await end_movement(app)
        await close_cards(app)
        await settled(pilot)
        now = screen_lines(app)[0]
        await pilot.press("v")
        await until(lambda: "1/3 " in screen_text(app))
        assert "before:" not in screen_text(app)
        await pilot.press("V")
        await until(lambda: "before: 1/1 Tokugawa buys minimal movement" in screen_text(app))
        assert screen_lines(app)[0] != now, "the turn of then"
        await pilot.press("v")
        await until(lambda: "before:" not in screen_text(app))
        assert "1/3 " in screen_text(app)
        await pilot.press("V", "V")
        await until(lambda: "/3 " not in screen_text(app), "before the first nothing is pointed at")
        assert screen_lines(app)[0] == now


@pytest.mark.asyncio
async def test_who_goes_on_to_decide_looks_back_no_more() -> None:
    table = position({"edo": ["tokugawa-3"]}, {"kyoto": ["ukita-3"]}, paid=None)
    edo, mito = location_named("edo"), location_named("mito")
    script: list[Answer] = [
        Pay(Degree.MINIMAL, ()),
        March(table.state.pools[TOKUGAWA][edo], (mito,), False, None),
        EndMovement(),
    ]
    app = app_of(port_at(table, ISHIDA, Scripted(script)))
    async with app.run_test(size=LARGE) as pilot:
        await settled(pilot)
        await close_cards(app)
        await press_text(app, "Minimal")
        await pilot.press("v")
        panel = panel_of(app)
        for how in ("1", "enter", "click"):
            await until(lambda: "v: on, V: back)" in screen_text(app))
            if how == "click":
                await pilot.click("#choices", offset=(6, 0))
            else:
                await pilot.press(how)
            await until(lambda: "v: on" not in screen_text(app))
            await settled(pilot)
            assert panel.dialogue is not None
            assert panel.dialogue.depth == 0, f"{how} only comes back to now: nothing is taken under an old map"
            await pilot.press("v")
        await until(lambda: "v: on" in screen_text(app))
        await pilot.press("1", "1")
        await until(lambda: panel.dialogue is not None and panel.dialogue.depth == 1, "taken by the next")
        await pilot.press("backspace", "v")
        await until(lambda: "v: on" in screen_text(app))
        await pilot.press("down")  # what is pointed at to decide is pointed at on the map as it is
        await until(lambda: "v: on" not in screen_text(app))


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [NARROW, MIDDLE], ids=["narrow", "middle"])
async def test_who_looks_back_reads_any_place_as_it_was_then(size: tuple[int, int]) -> None:
    table = position({"edo": ["tokugawa-3"]}, {"kyoto": ["ukita-3"], "osaka": ["mori-2"]}, paid=None)
    edo, mito, osaka = (location_named(name) for name in ("edo", "mito", "osaka"))
    script: list[Answer] = [
        Pay(Degree.MINIMAL, ()),
        March(table.state.pools[TOKUGAWA][edo], (mito,), False, None),
        EndMovement(),
    ]
    app = app_of(port_at(table, ISHIDA, Scripted(script)))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await close_cards(app)
        await press_text(app, "Minimal")
        screen, panel = game_screen(app), panel_of(app)
        board, place = screen.board_view, screen.text_view("spot")

        async def reads(spot: Spot, words: str) -> None:
            await until(lambda: board.cursor == spot and words in " ".join(place.lines), words)
            await settled(pilot)
            assert screen.looks_back

        await pilot.press("v", "tab", *"gosak", "enter")
        await reads(osaka, "Mōri 2")
        await pilot.press("up", "down", *"gedo", "enter")
        await reads(edo, "1 hidden")
        box = board.layout_in_use.boxes[osaka]
        await pilot.click("#board", offset=(box.x - int(board.scroll_x), box.y - int(board.scroll_y)))
        await reads(osaka, "Mōri 2")
        await pilot.press("enter")
        await settled(pilot)
        assert not screen.looks_back, "whoever decides looks at what is the case"
        assert panel.dialogue is not None
        assert panel.dialogue.depth == 0, "and takes nothing that was not pointed at"
        assert panel.rows[panel.choices.highlighted or 0].spot == osaka
        await pilot.press("enter")
        await until(lambda: panel.dialogue is not None and panel.dialogue.depth == 1, "taken by the next")


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [NARROW, MIDDLE, LARGE], ids=str)
async def test_the_keys_of_looking_back_stand_in_the_bar_and_left_and_right_do_the_same(size: tuple[int, int]) -> None:
    app = app_of(enemy_turn())
    async with app.run_test(size=size) as pilot:
        await through_the_enemy_s_turn(pilot, app)
        now = screen_lines(app)[-1]
        await pilot.press("right", "left")
        await settled(pilot)
        assert not game_screen(app).looks_back
        game_screen(app).announce("Somebody is there")
        await pilot.press("v")
        await until(lambda: "1/3 " in screen_text(app), "what happened, at once")
        await until(lambda: screen_lines(app)[-1].startswith("v later V earlier Esc now F1 help F2 "))
        assert screen_lines(app)[-1].rstrip().endswith("q leave"), "pages give their words for it"
        await pilot.press("right", "right")
        await until(lambda: "3/3 " in screen_text(app))
        await pilot.press("left")
        await until(lambda: "2/3 " in screen_text(app))
        bar = screen_lines(app)[-1]
        await pilot.click("#bar", offset=(bar.index("earlier"), 0))
        await until(lambda: "1/3 " in screen_text(app))
        await pilot.click("#bar", offset=(bar.index("later"), 0))
        await until(lambda: "2/3 " in screen_text(app))
        await pilot.click("#bar", offset=(bar.index("now"), 0))
        await until(lambda: screen_lines(app)[-1] == now, "the keys of now")
        assert not game_screen(app).looks_back


@pytest.mark.asyncio
async def test_the_pages_beside_the_map_of_then_are_of_then_and_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_of(enemy_turn())
    async with app.run_test(size=LARGE) as pilot:
        await through_the_enemy_s_turn(pilot, app)
        screen = game_screen(app)

        def there(_page: object, view: View[Any], _columns: int, **_how: bool) -> list[Line]:
            return [[(f"{len(view.state.pools[ISHIDA][FIRST])} blocks", "plain")]]

        monkeypatch.setattr(type(screen.interface.pages[0]), "for_screen", there)
        screen.update_all()
        now = screen.text_view("hand").lines
        await pilot.press("v")
        await settled(pilot)
        assert [int(line.split()[0]) for line in screen.text_view("hand").lines] == [int(now[0].split()[0]) - 2]
        titles = [str(screen.text_view(name).border_title) for name in ("spot", "hand", "news")]
        assert titles == ["Place, as it was then", "Hand, as it was then", "What happened, up to now"]
        await pilot.press("escape")
        await settled(pilot)
        assert screen.text_view("hand").lines == now
        assert [str(screen.text_view(name).border_title) for name in ("spot", "hand")] == ["Place", "Hand"]


@pytest.mark.asyncio
async def test_all_about_a_place_of_then_leaves_out_what_came_later() -> None:
    app = app_of(enemy_turn())
    async with app.run_test(size=LARGE) as pilot:
        await through_the_enemy_s_turn(pilot, app)
        screen = game_screen(app)

        def told(spot: Spot) -> str:
            return "\n".join(plain_text(line) for line in [*screen.happened_at(spot), *screen.news_at(spot)])

        assert MARCHED in told(SECOND)
        assert "»" in told(SECOND)
        for step in (1, 2):
            await pilot.press("v")
            await settled(pilot)
            assert (MARCHED in told(FIRST)) == ("»" in told(FIRST)) == (step == 2)
            assert MARCHED not in told(SECOND)
            assert "»" not in told(SECOND)


@pytest.mark.asyncio
async def test_where_the_mouse_rests_is_told_although_something_that_happened_is_pointed_at() -> None:
    app = app_of(enemy_turn())
    async with app.run_test(size=MIDDLE) as pilot:
        await settled(pilot)
        await end_movement(app)
        await close_cards(app)
        board = game_screen(app).board_view
        box = board._layout.boxes[KYOTO]
        await pilot.hover(board, offset=(int(box.centre[0] - board.scroll_x), int(box.centre[1] - board.scroll_y)))
        await until(lambda: board.hovered == KYOTO)
        await pilot.press("v")
        await until(lambda: "1/3 " in screen_text(app), "the mouse has only been lying there")
        await pilot.hover("#bar")
        await pilot.hover(board, offset=(int(box.centre[0] - board.scroll_x), int(box.centre[1] - board.scroll_y)))
        await until(lambda: "1/3 " not in screen_text(app))


@pytest.mark.asyncio
async def test_what_the_opponent_does_is_shown_on_the_board_whatever_page_hides_it() -> None:
    app = app_of(enemy_turn(), pace=1e6)
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        await pilot.press("f3")
        assert game_screen(app).page == "hand"
        await end_movement(app)
        screen = game_screen(app)
        await until(lambda: bool(screen.playback.situation().behind), "something to be shown")
        await until(lambda: screen.page == screen.pages[0], "the board in front")


@pytest.mark.asyncio
async def test_bids_and_discards_stay_in_sight() -> None:
    port = practice_game(3)
    app = app_of(port)
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        await pilot.press("1")
        await settled(pilot)
        assert rows_of(app)[0].mark, "a digit marks a card"
        assert not any(isinstance(event, BothActed) for event in port.situation().events), "and gives no bid"
        await pilot.press("enter")
        await until(lambda: any(isinstance(event, BothActed) for event in port.situation().events))
        await pilot.press("i")
        await settled(pilot)
        text = screen_text(app)
        assert "Tokugawa bids" in text
        assert "Ishida bids" in text
        assert "This week's discards and bids" in "\n".join(news_of(app))


@pytest.mark.asyncio
async def test_a_battle_ends_with_a_card() -> None:
    table = position(
        {"sunpu": ["tokugawa-3", "tokugawa-2"], "hand": ["tokugawa-single"]},
        {"sunpu": ["ukita-3"], "osaka": ["mori-2"]},
    )
    app = app_of(port_at(table, TOKUGAWA), pace=0.001)
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        await end_movement(app)
        for _ in range(12):
            if isinstance(app.screen, TextScreen):
                break
            await until(lambda: bool(rows_of(app)) or isinstance(app.screen, TextScreen))
            for key in ("1", "enter"):
                keys = [row.key for row in rows_of(app) if row.key in {"e", "y"}]
                if not isinstance(app.screen, TextScreen):
                    await pilot.press(*(keys or [key]))
                    await settled(pilot)
        await until(lambda: isinstance(app.screen, TextScreen))
        await settled(pilot)
        text = screen_text(app)
        assert "Battle of Sunpu" in text
        assert "wins the battle of Sunpu" in text
        assert " lost: " in text


def plan_port() -> PracticePort[State, Answer]:
    table = position(
        {"edo": ["tokugawa-3"], "mito": ["date-2"], "hand": ["date-single", "date-swords"]},
        {"kyoto": ["ukita-3"]},
        paid=None,
    )
    return port_at(table, TOKUGAWA)


def told(port: PracticePort[State, Answer]) -> int:
    return len(port.situation().events)


@pytest.mark.asyncio
async def test_the_enemy_s_ways_stay_on_the_map_while_marches_are_planned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(News, "trails", [(KYOTO, FIRST)])
    monkeypatch.setattr(News, "marks", {FIRST: (("»", "trail"),)})
    app = app_of(plan_port())
    async with app.run_test(size=MIDDLE) as pilot:
        await settled(pilot)
        board = game_screen(app).board_view

        def drawn() -> tuple[set[str], bool]:
            return {trail.style for trail in board._trails}, FIRST in board._marks

        await press_text(app, "Minimal")
        assert drawn() == ({"trail"}, True), "what is paid takes no way"
        await press_text(app, "March from Edo")
        assert "»" in screen_text(app), "what has happened is marked while it is chosen where to go"
        await press_text(app, "Edo → Mito")
        assert drawn() == ({"plan", "trail"}, True), "whoever plans the next asks where they came from"
        await pilot.press("u")
        await settled(pilot)
        assert drawn() == ({"trail"}, True), "taken back it is as before"


@pytest.mark.asyncio
async def test_a_plan_is_undone_step_by_step_and_wholly_and_nobody_hears_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    port = plan_port()
    app = app_of(port)
    async with app.run_test(size=MIDDLE) as pilot:
        await settled(pilot)
        before = told(port)
        assert "Enter: plan it, u: undo" in screen_text(app)
        await press_text(app, "Minimal")
        await press_text(app, "March from Edo")
        await press_text(app, "Edo → Mito")
        situation = game_screen(app).port.situation()
        assert [type(step.action) for step in situation.planned] == [Pay, March]
        assert "for good, with 2 planned steps" in screen_text(app), "no move is left but to end"
        assert ("plan" in {trail.style for trail in game_screen(app).board_view._trails}) is True
        ways = [line for line in screen_text(app).splitlines() if "Edo" in line and "Oyama" in line]
        assert UNICODE.way in "".join(ways), "it is seen without colours"
        await pilot.press("u")
        await settled(pilot)
        number = panel_of(app).choices.highlighted
        assert number is not None
        assert rows_of(app)[number].text.startswith("March from Edo"), "the line by which it came"
        await press_text(app, "March from Edo")
        await press_text(app, "Edo → Mito")
        await pilot.press("U")
        await settled(pilot)
        assert rows_of(app)[0].text.startswith("Minimal")
        assert told(port) == before


@pytest.mark.asyncio
@pytest.mark.parametrize(("no", "again"), [("1", "y"), ("n", "e")])
async def test_ending_with_moves_left_asks_and_sends_the_plan_in_order(no: str, again: str) -> None:
    port = plan_port()
    app = app_of(port)
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        before = told(port)
        await press_text(app, "Limited")
        await pilot.press("1", "enter", "e")
        await settled(pilot)
        assert "End your movement all the same?" in screen_text(app)
        assert "Edo could still take Takasaki, free: you +1." in screen_text(app)
        assert told(port) == before
        await pilot.press(no)
        await settled(pilot)
        assert rows_of(app)[-1].text.startswith("End your movement; what is planned goes out too"), "gone back"
        await pilot.press("e")
        await until(lambda: "e again: yes" in screen_text(app), "what the same again does")
        await pilot.press(again)
        await settled(pilot)
        events = port.situation().events[before : before + 2]
        assert [type(event.action) for event in events] == [Pay, EndMovement]  # type: ignore[union-attr]


@pytest.mark.asyncio
async def test_the_key_that_ends_says_yes_after_another_key_once_that_is_told_anew() -> None:
    port = plan_port()
    app = app_of(port)
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        before = told(port)
        await press_text(app, "Limited")
        await pilot.press("1", "enter", "e", "X")
        await until(lambda: "all the same?" in screen_text(app) and "e again: yes" not in screen_text(app), "no more")
        await pilot.press("e")
        await until(lambda: "e again: yes" in screen_text(app), "what the same again does")
        assert told(port) == before
        await pilot.press("e")
        await until(lambda: told(port) > before, "the end")


@pytest.mark.asyncio
async def test_the_key_that_ends_does_not_say_yes_while_it_is_only_held_down() -> None:
    port = plan_port()
    app = app_of(port, grace=0.4)
    async with app.run_test(size=NARROW) as pilot:
        panel_of(app)._under_mouse.clock = Clock()
        panel_of(app).moment.end()
        await settled(pilot)
        before = told(port)
        await press_text(app, "Limited")
        panel_of(app).moment.end()
        await pilot.press("1", "enter")
        panel_of(app).moment.end()
        await pilot.press("e", "e", "e")
        await settled(pilot)
        assert "End your movement all the same?" in screen_text(app)
        assert told(port) == before


@pytest.mark.asyncio
async def test_what_cannot_be_taken_back_says_so_and_why_before_it_takes_a_plan_along() -> None:
    table = position({"edo": ["tokugawa-3"] * 4, "mito": ["date-2"]}, {"oyama": ["ukita-3"]})
    port = port_at(table, TOKUGAWA)
    app = app_of(port)
    async with app.run_test(size=LARGE) as pilot:
        await settled(pilot)
        before = told(port)
        await press_text(app, "March from Mito")
        await press_text(app, "Mito → Sōma") if any("Sōma" in row.text for row in rows_of(app)) else await pilot.press(
            "1"
        )
        await settled(pilot)
        assert told(port) == before
        await press_text(app, "March from Edo")
        number = next(number for number, row in enumerate(rows_of(app)) if "overruns" in row.text)
        panel_of(app).choices.highlighted = number
        await settled(pilot)
        assert "for good, with 1 planned step" in screen_text(app)
        await pilot.press("enter")
        await settled(pilot)
        assert told(port) == before, "it says that it is for good"
        assert "The enemy's blocks at Oyama are overrun" in flowing(app)
        await pilot.press("y")
        await settled(pilot)
        assert told(port) > before + 1


@pytest.mark.asyncio
async def test_marking_one_too_many_replaces_the_first() -> None:
    hand = ["date-single", "maeda-single", "fukushima-single"]
    table = position({"edo": ["tokugawa-3"], "hand": hand}, {"kyoto": ["ukita-3"]}, paid=None)
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        await press_text(app, "Limited movement")
        await pilot.press("1", "2")
        await settled(pilot)
        assert [row.mark for row in rows_of(app)] == [False, True, False, None]
        assert "takes the mark" not in screen_text(app), "one alone can be marked"
        await pilot.press("backspace")
        await press_text(app, "Total movement")
        await pilot.press("1", "2", "3")
        await settled(pilot)
        assert sum(row.mark is True for row in rows_of(app)) == 2
        assert "That takes the mark from" in screen_text(app)


@pytest.mark.asyncio
@pytest.mark.parametrize("on_the_board", [False, True])
async def test_keys_mean_what_the_panel_says_wherever_the_focus_is(*, on_the_board: bool) -> None:
    hand = ["date-single", "maeda-single", "fukushima-single"]
    table = position({"edo": ["tokugawa-3"], "hand": hand}, {"kyoto": ["ukita-3"]}, paid=None)
    port = port_at(table, TOKUGAWA)
    app = app_of(port)
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        before = told(port)
        await press_text(app, "No movement")
        if on_the_board:
            await pilot.press("tab")
            await settled(pilot)
            assert game_screen(app).board_view.has_focus
        for key, marks in (("a", "xxx"), ("space", "-xx"), ("2", "--x"), ("1", "x-x")):
            await pilot.press(key)
            await settled(pilot)
            assert "".join(["x" if row.mark else "-" for row in rows_of(app)[:3]]) == marks, key
        await pilot.press("backspace")
        await settled(pilot)
        assert rows_of(app)[0].text.startswith("Minimal")
        await pilot.press("4", "3", "enter")
        await settled(pilot)
        assert told(port) == before, "for good, to which a line has led"
        await pilot.press("enter")
        await until(lambda: told(port) > before, "what Enter confirms")


@pytest.mark.asyncio
async def test_the_log_scrolls_by_keyboard_during_a_decision() -> None:
    port = practice_game(2)
    app = app_of(port)
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        log = game_screen(app).query_one("#log", TextView)
        for number in range(60):
            game_screen(app).log_view.note(f"line {number}")
        await pilot.press("l")
        await settled(pilot)
        end = log.scroll_y
        assert end > 0
        await pilot.press("minus")
        await settled(pilot)
        assert log.scroll_y < end
        await pilot.press("plus")
        await settled(pilot)
        assert log.scroll_y == end


def test_at_the_fastest_pace_everything_is_shown_at_once() -> None:
    port = enemy_turn()
    playback = PlaybackPort(port, 1.5)
    playback.situation()
    port.act(EndMovement())
    assert playback.situation().behind
    for pace in (1.2, 0.5, 0.0, 0.0):
        assert playback.change_pace(-1) == pace
    assert not playback.situation().behind


def test_what_was_not_shown_since_an_answer_has_its_time_is_known() -> None:
    port = enemy_turn()
    playback = PlaybackPort(port, 1.5)
    playback.situation()
    port.act(EndMovement())
    assert playback.situation().behind
    assert not playback.take_hurried()
    now = port.situation()
    port.situation = lambda: replace(now, answer_by=1.0)  # type: ignore[method-assign]
    assert not playback.situation().behind
    assert playback.take_hurried()
    assert not playback.take_hurried(), "once"


@pytest.mark.asyncio
async def test_a_question_mark_explains_the_decision_at_hand() -> None:
    table = position(
        {"sunpu": ["tokugawa-3", "date-2"], "hand": ["tokugawa-single", "date-single", "date-swords"]},
        {"sunpu": ["ukita-3", "mori-2"], "hand": ["ukita-single"]},
    )
    app = app_of(port_at(combat_phase(table), TOKUGAWA))
    async with app.run_test(size=(120, 60)) as pilot:
        await until(lambda: "If it stands: you lead 3 to 0" in flowing(app), "the deployments")
        assert "If it stands: you lead 3 to 0, losses you 0, Ishida 1; Ishida deploys next." in flowing(app)
        assert re.search(
            r"If challenged \(\d+% that Ishida can\): you hold no second Tokugawa card, it fights for Ishida",
            flowing(app),
        )
        number = next(number for number, row in enumerate(rows_of(app)) if "Date 2 with Date card" in row.text)
        panel_of(app).choices.highlighted = number
        await settled(pilot)
        assert "Their challenge would fail: you can show Date swords" in flowing(app)
        await pilot.press("question_mark")
        await settled(pilot)
        text = flowing(app)
        losses = "Ishida loses no blocks as it stands: 0 for impact 0, one per 7, none for a defeat."
        assert losses in text
        assert "Rule 8.2.2 " in text
        assert "Example: " in text
        await pilot.press("escape", "o")
        await settled(pilot)
        assert "that a Loyalty Challenge is among them" in flowing(app)


def flowing(app: ClientApp) -> str:
    """What is on the screen as one text, whatever the lines are broken to."""
    return " ".join(screen_text(app).replace("│", " ").replace("┃", " ").split())


@pytest.mark.asyncio
async def test_the_player_is_called_when_it_is_the_own_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    monkeypatch.setattr(HeadlessDriver, "write", lambda driver, data: written.append(data))
    monkeypatch.delenv("SEKIGAHARA_QUIET", raising=False)
    app = app_of(enemy_turn(), pace=1e6)
    async with app.run_test(size=MIDDLE) as pilot:
        await settled(pilot)
        assert title_codes("Sekigahara: your turn") in written
        await end_movement(app)
        await until(lambda: title_codes("Sekigahara: Bot") in written)
        app.app_focus = False
        await pilot.press("x")
        await settled(pilot)
        assert any(codes.startswith("\x07\x1b]9;Sekigahara: you are to ") for codes in written)


def test_nothing_in_a_name_ends_a_code_for_the_terminal() -> None:
    codes = title_codes("Eve\x07\x1b]0;x\x1b\\;y")
    assert codes.count("\x07") == 1
    assert codes.count("\x1b") == 1
    assert codes.count(";") == 1


@pytest.mark.asyncio
async def test_a_battle_and_a_week_that_end_together_have_a_card_each() -> None:
    table = position({"sunpu": ["tokugawa-3", "tokugawa-2"]}, {"sunpu": ["ukita-3"], "osaka": ["mori-2"]})
    port = port_at(combat_phase(table), TOKUGAWA, Scripted([EndDeployment(), Pay(Degree.MINIMAL, ()), EndMovement()]))
    app = app_of(port, pace=0.001)
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: any(row.mark is not None for row in rows_of(app)), "losses")
        await pilot.press("1", "enter", "1", "y")
        titles = []
        for _ in range(2):
            await until(lambda: isinstance(app.screen, TextScreen), "a card")
            await settled(pilot)
            titles.append(screen_text(app))
            await pilot.press("enter")
            await until(lambda: game_screen(app).is_current or screen_text(app) != titles[-1])
        assert "Battle of Sunpu" in titles[0]
        assert "Week 2 of 7 is over" in titles[1]


@pytest.mark.asyncio
async def test_the_box_of_a_week_tells_what_the_next_brings_and_nothing_drawn_before() -> None:
    """6.2."""
    port = enemy_turn()
    app = app_of(port)
    async with app.run_test(size=MIDDLE) as pilot:
        await settled(pilot)
        log = game_screen(app).log_view.log_of_game
        assert isinstance(log, SekigaharaLog)
        log._drawn = [[("You draw: an old card.", "own")]]
        await end_movement(app)
        await until(lambda: isinstance(app.screen, CardScreen), "the week is over")
        await settled(pilot)
        view = port.situation().view
        assert view is not None
        cards, blocks = view.state.pools[TOKUGAWA][HAND], view.state.pools[TOKUGAWA][RECRUITMENT]
        box = box_of(app)
        told = box[box.index("Week 3: what it brings you") :]
        assert f"You draw: {pieces_words(cards, view.faces)}." in told
        assert f"Into your box come: {pieces_words(blocks, view.faces)}." in told
        assert "an old card" not in told


class Clock:
    """A clock that stands until somebody moves it."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


async def first_moment(app: ClientApp) -> Clock:
    """What is asked has only just been seen, and nothing is answered until the clock is moved."""
    panel, clock = game_screen(app).panel, Clock()
    panel.moment.clock = clock
    panel.begin_moment()
    await until(lambda: panel.moment._ends is not None, "what is asked is seen")
    return clock


def two_stacks() -> ClientApp:
    """Two stacks, either of which may march, and a first moment in which nothing is answered."""
    stacks = {"edo": ["tokugawa-3"], "mito": ["date-2", "date-3"]}
    return app_of(port_at(position(stacks, {"kyoto": ["ukita-3"]}, paid="limited"), TOKUGAWA), grace=0.4)


@pytest.mark.asyncio
@pytest.mark.parametrize("first", ["space", "1", "click"])
async def test_what_has_skipped_takes_nothing_of_what_is_asked_then_for_longer_than_usual(first: str) -> None:
    """Whoever skips presses once too often, not having counted what there was to skip."""
    app = app_of(enemy_attack(), pace=1e6, grace=0.4)
    async with app.run_test(size=NARROW) as pilot:
        panel, clock = panel_of(app), Clock()
        panel.moment.clock = clock
        panel.moment.end()
        await settled(pilot)
        await end_movement(app)
        screen = game_screen(app)
        await until(lambda: bool(screen.playback.situation().behind), "something to be shown")
        assert screen._pacing is not None
        while screen.playback.situation().behind > 1:
            screen._pacing._step()  # so that no box tells of it once more
        screen._pacing.first_step.end()
        await settled(pilot)
        await (pilot.click(screen.board_view) if first == "click" else pilot.press(first))
        await until(lambda: bool(rows_of(app)) and panel.moment._ends is not None, "what is asked is seen")
        assert app.screen is screen
        rows = rows_of(app)
        clock.now += 0.9
        await pilot.press("space" if first == "click" else first)
        await settled(pilot)
        assert "choose again" in screen_text(app)
        panel.forget_complaint()
        await pilot.press("e")
        await settled(pilot)
        assert rows_of(app) is rows
        assert "choose again" not in screen_text(app), "another key is meant for what is asked"


@pytest.mark.asyncio
@pytest.mark.parametrize("key", ["space", "x"])
async def test_a_key_that_comes_just_after_what_it_was_to_skip_answers_nothing(key: str) -> None:
    """One that skips nothing counts sooner, but not before what is asked has been seen for a moment."""
    app = app_of(enemy_attack(), pace=1e6, grace=0.4)
    async with app.run_test(size=NARROW) as pilot:
        panel, clock = panel_of(app), Clock()
        panel.moment.clock = clock
        panel.moment.end()
        await settled(pilot)
        await end_movement(app)
        screen = game_screen(app)
        await until(lambda: bool(screen.playback.situation().behind), "something to be shown")
        assert screen._pacing is not None
        while screen.playback.situation().behind:
            screen._pacing._step()
        await until(lambda: bool(rows_of(app)) and panel.moment._ends is not None, "what is asked is seen")
        clock.now += 0.3
        panel.heard(key)
        assert panel.moment.lasts
        clock.now += 0.2
        assert panel.moment.lasts == (key == "space")
        clock.now += 0.6
        assert not panel.moment.lasts


@pytest.mark.asyncio
async def test_a_key_that_was_to_skip_what_is_over_by_now_answers_nothing() -> None:
    port = enemy_turn()
    app = app_of(port, pace=1e6, grace=0.4)
    clock = Clock()
    async with app.run_test(size=NARROW) as pilot:
        panel = panel_of(app)
        panel.moment.clock = clock
        panel.moment.end()
        await settled(pilot)
        await end_movement(app)
        screen = game_screen(app)
        await until(lambda: bool(screen.playback.situation().behind), "something to be shown")
        assert screen._pacing is not None
        while screen.playback.situation().behind:
            screen._pacing._step()
        assert rows_of(app) == [], "what was shown last is still looked at"
        screen._pacing._shown_at = None
        screen.update_all()
        await until(lambda: isinstance(app.screen, CardScreen), "the week is over")
        card = app.screen
        assert isinstance(card, CardScreen)
        await until(lambda: card.moment._ends is not None, "the card is seen")
        card.moment.end()
        panel.moment.begin()
        while app.screen is not screen:  # one box after another, where they have no room together
            card.moment.end()
            await pilot.press("enter")
            await settled(pilot)
        await until(lambda: screen.is_current and panel.moment._ends is not None, "the decision is seen")
        rows = rows_of(app)
        for key in ("enter", "space"):
            await pilot.press(key)
            await settled(pilot)
            assert rows_of(app) is rows, key
            assert "choose again" in screen_text(app)
        await pilot.press("1")
        await until(lambda: rows_of(app) is not rows, "a key that closes no box is meant for what is asked")


@pytest.mark.asyncio
async def test_the_key_that_ends_counts_as_soon_as_the_player_has_closed_a_box() -> None:
    stacks = {"edo": ["tokugawa-3"], "mito": ["date-2", "date-3"]}
    app = app_of(port_at(position(stacks, {"kyoto": ["ukita-3"]}, paid="limited"), TOKUGAWA), grace=0.4)
    clock = Clock()
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        screen = game_screen(app)
        box = screen.card_screen(Card("Battle of Sunpu", [[("Ishida wins.", "plain")]]))
        box.moment.clock = screen.panel.moment.clock = clock
        app.push_screen(box)
        await until(lambda: box.moment._ends is not None, "the box is seen")
        clock.now += 0.5
        await pilot.press("enter", "e")
        await until(lambda: "End your movement all the same?" in screen_text(app), "what ends is asked about")


@pytest.mark.asyncio
async def test_the_key_that_ends_does_not_even_point_in_the_first_moment() -> None:
    app = app_of(
        port_at(position({"edo": ["tokugawa-3"]}, {"kyoto": ["ukita-3"]}, paid="limited"), TOKUGAWA), grace=0.4
    )
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        panel = game_screen(app).panel
        await first_moment(app)
        before = panel.choices.highlighted
        await pilot.press("e")
        await settled(pilot)
        assert "choose again" in screen_text(app)
        assert panel.choices.highlighted == before


@pytest.mark.asyncio
async def test_enter_right_after_a_digit_that_took_its_line_takes_nothing() -> None:
    app = two_stacks()
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        panel = game_screen(app).panel
        await until(lambda: panel.moment._ends is not None, "what is asked is seen")
        panel.moment.clock = panel._by_sign.clock = clock = Clock()
        clock.now = panel.moment._ends or 0
        rows = rows_of(app)
        await pilot.press("2")
        await until(lambda: rows_of(app) is not rows, "the digit has taken its line")
        rows = rows_of(app)
        await pilot.press("enter")
        await settled(pilot)
        assert rows_of(app) is rows
        assert "A digit takes its line by itself" in screen_text(app)
        await pilot.press("enter")
        await until(lambda: rows_of(app) is not rows, "Enter once more")


@pytest.mark.asyncio
async def test_enter_right_after_a_digit_that_marks_confirms_whatever_the_digit_before_has_taken() -> None:
    app = app_of(plan_port())
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        panel = game_screen(app).panel
        await until(lambda: panel.moment._ends is not None, "what is asked is seen")
        panel.moment.clock = panel._by_sign.clock = clock = Clock()
        clock.now = panel.moment._ends or 0
        await pilot.press("2")
        await until(lambda: "discard 1 card" in screen_text(app), "limited movement")
        await settled(pilot)
        await pilot.press("1", "enter")
        await until(lambda: len(game_screen(app).port.situation().planned) == 1, "the payment")


@pytest.mark.asyncio
async def test_enter_right_after_space_confirms_whatever_the_digit_before_has_taken() -> None:
    app = app_of(plan_port())
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        panel = game_screen(app).panel
        await until(lambda: panel.moment._ends is not None, "what is asked is seen")
        panel.moment.clock = panel._by_sign.clock = clock = Clock()
        clock.now = panel.moment._ends or 0
        await pilot.press("2")
        await until(lambda: "discard 1 card" in screen_text(app), "limited movement")
        await settled(pilot)
        await pilot.press("space", "enter", "1")
        await until(lambda: len(game_screen(app).port.situation().planned) == 1, "the payment")
        await settled(pilot)
        assert panel.has_begun, "the digit behind it takes its line"


@pytest.mark.asyncio
async def test_a_box_that_comes_unasked_is_closed_by_what_it_names_and_says_so() -> None:
    app = app_of(enemy_turn(), grace=0.4)
    clock = Clock()
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        screen = game_screen(app)
        box = screen.card_screen(Card("Battle of Sunpu", [[("Ishida wins.", "plain")]]))
        box.moment.clock = screen.panel.moment.clock = clock
        app.push_screen(box)
        await until(lambda: box.moment._ends is not None, "the box is seen")
        await pilot.press("enter", "space")
        await settled(pilot)
        assert app.screen is box, "it has only just come"
        clock.now += 0.5
        await pilot.press("3")
        await until(lambda: "3 was not taken: Enter, Escape or q closes this first" in screen_text(app))
        await pilot.press("space")
        await until(lambda: screen.is_current)
        await until(lambda: screen.panel.moment._ends is not None, "what is asked is seen again")
        rows = rows_of(app)
        await pilot.press("enter")
        await settled(pilot)
        assert rows_of(app) is rows, "pressed twice for the box"


@pytest.mark.asyncio
@pytest.mark.parametrize(("key", "page"), [("f6", "log"), ("f3", "hand"), ("f7", "news")])
async def test_a_key_of_a_page_closes_a_box_that_came_unasked_and_shows_the_page(key: str, page: str) -> None:
    app = app_of(practice_game(2), grace=0.4)
    async with app.run_test(size=(100, 30)) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        screen = game_screen(app)
        clock = Clock()
        box = screen.card_screen(Card("Battle of Sunpu", [[("Ishida wins.", "plain")]]))
        box.moment.clock = clock
        app.push_screen(box)
        await until(lambda: box.moment._ends is not None, "the box is seen")
        await pilot.press(key)
        await settled(pilot)
        assert app.screen is box, "it has only just come"
        clock.now += 0.5
        await pilot.press(key)
        await until(lambda: screen.is_current and screen.page == page, page)


@pytest.mark.asyncio
async def test_what_is_asked_and_the_rule_of_it_are_read_over_a_box_that_came_unasked() -> None:
    app = app_of(practice_game(2))
    async with app.run_test(size=(100, 30)) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        app.push_screen(game_screen(app).card_screen(Card("Battle of Sunpu", [[("Ishida wins.", "plain")]])))
        await until(lambda: "Ishida wins." in screen_text(app), "the box")
        box = app.screen
        assert isinstance(box, CardScreen)
        box.moment.end()
        await pilot.press("question_mark")
        await until(lambda: isinstance(app.screen, ExplainScreen), "what is asked")
        await settled(pilot)
        await pilot.press("r")
        await until(lambda: isinstance(app.screen, RulesScreen), "the rules")
        await settled(pilot)
        await pilot.press("escape")
        await until(lambda: app.screen is box, "the box")


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(80, 24), (160, 48)], ids=str)
async def test_a_box_that_came_unasked_outlasts_settings_a_search_and_another_scale(size: tuple[int, int]) -> None:
    app = app_of(practice_game(2))
    async with app.run_test(size=size) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        screen = game_screen(app)
        app.push_screen(screen.card_screen(Card("Battle of Sunpu", [[("Ishida wins.", "plain")]])))
        await until(lambda: "Ishida wins." in screen_text(app), "the box")
        box = app.screen
        assert isinstance(box, CardScreen)
        box.moment.end()
        await pilot.press("comma")
        await until(lambda: app.screen is not box, "the settings")
        assert box in app.screen_stack
        await pilot.press("escape")
        await until(lambda: app.screen is box, "the box")
        scale = screen.board_view.layout_in_use.name
        await pilot.press("z")
        await until(lambda: screen.board_view.layout_in_use.name != scale, "another scale")
        assert app.screen is box
        await pilot.press("slash")
        await until(lambda: isinstance(app.screen, PromptScreen), "which word")
        await pilot.press(*"week", "enter")
        await until(lambda: app.screen is box and screen.page == "log", "the log")
        await settled(pilot)
        assert screen.log_view.searching
        assert "Ishida wins." not in screen_text(app), "it covers nothing of the log"
        assert "F2: read on" in screen_text(app)
        await pilot.press("f2")
        await until(lambda: "Ishida wins." in screen_text(app), "all of it again")


@pytest.mark.asyncio
@pytest.mark.parametrize("asked", [True, False])
async def test_a_box_over_the_panel_leads_to_what_is_asked_only_while_something_is(asked: bool) -> None:
    app = app_of(practice_game(2))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        screen = game_screen(app)
        screen.action_page("log")
        if not asked:
            screen.panel.wait("They decide", "There is nothing to do.")
        await settled(pilot)
        told = [[(f"Ishida wins {number} times.", "plain")] for number in range(18)]
        app.push_screen(screen.card_screen(Card("Battle of Sunpu", told)))
        await until(lambda: "wins 17" in screen_text(app) and "close" in screen_text(app), "the box")
        await settled(pilot)
        assert ("F2: Bid for the turn order" in screen_text(app)) == asked


async def click_words(pilot: Pilot[None], app: ClientApp, words: str) -> None:
    """Click where these words stand last on the screen."""
    rows = [(row, line) for row, line in enumerate(screen_text(app).splitlines()) if words in line]
    row, line = rows[-1]
    await pilot.click(offset=(line.rindex(words), row))


@pytest.mark.asyncio
async def test_cards_of_the_hand_are_marked_by_a_click_and_a_battle_of_the_log_is_unfolded() -> None:
    table = position(
        {"edo": ["tokugawa-3"], "hand": ["date-single", "date-single", "maeda-swords"]},
        {"kyoto": ["ukita-3"]},
        paid=None,
    )
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=LARGE) as pilot:
        await settled(pilot)
        await press_text(app, "No movement")
        for words, marks in (("Maeda swords, bid", "01"), ("× Date card, bid", "11"), ("× Date card, bid", "21")):
            hand = game_screen(app).query_one("#hand", TextView)
            number = next(n for n, line in enumerate(hand.lines) if words in line)
            await pilot.click("#hand", offset=(8, number + hand.gutter.top))
            await until(
                lambda marks=marks: "".join([str(row.marks) for row in rows_of(app)[:2]]) == marks,  # type: ignore[misc]
                f"{words}: {marks}",
            )
        screen = game_screen(app)
        log = screen.log_view
        log._items[:0] = [LogEntry([("Battle of Sunpu", "heading")], [[("Ishida deploys", "plain")]])]
        log.note("after it")
        log._lay_out(0)
        await until(lambda: "+ Battle of Sunpu" in log.lines)
        await settled(pilot)
        log.scroll_home(animate=False)
        await settled(pilot)
        await pilot.click("#log", offset=(6, log.gutter.top))
        await until(lambda: "   Ishida deploys" in log.lines, "what lies beneath")
        await pilot.press("l")
        await pilot.press("l")
        await until(lambda: "   Ishida deploys" in log.lines)


@pytest.mark.asyncio
async def test_the_log_is_at_its_end_when_a_turn_of_the_opponents_is_accounted_for() -> None:
    app = app_of(enemy_turn())
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        log = game_screen(app).log_view
        for number in range(60):
            log.note(f"line {number}")
        await pilot.press("l")
        await settled(pilot)
        await pilot.press("minus", "minus")
        await settled(pilot)
        away = log.scroll_y
        assert away < log.max_scroll_y
        log.note("something of no weight")
        await settled(pilot)
        assert log.scroll_y == away
        await end_movement(app)
        await until(lambda: isinstance(app.screen, CardScreen), "the account of the turn")
        await settled(pilot)
        assert log.scroll_y == log.max_scroll_y


@pytest.mark.asyncio
async def test_a_digit_pressed_too_early_points_at_its_line_so_that_enter_takes_that_one() -> None:
    app = two_stacks()
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        panel = game_screen(app).panel
        clock = await first_moment(app)
        rows = rows_of(app)
        await pilot.press("2")
        await settled(pilot)
        assert rows_of(app) is rows, "nothing is taken"
        assert panel.choices.highlighted == 1
        clock.now += 1
        await pilot.press("enter")
        await until(lambda: rows_of(app) is not rows, "the line that was meant")


@pytest.mark.asyncio
async def test_enter_alone_takes_nothing_for_good_before_the_player_has_come_to_it() -> None:
    """Whoever presses Enter for a box that never came has decided nothing."""
    table = position({"sunpu": ["tokugawa-3", "date-2"], "hand": ["tokugawa-single"]}, {"sunpu": ["ukita-3"]})
    port = port_at(combat_phase(table), TOKUGAWA)
    app = app_of(port)
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: any(row.key == "e" for row in rows_of(app)), "the deployment")
        await settled(pilot)
        events = len(port.situation().events)
        assert "Enter or a click, twice: for good" in screen_text(app)
        await pilot.press("enter")
        await settled(pilot)
        assert "For good: Enter again, or y." in screen_text(app)
        assert len(port.situation().events) == events
        await pilot.press("enter")
        await until(lambda: len(port.situation().events) > events, "the second time")


@pytest.mark.asyncio
async def test_what_cards_were_exchanged_for_is_told_at_once() -> None:
    """7.1: the next decision, such as a card for a block of the Mōri box, depends on it."""
    table = position({"edo": ["tokugawa-3"], "hand": ["date-single"]}, {"kyoto": ["ukita-3"]}, paid=None)
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=(80, 24)) as pilot:
        await press_text(app, "No movement; replace any number of cards")
        await settled(pilot)
        await pilot.press("a", "enter", "enter", "y")
        await until(lambda: isinstance(app.screen, CardScreen), "the box")
        assert "Your movement: what you draw" in screen_text(app)
        assert box_of(app).startswith("You draw: ")


@pytest.mark.asyncio
async def test_what_is_planned_is_told_step_by_step() -> None:
    stacks = {"edo": ["tokugawa-3"], "mito": ["date-2"]}
    app = app_of(port_at(position(stacks, {"kyoto": ["ukita-3"]}, paid="limited"), TOKUGAWA))
    async with app.run_test(size=MIDDLE) as pilot:
        for number, place in enumerate(("Edo", "Mito"), start=1):
            await press_text(app, f"March from {place}")
            await pilot.press("enter")
            await until(lambda at=number: len(game_screen(app).port.situation().planned) == at, "planned")  # type: ignore[misc]
        await settled(pilot)
        told = news_of(app)
        assert str(game_screen(app).text_view("news").border_title).startswith("Planned, not sent (click: undo)")
        assert told[0].startswith("1. Edo → ")
        assert told[0].endswith(", 1 block — free; you +1")
        assert told[1].startswith("2. Mito → ")

        at = next((line.index("1. Edo →"), y) for y, line in enumerate(screen_lines(app)) if "1. Edo →" in line)
        await pilot.click(offset=at)
        await settled(pilot)
        situation = game_screen(app).port.situation()
        assert (len(situation.planned), len(situation.undone)) == (1, 1), "it alone: the other needs it not"
        assert "Undone (D does it again): marches 1 block Edo →" in screen_text(app)
        await pilot.click("#ticker", offset=(4, 0))
        await settled(pilot)
        assert [line.partition(" →")[0] for line in news_of(app)[:2]] == ["1. Mito", "2. Edo"], "behind the others"


@pytest.mark.asyncio
async def test_what_was_undone_leaves_the_line_to_the_place_that_the_mouse_comes_to() -> None:
    table = position({"edo": ["tokugawa-3"], "mito": ["date-2"]}, {"kyoto": ["ukita-3"]})
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        await press_text(app, "March from Edo")
        await press_text(app, "Edo → Hakone")
        await until(lambda: len(game_screen(app).port.situation().planned) == 1, "a march")
        await pilot.press("u")
        await until(lambda: "D does it again" in screen_text(app), "what was undone")
        board = game_screen(app).board_view
        box = board.layout_in_use.boxes[location_named("hakone")]
        await pilot.hover(board, offset=(int(box.centre[0] - board.scroll_x), int(box.centre[1] - board.scroll_y)))
        await until(lambda: "D does it again" not in screen_text(app), "the place")
        ticker = game_screen(app).query_one("#ticker").region.y
        assert "Hakone" in screen_lines(app)[ticker]
        await pilot.hover("#bar")
        await until(lambda: "D does it again" in screen_text(app), "while it lasts")


@pytest.mark.asyncio
async def test_what_undoes_a_long_march_again_is_told_however_little_room_there_is() -> None:
    blocks = ["tokugawa-3", "tokugawa-2", "date-2", "ii-4", "date-3"]
    app = app_of(port_at(position({"edo": blocks}, {"kyoto": ["ukita-3"]}), TOKUGAWA))
    async with app.run_test(size=(50, 24)) as pilot:
        await settled(pilot)
        await press_text(app, "March from Edo")
        await press_text(app, "Edo → Hakone")
        await pilot.press("u")
        await settled(pilot)
        line = next(line for line in screen_lines(app) if "Undone (D does it again): marches 5 blocks" in line)
        assert line.rstrip().endswith("…"), "there is more of it"


@pytest.mark.asyncio
async def test_a_click_on_a_march_in_the_log_shows_its_way_and_another_takes_it_away() -> None:
    app = app_of(enemy_turn())
    async with app.run_test(size=(160, 48)) as pilot:
        await through_the_enemy_s_turn(pilot, app)
        screen = game_screen(app)
        log = screen.log_view
        entry = next(entry for entry in reversed(log.log_of_game.entries) if entry.trail)
        lines = [(y, plain_text(line)) for y, line in enumerate(log._lines)]
        row = log.row_of(next(y for y, text in lines if plain_text(entry.line) in text))
        log.scroll_to(y=max(0, row - 2), animate=False, immediate=True, force=True)
        await settled(pilot)
        for shown in (True, False):
            await pilot.click(log, offset=(6, row - int(log.scroll_y) + log.gutter.top))
            await settled(pilot)
            walked = [trail.stops for trail in screen.board_view._trails if trail.style == "walk"]
            assert walked == ([entry.trail] if shown else [])
            others = {trail.style for trail in screen.board_view._trails} - {"walk"}
            assert bool(others) != shown, "of the last turn no way and no sign stands beside it"
            assert bool(screen.board_view._marks) != shown
            assert bool(screen.news_at(FIRST)) != shown


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(80, 24), (120, 36), (160, 48)], ids=str)
async def test_a_way_of_the_log_goes_with_the_log_and_with_the_next_key(size: tuple[int, int]) -> None:
    app = app_of(enemy_turn())
    async with app.run_test(size=size) as pilot:
        await through_the_enemy_s_turn(pilot, app)
        screen = game_screen(app)
        log = screen.log_view

        def walked() -> bool:
            return "walk" in {trail.style for trail in screen.board_view._trails}

        async def click_on_way() -> None:
            screen.action_page("log")
            await settled(pilot)
            number = next(n for n, item in enumerate(log._items) if item.trail)
            log.bring_item_in_sight(number)
            await settled(pilot)
            row = log.row_of(log._starts[number])
            await pilot.click(log, offset=(6, row - int(log.scroll_y) + log.gutter.top))
            await settled(pilot)

        await click_on_way()
        assert walked()
        assert screen.board_view.region.height > 0, "where the log hides the map, that comes for the way"
        await pilot.press("z")
        await settled(pilot)
        assert walked(), "it is looked at"
        await pilot.press("down")
        await settled(pilot)
        assert not walked()
        if screen.beside:
            await click_on_way()
            assert walked()
            screen.action_page(screen.pages[0])
            await settled(pilot)
            assert not walked()


@pytest.mark.asyncio
async def test_a_log_that_lies_over_the_map_gives_it_back_for_the_way_that_is_clicked_in_it() -> None:
    app = app_of(enemy_turn())
    async with app.run_test(size=MIDDLE) as pilot:
        await through_the_enemy_s_turn(pilot, app)
        screen, board = game_screen(app), game_screen(app).board_view.region
        log = screen.log_view
        await pilot.press("f6")
        await until(lambda: log.region.overlaps(board), "the log over the map")
        number = next(n for n, item in enumerate(log._items) if item.trail)
        log.bring_item_in_sight(number)
        await settled(pilot)
        row = log.row_of(log._starts[number])
        await pilot.click(log, offset=(6, row - int(log.scroll_y) + log.gutter.top))
        await until(lambda: not log.region.overlaps(board), "the map, whole")
        assert screen.page == "log"
        assert [trail.style for trail in screen.board_view._trails] == ["walk"]
        await until(lambda: log.scroll_y <= row < log.scroll_y + log.size.height, "the line that was clicked")
        await pilot.press("f6")
        await until(lambda: log.region.overlaps(board), "the log over the map again")
        await pilot.press("f6")
        await until(lambda: log.region.width == MIDDLE[0], "all columns")
        await pilot.press("f6")
        await until(lambda: screen.page == screen.pages[0], "the map")


@pytest.mark.asyncio
async def test_while_cards_are_chosen_a_click_on_the_map_shows_the_place_and_a_drag_is_refused_for_them() -> None:
    hand = ["date-single", "maeda-single"]
    table = position({"edo": ["tokugawa-3"], "hand": hand}, {"kyoto": ["ukita-3"]}, paid=None)
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=MIDDLE) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        await press_text(app, "Limited")
        await settled(pilot)
        assert "discarded (7.1)" in flowing(app)
        screen, kyoto = game_screen(app), location_named("kyoto")
        box = screen.board_view.layout_in_use.boxes[kyoto]
        await pilot.click(screen.board_view, offset=(box.x, box.y))
        await until(lambda: screen.text_view("spot").lines[0].startswith("Kyoto"), "the place")
        assert "First choose" not in flowing(app)
        assert "discarded (7.1)" in flowing(app)
        panel_of(app).drag(location_named("oshi"))
        panel_of(app).drop(kyoto, cursor=kyoto)
        await until(lambda: "Nobody marches before movement is paid for (7.1)." in flowing(app))
        box = screen.board_view.layout_in_use.boxes[location_named("takasaki")]
        await pilot.click(screen.board_view, offset=(box.x, box.y))
        await until(lambda: "Nobody marches" not in flowing(app), "what was refused is no matter any more")


@pytest.mark.asyncio
async def test_a_map_of_no_use_leaves_in_sight_what_is_to_be_chosen() -> None:
    table = position({"sunpu": ["tokugawa-3", "tokugawa-2"]}, {"sunpu": ["ukita-3"], "osaka": ["mori-2"]})
    app = app_of(port_at(combat_phase(table), TOKUGAWA, Scripted([EndDeployment()])))
    async with app.run_test(size=MIDDLE):
        await until(lambda: any(row.mark is not None for row in rows_of(app)), "losses")
        dialogue = panel_of(app).dialogue
        assert dialogue is not None
        panel_of(app).pick_spot(location_named("kyoto"))
        assert str(panel_of(app).query_one("#note", Note).render()) == dialogue.note, "a place is only looked at"
        panel_of(app).drag(location_named("osaka"))
        panel_of(app).drop(location_named("kyoto"), cursor=location_named("kyoto"))
        said = f"Nothing is to be picked there now. {dialogue.note}"
        await until(lambda: str(panel_of(app).query_one("#note", Note).render()) == said)


def attacked(*, elsewhere: bool) -> PracticePort[State, Answer]:
    """Tokugawa is to end its movement; then Ishida fights at Sunpu, and takes Kuwana before that if `elsewhere`."""
    own = {"sunpu": ["tokugawa-3", "date-2"], "hand": ["tokugawa-single", "date-single", "tokugawa-loyalty"]}
    theirs = {"kyoto": ["ukita-3"], "hamamatsu": ["mori-2", "mori-3"], "hand": ["mori-single", "ukita-single"]}
    table = position(own, theirs, owners={"kuwana": TOKUGAWA})
    pools = table.state.pools[ISHIDA]
    kuwana = March(pools[KYOTO], (location_named("minakuchi"), location_named("kuwana")), False, None)
    sunpu = March(pools[location_named("hamamatsu")], (location_named("sunpu"),), False, None)
    marches = [kuwana, sunpu] if elsewhere else [sunpu]
    return port_at(table, TOKUGAWA, Scripted([Pay(Degree.LIMITED, pools[HAND][1:]), *marches, EndMovement()]))


@pytest.mark.asyncio
@pytest.mark.parametrize(("elsewhere", "told"), [(True, "▼ Kuwana  you 11 (-1) :"), (False, "you 12 :")])
async def test_at_the_first_decision_of_a_battle_the_line_tells_what_else_the_opponent_did(
    told: str, *, elsewhere: bool
) -> None:
    """What it has cost would be overlooked by whoever skips the turn; from the own answer on the page has the row."""
    app = app_of(attacked(elsewhere=elsewhere))
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        await end_movement(app)
        screen = game_screen(app)
        await until(lambda: screen.front == "battle" and bool(rows_of(app)), "the battle")
        await settled(pilot)
        line = screen.query_one("#ticker", LineView)
        assert line.region.height == 1
        text = line.render_line(0).text
        assert text.strip().startswith(told)
        assert "combat" not in text, "the page tells of that one"
        await press_text(app, "Let it stand")
        await settled(pilot)
        assert screen.front == "battle"
        assert rows_of(app)
        assert not line.region.height


@pytest.mark.asyncio
async def test_a_click_on_the_map_that_has_closed_a_box_points_at_the_place() -> None:
    app = app_of(attacked(elsewhere=False))
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        screen = game_screen(app)
        board, place = screen.board_view, location_named("osaka")
        assert board.cursor != place
        screen._click_through(board.region.offset + Offset(*board.layout_in_use.markers[place]))
        await settled(pilot)
        assert board.cursor == place


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(80, 24), (120, 36)], ids=str)
async def test_enter_after_a_click_beside_a_box_takes_no_line_of_another_place(size: tuple[int, int]) -> None:
    app = app_of(port_at(position({"edo": ["tokugawa-3"], "mito": ["date-2"]}, {"kyoto": ["ukita-3"]}), TOKUGAWA))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        screen, panel = game_screen(app), panel_of(app)
        board = screen.board_view
        board.centre_on(KYOTO)
        await settled(pilot)
        app.push_screen(screen.card_screen(Card("What happened", [[("Something", "plain")]])))
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
        assert panel.choices.highlighted is not None
        marker = board.layout_in_use.markers[KYOTO]
        screen._click_through(board.region.offset + Offset(*marker) - board.scroll_offset)
        await settled(pilot)
        assert board.cursor == KYOTO
        for key in ("enter", "space"):
            await pilot.press(key)
            await settled(pilot)
            assert panel.dialogue is not None
            assert panel.dialogue.depth == 0, "no stack is taken in hand for a place without one"
        assert panel.choices.highlighted is None


@pytest.mark.asyncio
async def test_enter_takes_the_line_of_the_place_to_which_the_cursor_has_come_while_one_looked_back() -> None:
    """The way of the log that is clicked ends the looking back, and the cursor stands where it has come to."""
    app = app_of(port_at(position({"edo": ["tokugawa-3"], "mito": ["date-2"]}, {"kyoto": ["ukita-3"]}), TOKUGAWA))
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        screen, panel = game_screen(app), panel_of(app)
        edo, mito = location_named("edo"), location_named("mito")
        board, news = screen.board_view, screen._telling.news
        board.focus()
        board.cursor = edo
        await settled(pilot)
        view = screen.port.situation().view
        assert view is not None
        news.changes, news._at = [Change([("Something", "plain")], (edo,), after=view.state)], 0
        assert screen.looks_back
        screen.show_news(screen.port.situation())
        board.cursor = mito
        await settled(pilot)
        pointed = panel.choices.highlighted
        assert pointed is not None
        assert "Edo" in panel.rows[pointed].text, "nothing is pointed at on the board as it was then"
        screen._telling.look_at((edo, location_named("oyama")), screen.port.situation())
        screen.show_news(screen.port.situation())
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
        assert panel.dialogue is not None
        assert panel.dialogue.origin == mito


@pytest.mark.asyncio
async def test_a_click_on_the_bar_that_has_closed_a_box_does_what_the_bar_says() -> None:
    app = app_of(attacked(elsewhere=False))
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        bar = screen_text(app).splitlines()[NARROW[1] - 1]
        game_screen(app)._click_through(Offset(bar.index("forces"), NARROW[1] - 1))
        await until(lambda: game_screen(app).page == "forces", "the page")
