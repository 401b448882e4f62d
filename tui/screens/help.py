"""What the help says of the keys. The game adds what is to be known of itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tui.language import _, long_text

_WIDTH: Final = 74


def help_text(board: str, pages: Sequence[tuple[str, str, str]], game: str) -> str:
    """The help. `pages` are those of the key bar: function key, letter, name. `game` is the game's part."""
    return (
        long_text("tui", "keys.txt").format(board=_(board), heading=_(board).upper(), pages=_page_lines(pages))
        + "\n"
        + game
    )


def _page_lines(pages: Sequence[tuple[str, str, str]]) -> str:
    lines = [""]
    for key, letter, name in pages:
        entry = f"  {key} {letter}  {_(name)}  "
        if len(lines[-1]) + len(entry) > _WIDTH:
            lines.append("")
        lines[-1] += entry
    return "\n".join([line.rstrip() for line in lines])
