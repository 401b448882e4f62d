"""An application in the palette that is chosen, or without any colour where the player wants none.

What goes wrong in it is no traceback on the terminal: it ends, and whoever has run it is given the mistake.
"""

from __future__ import annotations

import gc
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, TypeVar

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.color import Color as Ground
from textual.driver import Driver
from textual.filter import LineFilter
from textual.worker import WorkerFailed

from tui.palettes import lightness
from tui.theme import dress

Result = TypeVar("Result")

_FAINT: Final = 130
"""How light, from 0 to 255, a text is at most that stands back behind the others on a dark ground."""

GARBAGE_THRESHOLD: Final = 20_000, 10, 10
"""After how much more Python looks for garbage (`gc.set_threshold`)."""


class DressedApp(App[Result]):
    """Each of the program's applications is one.

    With NO_COLOR they have the colours of the terminal and no others: what stands out does so reversed, bold or
    underlined, and what stands back is dim.
    """

    def __init__(self, driver_class: type[Driver] | None = None) -> None:
        super().__init__(driver_class=driver_class)
        self.mistake: BaseException | None = None
        """What it has ended by, if by a mistake of the program; `run` raises it once the terminal is free again."""
        dress(self)

    def run(self, **options: Any) -> Result | None:
        """See `App.run`. Raises the mistake that it has ended by, if by one."""
        seek_garbage_seldom()
        result = super().run(**options)
        if self.mistake is not None:
            raise self.mistake
        return result

    def end_by_mistake(self, error: BaseException) -> None:
        """Keep a mistake that it ends by. What follows from the first is not what is to be mended."""
        if self.mistake is None:
            # A worker only hands on what has gone wrong in it.
            self.mistake = error.error if isinstance(error, WorkerFailed) else error

    def _handle_exception(self, error: Exception) -> None:
        """See `App._handle_exception`, which prints a traceback with what the variables hold: secrets of the game too.

        Here nothing is printed, and the mistake is kept.
        """
        self._return_code = 1
        if self._exception is None:  # what a test that runs it is given
            self._exception = error
            self._exception_event.set()
        self.end_by_mistake(error)
        self._close_messages_no_wait()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """See `App.get_line_filters`. Those of Textual itself would make greys of the colours."""
        return _COLOURLESS if self.no_color else super().get_line_filters()


def seek_garbage_seldom() -> None:
    """Have Python look for garbage less often, and no more among all that is loaded by now.

    The screen stands still meanwhile, for a fifth of a second otherwise.
    """
    if not gc.get_freeze_count():  # once: what an application before this one has left is garbage
        gc.freeze()
    gc.set_threshold(*GARBAGE_THRESHOLD)


class Colourless(LineFilter):
    """Takes the colours away, and leaves what they say."""

    def apply(self, segments: list[Segment], background: Ground) -> list[Segment]:
        """See `LineFilter.apply`."""
        return [Segment(text, style and without_colours(style)) for text, style, _control in segments]


_COLOURLESS: Final = (Colourless(),)


@lru_cache(4096)
def without_colours(style: Style) -> Style:
    """A style of a dark palette without colours: what is dark on light is reversed, what is faint is dim.

    What is reversed on light becomes what it would be without either, and is underlined to stand out all the same.
    """
    # What has no colour lies between: a light ground alone is reversed as well, and a dark one is not.
    text, ground = _light_of(style.color, 128), _light_of(style.bgcolor, 0)
    if style.reverse:
        text, ground = ground, text
    dark_on_light = ground > text
    faint = text < _FAINT and style.color is not None and not (style.bold or style.reverse or dark_on_light)
    signs = Style(
        reverse=dark_on_light,
        dim=bool(style.dim or faint),
        underline=bool(style.underline or (style.reverse and not dark_on_light)),
    )
    # It is by what is meant with it that a click finds what it is on.
    return (style + signs).without_color + Style.from_meta(style.meta)


def _light_of(color: Color | None, otherwise: int) -> float:
    return otherwise if color is None or color.is_default else lightness(color)
