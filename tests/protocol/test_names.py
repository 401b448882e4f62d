"""Players' names (THREATS 32)."""

from __future__ import annotations

import sys
import unicodedata
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.names import MOST_NAME_CHARACTERS, NAMELESS, clean_name, is_clean

anything = st.text(st.characters(), max_size=80)
marks = st.text(st.characters(categories=["Mn", "Mc", "Me", "Zs", "Lo"]), max_size=80)


@given(anything | marks)
def test_any_wish_becomes_a_clean_name(wish: str) -> None:
    name = clean_name(wish)
    assert is_clean(name)
    assert 1 <= len(name) <= MOST_NAME_CHARACTERS
    assert name.isprintable()
    assert not set(name) & set("[]<>\\\n\x1b")
    assert unicodedata.is_normalized("NFC", name)
    name.encode()


@pytest.mark.parametrize(
    ("wish", "name"),
    [
        ("Ishida Mitsunari", "Ishida Mitsunari"),
        ("  石田\t三成 \n", "石田 三成"),
        ("[red]Ieyasu[/red]", "(red)Ieyasu(/red)"),
        ("\x1b[31mIeyasu", "(31mIeyasu"),
        ("a\u202eb\u200bc", "a b c"),
        ("", NAMELESS),
        ("\x00" * 10**6, NAMELESS),
        ("e\u0301" * 40, "\u00e9" * 32),
        ("Ieyasu \U0001f600", "Ieyasu"),
        ("a" + "\u0323\u0316\u0317\u0318\u0319", "\u1ea1\u0316\u0317\u0318"),
    ],
)
def test_what_becomes_of_a_name(wish: str, name: str) -> None:
    assert clean_name(wish) == name


@pytest.mark.parametrize("name", ["", " a", "a ", "a  b", "a\n", "[a]", "a" * 33, "e\u0301", "a\u200b", "a\x7f"])
def test_a_peer_s_name_is_not_mended(name: str) -> None:
    assert not is_clean(name)


@pytest.mark.parametrize(
    "name",
    [
        "\u0301",  # a mark alone
        "a \u0301b",  # a mark on a space
        "\u0301\u0302",
        "\u3164",  # Hangul filler: a letter, and blank
        "\uffa0",
        "\u115f\u1160",
        "\u2800",  # Braille without dots: a symbol, and blank
        "a\ufe0f",  # variation selector
        "\u034f",
        "\u00a0",  # other spaces
        "\u3000",
        "a\u00adb",  # soft hyphen
        "a\u20dd",  # an enclosing mark
    ],
)
def test_a_name_of_nothing_or_of_marks_is_refused(name: str) -> None:
    assert not is_clean(name)


@pytest.mark.parametrize(
    "character", ["\U0001fae8", "\U0001f600", "\u0220\u0221\u0234", "\u1e9e", "\u20ac\u20b1\u20bf"]
)
def test_what_came_after_unicode_3_2_is_refused_by_every_python(character: str) -> None:
    """U+1FAE8 is unknown to Python 3.11 and a symbol to 3.13: one side would have refused the other's hello."""
    newer = [part for part in character if unicodedata.ucd_3_2_0.category(part) == "Cn"]
    assert newer
    assert not any(is_clean(part) for part in newer)


def test_the_letters_of_a_name_are_the_same_everywhere() -> None:
    """All characters that may be a name by themselves, and all that may follow a letter: pinned."""
    alone = [code for code in range(sys.maxunicode + 1) if is_clean(chr(code))]
    behind = [code for code in range(sys.maxunicode + 1) if is_clean("x" + chr(code))]
    assert (len(alone), len(behind)) == (93_347, 93_951)
    digest = sha256(",".join(map(str, [*alone, *behind])).encode()).hexdigest()
    assert digest == "883208c5a98f88c07815c746997dc7357efe0b5673c11206bcfa618503fcd2e2"
