"""Two lines of a list side by side."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from textual.css.styles import RulesMap
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual

BESIDE: Final = "beside"
"""What marks the second column: with the line that stands there, None if none does."""


class Beside(Visual):
    """The two lines of a row, each in half of its width and in a style of its own, whatever that of the row is.

    Of each its number and how it looks; the second may be missing. `style_of` says in which style a line stands now.
    """

    def __init__(
        self, first: tuple[int, Visual], second: tuple[int, Visual] | None, style_of: Callable[[int | None], Style]
    ) -> None:
        self._first = first
        self._second = second
        self._style_of = style_of

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        """See `Visual.render_strips`. Every line has one row."""
        half = width // 2
        number = None if self._second is None else self._second[0]
        second = self._half(self._second, width - half, options).apply_meta({BESIDE: number})
        return [Strip.join([self._half(self._first, half, options), second])]

    def _half(self, line: tuple[int, Visual] | None, columns: int, options: RenderOptions) -> Strip:
        if line is None:
            return Strip.blank(columns, self._style_of(None).rich_style)
        number, visual = line
        style = self._style_of(number)
        drawn = visual.render_strips(columns, 1, style, options) or [Strip([])]
        return drawn[0].adjust_cell_length(columns, style.rich_style)

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        """See `Visual.get_optimal_width`."""
        return container_width

    def get_height(self, rules: RulesMap, width: int) -> int:
        """See `Visual.get_height`."""
        return 1
