"""The right button of the mouse goes back, wherever it is clicked, and does nothing else."""

from __future__ import annotations

from textual import events
from textual.screen import Screen, ScreenResultType

_RIGHT = 3


class RightClickScreen(Screen[ScreenResultType]):
    """A screen on which a right click goes back."""

    def right_clicked(self) -> None:
        """Go back, as the key for it does."""

    def _forward_event(self, event: events.Event) -> None:
        # No widget asks with which button it was clicked: what comes of the right one never gets to them.
        if isinstance(event, events.MouseDown | events.MouseUp | events.Click) and event.button == _RIGHT:
            if isinstance(event, events.Click) and not event.is_forwarded:
                event._set_forwarded()
                self.right_clicked()
            return
        super()._forward_event(event)
