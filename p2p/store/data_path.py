"""Where a player's folder lies: apart from what lies in it, which costs more to read."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

GAMES: Final = "games"
"""The folder in it that has a folder for each game."""


def data_path(program: str, environment: Mapping[str, str] = os.environ) -> Path:
    """The folder that PROGRAM_HOME names, or else the one that the system has for a user's data of `program`."""
    chosen = environment.get(f"{program.upper()}_HOME")
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_data_dir(program, appauthor=False))


def keeps_games(program: str, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether there is any game, whatever its state. What cannot be read counts as none."""
    try:
        with os.scandir(data_path(program, environment) / GAMES) as found:
            return any(entry.is_dir() for entry in found)
    except OSError:
        return False
