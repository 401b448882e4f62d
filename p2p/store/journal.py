"""A file that only grows, one durable item after another (threat 34).

What was acknowledged is never lost; what was being written when the power went is dropped, with a message. How an item
looks in the file is the caller's (`protocol.record` for a game's entries).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from p2p.errors import Problem, StorageError
from p2p.store.file_system import FileSystem, reason


class Journal:
    """The end of a file. `size` is how many of its bytes are good: what lies behind is cut off."""

    def __init__(self, disk: FileSystem, path: Path, size: int, frame: Callable[[bytes], bytes]) -> None:
        """Open `path` to append. Raises StorageError."""
        self._path = path
        self._frame = frame
        self._size = size
        self._broken = False
        try:
            self._file = disk.append(path)
        except OSError as error:
            raise StorageError(Problem.CANNOT_OPEN, path=path, reason=reason(error)) from error
        try:
            self._file.truncate(size)
        except OSError as error:
            self._file.close()
            raise StorageError(Problem.CANNOT_CUT, path=path, reason=reason(error)) from error

    def append(self, item: bytes) -> None:
        """Make `item` durable. Raises StorageError: it is not in the file then, and nothing is appended any more."""
        if self._broken:
            raise StorageError(Problem.JOURNAL_BROKEN, path=self._path)
        framed = self._frame(item)
        try:
            written = 0
            while written < len(framed):
                step = self._file.write(framed[written:])
                if step <= 0:
                    raise OSError("nothing was written")
                written += step
            self._file.sync()
        except OSError as error:
            self._broken = True
            self._cut_back()
            raise StorageError(Problem.JOURNAL_FULL, path=self._path, reason=reason(error)) from error
        self._size += len(framed)

    def close(self) -> None:
        """Let go of the file."""
        self._broken = True
        self._file.close()

    def _cut_back(self) -> None:
        try:
            self._file.truncate(self._size)
        except OSError:
            return  # the reader drops what is torn
