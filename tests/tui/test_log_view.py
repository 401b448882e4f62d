"""The log, line by line as a game goes on, is what it would be laid out at once; and a line more costs a line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from textual.app import App, ComposeResult
from textual.content import Content

from engine.hidden import SEATS, Event
from engine.sekigahara.components import TOKUGAWA
from tests.tui.driving import app_of, game_screen, panel_of, rows_of, screen_lines, screen_text, settled, until
from tests.tui.sekigahara.games import practice_game
from tui.glyphs import ASCII, UNICODE, Glyphs
from tui.lines import Line, plain_text
from tui.log import Card, GameLog, LogEntry
from tui.ports import ChatLine, Ended, Situation
from tui.searching import folded
from tui.theme import Theme
from tui.told import Told
from tui.widgets.log_lines import READS
from tui.widgets.log_title import title_at_rest, way_at
from tui.widgets.log_view import LogView

MANY = 5000


class MadeLog(GameLog[Any, Any]):
    """A log of lines that come as they are made up: an event is a line, or begins or continues a battle."""

    def __init__(self) -> None:
        game: Any = SimpleNamespace(copy=lambda state: state)
        super().__init__(game, None)

    def tell(self, before: Any, event: Event, after: Any) -> Sequence[Line]:
        return ()

    def follow(self, events: Sequence[Any]) -> list[Line]:
        for kind, text in events[self._told :]:
            if kind == "goes on" and self.entries and self.entries[-1].details:
                self.entries[-1].line = [(f"Battle, {text}", "heading")]
                self.entries[-1].details.append([(text, "plain")])
            elif kind in ("battle", "goes on"):
                self.entries.append(LogEntry([(f"Battle, {text}", "heading")], [[(text, "plain")]]))
            else:
                self.entries.append(LogEntry([(text, "heading" if kind == "turn" else "plain")], heads=kind == "turn"))
        self._told = len(events)
        if self._told and self._told % 7 == 0:
            self.entries[-1].own.append([("You draw", "own")])
        return []

    @property
    def goes_on(self) -> bool:
        return bool(self.entries and self.entries[-1].details)


class CountedLog(LogView):
    wrapped = 0
    shown = 0

    def _wrap_line(self, line: Line, width: int):  # type: ignore[no-untyped-def]
        self.wrapped += 1
        return super()._wrap_line(line, width)

    def _shown(self, number: int) -> list[Line]:
        self.shown += 1
        return super()._shown(number)


class LogApp(App[None]):
    CSS = "TextView { height: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self.noticed: list[str] = []

    def on_log_view_noticed(self, event: LogView.Noticed) -> None:
        self.noticed.append(event.text)

    def compose(self) -> ComposeResult:
        yield CountedLog(MadeLog(), Theme(UNICODE), connected=True, id="log")


@dataclass
class Telling:
    """A game that goes on."""

    log: CountedLog
    random: Random
    events: list[Any]
    chats: list[ChatLine]

    @property
    def situation(self) -> Situation[Any, Any]:
        view: Any = SimpleNamespace(seat=SEATS[0])
        return Situation(view, None, self.events, "Me", "You", connected=True, connection="")

    def go_on(self, count: int = 1) -> None:
        for _ in range(count):
            kind = self.random.choice(["turn", "line", "line", "battle", "goes on", "goes on"])
            self.events.append((kind, f"{kind} {len(self.events)} " + "and so on " * self.random.randrange(6)))
        if self.random.random() < 0.1:
            self.chats.append(ChatLine(own=self.random.random() < 0.5, text="so there"))
        self.log.follow(self.situation, self.chats)

    def whole(self) -> list[Line]:
        """All lines of the log as they are to be."""
        return [line for number in range(len(self.log._items)) for line in self.log._shown(number)]

    def rows(self) -> list[str]:
        """All rows that are wrapped, as they are to be."""
        strips, _heights = self.log._wrapped(self.whole()[self.log._first :])
        return [strip.text for strip in strips]


def told(app: LogApp, seed: int = 1) -> Telling:
    return Telling(app.query_one(CountedLog), Random(seed), [], [])


@pytest.mark.asyncio
@pytest.mark.parametrize("seed", range(3))
async def test_a_log_that_grew_is_as_one_laid_out_at_once(seed: int) -> None:
    app = LogApp()
    async with app.run_test(size=(40, 12)):
        telling = told(app, seed)
        log, random = telling.log, telling.random
        await until(lambda: log.size.width > 0)
        for _ in range(60):
            telling.go_on(random.choice([1, 1, 1, 2, 9]))
            if random.random() < 0.1:
                log.note("a note of the program's own")
            if random.random() < 0.05:
                log.unfold()
            foldable = [number for number, item in enumerate(log._items) if item.details]
            if foldable and random.random() < 0.3:
                log._toggle(random.choice(foldable))
            assert log._lines == telling.whole()
            assert [strip.text for strip in log._strips] == telling.rows()
            assert len(log._strips) == sum(log._heights)


@pytest.mark.asyncio
async def test_an_event_of_a_game_of_five_thousand_lines_costs_a_few_lines() -> None:
    app = LogApp()
    async with app.run_test(size=(40, 12)):
        telling = told(app)
        log = telling.log
        telling.go_on(MANY)
        await until(lambda: log.scroll_y > 0)
        log.wrapped = log.shown = 0
        for _ in range(100):
            telling.go_on()
        assert log.shown < 600
        assert log.wrapped < 2000
        log.wrapped = 0
        at = log.scroll_y
        log.jump(-1)
        await until(lambda: log.scroll_y < at)
        assert log.wrapped < 50
        item = next(number for number in reversed(range(len(log._items) - 40)) if log._items[number].details)
        log.row_of(log._starts[item])
        log.wrapped = log.shown = 0
        sign = log.lines[log._starts[item]][0]
        log._toggle(item)
        assert log.lines[log._starts[item]][0] != sign
        assert log.shown == 1
        assert log.wrapped < 20


@pytest.mark.asyncio
async def test_what_is_unfolded_at_the_lower_edge_is_scrolled_into_sight() -> None:
    app = LogApp()
    async with app.run_test(size=(40, 12)) as pilot:
        story = told(app)
        story.go_on(120)
        await pilot.pause()
        log = story.log
        folded = [n for n, item in enumerate(log._items) if len(item.details) > 1 and not log._is_open(n)]
        item = next(n for n in folded if log.row_of(log._starts[n]) > 40)
        first = log.row_of(log._starts[item])
        log.scroll_to(y=first - log.size.height + 1, animate=False, immediate=True, force=True)
        await pilot.pause()
        log._toggle(item)
        await pilot.pause()
        await pilot.pause()
        last, top = log.row_of(log._starts[item + 1]) - 1, round(log.scroll_y)
        assert top <= first < top + log.size.height
        assert last < top + log.size.height or top == first, "all of it, or as much as there is room for"


@pytest.mark.asyncio
async def test_what_goes_on_stays_unfolded_while_something_else_is_said_and_folded_if_the_player_did_so() -> None:
    app = LogApp()
    async with app.run_test(size=(40, 12)):
        telling = told(app)
        log = telling.log

        def happens(kind: str, text: str) -> None:
            telling.events.append((kind, text))
            log.follow(replace(telling.situation), telling.chats)

        happens("battle", "one")
        telling.chats.append(ChatLine(own=False, text="hello"))
        happens("goes on", "two")
        assert log.lines == ["- Battle, two", "   one", "   two", "   You: hello"]
        log._toggle(0)
        happens("goes on", "three")
        assert log.lines == ["+ Battle, three", " You: hello"]
        happens("turn", "Week 2")
        assert log.lines == ["+ Battle, three", " You: hello", "Week 2"]


@pytest.mark.asyncio
async def test_a_word_is_searched_for_from_the_end_back_wherever_it_lies() -> None:
    app = LogApp()
    async with app.run_test(size=(40, 12)):
        telling = told(app)
        log = telling.log
        happened = [("line", "MŌRI marches"), ("battle", "one"), ("goes on", "a mori block"), ("turn", "Week 2")]
        for kind, text in happened:
            telling.events.append((kind, text))
            log.follow(telling.situation, [])
        assert log.lines[1:] == ["+ Battle, a mori block", "Week 2"]
        assert log.search("Mori")
        assert log.lines[1:] == ["- Battle, a mori block", "   one", "▶  a mori block", "Week 2"], "unfolded for it"
        assert Content.from_markup(str(log.border_title)).plain == "“mori” 1 of 3 [older] [newer] [× end]"
        assert log.find(-1)
        assert log.find(-1)
        assert not log.find(-1), "there is none before the first"
        styles = [style for line in log._lines for text, style in line if folded(text) == "mori"]
        assert styles.count("walk") == 1
        assert styles.count("match") == 2
        assert log.lines[0] == "▶MŌRI marches"
        assert ("MŌRI", "walk") in log._lines[0]
        assert [line for line in log.lines if "▶" in line] == log.lines[:1], "that one alone is pointed at"
        telling.events.append(("line", "Mōri again"))
        log.follow(telling.situation, [])
        assert ("Mōri", "match") in log._lines[-1], "what comes is marked too"
        assert "4 of 4" in str(log.border_title), "and counted"
        assert log.find(1)
        assert not log.search("nowhere")
        assert not log.searching
        assert not [style for line in log._lines for _text, style in line if style in ("walk", "match")]


@pytest.mark.asyncio
@pytest.mark.parametrize(("key", "page"), [("f4", "battle"), ("f5", "forces"), ("f7", "news")])
async def test_where_pages_lie_below_the_board_a_long_one_has_all_rows_and_its_key_gives_them_back(
    key: str, page: str
) -> None:
    app = app_of(practice_game())
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        screen = game_screen(app)
        view = screen.text_view(page)
        for _ in range(2):
            await pilot.press(key)
            await until(lambda: view.region.y == 1 and view.region.bottom == 35, "all rows")
            await pilot.press(key)
            await until(lambda: screen.page == screen.pages[0] and view.region.height < 15, "the board")
            await settled(pilot)


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(120, 36), (120, 48), (189, 60)])
async def test_the_log_asked_for_again_has_all_columns_and_then_the_board_comes_back(size: tuple[int, int]) -> None:
    app = app_of(practice_game())
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        screen, panel = game_screen(app), panel_of(app)
        view, board, footer = screen.log_view, screen.board_view.size, size[1] - 1
        for close in ("f6", "escape"):
            await pilot.press("f6")
            await until(lambda: "F6: wider" in screen_text(app), "the title beside the board")
            assert 30 < view.region.width < 70
            assert "F6 wider" in screen_lines(app)[footer]
            await pilot.press("f6")
            await until(lambda: view.region.width == size[0], "all columns")
            await until(lambda: "F6: close" in screen_text(app) and "F6 close" in screen_lines(app)[footer], "its key")
            assert view.region.height > size[1] // 2
            assert panel.region.bottom <= footer
            assert panel.choices.region.height > 4, "what is asked stays in sight"
            assert not screen.board_view.region
            await pilot.press(close)
            await until(lambda: screen.page == screen.pages[0] and screen.board_view.size == board, "the board")
        assert "F6 log" in screen_lines(app)[footer]


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(120, 36), (160, 48)], ids=str)
async def test_a_log_of_all_columns_has_the_rows_that_the_decision_does_without(size: tuple[int, int]) -> None:
    app = app_of(practice_game())
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        screen, panel = game_screen(app), panel_of(app)
        await pilot.press("f6", "f6")
        await until(lambda: screen.log_view.region.width == size[0], "all columns")
        await settled(pilot)
        choices = panel.choices
        assert choices.out_of_sight() == (0, 0)
        assert panel.empty_rows <= 1, "but for one between list and note"
        assert screen.log_view.region.bottom <= panel.region.y
        await pilot.press("escape")
        await settled(pilot)
        assert screen.query_one("#side").styles.inline.has_rule("height") is False


@pytest.mark.asyncio
async def test_what_is_shown_on_the_board_from_a_log_that_has_all_columns_is_to_be_seen() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=(120, 36)) as pilot:
        screen = game_screen(app)
        for _ in range(2):
            await pilot.press("f6", "f6")
            await until(lambda: screen.log_view.region.width == 120, "all columns")
            screen.gone_to(3)
            await until(lambda: bool(screen.board_view.region) and screen.page == "log", "the board beside the log")
            await pilot.press("f6")
            await until(lambda: screen.log_view.region.width == 120, "all columns again")
            await pilot.resize_terminal(80, 24)
            await until(lambda: not screen.whole_page, "one page at a time")
            await pilot.resize_terminal(120, 36)
            await pilot.press("escape")
            await until(lambda: screen.page == screen.pages[0], "the board")


@pytest.mark.asyncio
async def test_the_title_of_a_search_is_clicked_to_go_on_and_to_end_it_and_then_the_end_is_followed() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        screen = game_screen(app)
        screen.action_page("log")
        log = screen.log_view
        for number in range(60):
            log.note(f"{'a needle' if number in (20, 40) else 'hay'}, {number}")
        await settled(pilot)
        assert log.search("needle,")

        async def click(words: str) -> None:
            title = screen_lines(app)[log.region.y]
            await pilot.click(offset=(title.index(words) + 1, log.region.y))
            await settled(pilot)

        await click("[n: older]")
        assert "2 of 2" in str(log.border_title)
        await click("[N: newer]")
        assert "1 of 2" in str(log.border_title)
        for number in range(20):
            log.note(f"more hay, {number}")
        await settled(pilot)
        assert any("▶a needle, 40" in row for row in screen_lines(app)), "what comes takes it not out of sight"
        await click("× end]")
        assert not log.searching
        log.note("the last hay")
        await settled(pilot)
        assert any("the last hay" in row for row in screen_lines(app))


@pytest.mark.asyncio
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=lambda glyphs: glyphs.name)
@pytest.mark.parametrize("size", [(80, 24), (120, 36), (160, 48)], ids=str)
async def test_what_was_found_is_pointed_at_in_the_middle_of_the_panel_and_stays_there(
    size: tuple[int, int], glyphs: Glyphs
) -> None:
    app = app_of(practice_game(), glyphs)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        screen = game_screen(app)
        screen.action_page("log")
        log = screen.log_view
        for number in range(200):
            log.note(f"{'a needle' if number in (20, 100, 199) else 'hay'}, {number}")
        await settled(pilot)

        def row_pointed_at() -> int:
            panel = log.region.shrink(log.gutter)
            rows = [row[panel.x : panel.right] for row in screen_lines(app)[panel.y : panel.bottom]]
            (found,) = [number for number, row in enumerate(rows) if "needle," in row]
            assert rows[found].startswith(f"{glyphs.point}a needle")
            return found

        assert log.search("needle,")
        await settled(pilot)
        assert row_pointed_at() == log.size.height - 1, "nothing comes behind the end"
        for number in range(30):
            log.note(f"more hay, {number}")
        await settled(pilot)
        assert row_pointed_at() == log.size.height - 1, "what comes takes it not out of sight"
        for _ in range(2):
            assert log.find(-1)
            await settled(pilot)
            assert row_pointed_at() == log.size.height // 2
            log.unfold()
            await settled(pilot)
            assert row_pointed_at() == log.size.height // 2


@pytest.mark.asyncio
async def test_a_search_in_a_log_of_five_thousand_lines_wraps_what_is_looked_at_alone() -> None:
    app = LogApp()
    async with app.run_test(size=(40, 12)):
        telling = told(app)
        log = telling.log
        telling.go_on(MANY)
        await until(lambda: log.scroll_y > 0)
        log.wrapped = 0
        assert log.search("turn")
        for _ in range(20):
            assert log.find(-1)
        assert log.wrapped < 700
        at = log._found
        log.wrapped = 0
        assert log.find(1)
        assert log._found is not None
        assert at is not None
        assert log._found > at
        assert log.wrapped < 20


@pytest.mark.asyncio
async def test_the_last_lines_tell_what_lies_beneath_and_what_the_player_alone_has_drawn() -> None:
    app = app_of(practice_game(5, TOKUGAWA))
    async with app.run_test(size=(80, 24)):
        await until(lambda: bool(rows_of(app)), "the question")
        log = game_screen(app).log_view
        log.note("You draw: Ii card.")
        told = [plain_text(line) for line in log.last(1000)]
        assert told[-1] == "You draw: Ii card."
        assert log.last(3) == log.last(1000)[-3:]
        beneath = [plain_text(line) for entry in log.log_of_game.entries for line in entry.details]
        assert beneath
        assert set(beneath) <= set(told)


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(118, 24), (120, 36), (160, 48), (200, 60)], ids=str)
async def test_the_end_of_the_log_is_in_sight_however_much_stands_above_it(size: tuple[int, int]) -> None:
    app = app_of(practice_game())
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        screen = game_screen(app)
        while screen.alone:
            await pilot.press("f2")
            await settled(pilot)
        log, side = screen.log_view, screen.query_one("#side")
        for number in range(60):
            log.note(f"line {number}")
        for rows in (1, 5, 9, 14, 60):
            for name in screen.pages[1:-2]:
                screen.text_view(name).show([[(f"{name} {rows}", "plain")]] * rows)
            for view in (screen.text_view("spot"), screen.text_view("news")):
                view.show([[(f"{rows} rows", "plain")]] * rows)
            await settled(pilot)
            assert log.region.bottom == side.region.bottom
            await until(lambda: "line 59" in screen_text(app), "the last line")


@pytest.mark.asyncio
async def test_the_log_is_at_its_end_after_the_window_was_small_under_a_box() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=(160, 48)) as pilot:
        await settled(pilot)
        screen = game_screen(app)
        for number in range(90):
            screen.log_view.note(f"line {number}, which is long enough to be wrapped where there are few columns")
        await settled(pilot)
        app.push_screen(screen.card_screen(Card("What it came to", [[("nothing", "plain")]])))
        await settled(pilot)
        for size in ((80, 24), (160, 48)):
            await pilot.resize_terminal(*size)
            await settled(pilot)
        await pilot.press("enter")
        await until(lambda: "line 89" in screen_text(app), "the last line")


@pytest.mark.asyncio
async def test_what_stands_first_in_sight_stays_there_when_all_is_unfolded_and_folded_again() -> None:
    app = LogApp()
    async with app.run_test(size=(40, 12)) as pilot:
        telling = told(app)
        log = telling.log
        telling.go_on(200)
        await until(lambda: log.scroll_y > 0)
        heading = next(number for number, item in enumerate(log._items) if number > 60 and item.heads)
        log.scroll_to(y=log.row_of(log._starts[heading]), animate=False, immediate=True, force=True)
        await pilot.pause()
        first = log.lines[log.line_at(int(log.scroll_y))[0]]
        for _ in range(2):
            log.unfold()
            await pilot.pause()
            assert log.lines[log.line_at(int(log.scroll_y))[0]] == first


class Clock:
    """A clock that stands still until somebody lets time pass."""

    now = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("tui.widgets.log_lines.time", clock)
    return clock


def title_of(log: LogView) -> str:
    return Content.from_markup(str(log.border_title)).plain


@pytest.mark.asyncio
async def test_who_has_scrolled_back_reads_there_for_a_while_and_then_what_happens_is_shown(clock: Clock) -> None:
    app = LogApp()
    async with app.run_test(size=(60, 12)) as pilot:
        telling = told(app)
        log = telling.log
        telling.go_on(60)
        await until(lambda: log.scroll_y > 0)
        assert title_of(log).startswith("Log (/: search")
        log.jump(-1)
        await until(lambda: log.scroll_y < log.max_scroll_y)
        assert title_of(log) == "Log, further back (]: on, /: search) [newest]"
        at = log.scroll_y
        story(telling, "line: at once")
        await pilot.pause()
        assert log.scroll_y == at, "whoever has just gone there reads"
        clock.now += READS
        log._show_again(0)
        await pilot.pause()
        assert log.scroll_y == at, "time alone brings nobody away"
        story(telling, "line: later")
        await until(lambda: log.scroll_y == log.max_scroll_y, "the newest")
        assert log.lines[-1].endswith("later")
        assert title_of(log).startswith("Log (/: search")


@pytest.mark.asyncio
async def test_from_further_back_the_keys_and_the_title_lead_on_to_the_newest(clock: Clock) -> None:
    app = LogApp()
    async with app.run_test(size=(60, 12)):
        telling = told(app)
        log = telling.log
        story(telling, *[f"{kind}: {number}" for number in range(9) for kind in ("turn", "line", "line", "line")])
        await until(lambda: log.scroll_y > 0)
        log.jump(-1)
        await until(lambda: log.scroll_y < log.max_scroll_y)
        for _ in range(9):
            log.jump(1)
        await until(lambda: log.scroll_y == log.max_scroll_y, "the end, beyond the last turn")
        log.jump(-1)
        await until(lambda: log.scroll_y < log.max_scroll_y)
        word = title_of(log).index("newest")
        assert way_at(log._title, word) == 0
        log.search("")
        await until(lambda: log.scroll_y == log.max_scroll_y, "where the title leads")


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(80, 24), (160, 48)])
async def test_the_log_asked_for_shows_the_newest_unless_somebody_has_just_scrolled(
    clock: Clock, size: tuple[int, int]
) -> None:
    app = app_of(practice_game())
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        log = game_screen(app).log_view
        for number in range(90):
            log.note(f"line {number}", "heading")
            log._items[-1].heads = True
        await pilot.press("f6")
        await until(lambda: "line 89" in screen_text(app), "the last line")
        await pilot.press("[", "[")
        await settled(pilot)
        assert "line 89" not in screen_text(app)
        await pilot.press("f2")
        await settled(pilot)
        await pilot.press("f6")
        await until(lambda: "line 89" in screen_text(app), "the last line again")
        await pilot.press("[", "[")
        await settled(pilot)
        await pilot.press("f6")
        await settled(pilot)
        assert "line 89" not in screen_text(app), "whoever wants more room to read there has it"
        clock.now += READS
        await pilot.press("f6")
        await settled(pilot)
        if game_screen(app).page != "log":
            await pilot.press("f6")  # it had given the board back
        await until(lambda: "line 89" in screen_text(app), "the last line after a while")


@pytest.mark.asyncio
async def test_a_click_on_the_line_of_a_battle_folds_it_and_leaves_that_line_where_it_was() -> None:
    app = LogApp()
    async with app.run_test(size=(40, 12)) as pilot:
        telling = told(app)
        log = telling.log
        happened = [("battle", "of many words " * 4), *[("goes on", f"of many words, {n} " * 4) for n in range(5)]]
        telling.events += [*[("line", "before") for _ in range(20)], *happened, *[("line", "after") for _ in range(20)]]
        log.follow(telling.situation, [])
        log._toggle(20)
        await pilot.pause()
        top = log.row_of(log._starts[20]) - 3
        for row in (3, 4):  # the line, and what of it has no room in its first row
            log.scroll_to(y=top, animate=False, immediate=True, force=True)
            await pilot.pause()
            assert log._is_open(20)
            assert await pilot.click("#log", offset=(5, row))
            await pilot.pause()
            assert not log._is_open(20)
            assert log.scroll_y == top
            assert await pilot.click("#log", offset=(5, row))
            await pilot.pause()
            assert log._is_open(20)


@pytest.mark.asyncio
async def test_a_click_beneath_a_battle_leads_to_the_place_that_is_named_there_and_folds_nothing() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        screen = game_screen(app)
        screen.action_page("log")
        log = screen.log_view
        log._items.append(LogEntry([("Battle of Gifu", "heading")], [[("Ishida takes Kumano", "plain")]]))
        log._lay_out(0)
        log._toggle(len(log._items) - 1)
        await until(lambda: "Ishida takes Kumano" in screen_text(app), "what lies beneath")
        await settled(pilot)
        shown = log.lines
        row, line = next((y, line) for y, line in enumerate(screen_lines(app)) if "Ishida takes Kumano" in line)
        await pilot.click(offset=(line.index("Kumano", log.region.x) + 1, row))
        await settled(pilot)
        assert screen.interface.board.spot_name(screen.board_view.cursor) == "Kumano"
        assert log.lines == shown


def story(telling: Telling, *happened: str) -> None:
    """What is told one after another: an event of a kind, what was said, or that the opponent is there or gone."""
    for each in happened:
        kind, _, text = each.partition(": ")
        connected = telling.log._connected
        if kind == "said":
            telling.chats.append(ChatLine(own=False, text=text))
        elif kind in ("here", "gone"):
            connected = kind == "here"
        else:
            telling.events.append((kind, text))
        situation = replace(telling.situation, connected=connected, connection=each)
        telling.log.follow(situation, telling.chats)


@pytest.fixture
def at_eight(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.widgets.log_view.time", SimpleNamespace(strftime=lambda form: "20:15"))


@pytest.mark.usefixtures("at_eight")
@pytest.mark.asyncio
async def test_what_is_said_while_something_goes_on_stands_among_its_lines_and_behind_it_where_it_is_folded() -> None:
    app = LogApp()
    async with app.run_test(size=(60, 20)):
        telling = told(app)
        log = telling.log
        story(telling, "battle: one", "said: hello", "goes on: two", "gone: He went.", "goes on: three", "said: well")
        beneath = ["one", "You: hello", "two", "20:15: gone: He went.", "three", "You: well"]
        assert log.lines == ["- Battle, three", *[f"   {line}" for line in beneath]]
        assert [plain_text(line) for line in log.last(4)] == beneath[-4:]
        log._toggle(0)
        said = [" You: hello", " 20:15: gone: He went.", " You: well"]
        assert log.lines == ["+ Battle, three", *said], "what is said is not folded away"
        log._toggle(0)
        story(telling, "turn: Week 2", "said: at last")
        assert log.lines == ["+ Battle, three", *said, "Week 2", " You: at last"]
        log._toggle(0)
        assert log.lines[:-2] == ["- Battle, three", *[f"   {line}" for line in beneath]], "each where it was said"


@pytest.mark.asyncio
async def test_what_was_said_in_a_battle_before_the_program_began_anew_stands_where_it_was_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = LogApp()
    async with app.run_test(size=(60, 20)):
        telling = told(app)
        monkeypatch.setattr(telling.log.log_of_game, "entries_after", lambda events: (1, events))
        telling.chats.append(ChatLine(own=False, text="hello", events=2, earlier=True))
        telling.events += [("battle", "one"), ("goes on", "two"), ("goes on", "three")]
        story(telling, "turn: Week 2")
        log = telling.log
        assert log.lines == ["+ Battle, three", " You: hello", "Week 2"]
        log._toggle(0)
        assert log.lines == ["- Battle, three", "   one", "   two", "   You: hello", "   three", "Week 2"]


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("word", "pointed_at"),
    [
        ("needle", "▶  You: a needle"),
        ("two", "▶  two"),
        ("three", "▶  three"),
        ("hay", "▶  You: hay"),
    ],
)
async def test_what_was_found_is_still_pointed_at_when_what_went_on_is_over(word: str, pointed_at: str) -> None:
    app = LogApp()
    async with app.run_test(size=(40, 20)):
        telling = told(app)
        log = telling.log
        story(telling, "battle: one", "said: a needle", "goes on: two", "goes on: three", "said: hay", "goes on: four")
        assert log.search(word)
        story(telling, "line: five")
        assert [line for line in log.lines if "▶" in line] == [pointed_at]
        places = log._places
        assert log._found in places
        assert len(places) == 1


@pytest.mark.asyncio
async def test_of_a_bot_whose_program_begins_nothing_is_told() -> None:
    app = LogApp()
    async with app.run_test(size=(80, 20)):
        telling = told(app)
        telling.log._connected = False
        bot = replace(telling.situation, connection="Steady bot is connected.", time_tells=False)
        telling.log.follow(bot, telling.chats)
        assert telling.log.lines == []
        assert telling.log._connected


@pytest.mark.usefixtures("at_eight")
@pytest.mark.asyncio
async def test_a_line_about_the_connection_takes_the_place_of_the_one_right_before() -> None:
    app = LogApp()
    async with app.run_test(size=(80, 20)):
        telling = told(app)
        log = telling.log
        story(telling, "line: one", "gone: 1", "here: 2", "gone: 3", "said: hello", "here: 4", "gone: 5")
        lost, again = "20:15: gone", "20:15 to 20:15 without a connection. here"
        assert log.lines == [" one", f" {lost}: 3", " You: hello", f" {lost}: 5"]
        story(telling, "battle: begun", "here: 6", "gone: 7", "goes on: two", "here: 8", "gone: 9", "here: 10")
        beneath = ["   begun", f"   {lost}: 7", "   two", f"   {again}: 10"]
        assert log.lines[4:] == ["- Battle, two", *beneath]
        story(telling, "line: three", "gone: 11", "line: four", "here: 12")
        after = [f" {lost}: 7", f" {again}: 10", " three", f" {lost}: 11", " four", f" {again}: 12"]
        assert log.lines[4:] == ["+ Battle, two", *after]
        log.follow(replace(telling.situation, connected=False, connection="13", finished=True), telling.chats)
        assert log.lines[-1] == " 20:15: You has left.", "nothing more is to come of that"


@pytest.mark.asyncio
async def test_the_title_says_what_the_key_does_that_unfolds_all_and_folds_it_again() -> None:
    app = LogApp()
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        log = app.query_one(LogView)
        for does in ("unfold", "fold", "unfold"):
            assert Content.from_markup(str(log.border_title)).plain == f"Log (/: search, [ ]: turns, l: {does})"
            log.unfold()


@pytest.mark.parametrize(
    ("room", "title"),
    [
        (40, "Log (/: search, [ ]: turns, F6: wider)"),
        (36, "Log (/: search, [ ], F6: wider)"),
        (28, "Log (/: search, F6: wider)"),
    ],
)
def test_a_narrow_title_names_the_keys_that_go_from_turn_to_turn(room: int, title: str) -> None:
    assert title_at_rest(room, "F6: wider", unfolded=False) == [(title, None)]


@pytest.mark.asyncio
@pytest.mark.parametrize("fights", [False, True])
async def test_what_the_opponent_has_not_got_yet_says_so_until_he_is_there(*, fights: bool) -> None:
    app = LogApp()
    async with app.run_test(size=(80, 20)):
        telling = told(app)
        log = telling.log
        story(telling, "battle: begun" if fights else "line: one", "gone: 1")
        telling.chats.append(ChatLine(own=True, text="hello", unsent=True))
        story(telling, "gone: 1")
        own = telling.situation.own_name
        assert log.lines[-1].strip() == log.latest == f"{own}: hello (not sent yet)"
        story(telling, "here: 2")
        assert log.latest == f"{own}: hello"
        assert any(line.strip() == log.latest for line in log.lines)
        assert "not sent yet" not in "".join(log.lines)


@pytest.mark.asyncio
@pytest.mark.parametrize("unsent", [False, True])
async def test_that_a_line_waits_is_said_in_the_log_and_under_the_board_alike(*, unsent: bool) -> None:
    """One of before that the opponent has got long since, in a game in which nothing has happened yet."""
    app = LogApp()
    async with app.run_test(size=(80, 20)):
        log = app.query_one(LogView)
        situation = replace(told(app).situation, connected=False)
        log.follow(situation, [ChatLine(own=True, text="hello", earlier=True, unsent=unsent)])
        await until(lambda: any("hello" in text for text in app.noticed), "what is said of it")
        assert ("not sent yet" in "".join(log.lines)) == unsent
        assert any("Goes out when" in text for text in app.noticed) == unsent


@pytest.mark.asyncio
async def test_the_end_of_the_game_stands_behind_a_battle_that_was_broken_off() -> None:
    app = LogApp()
    async with app.run_test(size=(80, 20)):
        telling = told(app)
        log = telling.log
        story(telling, "battle: begun", "goes on: two")
        log.tell_end([[("The game is over", "heading")], [("You resigned.", "plain")]])
        assert log.lines[-2:] == ["The game is over", " You resigned."]
        log.tell_end([[("The game is over", "heading")], [("You resigned.", "plain")], [("All was checked.", "good")]])
        assert log.lines[-3:] == ["The game is over", " You resigned.", " All was checked."]
        assert log.lines.count("The game is over") == 1
        story(telling, "said: gg")
        assert log.lines[-2:] == [" All was checked.", f" {telling.situation.opponent_name}: gg"], "not in the battle"


@pytest.mark.asyncio
async def test_what_has_broken_off_a_battle_stands_among_its_lines_once() -> None:
    app = LogApp()
    async with app.run_test(size=(80, 20)):
        telling = told(app)
        log = telling.log
        story(telling, "battle: begun", "goes on: two")
        ended = Ended(SEATS[1], "Guest resigned", early=True)
        log.follow(replace(telling.situation, ended=ended), telling.chats)
        log.follow(replace(telling.situation, ended=ended), telling.chats)
        log.tell_end([[("The game is over", "heading")], [("Guest resigned.", "plain")]])
        story(telling, "said: gg")
        lines = [line.strip() for line in log.lines]
        over = lines.index("The game is over")
        assert lines[:over].count("Guest resigned.") == lines[over:].count("Guest resigned.") == 1


@pytest.mark.asyncio
async def test_what_was_said_after_an_end_in_a_battle_stands_behind_it_for_who_comes_back_as_well() -> None:
    app = LogApp()
    async with app.run_test(size=(80, 20)):
        telling = told(app)
        log = telling.log
        log._told_before = [Told("20:15: He went.", 2, "bad", over=True)]
        telling.chats += [
            ChatLine(own=False, text="ouch", events=2, earlier=True),
            ChatLine(own=False, text="gg", events=2, earlier=True, over=True),
        ]
        telling.events += [("battle", "begun"), ("goes on", "two")]
        ended = Ended(SEATS[1], "Guest resigned", early=True)
        log.follow(replace(telling.situation, ended=ended), telling.chats)
        log.tell_end([[("The game is over", "heading")], [("Guest resigned.", "plain")]])
        log.tell_end([[("The game is over", "heading")], [("Guest resigned.", "plain")]])
        lines = [line.strip() for line in log.lines]
        over = lines.index("The game is over")
        assert "You: ouch" in lines[:over], "in the midst of the battle"
        assert lines[over + 1 :] == ["Guest resigned.", "20:15: He went.", "You: gg"]


@pytest.mark.asyncio
async def test_that_the_opponent_is_back_has_its_time_also_for_who_did_not_see_it_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tui.widgets.log_view.time", SimpleNamespace(strftime=lambda form: "20:15"))
    app = LogApp()
    async with app.run_test(size=(80, 20)):
        telling = told(app)
        log = telling.log
        log._connected = False  # as for who has begun the program anew
        story(telling, "turn: Week 2")
        log.follow(replace(telling.situation, connection="You are connected."), telling.chats)
        assert any("20:15" in line for line in log.lines), log.lines


@pytest.mark.asyncio
async def test_what_the_player_has_drawn_for_a_battle_stands_where_what_the_opponent_has_drawn_for_it_does() -> None:
    app = LogApp()
    async with app.run_test(size=(40, 12)):
        telling = told(app)
        telling.events += [("line", "Week 2"), ("battle", "Ishida draws 1 card.")]
        telling.log.follow(telling.situation, ())
        telling.log.log_of_game.entries[-1].own.append([("You draw: Ii card.", "own")])
        number = len(telling.log._items) - 1

        def margins() -> list[int]:
            lines = [plain_text(line) for line in telling.log._shown(number)[1:]]
            return [len(line) - len(line.lstrip()) for line in lines]

        assert margins() == [3, 3]
        telling.log._toggle(number)
        assert margins() == [1], "folded, what was drawn stays in sight"
