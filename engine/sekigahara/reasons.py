"""Why a plan is a good one: the facts that an adviser tells of it (`engine.advice`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.hidden import Face
from engine.sekigahara.board import Location


@dataclass(frozen=True, slots=True)
class Takes:
    """The own turn leaves a castle or a resource location to the seat that was not its own."""

    location: Location


@dataclass(frozen=True, slots=True)
class Holds:
    """A castle or a resource location that the enemy can reach stays the seat's own in the enemy's turn."""

    location: Location


@dataclass(frozen=True, slots=True)
class Threatens:
    """What blocks that have moved could go on to take."""

    location: Location


@dataclass(frozen=True, slots=True)
class Battle:
    """A combat of the turn: how often the enemy was gone afterwards, how often the seat was, of the `fought` trials.

    In the others both stand there still, one of them in a castle.
    """

    location: Location
    won: int
    lost: int
    fought: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the combat at hand ends by trials: how often the enemy is gone then, the seat's losses, and the enemy's.

    The losses are blocks on average, and a disk counts as one (8.7, 8.9.4).
    """

    won: int
    own: float
    theirs: float


@dataclass(frozen=True, slots=True)
class Fought:
    """The outcome of the combat at hand in so many trials of a plan, and that of the `instead` that was tried too."""

    location: Location
    tried: int
    outcome: Outcome
    instead: Outcome | None = None


@dataclass(frozen=True, slots=True)
class BidWon:
    """How often, in so many trials, the card that is bid won the bid (6.3)."""

    won: int
    tried: int


@dataclass(frozen=True, slots=True)
class Keeps:
    """The cards of the hand with a higher bid than the one that is bid, the highest first: they stay in it (6.3)."""

    cards: tuple[Face, ...]


Reason: TypeAlias = Takes | Holds | Threatens | Battle | Fought | BidWon | Keeps
