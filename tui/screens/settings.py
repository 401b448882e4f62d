"""What is chosen for good, as a list over whatever is on the screen: each line leads to what may be chosen."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from tui.keys import ACTIONS, keys_in_force, shown
from tui.language import N_, _
from tui.screens.choice import ChoiceScreen
from tui.screens.dialog import Dialog
from tui.screens.text import TextScreen
from tui.settings import (
    CHOICES,
    HELP,
    KEY,
    TITLES,
    VALUES,
    SettingsError,
    apply_again,
    change_setting,
    overruled,
    read_keys,
    read_settings,
    settings_path,
)
from tui.theme import Theme

LATER: Final = frozenset({"signs", "language"})
"""The settings that count from the next start on."""
FOOT: Final = N_("Enter: change it · Escape, or click here: done")


class KeyScreen(Dialog[str]):
    """Asks for a key by pressing it. Gives what Textual calls it; `usual` for Delete, and the empty string for none."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave_it", N_("Leave it"), priority=True)]

    def __init__(self, what: str, key: str, theme: Theme) -> None:
        super().__init__(classes=theme.glyphs.name)
        self._title = theme.text(what)
        self._text = theme.text(_("It is {key} now. Press another key; Delete: the usual one.").format(key=shown(key)))
        self._foot = theme.text(_("Escape, or click here: leave it"))

    def compose(self) -> ComposeResult:
        """What the key is now."""
        with Vertical(id="box") as box:
            box.border_title = Content(self._title)
            box.border_subtitle = Content(self._foot)
            yield Static(self._text, markup=False, id="text")

    def on_key(self, event: events.Key) -> None:
        """The key that is to be."""
        event.stop()
        self.dismiss("usual" if event.key == "delete" else event.key)

    def action_leave_it(self) -> None:
        """Escape."""
        self.leave()

    def leave(self) -> None:
        """None."""
        self.dismiss("")


async def change_settings(
    app: App[Any],
    look: Theme,
    changed: Callable[[], object],
    *,
    asked_by: str = "",
    ask_help: Callable[[], object] | None = None,
) -> None:
    """Show all settings, again and again until the player has done; `changed` is called after each change.

    The key `asked_by` has opened them and closes them. `ask_help` shows the help over them, where there is one.
    To be run in a worker of `app`.
    """
    names = [*CHOICES, "keys"]
    at = 0
    while True:
        chosen = read_settings(settings_path())
        instead = overruled()
        lines = [
            f"{_(TITLES[name])}: {_in_force(name, chosen[name], instead)} ({_help(app, name)})" for name in CHOICES
        ]
        own = len(read_keys(settings_path()))
        lines.append(_("keys: {count} of your own").format(count=own) if own else _("keys: the usual ones"))
        screen = ChoiceScreen(_("Settings"), lines, look, foot=_(FOOT), at=at, asked_by=asked_by, ask_help=ask_help)
        at = await app.push_screen_wait(screen)
        if at < 0:
            return
        if names[at] == "keys":
            await _change_keys(app, look, changed, ask_help)
            continue
        name = names[at]
        values = CHOICES[name]
        title = f"{_(TITLES[name])}: {_help(app, name)}"
        if name in LATER:
            title = _("{title}; from the next start on").format(title=title)
        if name in instead:
            # Whatever is chosen, this run goes by the variable.
            title = _("{title}; from a start without {variable} on").format(title=title, variable=instead[name])
        at_value = values.index(chosen[name])
        number = await app.push_screen_wait(
            ChoiceScreen(title, _values(values, chosen[name]), look, at=at_value, ask_help=ask_help)
        )
        if number >= 0:
            await _change(app, look, name, values[number], changed)


def _help(app: App[Any], name: str) -> str:
    """What a setting is about, or that nothing comes of it here."""
    return _("no colours here") if name == "theme" and app.no_color else _(HELP[name])


def _values(values: Sequence[str], chosen: str) -> list[str]:
    """What a setting can be, with a word behind what is chosen by now."""
    now = _("{value} (chosen)")
    return [now.format(value=_(VALUES[value])) if value == chosen else _(VALUES[value]) for value in values]


def _in_force(name: str, chosen: str, instead: Mapping[str, str]) -> str:
    """What a setting is: as it was chosen, or as a variable says `instead`."""
    if name not in instead:
        return _(VALUES[chosen])
    value = os.environ[instead[name]]
    return _("{value}, by {variable}").format(value=_(VALUES.get(value, value)), variable=instead[name])


async def _change_keys(
    app: App[Any], look: Theme, changed: Callable[[], object], ask_help: Callable[[], object] | None
) -> None:
    actions, at = list(ACTIONS), 0
    while True:
        keys = keys_in_force()
        lines = [f"{shown(keys[action]):<10} {_(ACTIONS[action].what)}" for action in actions]
        at = await app.push_screen_wait(ChoiceScreen(_("Keys"), lines, look, foot=_(FOOT), at=at, ask_help=ask_help))
        if at < 0:
            return
        action = actions[at]
        key = await app.push_screen_wait(KeyScreen(_(ACTIONS[action].what), keys[action], look))
        if key:
            await _change(app, look, KEY + action, "" if key == "usual" else key, changed)


async def _change(app: App[Any], look: Theme, name: str, value: str, changed: Callable[[], object]) -> None:
    try:
        change_setting(settings_path(), name, value)
    except SettingsError as error:
        await app.push_screen_wait(TextScreen(_("This cannot be chosen"), Content(look.text(str(error))), look))
        return
    apply_again()
    changed()
