"""The public state: what both players see, as plain data that is cheap to copy.

`State` holds parts that never change in place (`Movement`, `StackMove`, `Group`, `Combat`), and lists and dictionaries
of immutable values, so that a shallow copy is independent. The procedure in progress is data too: `agenda` is a stack
of questions, requests and steps, the next one last (`engine.rules`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Final, TypeAlias

from engine.forms import FLAG, NUMBER, PIECE, PIECES, Bits, Form, Member, Pair, SetOf, Whole
from engine.hidden import Face, Over, Piece, Pool, Seat, other
from engine.rules import Step, Task
from engine.sekigahara.board import CASTLE, DISKS, LOCATIONS, POOL_COUNT, Location
from engine.sekigahara.components import ROADS
from engine.sekigahara.forms import LOCATION, MAYBE_SEAT, SEAT, Degree

Pieces: TypeAlias = tuple[Piece, ...]

EVERY_STACK: Final = 99
"""The stack moves that Total Movement leaves: more than there are stacks."""


@dataclass(frozen=True, slots=True)
class Group:
    """Blocks that have marched together in the stack move in progress (7.3.1, R10).

    `at` is where they stand and `came_from` the location before, `steps` how many roads they have used, `highway`
    whether all were highway, `largest` the size of the largest group they were in, `forced` whether a forced march
    carries them (R12), `stopped` whether they had to stop at enemy units (R14, R33).
    """

    at: Location
    came_from: Location
    steps: int
    highway: bool
    largest: int
    forced: bool
    stopped: bool
    blocks: Pieces
    form: ClassVar[Form] = Form(
        "group",
        at=LOCATION,
        came_from=LOCATION,
        steps=NUMBER,
        highway=FLAG,
        largest=NUMBER,
        forced=FLAG,
        stopped=FLAG,
        blocks=PIECES,
    )


@dataclass(frozen=True, slots=True)
class StackMove:
    """The move of one stack in progress (7.3.1): it starts at `origin`, where the blocks `present` stood when it began.

    `led` says that it has leadership (7.3.4), by a castle, a capital or a claim made.
    """

    origin: Location
    led: bool
    present: Pieces
    groups: tuple[Group, ...] = ()
    form: ClassVar[Form] = Form("move", origin=LOCATION, led=FLAG, present=PIECES)


@dataclass(frozen=True, slots=True)
class Movement:
    """A movement phase after it was paid for (chapter 7).

    `degree` is what was bought; `stack_moves` how many more stacks may start; `roads` the set of used roads as bits;
    `moved` the blocks that may not start a move; `move` the move in progress, None before the first and after a muster
    or a Mōri call (R17, R18).
    """

    degree: Degree
    stack_moves: int
    mustered: bool = False
    roads: int = 0
    moved: frozenset[Piece] = frozenset()
    move: StackMove | None = None
    form: ClassVar[Form] = Form(
        "movement",
        degree=Member(Degree),
        stack_moves=NUMBER,
        mustered=FLAG,
        roads=Bits(Whole("a road", len(ROADS) - 1), len(ROADS)),
        moved=SetOf(PIECE),
    )


@dataclass(frozen=True, slots=True)
class Deployment:
    """What has been deployed with a card and may still be challenged (8.6.1)."""

    card: Piece
    blocks: Pieces
    form: ClassVar[Form] = Form("pending", card=PIECE, blocks=PIECES)


@dataclass(frozen=True, slots=True)
class Combat:
    """A combat in progress (chapter 8).

    `holder` is the side that held the castle before it, None without a castle. `impact` is both sides'; `ended` says
    who deploys no more (8.5); `carded` who has deployed with a card (8.2.4, R31); `deployed` lists (block, the seat it
    fights for) in order; `pending` is the deployment that may be challenged.
    `lost` and `disk_lost` are the blocks of both sides and the disk that it has cost so far (8.7, 8.9.4): nothing in
    the rules goes by them, so the canonical text leaves them out, and positions do not differ by them.
    """

    location: Location
    attacker: Seat
    holder: Seat | None
    siege: bool = False
    impact: tuple[int, int] = (0, 0)
    ended: tuple[bool, bool] = (False, False)
    carded: tuple[bool, bool] = (False, False)
    deployed: tuple[tuple[Piece, Seat], ...] = ()
    pending: Deployment | None = None
    lost: tuple[Pieces, Pieces] = field(default=((), ()), compare=False)
    disk_lost: bool = field(default=False, compare=False)
    form: ClassVar[Form] = Form(
        "combat",
        location=LOCATION,
        attacker=SEAT,
        holder=MAYBE_SEAT,
        siege=FLAG,
        impact=Pair(NUMBER),
        ended=Pair(FLAG),
        carded=Pair(FLAG),
    )

    @property
    def defender(self) -> Seat:
        """The side that does not attack."""
        return other(self.attacker)

    def stays_inside(self, side: Seat) -> bool:
        """Whether a side is shut in the castle in this siege: it deploys nobody (8.9.3)."""
        return self.siege and side == self.defender

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


class State:
    """The whole public state. Pools are `pools[seat][pool]`; `shown` holds the faces that both players see.

    `holder` and `owner` give the side that holds each castle (R2) and owns each resource location (R3), None where
    there is none; `disks` the locations whose disk stands; `arrivals` where blocks came from in this player turn, as
    (seat, location, from) (R34); `declared` the locations whose combat was declared this phase, as bits; `owed` the
    cards that overruns owe each seat (R39); `over` the winner and why.
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
        "over",
        "owed",
        "owner",
        "pools",
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
        self.first: Seat | None = None
        self.active: Seat | None = None
        self.holder: list[Seat | None] = list(CASTLE)
        self.owner: list[Seat | None] = [None] * len(LOCATIONS)
        self.disks: tuple[Location, ...] = DISKS
        self.movement: Movement | None = None
        self.arrivals: frozenset[tuple[Seat, Location, Location]] = frozenset()
        self.combat: Combat | None = None
        self.declared = 0
        self.owed = (0, 0)
        self.agenda: list[Task] = []
        self.over: Over | None = None

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
        twin.movement = self.movement
        twin.arrivals = self.arrivals
        twin.combat = self.combat
        twin.declared = self.declared
        twin.owed = self.owed
        twin.agenda = self.agenda.copy()
        twin.over = self.over
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
        self.agenda.extend(tasks[::-1])

    def push_after(self, step: Step, *tasks: Task) -> None:
        """Put `tasks` on the agenda, the first to be done first, right after the next `step`, which must be there."""
        agenda = self.agenda
        place = len(agenda) - 1 - agenda[::-1].index(step)
        agenda[place:place] = tasks[::-1]

    def transfer(self, seat: Seat, pieces: Pieces, source: Pool, target: Pool) -> None:
        """Move `pieces`, which must all lie in `source`, to the end of `target`; the others keep their order."""
        pools = self.pools[seat]
        if len(pieces) == len(pools[source]):
            pools[source] = ()
        else:
            pools[source] = tuple([piece for piece in pools[source] if piece not in pieces])
        pools[target] = pools[target] + pieces
