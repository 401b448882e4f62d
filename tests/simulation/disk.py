"""A disk in memory that knows what has not reached it yet, tears and reorders that when the power goes, and fills up.

A file is what its readers see and what would be found after a power cut. Appended bytes become durable with `sync`;
`replace` writes another file, syncs it, and renames, so that in its middle either contents may be found.
"""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Protocol

from p2p.store.file_system import AppendFile, Stamp
from tests.simulation.faults import Kind

SECTOR = 512
"""Bytes that reach a disk together or not at all."""


@dataclass(slots=True)
class SimulatedFile:
    """`seen` is what reads return, `durable` what is on the disk itself."""

    seen: bytes = b""
    durable: bytes = b""
    written: int = 0


@dataclass(frozen=True, slots=True)
class Copy:
    """All files of a disk at one moment; of the record, which only grows, the length alone."""

    record_size: int
    others: dict[Path, bytes]


class Owner(Protocol):
    """The program that uses the disk."""

    def disk_point(self, point: str) -> Kind | None:
        """Pass a point; raises if the program dies there, returns the disk's own trouble if that strikes."""

    @property
    def now(self) -> float:
        """The time of the virtual clock."""


@dataclass
class SimulatedDisk:
    """One machine's. Survives the programs that use it; they see it through `ProgramsDisk`."""

    random: Random
    files: dict[Path, SimulatedFile] = field(default_factory=dict)
    folders: set[Path] = field(default_factory=set)
    full_until: float = -1.0
    copies: list[Copy] = field(default_factory=list)
    stamp: int = 0
    reorder: bool = False
    """Whether the next power cut leaves whichever sectors it likes."""

    def power_cut(self) -> None:
        """What was not durable is lost, or torn. Folders and names are durable as soon as they are made."""
        for file in self.files.values():
            if file.seen != file.durable:
                self.touch(file, self._what_is_left(file))
            file.durable = file.seen
        self.reorder = False

    def _what_is_left(self, file: SimulatedFile) -> bytes:
        start, seen = len(file.durable), file.seen
        if not seen.startswith(file.durable):  # it was cut, and that had not reached the disk
            return file.durable
        if self.reorder:
            return self._reordered(start, seen)
        end = self.random.randint(start, len(seen))
        grown = self.random.choice([end, end, len(seen), self.random.randint(end, len(seen))])
        how = self.random.choice(("lost", "torn", "torn", "grown", "kept"))
        return {
            "lost": file.durable,
            "torn": seen[:end],
            "grown": seen[:end] + bytes(grown - end),
            "kept": seen,
        }[how]

    def _reordered(self, start: int, seen: bytes) -> bytes:
        """The file has its new length, and only some of its new sectors have their contents."""
        left = bytearray(seen)
        for place in range(start - start % SECTOR, len(seen), SECTOR):
            if self.random.random() < 0.5:
                begin, end = max(place, start), min(place + SECTOR, len(seen))
                left[begin:end] = bytes(end - begin)
        return bytes(left)

    def touch(self, file: SimulatedFile, seen: bytes) -> None:
        """Change what a file holds."""
        self.stamp += 1
        file.seen, file.written = seen, self.stamp

    def keep_copy(self, record: Path) -> None:
        """What a player's backup might hold from now."""
        size = len(self.files[record].durable)
        others = {path: file.durable for path, file in self.files.items() if path != record}
        self.copies.append(Copy(size, others))

    def restore(self) -> bool:
        """Put an old copy of everything back. False if there is none."""
        if not self.copies:
            return False
        place = self.random.randrange(len(self.copies))
        copy = self.copies[place]
        del self.copies[place + 1 :]
        for path, file in [*self.files.items()]:
            data = file.durable[: copy.record_size] if path.name == "record" else copy.others.get(path)
            if data is None:
                del self.files[path]
            else:
                self.touch(file, data)
                file.durable = data
        return True


class ProgramsDisk:
    """`p2p.store.file_system.FileSystem` over a simulated disk, for one run of a program."""

    def __init__(self, disk: SimulatedDisk, owner: Owner, locked: set[Path]) -> None:
        self.disk = disk
        self._owner = owner
        self._locked = locked

    def step(self, path: Path, step: str, stage: str, torn: Callable[[], None] | None = None) -> None:
        """Pass a point; raises OSError if the disk refuses there. `torn` leaves something half done first."""
        trouble = self._owner.disk_point(f"disk {self.name(path)} {step} {stage}")
        if trouble is Kind.FULL:
            self.disk.full_until = self._owner.now + self.disk.random.choice([5.0, 60.0, 600.0])
        if stage == "before" and step in ("write", "replace", "make") and self._owner.now < self.disk.full_until:
            if torn is not None:
                torn()
            raise OSError(errno.ENOSPC, "No space left on device", str(path))
        if trouble is Kind.FAILS or (trouble is Kind.FULL and step == "sync"):
            if torn is not None:
                torn()
            number = errno.EIO if trouble is Kind.FAILS else errno.ENOSPC
            raise OSError(number, "Input/output error", str(path))

    @staticmethod
    def name(path: Path) -> str:
        """What points call a file."""
        return path.name if path.name in _NAMED else "folder"

    def read(self, path: Path) -> bytes:
        self.step(path, "read", "before")
        file = self.disk.files.get(path)
        if file is None:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", str(path))
        return file.seen

    def replace(self, path: Path, data: bytes) -> None:
        self.step(path, "replace", "before")
        file = self.disk.files.get(path)
        if file is None:
            # In the middle the new name may be there or not, and the other file's name too.
            beside = path.with_name(f"{path.name}.{self.disk.stamp:08x}.new")
            self.disk.files[beside] = SimulatedFile(data, data)
            self.step(path, "replace", "middle")
            del self.disk.files[beside]
            file = self.disk.files[path] = SimulatedFile()
            self.disk.touch(file, data)
        else:
            self.disk.touch(file, data)
            if self.disk.random.random() < 0.5:
                file.durable = data
            self.step(path, "replace", "middle")
        file.durable = data
        self.step(path, "replace", "after")

    def append(self, path: Path) -> AppendFile:
        self.step(path, "open", "before")
        file = self.disk.files.setdefault(path, SimulatedFile())
        return SimulatedAppendFile(self, path, file)

    def make_folder(self, path: Path) -> None:
        if path in self.disk.folders:
            return
        self.step(path, "make", "before")
        self.disk.folders |= {path, *path.parents}
        self.step(path, "make", "after")

    def names(self, path: Path) -> list[str]:
        known = (*self.disk.files, *self.disk.folders)
        return sorted({found.name for found in known if found.parent == path and found != path})

    def stamps(self, folder: Path, names: Sequence[str]) -> tuple[Stamp | None, ...]:
        files = [self.disk.files.get(folder / name) for name in names]
        return tuple(None if file is None else Stamp(file.written, len(file.seen)) for file in files)

    def remove_folder(self, path: Path) -> None:
        self.step(path, "remove", "before")
        disk = self.disk
        disk.folders = {folder for folder in disk.folders if not folder.is_relative_to(path)}
        disk.files = {file: data for file, data in disk.files.items() if not file.is_relative_to(path)}

    def write_copy(self, path: Path, data: bytes) -> None:
        self.replace(path, data)

    @contextlib.contextmanager
    def lock(self, path: Path, patience: float = 0.0) -> Iterator[None]:
        self.step(path, "take", "before")
        if path in self._locked:
            raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
        self._locked.add(path)
        try:
            yield
        finally:
            self._locked.discard(path)


_NAMED = (
    *("about.json", "time", "secrets", "remembered", "record", "record.seen", "reach", "checked", "proof", "lock"),
    *("identity.pem", "person.key", "nodes", "games.index"),
)


class SimulatedAppendFile:
    """A file that grows at its end; takes fewer bytes than it is given, as systems may."""

    def __init__(self, files: ProgramsDisk, path: Path, file: SimulatedFile) -> None:
        self._files = files
        self._path = path
        self._file = file

    def write(self, data: bytes) -> int:
        disk, file = self._files.disk, self._file
        few = 0 if len(data) < 2 else disk.random.randrange(len(data))

        def torn() -> None:
            disk.touch(file, file.seen + data[:few])

        self._files.step(self._path, "write", "before", torn)
        taken = data if disk.random.random() < 0.7 else data[: max(1, few)]
        before = file.seen
        disk.touch(file, before + taken[: len(taken) // 2])
        self._files.step(self._path, "write", "middle")
        disk.touch(file, before + taken)
        self._files.step(self._path, "write", "after")
        return len(taken)

    def sync(self) -> None:
        disk, file = self._files.disk, self._file

        def torn() -> None:
            # What could not be written may be gone, or still be seen without ever reaching the disk.
            if disk.random.random() < 0.5:
                disk.touch(file, file.durable)

        self._files.step(self._path, "sync", "before", torn)
        file.durable = file.seen
        disk.keep_copy(self._path)
        self._files.step(self._path, "sync", "after")

    def truncate(self, size: int) -> None:
        self._files.step(self._path, "truncate", "before")
        self._files.disk.touch(self._file, self._file.seen[:size])
        self._file.durable = self._file.seen
        self._files.step(self._path, "truncate", "after")

    def close(self) -> None:
        """Nothing to let go of."""
