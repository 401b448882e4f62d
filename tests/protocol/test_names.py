"""Players' names (THREATS 32)."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.names import MOST_NAME_CHARACTERS, NAMELESS, clean_name, is_clean

anything = st.text(st.characters(), max_size=80)


@given(anything)
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
    ],
)
def test_what_becomes_of_a_name(wish: str, name: str) -> None:
    assert clean_name(wish) == name


@pytest.mark.parametrize("name", ["", " a", "a ", "a  b", "a\n", "[a]", "a" * 33, "e\u0301", "a\u200b", "a\x7f"])
def test_a_peer_s_name_is_not_mended(name: str) -> None:
    assert not is_clean(name)
