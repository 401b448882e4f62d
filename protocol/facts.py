"""What one entry did towards fairness, as facts for whoever follows a record: what it sealed, opened and proved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from engine.hidden import Claim, Face, Piece


class Did(Enum):
    """What an entry did."""

    SEALED_SEED = "sealed the seed, the coin and the end of the draw chain"
    SEALED_PIECES = "sealed pieces anew, in a secret order"
    SEALED_CHOICE = "sealed a choice"
    OPENED_COIN = "opened its half of the coin"
    OPENED_CHOICE = "opened the choice that it had sealed"
    OPENED_PIECES = "opened pieces"
    OPENED_LINK = "opened the next link of its draw chain"
    OPENED_SEED = "opened its seed"
    PROVED_MIX = "proved that a mixed pool holds the pieces that it held"
    PROVED_CLAIM = "proved that a claim about hidden faces is true"
    SIGNED_VERDICT = "signed what its audit found"


SECRET: frozenset[Did] = frozenset({Did.SEALED_PIECES, Did.OPENED_COIN, Did.OPENED_CHOICE, Did.PROVED_CLAIM})
"""What is looked at a second time when the author's seed is open."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that an entry did.

    `count`: of the pieces sealed, opened or drawn, of the findings of a verdict; the number of a draw chain's link is
    `link`, and `places` are those that it names. `faces` are those opened; `claim` the one proved.
    """

    did: Did
    count: int = 0
    link: int = 0
    places: tuple[int, ...] = ()
    faces: Mapping[Piece, Face] = field(default_factory=dict)
    claim: Claim | None = None


def shown_and_claimed(shown: Mapping[Piece, Face], claims: tuple[Claim, ...]) -> tuple[Fact, ...]:
    """The facts of an action's openings and claims."""
    opened = (Fact(Did.OPENED_PIECES, count=len(shown), faces=shown),) if shown else ()
    return (*opened, *[Fact(Did.PROVED_CLAIM, count=len(claim.pieces), claim=claim) for claim in claims])
