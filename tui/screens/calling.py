"""Calls a player who looks elsewhere: the window's title says whose turn it is, a bell that it has come."""

from __future__ import annotations

import time
from typing import Any

from textual.screen import Screen

from tui.attention import CALL_AFTER, call_codes, is_quiet, title_codes
from tui.games import GameWords
from tui.language import _
from tui.ports import Situation


class Calling:
    """For one game, in the terminal of `screen`."""

    def __init__(self, screen: Screen[None], words: GameWords[Any, Any]) -> None:
        self._screen = screen
        self._words = words
        self._title = ""
        self._waits_since: float | None = None

    def follow(self, situation: Situation[Any, Any]) -> None:
        """Take in how the game stands, and call a player who has waited for it."""
        asked = situation.question is not None
        title = f"{self._words.title}: {_('your turn') if asked else situation.opponent_name or _('waiting')}"
        if title != self._title:
            self._title = title
            self._tell_terminal(title_codes(title))
        now = time.monotonic()
        if not asked:
            self._waits_since = self._waits_since or now
        elif self._waits_since is not None:
            long = now - self._waits_since >= CALL_AFTER or not self._screen.app.app_focus
            self._waits_since = None
            if long and not is_quiet():
                task = _("you are to {task}").format(task=self._words.task(situation.question))
                self._tell_terminal(call_codes(self._words.title, task))

    def _tell_terminal(self, codes: str) -> None:
        """Send codes that draw nothing."""
        driver = self._screen.app._driver
        if driver is not None:
            driver.write(codes)
