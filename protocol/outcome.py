"""How a game ends, as facts. What that is worth in the end, `protocol.standing` says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from engine.hidden import Over, Seat, other


@dataclass(frozen=True, slots=True)
class Won:
    """By the rules: `winner` has won because of `reason`, a record of the game's own."""

    winner: Seat
    reason: Any


@dataclass(frozen=True, slots=True)
class Shared:
    """By the rules: the victory is shared because of `reason`, a record of the game's own."""

    reason: Any

    @property
    def winner(self) -> None:
        """Nobody alone."""
        return


@dataclass(frozen=True, slots=True)
class Resigned:
    """`seat` has given the game up."""

    seat: Seat

    @property
    def winner(self) -> Seat:
        """The other seat."""
        return other(self.seat)


@dataclass(frozen=True, slots=True)
class Stopped:
    """`seat` has ended the game without a winner."""

    seat: Seat

    @property
    def winner(self) -> None:
        """Nobody."""
        return


@dataclass(frozen=True, slots=True)
class OutOfTime:
    """The time of `seat` has run out, as it has signed itself."""

    seat: Seat

    @property
    def winner(self) -> Seat:
        """The other seat."""
        return other(self.seat)


Outcome: TypeAlias = Won | Shared | Resigned | Stopped | OutOfTime


def outcome_of(over: Over) -> Won | Shared:
    """The outcome of a game that its rules have ended."""
    return Shared(over.reason) if over.winner is None else Won(over.winner, over.reason)
