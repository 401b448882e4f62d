"""The Textual application: one game, from a port, on one screen."""

from __future__ import annotations

import os
from collections.abc import Mapping

from textual.app import App
from textual.screen import Screen

from tui.game_screen import GameScreen
from tui.glyphs import ASCII, UNICODE, Glyphs
from tui.ports import GamePort


def glyphs_for(environment: Mapping[str, str] = os.environ) -> Glyphs:
    """The signs to draw with: ASCII if SEKIGAHARA_ASCII is set or the locale's encoding is not Unicode."""
    if environment.get("SEKIGAHARA_ASCII"):
        return ASCII
    locale = next((environment[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environment.get(name)), "")
    encoding = locale.partition(".")[2].partition("@")[0].lower().replace("-", "")
    return UNICODE if encoding == "utf8" or not locale else ASCII


class SekigaharaApp(App[int]):
    """Plays one game. The exit value is the program's exit status."""

    TITLE = "Sekigahara"
    CSS_PATH = "sekigahara.tcss"
    ENABLE_COMMAND_PALETTE = False
    ESCAPE_TO_MINIMIZE = False

    def __init__(self, port: GamePort, glyphs: Glyphs | None = None) -> None:
        super().__init__()
        self.port = port
        self.glyphs = glyphs or glyphs_for()

    def get_default_screen(self) -> Screen[None]:
        """The game."""
        return GameScreen(self.port, self.glyphs)
