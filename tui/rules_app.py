"""The Textual application that shows the rules alone."""

from __future__ import annotations

from tui.dressed_app import DressedApp
from tui.driver import TerminalDriver
from tui.glyphs import Glyphs, glyphs_for
from tui.rules_text import RulesText
from tui.screens.rules import RulesScreen
from tui.theme import Theme


class RulesApp(DressedApp[None]):
    """The rules of one game."""

    CSS_PATH = "client.tcss"
    ENABLE_COMMAND_PALETTE = False
    ESCAPE_TO_MINIMIZE = False

    def __init__(self, title: str, rules: RulesText, glyphs: Glyphs | None = None) -> None:
        super().__init__(driver_class=TerminalDriver)
        self.title = title
        self._rules = rules
        self._look = Theme(glyphs or glyphs_for())

    def on_mount(self) -> None:
        """Show them, and end when they are closed."""
        self.push_screen(RulesScreen(self.title, self._rules, self._look), lambda _: self.exit())
