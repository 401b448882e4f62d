"""What the mouse does on the map and in the lists: a muster begun on the map, the right button, where it rests."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from textual import events
from textual.geometry import Offset
from textual.pilot import Pilot

from engine.hidden import Piece
from engine.sekigahara.board import location_named
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from engine.sekigahara.components import TOKUGAWA
from tests.engine.sekigahara.positions import combat_phase, position
from tests.tui.driving import (
    app_of,
    game_screen,
    note_in_sight,
    panel_of,
    rows_of,
    screen_lines,
    screen_text,
    settled,
    until,
)
from tests.tui.sekigahara.games import port_at
from tui.app import ClientApp
from tui.boards import Trail
from tui.dialogue import Dialogue
from tui.lines import Line
from tui.log import LogEntry
from tui.moment import GRACE, FirstMoment
from tui.screens.dialog import Dialog
from tui.steps import BACK, Checklist, Menu, MenuItem
from tui.widgets.board_view import BoardView


def app_with_a_muster() -> ClientApp:
    table = position(
        {"mito": ["date-2"], "edo": ["tokugawa-3"], "recruitment": ["maeda-2", "tokugawa-2"]}, {"kyoto": ["ukita-3"]}
    )
    return app_of(port_at(table, TOKUGAWA))


async def click(pilot: Pilot[None], app: ClientApp, key: str, button: int = 1) -> None:
    view = game_screen(app).board_view
    box = view.layout_in_use.boxes[location_named(key)]
    offset = (box.x - int(view.scroll_x), box.y - int(view.scroll_y))
    await pilot.click("#board", offset=offset, button=button)


def asked(app: ClientApp) -> str:
    dialogue = panel_of(app).dialogue
    return "" if dialogue is None else dialogue.step.title


def pointed(app: ClientApp) -> str:
    at, rows = panel_of(app).choices.highlighted, rows_of(app)
    return rows[at].text if at is not None and at < len(rows) else ""


@pytest.mark.asyncio
async def test_a_muster_begins_where_it_is_clicked_on_the_map() -> None:
    app = app_with_a_muster()
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: asked(app) == "Your movement: every stack")
        await click(pilot, app, "kanazawa")
        await until(lambda: asked(app) == "Muster where, and how?")
        await until(lambda: pointed(app).startswith("Kanazawa: "))
        panel_of(app).back()
        await until(lambda: asked(app) == "Your movement: every stack")
        await click(pilot, app, "edo")
        await until(lambda: asked(app).startswith("March from Edo"), "who stands there comes first")


@pytest.mark.asyncio
async def test_a_muster_begins_where_the_arrows_have_gone_and_by_the_next_way() -> None:
    app = app_with_a_muster()
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: asked(app) == "Your movement: every stack")
        game_screen(app).board_view.focus()
        game_screen(app).board_view.cursor = location_named("kanazawa")
        await until(lambda: pointed(app).startswith("Muster from"))
        await pilot.press("enter")
        await until(lambda: pointed(app).startswith("Kanazawa: "))
        await pilot.press("backspace")
        await until(lambda: asked(app) == "Your movement: every stack")
        game_screen(app).board_view.cursor = location_named("edo")
        await until(lambda: pointed(app).startswith("March from Edo"))
        await pilot.press("n")
        await until(lambda: pointed(app).startswith("Muster from"))
        await pilot.press("n")
        await until(lambda: pointed(app).startswith("March from Edo"))


@pytest.mark.asyncio
async def test_a_right_click_tells_of_a_place_and_elsewhere_goes_a_step_back_and_takes_nothing() -> None:
    app = app_with_a_muster()
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: asked(app) == "Your movement: every stack")
        await click(pilot, app, "mito")
        await until(lambda: asked(app).startswith("March from ") and "where to?" in asked(app))
        await click(pilot, app, "edo", button=3)
        await until(lambda: isinstance(app.screen, Dialog), "what Edo is")
        assert "Roads: " in screen_text(app)
        assert "─ Edo ─" in screen_text(app)
        await pilot.click(offset=(60, 18), button=3)
        await until(lambda: not isinstance(app.screen, Dialog), "the box is left")
        assert asked(app).endswith("where to?"), "nothing else has come of it"
        await pilot.click("#choices", offset=(5, 0), button=3)
        await until(lambda: asked(app) == "Your movement: every stack")
        assert not game_screen(app).port.situation().planned
        await pilot.press("question_mark")
        await until(lambda: isinstance(app.screen, Dialog), "the explanation")
        assert app.screen.is_modal
        assert app.screen.styles.background.a < 1, "what lies under a box stays in sight"
        await pilot.click(offset=(60, 18), button=3)
        await until(lambda: not isinstance(app.screen, Dialog), "the box is left")


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("end", "follows"),
    [("hakone", "Your movement: 2 moves left"), ("shirakawa", "Forced march to Shirakawa: discard which card?")],
)
async def test_a_march_goes_by_the_second_click_on_its_end_whether_it_is_free_or_takes_a_card(
    end: str, follows: str
) -> None:
    """The one is planned by it, the other asks for its card."""
    table = position({"edo": ["tokugawa-3"], "hand": ["date-single"]}, {"kyoto": ["ukita-3"]}, paid="limited")
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: asked(app).startswith("Your movement"))
        await click(pilot, app, "edo")
        await until(lambda: asked(app) == "March from Edo: where to?")
        await click(pilot, app, end)
        await settled(pilot)
        assert asked(app) == "March from Edo: where to?"
        assert pointed(app).startswith("Edo → ")
        assert not game_screen(app).port.situation().planned
        await click(pilot, app, end)
        await until(lambda: asked(app) == follows, follows)


@pytest.mark.asyncio
async def test_a_click_on_the_line_under_the_map_goes_on_to_the_next_way() -> None:
    table = position({"mito": ["date-1-leader"], "hand": ["date-single"]}, {"kyoto": ["ukita-3"]})
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=(160, 48)) as pilot:
        await until(lambda: asked(app) == "Your movement: every stack")
        await click(pilot, app, "mito")
        await until(lambda: asked(app).startswith("March from ") and "where to?" in asked(app))
        await pilot.hover("#status")
        app.screen.set_focus(game_screen(app).board_view)
        game_screen(app).board_view.cursor = location_named("hakone")
        await until(lambda: "1 of 2 ways (n, or click here): " in screen_text(app))
        await pilot.click("#ticker", offset=(5, 0))
        await until(lambda: "2 of 2 ways (n, or click here): " in screen_text(app))


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(80, 24), (120, 36), (160, 48)], ids=str)
async def test_a_click_that_only_points_says_what_a_second_one_does(size: tuple[int, int]) -> None:
    app = app_with_a_muster()
    async with app.run_test(size=size) as pilot:
        await until(lambda: asked(app) == "Your movement: every stack")
        await click(pilot, app, "mito")
        await until(lambda: asked(app).startswith("March from ") and "where to?" in asked(app))
        view = game_screen(app).board_view
        box = view.layout_in_use.boxes[location_named("iwaki")]
        ticker = game_screen(app).query_one("#ticker").region.y
        await pilot.hover("#board", offset=(box.x - int(view.scroll_x), box.y - int(view.scroll_y)))
        await until(lambda: "Iwaki" in screen_lines(app)[ticker], "what it rests on")
        again = "A second click takes it." if size[0] > 120 else "Click again: Mito → Iwaki — free"
        assert again not in screen_lines(app)[ticker]
        await click(pilot, app, "iwaki")
        await until(lambda: again in screen_lines(app)[ticker], again)
        await click(pilot, app, "iwaki")
        await until(lambda: len(game_screen(app).port.situation().planned) == 1, "the march")


@pytest.mark.asyncio
async def test_what_was_refused_is_not_said_any_more_after_a_step_back() -> None:
    app = app_with_a_muster()
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: asked(app) == "Your movement: every stack")
        for button in (1, 3):
            await click(pilot, app, "mito")
            await until(lambda: asked(app).startswith("March from ") and "where to?" in asked(app))
            await click(pilot, app, "himeji")
            await until(lambda: "Himeji is farther" in screen_text(app))
            if button == 1:
                panel_of(app).back()
            else:
                await pilot.click("#choices", button=3)
            await until(lambda: asked(app) == "Your movement: every stack" and "is farther" not in screen_text(app))
            # Where there is no step to take back, what was said goes too.
            await click(pilot, app, "osaka")
            await until(lambda: "none of yours is there" in screen_text(app))
            game_screen(app).panel.choices.focus()
            panel_of(app).back()
            await until(lambda: "none of yours is there" not in screen_text(app))


@pytest.mark.asyncio
@pytest.mark.parametrize("words", ["F3 hand", "^p more", "Log (/: search, [ ]: turns"])
async def test_what_was_refused_is_not_said_any_more_once_a_page_or_a_box_was_clicked(words: str) -> None:
    app = app_with_a_muster()
    async with app.run_test(size=(160, 48)) as pilot:
        await until(lambda: asked(app) == "Your movement: every stack")
        await click(pilot, app, "osaka")
        await until(lambda: "none of yours is there" in note_in_sight(app))
        x, y = next((line.index(words), y) for y, line in enumerate(screen_lines(app)) if words in line)
        await pilot.click(offset=(x, y))
        await settled(pilot)
        if app.screen is not game_screen(app):
            await pilot.press("escape")
            await until(lambda: app.screen is game_screen(app))
        assert "none of yours is there" not in note_in_sight(app)


@pytest.mark.asyncio
async def test_a_click_on_the_recruitment_box_begins_the_muster() -> None:
    app = app_with_a_muster()
    async with app.run_test(size=(160, 48)) as pilot:
        await until(lambda: asked(app) == "Your movement: every stack")
        hand = game_screen(app).text_view("hand")
        await until(lambda: "Recruitment box" in screen_text(app))
        number = next(n for n, line in enumerate(hand.lines) if "Recruitment box" in line)
        await pilot.click("#hand", offset=(8, number + hand.gutter.top))
        await until(lambda: asked(app) == "Muster where, and how?")


@pytest.mark.asyncio
async def test_a_map_larger_than_its_window_is_dragged_where_no_place_is() -> None:
    app = app_of(port_at(position({"edo": ["tokugawa-3"]}, {"kyoto": ["ukita-3"]}), TOKUGAWA))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("z", "z")
        board = game_screen(app).board_view
        await until(lambda: board.max_scroll_x > 0, "a larger map")
        left, top = board.scroll_offset
        right = min(left + 6, board.max_scroll_x)
        empty = next(
            (x, y)
            for y in range(4, board.size.height - 1)
            for x in range(8, board.size.width - 8)
            if all(board._layout.at(x + left + step, y + top) is None for step in range(-6, 1))
        )
        cursor = board.cursor
        await pilot.mouse_down("#board", offset=empty)
        await pilot.hover("#board", offset=(empty[0] - 4, empty[1] - 2))
        await pilot.hover("#board", offset=(empty[0] - 6, empty[1] - 2))
        await until(lambda: board.scroll_offset == (right, min(top + 2, board.max_scroll_y)))
        await pilot.mouse_up("#board", offset=(empty[0] - 6, empty[1] - 2))
        assert board.cursor == cursor
        await pilot.hover("#board", offset=empty)
        await settled(pilot)
        assert board.scroll_offset.x == right, "it was let go"


@pytest.mark.asyncio
async def test_a_drag_from_where_no_place_is_says_so_and_refuses_nothing_of_where_it_ends() -> None:
    app = app_of(port_at(position({"edo": ["tokugawa-3"]}, {"kyoto": ["ukita-3"]}), TOKUGAWA))
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        board, told = game_screen(app).board_view, "That was dragged from no place of the map: nothing was done."
        rows, columns = range(board.size.height - 1), range(board.size.width - 1)
        empty = next((x, y) for y in rows for x in columns if board._layout.at(x, y) is None)
        box, cursor = board.layout_in_use.boxes[location_named("kyoto")], board.cursor
        await pilot.mouse_down("#board", offset=empty)
        board.post_message(moved_to(board, box.x, box.y))
        await settled(pilot)
        assert board.hovered is None
        await pilot.mouse_up("#board", offset=(box.x, box.y))
        await until(lambda: told in screen_text(app), "where it began")
        assert board.cursor == cursor


def moved_to(board: BoardView, x: int, y: int) -> events.MouseMove:
    """The mouse has come there with its left button down; `Pilot.hover` lets it up."""
    at = board.region.offset + Offset(x, y)
    return events.MouseMove(board, x, y, 0, 0, 1, False, False, False, at.x, at.y)


@pytest.mark.asyncio
async def test_a_click_where_no_place_is_says_so_while_places_can_be_picked() -> None:
    app = app_of(port_at(position({"edo": ["tokugawa-3"]}, {"kyoto": ["ukita-3"]}), TOKUGAWA))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        board, panel, told = game_screen(app).board_view, panel_of(app), "No place is there: click Edo."
        rows, columns = range(board.size.height - 1), range(board.size.width - 1)
        empty = next((x, y) for y in rows for x in columns if board._layout.at(x, y) is None)
        cursor = board.cursor
        await pilot.click("#board", offset=empty)
        await settled(pilot)
        assert told in screen_text(app)
        assert board.cursor == cursor
        box = board.layout_in_use.boxes[location_named("mito")]
        await pilot.click("#board", offset=(box.x, box.y))
        await until(lambda: told not in screen_text(app), "the next click has an answer of its own")
        await pilot.click("#board", offset=empty)
        await settled(pilot)
        assert told in screen_text(app)
        await pilot.press("down")
        await settled(pilot)
        assert told not in screen_text(app)
        panel.ask(Dialogue(Menu("What?", [MenuItem("one", lambda: 1), MenuItem("two", lambda: 2)])), at_once=True)
        await pilot.click("#board", offset=empty)
        await settled(pilot)
        assert told not in screen_text(app)


@pytest.mark.asyncio
async def test_the_page_of_a_place_follows_the_mouse_also_beside_a_box_until_something_else_is_pointed_at() -> None:
    app = app_of(port_at(position({"edo": ["tokugawa-3"]}, {"kyoto": ["ukita-3"]}), TOKUGAWA))
    async with app.run_test(size=(160, 48)) as pilot:
        await settled(pilot)
        screen = game_screen(app)
        board = screen.board_view

        async def rests_at(key: str) -> None:
            box = board.layout_in_use.boxes[location_named(key)]
            await pilot.hover(offset=board.region.offset + Offset(box.x, box.y))

        def told() -> str:
            return screen.text_view("spot").lines[0].partition(";")[0]

        await rests_at("kyoto")
        await until(lambda: told() == "Kyoto", "where it rests")
        await pilot.press("question_mark")
        await until(lambda: isinstance(app.screen, Dialog), "a box")
        await rests_at("wakayama")
        await until(lambda: told() == "Wakayama", "where it rests beside the box")
        assert screen_lines(app)[screen.query_one("#ticker").region.y].startswith(" Wakayama  ")
        await pilot.press("escape")
        board.cursor = location_named("edo")
        await until(lambda: told() == "Edo", "what the keys have gone to since")
        assert board.hovered is None, "the box is gone, and where the mouse is nobody knows"


@pytest.mark.asyncio
async def test_the_wheel_with_ctrl_draws_the_map_larger_and_smaller_and_no_smaller_than_there_is() -> None:
    app = app_of(port_at(position({"edo": ["tokugawa-3"]}, {"kyoto": ["ukita-3"]}), TOKUGAWA))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        board = game_screen(app).board_view
        sizes = [board.virtual_size.area]
        for wheel in (
            events.MouseScrollUp,
            events.MouseScrollUp,
            events.MouseScrollDown,
            *[events.MouseScrollDown] * 2,
        ):
            board.post_message(wheel(board, 9, 9, 0, 0, 0, False, False, True, 9, 9))
            await settled(pilot)
            sizes.append(board.virtual_size.area)
        fits, larger, largest, *back = sizes
        assert fits < larger < largest
        assert back == [larger, fits, fits]


@pytest.mark.asyncio
async def test_arrows_at_the_edges_say_where_a_larger_map_goes_on() -> None:
    app = app_of(port_at(position({"edo": ["tokugawa-3"]}, {"kyoto": ["ukita-3"]}), TOKUGAWA))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        board = game_screen(app).board_view

        def edges() -> str:
            room = board.scrollable_content_region
            lines = [line[: room.width] for line in screen_lines(app)[board.region.y :][: room.height]]
            left, right = ("".join([line[at] for line in lines]) for at in (0, -1))
            found = ((left, "←"), (right, "→"), (lines[0], "↑"), (lines[-1], "↓"))
            return "".join([sign for cells, sign in found if sign in cells])

        assert edges() == ""
        await pilot.press("z", "z")
        await until(lambda: board.max_scroll_x > 0, "a larger map")
        for x, y, goes_on in ((0, 0, "→↓"), (board.max_scroll_x, board.max_scroll_y, "←↑"), (20, 5, "←→↑↓")):
            board.scroll_to(x, y, animate=False, force=True, immediate=True)
            await settled(pilot)
            assert edges() == goes_on
        board.scroll_to(0, 0, animate=False, force=True, immediate=True)
        await settled(pilot)
        at = next(cell for cell, sign in board._edges.items() if sign == "→")
        await pilot.click("#board", offset=at)
        await until(lambda: board.scroll_x > 0, "a click on the arrow goes there")


def declaring() -> ClientApp:
    """Two combats of Tokugawa's to declare, the first of the list far from the cursor, which stands at the second."""
    table = position(
        {"sunpu": ["tokugawa-3", "date-2"], "mito": ["tokugawa-1-leader"], "hand": ["tokugawa-single"]},
        {"sunpu": ["ukita-3"], "mito": ["mori-2"], "hand": ["ukita-single"]},
    )
    return app_of(port_at(combat_phase(table), TOKUGAWA), grace=GRACE)


@pytest.mark.asyncio
async def test_no_single_click_and_no_double_click_on_the_map_does_anything_for_good() -> None:
    """Not where the cursor has stood before, and not with the list in focus before."""
    app = declaring()
    async with app.run_test(size=(120, 36)) as pilot:
        panel = panel_of(app)
        await until(lambda: asked(app) == "Declare a combat" and panel.takes_answers)
        game_screen(app).board_view.cursor = location_named("mito")
        await settled(pilot)
        panel.choices.focus()
        await settled(pilot)
        panel._pointing = FirstMoment(clock=lambda: 0.0)  # it is always too soon
        for _ in range(3):
            await click(pilot, app, "mito")
            await settled(pilot)
            assert asked(app) == "Declare a combat"
            assert "For good: a second click, Enter or y." in note_in_sight(app)
        panel._pointing = FirstMoment(0)
        await click(pilot, app, "mito")
        await until(lambda: asked(app) != "Declare a combat", "what the second click does")


@pytest.mark.asyncio
async def test_a_right_click_takes_back_that_the_same_again_does_it_and_leaves_the_warning() -> None:
    app = declaring()
    async with app.run_test(size=(120, 36)) as pilot:
        panel = panel_of(app)
        await until(lambda: asked(app) == "Declare a combat" and panel.takes_answers)
        panel._pointing = FirstMoment(0)
        warning = "Ieyasu is in it: if he dies, you have lost the game at once (2.1)"
        await click(pilot, app, "mito")
        await until(lambda: "For good: a second click" in screen_text(app) and "same again" in screen_text(app))
        assert warning in note_in_sight(app)
        await pilot.click("#choices", button=3)
        await until(lambda: "For good:" not in screen_text(app))
        assert warning in note_in_sight(app)
        assert "same again" not in screen_text(app)
        await click(pilot, app, "mito")
        await until(lambda: "For good: a second click" in screen_text(app))
        assert asked(app) == "Declare a combat"


@pytest.mark.asyncio
async def test_a_card_that_is_clicked_in_the_hand_is_taken_as_by_its_line() -> None:
    table = position({"mito": ["date-2", "date-3", "tokugawa-3"], "hand": ["date-single"]}, {"kyoto": ["ukita-3"]})
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=(160, 48)) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        panel = panel_of(app)
        lines = [MenuItem("Discard Date card", lambda: 1), MenuItem("Back", lambda: BACK)]
        given: list[Any] = []
        game_screen(app).answer = lambda event: given.append(event.action)  # type: ignore[method-assign]
        panel.ask(Dialogue(Menu("Discard which card?", lines, first=1)), at_once=True)
        await settled(pilot)
        hand = game_screen(app).text_view("hand").region
        y = next(y for y in range(hand.y, hand.bottom) if "Date card, bid" in screen_lines(app)[y])
        await pilot.click(offset=(hand.x + 8, y))
        await until(lambda: given == [1], "taken")


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(120, 36), (140, 43)], ids=str)
async def test_each_card_of_the_hand_in_brief_is_marked_by_a_click_on_it_or_on_how_many_there_are(
    size: tuple[int, int],
) -> None:
    """Beside what is told of the opponent the hand has a line alone."""
    hand = ["date-single", "date-single", "fukushima-single", "tokugawa-loyalty"]
    table = position({"edo": ["tokugawa-3"], "hand": hand}, {"kyoto": ["ukita-3"]})
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=size) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        panel, screen = panel_of(app), game_screen(app)
        view = screen.view_in_sight()
        assert view is not None
        page = next(page for page in screen.interface.pages if page.name == "hand")
        screen.text_view("hand").draw(lambda columns: page.for_screen(view, columns, in_brief=True))
        cards = ["Date card, bid 2", "Date card, bid 2", "Fukushima card, bid 2", "Loyalty Challenge, bid 1"]
        items = [(Piece(number), words) for number, words in enumerate(cards)]
        panel.ask(
            Dialogue(Checklist("Discard", items, lambda marked: None, lambda marked: "Discard", lambda marked: 1)),
            at_once=True,
        )
        await settled(pilot)
        region = screen.text_view("hand").region

        async def click_words(words: str) -> None:
            lines = [line[region.x : region.right] for line in screen_lines(app)]
            y = next(y for y in range(region.y, region.bottom) if words in lines[y])
            await pilot.click(offset=(region.x + lines[y].index(words), y))
            await settled(pilot)

        await click_words("Fukushima")
        assert marks(app) == [0, 1, 0]
        await click_words("2 ×")
        assert marks(app) == [1, 1, 0]
        await click_words("Date card")
        await click_words("Challenge")
        assert marks(app) == [2, 1, 1]


def marks(app: ClientApp) -> list[int]:
    """How many pieces of each line are marked."""
    return [row.marks for row in rows_of(app) if row.mark is not None]


@pytest.mark.asyncio
async def test_each_card_of_the_hand_in_the_page_of_a_battle_is_clicked_for_itself() -> None:
    hand = ["date-single", "tokugawa-single", "tokugawa-loyalty"]
    table = position({"sunpu": ["ii-4"], "hand": hand}, {"sunpu": ["ukita-3"], "osaka": ["mori-2"]})
    app = app_of(port_at(combat_phase(table), TOKUGAWA))
    async with app.run_test(size=(160, 48)) as pilot:
        await until(lambda: any("Ii 4" in row.text for row in rows_of(app)), "the deployment")
        choices = panel_of(app).choices
        first = rows_of(app)[0].text
        other = "Tokugawa card" if "Date card" in first else "Date card"
        assert other not in first

        async def click_card(name: str) -> None:
            lines = screen_lines(app)
            first = next(y for y, line in enumerate(lines) if "Your hand: " in line)
            y = next(y for y in range(first, len(lines)) if name in lines[y])
            await pilot.click(offset=(lines[y].index(name) + 2, y))
            await settled(pilot)

        await click_card(other)
        await until(lambda: choices.highlighted == 0 and other in rows_of(app)[0].text, "the line turned to the card")
        assert app.screen is game_screen(app)
        assert asked(app).startswith("Battle of Sunpu"), "nothing is taken by the first click"
        await click_card("Loyalty")
        at = next(n for n, row in enumerate(rows_of(app)) if "Deploys nobody" in row.text)
        await until(lambda: choices.highlighted == at, "the line that says what it is good for")
        await click_card(other)
        await until(lambda: choices.highlighted == 0)


@pytest.mark.asyncio
async def test_a_name_that_is_clicked_beside_the_map_is_gone_to_and_nothing_is_taken() -> None:
    table = position({"edo": ["tokugawa-3"], "mito": ["date-2"]}, {"kyoto": ["ukita-3"]})
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=(160, 48)) as pilot:
        await settled(pilot)
        screen = game_screen(app)
        question = asked(app)

        async def click_name(page: str, name: str) -> None:
            await until(lambda: any(name in line for line in screen.text_view(page).lines), name)
            await settled(pilot)
            region, lines = screen.text_view(page).region, screen_lines(app)
            y = next(y for y in range(region.y + 1, region.bottom) if name in lines[y][region.x :])
            await pilot.click(offset=(lines[y].index(name, region.x) + 1, y))
            await until(lambda: screen.board_view.cursor == location_named(name.lower()), name)

        await click_name("spot", "Oshi")
        await pilot.press("f5")
        await click_name("forces", "Mito")
        await click_name("forces", "Kyoto")
        await click_name("forces", "Mito")
        await settled(pilot)
        assert asked(app) == question


@pytest.mark.asyncio
async def test_a_block_is_dragged_from_the_recruitment_box_to_where_it_is_mustered() -> None:
    app = app_with_a_muster()
    async with app.run_test(size=(160, 48)) as pilot:
        await until(lambda: asked(app) == "Your movement: every stack")
        await settled(pilot)
        port = game_screen(app).port
        for again in (False, True):
            if again:
                await pilot.press("u")
                await until(lambda: not port.situation().planned, "undone")
                # Who has dragged a block never had a question about it.
                await until(lambda: asked(app) == "Your movement: every stack", "where the drag began")
            await drag_block(app, "Tokugawa 2", "edo")
            await until(lambda: len(port.situation().planned) == 1, "the muster")
            assert "The rules refuse" not in note_in_sight(app), "it was taken once"
            [planned] = port.situation().planned
            assert isinstance(planned.action, Muster)
            assert (planned.action.location, planned.action.shown) == (location_named("edo"), False)
            assert len(planned.action.blocks) == 1
            await settled(pilot)


@pytest.mark.asyncio
async def test_a_block_dragged_to_where_it_is_not_mustered_is_told_why() -> None:
    app = app_with_a_muster()
    async with app.run_test(size=(160, 48)) as pilot:
        await until(lambda: asked(app) == "Your movement: every stack")
        await settled(pilot)
        await drag_block(app, "Maeda 2", "sunpu")
        await until(lambda: asked(app) == "Muster where, and how?")
        await until(lambda: "Sunpu" in note_in_sight(app), "why")
        assert not game_screen(app).port.situation().planned


async def drag_block(app: ClientApp, block: str, key: str) -> None:
    """Press the mouse on a block in the page of the hand, and let it go at a location."""
    row = next(y for y, line in enumerate(screen_lines(app)) if "Recruitment box:" in line)
    at = next(Offset(line.index(block), y) for y, line in enumerate(screen_lines(app)) if y >= row and block in line)
    view = game_screen(app).board_view
    box = view.layout_in_use.boxes[location_named(key)]
    to = view.region.offset + Offset(box.x, box.y) - view.scroll_offset
    for kind, where in ((events.MouseDown, at), (events.MouseMove, to), (events.MouseUp, to)):
        app.post_message(kind(None, where.x, where.y, 0, 0, 1, False, False, False))
        await asyncio.sleep(0.02)


@pytest.mark.asyncio
async def test_enter_behind_a_click_that_was_refused_takes_no_other_line_whatever_was_marked_before() -> None:
    own = {"osaka": ["tokugawa-3", "date-2", "date-3"]}
    app = app_of(port_at(position(own, {"gifu": ["ukita-3"]}, paid="limited"), TOKUGAWA))
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        await click(pilot, app, "osaka")
        await until(lambda: asked(app).startswith("March from Osaka"))
        await click(pilot, app, "mito")
        await until(lambda: "Mito is farther than anything can march" in note_in_sight(app))
        await pilot.press("1")
        await settled(pilot)
        await click(pilot, app, "mito")
        await until(lambda: "Mito is farther than anything can march" in note_in_sight(app))
        await pilot.press("enter")
        await settled(pilot)
        assert asked(app).startswith("March from Osaka")
        assert not game_screen(app).port.situation().planned


@pytest.mark.asyncio
@pytest.mark.parametrize("by", ["click", "enter", "name"])
async def test_another_own_stack_that_cannot_be_reached_is_refused_once_and_then_taken_in_hand(by: str) -> None:
    own = {"kyoto": ["tokugawa-3", "date-2"], "mito": ["date-3"]}
    app = app_of(port_at(position(own, {"gifu": ["ukita-3"]}, paid="limited"), TOKUGAWA))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        await click(pilot, app, "kyoto")
        await until(lambda: asked(app).startswith("March from Kyoto"))
        if by == "name":
            await pilot.press("tab", "g", *"mito", "enter")
            await settled(pilot)
            assert "leave this" not in note_in_sight(app), "Enter has ended the name"
            await pilot.press("enter")
        else:
            await click(pilot, app, "mito")
        await until(lambda: "Click again, or Enter: leave this, begin there." in note_in_sight(app), "the offer")
        assert "Mito is farther than anything can march" in note_in_sight(app)
        if by == "click":
            await click(pilot, app, "mito")
        else:
            await pilot.press("enter")
        await until(lambda: asked(app) == "March from Mito: where to?", "the other stack")
        await click(pilot, app, "osaka")
        await settled(pilot)
        assert "leave this, begin there" not in note_in_sight(app), "none of the own is there"
        await pilot.press("backspace")
        await until(lambda: asked(app) == "Your movement: 3 moves left", "one step back, and not two")


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(80, 24), (120, 36)], ids=str)
async def test_what_the_page_of_what_has_happened_tells_leads_to_its_way_its_place_and_its_combat(
    size: tuple[int, int],
) -> None:
    app = app_of(port_at(position({"edo": ["tokugawa-3"]}, {"kyoto": ["ukita-3"]}), TOKUGAWA))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        screen, log = game_screen(app), game_screen(app).log_view
        edo, oyama, kyoto = [location_named(name) for name in ("edo", "oyama", "kyoto")]
        log._items += [
            LogEntry([("Tokugawa marches from Edo to Oyama", "plain")], trail=(edo, oyama)),
            LogEntry([("Battle of Kyoto: Ishida attacks", "plain")], [[("Ishida deploys nothing", "plain")]]),
        ]
        log._lay_out(0)
        told: list[Line] = [
            [("Battle of Kyoto", "bold"), (": Ishida wins; you lose 1", "plain")],
            [("To: ", "bold"), ("Kyoto to Osaka", "plain"), ("; ", "plain"), ("Edo to Oyama", "plain")],
        ]
        screen._telling.news.lines = lambda: told  # type: ignore[method-assign]

        async def click_on(words: str) -> None:
            await pilot.press("i")
            screen.text_view("news").show(told)
            await until(lambda: words in screen_text(app), words)
            await settled(pilot)
            region, rows = screen.text_view("news").region, screen_text(app).splitlines()
            y = next(y for y in range(region.y + 1, region.bottom) if words in rows[y][region.x :])
            await pilot.click(offset=(rows[y].index(words, region.x) + 1, y))
            await settled(pilot)

        await click_on("Kyoto to Osaka")
        assert screen.board_view.cursor == kyoto
        await click_on("Edo to Oyama")
        assert Trail((edo, oyama), "walk") in screen.board_view._trails
        assert screen.board_view.region.height > 0
        await click_on("Battle of Kyoto")
        await until(
            lambda: screen.page == "log" and "Ishida deploys nothing" in screen_text(app), "the combat unfolded"
        )


@pytest.mark.asyncio
async def test_a_line_that_the_mouse_is_at_is_pointed_at_on_the_map_and_nothing_is_chosen_by_it() -> None:
    table = position({"edo": ["tokugawa-3"], "mito": ["date-2"]}, {"kyoto": ["ukita-3"]})
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        screen, panel = game_screen(app), panel_of(app)
        numbers = [number for number, row in enumerate(panel.rows) if row.spot is not None]
        at, other = panel.choices.highlighted, numbers[1]
        assert at == numbers[0]
        before = screen.board_view._path
        region = panel.choices.region
        await pilot.hover(offset=(region.x + 6, region.y + panel.choices.place_of(other).y))
        row = panel.rows[other]
        way = tuple(row.path) or (row.spot,)
        await until(lambda: screen.board_view._path == way, "where it leads")
        assert panel.choices.highlighted == at
        await pilot.hover(offset=(1, 1))
        await until(lambda: screen.board_view._path == before, "what is pointed at in the list")


def place_told(app: ClientApp) -> list[str]:
    """What is in sight of the page of the place."""
    region = game_screen(app).text_view("spot").region
    return [line[region.x : region.right].strip(" │") for line in screen_lines(app)[region.y + 1 : region.bottom]]


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(120, 36), (140, 43)], ids=str)
async def test_the_page_of_a_place_has_its_name_who_holds_it_and_both_stacks_in_however_few_rows(
    size: tuple[int, int],
) -> None:
    own = ["tokugawa-1-leader", "tokugawa-3", "tokugawa-2", "date-2", "date-3", "maeda-2"]
    table = position({"edo": ["fukushima-3"], "gifu": own}, {"gifu": ["ukita-3", "ukita-2"], "kyoto": ["mori-2"]})
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=size) as pilot:
        await until(lambda: asked(app).startswith("Your movement"))
        for plans in (False, True):
            if plans:
                await click(pilot, app, "edo")
                await until(lambda: asked(app).startswith("March from Edo"))
                await click(pilot, app, "hakone")
                await click(pilot, app, "hakone")
                await until(lambda: len(game_screen(app).port.situation().planned) == 1, "the march")
            game_screen(app).board_view.cursor = location_named("gifu")
            await until(lambda: place_told(app)[0].startswith("Gifu"), "the place")
            told = " ".join(place_told(app))
            assert "held by" in told
            assert "[T6" in told
            assert "(I2" in told


@pytest.mark.asyncio
async def test_the_page_of_a_place_tells_of_what_was_planned_until_something_else_is_pointed_at() -> None:
    app = app_with_a_muster()
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: asked(app) == "Your movement: every stack")
        await pilot.press("j")
        await until(lambda: asked(app) == "Muster where, and how?")
        number = next(n for n, row in enumerate(rows_of(app)) if row.text.startswith("Kanazawa: "))
        panel_of(app).choices.highlighted = number
        await until(lambda: place_told(app)[0].startswith("Kanazawa"), "what is pointed at")
        await pilot.press("enter")
        await until(lambda: asked(app).startswith("Muster which block"))
        await pilot.press("2")
        await until(lambda: len(game_screen(app).port.situation().planned) == 1, "the muster")
        await settled(pilot)
        assert not pointed(app).startswith("Kanazawa")
        await until(lambda: any("[T1 Ma2]" in line for line in place_told(app)), "who is there now")
        await pilot.press("down")
        await until(lambda: not place_told(app)[0].startswith("Kanazawa"), "what is pointed at")
