"""The terminal that the screens are drawn on, when it has gone."""

from __future__ import annotations

import errno
from io import StringIO
from typing import IO, cast

from textual.drivers._writer_thread import MAX_QUEUED_WRITES, WriterThread

from tui.driver import TerminalOutput


class Gone(StringIO):
    """A terminal that has been closed."""

    def write(self, text: str) -> int:
        raise OSError(errno.EIO, "gone")

    def flush(self) -> None:
        raise OSError(errno.EIO, "gone")


def test_what_is_drawn_on_a_terminal_that_has_gone_holds_nobody_up() -> None:
    drawing = WriterThread(cast(IO[str], TerminalOutput(Gone())))
    drawing.start()
    for _ in range(2 * MAX_QUEUED_WRITES):
        drawing.write("a frame")
    drawing.stop()
    assert not drawing.is_alive()


def test_what_is_drawn_on_a_terminal_is_drawn() -> None:
    screen = StringIO()
    drawing = WriterThread(cast(IO[str], TerminalOutput(screen)))
    drawing.start()
    drawing.write("a frame")
    drawing.stop()
    assert screen.getvalue() == "a frame"
