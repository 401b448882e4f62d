"""The Textual application: one game, from a port, on one screen.

`make_app` is the one factory: the command line and the tests build their application with it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from textual import events
from textual.app import App, SystemCommand
from textual.screen import Screen

from tui.advising import Ask, Review
from tui.attention import KEEP_TITLE, OLD_TITLE
from tui.bridge import TrioGuest
from tui.drafts import DraftKeeper
from tui.driver import TerminalDriver
from tui.games import interface_of
from tui.glyphs import Glyphs, glyphs_for
from tui.keys import changed_keys
from tui.moment import GRACE
from tui.notebook import Notebook
from tui.ports import GamePort
from tui.screens.commands import commands_of, open_palette
from tui.screens.game import GameScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.result_screen import ResultScreen
from tui.screens.review import ReviewScreen
from tui.settings import seconds_of_pace
from tui.theme import Theme, dress


class ClientApp(App[None]):
    """Plays one game. `play`, if there is one, is run in trio beside the screen and feeds the port.

    Which game it is may be known only when it begins: what is shown of it comes from `tui.games` then.
    """

    CSS_PATH = "client.tcss"
    ESCAPE_TO_MINIMIZE = False

    def __init__(
        self,
        port: GamePort[Any, Any],
        glyphs: Glyphs,
        *,
        play: Callable[[], Awaitable[None]] | None = None,
        grace: float = GRACE,
        pace: float | None = None,
        notebook: Callable[[], Notebook] | None = None,
        drafts: Callable[[], DraftKeeper] | None = None,
        ask: Ask | None = None,
        review: Review | None = None,
    ) -> None:
        """`grace`: the seconds for which a new decision takes no answer; `pace`: those between two events (as chosen).

        `notebook` gives the notes of the game that begins, `drafts` what keeps its plans. `ask`: who is asked for
        hints, `review` who tells what decided the game that was played; None where there is no such thing.
        """
        super().__init__(driver_class=TerminalDriver)
        dress(self)
        self.port = port
        self.mistake: BaseException | None = None
        self._glyphs = glyphs
        self._grace = grace
        self._pace = seconds_of_pace() if pace is None else pace
        self._notebook = notebook
        self._ask = ask
        self._review = review
        self._drafts = drafts
        self._guest = None if play is None else TrioGuest(play, self._play_ended)

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
        if self._review is not None:
            self.push_screen(ReviewScreen(self._review, Theme(self._glyphs)))

    def _game_screen(self) -> GameScreen:
        game = self.port.game
        assert game is not None, "a game that has begun has rules"
        interface = interface_of(game, self._glyphs)
        self.title = interface.words.title
        theme = Theme(self._glyphs, interface.styles)
        notebook = None if self._notebook is None else self._notebook()
        drafts = None if self._drafts is None else self._drafts()
        return GameScreen(
            self.port,
            interface,
            theme,
            grace=self._grace,
            pace=self._pace,
            notebook=notebook,
            drafts=drafts,
            ask=self._ask,
            reviews=self._review is not None,
        )

    async def on_event(self, event: events.Event) -> None:
        """While what has happened is being shown, any key shows the rest, and does nothing else."""
        if isinstance(event, events.Key) and isinstance(self.screen, GameScreen) and self.screen.skips(event.key):
            return
        await super().on_event(event)

    def action_command_palette(self) -> None:
        """Show all that can be done here."""
        open_palette(self)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """What the command palette (Ctrl+P) offers: all that can be done on the screen in sight."""
        yield from commands_of(self, screen)

    def settings_changed(self) -> None:
        """Look and behave as has been chosen just now."""
        dress(self)
        self.set_keymap(changed_keys())
        for screen in self.screen_stack:
            if isinstance(screen, GameScreen):
                screen.settings_changed()

    def on_mount(self) -> None:
        """The network runs as long as the screen."""
        self.set_keymap(changed_keys())
        if self._driver is not None:
            self._driver.write(KEEP_TITLE)
        if self._guest is not None:
            self._guest.start()

    async def on_unmount(self) -> None:
        """The session says goodbye before the program ends."""
        if self._driver is not None:
            self._driver.write(OLD_TITLE)
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
    pace: float | None = None,
    notebook: Callable[[], Notebook] | None = None,
    drafts: Callable[[], DraftKeeper] | None = None,
    ask: Ask | None = None,
    review: Review | None = None,
) -> ClientApp:
    """The application for what comes through a port. See `ClientApp`."""
    return ClientApp(
        port,
        glyphs or glyphs_for(),
        play=play,
        grace=grace,
        pace=pace,
        notebook=notebook,
        drafts=drafts,
        ask=ask,
        review=review,
    )
