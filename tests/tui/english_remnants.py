"""Finds English in what is shown in another language: words that the English texts have and the others have not.

Words that are the same in both stand in the translated texts too, so that none of them need be listed.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from scripts.translate import read
from tui.language import LANGUAGES
from tui.sekigahara.words.locations import NAME_OF

ROOT: Final = Path(__file__).resolve().parent.parent.parent
TYPED: Final = re.compile(r"`[^`\n]*`|--[\w-]+|\b\w+=\S+|\{[^}\n]*\}")
"""What is not said but typed: commands, options, placeholders."""
WORD: Final = re.compile(r"(?<![\w│╮╯┐┘])[^\W\d_]{2,}(?![\w│╭╰┌└])")
"""A word that no box lies over in part."""
CODE: Final = re.compile(r"[A-Z]{1,2}|[A-Z][a-z]")
"""Letters of figures and of blocks."""


def words_in(text: str) -> set[str]:
    """The words of a text, in small letters."""
    return {word.casefold() for word in WORD.findall(TYPED.sub(" ", text)) if not CODE.fullmatch(word)}


@cache
def foreign(code: str) -> frozenset[str]:
    """The words that are English, no names, and not of the language `code`."""
    english = [path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("*.md") if path.name != "glossary.md"]
    english += [text for message in read(code) if message.id for text in _forms(message.id)] + _long_texts("en")
    own = [text for message in read(code) if message.id for text in _forms(message.string)] + _long_texts(code)
    return frozenset(set().union(*map(words_in, english)) - set().union(*map(words_in, own)) - names())


@cache
def names() -> frozenset[str]:
    """Names of games and places, these as short as the map may have them too, and of a command."""
    file = ROOT / "tui" / "sekigahara" / "map" / "locations.toml"
    short = re.findall(r'^code = "(\w+)"$', file.read_text(encoding="utf-8"), re.MULTILINE)
    places = [*NAME_OF.values(), *short, *tomllib.loads(file.read_text(encoding="utf-8"))]
    cut = [place[:length] for place in places for length in (3, len(place))]
    return frozenset([*map(str.casefold, cut), "samurai", "sekigahara", "uesugi", "resume"])


def remnants(code: str, shown: Iterable[str]) -> dict[str, str]:
    """The English words in what is shown in the language `code`, each with the first line that has it."""
    found: dict[str, str] = {}
    for line in shown:
        for word in words_in(line) & foreign(code):
            found.setdefault(word, line.strip())
    return found


def _long_texts(code: str) -> list[str]:
    others = {*LANGUAGES} - {"en"}
    return [
        path.read_text(encoding="utf-8")
        for path in (ROOT / "tui").rglob("*")
        if path.suffix in {".txt", ".md", ".toml"}
        and "positions" not in path.parts
        and others & set(path.parts) == {code} - {"en"}
    ]


def _forms(texts: str | Iterable[str | None] | None) -> list[str]:
    return [text for text in ([texts] if isinstance(texts, str) else texts or ()) if text]
