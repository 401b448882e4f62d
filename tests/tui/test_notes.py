"""The player's own notes: on a place, where they stay, and on blocks, with which they go."""

from __future__ import annotations

import pytest
from textual.widgets import Input

from engine.hidden import Piece
from engine.sekigahara.components import ISHIDA
from tests.tui.driving import game_screen, rows_of, screen_lines, screen_text, settled, until
from tests.tui.test_marching import march_port
from tests.tui.test_turns import FIRST, KYOTO, MIDDLE, plan_port
from tui.app import make_app
from tui.kept import Kept
from tui.notebook import NOTED, Notebook
from tui.sekigahara.words.locations import NAMES


@pytest.mark.asyncio
async def test_a_note_stays_with_the_game() -> None:
    kept: list[bytes] = []
    port = plan_port()
    app = make_app(port, grace=0, pace=0, kept=lambda: Kept(notebook=Notebook(save=kept.append)))
    async with app.run_test(size=MIDDLE) as pilot:
        await settled(pilot)
        await pilot.press("g", *"kyoto", "enter", "w", *"three", "space", *"mon", "enter", "p")
        await settled(pilot)
        assert "Your note: three mon" in screen_text(app)
        await pilot.press("q", "w", "escape", "p")
        await settled(pilot)
        assert "Your note: three mon" in screen_text(app), "escape leaves it"
        await pilot.press("q", "g", *"edo", "enter")
        await settled(pilot)
        board = game_screen(app).board_view
        assert board._marks == {KYOTO: (NOTED,)}
        row = screen_lines(app)[board.region.y + board.layout_in_use.boxes[KYOTO].y]
        assert "Kyoto I★n" in row or "n(I1) Kyoto" in row, "its sign stands on the map, on the row of the place"
        await pilot.press("g", *"kyoto", "enter", "w", *["backspace"] * 9, "enter")
        await settled(pilot)
        assert board._marks == {}
        await pilot.press("w", *"gate", "tab", *"three", "enter")
        await settled(pilot)
    book = Notebook(kept[-1])
    blocks = port.situation().view.state.pools[ISHIDA][KYOTO]  # type: ignore[union-attr]
    assert (book.of_spot(KYOTO), book.of_spot(FIRST)) == ("gate", "")
    assert (book.of_pieces(blocks), book.of_pieces(())) == ("three", "")
    assert Notebook(b"no json").is_empty


def test_what_is_noted_of_blocks_goes_with_each_of_them_and_of_a_place_stays_there() -> None:
    book = Notebook()
    one, two, three, four = map(Piece, range(4))
    book.note_spot(KYOTO, "gate")
    book.note_pieces([one, two], "bait")
    assert book.spots({KYOTO: [], FIRST: [two, three], FIRST + 1: [four]}) == [KYOTO, FIRST]
    book.note_pieces([two, three], "gone on")
    assert [book.of_pieces(each) for each in ([one], [two], [three, four])] == ["bait", "gone on", "gone on"]
    assert book.of_pieces([one, three]) == "bait; gone on", "those that have met"
    book.note_pieces([one, two, three], "")
    book.note_spot(KYOTO, "")
    assert book.is_empty


@pytest.mark.asyncio
async def test_another_place_is_told_of_from_its_name_on() -> None:
    book = Notebook()
    for place in (KYOTO, FIRST):
        book.note_spot(place, "as long as a note may be " * 8)
    app = make_app(plan_port(), grace=0, pace=0, kept=lambda: Kept(notebook=book))
    async with app.run_test(size=MIDDLE) as pilot:
        await settled(pilot)
        await pilot.press("g", *NAMES[FIRST].lower(), "enter")
        page = game_screen(app).text_view("spot")
        await until(lambda: bool(page.lines) and page.lines[0].startswith(NAMES[FIRST]), "the page of it")
        await settled(pilot)
        page.scroll_to(y=2, animate=False, immediate=True)
        await settled(pilot)
        assert page.scroll_y == min(2, page.max_scroll_y) > 0
        await pilot.press("g", *"kyoto", "enter")
        await until(lambda: page.lines[0].startswith("Kyoto"), "the page of Kyoto")
        assert page.scroll_y == 0


@pytest.mark.asyncio
async def test_a_note_is_on_the_place_that_is_told_of() -> None:
    """Where a march leads, while its line is pointed at: the page beside the board tells of that place."""
    port = march_port()
    app = make_app(port, grace=0, pace=0)
    async with app.run_test(size=MIDDLE) as pilot:
        await settled(pilot)
        await pilot.press("1")
        await until(lambda: any(row.path for row in rows_of(app)), "where it can go")
        await pilot.press("down")
        await settled(pilot)
        screen = game_screen(app)
        told = screen.spot_told_of
        assert told != screen.board_view.cursor
        await pilot.press("w", *"bait", "enter")
        await settled(pilot)
        assert screen._notebook.of_spot(told) == "bait"
        await pilot.press("p")
        await until(lambda: f"─ {NAMES[told]} ─" in screen_text(app), "all about that place, and not the cursor's")
        assert "Your note: bait" in screen_text(app)


@pytest.mark.asyncio
async def test_a_note_stands_below_the_name_of_its_place_where_there_are_few_rows() -> None:
    book = Notebook()
    book.note_spot(KYOTO, "three mon")
    app = make_app(plan_port(), grace=0, pace=0, kept=lambda: Kept(notebook=book))
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        await pilot.press("g", *"kyoto", "enter")
        place = game_screen(app).text_view("spot")

        def told() -> list[str]:
            x, y = place.content_region.offset
            return [line[x:] for line in screen_lines(app)[y : y + 2]]

        await until(lambda: told()[0].startswith("Kyoto"), "what is told of the place")
        assert told()[1].startswith("Your note: three mon")


@pytest.mark.asyncio
async def test_what_is_said_and_what_is_noted_is_written_in_the_same_frame() -> None:
    app = make_app(plan_port(), grace=0, pace=0)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        frames = []
        for key in ("w", "t", "g", "slash"):
            await pilot.press(key)
            await settled(pilot)
            frames.append(app.screen.query(Input).first().styles.border)
            await pilot.press("escape")
            await settled(pilot)
        assert frames == frames[:1] * 4
