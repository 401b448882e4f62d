"""Other colours for whoever needs or wants them, made from the usual ones. What a colour says, a sign says as well."""

from __future__ import annotations

import colorsys
import os
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from rich.color import Color
from rich.style import Style

Change: TypeAlias = Callable[[float, float, float], tuple[float, float, float]]
"""What becomes of hue, lightness and saturation, each from 0 to 1."""

PALETTES: Final = ("dark", "light", "contrast", "colour-blind")
NO_COLOUR: Final = "NO_COLOR"
"""The variable of whoever wants no colours, whatever it says."""
_MOST_LIGHT: Final = 0.24
"""Of a colour on a light ground."""
_NIGHT: Final = 65
"""How light, from 0 to 255, a ground is at most that does not stand out from a dark one."""
_FAINT: Final = 90
"""How light a colour is at most that hardly stands out from a dark ground."""
_LIGHT_GROUND: Final = 140
"""How light, from 0 to 255, a ground is at least on which what is dark is read best."""
_LEAST_LIGHT: Final = 0.78
"""Of a colour on a dark ground, for a high contrast."""


def palette_for(environment: Mapping[str, str] = os.environ) -> str:
    """The palette that SEKIGAHARA_THEME names; `dark` if it names none, or where no colour is wanted."""
    chosen = "" if NO_COLOUR in environment else environment.get("SEKIGAHARA_THEME", "")
    return chosen if chosen in PALETTES else PALETTES[0]


def adapted(style: Style, palette: str) -> Style:
    """A style in another palette."""
    if palette == "light":
        if style.bgcolor is None or lightness(style.bgcolor) < _NIGHT:
            return _lit(style)
        return style
    if palette == "contrast":
        return _contrasting(style)
    if palette == "colour-blind":
        return _readable(_with(style, _without_red_and_green, ground=True))
    return style


def lightness(color: Color) -> float:
    """How light a colour is to the eye, from 0 to 255."""
    red, green, blue = color.get_truecolor()
    return 0.299 * red + 0.587 * green + 0.114 * blue


def _lit(style: Style) -> Style:
    """Dark on light; a ground that is nearly black, such as that of a sea, is as light as it was dark.

    What hardly stands out, such as a coast beside the roads, does so no more than it did.
    """
    faint = style.color is not None and lightness(style.color) < _FAINT
    dark = _with(style, lambda hue, light, full: (hue, 1 - light if faint else min(light, _MOST_LIGHT), full))
    lit = Style(bgcolor=_changed(style.bgcolor, lambda hue, light, full: (hue, 1 - light, full)))
    return dark + lit


def _contrasting(style: Style) -> Style:
    if style.bgcolor is None or lightness(style.bgcolor) < _NIGHT:  # a name looks the same at sea and on land
        bright = _with(style, lambda hue, light, full: (hue, max(light, _LEAST_LIGHT), full))
        return bright + Style(dim=False)
    dark = lightness(style.bgcolor) < _LIGHT_GROUND
    return style + Style(color="#ffffff" if dark else "#000000", bold=True, dim=False)


def _readable(style: Style) -> Style:
    """Dark on a ground that has become too light for what is light."""
    if style.bgcolor is None or style.color is None:
        return style
    light = min(lightness(style.bgcolor), lightness(style.color)) >= _LIGHT_GROUND
    return style + Style(color="#000000") if light else style


def _without_red_and_green(hue: float, light: float, full: float) -> tuple[float, float, float]:
    """Green becomes blue and red orange: the pairs that most people tell apart."""
    degrees = hue * 360
    if 70 <= degrees <= 170:
        return 205 / 360, light, full
    if degrees >= 340 or degrees <= 15:
        return 33 / 360, light, full
    return hue, light, full


def _with(style: Style, change: Change, *, ground: bool = False) -> Style:
    changed = Style(color=_changed(style.color, change), bgcolor=_changed(style.bgcolor, change) if ground else None)
    return style + changed


def _changed(color: Color | None, change: Change) -> Color | None:
    if color is None or color.is_default:
        return None
    red, green, blue = color.get_truecolor()
    hue, light, full = change(*colorsys.rgb_to_hls(red / 255, green / 255, blue / 255))
    return Color.from_rgb(*[round(255 * part) for part in colorsys.hls_to_rgb(hue, light, full)])
