"""Text from the other side, made safe for a terminal before anything else sees it (threat 32)."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

CHAT_LIMIT: Final = 500
"""Characters of one line of chat."""

NAME_LIMIT: Final = 40
"""Characters of a player's name."""

_ESCAPES: Final = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]?"  # ESC [ ... : colours, cursor
    r"|\x1b[\]PX^_].*?(?:\x07|\x1b\\|\Z)"  # ESC ] ... : titles, links, up to their end
    r"|\x1b.?"
    r"|\x9b[0-?]*[ -/]*[@-~]?",
    re.DOTALL,
)
_MARKS_IN_A_ROW: Final = 2


def clean(text: str, limit: int) -> str:
    """`text` on one line of at most `limit` characters, without escape sequences, controls, bidi and invisible marks.

    White space of any kind becomes one space. More than two combining marks on one letter are dropped, since a tower
    of them paints over the lines around it.
    """
    kept: list[str] = []
    marks = 0
    # Nothing after the first few thousand characters can be needed; escapes are cut from those alone.
    for character in _ESCAPES.sub("", text[: 8 * limit]):
        category = unicodedata.category(character)
        if character.isspace():
            if kept and kept[-1] != " ":
                kept.append(" ")
            marks = 0
        elif category[0] != "C":
            marks = marks + 1 if category[0] == "M" else 0
            if marks <= _MARKS_IN_A_ROW:
                kept.append(character)
    return "".join(kept)[:limit].rstrip()
