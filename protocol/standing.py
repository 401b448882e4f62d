"""What a record is worth: who counts as the winner, and why.

- Who breaks the protocol or the rules before the end forfeits the game: leaving or denying saves no win.
- Who does not write the entry that it owes before the end forfeits, as long as the record ends there.
- After the end nothing changes: a seed or a verdict that is withheld, or a false verdict, is said and no more.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from engine.hidden import Seat, other
from protocol.errors import GameError
from protocol.invariants import require
from protocol.outcome import Outcome
from protocol.phases import Phase
from protocol.report import Integrity, Report
from protocol.roles import Role
from protocol.signed_head import SignedHead


@dataclass(frozen=True, slots=True)
class Owed:
    """`role` should have written what `phase` says, and the record does not have it.

    `witnessed`: its own signature shows that it had all of the chain, and so knew. Otherwise that is the word of
    whoever shows the record. That it did not write it nobody can show: it can always come with the entry itself.
    """

    role: Role
    phase: Phase
    witnessed: bool


@dataclass(frozen=True, slots=True)
class Undecided:
    """Nobody can have won or lost: it is not settled who sits where, or the rules of the game contradict themselves."""

    @property
    def winner(self) -> None:
        """Nobody."""
        return


@dataclass(frozen=True, slots=True)
class Decided:
    """The game has ended, and nothing is found against it."""

    outcome: Outcome

    @property
    def winner(self) -> Seat | None:
        """As the outcome says."""
        return self.outcome.winner


@dataclass(frozen=True, slots=True)
class Forfeited:
    """`loser` does not write what it owes."""

    loser: Seat
    owed: Owed

    @property
    def winner(self) -> Seat:
        """The other seat."""
        return other(self.loser)


@dataclass(frozen=True, slots=True)
class Cheated:
    """The players at `cheats` broke the protocol or the rules before the end, whatever the `outcome` then was."""

    cheats: tuple[Seat, ...]
    outcome: Outcome | None

    @property
    def winner(self) -> Seat | None:
        """The other seat; nobody if both cheated."""
        return other(self.cheats[0]) if len(self.cheats) == 1 else None


Result: TypeAlias = Undecided | Decided | Forfeited | Cheated


@dataclass(frozen=True, slots=True)
class Standing:
    """What a record is worth. `withheld` is what is missing after the end; of an edited record only what comes before
    the edit counts. `proven` is the number of the entry up to which all is proven, None if there is none: also of a
    game that broke off, whose `left` says who owes what comes next.
    """

    result: Result
    withheld: Owed | None
    integrity: Integrity
    proven: int | None

    @property
    def winner(self) -> Seat | None:
        """The seat that counts as the winner, None if nobody does."""
        return self.result.winner

    @property
    def left(self) -> Owed | None:
        """Who left a game that had not ended, as far as the record tells, and what it owes."""
        return self.result.owed if isinstance(self.result, Forfeited) else None


def standing(report: Report, heads: Iterable[SignedHead] = ()) -> Standing:
    """What the record of which `report` tells is worth. `heads` are signed ones that a player has of the other."""
    owed = _owed(report, heads)
    withheld = owed if report.outcome is not None else None
    return Standing(_result(report, owed), withheld, report.integrity, report.proven)


def _result(report: Report, owed: Owed | None) -> Result:
    if not report.seats or isinstance(report.stopped, GameError):
        return Undecided()
    cheats = {finding.author for finding in report.violations if report.ended is None or finding.number <= report.ended}
    if cheats:
        return Cheated(tuple(sorted([report.seats[role] for role in cheats])), report.outcome)
    if report.outcome is not None:
        return Decided(report.outcome)
    owed = require(owed)
    return Forfeited(report.seats[owed.role], owed)


def _owed(report: Report, heads: Iterable[SignedHead]) -> Owed | None:
    role = report.owing
    if role is None:
        return None
    witnessed = report.last_author is role or any(
        head.role is role
        and (head.game, head.head) == (report.game_id, report.head)
        and role < len(report.keys)
        and head.signed_by(report.keys[role])
        for head in heads
    )
    return Owed(role, report.phase, witnessed)
