"""The rules of a game in the project's own words: chapters in `tui/<game>/rules_text/`, read section by section.

Those in another language lie in a folder of its code there; a chapter that is missing in it is read in English.

    # 8. Combat            a chapter
    ## 8.1 Where ...       a section, under the number by which rules are cited

A ruling (`R12`, `S3`) is told in the section that cites it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

from engine.hidden import Game
from tui.language import spoken
from tui.lines import Line
from tui.searching import as_found, folded, marked, stem

_SECTION: Final = re.compile(r"^## (\S+) (.+)$", re.MULTILINE)
_CHAPTER: Final = re.compile(r"^# (.+)$", re.MULTILINE)
_RULE: Final = re.compile(r"[RS]?\d+(?:\.\d+)*")
_BRACKETS: Final = re.compile(r"( ?)\(([^()]*)\)")
_RULING: Final = re.compile(r"[RS]\d+")
_BOLD: Final = re.compile(r"\*\*(.+?)\*\*|`(.+?)`")


@dataclass(frozen=True, slots=True)
class Section:
    """One numbered section: `rule` is its number, `chapter` the heading of its chapter, `text` its paragraphs."""

    rule: str
    title: str
    chapter: str
    text: str

    @property
    def heading(self) -> str:
        """`8.1 Where there is combat`."""
        return f"{self.rule} {self.title}"

    @property
    def cites(self) -> tuple[str, ...]:
        """The rules and rulings that the text names, each once."""
        return tuple(dict.fromkeys(re.findall(r"\b(?:[RS]\d+|\d+\.\d+(?:\.\d+)?)\b", self.text)))

    @property
    def searched(self) -> str:
        """Heading and text as they are searched: folded, and without marks."""
        return folded(f"{self.heading} {self.text.replace('**', '').replace('`', '')}")

    def lines_with(self, words: str) -> tuple[list[Line], int | None]:
        """Heading and lines for a reader, in which these words are marked, as `RulesText.search` finds them.

        With the number of the first that has one; None if none has.
        """
        text, lines = self.searched, [[(self.heading, "heading")], [("", "plain")], *self.lines()]
        for word in filter(None, [as_found(text, word) for word in folded(words).split()]):
            lines = [marked(line, word, "match") for line in lines]
        has_one = [number for number, line in enumerate(lines) if any(style == "match" for _, style in line)]
        return lines, next(iter(has_one), None)

    def lines(self) -> list[Line]:
        """The text for a reader: a paragraph, an item or a row of a table a line. The numbers of rulings are left out:
        they tell a reader nothing.
        """
        lines: list[Line] = []
        for paragraph in _BRACKETS.sub(_without_rulings, self.text).split("\n\n"):
            lines += [[("", "plain")]] if lines else []
            lines += _paragraph_lines(paragraph)
        return lines

    def plain(self) -> str:
        """The text without marks."""
        return "\n".join(["".join([text for text, _ in line]) for line in self.lines()])


@dataclass(frozen=True)
class RulesText:
    """The rules of one game, in order."""

    sections: tuple[Section, ...]

    def find(self, rule: str) -> Section | None:
        """The section of a rule or ruling: its own, else the one that tells of it, else the first below or above it."""
        wanted = rule.strip()
        if not _RULE.fullmatch(wanted):
            return None
        own = [section for section in self.sections if section.rule == wanted]
        told = [section for section in self.sections if wanted[0] in "RS" and wanted in section.cites]
        below = [section for section in self.sections if section.rule.startswith(f"{wanted}.")]
        found = own or told or below
        if found:
            return found[0]
        above = wanted.rpartition(".")[0]
        return self.find(above) if above else None

    def search(self, words: str) -> list[Section]:
        """The sections that hold all the words, in upper or lower case; those that have them in the heading first.

        Where none has them, those that have their stems: `castles` finds what tells of a castle.
        """
        wanted = folded(words).split()
        if not wanted:
            return list(self.sections)
        rule = self.find(words.strip().upper()) if _RULE.fullmatch(words.strip().upper()) else None
        found = self._with(wanted) or self._with([*map(stem, wanted)])
        return [*([rule] if rule is not None else []), *[each for each in found if each is not rule]]

    def _with(self, wanted: Sequence[str]) -> list[Section]:
        found = [each for each in self.sections if _has_all(each.searched, wanted)]
        return sorted(found, key=lambda each: not _has_all(folded(each.heading), wanted))


def rules_text(game: str) -> RulesText:
    """The rules of the game of this name; without a section where there are none."""
    return _read(game, spoken())


def section_for(game: Game[Any, Any] | str, rule: str) -> Section | None:
    """The section that tells of a rule (`8.6.1`) or a ruling (`R23`) of a game; None if there is none."""
    return rules_text(game if isinstance(game, str) else game.name).find(rule)


@cache
def _read(game: str, language: str) -> RulesText:
    try:
        folder = resources.files(f"tui.{game}").joinpath("rules_text")
        names = sorted([file.name for file in folder.iterdir() if file.name.endswith(".md")])
    except (ModuleNotFoundError, FileNotFoundError, TypeError):
        return RulesText(())
    translated = [folder.joinpath(language, name) for name in names]
    files = [file if file.is_file() else folder.joinpath(file.name) for file in translated]
    return RulesText(tuple([section for file in files for section in _sections(file.read_text(encoding="utf-8"))]))


def _sections(text: str) -> Iterable[Section]:
    chapter = _CHAPTER.search(text)
    heading = chapter[1] if chapter else ""
    found = list(_SECTION.finditer(text))
    for match, following in zip(found, [*found[1:], None], strict=True):
        end = len(text) if following is None else following.start()
        yield Section(match[1], match[2], heading, text[match.end() : end].strip())


def _without_rulings(brackets: re.Match[str]) -> str:
    items = brackets[2].split(", ")
    kept = [item for item in items if not _RULING.fullmatch(item.strip())]
    if len(kept) == len(items):
        return brackets[0]
    return f"{brackets[1]}({', '.join(kept)})" if kept else ""


def _paragraph_lines(paragraph: str) -> Sequence[Line]:
    rows = paragraph.splitlines()
    if rows[0].startswith("|"):
        cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
        told = [row for row in cells if any(row) and not all(set(cell) <= {"-"} for cell in row)]
        width = max([len(row[0]) for row in told])
        return [[(f"{row[0]:<{width}}  {'  '.join(row[1:])}".rstrip(), "plain")] for row in told]
    items: list[str] = []
    for row in rows:
        if row.startswith("- ") or not items:
            items.append(row)
        else:
            items[-1] += " " + row.strip()
    return [_styled(item) for item in items]


def _styled(text: str) -> Line:
    pieces: list[tuple[str, str]] = []
    end = 0
    for match in _BOLD.finditer(text):
        pieces += [(text[end : match.start()], "plain"), (match[1] or match[2], "bold")]
        end = match.end()
    pieces.append((text[end:], "plain"))
    return [(piece, style) for piece, style in pieces if piece]


def _has_all(text: str, words: Iterable[str]) -> bool:
    return all(word in text for word in words)
