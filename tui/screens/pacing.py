"""Shows what has happened at the pace that the player has chosen, and the cards of what has come to an end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.screen import Screen
from textual.timer import Timer

from tui.log import Card
from tui.playback import PlaybackPort
from tui.ports import Situation
from tui.screens.text import TextScreen
from tui.theme import Theme


class Pacing:
    """Steps a `PlaybackPort` on. `update` is called whenever there is more to show."""

    def __init__(self, screen: Screen[None], port: PlaybackPort[Any, Any], theme: Theme, update: Callable[[], None]):
        self._screen = screen
        self._port = port
        self._theme = theme
        self._update = update
        self._timer: Timer | None = None
        self._playing = False
        self._decided = False
        self._cards: list[Card] = []

    def follow(self, situation: Situation[Any, Any], cards: list[Card]) -> None:
        """Go on if there is something still to be shown. `cards` are those of what was shown just now."""
        if self._port.pace and (self._playing or self._decided):
            self._cards += cards
        self._decided = False
        if self._cards:
            self._show_card()
        elif not situation.behind:
            self._playing = False
        elif self._timer is None:
            # The first thing is shown when it happens.
            self._timer = self._screen.set_timer(self._port.pace if self._playing else 0.001, self._step)
            self._playing = True

    def expect(self) -> None:
        """The player has decided: the cards of what comes of it at once are shown too."""
        self._decided = True

    def skip(self) -> bool:
        """Show all that has happened, and the cards of it. False if nothing was still to be shown."""
        if not self._timer:
            return False
        self._stop()
        self._playing, self._decided = False, True
        self._port.skip()
        self._update()
        return True

    def _step(self) -> None:
        self._stop()
        self._port.step()
        self._update()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _show_card(self) -> None:
        if isinstance(self._screen.app.screen, TextScreen):
            return
        self._stop()
        card = self._cards.pop(0)
        text = self._theme.content(card.lines)
        self._screen.app.push_screen(TextScreen(card.title, text, self._theme), self._card_closed)

    def _card_closed(self, closed: None) -> None:
        self._screen.call_later(self._update)
