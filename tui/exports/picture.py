"""A moment of a replay as an SVG picture, which fetches nothing."""

from __future__ import annotations

import re
from io import StringIO
from typing import Final

from rich.console import Console
from rich.text import Text

from tui.exports.rows import Painter, look_of, moment_of, style_of
from tui.lines import Line, plain_text
from tui.replays import Eyes, Reel

LEAST_COLUMNS: Final = 80


def picture(reel: Reel, moment: int, eyes: Eyes = Eyes.BOTH) -> str:
    """The status, the board and the entry that was written last, as SVG."""
    shown, theme = moment_of(reel, moment, eyes, Painter(reel.interface.board)), look_of(reel)
    rows: list[Line] = [shown.status, shown.score, *shown.board, [(shown.heading, "heading")], *shown.entry]
    width = max(LEAST_COLUMNS, *[len(plain_text(row)) for row in [shown.score, *shown.board]])
    console = Console(record=True, width=width, file=StringIO(), force_terminal=True, color_system="truecolor")
    for row in rows:
        text = Text()
        for piece, style in row:
            text.append(piece, style_of(theme, style))
        console.print(text, soft_wrap=False)
    title = f"{reel.interface.words.title} — {shown.heading}"
    return without_addresses(console.export_svg(title=title, unique_id="replay"))


def without_addresses(svg: str) -> str:
    """The picture without the fonts that it would have a browser fetch; any monospaced font does."""
    svg = re.sub(r"<!-- .*? -->", "", svg)
    local = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    return local.replace("Fira Code", "Fira Code, DejaVu Sans Mono")
