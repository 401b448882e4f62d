"""Where a game between two peers stands, and what one entry does to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic

from engine.hidden import Claim, Event, Face, Piece, Seat, State, Waiting
from protocol.phases import Phase
from protocol.transcript import Body, Finding, Hello, Kind, Role


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. `winner` is None if it was stopped; `resigned` or `stopped` is the seat that ended it early."""

    winner: Seat | None
    reason: str
    resigned: Seat | None = None
    stopped: Seat | None = None


@dataclass(frozen=True, slots=True)
class Shuffled:
    """One pool that was mixed: its pieces before, and those that lie there now."""

    owner: Seat
    old: tuple[Piece, ...]
    new: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Progress(Generic[State]):
    """All that entries change but for commitments to pieces. `hellos` and `coins` are by role, the rest by seat."""

    phase: Phase
    state: State
    waiting: Waiting
    digest: bytes
    game_id: bytes = b""
    host_seat: Seat | None = None
    hellos: tuple[Hello, ...] = ()
    coins: tuple[bytes, ...] = ()
    draws: tuple[int, int] = (0, 0)
    mixes: tuple[int, int] = (0, 0)
    seals: int = 0
    sealed: tuple[bytes, ...] = ()
    opened: tuple[tuple[Any, Mapping[Piece, Face]], ...] = ()
    outcome: Outcome | None = None
    seeds: tuple[bytes, ...] = ()
    verdicts: tuple[tuple[Finding, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Step(Generic[State]):
    """What an entry of `kind` with `body` by `role` does: worked out and checked, not yet done."""

    role: Role
    kind: Kind
    body: Body
    progress: Progress[State]
    event: Event | None = None
    shuffled: tuple[Shuffled, ...] = ()
    commitments: Mapping[Piece, bytes] | None = None
    claims: tuple[Claim, ...] = ()
    shown: Mapping[Piece, Face] | None = None
