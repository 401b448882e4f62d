"""The opponent of a lesson, who answers what the lesson says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.hidden import Game, View
from tui.tutorial.patterns import Guide, matches


class ScriptedBot:
    """`Bot` that takes its answers from a list of patterns. `left` are those that have not come up yet."""

    def __init__(self, game: Game[Any, Any], guide: Guide[Any], replies: Sequence[str]) -> None:
        self._game = game
        self._guide = guide
        self.left = list(replies)

    def choose(self, view: View[Any]) -> Any:
        """The next answer if it is one to what is asked; else something that leads no further."""
        options = self._game.options(view)
        for pattern in [*self.left[:1], *self._guide.idle]:
            for option in options:
                if matches(self._guide, pattern, option, view.faces):
                    if self.left and pattern == self.left[0]:
                        self.left.pop(0)
                    return option
        return options[0]
