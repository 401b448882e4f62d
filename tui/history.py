"""What a player saw after each event, so that what has happened at once can be shown step by step."""

from __future__ import annotations

from typing import Generic

from engine.hidden import Action, Game, State, View


class History(Generic[State]):
    """Views by the number of events that they are after."""

    def __init__(self) -> None:
        self._views: dict[int, View[State]] = {}

    def keep(self, game: Game[State, Action], count: int, view: View[State]) -> None:
        """Keep a copy of `view`, which is after `count` events."""
        self._views[count] = View(game.copy(view.state), view.seat, dict(view.faces))

    def view_after(self, count: int) -> View[State] | None:
        """The view after `count` events, if it was kept; those before it are forgotten."""
        for earlier in [number for number in self._views if number < count]:
            del self._views[earlier]
        return self._views.get(count)
