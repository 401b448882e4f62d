"""What is wrong with a command."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from p2p.text import clean
from tui.language import _


class WrongCommand(Exception):
    """The command cannot be carried out as it was typed; nothing was begun. Exit status 2.

    `more`: lines to be printed below the sentence.
    """

    def __init__(self, sentence: str, more: Sequence[str] = ()) -> None:
        super().__init__(sentence)
        self.more = more


def complain(error: Exception) -> None:
    """Print what went wrong."""
    from tui.network_words import error_words  # and with it the network

    print(_("error: {error}").format(error=clean(error_words(error), 2000)), file=sys.stderr)
    for line in error.more if isinstance(error, WrongCommand) else ():
        print(line, file=sys.stderr)


def complain_of_output(failure: OSError, status: int, *, reads: bool) -> int:
    """Say that the output could not be written; the exit status. A game has gone on without it."""
    from p2p.store.file_system import reason

    sentence = (
        _("error: The output could not be written: {reason}.")
        if reads
        else _("error: The output could not be written: {reason}. The game went on without it.")
    )
    print(sentence.format(reason=_(reason(failure))), file=sys.stderr)
    return status or 1 if reads else status


def status_of(error: Exception) -> int:
    """Tell of an error that no command has dealt with; the exit status.

    What can happen to a player is a sentence. Anything else is a mistake in the program: one line, and a log with
    where it happened, for whoever mends it. A log has no value of any variable, so no hidden face and no key.
    """
    from p2p.reach.tokens import TokenError
    from protocol.errors import FairTableError

    if isinstance(error, WrongCommand | TokenError):
        complain(error)
        return 2
    if isinstance(error, FairTableError):
        complain(error)
        return 1
    what = clean(f"{type(error).__name__}: {error}", 200)
    try:
        where = _("{path} tells where: please report it with that file, where you got the program.").format(
            path=keep_log(error)
        )
    except OSError as problem:
        where = _("No log of it could be kept ({reason}): please report it, where you got the program.").format(
            reason=_(str(problem.strerror))
        )
    print(
        _("error: A mistake in the program ({what}). Games are kept as far as they came. {where}").format(
            what=what, where=where
        ),
        file=sys.stderr,
    )
    return 1


def keep_log(error: Exception) -> Path:
    """Append to the log of mistakes, for the owner's eyes alone. Raises OSError."""
    from p2p.store.data_folder import open_data_folder
    from p2p.system import PRIVATE_FOLDER, open_to_append
    from tui.cli.program import PROGRAM, version_words

    folder = open_data_folder(PROGRAM).path
    folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    path = folder / "mistakes.log"
    when = datetime.now(UTC).isoformat(timespec="seconds")
    lines = [f"{when} {version_words()}, Python {sys.version.split()[0]}, {sys.platform}\n"]
    text = "".join([*lines, *traceback.format_exception(error), "\n"])
    with os.fdopen(open_to_append(path), "w", encoding="utf-8", errors="backslashreplace") as file:
        file.write(text)
    return path
