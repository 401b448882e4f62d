"""What is looked at before a game begins: whether the command can be carried out as it was typed."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from p2p.store.data_folder import DataFolder
from p2p.store.file_system import reason
from p2p.store.game_list import GameSummary
from p2p.system import try_to_write
from protocol.errors import LocalError
from tui.cli.errors import WrongCommand
from tui.cli.games import games_in, table_of_games
from tui.language import _


def game_to_resume(data: DataFolder, name: str) -> GameSummary:
    """The one game whose name begins with `name`; if there are several, the one of them that is not over.

    Raises WrongCommand, with the games that there are to choose from, StorageError, or LocalError if there is none.
    """
    games = games_in(data)
    named = [game for game in games if game.name.startswith(name)]
    if name and len(named) == 1:
        return named[0]
    going_on = [game for game in named if game.can_go_on]
    if len(going_on) == 1:
        return going_on[0]
    choice = going_on or [game for game in games if game.can_go_on]
    if not choice:
        if name:
            raise WrongCommand(
                _("There is no game called {name!r} to go on with; `sekigahara solo` begins one.").format(name=name)
            )
        raise LocalError(_("There is no game to go on with; `sekigahara solo` begins one."))
    if not name:
        problem = _("Several games are not over: say which, with `sekigahara resume GAME`.")
    elif going_on:
        problem = _("Several games that are not over begin with {name!r}: say which.").format(name=name)
    else:
        problem = _("There is no game called {name!r} to go on with. These are not over:").format(name=name)
    raise WrongCommand(problem, table_of_games(choice))


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
    if bot is None and not plain and not _on_a_terminal():
        raise LocalError(
            _("This needs a terminal to draw on; with --bot a bot plays without one, with --plain you do.")
        )


def need_a_screen() -> None:
    """Raise LocalError if there is no terminal to draw on."""
    if not _on_a_terminal():
        raise LocalError(
            _("This needs a terminal to draw on: run it in one, with neither input nor output redirected.")
        )


def _on_a_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()
