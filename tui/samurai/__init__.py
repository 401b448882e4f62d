"""What the client must know of Samurai to show it and to ask its questions (`tui.games`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.samurai import Answer, Samurai
    from engine.samurai.state import State
    from tui.games import GameInterface, GameWords
    from tui.glyphs import Glyphs


def make_words(game: Samurai) -> GameWords[State, Answer]:
    """The game in words."""
    from tui.samurai.words.samurai import SamuraiWords

    return SamuraiWords()


def make_interface(game: Samurai, glyphs: Glyphs) -> GameInterface[State, Answer]:
    """What the screens must know of the game."""
    from tui.samurai.interface import SamuraiInterface

    return SamuraiInterface(game, glyphs)
