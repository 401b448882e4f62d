"""What is wrong with a command."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from p2p.text import clean


class WrongCommand(Exception):
    """The command cannot be carried out as it was typed; nothing was begun. Exit status 2.

    `more`: lines to be printed below the sentence.
    """

    def __init__(self, sentence: str, more: Sequence[str] = ()) -> None:
        super().__init__(sentence)
        self.more = more


def complain(error: Exception) -> None:
    """Print what went wrong."""
    print(f"error: {clean(str(error), 1000)}", file=sys.stderr)
    for line in error.more if isinstance(error, WrongCommand) else ():
        print(line, file=sys.stderr)
