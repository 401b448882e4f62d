"""The Textual application in which a game of others is watched: the screen of a replay whose record grows.

What is known of it is what lies open to both: no seed is there before the game is over. Everything that was can be gone
through meanwhile.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Final

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from p2p.text import clean
from p2p.watching import GameWatcher
from protocol.replay import replay
from protocol.roles import Role
from tui.bridge import TrioGuest
from tui.dressed_app import DressedApp
from tui.driver import TerminalDriver
from tui.games import interface_of
from tui.glyphs import Glyphs, glyphs_for
from tui.language import _
from tui.replays import Eyes, Reel
from tui.screens.commands import open_palette
from tui.screens.replay import ReplayScreen
from tui.theme import Theme

LOOK: Final = 0.5
"""Seconds between looks whether there is something new."""
SENTENCE: Final = 300


class WatchApp(DressedApp[None]):
    """One game that is watched. `watch` runs it in trio; `failed` is what its end says, if it has failed."""

    CSS_PATH = "client.tcss"
    ESCAPE_TO_MINIMIZE = False

    def __init__(
        self,
        watcher: GameWatcher,
        watch: Callable[[], Awaitable[None]],
        ways: Callable[[], list[str]],
        glyphs: Glyphs,
    ) -> None:
        super().__init__(driver_class=TerminalDriver)
        self._watcher = watcher
        self._ways = ways
        self._glyphs = glyphs
        self._guest = TrioGuest(watch, self._ended)
        self._replay: ReplayScreen | None = None
        self._shown = (0, 0)
        self._pause_until = 0.0
        self._told = ""

    def compose(self) -> ComposeResult:
        """What is said until there is a game to show."""
        yield Static(Content(_("Connecting…")), id="lobby", markup=False)

    def action_command_palette(self) -> None:
        """Show all that can be done here."""
        open_palette(self, Theme(self._glyphs))

    def on_mount(self) -> None:
        """Begin to watch."""
        self._guest.start()
        self.set_interval(LOOK, self._look)

    async def on_unmount(self) -> None:
        """Watch no more."""
        await self._guest.stop()

    def tell(self, sentence: str) -> None:
        """Say how it has ended."""
        self._told = clean(sentence, SENTENCE)
        if self._replay is None:
            self._show_ways()
        else:
            self.notify(self._told, markup=False, timeout=60)

    def _show_ways(self) -> None:
        """How it stands before there is a game to show."""
        waiting = _("You are let in; the game has not begun yet.") if self._watcher.connected else _("Connecting…")
        lines = [self._told or waiting, "", *self._ways()]
        self.query_one("#lobby", Static).update(Content("\n".join(lines)))

    def _look(self) -> None:
        """Show what is new, at most a third of the time."""
        referee, now = self._watcher.referee, time.monotonic()
        if self._replay is None:
            self._show_ways()
        if referee is None or now < self._pause_until:
            return
        shown = (self._watcher.games, len(referee.entries))
        if shown == self._shown or referee.common.seat_of(Role.HOST) is None:
            return
        self._shown = shown
        # All of it was checked when it came.
        replayed = replay(referee.common.game, list(referee.entries), checked=True)
        interface = interface_of(replayed.game, self._glyphs)
        reel = Reel(replayed, interface)
        if self._replay is None:
            self.title = interface.words.title
            theme = Theme(self._glyphs, interface.styles)
            self._replay = ReplayScreen(reel, theme, moment=reel.last, eyes=Eyes.TABLE)
            self.push_screen(self._replay)
        else:
            self._replay.follow(reel)
        self._pause_until = now + 3 * (time.monotonic() - now)

    def _ended(self, error: BaseException | None) -> None:
        if error is not None:
            self.end_by_mistake(error)
            self.exit(return_code=1)


def make_watch_app(
    watcher: GameWatcher,
    watch: Callable[[], Awaitable[None]],
    ways: Callable[[], list[str]],
    glyphs: Glyphs | None = None,
) -> WatchApp:
    """The application for a game that is watched. `ways` are lines of how the ways to the host fare."""
    return WatchApp(watcher, watch, ways, glyphs or glyphs_for())
