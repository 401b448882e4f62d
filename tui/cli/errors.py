"""What is wrong with a command."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from p2p.text import clean
from tui.network_words import error_words


class WrongCommand(Exception):
    """The command cannot be carried out as it was typed; nothing was begun. Exit status 2.

    `more`: lines to be printed below the sentence.
    """

    def __init__(self, sentence: str, more: Sequence[str] = ()) -> None:
        super().__init__(sentence)
        self.more = more


def complain(error: Exception) -> None:
    """Print what went wrong."""
    print(f"error: {clean(error_words(error), 2000)}", file=sys.stderr)
    for line in error.more if isinstance(error, WrongCommand) else ():
        print(line, file=sys.stderr)
