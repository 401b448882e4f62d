"""The list of the decision: every line has a key, pages turn, and a key that can do nothing says what does."""

from __future__ import annotations

from dataclasses import replace
from string import ascii_uppercase

import pytest
from textual.app import App, ComposeResult

from engine.hidden import Piece
from engine.sekigahara.components import ISHIDA, TOKUGAWA
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
from tests.tui.hands import resize
from tests.tui.sekigahara.games import port_at, practice_game
from tests.tui.test_turns import enemy_turn
from tui.dialogue import Dialogue, Row
from tui.glyphs import ASCII, UNICODE, Glyphs
from tui.keys import ACTIONS, TAKEN
from tui.log import Card
from tui.screens.text import TextScreen
from tui.sekigahara.choosers import chapter_7_3_way as marches
from tui.sekigahara.map.signs import BATTLE
from tui.steps import Menu, MenuItem, Party, Pieces
from tui.theme import Theme
from tui.widgets.confirm_line import ConfirmLine
from tui.widgets.line_signs import free_letters, range_words, signs_of
from tui.widgets.note import Note


def lines(count: int) -> list[Row]:
    return [*[Row(f"line {number}", None) for number in range(count)], Row("end", None, key="e")]


def test_every_line_of_a_long_list_has_a_key_of_its_own() -> None:
    signs = signs_of(lines(27))
    assert list(signs)[:11] == [*"123456789", "A", "B"], "0 is the line that stands for others"
    assert list(signs.values()) == list(range(27))
    assert not TAKEN["game"].intersection(free_letters())
    assert range_words(list(signs_of(lines(1)))) == "1"
    assert range_words(list(signs_of(lines(2)))) == "1, 2"
    assert range_words(list(signs_of(lines(4)))) == "1 to 4"
    assert range_words(list(signs_of(lines(9)))) == "1 to 9"
    assert range_words(list(signs_of(lines(10)))) == "1 to 9, A"
    assert range_words(list(signs_of(lines(12)))) == "1 to 9, A to C"
    assert range_words(list(signs_of(lines(15)))) == "1 to 9, A to C, E to G", "D is the key of something else"
    assert range_words([*"123456789", *"AEFGHIJKOPQT"]) == "1 to 9, and the letters shown"


def test_no_letter_of_a_line_is_a_mark_of_the_map_too_while_there_are_others_and_they_stand_in_order() -> None:
    marks = {BATTLE, *(getattr(marches, name) for name in ("CLAIM", "CARD", "OVERRUN_ITSELF"))}
    letters = free_letters()
    assert set(letters[-len(marks) :]) == marks
    assert sorted(letters) == sorted(
        set(ascii_uppercase)
        - TAKEN["game"]
        - {action.key for name, action in ACTIONS.items() if not name.startswith("replay.")}
    )
    assert letters[: -len(marks)] == sorted(letters[: -len(marks)])
    assert free_letters(marked=False) == sorted(letters)
    marked = [replace(row, tag=(("+", "plan"),)) for row in lines(13)]
    assert list(signs_of(marked))[9:] == ["A", "E", "F", "G"], "where places are marked"


def test_a_letter_that_the_player_has_given_away_takes_no_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEKIGAHARA_KEYS", "game.zoom=G")
    assert list(signs_of(lines(13)))[9:] == ["A", "B", "C", "E"]
    assert list(signs_of(lines(18)))[9:] == [*"ABCEFHIJK"], "no gap but for letters that do something else"
    assert "G" not in signs_of(lines(24))


def stacks(*spots: int) -> list[Row]:
    return [*[Row(f"stack at {spot}", None, spot=spot) for spot in spots], Row("end", None, key="e")]


def many_stacks() -> dict[str, list[str]]:
    places = ["edo", "mito", "oyama", "oshi", "iwaki", "sendai", "aizu", "hakone", "numazu", "kiyosu", "okazaki"]
    blocks = [f"{daimyo}-{mon}" for daimyo in ("tokugawa", "date", "maeda") for mon in (2, 2, 3, 3)]
    return {place: [block] for place, block in zip(places, blocks, strict=False)}


@pytest.mark.asyncio
async def test_a_letter_takes_the_tenth_line_and_page_down_turns_the_list() -> None:
    app = app_of(port_at(position(many_stacks(), {"kyoto": ["ukita-3"]}), TOKUGAWA))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: len(panel_of(app).rows) > 10, "the stacks")
        panel = panel_of(app)
        await until(
            lambda: panel.choices.size.height > 1 and panel.choices.virtual_size.height > panel.choices.size.height
        )
        await settled(pilot)  # a list that has just opened is still to be laid out
        await pilot.press("pagedown")
        await until(lambda: (panel.choices.highlighted or 0) > 1, "the next page")
        await settled(pilot)
        assert panel.choices.out_of_sight()[0] == panel.choices.highlighted, "none of the page before is in sight"
        await pilot.press("pageup", "pageup", "pageup")
        await until(lambda: panel.choices.highlighted == 0, "the page before")
        tenth = panel.rows[9]
        await pilot.press("A")
        await until(lambda: panel.dialogue is not None and panel.dialogue.depth == 1, "the tenth line, taken")
        assert panel.dialogue is not None
        assert panel.dialogue.origin == tenth.spot


@pytest.mark.asyncio
async def test_what_stands_behind_a_text_is_there_where_the_line_has_room_for_it() -> None:
    app = app_of(port_at(position({"edo": ["tokugawa-3", "date-2"]}, {"kyoto": ["ukita-3"]}), TOKUGAWA))
    async with app.run_test(size=(80, 24)):
        await until(lambda: bool(panel_of(app).rows))
        assert "1) March from Edo (2 blocks)  To3 Da2" in screen_text(app)
        items = [MenuItem("A line", lambda: 1, aside="short"), MenuItem("Another", lambda: 2, aside="long " * 14)]
        panel_of(app).ask(Dialogue(Menu("What?", items)), at_once=True)
        for size, wide in (((80, 24), False), ((160, 48), True), ((80, 24), False)):
            await resize(app, size)
            await until(lambda wide=wide: ("2) Another  long long" in screen_text(app)) == wide)  # type: ignore[misc]
            assert "1) A line  short" in screen_text(app)


@pytest.mark.asyncio
async def test_a_key_that_ends_nothing_says_what_is_asked_and_which_key_answers() -> None:
    table = position({"edo": ["tokugawa-3"], "hand": ["date-single"]}, {"kyoto": ["ukita-3"]}, paid=None)
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: bool(panel_of(app).rows))
        for key, told in (
            ("e", "e ends your movement, or what you deploy: there is nothing to end now. Enter takes the line."),
            ("y", "y does nothing here: Enter takes the line. Asked: Pay for movement. Your hand: Date card (7.1)"),
            ("j", "j musters, once movement is paid for (7.1, 7.2): choose how much to buy."),
            ("k", "k calls a block from the Mōri box: that is for Ishida alone (9.3)."),
            ("x", "x does nothing here (?: what is asked, F1: all keys)"),
        ):
            await pilot.press(key)
            await until(lambda told=told: told in " ".join(screen_text(app).split()), told)  # type: ignore[misc]


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("box", "told"),
    [
        ([], "j musters, and not now: The recruitment box is empty (7.2)."),
        (["date-2"], "First finish this or go back (Backspace); then j: muster."),
    ],
)
async def test_a_key_of_a_line_that_is_missing_says_why_it_is_or_how_to_come_to_it(box: list[str], told: str) -> None:
    table = position({"edo": ["tokugawa-3"], "recruitment": box}, {"kyoto": ["ukita-3"]})
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: bool(panel_of(app).rows))
        await pilot.press("1")
        await until(lambda: panel_of(app).has_begun)
        await pilot.press("j")
        await until(lambda: told in " ".join(screen_text(app).split()), told)


@pytest.mark.asyncio
async def test_the_key_that_does_end_is_named() -> None:
    table = position({"edo": ["tokugawa-3"]}, {"kyoto": ["ukita-3"]})
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: bool(panel_of(app).rows))
        await pilot.press("y")
        await until(lambda: "y does nothing here. These keys do: e (end your movement)" in screen_text(app))
        dialogue = panel_of(app).dialogue
        assert dialogue is not None
        assert dialogue.note.partition(":")[0] in screen_text(app), "what is asked is told still"


@pytest.mark.asyncio
async def test_under_a_box_nothing_is_said_of_keys_that_skip() -> None:
    app = app_of(enemy_turn(), pace=1e6)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: bool(panel_of(app).rows))
        await pilot.press("e", "y")
        await until(lambda: "Enter or click: skip" in screen_text(app), "what is being shown")
        await pilot.press("f1")
        await until(lambda: isinstance(app.screen, TextScreen))
        panel = panel_of(app)
        await until(lambda: "skip" not in str(panel.border_title), "what keys do under the box")
        await pilot.press("escape")
        await until(lambda: "Enter or click: skip" in str(panel.border_title), "what keys do without it")


@pytest.mark.asyncio
async def test_what_a_box_tells_is_not_told_below_it_again() -> None:
    app = app_of(enemy_turn(), pace=1e6)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: bool(panel_of(app).rows))
        await pilot.press("e", "y")
        await until(lambda: "Enter or click: skip" in screen_text(app), "what is being shown")
        await until(lambda: bool(note_in_sight(app)), "what came last")
        last = note_in_sight(app)[:20]
        assert last in screen_text(app)
        app.push_screen(game_screen(app).card_screen(Card("What came of it", [[("This", "plain")]])))
        await until(lambda: "It goes on when you close the box" in screen_text(app), "the box")
        await settled(pilot)
        panel = panel_of(app).region
        assert not [line for line in screen_lines(app)[panel.y : panel.bottom] if last in line]


@pytest.mark.asyncio
async def test_keys_that_come_at_once_do_what_they_do_one_after_another() -> None:
    hand = ["date-single", "maeda-single", "tokugawa-single", "fukushima-single"]
    table = position({"edo": ["tokugawa-3"], "hand": hand}, {"kyoto": ["ukita-3"]}, paid=None)
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: bool(panel_of(app).rows) and panel_of(app).choices.has_focus, "the question")
        await pilot.press("3")
        await until(lambda: any(row.mark is not None for row in panel_of(app).rows), "what can be marked")
        for key in ("down", "down", "space", "up", "space", "3"):
            app.simulate_key(key)
        await until(lambda: [row.mark for row in panel_of(app).rows[:4]] == [False, True, False, False], "the marks")


@pytest.mark.asyncio
async def test_the_digits_of_the_stacks_go_from_one_up_whoever_has_marched() -> None:
    table = position({"edo": ["tokugawa-3"], "kyoto": ["date-2"], "sendai": ["date-3"]}, {"osaka": ["ukita-3"]})
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: "3) March from" in screen_text(app))
        panel = panel_of(app)
        await pilot.press("2")
        await until(lambda: panel.dialogue is not None and panel.dialogue.depth == 1, "where it marches")
        await pilot.press("enter")
        await until(lambda: panel.dialogue is not None and panel.dialogue.depth == 0, "the phase again")
        await until(lambda: "1 step planned" in screen_text(app))
        signs = [
            panel.sign_of(number) for number, row in enumerate(panel.rows) if row.text.startswith(("March", "Go on"))
        ]
        assert signs == [str(number) for number in range(1, len(signs) + 1)]


@pytest.mark.asyncio
@pytest.mark.parametrize("yes", ["e", "enter", "y"])
async def test_what_ends_for_good_is_only_pointed_at_by_the_first_press_of_its_key(yes: str) -> None:
    table = position({"edo": ["tokugawa-3"]}, {"kyoto": ["ukita-3"]})
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: bool(panel_of(app).rows))
        await pilot.press("1")
        await until(lambda: panel_of(app).dialogue is not None and panel_of(app).dialogue.depth == 1)  # type: ignore[union-attr]
        await pilot.press("enter")
        await until(lambda: "1 step planned" in screen_text(app))
        port = game_screen(app).port
        planned = port.situation().planned
        assert len(planned) == 1
        await pilot.press("e")
        panel = panel_of(app)
        await until(lambda: panel.choices.highlighted == len(panel.rows) - 1, "the end, pointed at")
        assert port.situation().planned == planned
        asked = "For good, with 1 planned step: e again, Enter or y. End your movement."
        await until(lambda: asked in screen_text(app), "by its name")
        await pilot.press("home", "e")
        await until(lambda: panel.choices.highlighted == len(panel.rows) - 1, "the end, pointed at")
        await pilot.press("escape")
        await until(lambda: panel.choices.highlighted == 0, "back where the player was")
        await pilot.press("e")
        await until(lambda: panel.choices.highlighted == len(panel.rows) - 1, "the end, pointed at again")
        assert port.situation().planned == planned, "what was pointed at before and left is not taken"
        await pilot.press("home", "y")
        await until(lambda: "y does nothing here" in screen_text(app), "nothing is asked")
        await pilot.press("e")
        await until(lambda: panel.choices.highlighted == len(panel.rows) - 1, "the end, pointed at once more")
        await pilot.press(yes)
        await until(lambda: not port.situation().planned, "the plan, gone out")


@pytest.mark.asyncio
async def test_a_list_that_is_scrolled_begins_with_a_whole_line() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=(60, 24)) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        panel = panel_of(app)
        items = [MenuItem(f"{name} of them, of which " + "so much is to be said " * 4, lambda: 1) for name in "abcdef"]
        panel.ask(Dialogue(Menu("Which?", [*items, MenuItem("the last", lambda: 2)])), at_once=True)
        await settled(pilot)
        choices, begins = panel.choices, []
        for number in range(len(items)):
            choices.highlighted = number
            await settled(pilot)
            top = int(choices.scroll_y)
            begins.append(top in [choices.place_of(line).y for line in range(len(items))])
            end = choices.place_of(number + 1).y
            assert top <= choices.place_of(number).y < end <= top + choices.size.height, "all of what is pointed at"
        assert all(begins)


@pytest.mark.asyncio
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
async def test_a_line_that_goes_on_below_the_edge_of_the_list_says_so(glyphs: Glyphs) -> None:
    app = app_of(practice_game(), glyphs=glyphs)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        panel = panel_of(app)
        long = "Gifu: battle with 2, no card fits, may stay inside, you gain one of them (Tsuruga to Tokugawa)"
        items = [MenuItem(long if number in (4, 6) else f"line {number}", lambda: 1) for number in range(8)]
        panel.ask(Dialogue(Menu("Where to?", items)), at_once=True)
        await settled(pilot)

        def last() -> str:
            return screen_lines(app)[panel.choices.region.bottom - 1].rstrip()

        while "Gifu" not in last():
            panel.choices.scroll_to(y=panel.choices.scroll_y + 1, animate=False, immediate=True)
            await settled(pilot)
        assert glyphs.text("…") in last()
        panel.choices.scroll_to(y=panel.choices.scroll_y + 1, animate=False, immediate=True)
        await settled(pilot)
        assert "Tokugawa)" in last()
        assert glyphs.text("…") not in last()


@pytest.mark.asyncio
async def test_the_note_has_the_row_of_the_keys_while_these_stand_in_the_list() -> None:
    app = app_of(port_at(position(many_stacks(), {"kyoto": ["ukita-3"]}), TOKUGAWA))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: " e end your movement" in screen_text(app), "the keys")
        panel = panel_of(app)
        lines = panel.choices.region
        await pilot.press("end")
        await until(lambda: "Not moved: " in note_in_sight(app), "what the end is told with")
        await settled(pilot)
        note = panel.query_one("#note").region
        assert (note.bottom, note.height) == (panel.region.bottom, 2)
        assert screen_lines(app)[note.bottom - 1].strip(), "its second row says more"
        assert panel.choices.region == lines, "nothing has moved"
        await pilot.press("home")
        await until(lambda: " e end your movement" in screen_text(app), "the keys again")
        assert panel.choices.region == lines


@pytest.mark.asyncio
@pytest.mark.parametrize(("glyphs", "sign"), [(UNICODE, "…"), (ASCII, "~")], ids=["unicode", "ascii"])
async def test_what_confirms_ends_in_a_sign_where_it_has_no_room(glyphs: Glyphs, sign: str) -> None:
    class ConfirmApp(App[None]):
        CSS = "ConfirmLine { height: 1; text-wrap: nowrap; text-overflow: ellipsis; }"

        def compose(self) -> ComposeResult:
            line = ConfirmLine(Theme(glyphs))
            line.update("March to Gifu and Tsuruga to Tokugawa")
            yield line

    app = ConfirmApp()
    async with app.run_test(size=(20, 3)):
        assert screen_lines(app)[0].rstrip() == f"March to Gifu and T{sign}"


@pytest.mark.asyncio
async def test_whoever_has_answered_may_press_any_key_again() -> None:
    """The third press of one that was to be pressed twice is the commonest slip of all."""
    app = app_of(practice_game())
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        panel = panel_of(app)
        items = [MenuItem(f"line {number}", lambda: 1) for number in range(12)]
        for key in ("1", "5", "0", "A", "E", "G", "y", "e", "enter", "space", "n", "a", "backspace", "down", "end"):
            panel.ask(Dialogue(Menu("Which?", items)), at_once=True)
            await settled(pilot)
            panel.wait("Bert is to bid", "")
            await pilot.press(key)
            await settled(pilot)
            if key.isdecimal():
                assert f"{key} does nothing now, nothing is asked of you: Bert is to bid" in note_in_sight(app)


@pytest.mark.asyncio
async def test_a_key_that_does_nothing_takes_nothing_from_what_is_told_meanwhile() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        panel = panel_of(app)
        feed = "\n".join(f"line {number}" for number in range(40))
        panel.wait("Bert is to bid", feed, given="Your answer.")
        await settled(pilot)
        assert note_in_sight(app).startswith("Your answer. line ")
        assert note_in_sight(app).endswith("line 38 line 39")
        rows = panel.query_one("#note").size.height
        await pilot.press("1")
        await settled(pilot)
        said = "1 does nothing now, nothing is asked of you: Bert is to bid"
        assert note_in_sight(app).startswith(f"{said} Your answer. line ")
        assert note_in_sight(app).count("line ") == rows - 2, "all the rows that there are"
        panel.wait("Bert is to bid", feed, given="Your answer.")
        await settled(pilot)
        assert note_in_sight(app).startswith(said), "what comes in meanwhile does not take it away"
        await pilot.press("down")
        await settled(pilot)
        assert note_in_sight(app).startswith("Your answer. line "), "the next key does"


@pytest.mark.asyncio
async def test_no_word_of_a_line_is_lost_where_a_bar_takes_a_column_of_it() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        panel = panel_of(app)
        columns = panel.choices.size.width
        # Lines of which some have just the columns that there are without a bar, and too many of them.
        for length in range(columns - 9, columns - 2):
            texts = [f"{'so ' * 60}"[: length + number - 7] + f" end{number}" for number in range(9)]
            items = [MenuItem(text, lambda: 1) for text in texts]
            panel.ask(Dialogue(Menu("Which?", items)), at_once=True)
            await settled(pilot)
            for number in range(len(items)):
                panel.choices.highlighted = number
                await settled(pilot)
                assert f"end{number}" in screen_text(app)


@pytest.mark.asyncio
async def test_only_0_lists_what_stands_in_no_line_yet_and_a_letter_of_that_says_so() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        panel = panel_of(app)
        items = [MenuItem(f"line {number}", lambda: 1) for number in range(8)]
        more = [MenuItem(f"another {number}", lambda: 1) for number in range(6)]
        panel.ask(Dialogue(Menu("Which?", items, more=more, more_text="6 others")), at_once=True)
        await settled(pilot)
        await pilot.press("y")
        await settled(pilot)
        assert "y does nothing here: Enter takes the line. Asked: Which?" in note_in_sight(app)
        await pilot.press("G")
        await settled(pilot)
        assert panel.dialogue is not None
        assert panel.dialogue.folded == 6
        assert "G takes no line that is shown. First press 0 to show the rest: 6 others." in note_in_sight(app)
        await pilot.press("0")
        await settled(pilot)
        assert not panel.dialogue.folded
        signs = [panel.sign_of(number) for number in range(len(panel.rows))]
        assert signs == [*"123456789", "A", "B", "C", "E", "F"]
        await pilot.press("0")
        await settled(pilot)
        assert "No line has the digit 0." in note_in_sight(app)


@pytest.mark.asyncio
async def test_what_stands_below_the_line_of_others_keeps_its_letter_when_they_are_listed() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        panel = panel_of(app)
        items, more, later = (
            [MenuItem(f"{name} {number}", lambda: 1) for number in range(count)]
            for name, count in (("line", 8), ("another", 6), ("later", 4))
        )
        panel.ask(Dialogue(Menu("Which?", items, more=more, more_text="6 others", later=later)), at_once=True)
        await settled(pilot)

        def signs() -> dict[str, str]:
            return {row.text: panel.sign_of(number) for number, row in enumerate(panel.rows) if not row.key}

        before = signs()
        assert before["later 3"] == "C"
        await pilot.press("0")
        await settled(pilot)
        assert {text: sign for text, sign in signs().items() if text in before} == before
        assert panel.choices.highlighted is not None
        assert panel.rows[panel.choices.highlighted].text == "another 0", "the first of those that were listed"


@pytest.mark.asyncio
async def test_of_pieces_that_are_alike_each_has_its_mark_above_the_list() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        panel = panel_of(app)
        pieces = [
            *[(Piece(number), "Tokugawa 3") for number in range(3)],
            *[(Piece(number), "Date 2") for number in range(3, 8)],
        ]
        menu = Menu("Where to?", [MenuItem("line", lambda: 1)])
        codes = ["To3"] * 3 + ["Da2"] * 5
        panel.ask(Dialogue(Party("Who?", pieces, lambda _: menu, tuple(dict(pieces)), codes=codes)), at_once=True)
        await settled(pilot)
        assert "1[■■■]To3 2[5/5]Da2" in screen_text(app)
        await pilot.press("1", "2")
        await settled(pilot)
        assert "1[■■_]To3 2[4/5]Da2" in screen_text(app)


@pytest.mark.asyncio
async def test_the_key_that_marks_all_says_where_nothing_is_to_be_marked() -> None:
    table = position({"edo": ["tokugawa-3"], "recruitment": ["date-2"]}, {"kyoto": ["ukita-3"]})
    app = app_of(port_at(table, TOKUGAWA))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        await pilot.press("j", "a")
        await settled(pilot)
        assert "a marks all where there is something to mark; here Enter takes the line." in note_in_sight(app)


@pytest.mark.asyncio
async def test_what_shares_a_line_has_lines_of_its_own_where_pieces_above_the_list_leave_rows_empty() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: bool(rows_of(app)), "the question")
        panel = panel_of(app)
        own = [MenuItem(f"line {number}", lambda: 1) for number in range(2)]
        pieces = [(Piece(number), f"block {number}") for number in range(6)]
        codes = [f"To{number}" for number in range(6)]
        # The rows of the panel less the marks above the list.
        fitting = panel.content_size.height - 1 - len(own)
        for count, folded in ((fitting - 1, 0), (fitting + 1, fitting + 1)):
            more = [MenuItem(f"another {number}", lambda: 1) for number in range(count)]
            menu = Menu("Where to?", own, more=more, more_text="others")

            def places(_marked: Pieces, menu: Menu = menu) -> Menu:
                return menu

            panel.ask(
                Dialogue(Party("Who?", pieces, places, tuple(piece for piece, _ in pieces), codes=codes)), at_once=True
            )
            await settled(pilot)
            assert panel.dialogue is not None
            assert panel.dialogue.folded == folded
            assert ("another 0" in screen_text(app)) == (not folded)


@pytest.mark.asyncio
async def test_a_list_shows_as_many_lines_as_it_can_before_the_one_that_is_pointed_at_when_it_has_more_rows() -> None:
    app = app_of(port_at(position(many_stacks(), {"kyoto": ["ukita-3"]}), TOKUGAWA))
    async with app.run_test(size=(100, 22)) as pilot:
        await until(lambda: len(panel_of(app).rows) > 10, "the stacks")
        await settled(pilot)
        choices = panel_of(app).choices
        choices.highlighted = 7
        await settled(pilot)
        choices.scroll_to(y=7, animate=False, force=True, immediate=True)
        for size in ((100, 34), (100, 36)):
            await pilot.resize_terminal(*size)
            await settled(pilot)
            await until(
                lambda: choices.max_scroll_y > 0 and choices.scroll_y == max(0, 8 - choices.size.height),
                f"the most that {size} has room for",
            )


@pytest.mark.asyncio
async def test_a_note_of_one_row_leaves_the_other_to_the_list_that_is_cut() -> None:
    stacks = {**many_stacks(), "recruitment": ["fukushima-2"]}
    app = app_of(port_at(position(stacks, {"kyoto": ["ukita-3"]}), TOKUGAWA))
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: " e end your movement" in screen_text(app), "the keys")
        await settled(pilot)
        panel = panel_of(app)
        note = panel.query_one(Note)
        assert note.size.height == 1
        assert panel.choices.size.height == panel.content_size.height - 2


@pytest.mark.asyncio
async def test_in_a_battle_beside_pages_each_deployment_has_one_row_and_what_ends_it_is_named_below() -> None:
    own = ["kobayakawa-1-leader", "kobayakawa-3", "ukita-3", "ukita-2", "ukita-1-gun", "kobayakawa-2", "mori-3"]
    cards = ["kobayakawa-single", "ukita-single", "ukita-swords", "kobayakawa-double", "mori-single"]
    enemy = {"kyoto": ["tokugawa-3", "date-2", "maeda-2"], "hand": ["tokugawa-loyalty"]}
    app = app_of(port_at(combat_phase(position(enemy, {"kyoto": own, "hand": cards}, active=ISHIDA)), ISHIDA))
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: "deploy, or end" in str(panel_of(app).border_title), "the battle")
        await settled(pilot)
        panel = panel_of(app)
        assert panel.choices.out_of_sight()[1] > 0
        assert set(panel.choices.heights(panel.choices.scrollable_content_region.width)) == {1}
        assert " e end: as it stands Tokugawa wins; you lose 1, they 0" in screen_text(app)
        assert " 5) +3, 3 to 0, you lead: Ko3 with a card (n: card 1/2)" in screen_text(app)
