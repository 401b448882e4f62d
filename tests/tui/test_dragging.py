"""What is dragged over the map lands where the mouse lets it go: nothing moves under it meanwhile."""

from __future__ import annotations

import pytest
from textual import events
from textual.geometry import Offset

from engine.sekigahara.board import Location, location_named
from engine.sekigahara.components import TOKUGAWA
from tests.engine.sekigahara.positions import position
from tests.tui.driving import app_of, game_screen, note_in_sight, panel_of, settled, until
from tests.tui.sekigahara.games import port_at
from tui.app import ClientApp
from tui.screens.board_screen import ALONE


def app_with_a_stack() -> ClientApp:
    own = {"edo": ["tokugawa-3", "tokugawa-2", "date-2"], "mito": ["date-3"], "hakone": ["maeda-2"]}
    return app_of(port_at(position(own, {"kyoto": ["ukita-3"]}), TOKUGAWA))


def asked(app: ClientApp) -> str:
    dialogue = panel_of(app).dialogue
    return "" if dialogue is None else dialogue.step.title


def place_of(app: ClientApp, key: str) -> Offset:
    """Where on the screen a location stands now."""
    board = game_screen(app).board_view
    box = board.layout_in_use.boxes[location_named(key)]
    return board.region.offset + Offset(box.x + 1, box.y) - board.scroll_offset


def send(app: ClientApp, kind: type[events.MouseEvent], at: Offset) -> None:
    app.post_message(kind(None, at.x, at.y, 0, 0, 1, False, False, False))


def planned_ends(app: ClientApp) -> list[Location]:
    """Where the marches that are planned end."""
    return [each.action.stops[-1] for each in game_screen(app).port.situation().planned]


@pytest.mark.asyncio
async def test_a_drag_lands_where_the_mouse_lets_go_though_what_is_asked_then_needs_more_rows() -> None:
    app = app_with_a_stack()
    async with app.run_test(size=(100, 30)) as pilot:
        await until(lambda: asked(app).startswith("Your movement"))
        await pilot.press("f2")
        await until(lambda: game_screen(app).has_class(ALONE), "the larger map")
        await settled(pilot)
        board = game_screen(app).board_view
        region, to = board.region, place_of(app, "hakone")
        send(app, events.MouseDown, place_of(app, "edo"))
        send(app, events.MouseMove, to)
        await until(lambda: asked(app).startswith("March from Edo"), "the stack in hand")
        panel = panel_of(app)
        panel.post_message(panel.Wanted(panel, 20, 14))
        await settled(pilot)
        assert (board.region, place_of(app, "hakone")) == (region, to), "nothing moves under the mouse"
        send(app, events.MouseUp, to)
        await until(lambda: planned_ends(app) == [location_named("hakone")], "the march")


@pytest.mark.asyncio
async def test_a_drag_over_a_map_larger_than_its_window_scrolls_it_only_afterwards() -> None:
    app = app_with_a_stack()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: asked(app).startswith("Your movement"))
        await settled(pilot)
        board = game_screen(app).board_view
        for _time in range(board.board.zooms):
            board.scale(1)
            await settled(pilot)
        box = board.layout_in_use.boxes[location_named("edo")]
        board.scroll_to(box.x + box.width - 1 - board.size.width, box.y - 5, animate=False, immediate=True)
        await settled(pilot)
        scrolled, to = board.scroll_offset, place_of(app, "edo")
        assert board.region.contains_point(to), "what is in sight of it is dragged to"
        send(app, events.MouseDown, place_of(app, "hakone"))
        send(app, events.MouseMove, to)
        await until(lambda: asked(app).startswith("March from Hakone"), "the stack in hand")
        await settled(pilot)
        assert board.scroll_offset == scrolled, "nothing moves under the mouse"
        send(app, events.MouseUp, to)
        await until(lambda: planned_ends(app) == [location_named("edo")], "the march")
        await settled(pilot)
        assert board.scroll_offset != scrolled, "all of it is in sight now"


@pytest.mark.asyncio
@pytest.mark.parametrize("dragged", ["mito", "edo", "kyoto"])
async def test_a_drag_that_comes_to_nothing_says_why_and_leaves_all_as_it_was(dragged: str) -> None:
    app = app_with_a_stack()
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: asked(app).startswith("Your movement"))
        for key in ("edo", "oyama"):
            await pilot.click(offset=place_of(app, key))
            await settled(pilot)
        panel, board = panel_of(app), game_screen(app).board_view
        before = asked(app), panel.choices.highlighted, panel._picked, board.cursor, panel.rows
        assert before[0].startswith("March from Edo")
        assert before[1] is not None
        assert board.cursor == location_named("oyama")
        send(app, events.MouseDown, place_of(app, dragged))
        for key in ("hakone", "himeji"):
            send(app, events.MouseMove, place_of(app, key))
            await settled(pilot)
        send(app, events.MouseUp, place_of(app, "himeji"))
        why = "none of yours is there" if dragged == "kyoto" else "Himeji is farther"
        await until(lambda: why in note_in_sight(app), why)
        await settled(pilot)
        assert (asked(app), panel.choices.highlighted, panel._picked, board.cursor, panel.rows) == before
        assert why in note_in_sight(app)
        assert not planned_ends(app)


@pytest.mark.asyncio
async def test_a_drag_from_where_nobody_is_left_says_so_whatever_line_was_pointed_at() -> None:
    app = app_with_a_stack()
    async with app.run_test(size=(100, 30)) as pilot:
        await until(lambda: asked(app).startswith("Your movement"))
        send(app, events.MouseDown, place_of(app, "edo"))
        send(app, events.MouseMove, place_of(app, "oyama"))
        send(app, events.MouseUp, place_of(app, "oyama"))
        await until(lambda: planned_ends(app) == [location_named("oyama")], "the march")
        await settled(pilot)
        await pilot.press("up")
        await settled(pilot)
        panel, cursor = panel_of(app), game_screen(app).board_view.cursor
        pointed = panel.choices.highlighted
        assert pointed is not None
        assert cursor == location_named("oyama") != panel.rows[pointed].spot, "which has a line of its own"
        send(app, events.MouseDown, place_of(app, "edo"))
        send(app, events.MouseMove, place_of(app, "hakone"))
        await settled(pilot)
        send(app, events.MouseUp, place_of(app, "hakone"))
        await settled(pilot)
        assert "Edo: none of yours is there" in note_in_sight(app)
        assert panel.choices.highlighted == pointed
        assert game_screen(app).board_view.cursor == cursor
