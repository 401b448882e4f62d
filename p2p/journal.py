"""A file that only grows, one durable item after another (threat 34).

What was acknowledged is never lost; what was being written when the power went is dropped, with a message. How an item
looks in the file is the caller's: the record of a game has the protocol's format, the rest `frame_item`'s.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Final

from p2p.disk import Disk
from p2p.errors import StorageError

_LENGTH: Final = 4
_CHECKSUM: Final = 4


class Journal:
    """The end of a file. `size` is how many of its bytes are good: what lies behind is cut off."""

    def __init__(self, disk: Disk, path: Path, size: int, frame: Callable[[bytes], bytes]) -> None:
        """Open `path` to append. Raises StorageError."""
        self._path = path
        self._frame = frame
        self._size = size
        self._broken = False
        try:
            self._file = disk.append(path)
        except OSError as error:
            raise StorageError(f"{path} cannot be opened: {reason(error)}.") from error
        try:
            self._file.truncate(size)
        except OSError as error:
            self._file.close()
            raise StorageError(f"{path} cannot be cut after its last whole item: {reason(error)}.") from error

    def append(self, item: bytes) -> None:
        """Make `item` durable. Raises StorageError: it is not in the file then, and nothing is appended any more."""
        if self._broken:
            raise StorageError(f"{self._path} could not be written before; start again from what it holds.")
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
            raise StorageError(
                f"{self._path} cannot be written: {reason(error)}. The game is kept up to here; make room, then resume."
            ) from error
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


def frame_item(item: bytes) -> bytes:
    """`item` with its length and a checksum before it."""
    return len(item).to_bytes(_LENGTH, "big") + _checksum(item) + item


def read_items(data: bytes) -> tuple[list[bytes], int]:
    """The whole items that a file of `frame_item`s holds, and how many bytes they take. What follows them is torn."""
    items: list[bytes] = []
    place = 0
    while True:
        start = place + _LENGTH + _CHECKSUM
        end = start + int.from_bytes(data[place : place + _LENGTH], "big")
        item = data[start:end]
        if start > len(data) or end > len(data) or data[place + _LENGTH : start] != _checksum(item):
            return items, place
        items.append(item)
        place = end


def reason(error: OSError) -> str:
    """The system's own words, without number and path."""
    return error.strerror or str(error) or type(error).__name__


def _checksum(item: bytes) -> bytes:
    return hashlib.sha256(item).digest()[:_CHECKSUM]
