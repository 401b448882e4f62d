"""A log of thousands of lines: only what can be seen soon is wrapped, and all of it can be scrolled to."""

from __future__ import annotations

import asyncio

import pytest
from textual.app import App, ComposeResult
from textual.containers import Vertical

from tests.tui.driving import screen_text, until
from tui.glyphs import ASCII, UNICODE, Glyphs
from tui.lines import HELD, TIE, Line, tied
from tui.theme import Theme
from tui.widgets.text_view import TextView

MANY = 5000


class Counting(TextView):
    wrapped = 0

    def _wrap_line(self, line: Line, width: int):  # type: ignore[no-untyped-def]
        self.wrapped += 1
        return super()._wrap_line(line, width)


class LogApp(App[None]):
    CSS = "TextView { height: 1fr; }"

    def compose(self) -> ComposeResult:
        yield Counting("Log", Theme(UNICODE), follow=True, id="log")


def rows(app: LogApp) -> str:
    return screen_text(app)


@pytest.mark.asyncio
async def test_a_log_of_five_thousand_lines_costs_nothing_and_is_all_there() -> None:
    app = LogApp()
    async with app.run_test(size=(40, 12)) as pilot:
        log = app.query_one("#log", Counting)
        log.show([[(f"line {number} of what has happened in this long game", "plain")] for number in range(MANY)])
        await pilot.pause()
        await until(lambda: f"line {MANY - 1} " in rows(app))
        assert log.wrapped < 500
        log.wrapped = 0
        log.append([[("one more", "plain")]])
        await until(lambda: "one more" in rows(app))
        assert log.wrapped < 10
        await pilot.resize_terminal(60, 12)
        await pilot.pause()
        await until(lambda: "one more" in rows(app))
        assert log.wrapped < 700
        log.wrapped = 0
        before = log.scroll_y
        log.scroll_relative(y=-10, animate=False)
        await until(lambda: log.scroll_y < before)
        assert log.wrapped == 0
        for _ in range(2 * MANY // 100):
            log.scroll_home(animate=False)
            await pilot.pause()
            if log.scroll_y == 0:
                break
        await until(lambda: "line 0 " in rows(app), "the first line")
        assert len(log.lines) == MANY + 1


@pytest.mark.asyncio
async def test_what_is_made_for_the_columns_that_there_are_is_not_broken_again() -> None:
    app = LogApp()
    async with app.run_test(size=(40, 12)) as pilot:
        log = app.query_one("#log", Counting)
        for size in (40, 33, 57):
            await pilot.resize_terminal(size, 12)
            log.draw(lambda columns: [[("x" * columns, "plain")], [("end", "plain")]])
            await pilot.pause()
            await until(lambda: log.virtual_size.height == 2 and "end" in rows(app))
            assert log.get_content_height(app.size, app.size, log.size.width) == 2


@pytest.mark.asyncio
async def test_no_line_of_a_text_without_room_is_brought_in_sight() -> None:
    class Hidden(LogApp):
        CSS = "#side { display: none; } TextView { height: 1fr; }"

        def compose(self) -> ComposeResult:
            with Vertical(id="side"):
                yield from super().compose()

    app = Hidden()
    async with app.run_test(size=(40, 12)):
        log = app.query_one("#log", Counting)
        log.show([[(f"line {number}", "plain")] for number in range(30)])
        log.bring_in_sight(3)
        tried = asyncio.Event()
        log.call_after_refresh(tried.set)
        await until(tried.is_set, "what was to be done after the next refresh")
        app.query_one("#side").styles.display = "block"
        await until(lambda: "line 29 " in rows(app), "the end of it")
        log.bring_in_sight(3)
        await until(lambda: "line 3 " in rows(app), "with room it is")


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("margin", "indent"), [("", 2), (" ", 2), ("   ", 4), ("▶  ", 4), (" " * 7, 8), (" " * 99, 20)]
)
async def test_a_line_that_wraps_goes_on_further_to_the_right_than_it_begins(margin: str, indent: int) -> None:
    app = LogApp()
    async with app.run_test(size=(40, 12)) as pilot:
        log = app.query_one("#log", Counting)
        words = "The castle of Hakone stands: one block in it, and impact of seven in one siege takes it"
        log.show([[(margin, "dim"), (words, "plain")]])
        await pilot.pause()
        first, *rest = [strip.text for strip in log._strips]
        assert first.startswith(margin[:19])
        assert len(rest) > 1
        assert [len(row) - len(row.lstrip()) for row in rest] == [indent] * len(rest)
        assert " ".join([row.strip(" ▶") for row in (first, *rest)]).strip() == words
        assert max(len(row) for row in (first, *rest)) <= log._room_in(40)
        log.show([[(" " * 99, "plain")]])
        assert [strip.text.strip() for strip in log._strips] == [""]


@pytest.mark.asyncio
async def test_no_row_ends_between_a_count_and_what_is_counted() -> None:
    app = LogApp()
    for width in range(16, 40):
        async with app.run_test(size=(width, 12)) as pilot:
            log = app.query_one("#log", Counting)
            words = "Date swords, 2 × Date card, Maeda card, 3 × Maeda swords"
            log.show([[(words, "plain")]])
            await pilot.pause()
            shown = [strip.text.strip() for strip in log._strips]
            assert " ".join(shown) == words
            assert not any(row.endswith((" 2", "×", "3")) for row in shown)
        app = LogApp()


@pytest.mark.asyncio
async def test_no_row_ends_within_what_is_tied() -> None:
    score = "you 12 (-2) : 9 (+2) Ishida"
    line: Line = [(f"Points: {tied(score)}, as they are by now", "plain")]
    app = LogApp()
    async with app.run_test(size=(80, 12)) as pilot:
        log = app.query_one("#log", Counting)
        for width in range(len(score) + 6, 80):
            await pilot.resize_terminal(width, 12)
            await pilot.pause()
            log.show([line])
            rows = [strip.text for strip in log._strips]
            assert any(score in row for row in rows)
            assert not any(TIE in row or HELD in row for row in rows)
        assert TIE not in log.theme_in_use.content([line]).plain


@pytest.mark.asyncio
async def test_what_stands_first_in_sight_stays_there_when_there_are_more_columns_or_fewer() -> None:
    app = LogApp()
    async with app.run_test(size=(30, 12)) as pilot:
        log = app.query_one("#log", Counting)
        log.show([[(f"line {number} of what has happened in this long game", "plain")] for number in range(100)])
        await until(lambda: 0 < log.max_scroll_y == log.scroll_y, "the end")
        log.scroll_to(y=log.row_of(40), animate=False, force=True, immediate=True)
        await pilot.pause()
        for size in ((90, 14), (30, 12)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            await until(lambda: log.line_at(int(log.scroll_y)) == (40, 0), "the same line")


class Pages(App[None]):
    """A page in six rows, with its title."""

    CSS = "TextView { height: 6; border-top: solid white; overflow-x: hidden; scrollbar-size: 1 1; }"

    def __init__(self, glyphs: Glyphs = UNICODE) -> None:
        super().__init__()
        self.glyphs = glyphs
        self.clicked: list[Line] = []

    def compose(self) -> ComposeResult:
        yield TextView("Place", Theme(self.glyphs), id="page")

    def on_text_view_clicked(self, event: TextView.Clicked) -> None:
        self.clicked.append(event.line)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("glyphs", "both", "down"),
    [
        (UNICODE, "↑2 ↓5", "What has no room for both sides · ↓5"),
        (ASCII, "2 above, 5 below", "What has no room for both s~ . 5 below"),
    ],
    ids=["unicode", "ascii"],
)
async def test_a_title_says_how_many_rows_are_out_of_sight_and_a_click_on_it_turns_the_page(
    glyphs: Glyphs, both: str, down: str
) -> None:
    app = Pages(glyphs)
    async with app.run_test(size=(40, 12)) as pilot:
        page = app.query_one("#page", TextView)

        async def says(title: str) -> None:
            await until(lambda: str(page.border_title) == title, title)

        page.show([[(f"line {number}", "plain")] for number in range(5)])
        await says("Place")
        page.show([[(f"line {number}", "plain")] for number in range(12)])
        dot = page.theme_in_use.text("·")
        await says(f"Place {dot} 7 more below")
        page.entitle("Battle", "+")
        await says(f"Battle {dot} +: 7 more below")
        for row, title in ((4, "+: 3 more below"), (7, "7 more above")):
            await pilot.click("#page", offset=(3, 0))
            await until(lambda row=row: page.scroll_y == row, f"row {row}")  # type: ignore[misc]
            await says(f"Battle {dot} {title}")
        assert not app.clicked, "the title is none of the lines"
        page.scroll_to(y=2, animate=False, immediate=True)
        page.entitle("Stands here so long")
        await says(f"Stands here so long {dot} {both}")
        page.entitle("What has no room for both sides")
        await says(down)


@pytest.mark.asyncio
async def test_what_is_brought_in_sight_leaves_the_first_row_of_a_line_first() -> None:
    app = Pages()
    async with app.run_test(size=(20, 12)):
        page = app.query_one("#page", TextView)
        page.show([[(f"{number}. marches from here to there", "plain")] for number in range(9)])
        await until(lambda: page.virtual_size.height == 18, "two rows each")
        for line, first in ((1, 0), (2, 2), (5, 8), (7, 12)):
            page.bring_in_sight(line)
            await until(lambda first=first: page.scroll_y == first, f"line {line}")  # type: ignore[misc]
            assert page.has_in_sight([[(f"{line}. marches from here to there", "plain")]])
