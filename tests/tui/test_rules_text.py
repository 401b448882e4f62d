"""The rules in the project's own words: complete, searchable, and reached from every decision."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import pytest
from textual.widgets import Input, OptionList

import engine.samurai.rules
import engine.sekigahara.rules
from engine.samurai import SAMURAI
from engine.sekigahara import SEKIGAHARA
from tests.test_lists import RULINGS, SECTIONS
from tests.tui.driving import screen_text
from tests.tui.test_cli import run_main
from tui.games import words_of
from tui.glyphs import UNICODE
from tui.language import LANGUAGES, speaking
from tui.rules_app import RulesApp
from tui.rules_text import RulesText, Section, rules_text, section_for
from tui.screens.rules import RulesScreen
from tui.widgets.text_view import TextView

ROOT = Path(__file__).parent.parent.parent
SAMURAI_RULES = (ROOT / "docs" / "samurai-rules.md").read_text(encoding="utf-8")
NUMBERS = {
    "sekigahara": [*SECTIONS, *RULINGS],
    "samurai": re.findall(r"^- \*\*([\dS][\d.]*)\*\*", SAMURAI_RULES, flags=re.MULTILINE),
}


@pytest.mark.parametrize("game", NUMBERS)
def test_every_rule_and_ruling_is_told(game: str) -> None:
    assert len(NUMBERS[game]) > 30
    for rule in NUMBERS[game]:
        section = section_for(game, rule)
        assert section is not None, rule
        assert section.text
        assert section.rule == rule or rule in section.cites, rule


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
@pytest.mark.parametrize("game", NUMBERS)
def test_every_language_tells_the_same_rules(game: str, code: str) -> None:
    english = rules_text(game).sections
    with speaking(code):
        told = rules_text(game).sections
    assert [section.rule for section in told] == [section.rule for section in english]
    for section, original in zip(told, english, strict=True):
        assert section.text
        assert set(section.cites) == set(original.cites), section.rule


@pytest.mark.parametrize("game", NUMBERS)
def test_what_the_text_cites_is_there(game: str) -> None:
    rules = rules_text(game)
    numbers = {section.rule for section in rules.sections}
    assert len(numbers) == len(rules.sections)
    for section in rules.sections:
        for cited in section.cites:
            assert cited in NUMBERS[game] or any(number.startswith(f"{cited}.") for number in numbers), cited


@pytest.mark.parametrize(
    ("game", "questions"),
    [
        (SEKIGAHARA, get_args(engine.sekigahara.rules.Question)),
        (SAMURAI, get_args(engine.samurai.rules.Question)),
    ],
    ids=["sekigahara", "samurai"],
)
def test_every_decision_leads_to_its_rule(game: Any, questions: tuple[type, ...]) -> None:
    assert len(questions) >= 4
    for question in questions:
        rule = words_of(game).rule(object.__new__(question))
        section = section_for(game, rule)
        assert section is not None
        assert section.rule == rule, question


def test_a_search_finds_words_numbers_and_rulings() -> None:
    rules = rules_text("sekigahara")
    assert rules.search("loyalty challenge")[0].rule == "8.6.1"
    assert rules.search("mori terumoto")[0].rule == "9.3"
    assert rules.search("8.4.2")[0].rule == "8.4.2"
    assert rules.search("r23")[0].rule == "8.6.1"
    assert rules.search("nonesuch") == []
    assert rules.search(" ") == list(rules.sections)
    assert section_for("sekigahara", "8.8") == section_for("sekigahara", "8.8.1")
    assert section_for("sekigahara", "7.3.6.2") == section_for("sekigahara", "7.3.6")
    assert section_for("sekigahara", "table") is None
    assert section_for("toy", "1") is None


def test_a_search_takes_one_for_many_and_many_for_one_where_nothing_has_the_word() -> None:
    tower, moat = Section("1.1", "Towers", "Walls", "A **tower** or two armies."), Section("1.2", "Moats", "Walls", "")
    rules = RulesText((tower, moat))
    assert rules.search("towers") == rules.search("tower") == rules.search("army") == [tower]
    assert rules.search("moat") == rules.search("moats") == [moat]
    assert rules.search("more") == [], "what is written whole is rather not found than by its first letters"
    lines, found = tower.lines_with("armies tower")
    assert found == 0
    marked = [[piece for piece, style in line if style == "match"] for line in lines]
    assert marked == [["Tower"], [], ["tower", "armies"]]
    assert tower.lines_with("")[1] is None


def test_the_command_prints_what_it_finds(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run_main(capsys, "rules", "8.7.1")
    assert status == 0
    assert out.startswith("8.7.1 How many are lost\n")
    assert all(len(line) <= 80 for line in out.splitlines())
    assert run_main(capsys, "rules", "--game", "samurai", "ronin")[1].startswith("1.3 Tiles\n")
    assert run_main(capsys, "rules", "nonesuch")[0] == 2
    assert len(run_main(capsys, "rules")[1]) > 10_000


@pytest.mark.asyncio
@pytest.mark.parametrize(("size", "out_of_the_field"), [((80, 24), "enter"), ((120, 36), "down")], ids=str)
async def test_the_screen_lists_searches_and_shows(size: tuple[int, int], out_of_the_field: str) -> None:
    app = RulesApp("The rules", rules_text("sekigahara"), UNICODE)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, RulesScreen)
        text = screen.query_one("#section", TextView)
        assert text.lines[0] == "2.1 A victory at once"
        await pilot.press("down")
        await pilot.pause()
        assert text.lines[0] == "2.2 Points"
        await pilot.press("slash", *"hideyori")
        await pilot.pause()
        assert text.lines[0].startswith("9.1 ")
        looks = [segment.style for strip in text._strips for segment in strip if segment.text == "Hideyori"]
        assert looks
        assert all(style is not None and style.underline for style in looks), "what is searched for is marked"
        assert f"Enter, ↓: to the {len(rules_text('sekigahara').search('hideyori'))} found · " in screen_text(app)
        assert "Escape: end the search" in screen_text(app)
        await pilot.press(out_of_the_field)
        await pilot.pause()
        assert not isinstance(app.focused, Input)
        assert "section · Page Up, Page Down · Escape: end the search" in screen_text(app)
        await pilot.press("escape", "pagedown")
        await pilot.pause()
        assert text.lines[0].startswith("9.1 "), "what the search has led to is still read"
        assert screen.query_one("#sections", OptionList).option_count == len(rules_text("sekigahara").sections)
        assert "Esc or click: close" in screen_text(app)
        await pilot.press("escape")
    assert app.return_code in (0, None)
