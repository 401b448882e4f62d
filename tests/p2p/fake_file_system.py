"""A disk in memory that loses power, fills up or refuses at any step."""

from __future__ import annotations

import contextlib
import errno
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from p2p.store.file_system import Stamp


class FakeFileSystem:
    """Every file is its durable bytes and the bytes written since; `after` steps succeed, then every step fails.

    A step is a write, sync, truncate or replace. The step that fails first leaves `torn` bytes of its data behind, as
    a full disk or a power cut does.
    """

    def __init__(self, after: int | None = None, torn: int = 0) -> None:
        self.after = after
        self.torn = torn
        self.steps = 0
        self.files: dict[Path, bytearray] = {}
        self.durable: dict[Path, bytes] = {}
        self.folders: set[Path] = set()
        self.locked: set[Path] = set()

    def step(self) -> bool:
        self.steps += 1
        return self.after is None or self.steps <= self.after

    def power_cut(self, kept: int) -> FakeFileSystem:
        """The disk as found afterwards: what was synced, whole, and of what was not the first `kept` bytes."""
        found = FakeFileSystem()
        found.folders = set(self.folders)
        for path, data in self.files.items():
            left = bytes(data[: len(self.durable[path]) + kept])
            found.files[path] = bytearray(left)
            found.durable[path] = left
        return found

    def read(self, path: Path) -> bytes:
        if path not in self.files:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", str(path))
        return bytes(self.files[path])

    def replace(self, path: Path, data: bytes) -> None:
        if not self.step():
            raise OSError(errno.ENOSPC, "No space left on device", str(path))
        self.files[path] = bytearray(data)
        self.durable[path] = data

    def append(self, path: Path) -> FakeFile:
        self.files.setdefault(path, bytearray())
        self.durable.setdefault(path, b"")
        return FakeFile(self, path)

    def make_folder(self, path: Path) -> None:
        self.folders |= {path, *path.parents}

    def names(self, path: Path) -> list[str]:
        return sorted({known.name for known in (*self.files, *self.folders) if known.parent == path and known != path})

    def stamps(self, folder: Path, names: Sequence[str]) -> tuple[Stamp | None, ...]:
        files = [self.files.get(folder / name) for name in names]
        return tuple(None if data is None else Stamp(zlib.crc32(data), len(data)) for data in files)

    def remove_folder(self, path: Path) -> None:
        self.folders = {folder for folder in self.folders if not folder.is_relative_to(path)}
        self.files = {file: data for file, data in self.files.items() if not file.is_relative_to(path)}

    def write_copy(self, path: Path, data: bytes) -> None:
        self.replace(path, data)

    @contextlib.contextmanager
    def lock(self, path: Path, patience: float = 0.0) -> Iterator[None]:
        if path in self.locked:
            raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
        self.locked.add(path)
        try:
            yield
        finally:
            self.locked.discard(path)


class FakeFile:
    def __init__(self, disk: FakeFileSystem, path: Path) -> None:
        self.disk = disk
        self.path = path

    def write(self, data: bytes) -> int:
        if not self.disk.step():
            self.disk.files[self.path] += data[: self.disk.torn]
            self.disk.torn = 0
            raise OSError(errno.ENOSPC, "No space left on device", str(self.path))
        # As an operating system may: not all of it at once.
        taken = data[: max(1, len(data) // 2)]
        self.disk.files[self.path] += taken
        return len(taken)

    def sync(self) -> None:
        if not self.disk.step():
            raise OSError(errno.EIO, "Input/output error", str(self.path))
        self.disk.durable[self.path] = bytes(self.disk.files[self.path])

    def truncate(self, size: int) -> None:
        if not self.disk.step():
            raise OSError(errno.EIO, "Input/output error", str(self.path))
        del self.disk.files[self.path][size:]
        self.disk.durable[self.path] = bytes(self.disk.files[self.path])

    def close(self) -> None:
        pass
