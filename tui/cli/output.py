"""Output that fails: a pipe whose reader has gone, a full disk, a terminal that is closed.

Nothing that a command does depends on somebody reading what it says: it goes on, and what cannot be written is dropped.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final, TextIO, cast

_NAMES: Final = ("stdin", "stdout", "stderr")


class ForgivingStream:
    """A stream whose writes always succeed. `failure` is the first one that did not."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.failure: OSError | None = None
        with suppress(AttributeError, ValueError, OSError):
            cast("Any", stream).reconfigure(errors="backslashreplace")

    def write(self, text: str) -> int:
        """Write, or drop what cannot be written."""
        if self.failure is None:
            try:
                return self._stream.write(text)
            except OSError as error:
                self._fail(error)
        return len(text)

    def flush(self) -> None:
        """Hand on what has been written."""
        if self.failure is None:
            try:
                self._stream.flush()
            except OSError as error:
                self._fail(error)

    def _fail(self, error: OSError) -> None:
        self.failure = error
        # What lies in the stream's buffer is written once more at the end of the program: it may go nowhere then.
        with suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            try:
                os.dup2(nowhere, self._stream.fileno())
            finally:
                os.close(nowhere)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def forgiving_output() -> Iterator[ForgivingStream]:
    """Make the standard streams such, and give the output. One that was closed from the beginning is an empty one."""
    before = {name: getattr(sys, name) for name in _NAMES}
    opened: list[TextIO] = []
    for name, stream in before.items():
        if stream is None:
            # Not by way of a file descriptor of the program's own: those below 3 are free, and a socket may get them.
            stream = open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8")  # noqa: PLW2901, PTH123, SIM115
            opened.append(stream)
        setattr(sys, name, stream if name == "stdin" else ForgivingStream(stream))
    output = cast("ForgivingStream", sys.stdout)
    try:
        yield output
    finally:
        output.flush()
        sys.stderr.flush()
        for name, stream in before.items():
            setattr(sys, name, stream)
        for stream in opened:
            stream.close()
