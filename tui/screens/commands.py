"""The command palette: all that can be done on the screen in sight, found by typing."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any, Final

from textual.app import App, SystemCommand
from textual.command import CommandPalette
from textual.screen import Screen

from tui.keys import shown
from tui.language import N_, Said, _

ALSO: Final = Said({"resign": N_("concede, give up")})
"""Other words by which a command is looked for, by its action: what is typed is sought in the name alone."""


def commands_of(app: App[Any], screen: Screen[Any]) -> Iterable[SystemCommand]:
    """A command for each key of the screen that says what it does, once each, if the screen `offers` it now.

    After them whatever the screen has to be found by its name alone (`found_by_name`).
    """
    told: set[str] = set()
    offers = getattr(screen, "offers", lambda action: True)
    for active in screen.active_bindings.values():
        binding = active.binding
        if not binding.show or not binding.description or binding.action in told or not active.enabled:
            continue
        if not offers(binding.action):
            continue
        told.add(binding.action)
        told_of = active.tooltip or binding.tooltip
        key = _("Key: {key}").format(key=shown(binding.key))
        help_text = f"{key} · {_(told_of)}" if told_of else key
        name = _(binding.description)
        if binding.action in ALSO:
            name = f"{name} ({ALSO[binding.action]})"
        yield SystemCommand(name, help_text, partial(app.run_action, binding.action, active.node))
    yield from getattr(screen, "found_by_name", ())


def open_palette(app: App[Any]) -> None:
    """Show the palette, which asks in the language that is spoken."""
    if app.use_command_palette and not CommandPalette.is_open(app):
        app.push_screen(CommandPalette(placeholder=_("Search for a command…"), id="--command-palette"))
