"""The Textual application: one game, from a port, on one screen; and `run_client`, which plays one over the network."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Mapping

from textual.app import App
from textual.screen import Screen

from p2p.errors import LinkError
from protocol.errors import LocalError, PeerError, RecordError
from tui.bridge import TrioGuest
from tui.glyphs import ASCII, UNICODE, Glyphs
from tui.ports import GamePort
from tui.screens.game import GameScreen
from tui.session_port import SessionPort
from tui.widgets.decision_panel import GRACE

Play = Callable[[SessionPort], Awaitable[None]]
"""Runs a game in trio: makes the session with `observe=port.observe`, calls `port.attach(session)`, then runs it."""


def glyphs_for(environment: Mapping[str, str] = os.environ) -> Glyphs:
    """The signs to draw with: ASCII if SEKIGAHARA_ASCII is set or the locale's encoding is not Unicode."""
    if environment.get("SEKIGAHARA_ASCII"):
        return ASCII
    locale = next((environment[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environment.get(name)), "")
    encoding = locale.partition(".")[2].partition("@")[0].lower().replace("-", "")
    return UNICODE if encoding == "utf8" or not locale else ASCII


class SekigaharaApp(App[None]):
    """Plays one game. `play`, if there is one, is run in trio beside the screen and feeds the port."""

    TITLE = "Sekigahara"
    CSS_PATH = "client.tcss"
    ENABLE_COMMAND_PALETTE = False
    ESCAPE_TO_MINIMIZE = False

    def __init__(
        self,
        port: GamePort,
        glyphs: Glyphs | None = None,
        *,
        play: Callable[[], Awaitable[None]] | None = None,
        grace: float = GRACE,
    ) -> None:
        """`grace`: the seconds for which a new decision takes no answer."""
        super().__init__()
        self._grace = grace
        self.port = port
        self.glyphs = glyphs or glyphs_for()
        self.mistake: BaseException | None = None
        self._guest = None if play is None else TrioGuest(play, self._play_ended)

    def get_default_screen(self) -> Screen[None]:
        """The game."""
        return GameScreen(self.port, self.glyphs, grace=self._grace)

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


def _first(error: BaseException) -> BaseException:
    """The first exception in a group of them."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def run_main(play: Play, port: SessionPort, failures: list[BaseException]) -> Callable[[], Awaitable[None]]:
    """What trio is to run: `play`, whose failures between two players go to the screen and into `failures`."""

    async def main() -> None:
        try:
            await play(port)
        except* (LinkError, PeerError, RecordError, LocalError) as group:
            failures.append(_first(group))
            port.stop(str(failures[0]))

    return main


def run_client(
    play: Play, *, own_name: str, windows: Mapping[str, float] | None = None, glyphs: Glyphs | None = None
) -> int:
    """Play a game over the network on the screen until the player leaves. The program's exit status.

    `windows` says of which kinds of decision the session answers for a player who takes longer than so many seconds;
    the screen counts them down. Without them the opponent is a bot, and the player is not asked to challenge without
    a Loyalty Challenge in hand (R24).

    `play` is called in trio, in guest mode, with the port that it is to feed. When it raises what can happen between
    two players (a lost connection, a cheating opponent, a full disk), the screen says so and stays until the player
    leaves it; anything else is a mistake in the program and closes the screen. Either is raised again here.
    """
    port = SessionPort(own_name, windows)
    failures: list[BaseException] = []
    app = SekigaharaApp(port, glyphs, play=run_main(play, port, failures))
    app.run()
    if app.mistake is not None:
        raise app.mistake
    if failures:
        raise failures[0]
    return app.return_code or 0
