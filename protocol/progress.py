"""Where a game between two peers stands, and what one entry does to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic

from engine.hidden import Claim, Event, Face, Piece, Seat, State, Waiting
from protocol.clock import Clock
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
    draw_chain: bytes


@dataclass(frozen=True, slots=True)
class OpenedLink:
    """How far a player's draw chain is open: the last link shown, and its number. Link 0 is the end, in the hello."""

    number: int
    link: bytes


@dataclass(frozen=True, slots=True)
class Sealing:
    """What binds the owner of a piece that was mixed to its face: a hash and a point, which one opening opens both."""

    commitment: bytes
    point: bytes


@dataclass(frozen=True, slots=True)
class MixedPool:
    """One pool that was mixed: its pieces before, and those that lie there now."""

    owner: Seat
    old: tuple[Piece, ...]
    new: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Progress(Generic[State]):
    """All that entries change but for commitments. `players`, `coins`, `links`, `banks` are by role, the rest by seat.

    `digest` is the digest of `state`. `wished_seat` is the one that the host wants, None if it leaves that to chance.
    `mixes` counts the pools mixed, by owner; `choices` the sealed decisions that are open. `sealed` and `opened` are of
    the one that the game is at. `banks` are what each has left of its time, in milliseconds, if there is a `clock`.
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
    links: tuple[OpenedLink, ...] = ()
    mixes: tuple[int, int] = (0, 0)
    choices: int = 0
    sealed: tuple[bytes, ...] = ()
    opened: tuple[tuple[Any, Mapping[Piece, Face]], ...] = ()
    outcome: Outcome | None = None
    seeds: tuple[bytes, ...] = ()
    verdicts: tuple[tuple[Finding, ...], ...] = ()
    clock: Clock | None = None
    banks: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Effect(Generic[State]):
    """What an entry does: worked out and checked, not yet done. It leads to `progress`.

    `event` is what the game is told. `sealings` are those of the pieces mixed; `used` is all that may not come again.
    `claims` and `shown` are the author's claims and openings.
    """

    progress: Progress[State]
    event: Event | None = None
    mixed: tuple[MixedPool, ...] = ()
    sealings: Mapping[Piece, Sealing] = field(default_factory=dict)
    used: tuple[bytes, ...] = ()
    claims: tuple[Claim, ...] = ()
    shown: Mapping[Piece, Face] = field(default_factory=dict)
