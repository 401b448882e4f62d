"""What the client must know of Sekigahara to show it and to ask its questions (`tui.games`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.sekigahara import Answer, Sekigahara
    from engine.sekigahara.state import State
    from tui.games import GameInterface, GameWords
    from tui.glyphs import Glyphs


def make_words(game: Sekigahara) -> GameWords[State, Answer]:
    """The game in words."""
    from tui.sekigahara.words.sekigahara import SekigaharaWords

    return SekigaharaWords()


def make_interface(game: Sekigahara, glyphs: Glyphs) -> GameInterface[State, Answer]:
    """What the screens must know of the game."""
    from tui.sekigahara.interface import SekigaharaInterface

    return SekigaharaInterface(game, glyphs)
