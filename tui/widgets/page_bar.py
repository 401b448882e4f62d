"""The line at the bottom: keys, which the mouse can press too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.events import Click
from textual.widgets import Static

from tui.language import N_, _

_MORE: Final = (
    ("t", N_("talk"), "screen.talk"),
    ("?", N_("explain"), "screen.explain"),
    ("r", N_("rules"), "screen.rules"),
    ("o", N_("odds"), "screen.odds"),
    ("p", N_("place"), "screen.spot"),
    ("w", N_("note"), "screen.note"),
    ("R", N_("resign"), "screen.resign"),
    ("<", N_("slower"), "app.simulate_key('less_than_sign')"),
    (">", N_("faster"), "app.simulate_key('greater_than_sign')"),
)
"""What else the bar names as far as there is room, what is wanted most often first: key, word, action."""


class PageBar(Static):
    """Names the pages and what else can be done. What there is no room for is behind `more`, the command palette."""

    def __init__(self, pages: Sequence[str], *, id: str | None = None) -> None:  # noqa: A002 (Textual's name)
        """`pages`: the names of the pages, in the order of their function keys."""
        super().__init__(id=id, markup=True)
        self._pages = tuple(pages)
        self._page = ""

    def show(self, page: str) -> None:
        """Name the keys; the page in sight stands out."""
        self._page = page
        keys = [("F1", _("help"), "screen.help")]
        keys += [(f"F{number}", _(name), f"screen.page('{name}')") for number, name in enumerate(self._pages, start=2)]
        keys += [
            ("z", _("zoom"), "screen.zoom"),
            ("^p", _("more"), "app.command_palette"),
            ("q", _("leave"), "screen.leave"),
        ]
        width = sum([len(key) + len(name) + 2 for key, name, _action in keys])
        for key, word, action in _MORE:
            name = _(word)
            width += len(key) + len(name) + 2
            if width <= self.size.width:
                keys.insert(-2, (key, name, action))
        # Markup of our own alone: nothing that comes from the opponent is in it.
        self.update(
            " ".join(
                [
                    f"[@click={action}][b]{key}[/b] "
                    + (f"[reverse]{name}[/reverse]" if action == f"screen.page('{page}')" else name)
                    + "[/]"
                    for key, name, action in keys
                ]
            )
        )

    def on_resize(self) -> None:
        """There may be room for more, or for less."""
        self.show(self._page)

    def on_click(self, event: Click) -> None:
        """A key of the bar says what it does: it is not a click that skips what is being shown."""
        event.stop()
