"""What the help says of the keys. The game adds what is to be known of itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

_DECIDING: Final = """\
DECIDING
  Up, Down     go through the choices      1 to 9   take a line at once
  Enter        take it; confirm marks      Space    mark, unmark
  a            mark all, or none           Tab      to the {board}, and back
  Backspace    one step back
  The digits work on the {board} too. In its first moment a new decision takes
  no answer, so that a key meant for the last one cannot give it.
  The mouse does all of it: click on lines, places, and the bar below.

PAGES (on a wide screen the {board} stays, and the pages are beside it)
{pages}
  Page Up, Page Down scroll the page.

{heading}
  Arrows   to the next place      Enter   choose the place; again: take it
  z        another scale          g       go to a place by its name
  p        all about the place

OTHER
  t   say something to the opponent  R       resign (asks first)
  q   leave; the game is kept        ? F1    this help
"""

_WIDTH: Final = 74


def help_text(board: str, pages: Sequence[tuple[str, str, str]], game: str) -> str:
    """The help. `pages` are those of the key bar: function key, letter, name. `game` is the game's part."""
    return _DECIDING.format(board=board, heading=board.upper(), pages=_page_lines(pages)) + "\n" + game


def _page_lines(pages: Sequence[tuple[str, str, str]]) -> str:
    lines = [""]
    for key, letter, name in pages:
        entry = f"  {key} {letter}  {name}  "
        if len(lines[-1]) + len(entry) > _WIDTH:
            lines.append("")
        lines[-1] += entry
    return "\n".join([line.rstrip() for line in lines])
