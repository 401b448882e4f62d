"""Whatever sign the map or a list can draw stands in the help, in every language."""

from __future__ import annotations

import re
from dataclasses import fields

import pytest

from tui.glyphs import ASCII, GLYPHS, Glyphs
from tui.language import LANGUAGES, speaking
from tui.sekigahara import news
from tui.sekigahara.choosers import chapter_7_3_way as marches
from tui.sekigahara.help import help_text
from tui.sekigahara.map.signs import BATTLE, Signs, signs_for
from tui.sekigahara.map.telling import MORE
from tui.sekigahara.words.names import BRACKETS, LETTERS, PROTAGONIST_SIGN

HAPPENED = ("CAME", "LEFT", "MUSTERED", "FOUGHT", "GAINED", "LOST", "TAKEN")
_DRAWN = {"braille", "road", "highway", "coast"}
"""Lines of the map, and how they are drawn."""
_BARS = {"name", "ascii", "bar", "bar_left"}
"""What is no sign of the map or of its lists."""


def signs(glyphs: Glyphs) -> dict[str, str]:
    """All signs, by what the tables of the program call them."""
    found = {each.name: getattr(signs_for(glyphs), each.name) for each in fields(Signs) if each.name not in _DRAWN}
    found["ties"] = signs_for(glyphs).ties[0]  # one is named for all
    found |= {each.name: getattr(glyphs, each.name) for each in fields(Glyphs) if each.name not in _BARS}
    found |= {name: getattr(marches, name) for name in ("FREE", "CLAIM", "CARD", "BOTH", "OVERRUN", "OVERRUN_ITSELF")}
    found |= {name: getattr(news, name)[0] for name in HAPPENED}
    found |= {"battle": BATTLE, "more": MORE, "letters": LETTERS[0], "letter": LETTERS[1]}
    return found | {f"bracket {sign}": sign for pair in BRACKETS for sign in pair}


@pytest.mark.parametrize("glyphs", GLYPHS.values(), ids=lambda glyphs: glyphs.name)
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_sign_of_the_map_and_the_lists_is_named_in_the_help(code: str, glyphs: Glyphs) -> None:
    with speaking(code):
        said = help_text(glyphs)
    for name, sign in signs(glyphs).items():
        # A sign that is a letter has to stand alone; the others may touch what they go with.
        pattern = rf"(?<!\w){sign}(?!\w)" if sign.isalpha() and name.isupper() else re.escape(sign)
        assert re.search(pattern, said), (name, sign)


def test_no_sign_of_the_map_means_two_things_in_ascii() -> None:
    table = signs_for(ASCII)
    found = {each.name: getattr(table, each.name) for each in fields(Signs) if each.name not in {"braille", "ties"}}
    found |= {name: getattr(ASCII, name) for name in ("point", "aim", "trail", "way", "advised")}
    found |= {name: getattr(marches, name) for name in ("FREE", "CLAIM", "CARD", "BOTH", "OVERRUN", "OVERRUN_ITSELF")}
    found |= {name: ASCII.text(getattr(news, name)[0]) for name in HAPPENED}
    found |= {"battle": BATTLE, "more": ASCII.text(MORE), "nobody's": "-", "protagonist": PROTAGONIST_SIGN}
    found |= {f"bracket {sign}": sign for pair in BRACKETS for sign in pair}
    shared = {sign: [name for name in found if found[name] == sign] for sign in found.values()}
    assert [names for names in shared.values() if len(names) > 1] == []


def test_what_has_been_is_marked_with_no_sign_of_what_may_be_done() -> None:
    names = ("FREE", "CLAIM", "CARD", "BOTH", "OVERRUN", "OVERRUN_ITSELF")
    may_be = {BATTLE, *[getattr(marches, name) for name in names]}
    been = {getattr(news, name)[0] for name in HAPPENED}
    for glyphs in GLYPHS.values():
        # A capital is no other sign than its small letter: "b" was where blocks had fought, and "B" where they may.
        was, will = ({glyphs.text(sign).casefold() for sign in some} for some in (been, may_be))
        assert was.isdisjoint(will)
