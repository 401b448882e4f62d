"""The line at the bottom: keys, which the mouse can press too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from textual.events import Click
from textual.geometry import Offset
from textual.markup import escape
from textual.widgets import Static

from tui.keys import keys_in_force, shown
from tui.language import N_, _

_TALK: Final = ("game.talk", N_("talk"), "screen.talk")
_MORE: Final = (
    ("game.explain", N_("explain"), "screen.explain"),
    ("game.hint", N_("hint"), "screen.hint"),
    ("game.rules", N_("rules"), "screen.rules"),
    _TALK,
    ("game.zoom", N_("zoom"), "screen.zoom"),
    ("game.odds", N_("odds"), "screen.odds"),
    ("game.spot", N_("place"), "screen.spot"),
    ("game.note", N_("note"), "screen.note"),
    ("game.settings", N_("settings"), "screen.settings"),
    ("game.resign", N_("resign"), "screen.resign"),
    ("game.slower", N_("slower"), "screen.slower"),
    ("game.faster", N_("faster"), "screen.faster"),
)
"""What else the bar names as far as there is room, what is wanted most often first: whose key, word, action."""
_WANTED: Final = ("screen.explain", "screen.hint", "screen.talk")
_MOST: Final = 2
"""Of these so many that the screen offers are named in any case: the words of others give them their room."""


class PageBar(Static):
    """Names the pages and what else can be done. What there is no room for is behind `more`, the command palette."""

    def __init__(self, pages: Sequence[str], *, id: str | None = None) -> None:  # noqa: A002 (Textual's name)
        """`pages`: the names of the pages, in the order of their function keys."""
        super().__init__(id=id, markup=True)
        self._pages = tuple(pages)
        self._page = ""
        self._again = ""
        self._back = False
        self._over = False

    def end(self) -> None:
        """The game is over: less can be done than before."""
        if not self._over:
            self._over = True
            self.show(self._page, self._again, back=self._back)

    def show(self, page: str, again: str = "", *, back: bool = False) -> None:
        """Name the keys; the page in sight stands out. `again`: what its key does when it comes again.

        `back`: the player looks back; the keys for that come first. Where there is no room keys lose their words, those
        of the last pages first. What the screen does not offer is left out.
        """
        in_sight = f"screen.page_number({self._pages.index(page)})" if page in self._pages else ""
        why_not: Callable[[str], str] = getattr(self.screen, "why_not", lambda action: "")
        self._page, self._again, self._back = page, again, back
        in_force = {name: shown(key) for name, key in keys_in_force().items()}
        looking_back = [
            (in_force["game.walk"], _("later"), "screen.walk(1)"),
            (in_force["game.walkback"], _("earlier"), "screen.walk_back"),
            (_("Esc"), _("now"), "screen.decide('escape')"),
        ]
        pages = [
            (f"F{number}", (name == page and again) or _(name), f"screen.page_number({number - 2})")
            for number, name in enumerate(self._pages, start=2)
        ]
        more = ("^p", _("more"), "app.command_palette")
        keys = [*(looking_back if back else []), (in_force["game.help"], _("help"), "screen.help"), *pages, more]
        keys.append((in_force["port.leave"], _("leave"), "screen.leave"))
        # Who plays against a person finds the key to talk before others.
        order = _MORE if not why_not("hint") else sorted(_MORE, key=lambda more: more is not _TALK)
        offered = [
            (in_force[bound], _(word), action)
            for bound, word, action in order
            if not why_not(action.removeprefix("screen."))
        ]
        wanted = [each for each in offered if each[2] in _WANTED][: 0 if back else _MOST]
        keys[-2:-2] = wanted
        wordless = [more, *[each for each in reversed(pages) if each[2] != in_sight]]
        keys = _without_words(keys, wordless, self.size.width)
        for each in offered:
            if each not in wanted and _columns([*keys, each]) <= self.size.width:
                keys.insert(-2, each)
        # Markup of our own alone: nothing that comes from the opponent is in it.
        self.update(
            " ".join(
                [
                    f"[@click={action}][b]{escape(key)}[/b]{' ' if name else ''}"
                    + (f"[reverse]{name}[/reverse]" if action == in_sight else name)
                    + "[/]"
                    for key, name, action in keys
                ]
            )
        )

    def on_resize(self) -> None:
        """There may be room for more, or for less."""
        self.show(self._page, self._again, back=self._back)

    def click_at(self, at: Offset) -> None:
        """Do what a click there on the screen does, which something over the bar has taken."""
        action = self.screen.get_style_at(*at).meta.get("@click")
        if action is not None:
            self.call_later(self.app.run_action, action, self.screen)

    def on_click(self, event: Click) -> None:
        """A key of the bar says what it does: it is not a click that skips what is being shown."""
        event.stop()


def _columns(keys: Sequence[tuple[str, str, str]]) -> int:
    """How many columns these keys take, with a blank between them."""
    return sum([len(f"{key} {name}".rstrip()) + 1 for key, name, _action in keys]) - 1


def _without_words(
    keys: Sequence[tuple[str, str, str]], wordless: Sequence[tuple[str, str, str]], columns: int
) -> list[tuple[str, str, str]]:
    """These keys, of which as many of the `wordless` are without their words, in that order, as it takes."""
    shorter = list(keys)
    for each in wordless:
        if _columns(shorter) > columns:
            shorter[shorter.index(each)] = (each[0], "", each[2])
    return shorter
