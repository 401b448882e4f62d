"""Who writes what next: one table for both roles, so that every legal step of a game can be reviewed here.

A game begins with the hellos (and, if the host left the seats to chance, the coin), is then led by `Game.waiting`, and
ends with both seeds and both verdicts. At every moment exactly one player may write.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from engine.hidden import SEATS, Decision, Draw, Mix, Sealed, Seat, Waiting, other
from protocol.transcript import Kind


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
class Rule:
    """What one phase allows: its author, the kinds of entry that it may write, and the phase that follows.

    `then` is None where the game itself (`Game.waiting`) or the host's wish says what follows. A resignation or a stop
    leads to FIRST_SEED from anywhere.
    """

    author: Author
    kinds: frozenset[Kind]
    then: Phase | None


def _play(author: Author, kind: Kind, then: Phase | None = None) -> Rule:
    """While the game is on, its author may always leave it instead."""
    return Rule(author, frozenset({kind, Kind.RESIGN, Kind.STOP}), then)


def _fixed(author: Author, kind: Kind, then: Phase | None) -> Rule:
    return Rule(author, frozenset({kind}), then)


TRANSITIONS: Final[Mapping[Phase, Rule]] = {
    Phase.HOST_HELLO: _fixed(Author.HOST, Kind.HELLO, Phase.JOINER_HELLO),
    Phase.JOINER_HELLO: _fixed(Author.JOINER, Kind.HELLO, None),
    Phase.HOST_COIN: _fixed(Author.HOST, Kind.COIN, Phase.JOINER_COIN),
    Phase.JOINER_COIN: _fixed(Author.JOINER, Kind.COIN, None),
    Phase.MIX: _play(Author.OWNER, Kind.MIX),
    Phase.DRAW: _play(Author.OPPONENT, Kind.DRAW),
    Phase.DECISION: _play(Author.DECIDER, Kind.ACTION),
    Phase.FIRST_SEAL: _play(Author.FIRST, Kind.SEAL, Phase.SECOND_SEAL),
    Phase.SECOND_SEAL: _play(Author.SECOND, Kind.SEAL, Phase.FIRST_OPEN),
    Phase.FIRST_OPEN: _play(Author.FIRST, Kind.OPEN, Phase.SECOND_OPEN),
    Phase.SECOND_OPEN: _play(Author.SECOND, Kind.OPEN),
    Phase.FIRST_SEED: _fixed(Author.FIRST, Kind.SEED, Phase.SECOND_SEED),
    Phase.SECOND_SEED: _fixed(Author.SECOND, Kind.SEED, Phase.FIRST_VERDICT),
    Phase.FIRST_VERDICT: _fixed(Author.FIRST, Kind.VERDICT, Phase.SECOND_VERDICT),
    Phase.SECOND_VERDICT: _fixed(Author.SECOND, Kind.VERDICT, Phase.FINISHED),
    Phase.FINISHED: Rule(Author.NOBODY, frozenset(), None),
}


def in_play(phase: Phase) -> bool:
    """Whether the game itself is on: seats are known and no end has come."""
    return Kind.RESIGN in TRANSITIONS[phase].kinds


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


def author_seat(phase: Phase, waiting: Waiting) -> Seat | None:
    """The seat that writes in `phase`; None where the author is a role or nobody."""
    author = TRANSITIONS[phase].author
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
