"""How the client looks: its signs, and the colours behind the names of styles.

What a colour says, a letter, a sign or a bracket says as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from rich.style import Style
from textual.app import App
from textual.content import Content
from textual.theme import BUILTIN_THEMES
from textual.theme import Theme as TextualTheme

from tui.glyphs import UNICODE, Glyphs
from tui.keys import shown
from tui.lines import GAP, TIE, Line
from tui.palettes import adapted, palette_for

STYLES: Final[Mapping[str, str]] = {
    "plain": "",
    GAP: "",
    "bold": "bold",
    "dim": "dim",
    "heading": "bold",
    "good": "bold #7fd07f",
    "bad": "bold #f08080",
    "key": "bold #e8c557",
    "chat": "#8fd3ff",
    "own": "#a8d8a0",
    "near": "bold #ffffff",
    "target": "bold underline",
    "path": "bold #7fff7f",
    "trail": "bold #ff7fcf",
    "trail-back": "#a9648f",
    "walk": "bold reverse #ff7fcf",
    "marked": "underline",
    "match": "bold underline #ff8f5f",
    "plan": "bold #5fd7ff",
    "advised": "bold #d7a5ff",
    "cursor": "bold reverse",
    "paper": "#000000 on #ffffff",
}
"""The styles that every game has. `own`: what only this player learns; `near`: over the ways from a spot that is looked
at; `target`: laid over a spot that may be picked; `path`: over a way that is pointed at; `trail`: over one that the
opponent has taken, and `trail-back` while it is chosen where to go; `walk`: over what is pointed at of all that has
happened; `marked`: over a piece that is marked in the list; `plan`: over a way that is planned; `advised`: over one
that a hint advises; `cursor`: over the spot of the cursor."""


_ARROWS: Final = {"up": "↑", "down": "↓"}

_BAR: Final = {
    "block-cursor-foreground": "#ffffff",
    "block-cursor-background": "#0a4a8c",
    "block-cursor-blurred-background": "#0c304b",
}
"""The bar over the line that Enter takes: what it says is read as easily as the other lines."""

TEXTUAL_THEMES: Final[Mapping[str, TextualTheme]] = {
    "dark": replace(BUILTIN_THEMES["textual-dark"], name="dark", variables=_BAR),
    "light": replace(
        BUILTIN_THEMES["textual-light"],
        name="light",
        accent="#7a3e00",
        variables={
            **BUILTIN_THEMES["textual-light"].variables,
            **_BAR,
            "block-cursor-blurred-background": "#b4c8dc",
        },
    ),
    "contrast": replace(
        BUILTIN_THEMES["textual-dark"],
        name="contrast",
        foreground="#ffffff",
        background="#000000",
        surface="#000000",
        panel="#000000",
        variables={
            "text-muted": "#e0e0e0",
            "text-disabled": "#c8c8c8",
            "block-cursor-foreground": "#000000",
            "block-cursor-background": "#ffff00",
            "block-cursor-blurred-background": "#262626",
            "block-cursor-blurred-text-style": "underline",
        },
    ),
    # The filter of `DressedApp` makes of light grounds what is reversed, and of grey texts what is dim.
    "colourless": replace(
        BUILTIN_THEMES["textual-dark"],
        name="colourless",
        foreground="#ffffff",
        background="#000000",
        surface="#000000",
        panel="#000000",
        primary="#808080",
        accent="#ffffff",
        variables={
            "text-muted": "#808080",
            "text-disabled": "#808080",
            "block-cursor-foreground": "#000000",
            "block-cursor-background": "#ffffff",
            "block-cursor-blurred-foreground": "#ffffff",
            "block-cursor-blurred-background": "#000000",
            "block-cursor-blurred-text-style": "underline",
            "scrollbar": "#ffffff",
            "scrollbar-hover": "#ffffff",
            "scrollbar-active": "#ffffff",
            "scrollbar-background": "#000000",
            "scrollbar-background-hover": "#000000",
            "scrollbar-background-active": "#000000",
            "scrollbar-corner-color": "#000000",
            "input-selection-foreground": "#000000",
            "input-selection-background": "#ffffff",
        },
    ),
}
"""What Textual draws itself with, by palette; any other is as `dark`, and `colourless` for whoever wants no colours."""


def dress(app: App[Any]) -> None:
    """Draw what Textual draws itself in the palette that is chosen now."""
    for theme in TEXTUAL_THEMES.values():
        app.register_theme(theme)
    palette = "colourless" if app.no_color else palette_for()
    theme = TEXTUAL_THEMES.get(palette, TEXTUAL_THEMES["dark"])
    if app.is_running:
        app.theme = theme.name
        return
    # Nothing is drawn yet: set in the usual way, it would have the stylesheet read twice before the first frame.
    app.set_reactive(App.theme, theme.name)
    app.set_class(theme.dark, "-dark-mode", update=False)
    app.set_class(not theme.dark, "-light-mode", update=False)
    app.stylesheet.set_variables(app.get_css_variables())


class Theme:
    """The signs and styles that a game is drawn with."""

    def __init__(self, glyphs: Glyphs = UNICODE, styles: Mapping[str, str] | None = None) -> None:
        """`styles`: the game's own, beside those that every game has."""
        self.glyphs = glyphs
        self._named = {**STYLES, **(styles or {})}
        self._styles: dict[str, Style] = {}
        self.adapt()

    def adapt(self) -> None:
        """Take the colours of the palette that is chosen now."""
        palette = palette_for()
        self._styles = {name: adapted(Style.parse(style), palette) for name, style in self._named.items()}

    def text(self, text: str) -> str:
        """`text` in the signs in use."""
        return self.glyphs.text(text)

    def arrow(self, key: str) -> str:
        """An arrow key as it is shown: by its name, where its sign would be ASCII and read as that of another key."""
        return shown(key) if self.glyphs.ascii else _ARROWS[key]

    def style(self, name: str) -> Style:
        """The style called `name`. Raises KeyError if there is none."""
        return self._styles[name]

    def content(self, lines: Iterable[Line]) -> Content:
        """`lines` for Textual's own widgets."""
        parts: list[tuple[str, str]] = []
        for number, line in enumerate(lines):
            parts += [("\n", "")] if number else []
            parts += [(self.text(text).replace(TIE, " "), self.textual_style(style)) for text, style in line]
        return Content.assemble(*parts)

    def textual_style(self, name: str) -> str:
        """The style called `name`, for Textual's own widgets. Raises KeyError if there is none."""
        style = str(self._styles[name])
        return "" if style == "none" else style
