"""The games that there are to play. Loads none of them: the help names them."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

from engine.games import GAMES, GameKind
from tui.language import _

OFFERED: Final[tuple[GameKind, ...]] = tuple(kind for kind in GAMES if find_spec(f"tui.{kind.name}") is not None)
"""The games that the client can show (`tui.games`), the first being the usual one."""


def offered_kind(name: str) -> GameKind:
    """The game offered under this name. Raises ValueError."""
    for kind in OFFERED:
        if kind.name == name:
            return kind
    games = ", ".join([kind.name for kind in OFFERED])
    raise ValueError(_("There is no game called {name!r}; there is {games}.").format(name=name[:40], games=games))
