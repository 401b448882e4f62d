"""A turn on the map: where the keys lead, what a march costs before it is made, what is undone, what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from rich.color import Color
from textual.geometry import Region
from textual.pilot import Pilot

from engine.sekigahara import Answer
from engine.sekigahara.board import LOCATIONS, ROAD_BETWEEN, location_named
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.state import State
from tests.engine.sekigahara.positions import position
from tests.tui.driving import (
    app_of,
    game_screen,
    note_in_sight,
    panel_of,
    press_row,
    press_text,
    rows_of,
    screen_lines,
    screen_text,
    settled,
    strips_of,
    until,
)
from tests.tui.hands import drawn
from tests.tui.sekigahara.games import port_at, practice_game
from tui.app import ClientApp
from tui.lines import clauses
from tui.practice import PracticePort
from tui.sekigahara.words.locations import NAMES
from tui.widgets.text_view import TextView

NARROW = (80, 24)
MITO = location_named("mito")


def march_port(paid: str = "limited") -> PracticePort[State, Answer]:
    table = position(
        {"edo": ["tokugawa-3", "tokugawa-2", "date-2"], "mito": ["date-3"], "hand": ["date-single"]},
        {"kyoto": ["ukita-3"]},
        paid=paid,
    )
    return port_at(table, TOKUGAWA)


def marked(app: ClientApp) -> list[str]:
    return [row.text for row in rows_of(app) if row.mark]


def marked_codes(app: ClientApp) -> list[str]:
    return [row.code for row in rows_of(app) if row.mark]


def pointed(app: ClientApp) -> str:
    at = panel_of(app).choices.highlighted
    return "" if at is None else rows_of(app)[at].text


async def shows(app: ClientApp, words: str) -> None:
    await until(lambda: words in " ".join(screen_text(app).split()), words)


def under_the_map(app: ClientApp) -> str:
    return screen_lines(app)[game_screen(app).query_one("#ticker").region.y]


async def go_to(pilot: Pilot[None], app: ClientApp, name: str) -> None:
    await pilot.press("g", *name, "enter")
    await until(lambda: game_screen(app).board_view.cursor == location_named(name), name)


@pytest.mark.asyncio
async def test_the_cursor_begins_at_the_stack_that_is_chosen_and_after_the_march_the_list_has_the_keys() -> None:
    app = app_of(march_port())
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        board = game_screen(app).board_view
        await press_text(app, "March from Mito")
        await until(lambda: board.cursor == MITO, "the cursor at the stack")
        await pilot.press("tab")
        await until(lambda: board.has_focus, "the map to have the keys")
        await go_to(pilot, app, "edo")
        await pilot.press("enter")
        await until(lambda: bool(game_screen(app).port.situation().planned), "the march")
        await until(lambda: panel_of(app).choices.has_focus, "the list to have the keys again")
        at = panel_of(app).choices.highlighted
        await pilot.press("down")
        await until(lambda: panel_of(app).choices.highlighted != at, "the list to be gone by")


@pytest.mark.asyncio
async def test_a_card_is_asked_for_in_the_list_even_if_the_march_was_chosen_on_the_map() -> None:
    app = app_of(march_port())
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        await press_text(app, "March from Mito")
        await pilot.press("tab")
        await until(lambda: game_screen(app).board_view.has_focus, "the map to have the keys")
        await go_to(pilot, app, "hakone")
        await pilot.press("enter")
        await until(lambda: rows_of(app)[0].text.startswith("Discard"), "which card")
        await until(lambda: panel_of(app).choices.has_focus, "the list to have the keys")


@pytest.mark.asyncio
async def test_the_map_comes_back_when_something_is_to_be_picked_on_it() -> None:
    app = app_of(march_port())
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        screen = game_screen(app)
        await pilot.press("f5")
        await until(lambda: screen.has_class("page-forces"), "the page")
        await press_text(app, "March from Edo")
        await until(lambda: not screen.has_class("page"), "the map")
        await pilot.press("f5")
        await until(lambda: screen.has_class("page-forces"), "a page that is opened while marching stays")
        await pilot.press("1")
        await until(lambda: len(marked(app)) == 2, "a mark less")
        assert screen.has_class("page-forces")


@pytest.mark.asyncio
async def test_under_the_cursor_stands_at_once_what_a_march_there_costs_or_why_it_cannot_be_made() -> None:
    app = app_of(march_port())
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        await press_text(app, "March from Edo")
        await pilot.press("tab")
        await until(lambda: game_screen(app).board_view.has_focus, "the map to have the keys")
        await go_to(pilot, app, "hakone")
        await until(lambda: "Edo → Hakone — free; reach 3 = 1 +1 capital +1 highway" in under_the_map(app), "the price")
        await go_to(pilot, app, "osaka")
        await until(lambda: "Osaka is farther than anything can march in a turn (7.3.3)." in under_the_map(app))
        # Before a stack is chosen, what is there comes before why none can begin there.
        await pilot.press("backspace")
        await go_to(pilot, app, "hakone")
        there = "Hakone; Tokugawa castle, held by Tokugawa  Highways: Numazu, Edo"
        await until(lambda: there in under_the_map(app), there)
        await go_to(pilot, app, "suwa")
        nobody = "Suwa  Highways: Kiso, Saku  Roads: Kōfu  Suwa: none of yours is there"
        await until(lambda: nobody in under_the_map(app), nobody)
        await go_to(pilot, app, "sawayama")
        await until(lambda: "Sawayama  Highways: Kyoto, Gifu  Roads: Tsuruga" in under_the_map(app))
        await pilot.press("enter")
        await shows(app, "none of yours is there")


@pytest.mark.asyncio
async def test_of_a_stack_that_can_march_the_line_under_the_map_tells_the_blocks_too() -> None:
    app = app_of(march_port())
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        await pilot.press("tab")
        await until(lambda: game_screen(app).board_view.has_focus, "the map to have the keys")
        await go_to(pilot, app, "edo")
        await until(lambda: "March from Edo" in under_the_map(app), "what can be done there")
        assert "[T" in under_the_map(app)
        assert "Highways" in under_the_map(app)


@pytest.mark.asyncio
async def test_whoever_takes_a_march_that_is_undone_in_hand_again_has_the_same_blocks() -> None:
    """But not before he does: the digits are those of the list meanwhile."""
    app = app_of(march_port())
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        await press_text(app, "March from Edo")
        await press_text(app, "Tokugawa 3")
        blocks = marked(app)
        assert len(blocks) == 2
        await press_text(app, "Edo → Hakone → Numazu")
        await shows(app, "1 step planned, not sent")
        await pilot.press("u")
        await until(lambda: pointed(app).startswith("March from Edo"), "the line by which it came")
        await pilot.press("enter")
        await until(lambda: marked(app) == blocks, "the marks")
        await press_text(app, "Edo → Hakone → Numazu")
        await until(lambda: len(game_screen(app).port.situation().planned) == 1, "the march")
        [step] = game_screen(app).port.situation().planned
        assert isinstance(step.action, March)
        assert len(step.action.blocks) == 2


@pytest.mark.asyncio
async def test_where_a_march_that_is_planned_ends_it_is_told_and_no_refusal() -> None:
    table = position({"edo": ["tokugawa-3", "date-2"], "mito": ["date-3"]}, {"hakone": ["ukita-3", "ukita-2"]})
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        await press_text(app, "March from Edo")
        await press_text(app, "Edo → Hakone")
        await shows(app, "1 step planned, not sent")
        board = game_screen(app).board_view
        box = board._layout.boxes[location_named("hakone")]
        await pilot.hover(board, offset=(int(box.centre[0] - board.scroll_x), int(box.centre[1] - board.scroll_y)))
        await shows(app, "Planned: Edo → Hakone, 2 blocks — free")


@pytest.mark.asyncio
async def test_what_has_been_begun_is_undone_before_what_is_planned() -> None:
    app = app_of(march_port())
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        first = [row.text for row in rows_of(app)]
        await press_text(app, "March from Edo")
        await pilot.press("u")
        await until(lambda: [row.text for row in rows_of(app)] == first, "the list, with nothing planned")
        await press_text(app, "March from Edo")
        await press_text(app, "Edo → Hakone → Numazu")
        await shows(app, "1 step planned, not sent")
        await press_text(app, "March from Mito")
        await pilot.press("u")
        await shows(app, "What you had begun is undone; what is planned stays.")
        assert len(game_screen(app).port.situation().planned) == 1
        await pilot.press("u")
        await until(lambda: pointed(app).startswith("March from Edo"), "the line by which it came")
        assert not game_screen(app).port.situation().planned


@pytest.mark.asyncio
async def test_the_key_that_ends_does_not_count_in_a_march_that_is_begun() -> None:
    """There it says what would be done by which key; where a march was undone it ends."""
    app = app_of(march_port())
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        await press_text(app, "March from Edo")
        await press_text(app, "Edo → Hakone —")
        await shows(app, "1 step planned, not sent")
        await press_text(app, "Go on from Hakone")
        await pilot.press("e")
        await shows(app, "First finish this or go back")
        await press_text(app, "Hakone → Numazu —")
        await shows(app, "2 steps planned, not sent")
        await pilot.press("u")
        await until(lambda: pointed(app).startswith("Go on from Hakone"), "the march that was undone")
        await pilot.press("e")
        await shows(app, "End your movement all the same?")
        assert len(game_screen(app).port.situation().planned) == 1, "it is asked about first"


@pytest.mark.asyncio
async def test_the_key_that_undoes_all_does_so_from_within_a_march_too() -> None:
    app = app_of(march_port())
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        port = game_screen(app).port
        first = [row.text for row in rows_of(app)]
        await press_text(app, "March from Edo")
        await press_text(app, "Edo → Hakone")
        await shows(app, "1 step planned, not sent")
        await press_text(app, "March from Mito")
        await pilot.press("U")
        await until(lambda: not port.situation().planned, "the plan to be undone")
        await shows(app, "D does it again")
        await until(lambda: set(first) < {row.text for row in rows_of(app)}, "what was asked first")
        await press_text(app, "March from Mito")
        await pilot.press("U")
        await shows(app, "What you had begun is undone; what is planned stays.")


@pytest.mark.asyncio
async def test_what_is_undone_that_was_chosen_from_a_list_has_its_line_pointed_at() -> None:
    ishida = {"kyoto": ["ukita-3"], "mori_box": ["mori-3"], "hand": ["ukita-single", "mori-single"]}
    app = app_of(port_at(position({"mito": ["date-2"]}, ishida, active=ISHIDA), ISHIDA))
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        for keys, chosen, line in ((["k"], "Discard Ukita", "Call Mōri 3"), ([], "Kyoto → Ayabe", "March from Kyoto")):
            await pilot.press(*keys)
            if not keys:
                await press_text(app, "March from Kyoto")
            await press_text(app, chosen)
            await shows(app, "1 step planned, not sent")
            await pilot.press("u")
            await until(lambda line=line: pointed(app).startswith(line), line)  # type: ignore[misc]


def keys_in_sight(app: ClientApp) -> Iterator[str]:
    text = screen_text(app)
    for words in ("e end your movement", "u undo", "U undo all", "S send it now"):
        if words in text:
            yield words


@pytest.mark.asyncio
async def test_the_keys_that_end_undo_and_send_are_in_sight_however_long_the_list_and_can_be_clicked() -> None:
    table = position(
        {
            **{place: ["date-2"] for place in ("edo", "mito", "oyama")},
            **{place: ["tokugawa-2"] for place in ("hakone", "sendai", "kofu")},
            "hand": ["date-single"],
        },
        {"kyoto": ["ukita-3"]},
    )
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        for place in ("Edo → Oshi", "Mito → Iwaki"):
            await press_text(app, f"March from {place.split()[0]}")
            await press_text(app, place)
        await until(lambda: len(list(keys_in_sight(app))) == 4, "all four keys")
        row = next(y for y, line in enumerate(screen_text(app).splitlines()) if "u undo" in line)
        line = screen_text(app).splitlines()[row]
        await pilot.click(offset=(line.index("u undo"), row))
        await until(lambda: len(game_screen(app).port.situation().planned) == 1, "one step undone")


@pytest.mark.asyncio
async def test_the_line_that_is_taken_by_enter_is_never_out_of_sight() -> None:
    table = position(
        {"edo": ["tokugawa-3"] * 2 + ["date-2"] * 2 + ["date-3"] * 2 + ["maeda-2"]}, {"kyoto": ["ukita-3"]}
    )
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=NARROW):
        await until(lambda: bool(rows_of(app)), "the question")
        await press_text(app, "March from Edo")
        await shows(app, pointed(app).partition(";")[0])
        assert pointed(app).startswith("Edo → ")


def light_of(colour: Color) -> float:
    """How light a colour is, as WCAG measures it."""
    parts = [part / 255 for part in colour.get_truecolor()]
    red, green, blue = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrasts(app: ClientApp, words: str) -> list[float]:
    """How far what stands in these words is told from what lies behind, wherever they are on the screen."""
    styles = [segment.style for strip in strips_of(app) for segment in strip if words in segment.text and segment.style]
    lights = [(light_of(style.color), light_of(style.bgcolor)) for style in styles if style.color and style.bgcolor]
    return [(max(pair) + 0.05) / (min(pair) + 0.05) for pair in lights]


@pytest.mark.asyncio
@pytest.mark.parametrize(("palette", "least"), [("dark", 4.5), ("light", 4.5), ("contrast", 14)])
async def test_the_line_that_enter_takes_and_the_title_are_read_easily_in_every_palette(
    palette: str, least: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SEKIGAHARA_THEME", palette)
    app = app_of(march_port())
    async with app.run_test(size=NARROW) as pilot:
        await shows(app, "March from Edo")
        for key in ("", "tab"):
            await pilot.press(*key.split())
            await until(lambda key=key: game_screen(app).board_view.has_focus == bool(key), "the focus")  # type: ignore[misc]
            panel_of(app).choices.highlighted = 0
            await until(lambda: min(contrasts(app, "March from Edo"), default=0) >= least, f"{least} behind the line")
            await until(lambda: min(contrasts(app, "Your movement"), default=0) >= 4.5, "a title that is read")


@pytest.mark.asyncio
async def test_what_is_dragged_from_where_nothing_begins_is_told_of_that_place() -> None:
    table = position({"okazaki": ["tokugawa-3"], "edo": ["date-2"]}, {"okazaki": ["ukita-3"], "kyoto": ["ukita-3"]})
    state = table.state
    for block in state.pools[TOKUGAWA][location_named("okazaki")]:
        movement = state.current_movement()
        state.movement = replace(movement, moved=movement.moved | {block})
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=NARROW):
        await until(lambda: bool(rows_of(app)), "the question")
        view = game_screen(app).board_view
        for origin, told in (("gifu", "Gifu: none of yours"), ("okazaki", "Okazaki: A block moves only once")):
            game_screen(app).post_message(view.Grabbed(view, location_named(origin)))
            game_screen(app).post_message(view.Dropped(view, location_named("hamamatsu")))
            await shows(app, told)
        game_screen(app).post_message(view.DroppedNowhere(view, location_named("gifu")))
        await shows(app, "no place of the map: nothing was done")


@pytest.mark.asyncio
async def test_what_is_dragged_from_where_blocks_could_be_mustered_alone_is_told_of_that_place() -> None:
    table = position(
        {"edo": ["date-2"], "recruitment": ["maeda-2", "maeda-3"]}, {"kyoto": ["ukita-3"], "osaka": ["mori-2"]}
    )
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=NARROW):
        await until(lambda: bool(rows_of(app)), "the question")
        view = game_screen(app).board_view
        game_screen(app).post_message(view.Grabbed(view, location_named("kanazawa")))
        game_screen(app).post_message(view.Dropped(view, location_named("gifu")))
        await shows(app, "Kanazawa: none of yours")


@pytest.mark.asyncio
async def test_what_is_let_go_off_the_map_is_no_refusal_of_the_last_place_that_was_passed() -> None:
    app = app_of(march_port())
    async with app.run_test(size=(160, 48)) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        await press_text(app, "March from Edo")
        await settled(pilot)
        screen, view = game_screen(app), game_screen(app).board_view
        view.focus()
        await settled(pilot)
        view.cursor = location_named("kanazawa")
        await until(lambda: "Kanazawa" in under_the_map(app), "why not there")
        assert "7.3" in under_the_map(app)
        screen.post_message(view.DroppedNowhere(view, location_named("edo")))
        await shows(app, "no place of the map: nothing was done")
        await settled(pilot)
        assert "7.3" not in under_the_map(app)


@pytest.mark.asyncio
async def test_a_place_is_refused_no_longer_once_fewer_blocks_march() -> None:
    stack = ["tokugawa-1-leader", "tokugawa-3", "tokugawa-2", "date-2", "date-3", "maeda-2"]
    table = position({"edo": stack, "hand": ["date-single"]}, {"kyoto": ["ukita-3"]})
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        await press_text(app, "March from Edo")
        await settled(pilot)
        view = game_screen(app).board_view
        view.focus()
        await settled(pilot)
        view.cursor = location_named("shirakawa")
        await until(lambda: "Too far" in under_the_map(app), "that it is too far")
        await pilot.press(*"1235")
        await until(lambda: "Shirakawa" in under_the_map(app) and "Too far" not in under_the_map(app))


@pytest.mark.asyncio
async def test_besieged_blocks_that_are_dragged_are_told_why_they_stay() -> None:
    table = position(
        {"kanazawa": ["tokugawa-1-gun"], "edo": ["date-2"], "recruitment": ["maeda-2"]},
        {"kanazawa": ["ukita-3", "ukita-2"], "kyoto": ["mori-2"]},
        holders={"kanazawa": TOKUGAWA},
    )
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=(120, 36)):
        await until(lambda: bool(rows_of(app)), "the question")
        screen, view = game_screen(app), game_screen(app).board_view
        for opens in ("", "Muster"):
            if opens:
                await press_text(app, opens)
                await until(lambda: "Muster where" in screen_text(app), "the muster")
            screen.post_message(view.Grabbed(view, location_named("kanazawa")))
            screen.post_message(view.Dropped(view, location_named("kitanosho")))
            await shows(app, "Besieged blocks may not leave Kanazawa")


@pytest.mark.asyncio
async def test_whoever_goes_to_besieged_blocks_is_told_why_they_stay_and_opens_no_muster() -> None:
    table = position(
        {"kanazawa": ["tokugawa-1-gun"], "edo": ["date-2"], "recruitment": ["maeda-2"]},
        {"kanazawa": ["ukita-3", "ukita-2"], "kyoto": ["mori-2"]},
        holders={"kanazawa": TOKUGAWA},
    )
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        await pilot.press("g", *"kanazawa", "enter")
        await shows(app, "Besieged blocks may not leave Kanazawa (8.9.6)")
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
        assert not panel_of(app).has_begun, screen_text(app)
        assert "Besieged blocks may not leave Kanazawa (8.9.6)" in screen_text(app)
        await pilot.press("j")
        await until(lambda: any(row.text.startswith("Kanazawa: one block") for row in rows_of(app)), "the muster")


@pytest.mark.asyncio
async def test_a_step_that_is_opened_refuses_nothing_of_where_the_cursor_stands_until_it_moves() -> None:
    table = position({"mito": ["date-2"], "recruitment": ["maeda-2", "tokugawa-2"]}, {"kyoto": ["ukita-3"]})
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        await pilot.press("g", *"osaka", "enter")
        panel = panel_of(app)
        osaka = location_named("osaka")
        await until(lambda: panel._on_board == osaka, "the place")
        await pilot.press(next(row.key for row in rows_of(app) if row.text.startswith("Muster")))
        await settled(pilot)
        assert panel.told_of(osaka) == ()
        panel.point_at(osaka)
        assert "no recruitment location" in panel.told_of(osaka)[0], "once the player has come to it"


def test_what_is_said_for_a_moment_uses_the_whole_line_before_it_is_cut() -> None:
    assert clauses("free; a battle; more") == ["free; a battle; more", "free; a battle …", "free; a …", "free …"]
    assert clauses("free") == ["free"]


@pytest.mark.asyncio
async def test_a_list_that_there_is_room_for_opens_with_its_first_line_in_sight() -> None:
    table = position({"edo": ["tokugawa-3", "date-2"]}, {"kyoto": ["ukita-3"]})
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=NARROW):
        await until(lambda: bool(rows_of(app)), "the question")
        await press_text(app, "March from Edo")
        await until(lambda: panel_of(app).choices.scroll_offset.y == 0, "the first line")
        await shows(app, pointed(app)[:20])


def big_stack() -> PracticePort[State, Answer]:
    stack = ["tokugawa-1-leader", "tokugawa-3", "tokugawa-2", "maeda-1-leader", "date-2", "date-3"]
    table = position({"edo": stack, "hand": ["date-single"]}, {"numazu": ["ukita-1-gun"]}, paid="limited")
    return port_at(table, TOKUGAWA)


@pytest.mark.asyncio
async def test_a_block_is_left_behind_by_a_click_where_it_is_written_on_the_map() -> None:
    app = app_of(big_stack())
    async with app.run_test(size=(140, 43)) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        await press_text(app, "March from Edo")
        await settled(pilot)

        async def click(code: str) -> None:
            board = game_screen(app).board_view
            y, line = next((y, line) for y, line in enumerate(screen_lines(app)[: board.region.bottom]) if code in line)
            await pilot.click(offset=(line.index(code) + 1, y))
            await settled(pilot)

        await click("Ma1L")
        assert "Ma1L" not in "".join(marked_codes(app))
        assert len(marked_codes(app)) == 5
        await click("Ma1L")
        assert len(marked_codes(app)) == 6
        await click("Edo")
        assert len(marked_codes(app)) == 6, "that is no block"


@pytest.mark.asyncio
async def test_a_march_that_was_taken_by_key_is_told_as_one_that_was_dragged() -> None:
    app = app_of(march_port())
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        await press_text(app, "March from Mito")
        await settled(pilot)
        edo = next(number for number, row in enumerate(rows_of(app)) if row.spot == location_named("edo"))
        await press_row(app, edo)
        await shows(app, "Planned: Mito → Edo, 1 block — free")


@pytest.mark.asyncio
async def test_what_a_drag_comes_to_is_told_whole_where_the_line_under_the_board_has_no_room_for_it() -> None:
    app = app_of(big_stack())
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        line = "Edo → Numazu — free; " + "; ".join([f"consequence {number}" for number in range(8)])
        game_screen(app).announce_done(f"Planned: {line}", "Planned: Edo → Numazu")
        await settled(pilot)
        assert " Planned: Edo → Numazu " in screen_text(app)
        assert "consequence 6" in note_in_sight(app)


@pytest.mark.asyncio
async def test_who_marches_stands_above_a_low_list_with_the_keys_that_mark_and_not_in_it_as_well() -> None:
    app = app_of(big_stack())
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        await press_text(app, "March from Edo")
        await shows(app, "a: none 1[■]To1! 2[■]Ma1L 3[■]To3 4[■]To2 5[■]Da3 6[■]Da2")
        choices = panel_of(app).choices
        await until(lambda: choices.out_of_sight()[0] == 0, "the first place is in sight")
        assert "Ieyasu (Tokugawa leader)" not in screen_text(app)
        assert choices.place_of(6).y == 0
        await pilot.press("up")
        await settled(pilot)
        assert choices.highlighted == len(rows_of(app)) - 1, "none of them is gone to"
        await pilot.press("down")
        await settled(pilot)
        assert pointed(app).startswith("Edo → Oshi → Takasaki — leaves the resource Edo empty")
        await pilot.press("3")
        await shows(app, "a: all 1[■]To1! 2[■]Ma1L 3[_]To3 4[■]To2")


@pytest.mark.asyncio
async def test_the_key_that_marks_all_says_that_it_unmarks_all_once_all_are_marked() -> None:
    app = app_of(big_stack())
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        await press_text(app, "March from Edo")
        for told in ("a: none 1[■]", "a: all 1[_]", "a: none 1[■]"):
            await shows(app, told)
            await pilot.press("a")
        await pilot.press("a", "1")
        await shows(app, "a: all 1[_]")


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [NARROW, (120, 36), (160, 48)], ids=["narrow", "middle", "wide"])
async def test_while_blocks_are_marked_the_lines_stay_where_they_are(size: tuple[int, int]) -> None:
    """The next click is aimed at the line that stands there."""
    app = app_of(big_stack())
    async with app.run_test(size=size) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        await press_text(app, "March from Edo")
        await settled(pilot)
        stands = panel_of(app).choices.region.y
        for number in (1, 2, 4, 1, 3, 5):
            await pilot.press(str(number))
            await settled(pilot)
            assert panel_of(app).choices.region.y == stands


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [NARROW, (200, 50)])
async def test_a_list_of_marches_is_brief_at_any_size_and_its_note_tells_the_line_that_is_pointed_at(
    size: tuple[int, int],
) -> None:
    app = app_of(big_stack())
    async with app.run_test(size=size) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        await press_text(app, "March from Edo")
        await until(lambda: "8) Numazu +%: free, overruns Ishida (7.4)" in screen_text(app), "a brief line")
        if size != NARROW:
            await until(lambda: "On the map: + free, C card" in note_in_sight(app), "the legend")
        await pilot.press("down")
        await shows(app, "Edo → Hakone → Numazu — free; overruns Ishida there (7.4)")


@pytest.mark.asyncio
async def test_the_next_way_takes_its_turn_in_the_line_of_the_place() -> None:
    table = position({"mito": ["date-1-leader", "date-2"], "hand": ["date-single"]}, {"kyoto": ["ukita-3"]})
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        await press_text(app, "March from Mito")
        await settled(pilot)
        number = next(number for number, row in enumerate(rows_of(app)) if row.ways > 1)
        panel = panel_of(app)
        panel.choices.highlighted = number
        first, count = rows_of(app)[number], len(rows_of(app))
        await until(lambda: f"1/{first.ways})" in screen_text(app), "how many ways there are")
        for _turn in range(first.ways):  # by the mouse too, and at last to the first again
            y = next(y for y, line in enumerate(screen_lines(app)) if f"/{first.ways})" in line)
            shown_now = rows_of(app)[number].way
            await pilot.click(offset=(screen_lines(app)[y].index(f"/{first.ways})"), y))
            await until(lambda was=shown_now: rows_of(app)[number].way != was, "the next way")  # type: ignore[misc]
        assert rows_of(app)[number].way == first.way
        await pilot.press("n")
        await until(lambda: rows_of(app)[number].way == 2, "the other way")
        other = rows_of(app)[number]
        assert other.path[-1] == first.path[-1]
        assert (other.path, other.text) != (first.path, first.text)
        assert len(rows_of(app)) == count
        await shows(app, f"2/{first.ways})")
        for _ in range(first.ways - 1):
            await pilot.press("n")
        await until(lambda: rows_of(app)[number] == first, "the first again")


@pytest.mark.asyncio
async def test_an_overrun_says_that_it_is_for_good_and_why_before_the_same_again_makes_it() -> None:
    """7.4.2: even if nothing is planned, and whatever has come between."""
    port = big_stack()
    app = app_of(port)
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        before = len(port.situation().events)
        await press_text(app, "March from Edo")
        await pilot.press("down")
        for _ in range(2):
            await shows(app, "Enter twice: for good")
            await pilot.press("enter")
            await shows(app, "For good: Enter again, or y. What has been shown cannot be taken back.")
            assert len(port.situation().events) == before
            await pilot.press("down", "up")
        await pilot.press("enter")
        await shows(app, "For good:")
        assert len(port.situation().events) == before
        await pilot.press("enter")
        await until(lambda: len(port.situation().events) > before, "the overrun")


@pytest.mark.asyncio
async def test_what_an_overrun_comes_to_is_said_once_before_it_and_whole() -> None:
    """Where a card is chosen for it, the note of that step has said so already."""
    own = {"edo": ["tokugawa-3", "date-2"] * 2, "hand": ["date-single", "tokugawa-single"]}
    table = position(own, {"shirakawa": ["mori-2"]}, paid="limited", owners={"shirakawa": ISHIDA})
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        await press_text(app, "March from Edo")
        await press_text(app, "Edo → Oyama → Utsunomiya → Shirakawa")
        await shows(app, "discard which card?")
        assert "Overruns Ishida there (7.4)" in note_in_sight(app)
        await pilot.press("enter")
        await shows(app, "What has been shown cannot be taken back.")
        await settled(pilot)
        told = note_in_sight(app)
        assert told.endswith(
            "The enemy's blocks at Shirakawa are overrun: they are shown and lost (7.4). Points: you +1, they -1."
        )
        assert "Overruns Ishida there" not in told


@pytest.mark.asyncio
async def test_what_an_overrun_has_come_to_is_told_no_more_once_another_march_is_begun() -> None:
    own = {"edo": ["tokugawa-3", "date-2"] * 2, "kiyosu": ["maeda-2"]}
    app = app_of(port_at(position(own, {"oyama": ["mori-2"], "osaka": ["ukita-3"]}), TOKUGAWA))
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        await press_text(app, "March from Edo")
        await press_text(app, "Edo → Oyama —")
        await settled(pilot)
        told = "Ishida's blocks at Oyama are overrun and destroyed: Mōri 2."
        assert told in screen_text(app)
        await press_text(app, "March from Kiyosu")
        await settled(pilot)
        assert told not in screen_text(app)


@pytest.mark.asyncio
async def test_places_of_no_worth_are_listed_by_their_line_and_found_by_the_map() -> None:
    app = app_of(march_port())
    async with app.run_test(size=NARROW) as pilot:
        for by_map in (False, True):
            await until(lambda: bool(rows_of(app)), "the question")
            await press_text(app, "March from Edo")
            number = next(number for number, row in enumerate(rows_of(app)) if "other places" in row.text)
            dialogue = panel_of(app).dialogue
            assert dialogue is not None
            folded = [spot for spot in dialogue.spots() if not dialogue.rows_of(spot)]
            if by_map:
                free = [spot for spot in folded if (item := dialogue.folded_at(spot)) and " +: " in item.brief]
                panel_of(app).pick_spot(free[0])
                at = panel_of(app).choices.highlighted
                assert at is not None
                assert rows_of(app)[at].spot == free[0], "pointed at, and taken when it is picked again"
            else:
                await press_text(app, rows_of(app)[number].text)
                assert panel_of(app).choices.highlighted == number, "the first of them"
                assert rows_of(app)[number].spot in folded
            await pilot.press("backspace")
            await until(lambda: rows_of(app)[0].text.startswith("March"), "the stacks")


@pytest.mark.asyncio
async def test_where_the_map_is_larger_than_its_window_every_place_gone_to_is_in_sight() -> None:
    app = app_of(march_port())
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        board = game_screen(app).board_view
        for _zoom in range(2):
            await pilot.press("z")
            await drawn(app.screen)
            if not board.show_horizontal_scrollbar:
                continue
            for spot in LOCATIONS:
                board.centre_on(spot)
                await drawn(app.screen)
                box, room = board._layout.boxes[spot], board.scrollable_content_region
                assert int(board.scroll_y) <= box.y < int(board.scroll_y) + room.height
        assert board.show_horizontal_scrollbar


@pytest.mark.asyncio
async def test_enter_after_a_place_was_named_takes_no_line_but_that_of_the_place() -> None:
    """It bought the movement that the list happened to begin with."""
    hand = ["date-single", "maeda-single", "date-single"]
    table = position({"edo": ["tokugawa-3"], "hand": hand}, {"kyoto": ["ukita-3"]}, paid=None)
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        panel = panel_of(app)
        first = panel.dialogue
        for _ in range(2):
            await pilot.press("g", *"kyo", "enter")
            await settled(pilot)
            assert "Enter: plan it" not in screen_text(app)
            await pilot.press("enter")
            await settled(pilot)
            assert panel.dialogue is first
            assert "Nobody marches before movement is paid for (7.1)." in screen_text(app)
        await pilot.press("2", "1", "g", *"kyo", "enter")
        await shows(app, "Discard Date card for limited movement")
        await pilot.press("enter")
        await shows(app, "Your movement: 3 moves left")
        await pilot.press("enter")
        await shows(app, "March from Edo: where to?")
        await pilot.press("g", *"kyo", "enter")
        await shows(app, "Kyoto is farther than anything can march in a turn")
        assert "Enter: plan it" not in screen_text(app)


@pytest.mark.asyncio
async def test_where_the_cursor_points_stays_what_enter_takes_when_other_blocks_are_marked() -> None:
    app = app_of(march_port())
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        await press_text(app, "March from Edo")
        await settled(pilot)
        panel = panel_of(app)
        number = next(n for n, row in enumerate(rows_of(app)) if row.spot == MITO)
        panel._go_to(number)
        panel.choices.focus()
        for _ in range(2):
            await pilot.press("2")
            await settled(pilot)
            at = panel.choices.highlighted
            assert at is not None
            assert rows_of(app)[at].spot == MITO, rows_of(app)[at].text


@pytest.mark.asyncio
async def test_the_last_step_of_a_long_plan_is_in_sight_in_the_page() -> None:
    blocks = ("tokugawa-3", "tokugawa-2", "date-3", "maeda-3", "maeda-2", "date-2")
    places = ("edo", "mito", "sendai", "aizu", "kofu", "niigata")
    stacks = {place: [block] for place, block in zip(places, blocks, strict=True)}
    app = app_of(port_at(position(stacks, {"kyoto": ["ukita-3"]}, paid="total"), TOKUGAWA))
    async with app.run_test(size=(120, 26)) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        port = game_screen(app).port
        for count, place in enumerate(("Mito", "Sendai", "Aizu", "Kōfu", "Niigata", "Edo"), 1):
            await press_text(app, f"March from {place}")
            await pilot.press("enter")
            await until(lambda count=count: len(port.situation().planned) == count, place)  # type: ignore[misc]
        page = game_screen(app).text_view("news")
        last = next(number for number, line in enumerate(page.lines) if line.startswith("6. "))
        await until(lambda: is_in_sight(page, last), "the last step")


def is_in_sight(page: TextView, line: int) -> bool:
    """Whether all rows of a line of a page are in sight."""
    first, top = page.row_of(line), int(page.scroll_y)
    return page.display and top <= first and first + page._heights[line - page._first] <= top + page.size.height


@pytest.mark.asyncio
async def test_a_way_is_told_by_the_places_that_it_comes_through_and_touches_no_other_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    table = position({"anotsu": ["tokugawa-3"], "hand": ["date-single"]}, {"kanazawa": ["ukita-3"]})
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        await settled(pilot)
        board = game_screen(app).board_view
        spots = [location_named(name) for name in ("kyoto", "minakuchi", "kuwana")]
        board.mark({}, tuple(spots))
        await drawn(app.screen)
        lines = screen_text(app).splitlines()
        assert any("•Minakuchi ○" in line for line in lines)
        apart = 0
        for here, there in ROAD_BETWEEN:
            board.mark({}, (here, there))
            await drawn(app.screen)
            rows = [line.text for line in board.render_lines(Region(0, 0, *board.size))]
            for x, y in board.board.way(board.layout_in_use, (here, there)):
                shown = board.layout_in_use.at(x + 1, y)
                written = rows[y][x + 1].isalnum() or rows[y][x + 1] in "[("
                if written and shown not in (here, there) and rows[y][x - 1] == "•":
                    assert rows[y][x] in " ▶", (NAMES[here], NAMES[there], rows[y])
                    apart += 1
        assert apart
        way, beside = frozenset({(40, 99), (41, 99)}), {(42, 99): spots[0]}
        assert set(board.painted.against((spots[1],), way, beside)) == {(41, 99)}, (
            "nor what has happened at another place"
        )
        assert not set(board.painted.against((spots[0],), way, beside))


@pytest.mark.asyncio
async def test_who_marches_stands_in_one_row_of_a_low_list_however_few_they_are() -> None:
    stack = {"kyoto": ["tokugawa-3", "date-2"], "hand": ["date-single"]}
    app = app_of(port_at(position(stack, {"gifu": ["ukita-3"]}, paid="limited"), TOKUGAWA))
    async with app.run_test(size=NARROW):
        await until(lambda: bool(rows_of(app)), "the question")
        await press_text(app, "March from Kyoto")
        await shows(app, "a: none 1[■]To3 2[■]Da2")
        assert "1) [■] Tokugawa 3" not in screen_text(app)


@pytest.mark.asyncio
async def test_while_nobody_is_marked_the_blocks_stand_above_the_list_alone_and_enter_marks_none() -> None:
    app = app_of(big_stack())
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        await press_text(app, "March from Edo")
        await settled(pilot)
        first = pointed(app)
        await pilot.press("a")
        await shows(app, "a: all 1[_]To1! 2[_]Ma1L")
        assert "1) [" not in screen_text(app), "not in the list as well"
        for key in ("enter", "space", "down", "enter"):
            await pilot.press(key)
            await settled(pilot)
            assert marked(app) == []
            await shows(app, "Mark at least 1 block to march.")
        await pilot.press("a")
        await until(lambda: len(marked(app)) == 6, "all of them again")
        await settled(pilot)
        assert pointed(app) == first


@pytest.mark.asyncio
async def test_the_key_of_other_ways_says_what_it_is_for_where_no_way_is_chosen() -> None:
    app = app_of(practice_game(4))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: bool(rows_of(app)), "the bid")
        assert "Bid" in str(panel_of(app).border_title)
        await pilot.press("n")
        await shows(app, "n turns a line that names it to its next way: point at such a line first.")


@pytest.mark.asyncio
async def test_what_is_marked_is_undone_by_the_key_that_undoes() -> None:
    app = app_of(practice_game(5, TOKUGAWA))
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: bool(rows_of(app)), "the bid")
        await pilot.press("1")
        await until(lambda: bool(marked(app)), "a mark")
        await pilot.press("u")
        await until(lambda: not marked(app), "no mark")
        await shows(app, "The marks are as they were.")
        await pilot.press("u")
        await shows(app, "Nothing is planned now")


@pytest.mark.asyncio
async def test_a_drag_of_the_enemy_s_stack_is_refused_for_that_alone() -> None:
    """Not also because nobody comes so far: that was not tried."""
    table = position({"edo": ["tokugawa-3"]}, {"kyoto": ["ukita-3"]})
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=NARROW):
        await until(lambda: bool(rows_of(app)), "the question")
        panel_of(app).drag(location_named("kyoto"))
        panel_of(app).drop(location_named("edo"), cursor=location_named("edo"))
        await until(lambda: "Kyoto: none of yours is there (7.3.1)." in note_in_sight(app), "why")
        assert "comes so far" not in note_in_sight(app)


@pytest.mark.asyncio
async def test_whoever_goes_back_from_the_first_step_is_told_what_undoes_the_plan_if_there_is_one() -> None:
    app = app_of(march_port())
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        await pilot.press("backspace")
        await shows(app, "Nothing is open or begun here. ?: what is asked, F1: all keys, q: leave the game.")
        assert "undoes what was planned last" not in screen_text(app)
        await press_text(app, "March from Edo")
        await press_text(app, "Edo → Hakone —")
        await shows(app, "1 step planned, not sent")
        await pilot.press("backspace")
        await shows(app, "u undoes what was planned last.")


@pytest.mark.asyncio
async def test_whoever_takes_a_stack_in_hand_again_is_told_that_not_all_of_it_is_marked() -> None:
    app = app_of(big_stack())
    async with app.run_test(size=NARROW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        await press_text(app, "March from Edo")
        await pilot.press("1")
        await until(lambda: len(marked(app)) == 5, "one stays")
        await pilot.press("backspace")
        await settled(pilot)
        await press_text(app, "March from Edo")
        await until(lambda: "5 of 6 are marked to begin with (a: all)." in note_in_sight(app), "that")
        await pilot.press("backspace")
        await press_text(app, "March from Edo")
        await pilot.press("a", "backspace")
        await press_text(app, "March from Edo")
        await settled(pilot)
        assert "marked to begin with" not in note_in_sight(app)


@pytest.mark.asyncio
async def test_where_a_march_leads_that_is_taken_by_its_key_is_told_of_whatever_was_pointed_at() -> None:
    app = app_of(march_port())
    async with app.run_test(size=(120, 36)):
        await until(lambda: bool(rows_of(app)), "the question")
        await press_text(app, "March from Edo")
        await until(lambda: any(row.path for row in rows_of(app)), "where to")
        screen = game_screen(app)
        first, *others = [row for row in rows_of(app) if row.path]
        await until(lambda: screen.spot_told_of == first.about, "what is pointed at to begin with")
        other = next(row for row in others if "free" in row.text and row.about != first.about)
        app.simulate_key(panel_of(app).sign_of(rows_of(app).index(other)))
        await until(lambda: bool(screen.port.situation().planned), "the march")
        assert other.about is not None
        name = NAMES[other.about]
        await until(lambda: screen.text_view("spot").lines[0].startswith(name), f"the page of {name}")
        assert screen.spot_told_of == other.about
