"""The command palette: all that can be done on the screen in sight, found by typing."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from textual.app import App, SystemCommand
from textual.screen import Screen

from tui.language import _


def commands_of(app: App[Any], screen: Screen[Any]) -> Iterable[SystemCommand]:
    """A command for each key of the screen that says what it does, once each."""
    told: set[str] = set()
    for active in screen.active_bindings.values():
        binding = active.binding
        if not binding.show or not binding.description or binding.action in told or not active.enabled:
            continue
        told.add(binding.action)
        help_text = _(active.tooltip or binding.tooltip) or _("Key: {key}").format(key=binding.key)
        yield SystemCommand(_(binding.description), help_text, partial(app.run_action, binding.action, active.node))
