"""Pieces to be marked that have no room one below the other stand in two columns."""

from __future__ import annotations

from typing import Any

import pytest
from textual.geometry import Offset
from textual.pilot import Pilot

from tests.tui.driving import app_of, note_in_sight, panel_of, rows_of, screen_text, settled, until
from tests.tui.sekigahara.games import practice_game
from tests.tui.test_clicks import click_line
from tui.app import ClientApp
from tui.dialogue import Dialogue
from tui.glyphs import UNICODE
from tui.marks import exactly
from tui.steps import Checklist

LOW, HIGH = (80, 24), (120, 60)


def checklist(names: str, aside: str = "of some use", words: str = "Card") -> Checklist:
    items: Any = [(number, f"{words} {name}") for number, name in enumerate(names)]
    asides = [f"{aside} {name}" for name in names]
    title, confirm = "Which two?", "These two"
    return Checklist(title, items, exactly(2, "card"), lambda _: confirm, lambda marked: marked, asides=asides)


async def asked(pilot: Pilot[None], app: ClientApp, step: Checklist) -> None:
    await until(lambda: bool(rows_of(app)), "the question")
    panel_of(app).ask(Dialogue(step), at_once=True)
    await settled(pilot)


def marked(app: ClientApp) -> str:
    return "".join(row.text[-1] for row in panel_of(app).rows if row.mark)


@pytest.mark.asyncio
@pytest.mark.parametrize("names", ["abcdefg", "abcdefgh", "abcdefghijkl"])
async def test_all_that_can_be_marked_is_in_sight(names: str) -> None:
    app = app_of(practice_game())
    async with app.run_test(size=LOW) as pilot:
        await asked(pilot, app, checklist(names))
        text, choices = screen_text(app), panel_of(app).choices
        assert all(f") [ ] Card {name}" in text for name in names)
        assert choices.out_of_sight() == (0, 0)
        assert "0 marked so far" in text
        rows = [line for line in text.splitlines() if line.count("Card") == 2]
        assert len(rows) == len(names) // 2
        await pilot.resize_terminal(*HIGH)
        await settled(pilot)
        assert not [line for line in screen_text(app).splitlines() if line.count("Card") > 1]
        assert f"Card {names[-1]}  of some use {names[-1]}" in screen_text(app)
        await pilot.resize_terminal(*LOW)
        await settled(pilot)
        assert choices.out_of_sight() == (0, 0)


@pytest.mark.asyncio
async def test_what_is_said_aside_stands_in_two_columns_in_the_wording_that_has_room() -> None:
    asides = [(f"of some use to whoever has {name}", f"some use {name}", name * 2) for name in "abcdefgh"]
    items: Any = [(number, f"Card {name}") for number, name in enumerate("abcdefgh")]
    step = Checklist("Which two?", items, exactly(2, "card"), lambda _: "These", lambda marked: marked, asides=asides)
    app = app_of(practice_game())
    async with app.run_test(size=LOW) as pilot:
        await asked(pilot, app, step)
        assert panel_of(app).choices.has_columns
        text = screen_text(app)
        assert "1) [ ] Card a  some use a" in text
        assert "5) [ ] Card e  some use e" in text
        await pilot.resize_terminal(*HIGH)
        await settled(pilot)
        assert "1) [ ] Card a  of some use to whoever has a" in screen_text(app)


@pytest.mark.asyncio
async def test_two_columns_without_a_place_on_the_screen_are_no_matter() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=LOW) as pilot:
        await asked(pilot, app, checklist("abcdefgh"))
        choices = panel_of(app).choices
        assert choices.has_columns
        choices.display = False
        await settled(pilot)
        assert choices.heights(choices.scrollable_content_region.width) == []
        assert choices.out_of_sight() == (0, 0)
        choices.display = True
        for size in ((20, 3), (1, 1), LOW):
            await pilot.resize_terminal(*size)
            await settled(pilot)
        assert choices.out_of_sight() == (0, 0)


@pytest.mark.asyncio
async def test_lines_too_long_for_a_column_stay_one_below_the_other() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=LOW) as pilot:
        await asked(pilot, app, checklist("abcdefgh", words="A card of which more is said"))
        assert panel_of(app).choices.out_of_sight()[1] == 0, "28 letters and what stands before them have room"
        await asked(pilot, app, checklist("abcdefgh", words="A card of which still more is said"))
        assert panel_of(app).choices.out_of_sight()[1] > 0


@pytest.mark.asyncio
async def test_both_columns_are_gone_through_and_marked_by_keys() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=LOW) as pilot:
        await asked(pilot, app, checklist("abcdefg"))
        choices = panel_of(app).choices
        choices.focus()
        await pilot.press("down", "down", "down", "down", "space")
        await settled(pilot)
        assert marked(app) == "e", "the second column follows the first"
        assert "[■] Card e" in screen_text(app)
        assert "Card e  of some use e" in screen_text(app), "what has no room is told of the line that is pointed at"
        await pilot.press("left", "space")
        await settled(pilot)
        assert marked(app) == "ae"
        await pilot.press("down", "down", "down", "right")
        await settled(pilot)
        assert choices.highlighted == 6, "beside the last of the first column there is none: the one above it"
        await pilot.press("1", "7")
        await settled(pilot)
        assert marked(app) == "eg"
        assert "[■] Card g" in screen_text(app)
        assert "[ ] Card a" in screen_text(app)


@pytest.mark.asyncio
async def test_a_line_that_stands_beside_another_is_the_one_that_is_clicked() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=LOW) as pilot:
        await asked(pilot, app, checklist("abcdefg"))
        choices = panel_of(app).choices
        await click_line(pilot, app, 5)
        assert (marked(app), choices.highlighted) == ("f", 5)
        await click_line(pilot, app, 1)
        assert (marked(app), choices.highlighted) == ("bf", 1)
        # Beside the last of the first column there is nothing to be clicked.
        await pilot.click(offset=choices.region.offset + choices.place_of(3) + Offset(50, 0))
        await settled(pilot)
        assert (marked(app), choices.highlighted) == ("bf", 1)


@pytest.mark.asyncio
async def test_a_refusal_moves_nothing_from_its_column() -> None:
    app = app_of(practice_game())
    async with app.run_test(size=LOW) as pilot:
        await asked(pilot, app, checklist("abcdefgh"))
        choices = panel_of(app).choices
        await until(lambda: not choices.show_vertical_scrollbar, "all in sight")
        places = [choices.place_of(number) for number in range(8)]
        await pilot.press("enter")
        await settled(pilot)
        assert "Mark 2 cards" in note_in_sight(app)
        assert [choices.place_of(number) for number in range(8)] == places
        choices.focus()
        for number in range(8):
            choices.highlighted = number
            await settled(pilot)
            assert f"Card {'abcdefgh'[number]}" in screen_text(app)


@pytest.mark.asyncio
async def test_without_colours_a_sign_stands_in_the_line_that_is_pointed_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = app_of(practice_game())
    async with app.run_test(size=LOW) as pilot:
        await asked(pilot, app, checklist("abcd", words="A card of which still more is said"))
        panel_of(app).choices.focus()
        for number, letter in enumerate("abcd", 1):
            await settled(pilot)
            [row] = [line for line in screen_text(app).splitlines() if f"{UNICODE.point} [" in line]
            assert row.startswith(f" {number}{UNICODE.point} [ ] A card of which still more is said {letter}")
            await pilot.press("down")
        await asked(pilot, app, checklist("abcdefgh"))
        await pilot.press("down", "right")
        await settled(pilot)
        [row] = [line for line in screen_text(app).splitlines() if f"{UNICODE.point} [" in line]
        assert f"6{UNICODE.point} [ ] Card f" in row
