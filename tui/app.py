"""The Textual application: one game, from a port, on one screen.

`make_app` is the one factory: the command line and the tests build their application with it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

from textual.app import App
from textual.screen import Screen

from tui.bridge import TrioGuest
from tui.games import GameInterface, interface_of
from tui.glyphs import Glyphs, glyphs_for
from tui.ports import GamePort
from tui.screens.game import GameScreen
from tui.theme import Theme
from tui.widgets.decision_panel import GRACE

STYLESHEET: Final = Path(__file__).parent / "client.tcss"


class ClientApp(App[None]):
    """Plays one game. `play`, if there is one, is run in trio beside the screen and feeds the port."""

    ENABLE_COMMAND_PALETTE = False
    ESCAPE_TO_MINIMIZE = False

    def __init__(
        self,
        port: GamePort[Any, Any],
        interface: GameInterface[Any, Any],
        glyphs: Glyphs,
        *,
        play: Callable[[], Awaitable[None]] | None = None,
        grace: float = GRACE,
    ) -> None:
        """`grace`: the seconds for which a new decision takes no answer."""
        super().__init__(css_path=[STYLESHEET, interface.stylesheet])
        self.title = interface.words.title
        self.port = port
        self.mistake: BaseException | None = None
        self._interface = interface
        self._theme_of_game = Theme(glyphs, interface.styles)
        self._grace = grace
        self._guest = None if play is None else TrioGuest(play, self._play_ended)

    def get_default_screen(self) -> Screen[None]:
        """The game."""
        return GameScreen(self.port, self._interface, self._theme_of_game, grace=self._grace)

    def on_mount(self) -> None:
        """The network runs as long as the screen."""
        if self._guest is not None:
            self._guest.start()

    async def on_unmount(self) -> None:
        """The session says goodbye before the program ends."""
        if self._guest is not None:
            await self._guest.stop()

    def _play_ended(self, error: BaseException | None) -> None:
        # What can go wrong between two players is shown by the port; this is a mistake in the program.
        if error is not None:
            self.mistake = error
            self.exit(return_code=1)


def make_app(
    port: GamePort[Any, Any],
    glyphs: Glyphs | None = None,
    *,
    play: Callable[[], Awaitable[None]] | None = None,
    grace: float = GRACE,
) -> ClientApp:
    """The application for the port's game; its interface is found by the game's name. See `ClientApp`."""
    glyphs = glyphs or glyphs_for()
    return ClientApp(port, interface_of(port.game, glyphs), glyphs, play=play, grace=grace)
