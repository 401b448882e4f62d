"""One run of one player's program, from start to end or death, and what is watched of it."""

from __future__ import annotations

from collections import Counter
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import trio

from p2p.notifications import ChoiceLost, EntryAdded, Notification
from protocol.roles import Role
from tests.simulation.disk import SimulatedDisk
from tests.simulation.faults import Kind
from tests.simulation.network import Listener, SimulatedStream

if TYPE_CHECKING:
    from tests.simulation.world import World

NAMES = {Role.HOST: "host", Role.JOINER: "joiner"}
LATE = 1.0
"""Seconds after which an entry that could have been sent is late."""

PROGRAM: ContextVar[Program | None] = ContextVar("program", default=None)


def current_program() -> Program | None:
    """The program that the running task belongs to; None for strangers."""
    return PROGRAM.get()


class Killed(BaseException):
    """The program has died; nothing in it goes on from here."""


@dataclass
class Machine:
    """A player's machine: what outlives its programs."""

    role: Role
    disk: SimulatedDisk
    game: str = ""
    """Host: what its player calls the game by, once it knows."""
    acknowledged: int = 0
    """How many entries the other side, or the player, has been shown to be there."""
    restored: bool = False
    """Whether an old copy was ever put back."""
    troubled: bool = False
    """Whether the disk has ever refused."""
    finished: bool = False
    ends: list[str] = field(default_factory=list)
    """How each program ended."""
    draws: Counter[str] = field(default_factory=Counter)
    """How many secrets of each sort were made."""

    @property
    def name(self) -> str:
        return NAMES[self.role]


@dataclass
class Talk:
    """What is watched on one connection: each own entry goes out once, and as soon as it can."""

    program: Program
    stream: SimulatedStream
    heads_at: float | None = None
    sent: set[int] = field(default_factory=set)
    free_since: float = 0.0
    """When the last entries were taken: until then nothing else could be sent."""

    def sends(self, label: str, number: int | None) -> None:
        """A message is about to be sent."""
        if not self.program.alive:
            return
        machine, world = self.program.machine, self.program.world
        if label == "head":
            machine.acknowledged = max(machine.acknowledged, number or 0)
        elif label.startswith("entry.") and number is not None:
            machine.acknowledged = max(machine.acknowledged, number + 1)
            if number in self.sent:
                world.violate(f"{machine.name} sends entry {number} twice over one connection")
            self.sent.add(number)
            choked = self.stream.connection.pipes[self.stream.end].choked
            if self.heads_at is not None and not choked:
                since = max(self.program.known_at.get(number, 0.0), self.heads_at, self.free_since)
                if trio.current_time() - since > LATE:
                    world.violate(f"{machine.name} sends entry {number} {trio.current_time() - since:g} s late")

    def has_sent(self) -> None:
        """Entries were taken."""
        self.free_since = trio.current_time()

    def receives(self, label: str) -> None:
        """A message has come."""
        if label == "head":
            self.heads_at = trio.current_time()
        elif label == "welcome":
            self.program.world.bound = True


class Program:
    """A process. `alive` until it is killed; what is left of it afterwards can do nothing any more."""

    def __init__(self, world: World, machine: Machine) -> None:
        self.world = world
        self.machine = machine
        self.alive = True
        self.left = False
        self.scope = trio.CancelScope()
        self.locked: set[Path] = set()
        self.known_at: dict[int, float] = {}
        self.listener: Listener | None = None
        self._streams: list[SimulatedStream] = []

    @property
    def now(self) -> float:
        return trio.current_time()

    # -- points

    def point(self, name: str) -> None:
        """Pass a point; raises Killed if the program dies there, or has died."""
        if not self.alive:
            raise Killed
        for kind in self.world.reach(f"{self.machine.name} {name}"):
            self.world.strike(self, kind)
        if not self.alive:
            raise Killed

    def disk_point(self, point: str) -> Kind | None:
        """See `tests.simulation.disk.Owner`."""
        if not self.alive:
            raise Killed
        trouble: Kind | None = None
        for kind in self.world.reach(f"{self.machine.name} {point}"):
            if kind in (Kind.FULL, Kind.FAILS):
                trouble = kind
                self.machine.troubled = True
            else:
                self.world.strike(self, kind)
        if not self.alive:
            raise Killed
        return trouble

    def waits(self, where: str) -> None:
        """A task goes on after having waited in `where`."""
        if self.alive:
            for kind in self.world.reach(f"{self.machine.name} await {where}"):
                self.world.strike(self, kind)

    def on_the_way(self, label: str) -> list[Kind]:
        """What happens to a message that is on its way now."""
        here, there = ("host", "joiner") if self.machine.role is Role.HOST else ("joiner", "host")
        return self.world.reach(f"net {here}>{there} {label}")

    # -- what it does and how it ends

    def new_talk(self, stream: SimulatedStream) -> Talk:
        """Watch a connection of this program's."""
        self._streams = [*(known for known in self._streams if not known.closed), stream]
        return Talk(self, stream)

    def listen(self) -> Listener:
        """A socket to listen with."""
        self.listener = self.world.network.listener = Listener(self.world.certificate)
        return self.listener

    def observe(self, news: Notification) -> None:
        """Everything that the player is told."""
        if not self.alive:
            raise Killed
        self.world.note(f"{self.machine.name} {type(news).__name__}")
        if isinstance(news, EntryAdded):
            number = news.appended.number
            self.known_at[number] = trio.current_time()
            self.machine.acknowledged = max(self.machine.acknowledged, number + 1)
        elif isinstance(news, ChoiceLost) and not self.machine.restored:
            self.world.violate(f"{self.machine.name} has lost its sealed choice")

    def die(self, *, power: bool) -> None:
        """End at once: with its machine if `power` goes."""
        if not self.alive:
            return
        self.alive = False
        self.locked.clear()
        for stream in self._streams:
            stream.vanish(silently=power)
        self._stop_listening()
        if power:
            self.machine.disk.power_cut()
        self.scope.cancel()

    def leave(self) -> None:
        """The player closes the program."""
        self.left = True
        self.scope.cancel()

    def clean_up(self) -> None:
        """What the system does when a program has ended by itself."""
        self._stop_listening()
        for stream in self._streams:
            if not stream.closed:
                self.world.violate(f"{self.machine.name} ends and leaves a connection open")
                stream.shut()

    def _stop_listening(self) -> None:
        if self.listener is not None:
            self.listener.close()
            if self.world.network.listener is self.listener:
                self.world.network.listener = None
