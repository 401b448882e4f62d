"""Bindings of actions that may have another key than usual."""

from __future__ import annotations

from textual.binding import Binding

from tui.keys import usual


def bound(
    name: str, action: str, text: str, *, tooltip: str = "", show: bool = True, priority: bool = False
) -> Binding:
    """The binding of one of `tui.keys.ACTIONS`, with its usual key; the application's keymap may give it another."""
    return Binding(usual(name), action, text, id=name, tooltip=tooltip, show=show, priority=priority)
