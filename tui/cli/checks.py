"""What is looked at before a game begins: whether the command can be carried out as it was typed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from p2p.store.file_system import reason
from p2p.system import try_to_write
from protocol.errors import LocalError
from tui.cli.errors import WrongCommand
from tui.language import _
from tui.terminal import on_a_terminal

DUMB: Final = ("dumb", "unknown")
"""What terminals call themselves that take lines of text alone."""


def check_target(record: str | None) -> None:
    """See before the game whether its record can be written where `--record` says. Raises WrongCommand."""
    if record is None:
        return
    new = not os.path.lexists(record)
    try:
        # Without waiting: a pipe that nobody reads is refused, as it would be at the end.
        try_to_write(Path(record))
        if new:
            Path(record).unlink()
    except OSError as error:
        raise WrongCommand(
            _("The record cannot be written to {record}: {reason}. Choose another file.").format(
                record=record, reason=_(reason(error))
            )
        ) from error


def need_a_player(bot: str | None, *, plain: bool = False) -> None:
    """Raise LocalError if neither a person nor a bot could play."""
    if bot is not None or plain:
        return
    if not on_a_terminal():
        raise LocalError(
            _("This needs a terminal to draw on; with --bot a bot plays without one, with --plain you do.")
        )
    _need_one_that_draws()


def need_a_screen() -> None:
    """Raise LocalError if there is no terminal to draw on."""
    if not on_a_terminal():
        raise LocalError(
            _("This needs a terminal to draw on: run it in one, with neither input nor output redirected.")
        )
    _need_one_that_draws()


def can_draw() -> bool:
    """Whether there is a terminal that can be drawn on."""
    return on_a_terminal() and os.environ.get("TERM") not in DUMB


def _need_one_that_draws() -> None:
    term = os.environ.get("TERM", "")
    if term in DUMB:
        raise LocalError(
            _(
                "This needs a terminal to draw on, and this one is {term}, as TERM says. Most commands know --plain, "
                "which is for lines of text."
            ).format(term=term)
        )
