"""Where a game between two peers stands, and what one entry does to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic

from engine.hidden import Claim, Event, Face, Piece, Seat, State, Waiting
from protocol.findings import Finding
from protocol.outcome import Outcome
from protocol.phases import Phase


@dataclass(frozen=True, slots=True)
class Player:
    """What a hello says of its author."""

    name: str
    public_key: bytes
    seed_commitment: bytes
    coin_commitment: bytes


@dataclass(frozen=True, slots=True)
class MixedPool:
    """One pool that was mixed: its pieces before, and those that lie there now."""

    owner: Seat
    old: tuple[Piece, ...]
    new: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Progress(Generic[State]):
    """All that entries change but for commitments. `players` and `coins` are by role, the rest by seat.

    `digest` is the digest of `state`. `wished_seat` is the one that the host wants, None if it leaves that to chance.
    `draws` counts the pieces drawn, `mixes` the pools mixed, by owner; `choices` the sealed decisions that are open.
    `sealed` and `opened` are of the one that the game is at.
    """

    phase: Phase
    state: State
    waiting: Waiting
    digest: bytes
    game_id: bytes = b""
    wished_seat: Seat | None = None
    host_seat: Seat | None = None
    players: tuple[Player, ...] = ()
    coins: tuple[bytes, ...] = ()
    draws: tuple[int, int] = (0, 0)
    mixes: tuple[int, int] = (0, 0)
    choices: int = 0
    sealed: tuple[bytes, ...] = ()
    opened: tuple[tuple[Any, Mapping[Piece, Face]], ...] = ()
    outcome: Outcome | None = None
    seeds: tuple[bytes, ...] = ()
    verdicts: tuple[tuple[Finding, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Effect(Generic[State]):
    """What an entry does: worked out and checked, not yet done. It leads to `progress`.

    `event` is what the game is told. `commitments` are those to pieces, `used` all others that the entry makes.
    `claims` and `shown` are the author's claims and openings. `pool_size` is how many pieces a draw was made from.
    """

    progress: Progress[State]
    event: Event | None = None
    mixed: tuple[MixedPool, ...] = ()
    commitments: Mapping[Piece, bytes] = field(default_factory=dict)
    used: tuple[bytes, ...] = ()
    claims: tuple[Claim, ...] = ()
    shown: Mapping[Piece, Face] = field(default_factory=dict)
    pool_size: int = 0
