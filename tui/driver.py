"""The terminal that the screens are drawn on: the one that standard output leads to.

Textual draws on standard error, and shows nothing where that is kept in a file (`solo 2>log`).
"""

from __future__ import annotations

import sys
from typing import Any

from textual.drivers.linux_driver import LinuxDriver


class TerminalDriver(LinuxDriver):
    """Textual's driver for Linux and macOS, on standard output."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        assert sys.__stdout__ is not None, "a command that draws has looked whether there is a terminal"
        self._file = sys.__stdout__
