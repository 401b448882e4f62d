"""The terminal that the screens are drawn on: the one that standard output leads to.

Textual draws on standard error, and shows nothing where that is kept in a file (`solo 2>log`).
"""

from __future__ import annotations

import sys
import threading
from contextlib import suppress
from typing import Any, Final, TextIO, cast

from textual.drivers.linux_driver import LinuxDriver

from p2p.system import hangs_up

LOOK_AGAIN: Final = 0.5
"""Seconds between two looks whether the program has left the screen."""


class TerminalOutput:
    """What is drawn on a terminal; nothing, once that has gone.

    The thread that draws would end with the error, and whoever waits for it to draw would wait for ever.
    """

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, text: str) -> int:
        """Draw it."""
        with suppress(OSError):
            return self._file.write(text)
        return len(text)

    def flush(self) -> None:
        """Have all of it drawn."""
        with suppress(OSError):
            self._file.flush()

    def fileno(self) -> int:
        """See `io.IOBase.fileno`."""
        return self._file.fileno()

    def isatty(self) -> bool:
        """See `io.IOBase.isatty`."""
        return self._file.isatty()


class TerminalDriver(LinuxDriver):
    """Textual's driver for Linux and macOS, on standard output."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        assert sys.__stdout__ is not None, "a command that draws has looked whether there is a terminal"
        self._file = cast(Any, TerminalOutput(sys.__stdout__))

    def start_application_mode(self) -> None:
        """Draw from now on, as long as there is a terminal."""
        super().start_application_mode()  # type: ignore[no-untyped-call]
        threading.Thread(target=self._end_with_terminal, name="terminal", daemon=True).start()

    def _end_with_terminal(self) -> None:
        """Leave when the terminal has been closed and no signal told of it: Textual would read its end for ever."""
        while not self.exit_event.is_set():
            if hangs_up(self.fileno, LOOK_AGAIN):
                self._app.call_later(self._app.exit, return_code=1)
                return
