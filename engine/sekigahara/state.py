"""The public state: what both players see, as plain data that is cheap to copy.

The procedure in progress is data too. `agenda` is a stack of tasks, the next one last; a task is a tuple of its name
and its arguments (`("cards", 0, 3)`: seat 0 draws three cards). `procedure.advance` carries tasks out until one needs a
player or the table.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from engine.hidden import Face, Piece, Pool, Seat, other
from engine.sekigahara.board import CASTLE, CASTLES, DISKS, PLACES, POOL_COUNT, RESOURCE, RESOURCES, Place
from engine.sekigahara.components import ISHIDA

Task: TypeAlias = tuple[str | int, ...]
Pieces: TypeAlias = tuple[Piece, ...]

NOBODY: Final = -1
"""Stands for no seat and for no location in lists of numbers."""

EVERY_STACK: Final = 99
"""The stack moves that Total Movement leaves: more than there are stacks."""


class Group:
    """Blocks that have marched together in the move in progress (7.3.1, R10). Immutable.

    `at` is where they stand, `steps` how many roads they have used, `highway` whether all were highway, `largest` the
    size of the largest group they were in, `forced` whether a forced march carries them (R12), `stopped` whether they
    had to stop at enemy units (R14, R33).
    """

    __slots__ = ("at", "blocks", "forced", "highway", "largest", "steps", "stopped")

    def __init__(
        self, blocks: Pieces, at: Place, steps: int, highway: bool, largest: int, forced: bool, stopped: bool
    ) -> None:
        self.blocks = blocks
        self.at = at
        self.steps = steps
        self.highway = highway
        self.largest = largest
        self.forced = forced
        self.stopped = stopped

    def of(self, blocks: Pieces) -> Group:
        """The same march for other blocks: what is left after some went on or died."""
        return Group(blocks, self.at, self.steps, self.highway, self.largest, self.forced, self.stopped)


class Movement:
    """A movement phase after it was paid for (chapter 7).

    `paid` is the word of `Pay.movement`; `stack_moves` how many more stacks may start; `roads` the set of used roads as
    bits; `moved` the blocks that may not start a move; `entered` the locations blocks came to, as bits. The move in
    progress starts at `origin` (NOBODY before the first), where the blocks `present` stood when it began; `led` says
    that it has leadership (7.3.4), by a castle, a capital or a claim made.
    """

    __slots__ = ("entered", "groups", "led", "moved", "mustered", "origin", "paid", "present", "roads", "stack_moves")

    def __init__(self, paid: str, stack_moves: int) -> None:
        self.paid = paid
        self.stack_moves = stack_moves
        self.mustered = False
        self.roads = 0
        self.moved: frozenset[Piece] = frozenset()
        self.entered = 0
        self.origin = NOBODY
        self.led = False
        self.present: Pieces = ()
        self.groups: tuple[Group, ...] = ()

    def copy(self) -> Movement:
        """An independent copy."""
        twin = Movement(self.paid, self.stack_moves)
        twin.mustered = self.mustered
        twin.roads = self.roads
        twin.moved = self.moved
        twin.entered = self.entered
        twin.origin = self.origin
        twin.led = self.led
        twin.present = self.present
        twin.groups = self.groups
        return twin


class Combat:
    """A combat in progress (chapter 8).

    `holder` is the side that held the castle before it, NOBODY without a castle. `deployed` lists (block, the seat it
    fights for) in order; `ended` who deploys no more (8.5); `carded` who has deployed with a card (8.2.4, R31);
    `pending` the deployment that may be challenged: its card and its blocks.
    """

    __slots__ = ("attacker", "carded", "deployed", "ended", "holder", "impact", "pending", "place", "siege")

    def __init__(self, place: Place, attacker: Seat, holder: int) -> None:
        self.place = place
        self.attacker = attacker
        self.holder = holder
        self.siege = False
        self.impact = (0, 0)
        self.ended = (False, False)
        self.carded = (False, False)
        self.deployed: tuple[tuple[Piece, Seat], ...] = ()
        self.pending: tuple[Piece, Pieces] | None = None

    @property
    def defender(self) -> Seat:
        """The side that does not attack."""
        return other(self.attacker)

    @property
    def leading(self) -> Seat:
        """The side that is winning: a tie is the defender's (8.2.1, R20)."""
        attacker = self.attacker
        defender = other(attacker)
        return attacker if self.impact[attacker] > self.impact[defender] else defender

    @property
    def initiative(self) -> Seat:
        """The side that deploys next or ends (8.5, R20); in a siege always the attacker (8.9.4)."""
        if self.siege:
            return self.attacker
        trailing = other(self.leading)
        return other(trailing) if self.ended[trailing] else trailing

    def copy(self) -> Combat:
        """An independent copy."""
        twin = Combat(self.place, self.attacker, self.holder)
        twin.siege = self.siege
        twin.impact = self.impact
        twin.ended = self.ended
        twin.carded = self.carded
        twin.deployed = self.deployed
        twin.pending = self.pending
        return twin


class State:
    """The whole public state. Pools are `pools[seat][pool]`; `shown` holds the faces that both players see.

    `holder` and `owner` give the side that holds each castle (R2) and owns each resource location (R3), NOBODY where
    there is none; `disks` the locations whose disk stands; `arrivals` where blocks came from in this player turn, as
    (seat, location, from) (R34); `declared` the locations whose combat was declared this phase, as
    bits; `owed` the cards that overruns owe each seat (R39); `result` the winner and why.
    """

    __slots__ = (
        "active",
        "agenda",
        "arrivals",
        "combat",
        "declared",
        "disks",
        "first",
        "holder",
        "movement",
        "next_piece",
        "owed",
        "owner",
        "pools",
        "result",
        "shown",
        "turn",
        "week",
    )

    def __init__(self) -> None:
        self.pools: tuple[list[Pieces], list[Pieces]] = ([()] * POOL_COUNT, [()] * POOL_COUNT)
        self.shown: dict[Piece, Face] = {}
        self.next_piece = 0
        self.week = 0
        self.turn = 0
        self.first = NOBODY
        self.active = NOBODY
        self.holder: list[int] = [NOBODY if side is None else side for side in CASTLE]
        self.owner: list[int] = [NOBODY] * len(PLACES)
        self.disks: tuple[Place, ...] = DISKS
        self.movement: Movement | None = None
        self.arrivals: frozenset[tuple[Seat, Place, Place]] = frozenset()
        self.combat: Combat | None = None
        self.declared = 0
        self.owed = (0, 0)
        self.agenda: list[Task] = []
        self.result: tuple[Seat, str] | None = None

    def copy(self) -> State:
        """An independent copy: shallow copies of lists whose elements are never changed in place."""
        twin = State.__new__(State)
        twin.pools = (self.pools[0].copy(), self.pools[1].copy())
        twin.shown = self.shown.copy()
        twin.next_piece = self.next_piece
        twin.week = self.week
        twin.turn = self.turn
        twin.first = self.first
        twin.active = self.active
        twin.holder = self.holder.copy()
        twin.owner = self.owner.copy()
        twin.disks = self.disks
        twin.movement = self.movement.copy() if self.movement else None
        twin.arrivals = self.arrivals
        twin.combat = self.combat.copy() if self.combat else None
        twin.declared = self.declared
        twin.owed = self.owed
        twin.agenda = self.agenda.copy()
        twin.result = self.result
        return twin

    def current_combat(self) -> Combat:
        """The combat in progress, which there must be."""
        assert self.combat is not None
        return self.combat

    def current_movement(self) -> Movement:
        """The movement phase in progress, which there must be."""
        assert self.movement is not None
        return self.movement

    def push(self, *tasks: Task) -> None:
        """Put `tasks` on the agenda, the first to be done first, before everything already there."""
        self.agenda.extend(reversed(tasks))

    def transfer(self, seat: Seat, pieces: Pieces, source: Pool, target: Pool) -> None:
        """Move `pieces`, which must all lie in `source`, to the end of `target`; the others keep their order."""
        pools = self.pools[seat]
        if len(pieces) == len(pools[source]):
            pools[source] = ()
        else:
            pools[source] = tuple([piece for piece in pools[source] if piece not in pieces])
        pools[target] = pools[target] + pieces

    def has_units(self, seat: Seat, place: Place) -> bool:
        """Whether `seat` has a block or a disk at `place` (R2)."""
        return bool(self.pools[seat][place]) or (seat == ISHIDA and place in self.disks)

    def occupied(self, seat: Seat) -> int:
        """The locations where `seat` has units, as bits."""
        bits = sum([1 << place for place, stack in enumerate(self.pools[seat][: len(PLACES)]) if stack])
        if seat == ISHIDA:
            for place in self.disks:
                bits |= 1 << place
        return bits

    def settle(self, place: Place) -> None:
        """Bring control of `place` up to date after a change of who stands there (4.2, 4.3, R2, R3, R40)."""
        if RESOURCE[place]:
            first, second = bool(self.pools[0][place]), bool(self.pools[1][place])
            if first != second:
                self.owner[place] = 0 if first else 1
        natural = CASTLE[place]
        if natural is not None:
            first, second = self.has_units(Seat(0), place), self.has_units(Seat(1), place)
            if first != second:
                self.holder[place] = 0 if first else 1
            elif not first:
                self.holder[place] = natural

    def besieged(self, seat: Seat, place: Place) -> bool:
        """Whether blocks of `seat` at `place` are besieged: it holds the castle and the enemy is there (8.9.6, R2)."""
        return self.holder[place] == seat and self.has_units(other(seat), place)

    def castles_of(self, seat: Seat) -> int:
        """How many castles `seat` controls (R2)."""
        return sum(self.holder[place] == seat for place in CASTLES)

    def resources_of(self, seat: Seat) -> int:
        """How many resource locations `seat` controls (R3)."""
        return sum(self.owner[place] == seat for place in RESOURCES)

    def score(self, seat: Seat) -> int:
        """Victory points as they stand: two a castle, one a resource location (2.2, R4)."""
        return 2 * self.castles_of(seat) + self.resources_of(seat)
