"""Keeps what widgets have drawn, as long as nothing in them changes.

Whenever a few cells of a screen are drawn, Textual asks every widget for all of its lines, and puts each through its
filters again, though it keeps the lines: on a screen of 160 columns that costs more than the cells.
"""

from __future__ import annotations

from typing import Any

from textual._styles_cache import StylesCache
from textual.color import Color
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget


class KeptLines(StylesCache):
    """Gives the same lines again while no line has become dirty."""

    def __init__(self) -> None:
        super().__init__()
        self._kept: list[Strip] | None = None
        self._kept_for: tuple[Region, Region, tuple[Color, Color]] | None = None

    def set_dirty(self, *regions: Region) -> None:
        """See `StylesCache.set_dirty`."""
        self._kept = None
        super().set_dirty(*regions)

    def clear(self) -> None:
        """See `StylesCache.clear`."""
        self._kept = None
        super().clear()

    def render_widget(self, widget: Widget, crop: Region) -> list[Strip]:
        """See `StylesCache.render_widget`."""
        wanted = crop, widget.region, widget.background_colors
        pointed_at = widget.auto_links and widget.hover_style._meta  # a link under the mouse is drawn by no dirty line
        if self._kept is not None and wanted == self._kept_for and not pointed_at:
            return self._kept
        strips = super().render_widget(widget, crop)
        # What is drawn may lay itself out while it is drawn, and be dirty again.
        self._kept = None if self._dirty_lines or pointed_at else strips
        self._kept_for = wanted
        return strips


def keep_lines(screen: Screen[Any]) -> None:
    """Have the widgets that a screen is made of keep their lines."""
    for widget in (screen, *screen.query("*").results(Widget)):
        if not isinstance(widget._styles_cache, KeptLines):
            widget._styles_cache = KeptLines()
