"""The disk, as the rest of the package asks for it; tests put one in its place that fails at any write.

Every method raises OSError when the disk refuses; the modules above turn that into a StorageError.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import shutil
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from p2p.system import PRIVATE_FILE, PRIVATE_FOLDER, open_new, open_to_append, open_to_write, sync_folder


class Stamp(NamedTuple):
    """What changes when a file is written: when it was, in nanoseconds since 1970, and its length in bytes."""

    written: int
    size: int


class AppendFile(Protocol):
    """A file that grows at its end."""

    def write(self, data: bytes) -> int:
        """Append `data`; returns how many bytes were taken, which may be fewer."""

    def sync(self) -> None:
        """Return once everything written is on the disk itself."""

    def truncate(self, size: int) -> None:
        """Cut the file down to `size` bytes."""

    def close(self) -> None:
        """Let go of the file."""


class FileSystem(Protocol):
    """What is asked of a disk. New files and folders are the owner's alone (threat 31)."""

    def read(self, path: Path) -> bytes:
        """The whole file. Raises FileNotFoundError if there is none."""

    def replace(self, path: Path, data: bytes) -> None:
        """Make `data` the file's contents, all or nothing, and durable on return."""

    def append(self, path: Path) -> AppendFile:
        """Open for appending, making the file if there is none."""

    def make_folder(self, path: Path) -> None:
        """Make the folder and those above it, unless they exist; durable on return."""

    def names(self, path: Path) -> list[str]:
        """What the folder holds, sorted; nothing if there is no such folder."""

    def stamps(self, folder: Path, names: Sequence[str]) -> tuple[Stamp | None, ...]:
        """When each of these files was written and how long it is; None for one that cannot be looked at."""

    def remove_folder(self, path: Path) -> None:
        """Remove the folder and all that is in it."""

    def lock(self, path: Path, patience: float = 0.0) -> contextlib.AbstractContextManager[None]:
        """Hold `path` against every other process.

        Entering raises BlockingIOError if another one still holds it after `patience` seconds.
        """

    def write_copy(self, path: Path, data: bytes) -> None:
        """Write `data` to a file that the player named, which may be a pipe; a file is the owner's alone."""


class _RealFile:
    def __init__(self, path: Path) -> None:
        self._number = open_to_append(path)

    def write(self, data: bytes) -> int:
        return os.write(self._number, data)

    def sync(self) -> None:
        os.fsync(self._number)

    def truncate(self, size: int) -> None:
        os.ftruncate(self._number, size)
        os.fsync(self._number)

    def close(self) -> None:
        os.close(self._number)


class LocalFileSystem:
    """The machine's own disk."""

    def read(self, path: Path) -> bytes:
        """See `FileSystem`."""
        return path.read_bytes()

    def replace(self, path: Path, data: bytes) -> None:
        """Write a file beside it and rename that."""
        temporary = path.with_name(f"{path.name}.{secrets.token_hex(4)}.new")
        number = open_new(temporary)
        try:
            with os.fdopen(number, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                temporary.unlink()
            raise
        sync_folder(path.parent)

    def append(self, path: Path) -> AppendFile:
        """See `FileSystem`."""
        file = _RealFile(path)
        sync_folder(path.parent)
        return file

    def make_folder(self, path: Path) -> None:
        """See `FileSystem`."""
        if path.is_dir():
            return
        self.make_folder(path.parent)
        path.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)
        sync_folder(path.parent)

    def names(self, path: Path) -> list[str]:
        """See `FileSystem`."""
        try:
            return sorted(os.listdir(path))  # noqa: PTH208  for thousands of games, without making paths
        except FileNotFoundError:
            return []

    def stamps(self, folder: Path, names: Sequence[str]) -> tuple[Stamp | None, ...]:
        """See `FileSystem`. Called for thousands of folders, so without making paths."""
        found: list[Stamp | None] = []
        for name in names:
            try:
                status = os.stat(f"{folder}{os.sep}{name}")  # noqa: PTH116
            except OSError:
                found.append(None)
            else:
                found.append(Stamp(status.st_mtime_ns, status.st_size))
        return tuple(found)

    def remove_folder(self, path: Path) -> None:
        """See `FileSystem`."""
        shutil.rmtree(path)
        sync_folder(path.parent)

    def write_copy(self, path: Path, data: bytes) -> None:
        """See `FileSystem`."""
        number = open_to_write(path)
        with os.fdopen(number, "wb") as file:
            if stat.S_ISREG(os.fstat(number).st_mode):
                os.chmod(path, PRIVATE_FILE)  # noqa: PTH101  it may have been there before
                file.truncate(0)
            file.write(data)

    @contextlib.contextmanager
    def lock(self, path: Path, patience: float = 0.0) -> Iterator[None]:
        """Lock an empty file beside what it guards; the system lets go of it when the process dies.

        What a process that died had not yet put in its place (`replace`) is removed.
        """
        import filelock

        lock = filelock.FileLock(path, timeout=patience, mode=PRIVATE_FILE)
        try:
            lock.acquire()
        except filelock.Timeout as error:
            raise BlockingIOError(errno.EAGAIN, "Another process holds it", str(path)) from error
        try:
            for left in path.parent.glob("*.new"):
                with contextlib.suppress(OSError):
                    left.unlink()
            yield
        finally:
            lock.release()


def reason(error: OSError) -> str:
    """The system's own words, without number and path."""
    return error.strerror or str(error) or type(error).__name__
