"""Room: the board keeps its place, what is below the edge of a list is told, and keys and pages stay put."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from textual.app import App, ComposeResult

from engine.hidden import Acted
from engine.sekigahara.board import LOCATIONS, location_named
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from tests.engine.sekigahara.positions import combat_phase, position
from tests.tui.driving import (
    app_of,
    close_cards,
    game_screen,
    note_in_sight,
    panel_of,
    press_row,
    press_text,
    random_rows,
    rows_of,
    screen_lines,
    screen_text,
    settled,
    until,
)
from tests.tui.hands import drawn
from tests.tui.sekigahara.games import port_at, practice_game
from tests.tui.test_lists_of_choices import many_stacks
from tui.app import ClientApp
from tui.dialogue import Dialogue
from tui.glyphs import UNICODE
from tui.news import News
from tui.screens.after_game import AfterGame
from tui.screens.board_screen import LONG_PAGE, STRIP
from tui.sekigahara.words.locations import NAMES
from tui.steps import Menu, MenuItem
from tui.theme import Theme
from tui.widgets.key_line import KeyLine
from tui.widgets.text_view import TextView

DECISIONS = 40
"""Lines that are taken of a game, in which a battle is fought as well."""


def stacks() -> ClientApp:
    tokugawa = {**many_stacks(), "hand": ["date-single"]}
    return app_of(port_at(position(tokugawa, {"kyoto": ["ukita-3"]}), TOKUGAWA))


def board_scrolls(app: ClientApp) -> bool:
    board = game_screen(app).board_view
    return board.show_vertical_scrollbar or board.show_horizontal_scrollbar


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (160, 48)])
async def test_after_all_zooms_the_board_is_what_it_was(size: tuple[int, int]) -> None:
    app = app_of(practice_game())
    async with app.run_test(size=size) as pilot:
        await until(lambda: not board_scrolls(app), "the whole map")
        board = game_screen(app).board_view
        before = board.layout_in_use, board.scroll_offset
        for _ in range(board.board.zooms):
            board.zoom()
            await pilot.pause()
        await until(lambda: not board_scrolls(app), "the whole map again")
        assert (board.layout_in_use, board.scroll_offset) == before


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(120, 36), (160, 48), (240, 70)])
async def test_the_map_is_all_there_and_every_list_begins_with_the_first_key(size: tuple[int, int]) -> None:
    app = stacks()
    async with app.run_test(size=size) as pilot:
        await until(lambda: "end your movement" in screen_text(app).lower() and not board_scrolls(app), "what ends it")
        assert panel_of(app).sign_of(0) == "1"
        await pilot.press("5")
        await until(lambda: bool(panel_of(app).dialogue and panel_of(app).dialogue.depth))  # type: ignore[union-attr]
        assert panel_of(app).sign_of(0) == "1"
        await press_row(app, 0)
        await until(lambda: bool(game_screen(app).port.situation().planned), "the march")
        await until(lambda: all(said in screen_text(app).lower() for said in ("undo", "end your movement")), "the keys")
        signs = [panel_of(app).sign_of(number) for number, row in enumerate(rows_of(app))]
        assert signs[:4] == ["1", "2", "3", "4"], "who may go on stands behind the others, and is pointed at"
        assert rows_of(app)[0].text.startswith("March")
        assert rows_of(app)[panel_of(app).choices.highlighted or 0].text.startswith("Go on")


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 36), (160, 48), (200, 60)], ids=str)
async def test_the_board_stays_where_it_is_whatever_is_decided_told_or_fought(size: tuple[int, int]) -> None:
    app = app_of(practice_game(3, ISHIDA))
    places = []
    async with app.run_test(size=size):
        screen, lines = game_screen(app), random_rows(app, Random(3))
        assert screen.classes  # the style sheets know the size by then
        for number in range(DECISIONS):
            if app.screen is screen and number % 5 == 0:
                app.simulate_key("h")  # that nobody gives hints here is told below the board
            await press_row(app, next(lines))
            await close_cards(app)
            await until(lambda: bool(rows_of(app)), "a question")
            await drawn(app.screen)
            await drawn(app.screen)
            places.append(screen.board_view.region)
            if screen.front is not None:
                list_of = screen.panel.choices
                assert list_of.size.height >= min(6, list_of.virtual_size.height), "the list of a battle"
    assert {place for place in places if place} == {places[0]}


@pytest.mark.asyncio
async def test_what_is_below_the_edge_is_told_and_what_is_always_wanted_stays_in_sight() -> None:
    tokugawa = {**many_stacks(), "hand": ["date-single"], "recruitment": ["fukushima-2"]}
    app = app_of(port_at(position(tokugawa, {"kyoto": ["ukita-3"]}), TOKUGAWA))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: " e end your movement  j muster" in screen_text(app), "the keys")
        await until(lambda: "more below" in screen_text(app), "how much is out of sight")
        panel = panel_of(app)
        below = panel.rows[panel.choices.size.height :]
        await until(lambda: f"{len(below)} more below" in str(panel.border_title), "with what the line below names too")
        for _ in range(3):
            await pilot.press("pagedown")
        await until(lambda: "more below" not in screen_text(app), "the end of the list")
        await until(lambda: " e end your movement  j muster" not in screen_text(app), "its own lines, and not twice")
        await pilot.press("j")
        await until(lambda: "Muster where" in screen_text(app), "the muster")


class LogApp(App[None]):
    CSS = "TextView { height: 1fr; }"

    def compose(self) -> ComposeResult:
        yield TextView("Log", Theme(UNICODE), follow=True, id="log")


@pytest.mark.asyncio
async def test_a_log_stays_where_somebody_reads() -> None:
    app = LogApp()
    async with app.run_test(size=(40, 12)):
        log = app.query_one("#log", TextView)
        log.append([[(f"line {number}", "plain")] for number in range(50)])
        await until(lambda: 0 < log.max_scroll_y == log.scroll_y, "the end")
        log.scroll_to(y=5, animate=False, immediate=True)
        await until(lambda: log.scroll_y == 5)
        log.append([[("something new", "plain")]])
        done: list[bool] = []
        log.call_after_refresh(lambda: log.call_after_refresh(done.append, True))
        await until(lambda: bool(done))
        assert log.scroll_y == 5
        log.scroll_end(animate=False)
        await until(lambda: log.scroll_y == log.max_scroll_y)
        log.append([[("and more", "plain")]])
        await until(lambda: "and more" in screen_text(app), "the end again")


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(160, 48), (200, 60)])
async def test_log_and_news_can_be_read_whatever_belongs_in_front(size: tuple[int, int]) -> None:
    table = combat_phase(position({"kyoto": ["tokugawa-3"], "hand": ["tokugawa-single"]}, {"kyoto": ["ukita-3"]}))
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=size):
        screen = game_screen(app)
        await until(lambda: screen.front == "battle" and screen.text_view("battle").region.height > 5, "the battle")
        for choice, page in ((AfterGame.NEWS, "news"), (AfterGame.LOG, "log")):
            screen.after_game(choice)
            await until(
                lambda page=page: (
                    screen.text_view(page).region.height >= 20  # type: ignore[misc]
                    and not screen.text_view("battle").region.height
                ),
                page,
            )
        screen.after_game(AfterGame.LOG)
        await drawn(screen)
        assert screen.log_view.region.height >= 20, "asked for once more it is there still"


def test_whoever_has_decided_nothing_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    log: Any = SimpleNamespace(in_sight=list, account=lambda _: [], changes=lambda *_: [], turn_of=lambda _: ISHIDA)
    news = News(log)
    assert [line[0][0] for line in news.lines()] == ["Since your last decision", "nothing"]
    monkeypatch.setattr(News, "mine_alone", True)
    news._seat = ISHIDA
    news._stretches[-1].append(SimpleNamespace(event=Acted(ISHIDA, None, {})))  # type: ignore[arg-type]
    assert [line[0][0] for line in news.lines()] == ["What you have decided", "nothing"]


@pytest.mark.asyncio
@pytest.mark.parametrize("beside", [True, False])
async def test_whoever_asks_for_the_forces_in_a_battle_can_read_them(*, beside: bool) -> None:
    table = combat_phase(position({"kyoto": ["tokugawa-3"], "hand": ["tokugawa-single"]}, {"kyoto": ["ukita-3"]}))
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=(120, 36)) as pilot:
        screen = game_screen(app)
        await until(lambda: screen.front == "battle" and screen.text_view("battle").region.height > 5, "the battle")
        if beside:
            await pilot.press("f2")
            await settled(pilot)
        assert screen.alone != beside
        await pilot.press("f5")
        await settled(pilot)
        assert screen.text_view("forces").region.height >= 12
        assert not screen.text_view("battle").region.height, "long as that may become"
        await pilot.press("f4")
        await settled(pilot)
        assert screen.text_view("battle").region.height > 5


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(120, 36), (160, 48), (200, 60)])
async def test_whoever_asks_for_the_hand_in_a_battle_has_it_beside_the_battle(size: tuple[int, int]) -> None:
    table = combat_phase(position({"kyoto": ["tokugawa-3"], "hand": ["tokugawa-single"]}, {"kyoto": ["ukita-3"]}))
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=size) as pilot:
        screen = game_screen(app)
        await until(lambda: screen.front == "battle" and screen.text_view("battle").region.height > 5, "the battle")
        await pilot.press("f3")
        await until(lambda: screen.text_view("hand").region.height > 2, "the hand")
        assert screen.text_view("battle").region.height >= 5
        assert "Tokugawa card, bid 2" in screen_text(app)


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(120, 36), (140, 40), (169, 43)])
async def test_below_a_map_with_all_columns_a_battle_and_every_brief_page_leave_it_as_it_is(
    size: tuple[int, int],
) -> None:
    table = combat_phase(position({"kyoto": ["tokugawa-3"], "hand": ["tokugawa-single"]}, {"kyoto": ["ukita-3"]}))
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=size) as pilot:
        screen = game_screen(app)
        await until(lambda: screen.front == "battle" and screen.text_view("battle").region.height > 8, "the battle")
        board, side = screen.board_view, screen.query_one("#side")
        assert board.size.width == size[0]
        before = board.region, board.layout_in_use, board.scroll_offset
        for number, page in enumerate(screen.pages[1:], start=3):
            await pilot.press(f"f{number}")
            await until(lambda page=page: screen.text_view(page).region.height > 3, page)  # type: ignore[misc]
            await drawn(screen)
            assert side.region.contains_region(screen.text_view(page).region)
            if screen.has_class(LONG_PAGE):
                assert not side.region.overlaps(board.region)
            else:
                assert (board.region, board.layout_in_use, board.scroll_offset) == before
            assert not side.region.overlaps(screen.panel.region)


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(120, 36), (140, 43), (160, 48)], ids=str)
async def test_beside_a_plan_the_whole_hand_is_in_sight_and_name_stack_and_roads_of_the_place(
    size: tuple[int, int],
) -> None:
    hand = ["fukushima-swords", "fukushima-double", "date-single", "maeda-swords", "date-double", "tokugawa-double"]
    hand.append("tokugawa-loyalty")
    own = {"edo": ["tokugawa-3", "maeda-1-gun", "date-2"], "sunpu": ["fukushima-2"], "hand": hand}
    app = app_of(port_at(position(own, {"kyoto": ["ukita-3"]}, paid=None), TOKUGAWA))
    async with app.run_test(size=size) as pilot:
        screen = game_screen(app)
        await until(lambda: bool(rows_of(app)), "the question")
        if not screen.has_class(STRIP):
            await pilot.press("f2")
            await until(lambda: screen.has_class(STRIP), "the map with all columns")
        await press_text(app, "Limited movement")
        await press_text(app, "Date card")
        await pilot.press("enter")
        await until(lambda: screen.has_class(STRIP) and bool(screen.port.situation().planned), "the plan")
        await drawn(screen)
        side = screen.query_one("#side").region
        pages = [screen.text_view(name) for name in ("spot", "hand", "news")]
        assert sum([page.region.height for page in pages]) == side.height
        spot, held, told = [
            "\n".join(
                [
                    line[page.region.x : page.region.right]
                    for line in screen_lines(app)[page.region.y : page.region.bottom]
                ]
            )
            for page in pages
        ]
        cards = ["Fukushima swords", "Fukushima double", "Maeda swords", "Date double", "Tokugawa double"]
        assert all(card in held for card in [*cards, "Loyalty Challenge"])
        assert held.count("\n") == screen.text_view("hand").virtual_size.height, "no row more than it takes"
        roads = ("Hakone",) if size == (120, 36) else ("Hakone", "Mito")
        assert all(words in spot for words in ("Edo", "[T3", *roads))
        assert "1. buys limited movement" in told


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(118, 30), (120, 36), (140, 40), (130, 41), (169, 43)])
async def test_the_line_under_a_map_that_has_all_columns_has_them_too(size: tuple[int, int]) -> None:
    app = stacks()
    async with app.run_test(size=size):
        screen = game_screen(app)
        line, side, panel = screen.query_one("#ticker"), screen.query_one("#side"), screen.panel

        def is_laid_out() -> bool:
            return line.region.width == size[0] and side.region.y == panel.region.y == line.region.bottom

        await until(is_laid_out, "the line above the decision and the pages")
        assert 0 <= side.region.x - panel.region.right <= 1
        assert side.region.bottom == panel.region.bottom


@pytest.mark.asyncio
async def test_the_page_of_the_place_tells_of_the_line_that_is_pointed_at_and_then_of_where_the_cursor_goes() -> None:
    app = app_of(port_at(position({"edo": ["tokugawa-3"], "mito": ["date-2"]}, {"kyoto": ["ukita-3"]}), TOKUGAWA))
    async with app.run_test(size=(120, 36)):
        screen = game_screen(app)
        await until(lambda: bool(rows_of(app)), "a question")

        async def told_of(name: str) -> None:
            await until(lambda: screen.text_view("spot").lines[0].startswith(name), name)

        for row in rows_of(app):
            if row.spot is not None:
                await until(lambda: bool(screen.panel.choices.has_focus))
                screen.panel.choices.highlighted = rows_of(app).index(row)
                await told_of(NAMES[LOCATIONS[row.spot]])
        screen.board_view.focus()
        screen.board_view.cursor = location_named("kyoto")
        await told_of("Kyoto")


@pytest.mark.asyncio
async def test_while_something_is_planned_the_hand_is_told_in_a_line_and_whole_to_whoever_asks_for_it() -> None:
    tokugawa = {"edo": ["tokugawa-3", "tokugawa-2"], "mito": ["date-2"], "hand": ["date-single", "date-single"]}
    app = app_of(port_at(position(tokugawa, {"kyoto": ["ukita-3"]}), TOKUGAWA))
    async with app.run_test(size=(120, 36)) as pilot:
        screen, hand = game_screen(app), game_screen(app).text_view("hand")
        await until(lambda: "2 × Date card, bid 2" in hand.lines, "the hand")
        await press_row(app, next(number for number, row in enumerate(rows_of(app)) if row.spot is not None))
        await until(lambda: bool(panel_of(app).dialogue and panel_of(app).dialogue.depth))  # type: ignore[union-attr]
        dialogue = panel_of(app).dialogue
        assert dialogue is not None
        await press_row(app, dialogue.first_row)
        await until(lambda: bool(screen.port.situation().planned), "a march")
        await until(lambda: hand.lines == ["2 × Date card"] and hand.region.height == 2, "a line")
        assert "2 × Date card" in screen_text(app)
        assert screen.text_view("news").region.height >= 4
        await pilot.press("f3")
        await until(lambda: "2 × Date card, bid 2" in hand.lines and hand.region.height > 8, "the page")
        await pilot.press("f2")
        await until(lambda: hand.lines == ["2 × Date card"], "a line again")


@pytest.mark.asyncio
async def test_the_hand_stays_in_sight_while_the_news_are_told() -> None:
    tokugawa = {"edo": ["tokugawa-3"], "hand": ["date-single", "date-single"]}
    app = app_of(port_at(position(tokugawa, {"kyoto": ["ukita-3"]}), TOKUGAWA))
    async with app.run_test(size=(140, 43)):
        screen, hand = game_screen(app), game_screen(app).text_view("hand")
        await until(lambda: "2 × Date card, bid 2" in hand.lines, "the hand")
        screen._side.set_class(True, "told")
        screen.show_news(screen.port.situation())
        await until(lambda: hand.lines == ["2 × Date card"] and hand.region.height == 2, "a line")
        assert screen.text_view("news").region.height >= 4


@pytest.mark.asyncio
async def test_of_a_place_it_is_told_which_of_its_roads_are_used_in_the_plan_alone() -> None:
    app = app_of(port_at(position({"edo": ["tokugawa-3"]}, {"kyoto": ["ukita-3"]}), TOKUGAWA))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = game_screen(app)
        await until(lambda: bool(rows_of(app)), "a question")
        await press_text(app, "March from Edo")
        await until(lambda: panel_of(app).has_begun, "the way")
        await pilot.press("g", *"oshi", "enter", "enter")
        await until(lambda: bool(screen.port.situation().planned), "a march")
        await pilot.press("g", *"edo", "enter", "p")
        await until(lambda: "Oshi (planned)" in screen_text(app), "the road")


@pytest.mark.asyncio
async def test_no_row_of_the_table_of_forces_is_broken_beside_the_map() -> None:
    app = app_of(port_at(position({"edo": ["tokugawa-3"]}, {"kyoto": ["ukita-3"]}), TOKUGAWA))
    async with app.run_test(size=(120, 36)) as pilot:
        screen = game_screen(app)
        await pilot.press("f5")
        forces = screen.text_view("forces")
        await until(lambda: forces.region.height > 5, "the forces")
        assert forces.row_of(3) == 3


@pytest.mark.asyncio
async def test_of_the_keys_below_a_list_those_without_room_are_left_out_whole() -> None:
    class KeyApp(App[None]):
        CSS = "KeyLine { height: 1; }"

        def compose(self) -> ComposeResult:
            yield KeyLine(id="keys")

    app = KeyApp()
    async with app.run_test(size=(80, 3)) as pilot:
        keys = [("e", "end your movement"), ("u", "undo"), ("U", "undo all"), ("S", "send it now")]
        app.query_one(KeyLine).show(keys)
        for columns, said in (
            (54, "e end your movement  u undo  U undo all  S send it now"),
            (53, "e end your movement  u undo  U undo all"),
            (38, "e end your movement  u undo"),
            (18, ""),
        ):
            await pilot.resize_terminal(columns, 3)
            await pilot.pause()
            assert screen_lines(app)[0].rstrip() == said


@pytest.mark.asyncio
@pytest.mark.parametrize("columns", [80, 60])
async def test_to_send_what_is_planned_has_room_in_the_line_of_keys_before_what_else_may_be_done(columns: int) -> None:
    tokugawa = {**many_stacks(), "hand": ["date-single"], "recruitment": ["fukushima-2"]}
    app = app_of(port_at(position(tokugawa, {"kyoto": ["ukita-3"]}), TOKUGAWA))
    async with app.run_test(size=(columns, 24)):
        await until(lambda: " e end your movement  j muster" in screen_text(app), "the keys")
        await press_row(app, 0)
        await press_row(app, 0)
        await until(lambda: bool(game_screen(app).port.situation().planned), "a march")
        await until(lambda: " e end your movement  S send it now  u undo" in screen_text(app), "to send it")


@pytest.mark.asyncio
async def test_what_a_digit_marks_out_of_sight_comes_into_sight() -> None:
    hand = [f"{name}-{kind}" for name in ("date", "maeda", "tokugawa") for kind in ("single", "swords", "double")]
    table = position({"edo": ["tokugawa-3"], "hand": hand}, {"kyoto": ["ukita-3"]}, paid=None)
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        await press_text(app, "Limited movement")
        await pilot.press("f2")
        await settled(pilot)
        choices = panel_of(app).choices
        assert "5) [ ]" not in screen_text(app)
        await pilot.press("5")
        await until(lambda: "5) [■]" in screen_text(app), "the line that was marked")
        assert choices.highlighted == 0, "what Enter and Space mean is what it was"
        await pilot.press("1")
        await until(lambda: "1) [■]" in screen_text(app), "a line above those in sight")


@pytest.mark.asyncio
async def test_the_log_in_front_has_all_rows_but_those_of_a_short_list() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: "Bid for the turn order" in screen_text(app), "the bid")
        await pilot.press("f6")
        await settled(pilot)
        screen = game_screen(app)
        for number in range(30):
            screen.log_view.note(f"line {number}")
        await until(lambda: "line 29" in screen_text(app), "the last line")
        assert screen.log_view.size.height >= 15
        assert screen.panel.choices.size.height >= 2


@pytest.mark.asyncio
@pytest.mark.parametrize("key", ["f5", "f6"])
async def test_a_page_beside_the_board_leaves_the_whole_of_it_in_sight(key: str) -> None:
    own = {"mito": ["tokugawa-3", "tokugawa-2"], "kiyosu": ["fukushima-2"], "hand": ["tokugawa-single"]}
    enemy = {"mito": ["ukita-3", "mori-2"], "kiyosu": ["mori-2"], "hand": ["ukita-single"]}
    app = app_of(port_at(combat_phase(position(own, enemy)), TOKUGAWA))
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: bool(rows_of(app)), "where to fight")
        board, mito = game_screen(app).board_view, location_named("mito")
        await press_text(app, "Mito")
        await close_cards(app)
        await settled(pilot)
        await pilot.press(key)
        await settled(pilot)
        side = game_screen(app).query_one("#side").region
        drawn = board.layout_in_use
        assert side.height > board.region.height, "the page has all rows"
        assert (drawn.columns, drawn.rows) == board.size, "the map is as large as the window that it has left"
        assert "Mito" in " ".join([line[: side.x] for line in screen_lines(app)[3 : board.region.bottom]])
        await pilot.press("f2")
        await settled(pilot)
        assert board.layout_in_use.boxes[mito].x > drawn.boxes[mito].x, "the map has all columns again"


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(80, 24), (100, 30)])
async def test_places_of_a_larger_map_stay_from_one_question_to_the_next(size: tuple[int, int]) -> None:
    app = stacks()
    async with app.run_test(size=size) as pilot:
        await until(lambda: len(rows_of(app)) > 10, "many stacks")
        usual = game_screen(app).board_view.size.height
        await pilot.press("f2")
        await settled(pilot)
        panel, board = panel_of(app), game_screen(app).board_view
        assert game_screen(app).alone
        rows = board.size.height
        assert rows > usual

        async def rows_asked(lines: int) -> int:
            panel.ask(Dialogue(Menu("Which?", [MenuItem("A line", lambda: 1)] * lines)), at_once=True)
            await settled(pilot)
            return board.size.height

        assert {await rows_asked(lines) for lines in (1, 4, 5, 6, 3, 1, 40)} == {rows}
        port = game_screen(app).port
        game_screen(app).show_decision(replace(port.situation(), question=None))
        await settled(pilot)
        assert board.size.height == rows


@pytest.mark.asyncio
@pytest.mark.parametrize("larger", [False, True])
@pytest.mark.parametrize("lines", [2, 12])
async def test_no_word_of_what_cannot_be_taken_back_is_cut(lines: int, *, larger: bool) -> None:
    app = stacks()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: len(rows_of(app)) > 10, "many stacks")
        if larger:
            await pilot.press("f2")
            await settled(pilot)
        panel, board = panel_of(app), game_screen(app).board_view
        warned = f"{'This is lost for ever and that as well. ' * 6}So it ends."
        panel.for_good, panel.why_for_good = lambda action: True, lambda action: warned
        items = [MenuItem(f"The line {number}", lambda: 1) for number in range(lines)]
        panel.ask(Dialogue(Menu("Which?", items)), at_once=True)
        await settled(pilot)
        await pilot.press(*(["down", "enter"] if larger else ["2"]))
        await until(lambda: warned in " ".join(note_in_sight(app).split()), "all of it")
        await settled(pilot)
        assert panel.choices.highlighted == 1
        assert "The line 1" in screen_text(app), "and what it is said of"
        panel.for_good, panel.why_for_good = lambda action: False, lambda action: ""
        answers = [MenuItem("No", lambda: 1), MenuItem("Yes", lambda: 2, key="y")]
        panel.ask(Dialogue(Menu("End?", answers, note=warned)), at_once=True)
        await until(lambda: warned in " ".join(note_in_sight(app).split()), "what is asked about")
        await settled(pilot)
        assert "No" in panel.rows[0].text
        assert panel.choices.out_of_sight() == (0, 0)
        assert board.size.height >= 9


@pytest.mark.asyncio
@pytest.mark.parametrize("key", ["f6", "f7"])
async def test_escape_leaves_a_page_for_the_battle_that_it_has_covered_and_that_for_the_board(key: str) -> None:
    table = combat_phase(position({"kyoto": ["tokugawa-3"], "hand": ["tokugawa-single"]}, {"kyoto": ["ukita-3"]}))
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=(100, 30)) as pilot:
        screen = game_screen(app)
        await until(lambda: screen.page == "battle", "the battle")
        await pilot.press(key)
        await until(lambda: screen.page not in ("battle", screen.pages[0]), "the page")
        await pilot.press("escape")
        await until(lambda: screen.page == "battle", "the battle again")
        await pilot.press("escape")
        await until(lambda: screen.page == screen.pages[0], "the board")


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(80, 24), (100, 30)])
async def test_a_page_that_hides_the_board_gives_it_back_by_its_own_key_and_says_so(size: tuple[int, int]) -> None:
    table = combat_phase(position({"kyoto": ["tokugawa-3"], "hand": ["tokugawa-single"]}, {"kyoto": ["ukita-3"]}))
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=size) as pilot:
        screen = game_screen(app)
        await until(lambda: screen.page == "battle", "the battle")
        await pilot.press("f4")
        await settled(pilot)
        assert screen.page == "battle", "it belongs there"
        await pilot.press("f6")
        await until(lambda: "F6: close" in screen_text(app) and "F6 close" in screen_text(app), "the log, and its end")
        await pilot.press("f6")
        await until(lambda: screen.page == "battle", "what it has hidden")
        await pilot.press("f2", "f6")
        await until(lambda: screen.page == "log", "the log")
        await pilot.press("f6")
        await until(lambda: screen.page == "battle", "what belongs in front")


@pytest.mark.asyncio
@pytest.mark.parametrize(("size", "ends"), [((100, 30), True), ((200, 60), False)])
async def test_a_search_ends_when_the_log_is_left_out_of_sight(size: tuple[int, int], *, ends: bool) -> None:
    app = app_of(practice_game(2))
    async with app.run_test(size=size) as pilot:
        screen = game_screen(app)
        await pilot.press("f6")
        await until(lambda: screen.log_view.region.height > 3, "the log")
        assert screen.log_view.search("draw")
        await pilot.press("f3")
        await until(lambda: screen.page == "hand" and (screen.log_view.region.height == 0) == ends, "the hand")
        await settled(pilot)
        assert screen.log_view.searching == (not ends)


@pytest.mark.asyncio
async def test_the_line_under_the_board_ends_where_a_long_page_begins() -> None:
    app = app_of(practice_game(2))
    async with app.run_test(size=(120, 36)) as pilot:
        screen = game_screen(app)
        await settled(pilot)
        line, side = screen.query_one("#ticker"), screen.query_one("#side")
        assert line.region.width == 120
        await pilot.press("f6")
        await until(lambda: side.region.height > 20, "the page")
        await until(lambda: line.region.right <= side.region.x, "what is said is not cut by it")
