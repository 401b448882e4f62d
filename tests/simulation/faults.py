"""What can go wrong, and when: a fault is a kind of trouble at the nth passing of a named point.

Three families of points, each with the faults that can strike there:

    net host>joiner entry.mix                a message on its way, by its tag (and an entry's kind)
    host send entry.mix before               a program before or after it sends, receives, or waits (`await`)
    host disk record write before            a disk before, in the middle of, or after one step

A `Plan` counts how often each point is passed, says which faults are due, and keeps a digest of all that was passed,
by which two runs are known to be the same.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Final


class Kind(StrEnum):
    """What goes wrong. The value is what tables call it."""

    # On the network.
    CUT_BEFORE = "cut before"
    CUT_INSIDE = "cut inside"
    CUT_AFTER = "cut after"
    HALF_CUT = "half cut"
    DELAY = "delay"
    STALL = "stall"
    STALL_ONE_WAY = "stall one way"
    CHOKE = "choke"
    DUPLICATE = "duplicate"
    REPEAT = "repeat"
    GARBLE = "garble"
    TRICKLE = "trickle"
    MOVE_HOST = "move host"
    MOVE_JOINER = "move joiner"
    MOVE_BOTH = "move both"
    STRANGERS = "strangers"
    # To a program or its machine.
    KILL = "kill"
    POWER = "power cut"
    KILL_BOTH = "kill both"
    POWER_BOTH = "power cut both"
    RESTORE = "old copy"
    RESTORE_BOTH = "old copies"
    LEAVE = "leave"
    LEAVE_BOTH = "leave both"
    # To a disk.
    FULL = "disk full"
    FAILS = "disk fails"
    REORDER = "power cut, reordered"


ON_NETWORK: Final = (
    Kind.CUT_BEFORE,
    Kind.CUT_INSIDE,
    Kind.CUT_AFTER,
    Kind.HALF_CUT,
    Kind.DELAY,
    Kind.STALL,
    Kind.STALL_ONE_WAY,
    Kind.CHOKE,
    Kind.DUPLICATE,
    Kind.GARBLE,
    Kind.TRICKLE,
    Kind.MOVE_HOST,
    Kind.MOVE_JOINER,
    Kind.MOVE_BOTH,
    Kind.STRANGERS,
)
TO_PROGRAM: Final = (
    Kind.KILL,
    Kind.POWER,
    Kind.KILL_BOTH,
    Kind.POWER_BOTH,
    Kind.RESTORE,
    Kind.RESTORE_BOTH,
    Kind.LEAVE,
    Kind.LEAVE_BOTH,
)
WHILE_WAITING: Final = (Kind.KILL, Kind.POWER, Kind.KILL_BOTH, Kind.LEAVE)
TO_DISK: Final = (Kind.KILL, Kind.POWER, Kind.KILL_BOTH, Kind.POWER_BOTH)
BEFORE_DISK: Final = (*TO_DISK, Kind.FULL, Kind.FAILS)

_NEEDS_NO_ROOM: Final = ("read", "take", "truncate", "remove")

REPEATABLE: Final = ("entry.", "ping", "pong", "chat")
"""Messages that an honest program might send twice: the rest would be against the wire protocol."""


def kinds_at(point: str) -> tuple[Kind, ...]:
    """What may go wrong at a point."""
    words = point.split()
    if words[0] == "net":
        again = (Kind.REPEAT,) if words[2].startswith(REPEATABLE) else ()
        return (*ON_NETWORK, *again)
    if words[1] == "await":
        return WHILE_WAITING
    if words[1] != "disk":
        return TO_PROGRAM
    if words[2:] == ["record", "sync", "before"]:
        return (*BEFORE_DISK, Kind.REORDER)
    if words[-1] != "before":
        return TO_DISK
    return (*TO_DISK, Kind.FAILS) if words[3] in _NEEDS_NO_ROOM else BEFORE_DISK


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """`kind` strikes when `point` is passed for the `nth` time, counted from 0."""

    point: str
    nth: int
    kind: Kind

    def __str__(self) -> str:
        return f"{self.kind} at {self.point} #{self.nth}"


def keyed(*key: object) -> Random:
    """Chance that is the same for the same key, whatever else has been drawn."""
    return Random(" ".join(map(str, key)))


class Plan:
    """The faults of one run, and what has become of them."""

    def __init__(self, faults: Iterable[Fault], *, watch_waits: bool = False) -> None:
        self.counts: Counter[str] = Counter()
        self.passed = 0
        self.fired: list[Fault] = []
        self._due: defaultdict[str, list[Fault]] = defaultdict(list)
        for fault in faults:
            self._due[fault.point].append(fault)
        self.watches_waits = watch_waits or any(" await " in point for point in self._due)
        self._trace = hashlib.sha256()
        self.log: list[str] | None = None

    def reach(self, point: str, now: float) -> list[Fault]:
        """Count a passing of `point`; the faults that strike now."""
        self.passed += 1
        count = self.counts[point]
        self.counts[point] = count + 1
        self.note(f"{now:.6f} {point}")
        if point not in self._due:
            return []
        due = [fault for fault in self._due[point] if fault.nth == count]
        self.fired += due
        return due

    def note(self, line: str) -> None:
        """Add a line to what makes this run known again."""
        self._trace.update(line.encode() + b"\n")
        if self.log is not None:
            self.log.append(line)

    @property
    def digest(self) -> str:
        """Of everything noted so far."""
        return self._trace.hexdigest()
