"""What is told of a game in the list, made anew from its record where it is not kept beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.hidden import Game
from p2p.progress import rebuild_progress
from p2p.store.game_folder import GameFolder, Progress, Words
from protocol.standing import Standing
from tui.cli.offered import game_named
from tui.games import words_of
from tui.language import LANGUAGES, speaking
from tui.record_words import result_line


def rebuilt(folder: GameFolder) -> Progress:
    """Where the game of a folder stands, by its record. Raises what `rebuild_progress` does."""
    return rebuild_progress(folder, game_named, _tell)


def _tell(game: Game[Any, Any], state: Any | None, worth: Standing | None) -> Words:
    return in_every_language(
        lambda: (
            "" if state is None else words_of(game).stage(state),
            "" if worth is None else result_line(game, worth),
        )
    )


def in_every_language(tell: Callable[[], tuple[str, str]]) -> Words:
    """Stage and result as they are kept: whoever reads them later may speak another language."""
    told: dict[str, tuple[str, str]] = {}
    for code in LANGUAGES:
        with speaking(code):
            told[code] = tell()
    stage, result = told.pop("en")
    return stage, result, told
