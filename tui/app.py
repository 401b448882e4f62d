"""The Textual application: one game, from a port, on one screen; and `run_client`, which plays one over the network.

`make_app` is the one factory: the command line and the tests build their application with it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final, TypeAlias

from textual.app import App
from textual.screen import Screen

from engine.hidden import Action, Game, State
from p2p.errors import LinkError
from protocol.errors import LocalError, PeerError, RecordError
from tui.bridge import TrioGuest
from tui.games import GameInterface, interface_of
from tui.glyphs import Glyphs, glyphs_for
from tui.ports import GamePort
from tui.screens.game import GameScreen
from tui.session_port import SessionPort
from tui.theme import Theme
from tui.widgets.decision_panel import GRACE

Play: TypeAlias = Callable[[SessionPort[State, Action]], Awaitable[None]]
"""Runs a game in trio: makes the session with `observe=port.observe`, calls `port.attach(session)`, then runs it."""

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
        # What can go wrong between two players is shown by the port (`run_client`); this is a mistake in the program.
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


def _first(error: BaseException) -> BaseException:
    """The first exception in a group of them."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def run_main(
    play: Play[State, Action], port: SessionPort[State, Action], failures: list[BaseException]
) -> Callable[[], Awaitable[None]]:
    """What trio is to run: `play`, whose failures between two players go to the screen and into `failures`."""

    async def main() -> None:
        try:
            await play(port)
        except* (LinkError, PeerError, RecordError, LocalError) as group:
            failures.append(_first(group))
            port.stop(str(failures[0]))

    return main


def run_client(
    game: Game[State, Action],
    play: Play[State, Action],
    *,
    own_name: str,
    window: float | None = None,
    glyphs: Glyphs | None = None,
) -> int:
    """Play a game over the network on the screen until the player leaves. The program's exit status.

    `window` is the time that every answer takes to a question whose answer's timing would tell; the screen counts it
    down. Without it the opponent is a bot, and the player is not asked where there is only one answer.

    `play` is called in trio, in guest mode, with the port that it is to feed. When it raises what can happen between
    two players (a lost connection, a cheating opponent, a full disk), the screen says so and stays until the player
    leaves it; anything else is a mistake in the program and closes the screen. Either is raised again here.
    """
    port = SessionPort(game, own_name, window)
    failures: list[BaseException] = []
    app = make_app(port, glyphs, play=run_main(play, port, failures))
    app.run()
    if app.mistake is not None:
        raise app.mistake
    if failures:
        raise failures[0]
    return app.return_code or 0
