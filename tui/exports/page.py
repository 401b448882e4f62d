"""A whole replay as one HTML page that needs no network: every moment through all eyes, with buttons and keys.

Rows of text that come again are in the page once; a moment is a list of their numbers.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from html import escape
from importlib import resources
from typing import Any

from tui.exports.rows import Moment, Painter, look_of, moment_of, style_of
from tui.lines import Line
from tui.replays import Eyes, Reel


def page(reel: Reel) -> str:
    """The page."""
    rows = _Rows()
    painter = Painter(reel.interface.board)
    moments = range(reel.last + 1)
    shown = {eyes: [_plain(moment_of(reel, moment, eyes, painter), rows) for moment in moments] for eyes in Eyes}
    one, two = reel.names()
    title = f"{reel.interface.words.title}: {one}, {two}"
    data: dict[str, Any] = {
        "rows": rows.told,
        "eyes": [reel.eyes_words(eyes) for eyes in Eyes],
        "first": list(Eyes).index(Eyes.BOTH),
        "moments": _once(list(shown.values())),
        "log": [[rows.numbers(reel.told(moment, eyes)) for moment in moments] for eyes in Eyes],
        "happenings": reel.happenings,
        "turns": reel.turns,
        "battles": reel.battles,
        "found": reel.cheats,
        "clash": reel.interface.words.clash,
    }
    theme = look_of(reel)
    styles = [f".{name} {{ {style_of(theme, style).get_html_style()} }}" for style, name in rows.styles.items()]
    text = resources.files("tui.exports").joinpath("page.html").read_text(encoding="utf-8")
    # Inside a script nothing but its end tag and a comment would be read as HTML.
    plain = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return text.replace("@TITLE@", escape(title)).replace("@STYLES@", "\n".join(styles)).replace("@DATA@", plain)


class _Rows:
    """Rows as HTML, each once."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.styles: dict[str, str] = {}
        self._numbers: dict[str, int] = {}
        self._known: dict[Line, int] = {}

    def number(self, line: Line) -> int:
        """The number of a row."""
        key = tuple(line)
        known = self._known.get(key)
        if known is None:
            text = "".join([self._span(piece, style) for piece, style in key])
            known = self._known[key] = self._numbers.setdefault(text, len(self.told))
            if known == len(self.told):
                self.told.append(text)
        return known

    def numbers(self, lines: Iterable[Line]) -> list[int]:
        """The numbers of several rows."""
        return [self.number(line) for line in lines]

    def _span(self, piece: str, style: str) -> str:
        name = self.styles.setdefault(style, f"s{len(self.styles)}")
        return escape(piece) if style == "plain" else f'<span class="{name}">{escape(piece)}</span>'


def _plain(moment: Moment, rows: _Rows) -> list[Any]:
    return [
        rows.number(moment.status),
        rows.number(moment.score),
        rows.numbers(moment.board),
        [[title, rows.numbers(lines)] for title, lines in moment.pages],
        escape(moment.heading),
        rows.numbers(moment.entry),
    ]


def _once(eyes: list[list[Any]]) -> dict[str, Any]:
    """Moments whose parts are numbers of lists that are there once."""
    parts: list[Any] = []
    numbers: dict[str, int] = {}

    def number(part: Any) -> int:
        key = json.dumps(part)
        if key not in numbers:
            numbers[key] = len(parts)
            parts.append(part)
        return numbers[key]

    return {"shown": [[[number(part) for part in moment] for moment in seen] for seen in eyes], "parts": parts}
