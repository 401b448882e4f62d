"""Text from a stranger cannot do anything to the terminal (threat 32)."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.text import CHAT_LIMIT, clean


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("Good game!", "Good game!"),
        ("  two\n\nlines\t ", "two lines"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]0;your title\x07x", "x"),
        ("\x1b]8;;http://a\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x9b2Jgone", "gone"),
        ("a\x1b", "a"),
        ("abc\u202edef\u2066\u200f", "abcdef"),
        ("zero\u200b\u200dwidth\ufeff", "zerowidth"),
        ("e\u0301\u0301\u0301\u0301\u0301", "e\u0301\u0301"),
        ("関ヶ原", "関ヶ原"),
        ("\x00\x07\x08\x7f\x85", ""),
        ("\ud800\U000e0001\ue000", ""),
        ("a\u2028b\u2029c\u00a0d", "a b c d"),
    ],
)
def test_examples(raw: str, shown: str) -> None:
    assert clean(raw, 100) == shown


@given(st.text(st.characters(), max_size=2000), st.integers(1, CHAT_LIMIT))
def test_nothing_that_is_not_printed_is_left(raw: str, limit: int) -> None:
    shown = clean(raw, limit)
    assert len(shown) <= limit
    assert all(unicodedata.category(character)[0] != "C" for character in shown)
    assert not any(character.isspace() and character != " " for character in shown)
    assert clean(shown, limit) == shown


def test_a_megabyte_is_cut() -> None:
    assert clean("\x1b[" * 2**20 + "x", CHAT_LIMIT) == ""
    assert clean("x" * 2**20, CHAT_LIMIT) == "x" * CHAT_LIMIT
