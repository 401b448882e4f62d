"""What the player is told of the opponent's turn and of refusals: where it stands, when it comes, and when it goes."""

from __future__ import annotations

import pytest
from textual.widgets import Input, Static

from engine.sekigahara import Answer
from engine.sekigahara.board import location_named
from engine.sekigahara.chapters.chapter_6_week import BeginTurn
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, Pay
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.forms import Degree
from engine.sekigahara.state import State
from tests.engine.sekigahara.positions import position
from tests.tui.driving import (
    app_of,
    close_cards,
    game_screen,
    panel_of,
    press_text,
    rows_of,
    screen_lines,
    screen_text,
    settled,
    until,
)
from tests.tui.sekigahara.games import port_at, practice_game
from tests.tui.test_turns import FIRST, KYOTO, Scripted, end_movement, enemy_turn
from tui.app import ClientApp
from tui.dialogue import Dialogue
from tui.log import Card
from tui.practice import PracticePort
from tui.screens.card import CardScreen
from tui.steps import Menu, MenuItem

NARROW, WIDE = (80, 24), (120, 36)


def note_of(app: ClientApp) -> str:
    return str(panel_of(app).query_one("#note", Static).content)


@pytest.mark.asyncio
async def test_the_news_begin_at_the_top_when_there_is_something_new(monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_of(enemy_turn())
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        screen = game_screen(app)
        page, news = screen.text_view("news"), screen._telling.news
        monkeypatch.setattr(news, "lines", lambda plan="": [[(f"news {number}", "plain")] for number in range(80)])
        await pilot.press("i")
        screen.update_all()
        await until(lambda: page.max_scroll_y > 9 and page.allow_vertical_scroll, "a long page")
        page.scroll_to(y=9, animate=False, immediate=True)
        screen.update_all()
        await settled(pilot)
        assert page.scroll_y == 9, "nothing is new"
        await end_movement(app)
        await until(lambda: bool(news.changes), "the marches")
        await settled(pilot)
        assert page.scroll_y == 0


@pytest.mark.asyncio
async def test_page_down_turns_a_long_list_and_plus_the_page_beside_it() -> None:
    app = app_of(enemy_turn())
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        screen, panel = game_screen(app), panel_of(app)
        for number in range(60):
            screen.log_view.note(f"line {number}")
        await pilot.press("l")
        await settled(pilot)
        panel.ask(Dialogue(Menu("Which?", [MenuItem(f"item {n}", lambda: None) for n in range(40)])), at_once=True)
        await until(lambda: panel.choices.virtual_size.height > panel.choices.size.height > 0, "a long list")
        await settled(pilot)  # the log has given it rows
        at = screen.log_view.scroll_y
        await pilot.press("pagedown")
        await until(lambda: (panel.choices.highlighted or 0) > 0, "the list")
        assert screen.log_view.scroll_y == at
        highlighted = panel.choices.highlighted
        await pilot.press("minus")
        await until(lambda: screen.log_view.scroll_y < at, "the page")
        await pilot.press("plus")
        await until(lambda: screen.log_view.scroll_y == at, "the page again")
        assert panel.choices.highlighted == highlighted


@pytest.mark.asyncio
async def test_a_long_list_that_goes_no_further_leaves_the_keys_to_the_page_beside_it() -> None:
    app = app_of(enemy_turn())
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        screen, panel = game_screen(app), panel_of(app)
        log, choices = screen.log_view, panel.choices
        for number in range(60):
            log.note(f"line {number}")
        await pilot.press("l")
        await settled(pilot)
        panel.ask(Dialogue(Menu("Which?", [MenuItem(f"item {n}", lambda: None) for n in range(40)])), at_once=True)
        await until(lambda: choices.virtual_size.height > choices.size.height > 0, "a long list")
        await settled(pilot)  # the log has given it rows
        end = log.scroll_y
        choices.highlighted = 2
        await pilot.press("pageup")
        await until(lambda: choices.highlighted == 0, "the first line")
        assert log.scroll_y == end
        await pilot.press("pageup")
        await until(lambda: log.scroll_y < end, "the page")
        assert choices.highlighted == 0
        at = log.scroll_y
        for _ in range(40):
            await pilot.press("pagedown")
            await settled(pilot)
            if choices.highlighted == len(panel.rows) - 1:
                break
            assert log.scroll_y == at
        assert choices.highlighted == len(panel.rows) - 1
        await pilot.press("pagedown")
        await until(lambda: log.scroll_y > at, "the page")
        assert choices.highlighted == len(panel.rows) - 1


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [NARROW, WIDE])
async def test_a_battle_comes_before_a_page_that_was_opened_and_leaves_it_again(size: tuple[int, int]) -> None:
    table = position(
        {"sunpu": ["tokugawa-3", "tokugawa-2"], "edo": ["date-2"], "hand": ["tokugawa-single"]},
        {"sunpu": ["ukita-3"]},
    )
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        screen = game_screen(app)
        await pilot.press("i")
        assert screen.page == "news"
        await press_text(app, "End your movement")
        if screen.front is None:
            await press_text(app, "Yes, end")
        await until(lambda: screen.text_view("battle").region.height > 3, "the battle")
        assert screen.page == "battle"
        assert not screen.text_view("news").region.height
        screen.bring_to_front(None)
        assert screen.page == "news"


@pytest.mark.asyncio
async def test_a_refusal_is_told_once_and_goes_with_the_next_step() -> None:
    app = app_of(port_at(position({"edo": ["tokugawa-3"], "sunpu": ["date-2"]}, {"kyoto": ["ukita-3"]}), TOKUGAWA))
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        screen, panel = game_screen(app), panel_of(app)
        before = note_of(app)
        for key in ("tab", "down"):
            panel.complain("Not there.")
            assert note_of(app) == f"Not there. {before}"
            await pilot.press(key)
            await until(lambda: "Not there." not in note_of(app), key)
            if key == "tab":
                assert note_of(app) == before
                await pilot.press("tab")
                await settled(pilot)
        spot = next(spot for spot in range(20) if panel.told_of(spot) and not panel._dialogue.rows_of(spot))  # type: ignore[union-attr]
        why = panel.told_of(spot)[0]
        assert not panel.pick_spot(spot)
        assert note_of(app) == why, "nobody takes what is told of a line for part of it"
        assert why not in panel.told_of(spot)
        assert screen.is_current


@pytest.mark.asyncio
async def test_a_note_has_no_half_sentences() -> None:
    app = app_of(enemy_turn())
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        panel = panel_of(app)
        note = " ".join([f"This is sentence {number} of a note that has far too many of them." for number in range(9)])
        panel.ask(Dialogue(Menu("Which?", [MenuItem("this one", lambda: None)], note=note)), at_once=True)
        await until(lambda: "sentence 0" in screen_text(app))
        said = " ".join(screen_text(app).split())
        assert "sentence 8" not in said
        assert said.count("This is sentence") == said.count("too many of them.")


@pytest.mark.asyncio
async def test_a_card_that_comes_while_another_is_read_joins_it_and_no_key_goes_through() -> None:
    app = app_of(enemy_turn(), grace=0.4)
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        screen, now = game_screen(app), [100.0]
        assert screen._pacing is not None
        situation, rows = app.port.situation(), rows_of(app)
        screen._pacing.follow(situation, [Card("Battle of Sunpu", [[("Ishida wins.", "plain")]])])
        assert isinstance(app.screen, CardScreen)
        box: CardScreen = app.screen
        box.moment.clock = screen.panel.moment.clock = lambda: now[0]
        await pilot.press("1", "enter", "space")
        await until(lambda: box.moment._ends is not None, "the box is seen")
        await pilot.press("1", "enter", "space", "2")
        await settled(pilot)
        assert app.screen is box
        now[0] += 0.5
        screen._pacing.follow(situation, [Card("Week 2 is over", [[("13 to 7", "plain")]])])
        await until(lambda: box.moment._ends is not None and "Week 2 is over" in screen_text(app), "both")
        assert "Ishida wins." in screen_text(app)
        await pilot.press("enter")
        await settled(pilot)
        assert app.screen is box, "what has come just now has not been read"
        now[0] += 0.5
        await pilot.press("enter")
        await until(lambda: screen.is_current)
        await settled(pilot)
        assert not screen.cards_to_come
        assert rows_of(app) is rows, "no key went to the panel"


@pytest.mark.asyncio
async def test_a_card_waits_while_nobody_is_to_decide() -> None:
    app = app_of(enemy_turn())
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        screen = game_screen(app)
        assert screen._pacing is not None
        settles = [False]
        screen._pacing._settled = lambda: settles[0]
        screen._pacing.follow(app.port.situation(), [Card("Battle of Sunpu", [])])
        assert screen.is_current
        settles[0] = True
        screen._pacing.follow(app.port.situation(), [Card("Week 2 is over", [])])
        await until(lambda: "Battle of Sunpu" in screen_text(app) and "Week 2 is over" in screen_text(app), "one box")


@pytest.mark.asyncio
async def test_the_log_is_searched_by_keys_and_escape_leaves_the_search_first() -> None:
    app = app_of(enemy_turn())
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        screen = game_screen(app)
        for number in range(40):
            screen.log_view.note("Sunpu" if number in (5, 25) else f"line {number}")
        await pilot.press("slash")
        await until(lambda: "Empty: end the search" in screen_text(app), "the prompt")
        app.screen.query_one(Input).value = "sunpu"
        await pilot.press("enter")
        await until(lambda: "“sunpu” 1 of 2" in screen_text(app), "the newest of them")
        await pilot.press("n")
        await until(lambda: "“sunpu” 2 of 2 [n: older] [N: newer] [Esc: × end]" in screen_text(app), "an older one")
        await pilot.press("N")
        await until(lambda: "“sunpu” 1 of 2" in screen_text(app), "back")
        await pilot.press("escape")
        await until(lambda: "Log (/: search, [ ]: turns" in screen_text(app), "the end of the search")
        assert screen.page == "log"
        await pilot.press("escape")
        assert screen.page == screen.pages[0]


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [NARROW, WIDE])
async def test_what_is_found_in_the_log_is_in_sight(size: tuple[int, int]) -> None:
    app = app_of(enemy_turn())
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        screen = game_screen(app)
        for number in range(60):
            screen.log_view.note(
                "here is Kumano" if number in (5, 45) else f"line {number} with words enough to wrap " * 3
            )
        await settled(pilot)
        await pilot.press("slash")
        app.screen.query_one(Input).value = "kumano"
        await pilot.press("enter")
        await until(lambda: "1 of 2 [" in screen_text(app), "the newest of them")
        await settled(pilot)
        assert "here is Kumano" in screen_text(app)
        await pilot.press("n")
        await until(lambda: "2 of 2 [" in screen_text(app), "the one before")
        await settled(pilot)
        assert "here is Kumano" in screen_text(app)
        await pilot.resize_terminal(100, 30)
        await settled(pilot)
        assert "here is Kumano" in screen_text(app)


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [NARROW, WIDE])
async def test_the_line_of_what_happened_is_gone_once_something_is_planned_and_comes_back_with_it(
    size: tuple[int, int],
) -> None:
    app = app_of(plan_after_enemy())
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await end_movement(app)
        await close_cards(app)
        await until(lambda: "nothing lost" in screen_text(app), "what the enemy did")
        await press_text(app, "Minimal")
        await settled(pilot)
        assert "nothing lost" not in screen_text(app), "by the plan the points may be others"
        await pilot.press("u", "down")  # what was said of a key goes with the next
        await settled(pilot)
        assert "nothing lost" in screen_text(app)


def plan_after_enemy() -> PracticePort[State, Answer]:
    """It is Tokugawa's to move in turn A; Ishida marches, and turn B is Tokugawa's again."""
    table = position({"edo": ["tokugawa-3"]}, {"kyoto": ["ukita-3", "mori-2"], "osaka": ["ukita-2"]})
    agenda = table.state.agenda
    enemy = next(number for number, task in enumerate(agenda) if isinstance(task, BeginTurn))
    agenda.insert(enemy, BeginTurn(1, TOKUGAWA))
    stack = table.state.pools[ISHIDA][KYOTO]
    script: list[Answer] = [Pay(Degree.MINIMAL, ()), March(stack, (FIRST,), False, None), EndMovement()]
    return port_at(table, TOKUGAWA, Scripted(script))


@pytest.mark.asyncio
async def test_a_box_over_what_is_asked_says_in_its_foot_what_that_is() -> None:
    app = app_of(enemy_turn())
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        screen = game_screen(app)
        card = screen.card_screen(Card("Week 2", [[("A line.", "plain")]] * 8))
        await app.push_screen(card)
        await settled(pilot)
        asked = screen.panel.dialogue
        assert asked is not None
        assert card.query_one("#box").region.overlaps(screen.panel.region)
        foot = f"Enter or click here: close · F2: {asked.step.title}"
        await until(lambda: foot in screen_text(app), "what closes it, and what is asked")


@pytest.mark.asyncio
async def test_where_nothing_is_asked_a_box_lies_over_the_empty_panel_and_not_over_the_map() -> None:
    app = app_of(enemy_turn())
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        screen = game_screen(app)
        screen.panel.wait("They decide", "There is nothing to do.")
        card = screen.card_screen(Card("Battle of Sunpu", [[("Ishida wins.", "plain")]] * 3))
        await app.push_screen(card)
        await settled(pilot)
        box, panel = card.query_one("#box"), screen.panel.region
        await until(lambda: box.region.bottom == panel.bottom, "the box")
        assert not box.region.overlaps(screen.board_view.region)


@pytest.mark.asyncio
@pytest.mark.parametrize(("rows", "together"), [(3, True), (10, False)])
async def test_cards_that_would_hide_the_map_are_told_one_after_another(rows: int, together: bool) -> None:
    app = app_of(enemy_turn())
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        screen = game_screen(app)
        screen.panel.wait("They decide", "There is nothing to do.")
        cards = [Card(f"Battle {number}", [[("Ishida wins.", "plain")]] * rows) for number in (1, 2)]
        await app.push_screen(box := screen.card_screen(*cards))
        await settled(pilot)
        await until(lambda: (box.read == 0) == together, "the first of them, or both")
        board = screen.board_view.region
        assert box.query_one("#box").region.intersection(board).height <= 0.6 * board.height
        if not together:
            box.moment.end()
            await pilot.press("enter")
            await until(lambda: box.read == 2, "the other")
            assert app.screen is box


@pytest.mark.asyncio
async def test_where_no_pages_are_beside_the_map_a_box_leaves_the_answers_in_sight_and_a_key_shows_the_map_whole() -> (
    None
):
    app = app_of(enemy_turn())
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        screen = game_screen(app)
        for rows in (3, 40):  # what has no room above the answers has theirs too
            end = screen.panel.region.y if rows == 3 else screen.panel.region.bottom
            card = screen.card_screen(Card("Week 2", [[(f"line {row}", "plain")] for row in range(rows)]))
            await app.push_screen(card)
            await settled(pilot)
            box = card.query_one("#box")
            room = end - screen.query_one("#status").region.bottom
            await until(lambda box=box, rows=rows, room=room: box.region.height == min(rows + 2, room), "the box")  # type: ignore[misc]
            board, status = screen.board_view.region, screen.query_one("#status").region
            assert box.region.bottom == end
            assert box.region.y >= status.bottom
            asked = screen.panel.dialogue
            assert asked is not None
            behind = "the map whole" if rows == 3 else asked.step.title
            await until(lambda behind=behind: f"F2: {behind}" in screen_text(app), "the foot")  # type: ignore[misc]
            await pilot.press("f2")
            await until(lambda box=box, board=board: not box.region.overlaps(board), "the map whole")  # type: ignore[misc]
            await until(lambda: "F2: read on" in screen_text(app), "what the key did")
            await pilot.press("f2")
            await until(lambda box=box, rows=rows, room=room: box.region.height == min(rows + 2, room), "the box again")  # type: ignore[misc]
            await pilot.press("enter")
            await settled(pilot)


@pytest.mark.asyncio
async def test_a_line_of_the_log_leads_to_the_first_place_that_it_names_wherever_it_is_clicked() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=(160, 48)) as pilot:
        await settled(pilot)
        screen = game_screen(app)
        log = screen.log_view
        log.note("Ishida musters 1 block unseen at Aizu, and none at Edo.")
        log.note("Nothing is said of any place.")
        await settled(pilot)
        for words, place in (("Ishida musters", "aizu"), ("none at Edo", "edo"), ("Nothing is said", "edo")):
            x, y = next((line.index(words), y) for y, line in enumerate(screen_lines(app)) if words in line)
            at = x + words.index("Edo") if "Edo" in words else x
            await pilot.click(offset=(at, y))
            await settled(pilot)
            assert screen.board_view.cursor == location_named(place), words
