"""One line, said at such length as there is room for."""

from __future__ import annotations

from collections.abc import Sequence

from textual.widgets import Static

from tui.lines import Line, longest_that_fits
from tui.theme import Theme


class LineView(Static):
    """Shows the first of several wordings that fits its width, the last cut short if none does."""

    def __init__(self, theme: Theme, *, id: str | None = None) -> None:  # noqa: A002 (Textual's name)
        super().__init__(id=id, markup=False)
        self._theme = theme
        self._wordings: Sequence[Line] = ()

    def show(self, wordings: Sequence[Line]) -> None:
        """Show one of these, the longest first."""
        self._wordings = wordings
        self._fit()

    def on_resize(self) -> None:
        """There may be room for more, or for less."""
        self._fit()

    def _fit(self) -> None:
        wordings = self._wordings
        width = self.content_size.width
        self.update(self._theme.content([longest_that_fits(wordings, width)] if wordings else []))
