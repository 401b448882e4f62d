"""Two tables of a game with clocks that hand each other their entries."""

from __future__ import annotations

from protocol.clock import Clock
from protocol.roles import Role, Side
from protocol.seeds import Secrets
from protocol.table import Table
from tests.toy_game import Move, Position, ToyGame

Toy = Table[Position, Move]

GAME = ToyGame(rounds=2)
CLOCK = Clock(10, 2)


def secrets(label: int) -> Secrets:
    return Secrets(bytes([label]) * 32, bytes([255 - label]) * 32)


class ClockedPair:
    """Two tables that hand each other their entries."""

    def __init__(self, clock: Clock | None = CLOCK, joiners: Clock | None = CLOCK) -> None:
        self.kept: list[bytes] = []
        self.remembered: list[bytes] = []
        self.host = Table(
            GAME, Role.HOST, secrets(1), "M", Side.FIRST, self.kept.append, self.remembered.append, clock=clock
        )
        self.joiner = Table(GAME, Role.JOINER, secrets(2), "I", clock=joiners)
        self.host.begin()
        self.carry()

    @property
    def tables(self) -> tuple[Toy, Toy]:
        return self.host, self.joiner

    def carry(self) -> None:
        while True:
            moved = False
            for here, there in (self.tables, self.tables[::-1]):
                for raw in here.take_outbox():
                    there.receive(raw)
                    moved = True
            if not moved:
                return

    def decider(self) -> Toy:
        role = self.host.clock_of
        assert role is not None
        return self.tables[role]

    def decide(self, spent: int) -> Role:
        table = self.decider()
        view = table.view()
        assert view is not None
        table.think(spent)
        table.act(GAME.options(view)[0])
        self.carry()
        return table.role

    def claimed(self) -> None:
        """The time of whoever is to decide runs out, and the other claims the game."""
        late = self.decider()
        other = self.tables[late.role.other]
        head = late.signed_head(late.banks[late.role] + 1)
        assert head is not None
        other.hear_head(head)
        assert other.claim(head)
        self.carry()
