"""The Textual application: one game, from a port, on one screen.

`make_app` is the one factory: the command line and the tests build their application with it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

from textual import events
from textual.screen import Screen

from tui.advising import Ask, Review
from tui.attention import KEEP_TITLE, OLD_TITLE
from tui.dressed_app import DressedApp
from tui.driver import TerminalDriver
from tui.games import interface_of
from tui.glyphs import Glyphs, glyphs_for
from tui.kept import Kept
from tui.key_order import KeyOrder
from tui.keys import changed_keys
from tui.language import _
from tui.moment import GRACE
from tui.ports import GamePort
from tui.screens.commands import open_palette
from tui.screens.lobby import LobbyScreen
from tui.screens.port_screen import PortScreen
from tui.screens.result_screen import ResultScreen
from tui.screens.review import ReviewScreen
from tui.settings import seconds_of_pace
from tui.table import ComingPort, Opening, Table
from tui.theme import Theme, dress

if TYPE_CHECKING:
    from protocol.replay import Replay
    from tui.bridge import TrioGuest
    from tui.screens.game import GameScreen

_READING: Final = 60.0
"""Seconds for which it stays in sight at most that a record is being read."""


class ClientApp(DressedApp[None]):
    """Plays one game, at a table that is there or that `opening` makes ready while the lobby is shown already.

    Which game it is may be known only when it begins: what is shown of it comes from `tui.games` then. Neither the
    screen of a game nor the network is read before there is a use for it: the first thing on the screen comes at once.
    """

    CSS_PATH = "client.tcss"
    ESCAPE_TO_MINIMIZE = False

    def __init__(
        self,
        table: Table,
        glyphs: Glyphs,
        *,
        opening: Opening | None = None,
        grace: float = GRACE,
        pace: float | None = None,
    ) -> None:
        """`grace`: the seconds for which a new decision takes no answer; `pace`: those between two events."""
        super().__init__(driver_class=TerminalDriver)
        self._table = table
        self._opening = opening
        self._glyphs = glyphs
        self._grace = grace
        self._pace = seconds_of_pace() if pace is None else pace
        self._guest: TrioGuest | None = None
        self.keys = KeyOrder(self, self._hear)

    @property
    def port(self) -> GamePort[Any, Any]:
        """The port of the game."""
        return self._table.port

    def get_default_screen(self) -> Screen[None]:
        """The game, or the lobby while there is none."""
        if self.port.situation().view is not None:
            screen = self._game_screen()
            # Textual reads the stylesheets of the screens that are pushed, and not this one's.
            for path in screen.css_path:
                self.stylesheet.read(path)
            return screen
        return LobbyScreen(self.port, Theme(self._glyphs), id="lobby-screen")

    def on_lobby_screen_game_began(self, event: LobbyScreen.GameBegan) -> None:
        """From the lobby, whatever else is open over it, to the game."""
        event.stop()
        while self.screen is not event.lobby:
            self.pop_screen()
        self.push_screen(self._game_screen())

    def on_game_screen_another_game(self, event: GameScreen.AnotherGame) -> None:
        """From the game that is over, whatever is open over it, to where the next one is waited for."""
        event.stop()
        if event.screen not in self.screen_stack:
            return
        while self.screen is not event.screen:
            self.pop_screen()
        if len(self.screen_stack) > 1:
            self.pop_screen()
            if isinstance(self.screen, LobbyScreen):
                self.screen.begin_again()
        else:
            self.switch_screen(LobbyScreen(self.port, Theme(self._glyphs), id="lobby-screen"))

    def on_result_screen_review_wanted(self, event: ResultScreen.ReviewWanted) -> None:
        """What decided the game, over its result."""
        event.stop()
        if self._table.review is not None:
            self.push_screen(ReviewScreen(self._table.review, Theme(self._glyphs)))

    def on_result_screen_replay_wanted(self, event: ResultScreen.ReplayWanted) -> None:
        """The game once more, over the page on which it was asked for."""
        event.stop()
        if self._table.replay is not None:
            self.notify(_("One moment..."), timeout=_READING)
            read = self._show_again(self._table.replay, self.screen)
            self.run_worker(read, exclusive=True, group="replay", exit_on_error=True)

    async def _show_again(self, read: Callable[[], Replay[Any, Any]], asked: Screen[Any]) -> None:
        from protocol.errors import FairTableError
        from tui.replays import Reel
        from tui.screens.replay import ReplayScreen

        def made() -> Reel:
            replayed = read()
            return Reel(replayed, interface_of(replayed.game, self._glyphs))

        try:
            reel = await asyncio.to_thread(made)
        except (FairTableError, OSError) as error:
            self.clear_notifications()
            self.notify(str(error), markup=False)
            return
        self.clear_notifications()
        if asked in self.screen_stack:  # else the player has gone on to something else
            theme = Theme(self._glyphs, reel.interface.styles)
            self.push_screen(ReplayScreen(reel, theme, moment=reel.first, leaves=self.pop_screen))

    def _game_screen(self) -> GameScreen:
        from tui.screens.game import GameScreen

        table, game = self._table, self.port.game
        assert game is not None, "a game that has begun has rules"
        interface = interface_of(game, self._glyphs)
        self.title = interface.words.title
        return GameScreen(
            table.port,
            interface,
            Theme(self._glyphs, interface.styles),
            grace=self._grace,
            pace=self._pace,
            kept=table.kept(),
            ask=table.ask,
            reviews=table.review is not None,
            replays=table.replay is not None,
        )

    async def on_event(self, event: events.Event) -> None:
        """Keys are heard one after another."""
        if isinstance(event, events.InputEvent) and not self.screen_stack:
            return  # the program is ending
        if isinstance(event, events.Key) and not event.is_forwarded:
            await self.keys.take(event)
        else:
            await super().on_event(event)

    async def _hear(self, key: events.Key) -> None:
        """While what has happened is being shown, any key shows the rest, and does nothing else."""
        if not self._skips(key.key):
            await super().on_event(key)

    def _skips(self, key: str) -> bool:
        return isinstance(self.screen, PortScreen) and self.screen.skips(key)

    def action_command_palette(self) -> None:
        """Show all that can be done here."""
        open_palette(self, Theme(self._glyphs))

    def settings_changed(self) -> None:
        """Look and behave as has been chosen just now."""
        dress(self)
        self.set_keymap(changed_keys())
        for screen in self.screen_stack:
            if isinstance(screen, PortScreen):
                screen.settings_changed()

    def on_mount(self) -> None:
        """The network runs as long as the screen."""
        self.set_keymap(changed_keys())
        if self._driver is not None:
            self._driver.write(KEEP_TITLE)
        self._run_beside()
        if self._opening is not None:
            self.call_after_refresh(self._begin_opening, self._opening)

    async def on_unmount(self) -> None:
        """The session says goodbye before the program ends."""
        self.keys.end()
        if self._driver is not None:
            self._driver.write(OLD_TITLE)
        if self._guest is not None:
            await self._guest.stop()

    def _begin_opening(self, opening: Opening) -> None:
        self.run_worker(self._make_ready(opening), exit_on_error=True)

    async def _make_ready(self, opening: Opening) -> None:
        """Have the table made ready, in a thread, so that keys are heard meanwhile."""
        try:
            self._table = await asyncio.to_thread(opening)
        except Exception as error:  # noqa: BLE001 (it is handed on, whatever it is)
            self._play_ended(error)
            return
        self._run_beside()
        for screen in self.screen_stack:
            if isinstance(screen, LobbyScreen):
                screen.sit_down(self.port)

    def _run_beside(self) -> None:
        if self._table.play is not None:
            from tui.bridge import TrioGuest  # and with it trio

            self._guest = TrioGuest(self._table.play, self._play_ended)
            self._guest.start()

    def _play_ended(self, error: BaseException | None) -> None:
        # What can go wrong between two players is shown by the port; this is a mistake in the program, or what has
        # kept the game from being made ready.
        if error is not None:
            self.end_by_mistake(error)
            self.exit(return_code=1)


def make_app(
    port: GamePort[Any, Any] | None = None,
    glyphs: Glyphs | None = None,
    *,
    opening: Opening | None = None,
    play: Callable[[], Awaitable[None]] | None = None,
    grace: float = GRACE,
    pace: float | None = None,
    kept: Callable[[], Kept] = Kept,
    ask: Ask | None = None,
    review: Review | None = None,
    replay: Callable[[], Replay[Any, Any]] | None = None,
) -> ClientApp:
    """The application for what comes through a port, or the table that `opening` makes. See `ClientApp`."""
    table = Table(port or ComingPort(), play, kept, ask, review, replay)
    return ClientApp(table, glyphs or glyphs_for(), opening=opening, grace=grace, pace=pace)
