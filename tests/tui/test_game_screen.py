"""The game on the screen: what is to be seen at several sizes, and what keys and mouse do."""

from __future__ import annotations

import re
import time
from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from engine.hidden import SEATS, IllegalAction, View, other
from engine.sekigahara import SEKIGAHARA, Answer
from engine.sekigahara.board import HAND, LOCATIONS, location_named
from engine.sekigahara.chapters.chapter_2_victory import score
from engine.sekigahara.chapters.chapter_6_week import BidsDue, Discard
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, Pay, PaymentDue
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_8_2_deployment import DeploymentDue
from engine.sekigahara.chapters.chapter_8_6_loyalty import Challenge, ChallengeDue
from engine.sekigahara.chapters.chapter_8_7_losses import LossesDue
from engine.sekigahara.chapters.chapter_8_8_retreats import RetreatDue
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.forms import Degree
from engine.sekigahara.state import State
from p2p.text import CHAT_LIMIT
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
    strips_of,
    until,
)
from tests.tui.sekigahara.games import new_table, owing, play, played, port_at, practice_game, random_bot
from tui.app import ClientApp
from tui.boards import Tag
from tui.games import words_of
from tui.glyphs import ASCII, UNICODE, glyphs_for
from tui.grammar import counted
from tui.lines import longest_that_fits, plain_text
from tui.plain import PlainClient
from tui.ports import Ended
from tui.practice import PracticePort
from tui.screens.confirm import ConfirmScreen
from tui.screens.game import GameScreen
from tui.screens.prompt import PromptScreen
from tui.screens.result_screen import ResultScreen
from tui.screens.text import TextScreen
from tui.sekigahara.interface import SekigaharaInterface
from tui.sekigahara.panels.status import score_lines
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import face_words
from tui.widgets.board_view import BoardView
from tui.widgets.text_view import TextView

NARROW = (80, 24)
WIDE = (200, 60)
MIDDLE = (120, 40)
sizes = pytest.mark.parametrize("size", [NARROW, MIDDLE, WIDE], ids=["80x24", "120x40", "200x60"])


def map_of(app: ClientApp) -> BoardView:
    return game_screen(app).query_one("#board", BoardView)


@pytest.mark.asyncio
@sizes
async def test_the_screen_shows_the_game(size: tuple[int, int]) -> None:
    app = app_of(practice_game())
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        lines = screen_lines(app)
        assert len(lines) == size[1]
        assert {len(line) for line in lines} == {size[0]}
        text = "\n".join(lines)
        assert "Week 1" in lines[0]
        for wanted in (
            "[T]",
            "(I)",
            "11",
            "5 castles" if size != NARROW else "5■",
            "hand 5",
            "Bid for the turn order",
            "1) [ ] ",
            "F1",
            "log",
        ):
            assert wanted in text
        names = [NAMES[place] if size == WIDE else NAMES[place][:3] for place in LOCATIONS]
        wrong = [name for name in names if name not in text]
        assert len(wrong) <= (0 if size == WIDE else 8), "at the smallest scale eight names have other letters"
        assert game_screen(app).alone == (size == MIDDLE), "few columns, and few rows for a map of all places"
        if size != NARROW:
            for title in ("Place", "Hand") if size == MIDDLE else ("Place", "Hand", "Log (/: search, [ ]: turns"):
                assert f"─{title}" in text
            assert "Recruitment box:" in text


@pytest.mark.asyncio
async def test_at_200_columns_the_own_blocks_stand_on_the_map_by_face() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        text = screen_text(app)
        assert "[Fu1L To2" in text, "Fukushima's leader and cavalry begin at Kiyosu"
        assert "Enemy blocks (Ishida)" in text
        assert "Uk1L Ko3 Mo1c Uk2)" in text, "and the enemy's that the set-up puts on the map (5.2.1)"
        view = game_screen(app).port.situation().view
        assert view is not None
        assert not [block for block in view.state.pools[ISHIDA][location_named("osaka")] if block in view.faces]


@pytest.mark.asyncio
async def test_pages_at_80_columns() -> None:
    app = app_of(practice_game())
    pages = {
        "f3": "Recruitment box:",
        "f4": "No combat is being fought",
        "f5": "Your blocks (Tokugawa)",
        "f6": "+ Setup",
    }
    letters = dict(zip("dbfl", pages.values(), strict=True))
    async with app.run_test(size=NARROW) as pilot:
        for key, wanted in {**pages, **letters}.items():
            await pilot.press(key)
            await settled(pilot)
            text = screen_text(app)
            assert wanted in text, key
            assert "Bid for the turn order" in text, "the decision stays in sight"
        await pilot.press("f2")
        await settled(pilot)
        assert "Kan" in screen_text(app)
        assert "[Ma1L" in screen_text(app)


@pytest.mark.asyncio
async def test_the_screen_follows_the_terminals_size() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        for size in (NARROW, MIDDLE, WIDE, NARROW):
            await pilot.resize_terminal(*size)
            await settled(pilot)
            lines = screen_lines(app)
            assert (len(lines[0]), len(lines)) == size
            text = "\n".join(lines)
            assert "Bid for the turn order" in text
            assert ("─Log (/: search" in text) == (size == WIDE)
            assert ("─Place" in text) == (size != NARROW)
            assert {NARROW: "you 11 (5■", MIDDLE: "you 11 (5 castles", WIDE: "(you): 11 points"}[size] in lines[0]
            assert lines[0].count("hand 5") == 2, "both sides' scores fit"
            assert "q leave" in lines[-1]


@pytest.mark.asyncio
async def test_help_opens_and_closes() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=NARROW) as pilot:
        for close in ("q", "enter", "escape", "f1"):
            await pilot.press("f1")
            await settled(pilot)
            assert isinstance(app.screen, TextScreen)
            assert "DECIDING" in screen_text(app)
            await pilot.press(close)
            await settled(pilot)
            assert game_screen(app).is_current


@pytest.mark.asyncio
async def test_arrows_go_over_the_map_and_the_place_is_told() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=NARROW) as pilot:
        view = map_of(app)
        assert view.cursor == location_named("edo"), "the own capital"
        await pilot.press("g", *"minakuchi", "enter", "tab", "up")
        await settled(pilot)
        assert view.has_focus
        assert view.cursor == location_named("kyoto")
        await until(
            lambda: "★I Kyoto  (I2)  Highways: Osaka, Minakuchi, Sawayama" in screen_text(app), "about the place"
        )
        await pilot.press("p")
        await settled(pilot)
        assert "Roads:" in screen_text(app)
        await pilot.press("q", "tab")
        await settled(pilot)
        assert panel_of(app).choices.has_focus


@pytest.mark.asyncio
async def test_a_place_is_found_by_its_name() -> None:
    named = SekigaharaInterface(SEKIGAHARA, UNICODE).board.spot_named
    assert [named(name) for name in ("sen", "KOFU", "Kōfu ", "", "xyz")] == [
        location_named("sendai"),
        location_named("kofu"),
        location_named("kofu"),
        None,
        None,
    ]
    app = app_of(practice_game())
    async with app.run_test(size=NARROW) as pilot:
        await pilot.press("g", *"aizu", "enter")
        await settled(pilot)
        assert map_of(app).cursor == location_named("aizu")


@pytest.mark.asyncio
async def test_all_that_begin_so_are_shown_and_gone_through_and_a_wrong_name_can_be_mended() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        before = map_of(app).cursor
        await pilot.press("g", *"ki")
        await until(lambda: "▶Kiyosu   Kitanosho   Kiso" in screen_text(app), "all three")
        await pilot.press("down", "tab", "down", "up")
        await until(lambda: "Kiyosu   Kitanosho  ▶Kiso" in screen_text(app), "the last of them, after all and back")
        await pilot.press("x", "enter")
        await until(lambda: "No place's name begins with 'kix'" in screen_text(app), "that there is none")
        assert map_of(app).cursor == before
        await pilot.press("backspace", "down", "enter")
        await until(lambda: map_of(app).cursor == location_named("kitanosho"), "the second of them")
        await pilot.press("g", "enter")
        await until(lambda: isinstance(app.screen, GameScreen), "nothing typed is nowhere to go")
        await pilot.press("g", "o", "escape")
        await settled(pilot)
        assert map_of(app).cursor == location_named("kitanosho")
        await pilot.press("g", *"ki")
        await until(lambda: "Kitanosho   Kiso" in screen_text(app), "all three again")
        found = app.screen.query_one("#found").region
        row = screen_text(app).splitlines()[found.y]
        await pilot.click("#found", offset=(row.index("Kiso") - found.x, 0))
        await until(lambda: map_of(app).cursor == location_named("kiso"), "a name that is clicked is gone to")


@pytest.mark.asyncio
async def test_zoom_goes_through_the_scales_and_keeps_the_cursor_in_sight() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=NARROW) as pilot:
        await pilot.press("g", *"sendai", "enter")
        await settled(pilot)
        whole = layout = map_of(app).layout_in_use
        for percent in (125, 160, 200, 100):
            await pilot.press("z")
            await settled(pilot)
            layout = map_of(app).layout_in_use
            assert layout.columns == whole.columns * percent // 100
            assert "Sen" in screen_text(app)
        assert layout == whole, "the last is followed by the one that suits the window"
        await pilot.press("f5")
        await settled(pilot)
        assert not map_of(app).region
        await pilot.press("z")
        await settled(pilot)
        assert map_of(app).region, "the page makes way"
        assert map_of(app).layout_in_use == whole, "nothing is drawn otherwise unseen"


def recorded(port: PracticePort[State, Answer]) -> list[Answer]:
    """The actions that the port is given from now on."""
    actions: list[Answer] = []
    act = port.act

    def note(action: Answer) -> None:
        actions.append(action)
        act(action)

    port.act = note  # type: ignore[method-assign]
    return actions


@pytest.mark.asyncio
async def test_a_march_is_made_with_keys_alone() -> None:
    table = position({"mito": ["date-1-leader", "date-2"], "aizu": ["date-3"]}, {"kyoto": ["ukita-3"]})
    port = port_at(table, TOKUGAWA)
    actions = recorded(port)
    app = app_of(port)
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        await press_text(app, "March from Mito")
        await press_text(app, "Date 2")
        assert [(row.text, row.mark) for row in rows_of(app)[:2]] == [("Date leader", True), ("Date 2", False)]
        await press_text(app, "Mito → Edo → Hakone — declares a leader at Mito")
        assert actions == [], "it is planned"
        await pilot.press("S", "S")
        await until(lambda: bool(actions))
        [march] = actions
        assert isinstance(march, March)
        assert march.claim
        assert march.stops == (location_named("edo"), location_named("hakone"))
        await settled(pilot)
        told = "Mito → Edo → Hakone, 1 block (Da1L); leader at Mito"
        assert told in "\n".join(game_screen(app).log_view.lines)
        assert told not in screen_text(app), "where there are few rows it takes none"


@pytest.mark.asyncio
async def test_a_march_is_made_with_the_mouse_alone() -> None:
    table = position({"mito": ["date-2"], "aizu": ["date-3"]}, {"kyoto": ["ukita-3"]})
    port = port_at(table, TOKUGAWA)
    actions = recorded(port)
    app = app_of(port)

    async def click(pilot: Pilot[None], key: str) -> None:
        view = map_of(app)
        box = view.layout_in_use.boxes[location_named(key)]
        await pilot.click("#board", offset=(box.x - int(view.scroll_x), box.y - int(view.scroll_y)))
        await settled(pilot)

    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        await click(pilot, "mito")
        assert rows_of(app)[0].path[0] == location_named("mito")
        await click(pilot, "edo")
        assert actions == [], "the first click points, the second takes"
        await click(pilot, "hakone")
        await click(pilot, "edo")
        await click(pilot, "edo")
        assert actions == [], "it is planned"
        [number] = [number for number, row in enumerate(rows_of(app)) if row.text.startswith("End your movement")]
        await pilot.click("#choices", offset=(5, number))
        await settled(pilot)
        assert actions == [], "what sends the plan is asked about first"
        [number] = [number for number, row in enumerate(rows_of(app)) if row.text.startswith("Yes, end")]
        await pilot.click("#choices", offset=(5, number))
        await settled(pilot)
        march = March(table.state.pools[TOKUGAWA][location_named("mito")], (location_named("edo"),), False, None)
        assert actions[:2] == [march, EndMovement()]


@pytest.mark.asyncio
async def test_the_mouse_is_told_what_it_rests_on() -> None:
    table = position({"mito": ["date-2"]}, {"kyoto": ["ukita-3"]})
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=NARROW, tooltips=True) as pilot:
        await settled(pilot)
        view = map_of(app)
        cursor = view.cursor
        for key, told in (("mito", "Mito"), ("kyoto", "Kyoto")):
            box = view.layout_in_use.boxes[location_named(key)]
            await pilot.hover("#board", offset=(box.x - int(view.scroll_x), box.y - int(view.scroll_y)))
            before = screen_lines(app)[: view.region.bottom]
            ticker = game_screen(app).query_one("#ticker").region.y
            await until(lambda told=told, y=ticker: told in screen_lines(app)[y])  # type: ignore[misc]
            assert view.tooltip is None
            assert screen_lines(app)[: view.region.bottom] == before, "nothing covers the map"
        assert view.cursor == cursor


@pytest.mark.asyncio
async def test_what_is_dragged_keeps_its_marks_and_another_stack_begins_anew() -> None:
    table = position({"mito": ["date-2", "date-3"], "edo": ["tokugawa-3"]}, {"kyoto": ["ukita-3"]})
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        panel = panel_of(app)
        await press_text(app, "March from Mito")
        await pilot.press("1")
        marks = [row.mark for row in rows_of(app)[:2]]
        assert marks.count(True) == 1
        panel.drag(location_named("mito"))
        assert [row.mark for row in rows_of(app)[:2]] == marks
        assert panel.dialogue is not None
        assert panel.dialogue.rows_of(location_named("edo")), "one may march there too"
        panel.drag(location_named("edo"))
        assert panel.dialogue.step.title == "March from Edo: where to?", "it is taken in hand all the same"
        assert [row.text for row in rows_of(app)] == [row.text for row in panel.dialogue.rows()]
        await pilot.press("backspace")
        panel.drag(location_named("mito"))
        assert [row.mark for row in rows_of(app)[:2]] == [True, True], "who drags a stack sees no marks of before"


@pytest.mark.asyncio
async def test_a_stack_is_dragged_to_where_it_goes() -> None:
    table = position({"mito": ["date-2", "date-3"]}, {"kyoto": ["ukita-3"]})
    port = port_at(table, TOKUGAWA)
    actions = recorded(port)
    app = app_of(port)
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        view = map_of(app)

        def at(key: str) -> tuple[int, int]:
            x, y = view.layout_in_use.markers[location_named(key)]
            return x - int(view.scroll_x), y - int(view.scroll_y)

        await pilot.mouse_down("#board", offset=at("mito"))
        for key in ("oyama", "edo"):
            await pilot.hover("#board", offset=at(key))
            await settled(pilot)
        assert actions == []
        assert view.cursor == location_named("edo")
        await pilot.mouse_up("#board", offset=at("edo"))
        await settled(pilot)
        assert "Planned: Mito → Edo, 2 blocks — free" in screen_text(app), "nobody has read the line that was taken"
        await pilot.press("S", "S")
        await settled(pilot)
    march, *_end = actions  # with nothing left to move, the movement ends of itself
    assert isinstance(march, March)
    assert march == March(table.state.pools[TOKUGAWA][location_named("mito")], (location_named("edo"),), False, None)


@pytest.mark.asyncio
async def test_what_is_let_go_right_beside_a_place_goes_there_and_farther_off_nowhere() -> None:
    port = port_at(position({"mito": ["date-2", "date-3"]}, {"kyoto": ["ukita-3"]}), TOKUGAWA)
    app = app_of(port)
    async with app.run_test(size=(160, 48)) as pilot:
        await settled(pilot)
        view, iwaki = map_of(app), location_named("iwaki")
        x, y = view.layout_in_use.markers[location_named("mito")]

        def near(at: tuple[int, int], columns: int) -> set[int | None]:
            across = range(-columns, columns + 1)
            return {view.spot_of_cell(at[0] + dx, at[1] + dy) for dx in across for dy in (-1, 0, 1)} - {None}

        box = view.layout_in_use.boxes[iwaki]
        cells = [(column, row) for column in range(box.x - 12, box.x + 24) for row in range(box.y - 3, box.y + 4)]
        empty = [cell for cell in cells if view.spot_of_cell(*cell) is None]
        beside = next(cell for cell in empty if near(cell, 2) == {iwaki})
        off = next(cell for cell in empty if not near(cell, 2))
        for cell, said in ((off, "That was let go at no place of the map"), (beside, "Planned: Mito → Iwaki")):
            await pilot.mouse_down("#board", offset=(x, y))
            for there in (view.layout_in_use.markers[iwaki], cell):
                await pilot.hover("#board", offset=there)
                await settled(pilot)
            await pilot.mouse_up("#board", offset=cell)
            await until(lambda said=said: said in screen_text(app), said)  # type: ignore[misc]


@pytest.mark.asyncio
async def test_who_drags_another_stack_hears_which_marks_are_given_up_by_that() -> None:
    table = position({"mito": ["date-2", "date-3"], "edo": ["tokugawa-3"]}, {"kyoto": ["ukita-3"]})
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        await press_text(app, "March from Mito")
        await pilot.press("1")
        screen = game_screen(app)
        screen.post_message(map_of(app).Grabbed(map_of(app), location_named("edo")))
        map_of(app).cursor = location_named("hakone")
        await settled(pilot)
        screen.post_message(map_of(app).Dropped(map_of(app), location_named("hakone")))
        await until(lambda: len(screen.port.situation().planned) == 1, "the march")
        await settled(pilot)
        assert "Given up: March from Mito: who, and where to? Planned: Edo → Hakone" in screen_text(app)


@pytest.mark.asyncio
async def test_what_a_dragged_stack_uses_and_how_far_it_may_go_is_told_once_it_is_planned() -> None:
    enemy = {"hakone": ["ukita-3", "ukita-2"]}
    app = app_of(port_at(position({"mito": ["date-3"], "hand": ["date-single", "maeda-single"]}, enemy), TOKUGAWA))
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        screen = game_screen(app)
        screen.post_message(map_of(app).Grabbed(map_of(app), location_named("mito")))
        map_of(app).cursor = location_named("hakone")
        await settled(pilot)
        screen.post_message(map_of(app).Dropped(map_of(app), location_named("hakone")))
        await until(lambda: "Forced march to Hakone: discard which card?" in screen_text(app), "the card")
        await pilot.press("1")
        await settled(pilot)
        assert len(screen.port.situation().planned) == 1
        # What the card has made of it, and not the line that was dragged to.
        assert "Planned: Mito → Edo → Hakone, 1 block — 1 card: " in screen_text(app)
        await pilot.press("down")
        await until(lambda: "Planned: Mito" not in screen_text(app), "said for a moment")


@pytest.mark.asyncio
async def test_while_a_stack_is_dragged_the_cursor_stays_with_the_mouse() -> None:
    table = position({"mito": ["date-2", "date-3"]}, {"kyoto": ["ukita-3"]})
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        view = map_of(app)
        game_screen(app).post_message(view.Grabbed(view, location_named("mito")))
        view.cursor = location_named("edo")
        await until(lambda: "March from Mito: who" in screen_text(app), "the stack in hand")
        await settled(pilot)
        assert view.cursor == location_named("edo")


@pytest.mark.asyncio
async def test_of_several_ways_enter_takes_the_cheapest_and_n_points_at_the_next() -> None:
    table = position({"mito": ["date-1-leader"], "hand": ["date-single"]}, {"kyoto": ["ukita-3"]})
    for presses in (0, 1):
        port = port_at(table, TOKUGAWA)
        actions = recorded(port)
        app = app_of(port)
        async with app.run_test(size=NARROW) as pilot:
            await settled(pilot)
            await press_text(app, "March from Mito")
            await pilot.press("tab", "g", *"hakone", "enter")
            await settled(pilot)
            first = rows_of(app)[panel_of(app).choices.highlighted or 0]
            assert "declares a leader" in first.text, "a claim costs less than a card"
            assert (first.way, first.ways) == (1, 2)
            await pilot.press(*["n"] * (presses + 2 * first.ways))
            await settled(pilot)
            row = rows_of(app)[panel_of(app).choices.highlighted or 0]
            assert row.way == 1 + presses
            assert ("forced march" in row.text) == bool(presses)
            await pilot.press("enter")
            await settled(pilot)
            assert bool(game_screen(app).port.situation().planned) == (presses == 0)
            assert actions == []
            if presses:
                assert rows_of(app)[0].text.startswith("Discard Date card")


@pytest.mark.asyncio
async def test_the_map_marks_what_each_place_costs_and_leaves_blocks_their_colours() -> None:
    table = position(
        {"edo": ["date-3"], "mito": ["date-1-leader", "date-2"], "hand": ["date-single"]}, {"iwaki": ["ukita-3"] * 3}
    )
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        before = {chip: colours(app, chip) for chip in ("Da3", "Da1L")}
        await press_text(app, "March from Mito")
        await settled(pilot)
        text = screen_text(app)
        for mark in ("[Da3] Edo To T★+", "L○ Oyama", "▷+B○ Iwaki", "Hakone T■L", "&○ Numazu"):
            assert mark in text, mark
        await pilot.press("tab", "g", *"edo", "enter")
        await settled(pilot)
        now = {chip: {style.replace("underline ", "") for style in colours(app, chip)} for chip in before}
        assert before == now
        assert any("underline" in style for style in colours(app, "Da1L")), "it is in hand"
        assert not any("underline" in style for style in colours(app, "Da3"))


@pytest.mark.asyncio
async def test_the_signs_of_a_place_stand_after_it_where_blocks_stand_before_it_and_nobody_else_is_near() -> None:
    table = position(
        {
            "edo": ["date-3", "tokugawa-3", "tokugawa-2"],
            "mito": ["date-1-leader", "date-2"],
            "kumano": ["maeda-2"] * 2,
            "hand": ["date-single"],
        },
        {"iwaki": ["ukita-3"]},
    )
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=(160, 48)) as pilot:
        await settled(pilot)
        await press_text(app, "March from Mito")
        await settled(pilot)
        edo, board = location_named("edo"), map_of(app)
        assert "[To3 To2 Da3] Edo To T★+" in screen_text(app)
        assert "+[" not in screen_text(app)
        plus: Tag = (("+", "target"),)
        after = board.painted.aside(edo, plus)
        assert after is not None
        box = board.layout_in_use.boxes[edo]
        assert board.spot_of_cell(after, box.y) == edo
        assert after == board.layout_in_use.boxes[edo].x + board.layout_in_use.boxes[edo].width
        assert {(after, board.layout_in_use.boxes[edo].y)} <= {
            (x, region.y) for region in board._regions_of([edo]) for x in range(region.x, region.right)
        }, "it is drawn anew with the place"
        assert board.painted.aside(edo, plus * 40) is None, "another stands there"
        assert board.painted.aside(location_named("oyama"), plus) is None, "before it stands nobody"


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(100, 30), (120, 36), (160, 48)])
async def test_a_sign_is_its_places_for_the_mouse_wherever_it_stands(size: tuple[int, int]) -> None:
    """Where another place is near, its box may hold the cell."""
    table = position(
        {"kiyosu": ["date-3", "date-1-leader"], "anotsu": ["tokugawa-2"], "hand": ["date-single"]},
        {"gifu": ["ukita-3"]},
    )
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await press_text(app, "March from Kiyosu")
        await settled(pilot)
        board = map_of(app)
        assert "Kuwana" in screen_text(app), "it is drawn"
        cells = {(x, y): spot for y, row in board._signs.items() for x, spot in row.items()}
        assert len(set(cells.values())) > 5
        assert all(board.spot_of_cell(*cell) == spot for cell, spot in cells.items())
        lines = ["".join([sign for sign, _style in row]) for row in board.painted.rows]
        assert not any(lines[y][x].isalnum() for x, y in cells), "no name is hidden by one"


@pytest.mark.asyncio
async def test_the_sign_of_a_place_stands_between_blocks_and_the_marker_behind_them() -> None:
    table = position(
        {"kiyosu": ["date-3", "date-1-leader"], "anotsu": ["maeda-3"], "hand": ["date-single"]}, {"iwaki": ["ukita-3"]}
    )
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        await press_text(app, "March from Kiyosu")
        await settled(pilot)
        assert "[Ma3]L■T Anotsu" in screen_text(app)
        assert map_of(app).painted.aside(location_named("anotsu"), (("&", "target"), ("B", "target"))) is None, (
            "no room"
        )


@pytest.mark.asyncio
async def test_the_sign_of_a_place_stands_between_blocks_and_its_name_where_another_place_is_near() -> None:
    """In a row of its own it would be read as another place's; a letter there would be read as part of the name."""
    app = app_of(port_at(position({"edo": ["date-3"]}, {"ueda": ["ukita-3", "ukita-2"]}), TOKUGAWA))
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        board, ueda = map_of(app), location_named("ueda")
        board.mark({ueda: (("+", "target"),)})
        await settled(pilot)
        assert "(I2●)+Ueda I■" in screen_text(app)
        assert board.painted.aside(ueda, (("B", "target"),)) is None


def colours(app: ClientApp, text: str) -> set[str]:
    """The styles that a text has on the board."""
    strips = [map_of(app).render_line(y) for y in range(map_of(app).size.height)]
    return {str(segment.style) for strip in strips for segment in strip if text in segment.text}


@pytest.mark.asyncio
async def test_a_place_picked_in_vain_says_why() -> None:
    table = position({"mito": ["date-2"], "hand": []}, {"kyoto": ["ukita-3"]})
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        await press_text(app, "March from Mito")
        await pilot.press("g", *"hakone", "enter", "tab", "enter")
        await settled(pilot)
        assert "Hakone: Too far: 2 locations in all, the reach is 1 (7.3.3)" in screen_text(app)


@pytest.mark.asyncio
async def test_what_is_not_complete_is_not_taken_and_says_why() -> None:
    hand = ["date-single", "date-single", "maeda-single"]
    table = position({"edo": ["tokugawa-3"], "hand": hand}, {"kyoto": ["ukita-3"]}, paid=None)
    port = port_at(table, TOKUGAWA)
    actions = recorded(port)
    app = app_of(port)
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        await press_text(app, "Total movement")
        await pilot.press("enter")
        await settled(pilot)
        assert "Mark 2 cards first." in screen_text(app)
        await pilot.press("space", "enter")
        await settled(pilot)
        assert actions == []
        assert "Mark 1 more card first." in screen_text(app)
        await pilot.press("1", "enter", "S", "S")
        await settled(pilot)
        assert actions == [Pay(Degree.TOTAL, table.state.pools[TOKUGAWA][HAND][:2])]


@pytest.mark.asyncio
async def test_what_the_rules_refuse_is_told_with_the_rule() -> None:
    port = practice_game()
    app = app_of(port)

    def refuse(action: Answer) -> None:
        raise IllegalAction("6.3", "That card is not in the hand")

    port.act = refuse  # type: ignore[method-assign]
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        await pilot.press("1", "enter")
        await settled(pilot)
        assert "The rules refuse that: That card is not in the hand (6.3)" in screen_text(app)
        assert rows_of(app)


@pytest.mark.asyncio
@pytest.mark.parametrize("key", ["1", "enter"])
async def test_a_key_pressed_before_a_decision_came_up_does_not_answer_it(key: str) -> None:
    port = practice_game()
    actions = recorded(port)
    app = app_of(port, grace=1e6)
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        await pilot.press(key)
        await settled(pilot)
        assert actions == []
        assert question_of(app) == BidsDue()


@pytest.mark.asyncio
async def test_the_moment_in_which_a_decision_takes_no_answer_passes() -> None:
    port = practice_game()
    actions = recorded(port)
    app = app_of(port, grace=0.001)
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: panel_of(app).dialogue is not None and panel_of(app).takes_answers)
        await pilot.press("1", "enter")
        await until(lambda: bool(actions))


@pytest.mark.asyncio
async def test_digits_take_a_line_while_the_map_has_the_focus() -> None:
    port = practice_game()
    actions = recorded(port)
    app = app_of(port)
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        await pilot.press("tab")
        await settled(pilot)
        assert map_of(app).has_focus
        await pilot.press("1", "enter")
        await until(lambda: bool(actions))


@pytest.mark.asyncio
async def test_backspace_takes_a_step_back() -> None:
    table = position({"edo": ["tokugawa-3", "date-2"]}, {"kyoto": ["ukita-3"]})
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        await press_text(app, "March from Edo")
        await pilot.press("backspace")
        await settled(pilot)
        assert rows_of(app)[-1].text == "End your movement"


@pytest.mark.asyncio
async def test_a_step_back_points_at_the_line_and_the_way_that_were_gone_on_with() -> None:
    stacks = {"edo": ["tokugawa-3", "tokugawa-2", "date-3", "date-2", "maeda-2"], "hand": ["date-single"]}
    app = app_of(port_at(position(stacks, {"kyoto": ["ukita-3"]}, paid="limited"), TOKUGAWA))
    async with app.run_test(size=MIDDLE) as pilot:
        await settled(pilot)
        await press_text(app, "March from Edo")
        await press_text(app, "5 other places")
        await press_text(app, "Edo → Oshi → Takasaki → Saku")
        await settled(pilot)
        assert "discard which card?" in screen_text(app)
        await pilot.press("backspace")
        await settled(pilot)
        [at] = [panel_of(app).choices.highlighted]
        assert at is not None
        assert rows_of(app)[at].text.startswith("Edo → Oshi → Takasaki → Saku")


@pytest.mark.asyncio
async def test_resigning_asks_first_and_ends_with_the_result() -> None:
    port = practice_game()
    app = app_of(port)
    async with app.run_test(size=NARROW) as pilot:
        await pilot.press("R", "enter")
        await settled(pilot)
        assert port.situation().ended is None, "no is the first answer"
        await pilot.press("R", "y")
        await settled(pilot)
        assert port.situation().ended is not None
        text = screen_text(app)
        for wanted in ("Ishida wins — you have lost", "You resigned.", "Tokugawa: 11 points", "castles, 2 each"):
            assert wanted in text
        await pilot.press("enter")
        await settled(pilot)
        assert "The game is over" in screen_text(app)


@pytest.mark.asyncio
@pytest.mark.parametrize(("first", "last"), [("q", "y"), ("q", "q"), ("ctrl+c", "y"), ("ctrl+c", "ctrl+c")])
async def test_leaving_asks_first_unless_the_game_is_over(first: str, last: str) -> None:
    port = practice_game()
    app = app_of(port)
    async with app.run_test(size=NARROW) as pilot:
        await pilot.press(first)
        await settled(pilot)
        assert isinstance(app.screen, ConfirmScreen)
        await pilot.press("n")
        await settled(pilot)
        assert app.is_running
        await pilot.press(first, last)
        await until(lambda: app.return_code == 0, "the end")


@pytest.mark.asyncio
async def test_the_key_that_resigns_does_not_resign_when_it_comes_again() -> None:
    port = practice_game()
    app = app_of(port)
    async with app.run_test(size=NARROW) as pilot:
        await pilot.press("R", "R", "q")
        await settled(pilot)
        assert not isinstance(app.screen, ConfirmScreen), "q leaves the question"
        assert port.situation().ended is None


@pytest.mark.asyncio
async def test_text_from_the_opponent_is_never_markup_nor_control() -> None:
    table = position({"edo": ["tokugawa-3"]}, {"kyoto": ["ukita-3"]})
    port = port_at(table, TOKUGAWA, opponent_name="[red]Eve[/red]")
    app = app_of(port)
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        port.hear("[bold]hi[/bold] [@click=app.exit]x[/] \x1b[31mred\x1b]0;title\x07 \u202eback", own=False)
        await settled(pilot)
        text = screen_text(app)
        assert "[red]Eve[/red]: [bold]hi[/bold] [@click=app.exit]x[/] red back" in text
        assert "\x1b" not in text
        assert "\u202e" not in text
        assert "(I) [red]Eve[/red] " in screen_lines(app)[0], "beside the points too"
        log = game_screen(app).query_one("#log", TextView)
        assert log.lines[-1].strip().startswith("[red]Eve")


@pytest.mark.asyncio
async def test_talking() -> None:
    port = practice_game()
    app = app_of(port)
    async with app.run_test(size=NARROW) as pilot:
        await pilot.press("t")
        await settled(pilot)
        assert isinstance(app.screen, PromptScreen)
        await pilot.press(*"good", "escape")
        await settled(pilot)
        assert not port.chats()
        await pilot.press("t")
        await settled(pilot)
        await pilot.press(*" luck", "enter")
        await settled(pilot)
        assert [(chat.own, chat.text) for chat in port.chats()] == [(True, "good luck")]
        assert "You: good luck" in screen_text(app)
        await pilot.press("t", *"so", "enter")
        await settled(pilot)
        assert port.chats()[-1].text == "so", "what was said is gone from the line"


@pytest.mark.asyncio
@sizes
async def test_the_ascii_set_leaves_nothing_but_ascii(size: tuple[int, int]) -> None:
    table = played(9, 160)
    owed = owing(table)
    assert owed is not None
    port = port_at(table, owed[0])
    app = app_of(port, ASCII)
    async with app.run_test(size=size) as pilot:
        for keys in (("f2",), ("f3",), ("f5",), ("f6",), ("question_mark",), ("q", "R"), ("n", "t"), ("escape", "p")):
            await pilot.press(*keys)
            await settled(pilot)
            odd = {sign for line in screen_lines(app) for sign in line if not sign.isascii()}
            assert odd == set(), keys


def test_the_ascii_set_is_chosen_by_the_environment() -> None:
    assert glyphs_for({"LANG": "de_DE.UTF-8"}) is UNICODE
    assert glyphs_for({"LANG": "C.utf8"}) is UNICODE
    assert glyphs_for({"LC_ALL": "C", "LANG": "de_DE.UTF-8"}) is ASCII
    assert glyphs_for({"LANG": "de_DE.UTF-8", "SEKIGAHARA_ASCII": "1"}) is ASCII


def drawn(app: ClientApp) -> list[list[tuple[str, str]]]:
    """All that is on the screen, with its colours."""
    return [[(segment.text, str(segment.style)) for segment in strip] for strip in strips_of(app)]


@pytest.mark.asyncio
@pytest.mark.parametrize("seed", range(4))
async def test_the_screen_does_not_depend_on_the_faces_that_the_player_may_not_see(seed: int) -> None:
    """THREATS 17 on the own screen: the same public state and own pieces, other hidden faces, the same screen."""
    table = played(seed, 40 + 30 * seed)
    owed = owing(table)
    assert owed is not None
    seat = owed[0]
    hidden = [piece for piece in table.faces if piece not in table.view(seat).faces]
    hidden_faces = [table.faces[piece] for piece in hidden]
    Random(seed).shuffle(hidden_faces)
    other_faces = table.faces | dict(zip(hidden, hidden_faces, strict=True))
    screens = []
    for faces in (dict(table.faces), other_faces):
        table.faces = faces
        app = app_of(port_at(table, seat))
        pages = []
        async with app.run_test(size=WIDE) as pilot:
            for key in ("f2", "f4", "f5", "p"):
                await pilot.press(key)
                await settled(pilot)
                pages.append(drawn(app))
        screens.append(pages)
    assert table.faces != {}
    assert screens[0] == screens[1]


@pytest.mark.asyncio
async def test_a_battle_is_shown_with_impacts_and_initiative() -> None:
    table = position(
        {"sunpu": ["tokugawa-3", "tokugawa-2"], "hand": ["tokugawa-single", "tokugawa-swords"]},
        {"sunpu": ["ukita-3", "mori-2", "mori-3"], "hand": ["ukita-single"]},
    )
    port = port_at(table, TOKUGAWA)
    app = app_of(port)
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await press_text(app, "End your movement")
        if not rows_of(app)[0].text.startswith("Sunpu"):
            await press_text(app, "Yes, end")
        await settled(pilot)
        assert "Battle of Sunpu: Tokugawa attacks" in screen_text(app)
        await press_text(app, "+3, 3 to 0, you lead: Tokugawa 3 with Tokugawa card")
        await settled(pilot)
        text = screen_text(app)
        assert "It stands: Tokugawa 3 (+3), Ishida" in text
        assert "to come To2" in text
        assert all(part in text for part in ("│ To3 ", "│ +3   = 3", "│ To  ")), "the block, its impact, its card"
        assert "Ishida wins 3 to 3 if nothing more is deployed" in text


class Attacker:
    """Fights wherever it can, and deploys whatever it can."""

    def choose(self, view: View[State]) -> Answer:
        answer: Answer = SEKIGAHARA.options(view).parts[-1][0]
        return answer


@pytest.mark.asyncio
@pytest.mark.parametrize("enemy_card", ["mori-single", "ishida-loyalty"])
async def test_a_challenge_waits_for_the_player_whatever_the_hand(enemy_card: str) -> None:
    """R24: nothing answers by itself, and the question is the same but for the own card."""
    table = position(
        {"sunpu": ["tokugawa-3", "date-2"], "hand": ["tokugawa-single", "date-single"]},
        {"sunpu": ["ukita-3", "mori-2"], "hand": [enemy_card]},
    )

    combat_phase(table)
    port = port_at(table, ISHIDA, Attacker(), time_tells=True)
    actions = recorded(port)
    app = app_of(port)
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        assert isinstance(port.situation().question, ChallengeDue)
        assert rows_of(app)[0].text == "Let it stand"
        assert actions == []
        await press_row(app, 0)
        await until(lambda: actions == [Challenge(None)])


@pytest.mark.asyncio
@pytest.mark.parametrize(("enemy_card", "asked"), [("mori-single", False), ("ishida-loyalty", True)])
async def test_against_a_bot_nobody_is_asked_to_challenge_with_nothing(enemy_card: str, *, asked: bool) -> None:
    table = position(
        {"sunpu": ["tokugawa-3", "date-2"], "hand": ["tokugawa-single", "date-single"]},
        {"sunpu": ["ukita-3", "mori-2"], "hand": [enemy_card]},
    )
    combat_phase(table)
    port = port_at(table, ISHIDA, Attacker())
    actions = recorded(port)
    app = app_of(port)
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        if asked:
            assert isinstance(port.situation().question, ChallengeDue)
            assert actions == []
            return
        await until(lambda: not isinstance(port.situation().question, ChallengeDue))
        await settled(pilot)
        assert set(actions) == {Challenge(None)}
        log = game_screen(app).query_one("#log", TextView).lines
        assert not [line for line in log if "You hold no" in line], "the line that says that it stands says why"


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [NARROW, (100, 24)])
async def test_the_line_that_confirms_is_in_sight_however_long_the_list(size: tuple[int, int]) -> None:
    daimyo = ["date", "maeda", "tokugawa", "fukushima"]
    hand = [f"{name}-{kind}" for name in daimyo for kind in ("single", "swords", "double")]
    hand.append("tokugawa-loyalty")
    table = position({"edo": ["tokugawa-3"], "hand": hand}, {"kyoto": ["ukita-3"]}, paid=None)
    port = port_at(table, TOKUGAWA)
    actions = recorded(port)
    app = app_of(port)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await press_text(app, "Limited movement")
        await settled(pilot)
        assert "Mark 1 card: 0 marked so far" in screen_text(app)
        await pilot.press("1")
        await settled(pilot)
        assert "▶ Discard" in screen_text(app)
        line = panel_of(app).query_one("#confirm")
        assert line.display
        await pilot.press("end")
        await settled(pilot)
        assert screen_text(app).count("▶ Discard") == 1, "its own line is in sight"
        await pilot.press("home")
        await settled(pilot)
        await pilot.click("#confirm")
        await settled(pilot)
        await pilot.press("S", "S")
        await settled(pilot)
        assert len(actions) == 1
        assert not line.display, "nothing is to be confirmed any more"


@pytest.mark.asyncio
async def test_a_short_list_confirms_in_its_own_last_line() -> None:
    table = position(
        {"edo": ["tokugawa-3"], "hand": ["date-single", "maeda-single"]}, {"kyoto": ["ukita-3"]}, paid=None
    )
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=MIDDLE) as pilot:
        await settled(pilot)
        await press_text(app, "Limited movement")
        await settled(pilot)
        assert screen_text(app).count("Mark 1 card: 0 marked so far") == 1


@pytest.mark.asyncio
async def test_under_the_map_the_roads_come_before_what_never_changes_and_blocks_in_words() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=NARROW) as pilot:
        for width, capital in ((80, False), (110, True), (240, True)):
            await pilot.resize_terminal(width, 30)
            await pilot.press("g", *"kyoto", "enter")
            map_of(app).focus()
            await settled(pilot)
            ticker = game_screen(app).query_one("#ticker").region
            line = screen_lines(app)[ticker.y][ticker.x : ticker.right]
            assert ("Kyoto; capital of Ishida" in line) == capital, width
            assert "(I2" in line
            assert "Highways: Osaka, Minakuchi, Sawayama" in line
            assert "Roads: Ayabe" in line


@pytest.mark.asyncio
@pytest.mark.parametrize("width", [80, 110, 140, 300])
async def test_the_connection_comes_first_and_fits(width: int) -> None:
    port = practice_game()
    gone = replace(port.situation(), connected=False, connection="The opponent went away. " * 4)
    port.situation = lambda: gone  # type: ignore[method-assign]
    app = app_of(port)
    async with app.run_test(size=(width, 30)) as pilot:
        await settled(pilot)
        line = screen_lines(app)[0]
        assert line.startswith(" Not connected")
        assert ("Week 1 of 7" if width == 300 else "Week 1") in line
        assert ("went away" in line) == (width == 300)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("width", "words"), [(80, "You are waited for."), (160, "Ishida Mitsunari has chosen and waits for you.")]
)
async def test_that_only_the_own_answer_is_missing_comes_first(width: int, words: str) -> None:
    port = practice_game()
    awaited = replace(port.situation(), awaited=True, time_tells=True, opponent_name="Ishida Mitsunari")
    port.situation = lambda: awaited  # type: ignore[method-assign]
    app = app_of(port)
    async with app.run_test(size=(width, 30)):
        await until(lambda: screen_lines(app)[0].startswith(f" {words}"), "who waits")
        assert "Week 1" in screen_lines(app)[0]
        awaited = replace(awaited, time_tells=False)
        game_screen(app).update_all()
        await until(lambda: screen_lines(app)[0].startswith(" Week 1"), "a bot is not told of")


@pytest.mark.asyncio
async def test_what_becomes_of_a_resignation_that_the_opponent_does_not_have_yet_is_told() -> None:
    port = practice_game()
    resigned = replace(port.situation(), question=None, opponent_name="Ishida", leaving=True, connected=False)
    port.situation = lambda: resigned  # type: ignore[method-assign]
    app = app_of(port)
    async with app.run_test(size=(120, 36)) as pilot:
        kept = "Your resignation is kept, and given to Ishida as soon as you are both connected."
        await until(lambda: "You have resigned" in screen_text(app) and note_in_sight(app) == kept, "that it is kept")
        await pilot.press("R")
        again = "You have resigned already."
        await until(lambda: again in screen_text(app), "that it need not be done again")
        assert app.screen is game_screen(app)
        assert game_screen(app).why_not("resign")
        waits = "You have resigned; Ishida has not confirmed it yet."
        assert game_screen(app).log_view.lines[-1].strip() == waits, "the log has it at once"
        await pilot.press("q")
        words = "Leave now? Your resignation is kept, and is given"
        await until(lambda: words in " ".join(screen_text(app).split()), "what leaving means then")
        await pilot.press("escape")
        resigned = replace(resigned, connected=True)
        game_screen(app).update_all()
        soon = "The game is over as soon as Ishida's program has your resignation."
        await until(lambda: note_in_sight(app) == soon, "that it is under way")
        resigned = replace(resigned, leaving=False, ended=Ended(SEATS[1], "you resigned"))
        game_screen(app).update_all()
        lines = game_screen(app).log_view.lines
        await until(lambda: "You have resigned." in map(str.strip, lines), "that it is confirmed")


@pytest.mark.asyncio
async def test_whoever_resigns_while_the_opponent_is_away_is_told_what_becomes_of_it() -> None:
    port = practice_game()
    away = replace(port.situation(), opponent_name="Ishida", connected=False)
    port.situation = lambda: away  # type: ignore[method-assign]
    app = app_of(port)
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.press("R")
        kept = "Your resignation is kept, and given to Ishida as soon as you are both connected."
        asked = f"Resign? The game is lost then, and cannot be taken up again. {kept}"
        await until(lambda: str(app.screen.query_one("#text", Static).content) == asked, "what becomes of it")
        await pilot.press("escape")
        away = replace(away, connected=True)
        await pilot.press("R")
        soon = asked.removesuffix(f" {kept}")
        await until(lambda: str(app.screen.query_one("#text", Static).content) == soon, "that it is lost at once")


@pytest.mark.asyncio
async def test_of_an_opponent_who_has_the_turn_it_is_said_that_nothing_of_it_is_sent() -> None:
    table = new_table(1)
    seat = next(seat for seat, question in play(table, random_bot(1)) if isinstance(question, PaymentDue))
    port = practice_game(seat=other(seat))
    first = port.situation()
    view = table.view(other(seat))
    since = time.monotonic() - 600
    waits = replace(first, question=None, view=view, opponent_name="Guest", asked_at=since, time_tells=True)
    port.situation = lambda: waits  # type: ignore[method-assign]
    app = app_of(port)
    name = f"Guest ({words_of(SEKIGAHARA).side(seat)})"
    async with app.run_test(size=(120, 36)):
        await until(lambda: f"(10 min) {name} plans its turn, nothing sent yet" in screen_text(app), "what is known")
    said: list[str] = []
    PlainClient(port, UNICODE, said.append).update()
    assert "Guest plans its turn, nothing sent yet." in said


@pytest.mark.asyncio
async def test_the_seconds_run_while_an_answer_is_held_and_while_one_that_tells_nothing_is_waited_for() -> None:
    port = practice_game()
    first = port.situation()
    asked = replace(first, question=None, opponent_name="Guest", asked_at=time.monotonic() - 600, time_tells=True)
    port.situation = lambda: asked  # type: ignore[method-assign]
    app = app_of(port)
    async with app.run_test(size=(120, 36)):
        await until(lambda: "(10 min) Guest (Ishida) is to " in screen_text(app), "how long it has been")
        held = Pay(Degree.NONE, ())
        asked = replace(first, question=None, held=held, held_until=time.monotonic() + 3600)
        game_screen(app).update_all()
        await until(lambda: "(3600 s) Your answer is given" in screen_text(app), "when it goes out")
        asked = replace(asked, held_until=time.monotonic() + 60)
        game_screen(app).update_all()
        await until(lambda: "(60 s) Your answer is given" in screen_text(app), "the seconds run")


@pytest.mark.asyncio
async def test_the_seconds_until_the_opponent_is_tried_again_run_where_it_is_waited_for() -> None:
    port = practice_game()
    question = port.situation().question
    gone = replace(
        port.situation(), question=None, connected=False, connection="It broke.", again_at=time.monotonic() + 3600
    )
    port.situation = lambda: gone  # type: ignore[method-assign]
    app = app_of(port)
    async with app.run_test(size=(120, 36)):
        await until(lambda: "Trying again in 3600 seconds" in screen_lines(app)[0], "the first line")
        gone = replace(gone, again_at=time.monotonic() + 60)
        game_screen(app).update_all()
        await until(lambda: screen_text(app).count("Trying again in 60 seconds") == 2, "what is waited for says it too")
        assert re.search(r"\(\d+ s\) .+ is not connected", screen_text(app)), "and for how long"
        asking, waited = game_screen(app)._asking, gone
        since = asking._away_since
        gone = replace(waited, question=question)
        game_screen(app).update_all()
        gone = waited
        game_screen(app).update_all()
        assert asking._away_since == since, "an own decision in between is no part of it"
        gone = replace(waited, connected=True)
        game_screen(app).update_all()
        assert asking._away_since is None


@pytest.mark.parametrize("width", [40, 78, 98, 118, 138, 168, 198])
def test_the_score_fits_at_every_width(width: int) -> None:
    view = practice_game().situation().view
    assert view is not None
    line = plain_text(longest_that_fits(score_lines(view, ("you", "E" * 40)), width))
    assert len(line) <= width
    assert line.count("hand 5") == 2


@pytest.mark.asyncio
async def test_a_line_that_is_too_long_to_be_said_whole_says_that_it_was_cut() -> None:
    port = practice_game()
    app = app_of(port)
    async with app.run_test(size=NARROW) as pilot:
        for length, cut in ((CHAT_LIMIT, False), (CHAT_LIMIT + 7, True)):
            await pilot.press("t")
            await settled(pilot)
            app.screen.query_one(Input).value = "x" * length
            await pilot.press("enter")
            await settled(pilot)
            assert port.chats()[-1].text == "x" * CHAT_LIMIT
            log = game_screen(app).query_one("#log", TextView).lines
            assert any(f"it had {length} characters, and {CHAT_LIMIT} were said" in line for line in log) == cut


@pytest.mark.parametrize("ends_wide", [False, True])
@pytest.mark.asyncio
async def test_a_battle_comes_to_the_front_on_a_narrow_screen_while_it_lasts(ends_wide: bool) -> None:
    table = position(
        {"sunpu": ["tokugawa-3", "tokugawa-2"], "hand": ["tokugawa-single"]},
        {"sunpu": ["ukita-3", "mori-2", "mori-3"]},
    )
    combat_phase(table)
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        await until(lambda: "─Battle─" in screen_text(app), "the only battle, declared")
        text = screen_text(app)
        assert "[T  0 ]" in text
        assert "to come (I3)" in text
        assert "Your hand: Tokugawa card" in text
        while isinstance(question_of(app), DeploymentDue):
            await press_text(app, "End")
        assert isinstance(question_of(app), LossesDue)
        if ends_wide:
            await pilot.resize_terminal(*WIDE)
            await settled(pilot)
        await pilot.press("1", "enter")
        await until(lambda: isinstance(question_of(app), RetreatDue))
        await settled(pilot)
        await pilot.press("1", "enter")
        await settled(pilot)
        if ends_wide:
            await pilot.resize_terminal(*NARROW)
            await settled(pilot)
        await close_cards(app)
        await until(lambda: "■T Kan" in screen_text(app), "the map")


def question_of(app: ClientApp) -> object:
    return app.port.situation().question


@pytest.mark.asyncio
async def test_all_pieces_can_be_marked_and_unmarked_at_once() -> None:
    table = position({"edo": ["tokugawa-3", "tokugawa-2", "date-3", "date-2"]}, {"kyoto": ["ukita-3"]})
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        await press_text(app, "March from Edo")
        for expected in (False, True):
            await pilot.press("a")
            await settled(pilot)
            assert [row.mark for row in rows_of(app)[:4]] == [expected] * 4


@pytest.mark.asyncio
async def test_the_own_log_tells_what_was_drawn_and_no_other() -> None:
    hand = ["date-single", "date-swords", "maeda-single"]
    table = position({"edo": ["tokugawa-3"], "hand": hand}, {"kyoto": ["ukita-3"], "hand": ["mori-single"]}, paid=None)
    port = port_at(table, TOKUGAWA)
    app = app_of(port)
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        before = Counter(cards_of(port))
        await press_text(app, "No movement")
        await pilot.press("1", "enter", "enter")
        await settled(pilot)
        log = game_screen(app).query_one("#log", TextView).lines
        drawn = Counter(cards_of(port)) - (before - Counter(["Date card"]))
        [line] = [line.strip() for line in log if "You draw" in line]
        assert line == f"You draw: {counted(drawn.elements())}."
        news = game_screen(app).query_one("#news", TextView).lines
        assert line in [told.strip() for told in news], "what happened tells it as well"
        assert sum(drawn.values()) == 1


def cards_of(port: PracticePort[State, Answer]) -> list[str]:
    situation = port.situation()
    view = situation.view
    assert view is not None
    return [face_words(view.faces[card]) for card in view.state.pools[TOKUGAWA][HAND]]


async def play_through(port: PracticePort[State, Answer], size: tuple[int, int], seed: int) -> None:
    """A whole game, every decision made with keys on the lines of the list."""
    actions = recorded(port)
    app = app_of(port)
    random = Random(seed)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        lines = random_rows(app, random)
        while port.situation().ended is None:
            # For a moment nothing is asked, where a question was answered for the player.
            await until(lambda: bool(rows_of(app)) or port.situation().ended is not None)
            if port.situation().ended is None:
                await press_row(app, next(lines))
        await close_cards(app)
        await until(lambda: isinstance(app.screen, ResultScreen))
        await settled(pilot)
        situation = port.situation()
        assert situation.ended is not None
        text = screen_text(app)
        assert " wins — you have " in text
        reason = situation.ended.reason
        assert f"{reason[:1].upper()}{reason[1:]}" in text
        assert situation.view is not None
        for seat in SEATS:
            assert f"{score(situation.view.state, seat)} points" in text
    kinds = {type(action) for action in actions}
    assert {Pay, Discard} <= kinds


@pytest.mark.asyncio
async def test_a_whole_game_is_played_on_the_screen() -> None:
    await play_through(practice_game(1, ISHIDA), NARROW, 1)


def test_every_key_of_the_help_is_bound() -> None:
    bindings = GameScreen._merged_bindings
    assert bindings is not None
    assert {
        "question_mark",
        "f1",
        "f2",
        "f3",
        "f4",
        "f5",
        "f6",
        "z",
        "g",
        "p",
        "t",
        "R",
        "q",
        "tab",
        "r",
        "o",
        "w",
    } <= bindings.key_to_bindings.keys()


@pytest.mark.asyncio
async def test_the_last_lines_of_the_log_have_the_rows_that_there_are_once_these_are_known() -> None:
    port = practice_game()
    waiting = replace(port.situation(), question=None)
    port.situation = lambda: waiting  # type: ignore[method-assign]
    app = app_of(port)
    async with app.run_test(size=(120, 36)):
        await until(lambda: "draws 5 cards" in note_in_sight(app), "more than the last line")


@pytest.mark.asyncio
async def test_signs_that_blocks_keep_far_from_their_place_stand_on_its_row() -> None:
    """In another row they would be read as those of what is written there."""
    hand = ["date-single"]
    table = position(
        {"sendai": ["date-1-leader", "tokugawa-2", "date-3", "date-2"], "edo": ["tokugawa-3"] * 5, "hand": hand},
        {"aizu": ["ukita-3"], "utsunomiya": ["mori-2", "mori-3"]},
    )
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        board = map_of(app)
        layout = board.layout_in_use
        for spot in range(len(layout.boxes)):
            board.mark({spot: (("+", "target"), ("B", "target"))})
            await settled(pilot)
            assert "Kuwana" in screen_text(app), "it is drawn"
            cells = [(x, y) for y, row in board._signs.items() for x, own in row.items() if own == spot]
            assert len(cells) == 2, "once"
            assert {row for _column, row in cells} == {layout.boxes[spot].y}
