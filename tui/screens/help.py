"""What the help says of the keys. The game adds what is to be known of itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

_DECIDING: Final = """\
DECIDING
  Up, Down   go through the choices    1 to 9   take a line at once
  Enter      take it; confirm marks    Space    mark, unmark
  a          mark all, or none         Tab      to the {board}, and back
  Backspace  one step back             ?        what is asked, and why
  e, y       end; yes, where it stands beside a line
  All these mean the same wherever the keys' focus is. On the {board} Enter
  takes the line of the place that the cursor stands on. In its first
  moment a new decision takes no answer, so that a key meant for the last
  one cannot give it.
  The mouse does all of it: click on lines, places, and the bar below.
  Drag a piece to where it goes. A click beside a box like this one
  closes it.

PAGES (on a wide screen the {board} stays, and the pages are beside it)
{pages}
  Page Up, Page Down scroll the page.

PLANNING
  Whatever shows you nothing new is only planned: nobody hears of it
  before it is sent. What goes out at once says so beside the title.
  u   undo the last step      U   undo all      S   send what is planned
  Ending sends it too.

WHAT THE OPPONENT DOES
  is shown step by step; any key or click shows the rest.
  <   slower      >   faster, up to all at once      i   what happened

{heading}
  Arrows   to the next place      g   go to a place by its name
  z        another scale          p   all about the place
  w        a note on the place, for yourself alone

OTHER
  r   the rules                      o       what the opponent can hold
  t   say something to the opponent  R       resign (asks first)
  h   a hint, against a bot          F1      this help
  q   leave; the game is kept
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
