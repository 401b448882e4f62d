"""The right button of the mouse: it tells of a place of the board, and goes back wherever else it is clicked."""

from __future__ import annotations

from textual import events
from textual.geometry import Offset
from textual.screen import Screen, ScreenResultType

_RIGHT = 3


class RightClickScreen(Screen[ScreenResultType]):
    """A screen on which a right click goes back, or tells of what lies there."""

    def right_clicked(self, at: Offset) -> None:
        """Go back, as the key for it does; `at`: where on the screen it was clicked."""

    def hovered_beside_box(self, at: Offset | None) -> None:
        """The mouse is there beside a box that lies over this screen, or over the box."""

    def _forward_event(self, event: events.Event) -> None:
        # No widget asks with which button it was clicked: what comes of the right one never gets to them.
        if isinstance(event, events.MouseDown | events.MouseUp | events.Click) and event.button == _RIGHT:
            if isinstance(event, events.Click) and not event.is_forwarded:
                event._set_forwarded()
                self.right_clicked(event.screen_offset)
            return
        super()._forward_event(event)
