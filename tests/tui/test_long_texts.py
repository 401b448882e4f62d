"""The long texts that are files: in every language, with the same placeholders, as many parts, and as narrow."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tui.language import LANGUAGES

ROOT = Path(__file__).parent.parent.parent / "tui"
ENGLISH = sorted([*ROOT.glob("texts/*.txt"), *ROOT.glob("*/texts/*.txt")])
WIDTH = 76
"""The columns of a text in its box on a screen of 80."""
OTHERS = [code for code in LANGUAGES if code != "en"]


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("path", ENGLISH, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_long_text_says_the_same(path: Path, code: str) -> None:
    english = path.read_text(encoding="utf-8")
    other = (path.parent / code / path.name).read_text(encoding="utf-8")
    assert set(re.findall(r"\{\w+\}", other)) == set(re.findall(r"\{\w+\}", english))
    assert set(re.findall(r"`[^`]+`", other)) == set(re.findall(r"`[^`]+`", english))
    assert keys(other) == keys(english)
    assert other.count("\n\n") == english.count("\n\n")
    assert other.endswith("\n") == english.endswith("\n")
    for line in filled(other):
        assert line == line.rstrip()
        assert len(line) <= (80 if path.name == "plain.txt" else WIDTH), line


def keys(text: str) -> list[str]:
    """The keys of one sign that are told at the head of a column."""
    return sorted(re.findall(r"(?:^ +| {2,})(\S)(?= {2})", text, flags=re.MULTILINE))


def filled(text: str) -> list[str]:
    return re.sub(r"\{\w+\}", "x", text).splitlines()


def test_there_are_no_translations_of_nothing() -> None:
    assert len(ENGLISH) >= 5
    for code in OTHERS:
        found = sorted([*ROOT.glob(f"texts/{code}/*.txt"), *ROOT.glob(f"*/texts/{code}/*.txt")])
        assert found == [path.parent / code / path.name for path in ENGLISH]
