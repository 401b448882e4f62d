"""Two tables with a wire between them that loses nothing and delivers in whatever order the test asks for."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic

from engine.hidden import Action, Decision, Face, Game, Piece, State
from protocol.record import frame_entry
from protocol.roles import Role, Side
from protocol.seeds import Secrets
from protocol.table import Table


def seen(table: Table[Any, Any]) -> Mapping[Piece, Face]:
    """The faces that the player of `table` may know."""
    view = table.view()
    assert view is not None
    return view.faces


def owned(table: Table[Any, Any]) -> Mapping[Piece, Face]:
    """The faces of all pieces of the player of `table`, also those that it may not look at, and the public ones."""
    return table._known_faces()


def write_record(entries: Iterable[bytes]) -> bytes:
    """A whole record file."""
    return b"".join(map(frame_entry, entries))


def fixed_secrets(label: int) -> Secrets:
    """Secrets that are the same in every run, for golden data."""
    return Secrets(bytes([label]) * 32, bytes([label ^ 0xFF]) * 32)


@dataclass
class Disk:
    """What one player has made durable. `broken` makes every write fail, as a full disk does."""

    entries: list[bytes] = field(default_factory=list)
    remembered: list[bytes] = field(default_factory=list)
    broken: bool = False

    def keep(self, entry: bytes) -> None:
        """See `Table`."""
        self._write()
        self.entries.append(entry)

    def remember(self, blob: bytes) -> None:
        """See `Table`."""
        self._write()
        self.remembered.append(blob)

    def _write(self) -> None:
        if self.broken:
            raise OSError("No space left on device")


class Pair(Generic[State, Action]):
    """A host and a joiner. `wires[role]` holds what is on its way to that role, in order."""

    def __init__(
        self,
        game: Game[State, Action],
        side: Side = Side.FIRST,
        secrets: tuple[Secrets, Secrets] | None = None,
    ) -> None:
        self.game = game
        self.secrets = secrets or (fixed_secrets(1), fixed_secrets(2))
        self.disks = (Disk(), Disk())
        self.wires: tuple[deque[bytes], deque[bytes]] = (deque(), deque())
        self.received: tuple[list[bytes], list[bytes]] = ([], [])
        self.announced = [0, 0]
        """How many entries each role was told that the other has, at the last reconnect."""
        self.tables = [
            Table(
                game,
                role,
                self.secrets[role],
                name,
                side,
                self.disks[role].keep,
                self.disks[role].remember,
            )
            for role, name in ((Role.HOST, "Mitsunari"), (Role.JOINER, "Ieyasu"))
        ]

    @property
    def host(self) -> Table[State, Action]:
        """The host's table."""
        return self.tables[Role.HOST]

    @property
    def joiner(self) -> Table[State, Action]:
        """The joiner's table."""
        return self.tables[Role.JOINER]

    def collect(self) -> None:
        """Put what the tables have written on the wires."""
        for role in Role:
            self.wires[role.other].extend(self.tables[role].take_outbox())

    def deliver(self, role: Role) -> None:
        """Hand the next entry on the way to `role` over to it."""
        raw = self.wires[role].popleft()
        self.received[role].append(raw)
        self.tables[role].receive(raw)
        self._settle(role)

    def run(self, choose: Callable[[list[Role]], Role] = lambda roles: roles[0]) -> None:
        """Deliver, in the order that `choose` picks among the roles with something on the way, until all is quiet."""
        while True:
            self.collect()
            roles = [role for role in Role if self.wires[role]]
            if roles:
                self.deliver(choose(roles))
            elif not self.take_leave():
                return

    def take_leave(self) -> bool:
        """All is quiet: hand over that somebody has left. Whether one has."""
        for role in Role:
            leave = self.tables[role].signed_leave()
            if leave is not None:
                return self.tables[role.other].hear_leave(leave)
        return False

    def deciders(self) -> list[Role]:
        """Who may decide something now."""
        return [role for role in Role if self.tables[role].asked() is not None]

    def crash(self, role: Role, mark: bytes = b"") -> None:
        """The player's program dies and comes back from its disk; both then exchange heads and what they lack.

        `mark` is what it noted of its own record, if anything.
        """
        disk = self.disks[role]
        self.tables[role] = Table.resume(
            self.game,
            role,
            self.secrets[role],
            list(disk.entries),
            list(disk.remembered),
            disk.keep,
            disk.remember,
            name=self.tables[role].name,
            side=self.tables[role]._private.side,
            mark=mark,
        )
        self.reconnect()

    def reconnect(self) -> None:
        """What was on the wires is lost; each side sends what the other lacks."""
        for wire in self.wires:
            wire.clear()
        heads = [table.head for table in self.tables]
        for role in Role:
            self.wires[role.other].extend(self.tables[role].lacking(heads[role.other]))
            self.announced[role] = heads[role.other].count
            self._settle(role)

    def _settle(self, role: Role) -> None:
        """Let the table write while the game is on, if it has all that the other side had."""
        if self.tables[role].head.count >= self.announced[role]:
            self.tables[role].settle()


def play(
    pair: Pair[State, Action],
    moves: Callable[[Table[State, Action]], list[Action]],
    random: Random,
    *,
    most: int = 10_000,
    after: Callable[[], None] = lambda: None,
) -> None:
    """Play on with random moves until the game is finished, or `most` decisions have been taken."""
    for _ in range(most):
        pair.run(random.choice)
        after()
        deciders = pair.deciders()
        if not deciders:
            return
        table = pair.tables[random.choice(deciders)]
        waiting = table.waiting
        assert not isinstance(waiting, Decision) or waiting.seat == table.seat
        table.act(random.choice(moves(table)))
