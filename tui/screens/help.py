"""What the help says of the keys. The game adds what is to be known of itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tui.keys import ACTIONS, changed_keys, shown, usual
from tui.language import _, long_text

_WIDTH: Final = 74


def help_text(board: str, pages: Sequence[tuple[str, str, str]], game: str) -> str:
    """The help. `pages` are those of the key bar: function key, letter, name. `game` is the game's part."""
    return (
        own_keys("game", "port")
        + long_text("tui", "keys.txt").format(board=_(board), heading=_(board).upper(), pages=_page_lines(pages))
        + "\n"
        + game
    )


def own_keys(*groups: str) -> str:
    """The keys that the player has chosen, before those that are told as usual; empty if there are none."""
    lines = [
        f"  {shown(key):<10} {_(ACTIONS[name].what)}  ({_('not {key}').format(key=shown(usual(name)))})"
        for name, key in changed_keys().items()
        if name.partition(".")[0] in groups
    ]
    return "\n".join([_("KEYS OF YOUR OWN"), *lines, "", ""]) if lines else ""


def _page_lines(pages: Sequence[tuple[str, str, str]]) -> str:
    lines = [""]
    for key, letter, name in pages:
        entry = f"  {key} {letter}  {_(name)}  "
        if len(lines[-1]) + len(entry) > _WIDTH:
            lines.append("")
        lines[-1] += entry
    return "\n".join([line.rstrip() for line in lines])
