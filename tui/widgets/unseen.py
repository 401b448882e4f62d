"""How many rows of a text, or lines of a list, lie above what is in sight of it, and how many below."""

from __future__ import annotations

from tui.glyphs import Glyphs
from tui.language import _, ngettext


def unseen_words(above: int, below: int, glyphs: Glyphs) -> list[str]:
    """That in signs, and in words; nothing if all is in sight.

    What an arrow would be in ASCII reads as the letter of a key: there the signs say what goes before and what goes on.
    """
    before, on = ("-", "+") if glyphs.ascii else ("↑", "↓")
    signs = " ".join([f"{sign}{count}" for sign, count in ((before, above), (on, below)) if count > 0])
    if above > 0 and below > 0:
        return [signs, _("{above} more above, {below} below").format(above=above, below=below)]
    if above > 0:
        return [signs, ngettext("{count} more above", "{count} more above", above).format(count=above)]
    return [signs, ngettext("{count} more below", "{count} more below", below).format(count=below)] if below > 0 else []


def unseen_in_title(above: int, below: int, glyphs: Glyphs) -> list[str]:
    """What the title of a text says of it, the longest wording first: arrows need no words, and other signs do."""
    told = unseen_words(above, below, glyphs)
    return [*(reversed(told) if glyphs.ascii else told[:1]), *unseen_words(0, below, glyphs)[:1]]
