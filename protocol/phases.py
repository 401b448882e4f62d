"""Who writes what next: one table for both roles, so that every legal step of a game can be reviewed here.

A game begins with the hellos (and, if the host left the seats to chance, the coin), is then led by `Game.waiting`, and
ends with both seeds and both verdicts. At every moment exactly one player may write. The kinds of entry are named as on
the wire; what each is stands in `protocol.entries`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from engine.hidden import SEATS, Decision, Draw, Mix, Sealed, Seat, Waiting, other
from protocol.roles import Role


class Phase(Enum):
    """Where a game stands between two entries."""

    HOST_HELLO = "the host introduces itself"
    JOINER_HELLO = "the joiner introduces itself"
    HOST_COIN = "the host opens its part of the coin"
    JOINER_COIN = "the joiner opens its part of the coin"
    MIX = "the owner mixes"
    DRAW = "the owner's opponent names what is drawn"
    DECISION = "a seat decides"
    FIRST_SEAL = "seat 0 seals its choice"
    SECOND_SEAL = "seat 1 seals its choice"
    FIRST_OPEN = "seat 0 opens its choice"
    SECOND_OPEN = "seat 1 opens its choice"
    FIRST_SEED = "seat 0 opens its seed"
    SECOND_SEED = "seat 1 opens its seed"
    FIRST_VERDICT = "seat 0 signs its verdict"
    SECOND_VERDICT = "seat 1 signs its verdict"
    FINISHED = "nothing is left to write"


class Author(Enum):
    """Who is to write, as the phase alone can say it."""

    HOST = "the host"
    JOINER = "the joiner"
    FIRST = "seat 0"
    SECOND = "seat 1"
    OWNER = "the owner of the pieces"
    OPPONENT = "the opponent of the owner of the pieces"
    DECIDER = "the seat that decides"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Turn:
    """What one phase allows: its author, the kind of entry that it asks for, and the phase that follows.

    `then` is None where the game itself (`Game.waiting`) or the host's wish says what follows. Where the game may be
    left, a resignation or a stop, the author's own or the other's, may be written instead, and leads to FIRST_SEED.
    """

    author: Author
    kind: str | None
    then: Phase | None
    may_leave: bool = False

    @property
    def kinds(self) -> tuple[str, ...]:
        """All kinds of entry that may be written."""
        asked = () if self.kind is None else (self.kind,)
        return (*asked, *LEAVING, TAKING) if self.may_leave else asked


CLAIMING: Final = "claim"
"""The kind of entry by which the opponent of whoever decides ends a game with clocks."""

LEAVING: Final = ("resign", "stop")
"""The kinds of entry by which their author ends a game early."""

TAKING: Final = "left"
"""The kind of entry by which the author takes in that the other one has ended the game early."""

TURNS: Final[Mapping[Phase, Turn]] = {
    Phase.HOST_HELLO: Turn(Author.HOST, "hello", Phase.JOINER_HELLO),
    Phase.JOINER_HELLO: Turn(Author.JOINER, "hello", None),
    Phase.HOST_COIN: Turn(Author.HOST, "coin", Phase.JOINER_COIN),
    Phase.JOINER_COIN: Turn(Author.JOINER, "coin", None),
    Phase.MIX: Turn(Author.OWNER, "mix", None, may_leave=True),
    Phase.DRAW: Turn(Author.OPPONENT, "draw", None, may_leave=True),
    Phase.DECISION: Turn(Author.DECIDER, "action", None, may_leave=True),
    Phase.FIRST_SEAL: Turn(Author.FIRST, "seal", Phase.SECOND_SEAL, may_leave=True),
    Phase.SECOND_SEAL: Turn(Author.SECOND, "seal", Phase.FIRST_OPEN, may_leave=True),
    Phase.FIRST_OPEN: Turn(Author.FIRST, "open", Phase.SECOND_OPEN, may_leave=True),
    Phase.SECOND_OPEN: Turn(Author.SECOND, "open", None, may_leave=True),
    Phase.FIRST_SEED: Turn(Author.FIRST, "seed", Phase.SECOND_SEED),
    Phase.SECOND_SEED: Turn(Author.SECOND, "seed", Phase.FIRST_VERDICT),
    Phase.FIRST_VERDICT: Turn(Author.FIRST, "verdict", Phase.SECOND_VERDICT),
    Phase.SECOND_VERDICT: Turn(Author.SECOND, "verdict", Phase.FINISHED),
    Phase.FINISHED: Turn(Author.NOBODY, None, None),
}


def takes_time(phase: Phase) -> bool:
    """Whether whoever writes next takes a decision: in a game with clocks, its clock runs."""
    return phase in (Phase.DECISION, Phase.FIRST_SEAL, Phase.SECOND_SEAL)


def in_play(phase: Phase) -> bool:
    """Whether the game itself is on: seats are known and no end has come."""
    return TURNS[phase].may_leave


def phase_of(waiting: Waiting) -> Phase:
    """The phase in which what the game waits for is answered."""
    if isinstance(waiting, Mix):
        return Phase.MIX
    if isinstance(waiting, Draw):
        return Phase.DRAW
    if isinstance(waiting, Decision):
        return Phase.DECISION
    if isinstance(waiting, Sealed):
        return Phase.FIRST_SEAL
    return Phase.FIRST_SEED


def author_role(phase: Phase) -> Role | None:
    """The role that writes in `phase`, None where the author is a seat or nobody."""
    author = TURNS[phase].author
    if author is Author.HOST:
        return Role.HOST
    return Role.JOINER if author is Author.JOINER else None


def author_seat(phase: Phase, waiting: Waiting) -> Seat | None:
    """The seat that writes in `phase`, None where the author is a role or nobody."""
    author = TURNS[phase].author
    if author is Author.FIRST:
        return SEATS[0]
    if author is Author.SECOND:
        return SEATS[1]
    if author is Author.OWNER and isinstance(waiting, Mix):
        return waiting.owner
    if author is Author.OPPONENT and isinstance(waiting, Draw):
        return other(waiting.owner)
    if author is Author.DECIDER and isinstance(waiting, Decision):
        return waiting.seat
    return None
