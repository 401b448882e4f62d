"""The panel of the decision: its rows, its title, what a digit may do, who is marked, the hint above it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from rich.cells import cell_len
from textual.content import Content
from textual.pilot import Pilot

from engine.hidden import Piece
from engine.sekigahara.board import location_named
from engine.sekigahara.components import TOKUGAWA
from tests.engine.sekigahara.positions import combat_phase, position
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
from tests.tui.hands import drawn
from tests.tui.sekigahara.games import port_at
from tests.tui.test_hints import app_with, hint_of, told
from tests.tui.test_lists_of_choices import many_stacks
from tests.tui.test_marching import big_stack, march_port, pointed, shows, under_the_map
from tui.app import ClientApp
from tui.dialogue import Dialogue
from tui.glyphs import ASCII, UNICODE, Glyphs
from tui.log import Card
from tui.marks import exactly
from tui.moment import FirstMoment
from tui.screens.board_screen import BoardScreen
from tui.screens.card import CLOSING, CardScreen
from tui.screens.game import GameScreen
from tui.screens.go_to import GoToScreen
from tui.screens.text import TextScreen
from tui.steps import BACK, Checklist, Menu, MenuItem, Party
from tui.theme import Theme
from tui.widgets.decision_panel import DecisionPanel
from tui.widgets.decision_title import takes_at, title_of
from tui.widgets.note import Note

LOW = (80, 24)


def stacks_app() -> ClientApp:
    tokugawa = {**many_stacks(), "hand": ["date-single"]}
    return app_of(port_at(position(tokugawa, {"kyoto": ["ukita-3"]}), TOKUGAWA))


def top_of_list(app: ClientApp) -> int:
    return panel_of(app).choices.region.y


async def opened(app: ClientApp, beginning: str) -> None:
    await until(lambda: bool(rows_of(app)), "the question")
    await press_text(app, beginning)
    await drawn(app.screen)
    await drawn(app.screen)


async def click_words(pilot: Pilot[None], app: ClientApp, words: str) -> None:
    x, y = next((line.index(words), y) for y, line in enumerate(screen_lines(app)) if words in line)
    await pilot.click(offset=(x, y))


# -- rows


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [LOW, (120, 36)], ids=str)
async def test_the_list_stays_where_it_is_whatever_is_pointed_at(size: tuple[int, int]) -> None:
    app = app_of(big_stack())
    async with app.run_test(size=size) as pilot:
        await opened(app, "March from Edo")
        tops = set()
        for _ in rows_of(app):
            await pilot.press("down")
            await drawn(app.screen)
            tops.add(top_of_list(app))
        assert len(tops) == 1


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [LOW, (120, 36), (160, 48)], ids=str)
async def test_no_line_of_a_list_moves_when_something_is_refused_and_what_is_told_stays_where_it_has_room(
    size: tuple[int, int],
) -> None:
    app = app_of(march_port())
    async with app.run_test(size=size) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        panel = panel_of(app)
        items = [MenuItem("one", lambda: 1, detail="Of one there is much to say."), MenuItem("two", lambda: 2)]
        panel.ask(Dialogue(Menu("Who?", items, note="A note.")), at_once=True)
        await shows(app, "Of one there is much to say.")
        before = [next(y for y, line in enumerate(screen_lines(app)) if text in line) for text in (") one", ") two")]
        await pilot.press("7")
        await shows(app, "No line has the digit 7. Of one there is much to say.")
        panel.complain("Nothing is done of that, since many a word is said of it. " * 4)
        await shows(app, "many a word")
        await drawn(app.screen)
        after = [next(y for y, line in enumerate(screen_lines(app)) if text in line) for text in (") one", ") two")]
        assert after == before


@pytest.mark.asyncio
async def test_another_way_that_is_for_good_is_taken_by_no_single_click() -> None:
    given: list[Any] = []
    app = app_of(march_port())
    async with app.run_test(size=LOW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        panel = panel_of(app)
        panel._under_mouse = FirstMoment(0)
        all_for_good(panel)
        game_screen(app).answer = lambda event: given.append(event.action)  # type: ignore[method-assign]
        ways = MenuItem("first way", lambda: 1, others=(MenuItem("other way", lambda: 2),))
        panel.ask(Dialogue(Menu("What?", [ways, MenuItem("else", lambda: 3)])), at_once=True)
        await shows(app, "1) first way")
        await drawn(app.screen)
        await click_words(pilot, app, "(n:")
        await shows(app, "1) other way")
        await drawn(app.screen)
        await click_words(pilot, app, "other way")
        await shows(app, "For good:")
        assert not given
        await click_words(pilot, app, "other way")
        await until(lambda: given == [2], "taken by the second")


@pytest.mark.asyncio
async def test_marks_to_which_a_line_has_led_are_confirmed_for_good_by_the_second_enter_alone() -> None:
    """Who marches is planned most times; where it overruns, one Enter sent all that was planned."""
    given: list[Any] = []
    app = app_of(march_port())
    async with app.run_test(size=LOW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        panel = panel_of(app)
        all_for_good(panel)
        game_screen(app).answer = lambda event: given.append(event.action)  # type: ignore[method-assign]
        items: Any = [(1, "one"), (2, "two")]
        who = Checklist("Who?", items, lambda marked: None, lambda marked: "go", len, marked=items[0][:1])
        panel.ask(Dialogue(Menu("What?", [MenuItem("march", lambda: who), MenuItem("else", lambda: 9)])), at_once=True)
        await drawn(app.screen)
        await pilot.press("1")
        await shows(app, "twice: for good")
        panel.moment.end()
        await pilot.press("enter")
        await shows(app, "For good: Enter again, or y.")
        assert not given
        await pilot.press("2", "enter")
        await shows(app, "For good: Enter again, or y.")
        assert not given, "other marks are another answer"
        await pilot.press("enter")
        await until(lambda: given == [2], "taken by the second")
        panel.ask(Dialogue(who), at_once=True)
        await drawn(app.screen)
        await pilot.press("enter")
        await until(lambda: given == [2, 1], "where nothing else is asked marks are enough")


@pytest.mark.asyncio
async def test_what_is_for_good_is_said_in_the_language_of_the_player(monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_of(march_port())
    async with app.run_test(size=LOW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        panel = panel_of(app)
        all_for_good(panel)
        panel.ask(Dialogue(Menu("What?", [MenuItem("one", lambda: 1), MenuItem("two", lambda: 2)])), at_once=True)
        await drawn(app.screen)
        monkeypatch.setattr("tui.widgets.decision_panel._", lambda words: words.replace("again", "otra vez"))
        await pilot.press("enter")
        await shows(app, "For good: Enter otra vez, or y.")


def test_a_note_that_leaves_something_out_says_so_whatever_room_there_is() -> None:
    note = Note(ellipsis="…")
    for columns, shown in ((20, "One two. Three four."), (12, "One two. …"), (8, "One two…"), (7, "One…")):
        assert note._fitting(Content("One two. Three four."), columns, 1).plain == shown
    for rows, shown in ((1, "One two. …"), (2, "One two. Three four…"), (3, "One two. Three four five six.")):
        told = note._fitting(Content("One two. Three four five six."), 12, rows).plain
        assert told == shown, "a whole row does not stay empty"


@pytest.mark.asyncio
async def test_a_note_that_leaves_something_out_names_the_key_that_tells_all_of_it() -> None:
    app = app_of(march_port())
    async with app.run_test(size=LOW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        panel, said = panel_of(app), "What is told first of it. " + "What is told after that of the same. " * 9
        lines = [MenuItem(f"line {number}", lambda: None, detail=said) for number in range(5)]
        panel.ask(Dialogue(Menu("Who?", lines)), at_once=True)
        await settled(pilot)
        assert note_in_sight(app).rstrip().endswith("… (?: all)")
        await pilot.press("question_mark")
        await until(lambda: said.strip() in " ".join(screen_text(app).replace("│", " ").split()), "all of it")


@pytest.mark.asyncio
async def test_what_is_said_has_all_rows_that_the_list_leaves_empty() -> None:
    app = app_of(march_port())
    async with app.run_test(size=(80, 36)):
        await until(lambda: bool(rows_of(app)), "the question")
        panel = panel_of(app)
        panel.ask(Dialogue(Menu("Who?", [MenuItem("one", lambda: 1), MenuItem("two", lambda: 2)])), at_once=True)
        await drawn(app.screen)
        sentences = [f"This is sentence {number} of what is said of all that can be." for number in range(6)]
        panel.complain(" ".join(sentences))
        await drawn(app.screen)
        text = " ".join(screen_text(app).split())
        least = panel.content_size.height - len(panel.rows) - 2
        assert least > 3
        assert all(sentence in text for sentence in sentences[:least])


@pytest.mark.asyncio
async def test_another_line_of_the_same_place_that_is_for_good_is_not_picked_yet() -> None:
    given: list[Any] = []
    app = app_of(march_port())
    async with app.run_test(size=LOW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        panel = panel_of(app)
        all_for_good(panel)
        game_screen(app).answer = lambda event: given.append(event.action)  # type: ignore[method-assign]
        lines = [
            MenuItem("first", lambda: 0, spot=7),
            MenuItem("second", lambda: 1, spot=7),
            MenuItem("third", lambda: 2, spot=7),
        ]
        panel.ask(Dialogue(Menu("What?", lines)), at_once=True)
        await drawn(app.screen)
        await pilot.press("n")
        await drawn(app.screen)
        await pilot.press("2")
        await shows(app, "For good:")
        assert not given
        await pilot.press("enter")
        await until(lambda: given == [1], "taken by the second")


@pytest.mark.asyncio
async def test_what_is_asked_after_a_wait_is_told_in_as_many_rows_as_ever() -> None:
    note = (
        "The first of these sentences fills nearly all of one row of it. The second stands in another. The third too."
    )
    app = app_of(march_port())
    async with app.run_test(size=LOW):
        await until(lambda: bool(rows_of(app)), "the question")
        panel = panel_of(app)
        panel.wait("They decide", "Line by line. " * 30)
        await until(lambda: screen_text(app).count("Line by line.") > 15, "all of what is told while one waits")
        panel.ask(Dialogue(Menu("Who?", [MenuItem("one", lambda: 1), MenuItem("two", lambda: 2)], note=note)))
        await shows(app, "The third too.")


@pytest.mark.asyncio
async def test_a_page_takes_no_more_rows_than_its_text_and_the_list_has_the_rest() -> None:
    app = app_of(big_stack())
    async with app.run_test(size=LOW) as pilot:
        await opened(app, "March from Edo")
        without = panel_of(app).choices.size.height
        await pilot.press("f3")
        await until(lambda: panel_of(app).choices.size.height > without, "a list beside a short page")
        hand = next(y for y, line in enumerate(screen_lines(app)) if "─Hand─" in line)
        assert hand < top_of_list(app)
        await pilot.press("f5")
        await until(lambda: "─Forces─" in screen_text(app), "a list beside a long page")
        await drawn(app.screen)
        assert panel_of(app).choices.size.height >= without


@pytest.mark.asyncio
async def test_what_is_pointed_at_is_in_sight_after_every_page_and_size() -> None:
    app = stacks_app()
    async with app.run_test(size=LOW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        panel_of(app).choices.highlighted = 8
        text = pointed(app)
        for page in ("f6", "f3", "f2"):
            await pilot.press(page)
            await shows(app, text)
        await pilot.resize_terminal(80, 20)
        await until(lambda: app.screen.size.height == 20, "the size")
        await drawn(app.screen)
        await shows(app, text)


@pytest.mark.asyncio
async def test_a_line_that_wraps_goes_on_under_its_text() -> None:
    app = app_of(march_port())
    async with app.run_test(size=(60, 40)):
        await opened(app, "March from Edo")
        await press_text(app, next(row.text for row in rows_of(app) if row.mark is None and row.ready))
        await until(lambda: bool(game_screen(app).port.situation().planned), "a march")
        await shows(app, "e) End your movement; what is planned goes out")
        lines = screen_lines(app)
        at = next(y for y, line in enumerate(lines) if "e) End your movement" in line)
        assert lines[at + 1].startswith(" " * lines[at].index("End"))
        assert lines[at + 1].split()[-1] == "good"


# -- the title


def menu(title: str) -> Dialogue:
    return Dialogue(Menu(title, [MenuItem("one", lambda: 1), MenuItem("two", lambda: 2)]))


def test_a_title_says_first_what_matters_and_cuts_no_word() -> None:
    dialogue = menu("Your movement")
    assert title_of(dialogue, ["1", "2"], [], "1 step planned", None, 80, out_of_sight=(0, 3)) == (
        "▶ Your movement · 3 more below · 1 step planned · 1, 2, Enter: take a line"
    )
    assert title_of(dialogue, [], [], "", None, 80) == "▶ Your movement · Enter: take a line", "no line has a digit"
    told_in = {
        columns: title_of(dialogue, "12", ["for good"], "1 step planned", None, columns, for_good=True)
        for columns in range(16, 82)
    }
    assert told_in[31] == "▶ Your movement"
    assert told_in[81] == "▶ Your movement · 1, 2, Enter: for good · 1 step planned", "the digits as well"
    assert told_in[35] == "▶ Your movement · Enter: for good"
    assert told_in[52] == "▶ Your movement · Enter: for good · 1 step planned"
    assert all(cell_len(said) <= columns for columns, said in told_in.items())
    told = title_of(dialogue, "12", ["plan it"], "", None, 80, on_board=True)
    assert told == "▶ Your movement · 1, 2, Enter or a second click: plan it"
    lettered = title_of(dialogue, ["1", "F"], [], "1 step planned", None, 62, out_of_sight=(0, 3))
    assert lettered == "▶ Your movement · 3 more below · 1 step planned", "how the plan stands before what the keys are"
    assert title_of(menu("Who goes where?"), "12", [], "", None, 12) == "▶ Who goes…"
    long = menu("Challenge? Tokugawa deploys Tokugawa 3 with Tokugawa swords")
    said = title_of(long, "12", ["for good"], "", None, 78, out_of_sight=(0, 9), for_good=True, again=True, twice=True)
    assert said == f"▶ {long.step.title} · 9 more below", "what is asked of what, before what the keys do"
    march = Menu("March from Osaka: who, and where to?", [MenuItem("Kyoto", lambda: 1), MenuItem("Himeji", lambda: 2)])
    deeper = Dialogue(Menu("One", [MenuItem("March", lambda: march), MenuItem("End", lambda: 3)]))
    deeper.press(0)
    assert title_of(deeper, "12", ["plan it", "plan it, u: undo"], "", None, 66) == (
        "▶ March from Osaka: who, and where to? (Backspace: back)"
    )
    told = title_of(deeper, "12", ["plan it", "plan it, u: undo"], "", None, 76)
    assert told == "▶ March from Osaka: who, and where to? · Enter: plan it (Backspace: back)"
    told = title_of(deeper, "12", ["plan it"], "", None, 80, out_of_sight=(0, 1))
    assert told == "▶ March from Osaka: who, and where to? · ↓1 · Enter: plan it (Backspace: back)", (
        "Enter, before words"
    )
    items: Any = [(0, "A"), (1, "B")]
    cards = Dialogue(Checklist("Discard 1 card", items, exactly(1, "card"), lambda _: "Discard", lambda marked: marked))
    marking = {columns: title_of(cards, "12", [], "", None, columns) for columns in (36, 80)}
    assert marking[36] == "▶ Discard 1 card · 1, 2: mark"
    assert marking[80] == "▶ Discard 1 card · 1, 2, Space: mark; Enter: confirm"
    ready = title_of(cards, "12", ["plan it"], "", None, 52)
    assert ready == "▶ Discard 1 card · Enter: plan it · 1, 2: mark", "digits mark here, and take nothing"
    ready = title_of(cards, "12", ["for good"], "", None, 80, for_good=True)
    assert ready == "▶ Discard 1 card · Enter: for good · 1, 2, Space: mark", "what Enter does is told once"
    which = Checklist("Which?", items, lambda marked: None, lambda _: "Muster", lambda marked: marked)
    cards = Dialogue(which)
    marking = {columns: title_of(cards, "12", [], "", None, columns) for columns in (32, 80)}
    assert marking[32] == "▶ Which? · 1, 2: mark · a: all"
    assert marking[80] == "▶ Which? · 1, 2, Space: mark; Enter: confirm · none marked (a: all)"
    cards.press(0)
    assert title_of(cards, "12", [], "", None, 80).endswith(" confirm · a: all")
    cards = Dialogue(replace(which, marked=(0, 1)))  # type: ignore[arg-type]
    assert title_of(cards, "12", [], "", None, 80).endswith(" · all marked (a: none)")
    places = Menu("Where to?", [MenuItem(str(place), lambda: 1) for place in range(4)])
    marked: Any = (0, 1)
    party = Dialogue(Party("Who, and where to?", items, lambda _: places, marked))
    assert title_of(party, "123456", ["plan it"], "", None, 60).endswith("Enter: plan it · 1, 2, Space: mark"), (
        "not the places"
    )


@pytest.mark.asyncio
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
async def test_a_click_on_what_enter_does_in_the_title_does_that_and_any_other_goes_back(glyphs: Glyphs) -> None:
    given: list[Any] = []
    app = app_of(march_port(), glyphs)
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        panel = panel_of(app)
        panel._under_mouse = FirstMoment(0)
        game_screen(app).answer = lambda event: given.append(event.action)  # type: ignore[method-assign]
        pieces = [(Piece(number), f"card {number}") for number in range(2)]
        cards = Checklist("Discard", pieces, exactly(1, "card"), lambda _: "So be it", lambda marked: marked)
        panel.ask(Dialogue(Menu("Your turn", [MenuItem("go on", lambda: cards)])), at_once=True)

        async def click_title(words: str) -> None:
            await shows(app, words)
            await drawn(app.screen)
            await pilot.click("#decision", offset=(screen_lines(app)[panel.region.y].index(words), 0))

        await click_title("take a line")
        await click_title("Discard")
        await click_title("Enter: take")
        await shows(app, "Mark 1 card")
        await pilot.press("2")
        await click_title("Enter: ")
        await until(lambda: given == [(pieces[1][0],)], "confirmed")


def test_where_in_a_title_it_says_what_enter_does() -> None:
    title = "▶ Discard · 1 to 6, Space: mark; Enter: confirm · a: all (Backspace: back)"
    of_enter = "".join([sign for column, sign in enumerate(title) if takes_at(title, column)])
    assert of_enter == "Enter: confirm"
    twice = "▶ Who moves first? · Enter or a click, twice: for good, with 2 planned steps (Backspace: back)"
    of_enter = "".join([sign for column, sign in enumerate(twice) if takes_at(twice, column)])
    assert of_enter == "Enter or a click, twice: for good, with 2 planned steps"


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("glyphs", "asked", "waits"), [(UNICODE, "▶ ", "… "), (ASCII, "> ", "~ ")], ids=["unicode", "ascii"]
)
async def test_a_title_begins_with_whether_anything_is_asked(
    glyphs: Glyphs, asked: str, waits: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GameScreen, "_show_clocks", lambda self: None)  # there is none that it would count down
    app = app_of(march_port(), glyphs)
    async with app.run_test(size=LOW):
        await until(lambda: bool(rows_of(app)), "the question")
        panel = panel_of(app)

        def heading() -> str:
            return screen_lines(app)[panel.region.y].strip("━─-")

        panel.ask(menu("Your movement"))
        await until(lambda: heading().startswith(f"{asked}Your movement"), "what is asked")
        panel.count_down(9)
        await until(lambda: heading().startswith(f"{asked}(9 s) Your movement"), "how long is left")
        panel.wait("Ishida is to bid", "")
        await until(lambda: heading() == f"{waits}Ishida is to bid", "who is waited for")


@pytest.mark.asyncio
async def test_of_what_would_lose_the_game_no_word_is_cut_in_a_low_panel() -> None:
    """It comes first in the note, and has a second row although the list has lines out of sight."""
    own = ["tokugawa-1-leader", "tokugawa-3", "tokugawa-2", "date-3", "date-2", "maeda-2", "maeda-3", "fukushima-3"]
    hand = ["date-single", "tokugawa-single", "tokugawa-swords", "maeda-double", "fukushima-single"]
    table = combat_phase(position({"sunpu": own, "hand": hand}, {"sunpu": ["ukita-3", "ukita-2", "mori-2"]}))
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=LOW) as pilot:
        await until(lambda: any("risks Ieyasu" in row.text for row in rows_of(app)), "the deployment")
        panel = panel_of(app)
        top = top_of_list(app)
        for _ in range(next(n for n, row in enumerate(rows_of(app)) if "risks Ieyasu" in row.text)):
            await pilot.press("down")
        await settled(pilot)
        assert note_in_sight(app).startswith(
            "Ieyasu deployed is lost before those who are not (8.7), and with him the game (2.1)."
        )
        assert panel.choices.out_of_sight()[0], "the list has no room"
        assert panel.choices.size.height >= 5
        assert top_of_list(app) == top


# -- what goes out for good


@pytest.mark.asyncio
async def test_what_cannot_be_taken_back_is_pointed_at_by_its_digit_and_taken_by_enter() -> None:
    given: list[Any] = []
    app = app_of(march_port())
    async with app.run_test(size=LOW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        panel = panel_of(app)
        all_for_good(panel, 1, 2)
        game_screen(app).answer = lambda event: given.append(event.action)  # type: ignore[method-assign]
        panel.ask(menu("Who moves first?"))
        await pilot.press("2")
        assert (given, pointed(app)) == ([], "two")
        await pilot.press("enter")
        await until(lambda: given == [2], "the answer")
        panel.ask(menu("Who moves first?"))
        await until(lambda: "1) one" in screen_text(app), "the list")
        await drawn(app.screen)
        await click_words(pilot, app, "1) one")
        await drawn(app.screen)
        assert (given, pointed(app)) == ([2], "one"), "pointed at by a click"
        await click_words(pilot, app, "1) one")
        await until(lambda: given == [2, 1], "taken by another")
        panel.ask(menu("Who moves first?"))
        await pilot.press("2")
        await drawn(app.screen)
        await pilot.press("2")
        await until(lambda: given == [2, 1, 2], "taken by the same key again")


@pytest.mark.asyncio
@pytest.mark.parametrize("name", ["edo", "mito"])
async def test_enter_behind_a_name_that_was_gone_to_takes_nothing_for_good(name: str) -> None:
    """It declared the combat of the place whose name it had only ended."""
    own = {"edo": ["tokugawa-3"], "mito": ["date-2"], "hand": ["date-single"]}
    app = app_of(port_at(combat_phase(position(own, {"edo": ["ukita-3"], "mito": ["ukita-2"]})), TOKUGAWA))
    async with app.run_test(size=LOW) as pilot:
        await shows(app, "Declare a combat")
        port = game_screen(app).port
        before = len(port.situation().events)
        await pilot.press("g", *name, "enter")
        await settled(pilot)
        await until(lambda: pointed(app).lower().startswith(name), "its line")
        await shows(app, "twice: for good")
        await pilot.press("enter")
        await settled(pilot)
        await shows(app, "For good: Enter again, or y.")
        assert len(port.situation().events) == before
        await pilot.press("enter")
        await until(lambda: len(port.situation().events) > before, "the combat")


@pytest.mark.asyncio
async def test_a_key_that_is_held_down_takes_nothing_for_good() -> None:
    given: list[Any] = []
    app = app_of(march_port())
    async with app.run_test(size=LOW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        panel = panel_of(app)
        panel._pointing = FirstMoment(clock=lambda: 0.0)
        all_for_good(panel, 1, 2)
        game_screen(app).answer = lambda event: given.append(event.action)  # type: ignore[method-assign]
        panel.ask(menu("Who moves first?"))
        for _ in range(5):
            await pilot.press("2")
            await drawn(app.screen)
        assert (given, pointed(app)) == ([], "two")
        assert "That came too soon after the first." in screen_text(app)
        assert "That came too soon after the first." in screen_text(app)


@pytest.mark.asyncio
@pytest.mark.parametrize("between", ["f5", "i", "tab", "question_mark", "left_square_bracket", "click", "click log"])
@pytest.mark.parametrize("key", ["2", "e", "enter", "click"])
async def test_whatever_is_done_in_between_what_is_for_good_is_asked_about_anew(key: str, between: str) -> None:
    """A page was looked at, and the same key much later did what it had been asked about before."""
    given: list[Any] = []
    app = app_of(march_port())
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        panel, screen = panel_of(app), game_screen(app)
        panel._pointing = panel._under_mouse = FirstMoment(0)
        all_for_good(panel)
        screen.answer = lambda event: given.append(event.action)  # type: ignore[method-assign]
        items = [MenuItem("one", lambda: 1), MenuItem("two", lambda: 2), MenuItem("end it", lambda: 3, key="e")]
        panel.ask(Dialogue(Menu("What?", items)), at_once=True)
        await shows(app, "1) one")

        async def do() -> None:
            await (click_words(pilot, app, "2) two") if key == "click" else pilot.press(key))
            await settled(pilot)

        await do()
        await shows(app, "For good:")
        if between == "click":
            await pilot.click("#status")
        elif between == "click log":
            await pilot.click("#log", offset=(3, 1))
        else:
            await pilot.press(between)
        await settled(pilot)
        if app.screen is not screen:
            await pilot.press("escape")
            await until(lambda: app.screen is screen, "the explanation to be closed")
        if between != "click log":  # where pieces may be clicked it is known only by the next what a click was
            assert "For good:" not in screen_text(app)
        await do()
        assert not given
        await shows(app, "For good:")
        await do()
        await until(lambda: bool(given), "the same again at once")


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "away", [("slash", *"battle", "enter"), ("f7",), ("left_square_bracket",), ("question_mark", "escape")]
)
async def test_who_was_elsewhere_is_asked_about_what_is_for_good(away: tuple[str, ...]) -> None:
    """A line that the arrows had gone to was taken by the Enter too much behind the word that was searched for."""
    given: list[Any] = []
    app = app_of(march_port())
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        panel, screen = panel_of(app), game_screen(app)
        all_for_good(panel)
        screen.answer = lambda event: given.append(event.action)  # type: ignore[method-assign]
        panel.ask(menu("What?"), at_once=True)
        await pilot.press("down")
        await shows(app, "twice: for good")
        await pilot.press("enter")
        await shows(app, "For good: Enter again")
        for key in away:
            await pilot.press(key)
            await settled(pilot)
        await until(lambda: app.screen is screen, "what lay over the game to be closed")
        await shows(app, "twice: for good")
        await pilot.press("enter")
        await settled(pilot)
        assert not given
        await shows(app, "For good: Enter again")
        await pilot.press("enter")
        await until(lambda: bool(given), "the same again")


@pytest.mark.asyncio
async def test_enter_does_what_a_digit_has_said_that_it_does_for_who_was_elsewhere_as_well() -> None:
    given: list[Any] = []
    app = app_of(march_port())
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        panel, screen = panel_of(app), game_screen(app)
        all_for_good(panel)
        screen.answer = lambda event: given.append(event.action)  # type: ignore[method-assign]
        panel.ask(menu("What?"), at_once=True)
        await pilot.press("question_mark", "escape")
        await until(lambda: app.screen is screen, "what lay over the game to be closed")
        await pilot.press("1")
        await shows(app, "For good: 1 again, Enter or y.")
        await pilot.press("enter")
        await until(lambda: bool(given), "what was said")


@pytest.mark.asyncio
async def test_what_a_low_note_has_no_room_for_is_told_by_the_key_that_explains() -> None:
    """Of a march into a battle the note of one row said what may be lost, and not against whom."""
    table = position({"edo": ["tokugawa-1-leader", "tokugawa-3"]}, {"mito": ["ukita-3", "mori-2"]})
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=LOW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        await press_text(app, "March from Edo")
        panel = panel_of(app)
        panel.choices.highlighted = next(n for n, row in enumerate(rows_of(app)) if "battle with 2" in row.brief)
        await settled(pilot)
        assert "against 2 enemy blocks" not in screen_text(app)
        await pilot.press("question_mark")
        await shows(app, "Pointed at: Ieyasu fights there")
        told = " ".join([line.strip("│ ") for line in screen_lines(app)])
        assert "against 2 enemy blocks; no card of yours fits" in told


async def click_twice(menu: Menu, shown: str, first: str, second: str) -> list[Any]:
    """Click on words of a menu, then at once on others and, some time later, once more: what is taken by the last.

    `shown` is what has to be on the screen before the first.
    """
    given: list[Any] = []
    app, now = app_of(march_port()), [0.0]
    async with app.run_test(size=LOW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        panel = panel_of(app)
        panel._under_mouse = FirstMoment(0.4, lambda: now[0])
        game_screen(app).answer = lambda event: given.append(event.action)  # type: ignore[method-assign]
        panel.ask(Dialogue(menu))
        await shows(app, shown)
        await drawn(app.screen)
        if first != second:
            now[0] += 1
            await click_words(pilot, app, first)
            await shows(app, second)
            await drawn(app.screen)
        await click_words(pilot, app, second)
        await shows(app, "that was not taken")
        assert not given
        now[0] += 1
        await click_words(pilot, app, second)
        await until(lambda: bool(given), "taken by a click that was meant for it")
    return given


@pytest.mark.asyncio
async def test_a_second_click_in_the_same_place_takes_nothing_of_another_list() -> None:
    after = Menu("And then?", [MenuItem("three", lambda: 3), MenuItem("four", lambda: 4)], note="A note.")
    menu = Menu("What?", [MenuItem("one", lambda: after), MenuItem("two", lambda: 2)])
    assert await click_twice(menu, "1) one", "1) one", "1) three") == [3]


@pytest.mark.asyncio
async def test_a_second_click_on_a_key_below_a_list_takes_nothing_of_another() -> None:
    many = [MenuItem(f"line {number}", lambda: 1) for number in range(30)]
    end = MenuItem("End it", lambda: 2, key="e", brief="ends it")
    menu = Menu("What?", [*many, end], note="A note.")
    assert await click_twice(menu, "e ends it", "ends it", "ends it") == [2]


@pytest.mark.asyncio
async def test_a_yes_is_clicked_once() -> None:
    given: list[Any] = []
    app = app_of(march_port())
    async with app.run_test(size=LOW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        panel = panel_of(app)
        all_for_good(panel)
        game_screen(app).answer = lambda event: given.append(event.action)  # type: ignore[method-assign]
        answers = [MenuItem("No", lambda: BACK), MenuItem("Yes, so be it", lambda: 1, key="y")]
        panel.ask(Dialogue(Menu("All the same?", answers)))
        await until(lambda: "Yes, so be it" in screen_text(app), "the list")
        await drawn(app.screen)
        await click_words(pilot, app, "Yes, so be it")
        await until(lambda: given == [1], "taken by the first click")


@pytest.mark.asyncio
async def test_the_key_that_has_closed_a_box_takes_nothing_for_longer_than_any_other() -> None:
    app = app_of(march_port(), grace=0.4)
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        now = [0.0]
        panel = panel_of(app)
        panel.moment.clock = lambda: now[0]
        panel.begin_moment(closed_by=CLOSING)
        await until(lambda: panel.moment._ends is not None, "it is seen")
        now[0] = 0.9
        await pilot.press("enter")
        await until(lambda: "only just been asked" in screen_text(app), "once too often")
        assert panel.dialogue is not None
        assert panel.dialogue.depth == 0
        await pilot.press("2")
        await until(lambda: panel.dialogue is not None and panel.dialogue.depth == 1, "another key counts")


@pytest.mark.asyncio
async def test_a_click_counts_sooner_after_a_box_than_the_key_that_has_closed_it() -> None:
    app = app_of(march_port(), grace=0.4)
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        now, panel, given = [0.0], panel_of(app), list[Any]()
        game_screen(app).answer = lambda event: given.append(event.action)  # type: ignore[method-assign]
        panel._under_mouse = FirstMoment(0)
        panel.ask(Dialogue(Menu("What?", [MenuItem("one", lambda: 1), MenuItem("two", lambda: 2)])), at_once=True)
        await shows(app, "1) one")
        panel.moment.clock = lambda: now[0]
        panel.begin_moment(closed_by=CLOSING)
        await until(lambda: panel.moment._ends is not None, "it is seen")
        now[0] = 0.3
        await click_words(pilot, app, "1) one")
        await until(lambda: "only just been asked" in screen_text(app), "too early for a click as well")
        now[0] = 0.6
        await click_words(pilot, app, "2) two")
        await until(lambda: given == [2], "taken")


@pytest.mark.asyncio
async def test_a_click_that_marks_is_never_too_early() -> None:
    """Another takes the mark away."""
    app = app_of(march_port(), grace=1e6)
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        panel, given = panel_of(app), list[Any]()
        game_screen(app).answer = lambda event: given.append(event.action)  # type: ignore[method-assign]
        panel._under_mouse = FirstMoment(0)
        items = [(Piece(1), "one"), (Piece(2), "two")]
        panel.ask(
            Dialogue(Checklist("Which?", items, lambda marked: None, lambda marked: "So be it", lambda marked: 1))
        )
        await shows(app, "[ ] two")
        await click_words(pilot, app, "[ ] two")
        await until(lambda: [row.marks for row in panel.rows] == [0, 1, 0], "marked")
        await pilot.press("1")
        await click_words(pilot, app, "So be it")
        await until(lambda: "only just been asked" in screen_text(app), "what cannot be taken back")
        assert [row.marks for row in panel.rows] == [0, 1, 0]
        assert not given


@pytest.mark.asyncio
@pytest.mark.parametrize("covers", [False, True])
async def test_the_key_that_has_closed_a_box_counts_sooner_for_what_was_in_sight_below_it(covers: bool) -> None:
    app = app_of(march_port(), grace=0.4)
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        screen, panel, now = game_screen(app), panel_of(app), [0.0]
        panel.moment.clock = lambda: now[0]
        told = Card("Battle of Edo", [[(f"line {number}", "plain")] for number in range(60 if covers else 1)])
        box = screen.card_screen(told)
        await app.push_screen(box)
        await settled(pilot)
        assert box.query_one("#box").region.overlaps(panel.written) == covers
        box.moment.end()
        await pilot.press("enter")
        await until(lambda: app.screen is screen and panel.moment._ends is not None, "it is closed")
        now[0] = 0.5
        await pilot.press("enter")
        await until(lambda: "only just been asked" in screen_text(app), "the same key twice in a row")
        now[0] = 0.8
        await pilot.press("enter")
        await settled(pilot)
        assert panel.dialogue is not None
        assert panel.dialogue.depth == (0 if covers else 1)


@pytest.mark.asyncio
async def test_a_click_on_a_line_under_a_box_closes_the_box_and_counts() -> None:
    app = app_of(march_port())
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        screen = game_screen(app)
        assert screen._pacing is not None
        screen._pacing.follow(screen.port.situation(), [Card("Battle of Edo", [[("It is over.", "plain")]])])
        await until(lambda: isinstance(app.screen, CardScreen) and app.screen.is_mounted, "the box")
        await drawn(app.screen)
        choices = panel_of(app).choices
        mito = next(number for number, row in enumerate(rows_of(app)) if "March from Mito" in row.text)
        assert not app.screen.query_one("#box").region.contains(choices.region.x, choices.region.y + mito)
        await pilot.click(offset=(choices.region.x + 5, choices.region.y + mito))
        await until(lambda: panel_of(app).dialogue is not None and panel_of(app).dialogue.depth == 1)  # type: ignore[union-attr]
        assert "Mito" in panel_of(app).dialogue.step.title  # type: ignore[union-attr]


# -- the mouse


@pytest.mark.asyncio
async def test_the_tiles_above_a_list_mark_their_blocks() -> None:
    app = app_of(big_stack())
    async with app.run_test(size=LOW) as pilot:
        await opened(app, "March from Edo")
        for sign in ("■", "_"):
            await shows(app, f"3[{sign}]To3")
            await click_words(pilot, app, f"[{sign}]To3")
        await shows(app, "3[■]To3")


@pytest.mark.asyncio
async def test_what_is_dragged_is_told_whatever_notice_stands_there_and_marks_stay() -> None:
    app = app_of(march_port("total"))
    async with app.run_test(size=LOW) as pilot:
        await opened(app, "March from Edo")
        await pilot.press("1")
        marks = [row.mark for row in rows_of(app)]
        screen = game_screen(app)
        screen.notice("Somebody has come.")
        view = screen.board_view
        edo, oshi = [view.layout_in_use.boxes[location_named(key)] for key in ("edo", "oshi")]
        left, top = view.scroll_offset
        await pilot.mouse_down("#board", offset=(edo.x - left, edo.y - top))
        await pilot.hover("#board", offset=(oshi.x - left, oshi.y - top))
        await until(lambda: "Oshi" in under_the_map(app), "what a march there comes to")
        assert "Somebody" not in under_the_map(app)
        view.let_go()
        panel_of(app).drag(location_named("edo"))
        assert [row.mark for row in rows_of(app)] == marks


# -- hints and what is explained


@pytest.mark.asyncio
async def test_a_hint_is_read_whole_and_closed_and_leaves_the_list_most_of_its_lines() -> None:
    app = app_with(told)
    async with app.run_test(size=LOW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        await drawn(app.screen)
        before = panel_of(app).choices.size.height
        for leave in ("h", "escape", "click"):
            await pilot.press("h")
            await until(lambda: isinstance(app.screen, TextScreen), "the hint")
            await drawn(app.screen)
            assert "Kuwana" in hint_of(app)
            assert panel_of(app).choices.size.height == before
            await (pilot.click(offset=(1, LOW[1] - 2)) if leave == "click" else pilot.press(leave))
            await until(lambda: not hint_of(app), f"none after {leave}")


@pytest.mark.asyncio
async def test_the_keys_that_an_explanation_names_lead_there() -> None:
    app = app_of(march_port())
    async with app.run_test(size=LOW) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        for key, title in (("f1", "Help"), ("o", "What the opponent can still hold"), ("r", "The rules of")):
            await pilot.press("question_mark")
            await until(lambda: isinstance(app.screen, TextScreen), "the explanation")
            await pilot.press(key)
            await until(lambda title=title: f"─ {title}" in screen_text(app), title)  # type: ignore[misc]
            await pilot.press("escape")
            await until(lambda: app.screen is game_screen(app), "the game")


@pytest.mark.asyncio
async def test_the_first_frame_is_laid_out_for_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    laid_out: list[bool] = []
    layout = BoardScreen._refresh_layout

    def spy(screen: BoardScreen, *args: Any, **kwargs: Any) -> None:
        laid_out.append(screen.has_class("-narrow") and screen.has_class("-low"))
        layout(screen, *args, **kwargs)

    monkeypatch.setattr(BoardScreen, "_refresh_layout", spy)
    app = app_of(march_port())
    async with app.run_test(size=LOW):
        await until(lambda: bool(rows_of(app)), "the question")
    assert laid_out
    assert all(laid_out)


@pytest.mark.asyncio
async def test_a_small_letter_that_a_line_has_as_a_capital_is_not_passed_over_in_silence() -> None:
    app = app_of(march_port())
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        panel = panel_of(app)
        lines = [MenuItem(f"line {number}", lambda number=number: number) for number in range(26)]  # type: ignore[misc]
        panel.ask(Dialogue(Menu("What?", lines)), at_once=True)
        await drawn(app.screen)
        assert "C" in panel._signs
        await pilot.press("c")
        await shows(app, "c does nothing here; the line has a capital: C.")
        assert "G" in panel._signs
        await pilot.press("g")
        await until(lambda: isinstance(app.screen, GoToScreen), "where to go: it has a meaning of its own")


def test_two_deliberate_presses_a_third_of_a_second_apart_are_two() -> None:
    now = [0.0]
    moment = DecisionPanel(Theme(UNICODE))._pointing
    moment.clock = lambda: now[0]
    moment.begin()
    moment.seen()
    moment.stray()
    now[0] = 0.1
    assert moment.lasts
    now[0] = 0.35
    assert not moment.lasts
