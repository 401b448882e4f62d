"""The Textual application in which a record is looked at again. `make_replay_app` is its one factory."""

from __future__ import annotations

from typing import Any

from protocol.replay import Replay
from tui.dressed_app import DressedApp
from tui.driver import TerminalDriver
from tui.games import interface_of
from tui.glyphs import Glyphs, glyphs_for
from tui.keys import changed_keys
from tui.replays import Reel
from tui.screens.commands import open_palette
from tui.screens.replay import ReplayScreen
from tui.theme import Theme


class ReplayApp(DressedApp[None]):
    """One record on one screen."""

    CSS_PATH = "client.tcss"
    ESCAPE_TO_MINIMIZE = False

    def __init__(self, replay: Replay[Any, Any], glyphs: Glyphs) -> None:
        super().__init__(driver_class=TerminalDriver)
        interface = interface_of(replay.game, glyphs)
        self.title = interface.words.title
        self._screen = ReplayScreen(Reel(replay, interface), Theme(glyphs, interface.styles))

    def action_command_palette(self) -> None:
        """Show all that can be done here."""
        open_palette(self, self._screen.look)

    def on_mount(self) -> None:
        """A screen's own stylesheet is read when it is pushed, and not if it is the default one."""
        self.set_keymap(changed_keys())
        self.push_screen(self._screen)


def make_replay_app(replay: Replay[Any, Any], glyphs: Glyphs | None = None) -> ReplayApp:
    """The application for a record."""
    return ReplayApp(replay, glyphs or glyphs_for())
