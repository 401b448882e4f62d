"""What is for good takes two clicks on its line, and none that was meant for a line that stood there before."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from textual import events
from textual.geometry import Offset
from textual.pilot import Pilot

from engine.hidden import Piece
from engine.sekigahara.components import TOKUGAWA
from tests.engine.sekigahara.positions import position
from tests.tui.driving import (
    all_for_good,
    app_of,
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
from tests.tui.sekigahara.games import port_at
from tests.tui.test_marching import march_port
from tui.app import ClientApp
from tui.dialogue import Dialogue
from tui.moment import FirstMoment
from tui.steps import Checklist, Menu, MenuItem

MARKABLE = ["date-single", "maeda-single", "fukushima-single", "tokugawa-single"]


class Clock:
    """A clock that stands until somebody moves it."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def paying() -> ClientApp:
    table = position({"edo": ["tokugawa-3"], "hand": MARKABLE}, {"kyoto": ["ukita-3"]}, paid=None)
    return app_of(port_at(table, TOKUGAWA))


async def asking(app: ClientApp, step: Menu | Checklist) -> list[Any]:
    """Ask something of which every answer is for good; the actions that come of it."""
    await until(lambda: bool(rows_of(app)), "a question")
    panel, given = panel_of(app), list[Any]()
    game_screen(app).answer = lambda event: given.append(event.action)  # type: ignore[method-assign]
    all_for_good(panel)
    panel.ask(Dialogue(step), at_once=True)
    return given


async def click_line(pilot: Pilot[None], app: ClientApp, number: int) -> None:
    choices = panel_of(app).choices
    at = choices.region.offset + choices.place_of(number) + Offset(6, -round(choices.scroll_y))
    await pilot.click(offset=at)
    await settled(pilot)


def marking(count: int) -> Checklist:
    # So much is told of each that they have no room in two columns.
    told = " of which nothing more is known" * (count > 3)
    return Checklist(
        "Lose which?",
        [(number, f"block {number}{told}") for number in range(count)],  # type: ignore[misc]
        lambda pieces: None if len(pieces) == 2 else "Mark 2",
        lambda pieces: f"Lose {len(pieces)} blocks",
        len,
        limit=2,
    )


@pytest.mark.asyncio
@pytest.mark.parametrize("count", [3, 12])
@pytest.mark.parametrize("again", ["click", "enter", "y"])
async def test_marks_are_confirmed_for_good_by_the_second_click(count: int, again: str) -> None:
    """In the list's own last line, and in the one below a list that is too long to show it."""
    app = paying()
    async with app.run_test(size=(80, 24)) as pilot:
        given = await asking(app, marking(count))
        await settled(pilot)
        await pilot.press("1", "2")
        await settled(pilot)
        line = panel_of(app).query_one("#confirm")
        assert line.display == (count == 12)

        async def click() -> None:
            if line.display:
                await pilot.click("#confirm", offset=(3, 0))
                await settled(pilot)
            else:
                await click_line(pilot, app, count)

        await click()
        assert not given
        assert "For good: a second click, Enter or y." in note_in_sight(app)
        assert "same again: for good" in screen_text(app)
        await (click() if again == "click" else pilot.press(again))
        await until(lambda: given == [2], "what the second does")


@pytest.mark.asyncio
async def test_other_marks_are_not_confirmed_by_the_click_that_was_asked_about_before() -> None:
    app = paying()
    async with app.run_test(size=(80, 30)) as pilot:
        given = await asking(app, marking(3))
        await settled(pilot)
        await pilot.press("1", "2")
        await click_line(pilot, app, 3)
        await click_line(pilot, app, 0)
        assert "same again" not in screen_text(app)
        await click_line(pilot, app, 2)
        await click_line(pilot, app, 3)
        assert not given
        await click_line(pilot, app, 3)
        await until(lambda: given == [2])


@pytest.mark.asyncio
async def test_marks_are_confirmed_for_good_by_one_enter() -> None:
    app = paying()
    async with app.run_test(size=(80, 24)) as pilot:
        given = await asking(app, marking(3))
        await settled(pilot)
        await pilot.press("1", "2", "enter")
        await until(lambda: given == [2])


@pytest.mark.asyncio
async def test_a_second_click_on_a_row_only_points_at_what_stands_there_by_then() -> None:
    app = paying()
    async with app.run_test(size=(80, 24)) as pilot:
        then = Menu("Then?", [MenuItem("Send it", lambda: 2), MenuItem("Do nothing", lambda: 3)])
        given = await asking(app, Menu("First?", [MenuItem("Go on", lambda: then), MenuItem("Leave it", lambda: 1)]))
        clock = Clock()
        panel_of(app)._clicked = FirstMoment(1, clock)
        await settled(pilot)
        await click_line(pilot, app, 0)
        assert rows_of(app)[0].text == "Send it"
        for _time in range(3):
            await click_line(pilot, app, 0)
            assert "only pointed at" in note_in_sight(app)
            assert "same again" not in screen_text(app)
            assert panel_of(app).choices.highlighted == 0
        clock.now += 1.1
        await click_line(pilot, app, 0)
        assert "a second click" in note_in_sight(app)
        assert not given
        await click_line(pilot, app, 0)
        await until(lambda: given == [2])


@pytest.mark.asyncio
async def test_a_click_on_another_row_is_meant_for_what_stands_there() -> None:
    app = paying()
    async with app.run_test(size=(80, 24)) as pilot:
        then = Menu("Then?", [MenuItem("Send it", lambda: 2), MenuItem("Do nothing", lambda: 3)])
        given = await asking(app, Menu("First?", [MenuItem("Go on", lambda: then), MenuItem("Leave it", lambda: 1)]))
        panel_of(app)._clicked = FirstMoment(1, Clock())
        await settled(pilot)
        await click_line(pilot, app, 0)
        await click_line(pilot, app, 1)
        await click_line(pilot, app, 1)
        await until(lambda: given == [3])


@pytest.mark.asyncio
async def test_what_loses_its_mark_to_another_says_so_in_its_own_line() -> None:
    app = paying()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: bool(rows_of(app)))
        await press_text(app, "Total movement")
        await pilot.press("1", "2", "3")
        await settled(pilot)
        lost = [row.text for row in rows_of(app) if row.news]
        assert len(lost) == 1
        assert f"{lost[0]}  ← no longer marked" in screen_text(app)
        assert panel_of(app).query_one("#note").has_class("stands-out")
        await pilot.press("2")
        await settled(pilot)
        assert "no longer marked" not in screen_text(app)
        assert not panel_of(app).query_one("#note").has_class("stands-out")


@pytest.mark.asyncio
async def test_in_very_few_rows_what_is_refused_takes_none_from_the_list() -> None:
    app = paying()
    async with app.run_test(size=(80, 16)) as pilot:
        await asking(app, replace(marking(6), note="Those are lost."))
        panel = panel_of(app)
        await pilot.press("f2")
        game_screen(app).announce("Something is told in the line under the map.", seconds=600)
        await settled(pilot)
        assert panel.content_size.height < 5
        before = panel.choices.size.height
        panel.complain(
            "Nobody can go there now because of what stands between, and that takes more words than a row has."
        )
        await settled(pilot)
        assert panel.choices.size.height == before


@pytest.mark.asyncio
async def test_the_only_card_for_what_cannot_be_taken_back_is_asked_about_as_any_other() -> None:
    """Such as that of a forced march that overruns (7.4): it was begun by choice, and can still be left."""
    app = paying()
    async with app.run_test(size=(80, 24)) as pilot:
        card = Menu("Discard which card?", [MenuItem("the only one", lambda: 1)])
        given = await asking(app, Menu("March where to?", [MenuItem("far", lambda: card), MenuItem("near", lambda: 2)]))
        await pilot.press("1")
        await until(lambda: "the only one" in screen_text(app), "the card")
        await pilot.press("1")
        await until(lambda: "For good: 1 again, Enter or y." in note_in_sight(app), "asked about")
        assert not given
        await pilot.press("1")
        await until(lambda: given == [1], "by the same again")


@pytest.mark.asyncio
async def test_a_click_on_nothing_leaves_what_the_second_click_on_a_line_does() -> None:
    app = paying()
    async with app.run_test(size=(160, 48)) as pilot:
        given = await asking(app, marking(3))
        await settled(pilot)
        await pilot.press("1", "2")
        await click_line(pilot, app, 3)
        said = note_in_sight(app)
        assert "a second click" in said
        panel = panel_of(app)
        await pilot.click(offset=Offset(panel.region.x + 20, panel.region.bottom - 1))
        await settled(pilot)
        assert note_in_sight(app) == said
        assert not given
        await click_line(pilot, app, 3)
        await until(lambda: given == [2], "what the second click on it does")


@pytest.mark.asyncio
async def test_a_click_during_which_the_list_moves_takes_nothing() -> None:
    app = paying()
    async with app.run_test(size=(80, 24)) as pilot:
        given = await asking(app, Menu("Which?", [MenuItem(f"line {each}", lambda: 1) for each in range(20)]))
        all_for_good(panel_of(app), 2)  # one click would take any of these
        await settled(pilot)
        choices = panel_of(app).choices
        at = choices.region.offset + Offset(6, 2)
        await pilot.mouse_down(offset=at)
        choices.scroll_to(y=1, animate=False, immediate=True)
        await settled(pilot)
        await pilot.mouse_up(offset=at)
        app.post_message(events.Click(None, at.x, at.y, 0, 0, 1, False, False, False))
        await settled(pilot)
        assert not given
        assert choices.highlighted == 3
        assert "only pointed at" in note_in_sight(app)
        await pilot.click(offset=at)
        await until(lambda: given == [1], "the click on what stands there now")


@pytest.mark.asyncio
@pytest.mark.parametrize(("size", "pieces"), [((120, 36), 3), ((140, 43), 3), ((80, 24), 3), ((80, 24), 30)], ids=str)
async def test_a_line_that_confirms_for_good_says_that_it_wants_a_second_click(
    size: tuple[int, int], pieces: int
) -> None:
    given: list[Any] = []
    app = app_of(march_port())
    async with app.run_test(size=size) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        panel = panel_of(app)
        panel.for_good, panel.fate = lambda action: True, lambda action: ["for good"]
        panel._pointing = panel._under_mouse = FirstMoment(0)
        game_screen(app).answer = lambda event: given.append(event.action)  # type: ignore[method-assign]
        items = [(Piece(number), f"card {number}") for number in range(pieces)]
        panel.ask(Dialogue(Checklist("Bid", items, lambda marked: None, lambda _: "Bid 4", lambda _: 1)), at_once=True)
        await settled(pilot)
        if pieces < 30:  # else the title has no room for it
            assert "Enter or 2 clicks: for good" in screen_text(app)

        async def click_enter() -> None:
            y = next(y for y, line in enumerate(screen_lines(app)) if "Bid 4" in line)
            await pilot.click(offset=(screen_lines(app)[y].index("Bid 4"), y))
            await settled(pilot)

        await click_enter()
        assert not given
        assert any("Bid 4  ← click again: for good" in line for line in screen_lines(app))
        await pilot.press("1")
        await settled(pilot)
        assert "click again" not in screen_text(app)
        await click_enter()
        await click_enter()
        await until(lambda: given == [1], "the second click")
