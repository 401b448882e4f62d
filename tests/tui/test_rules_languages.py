"""The rules tell the same in every language: the same chapters, sections, citations, marks, items and tables."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent / "tui"
GAMES = ("samurai", "sekigahara")
LANGUAGES = ("es", "it")
CITATION = re.compile(r"\b(?:[RS]\d+|\d+\.\d+(?:\.\d+)?)\b")
TEXT = {path: path.read_text(encoding="utf-8") for path in sorted(ROOT.glob("*/rules_text/**/*.md"))}


def skeleton(text: str) -> list[str]:
    """What a translation leaves as it is, section by section: numbers of headings, rules cited in order, marks."""
    found = []
    for section in re.split(r"^(?=#)", text, flags=re.MULTILINE)[1:]:
        heading, _, body = section.partition("\n")
        found.append(" ".join(heading.split()[:2]))
        found += CITATION.findall(body)
        found += re.findall(r"`.+?`", body)
        found.append(f"{body.count('**')} bold, {len(re.findall('^- ', body, re.MULTILINE))} items")
        found.append(f"{body.count('|')} cells, {len(body.strip().split(chr(10) * 2))} paragraphs")
        found += re.findall(r"\| ([-+]?\d+) \|", body)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_translation_has_the_structure_of_the_english(game: str, language: str) -> None:
    folder = ROOT / game / "rules_text"
    names = [path.name for path in TEXT if path.parent == folder]
    assert names == [path.name for path in TEXT if path.parent == folder / language]
    assert len(names) >= 7
    for name in names:
        assert skeleton(TEXT[folder / language / name]) == skeleton(TEXT[folder / name]), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_was_left_in_english(language: str) -> None:
    for path, text in TEXT.items():
        if path.parent.name == language:
            english = TEXT[path.parent.parent / path.name]
            sentences = {
                each for each in re.split(r"(?<=[.:;])\s+", " ".join(english.split())) if len(each.split()) > 3
            }
            assert [each for each in sentences if each in " ".join(text.split())] == [], path


@pytest.mark.parametrize("path", TEXT, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_the_lines_are_clean(path: Path) -> None:
    lines = TEXT[path].split("\n")
    assert lines.pop() == ""
    assert lines[-1]
    for line in lines:
        assert line == line.rstrip()
        assert not re.search(r"\t|\S {2}", line), line
        assert len(line) <= 135, line
