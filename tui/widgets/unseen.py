"""How many rows of a text, or lines of a list, lie above what is in sight of it, and how many below."""

from __future__ import annotations

from tui.glyphs import Glyphs
from tui.language import _, ngettext


def unseen_words(above: int, below: int, glyphs: Glyphs) -> list[str]:
    """That in brief, and in words; nothing if all is in sight.

    In brief it has arrows. What an arrow would be in ASCII reads as the letter of a key: there it has fewer words.
    """
    told = [(sign, count) for sign, count in (("↑", above), ("↓", below)) if count > 0]
    signs = " ".join([f"{sign}{count}" for sign, count in told])
    if above > 0 and below > 0:
        brief = _("{above} above, {below} below").format(above=above, below=below)
        words = _("{above} more above, {below} below").format(above=above, below=below)
    elif above > 0:
        brief = ngettext("{count} above", "{count} above", above).format(count=above)
        words = ngettext("{count} more above", "{count} more above", above).format(count=above)
    elif below > 0:
        brief = ngettext("{count} below", "{count} below", below).format(count=below)
        words = ngettext("{count} more below", "{count} more below", below).format(count=below)
    else:
        return []
    return [brief if glyphs.ascii else signs, words]


def unseen_in_title(above: int, below: int, glyphs: Glyphs) -> list[str]:
    """What the title of a text says of it, the longest wording first; the last leaves out what lies above."""
    return [*reversed(unseen_words(above, below, glyphs)), *unseen_words(0, below, glyphs)[:1]]
