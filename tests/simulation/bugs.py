"""Mistakes planted in the program one at a time, to see that the simulation finds them."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final
from unittest import mock

import trio

from p2p.errors import Problem, StorageError
from p2p.reach.host_listener import HostListener
from p2p.session.exchange import Exchange
from p2p.session.session import Session
from p2p.store.file_system import FileSystem, reason
from p2p.store.game_folder import GameFolder
from p2p.store.journal import Journal
from p2p.wire.channel import Channel
from p2p.wire.messages import AnyMessage, GoodbyeMessage, HeadMessage
from protocol.chain import Head
from protocol.errors import PeerError
from protocol.table import Received, Table
from protocol.transcript import Entry, read_entry
from tests.simulation.disk import ProgramsDisk, SimulatedFile
from tests.simulation.faults import Kind
from tests.simulation.programs import current_program
from tests.simulation.world import Scenario

Plant = Callable[[], contextlib.AbstractContextManager[Any]]


def _is_own(item: bytes) -> bool:
    program = current_program()
    return program is not None and read_entry(item).role is program.machine.role


def _append_without_sync(self: Any, item: bytes) -> None:
    framed = self._frame(item)
    written = 0
    try:
        while written < len(framed):
            written += self._file.write(framed[written:])
    except OSError as error:
        raise StorageError(Problem.JOURNAL_FULL, path=self._path, reason=reason(error)) from error
    self._size += len(framed)


def _append_whatever_is_taken(self: Any, item: bytes) -> None:
    framed = self._frame(item)
    try:
        self._file.write(framed)
        self._file.sync()
    except OSError as error:
        self._broken = True
        self._cut_back()
        raise StorageError(Problem.JOURNAL_FULL, path=self._path, reason=reason(error)) from error
    self._size += len(framed)


@contextlib.contextmanager
def _kept_late(*, own: bool) -> Iterator[None]:
    """Entries of one author are written when the next one comes."""
    real_append, real_close = Journal.append, Journal.close

    def flush(self: Any) -> None:
        waiting, self.waiting = getattr(self, "waiting", None), None
        if waiting is not None:
            real_append(self, waiting)

    def append(self: Any, item: bytes) -> None:
        flush(self)
        if _is_own(item) is own:
            self.waiting = item
        else:
            real_append(self, item)

    def close(self: Any) -> None:
        program = current_program()
        if program is not None and program.alive:
            with contextlib.suppress(StorageError):
                flush(self)
        real_close(self)

    with mock.patch.object(Journal, "append", append), mock.patch.object(Journal, "close", close):
        yield


def _open_without_cutting(self: Any, disk: FileSystem, path: Path, size: int, frame: Callable[[bytes], bytes]) -> None:
    self._path, self._frame, self._size, self._broken = path, frame, size, False
    try:
        self._file = disk.append(path)
    except OSError as error:
        raise StorageError(Problem.CANNOT_OPEN, path=path, reason=reason(error)) from error


async def _write_and_forget_wakes(self: Any) -> None:
    while not (self._goodbye_sent and self.goodbye_heard):
        batch = self._to_send()
        if batch:
            await self._channel.send(*batch, patience=self._timeouts.patience)
            self._goodbye_sent = self._goodbye_sent or isinstance(batch[-1], GoodbyeMessage)
        self._wake = trio.Event()  # whoever woke it meanwhile is forgotten
        await self._wake.wait()


def _lacks_nothing(self: Any, peer: Head) -> list[bytes]:
    self._outbox.clear()
    return [] if peer.count else [*self._referee.entries]


def _lacking_beside_outbox(self: Any, peer: Head) -> list[bytes]:
    found: list[bytes] = self._referee.entries[peer.count :]
    return found


@contextlib.contextmanager
def _wrong_head() -> Iterator[None]:
    real = Channel.send

    async def send(self: Channel, *messages: AnyMessage, patience: float) -> None:
        changed = [
            HeadMessage(message.count, hashlib.sha256(message.hash).digest())
            if isinstance(message, HeadMessage)
            else message
            for message in messages
        ]
        await real(self, *changed, patience=patience)

    with mock.patch.object(Channel, "send", send):
        yield


@contextlib.contextmanager
def _silence_unnoticed() -> Iterator[None]:
    real = Channel.receive

    async def receive(self: Channel, *, patience: float) -> AnyMessage:
        return await real(self, patience=float("inf"))

    with mock.patch.object(Channel, "receive", receive):
        yield


async def _keep_the_older(self: Any, channel: Channel) -> None:
    if self._current is not None:
        await channel.close()
        return
    self._current = channel
    self._admitted.send_nowait(channel)


def _not_durable(self: ProgramsDisk, path: Path, data: bytes) -> None:
    self.step(path, "replace", "before")
    file = self.disk.files.setdefault(path, SimulatedFile())
    self.disk.touch(file, data)
    self.step(path, "replace", "after")


def _forget(self: GameFolder, data: bytes) -> None:
    """Nothing is written."""


@contextlib.contextmanager
def _repetition_is_fraud() -> Iterator[None]:
    real = Table._compare_old

    def compare(self: Any, entry: Entry) -> Received:
        real(self, entry)
        raise PeerError("number", "got an entry twice", number=entry.number)

    with mock.patch.object(Table, "_compare_old", compare):
        yield


@contextlib.contextmanager
def _leaves_before_it_is_heard() -> Iterator[None]:
    real = Exchange._talk

    async def talk(self: Any) -> None:
        if self._table.finished:
            return  # its own record is complete
        await real(self)

    with mock.patch.object(Exchange, "_talk", talk):
        yield


BUGS: Final[dict[str, Plant]] = {
    "a missing fsync": lambda: mock.patch.object(Journal, "append", _append_without_sync),
    "a send before keep": lambda: _kept_late(own=True),
    "an acknowledgement before keep": lambda: _kept_late(own=False),
    "a short write taken for a whole one": lambda: mock.patch.object(Journal, "append", _append_whatever_is_taken),
    "a torn end that is not cut": lambda: mock.patch.object(Journal, "__init__", _open_without_cutting),
    "a file replaced without fsync": lambda: mock.patch.object(ProgramsDisk, "replace", _not_durable),
    "a sealed choice that is not kept": lambda: mock.patch.object(GameFolder, "save_remembered", _forget),
    "a lost wake-up": lambda: mock.patch.object(Exchange, "_write", _write_and_forget_wakes),
    "a dropped retransmission": lambda: mock.patch.object(Table, "lacking", _lacks_nothing),
    "entries sent twice after a reconnect": lambda: mock.patch.object(Table, "lacking", _lacking_beside_outbox),
    "a wrong head at a reconnect": _wrong_head,
    "silence that nobody notices": _silence_unnoticed,
    "an old connection kept before a new one": lambda: mock.patch.object(HostListener, "_hand_over", _keep_the_older),
    "a repetition taken for fraud": _repetition_is_fraud,
    "leaving before the last verdict is heard": _leaves_before_it_is_heard,
    "deciding before the chains are compared": lambda: mock.patch.object(
        Session, "synchronised", mock.PropertyMock(return_value=True), create=True
    ),
}
"""By name, what plants each."""

NEEDS: Final[dict[str, tuple[Kind, ...]]] = {
    "a torn end that is not cut": (Kind.KILL, Kind.KILL_BOTH, Kind.POWER, Kind.POWER_BOTH, Kind.REORDER),
    "a sealed choice that is not kept": (Kind.KILL, Kind.KILL_BOTH, Kind.POWER, Kind.POWER_BOTH),
    "an old connection kept before a new one": (Kind.STALL, Kind.MOVE_JOINER),
    "deciding before the chains are compared": (Kind.RESTORE, Kind.RESTORE_BOTH),
}
"""Mistakes that only faults of these kinds bring to light."""

AT: Final = {"a torn end that is not cut": "disk record write middle"}
"""Mistakes that only faults at points of this name bring to light."""


def likely(name: str, made: Scenario) -> bool:
    """Whether a scenario may show the mistake: a choice made twice shows where players choose otherwise."""
    kinds = NEEDS.get(name, tuple(Kind))
    where = AT.get(name, "")
    fickle = name != "deciding before the chains are compared" or made.fickle
    return fickle and any(fault.kind in kinds and where in fault.point for fault in made.faults)
